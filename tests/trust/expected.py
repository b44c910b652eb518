"""What verification must find for each forgery: the data of the table in `docs/forgeries.md`, written by hand.

A cell names kinds of findings with rule ids, and the line; or it says `undetectable`, `exact so far` or `unverified`.
"""

from __future__ import annotations

from typing import NamedTuple

UNDETECTABLE = "undetectable"
BROKEN = "broken-chain"


class Cells(NamedTuple):
    """A row of the table: what is found under scheme `open` and `none`, with the old chain and with a new one."""

    open_kept: str
    open_new: str
    none_kept: str
    none_new: str


def alike(cell: str) -> Cells:
    """Give a row in which all is the same, whatever the chain and the scheme."""
    return Cells(cell, cell, cell, cell)


def by_rules(found: str, where: str = "the line") -> Cells:
    """Give a row in which the rules find the same under both schemes; the chain shows it too, if it is kept."""
    kept, new = f"{BROKEN} + {found}, {where}", f"{found}, {where}"
    return Cells(kept, new, kept, new)


def by_scheme(found_open: str, found_none: str, where: str = "the line") -> Cells:
    """Give a row in which the schemes differ in what is found at the forged line."""
    return Cells(*by_rules(found_open, where)[:2], *by_rules(found_none, where)[:2])


def by_chain(new_open: str = UNDETECTABLE, new_none: str | None = None, where: str = "the line") -> Cells:
    """Give a row in which nothing but a kept chain shows the forgery at its line; what a new one leaves is named."""
    kept = f"{BROKEN}, {where}"
    return Cells(kept, new_open, kept, new_open if new_none is None else new_none)


def by_number() -> Cells:
    """Give a row in which the numbers of plies do not fit, beside the digests if they are kept."""
    kept, new = f"{BROKEN} twice, the line", f"{BROKEN}, the line"
    return Cells(kept, new, kept, new)


def of_outcome(new_none: str = UNDETECTABLE) -> Cells:
    """Give a row in which an open seed gives a forged outcome away; without one, only what follows can."""
    return Cells(*by_rules("chance-mismatch")[:2], *by_chain(new_none)[2:])


EXPECTED: dict[str, Cells] = {
    # Chance and events
    "draw-outcome": by_scheme("chance-mismatch", "different-events"),
    "draw": of_outcome(),
    "draw-missed": of_outcome("illegal-action ttr.hand, the claim"),
    "refill-outcome": by_scheme("chance-mismatch", "different-events"),
    "refill": of_outcome(),
    "refill-taken": of_outcome("different-events, the taking"),
    "draws-exchanged": of_outcome(),
    "outcome-impossible": by_rules("impossible-chance"),
    "outcome-added": by_rules("impossible-chance"),
    "outcome-missing": by_rules("impossible-chance"),
    "outcome-label": by_rules("impossible-chance"),
    "outcome-unknown": by_rules("impossible-chance"),
    "outcome-partial": by_chain("chance-mismatch, a later line", "unverified", where="line 1"),
    "event-missing": by_rules("different-events"),
    "event-added": by_rules("different-events"),
    "event-changed": by_rules("different-events"),
    "events-swapped": by_rules("different-events"),
    "bookmark": by_rules("different-events"),
    # What seats did
    "payment-action": by_rules("different-events"),
    "payment": by_chain(),
    "payment-dealt-again": by_chain("chance-mismatch, a line behind the reshuffle", UNDETECTABLE),
    "payment-missed": by_chain("illegal-action ttr.hand, the later claim"),
    "payment-negative": by_rules("illegal-action ttr.payment-kinds"),
    "payment-long": alike("unreadable, the line"),
    "claim-unaffordable": by_rules("illegal-action ttr.hand"),
    "claim-owned": by_rules("illegal-action ttr.route-is-owned"),
    "claim-nowhere": by_rules("illegal-action ttr.no-such-route"),
    "slot": by_rules("illegal-action ttr.slot-is-empty"),
    "action-unknown": alike("unreadable, the line"),
    "seat": by_rules("not-your-turn core.not-your-turn"),
    "seat-none": by_rules("illegal-action core.no-such-seat"),
    "first-choice-of-another": by_rules("illegal-action ttr.not-offered"),
    "choice-of-another": by_rules("not-your-turn core.not-your-turn"),
    "tickets-not-offered": by_rules("illegal-action ttr.not-offered"),
    "tickets-twice": by_rules("illegal-action ttr.not-offered"),
    "undo-by-another": by_rules("not-your-turn core.undo-not-yours"),
    "undo-too-far": by_rules("not-your-turn core.undo-not-yours"),
    "undo-of-reveal": by_rules("illegal-action core.undo-barrier"),
    "undo-removed": by_number(),
    "action-rerecorded": by_chain(),
    "rerecorded": by_chain(where="line 1")._replace(none_kept=f"{BROKEN}, line 2"),  # no seed, so the same header
    # The end line
    "score": by_rules("different-score ttr.tickets", "the last line"),
    "score-line": by_rules("different-score ttr.luck", "the last line"),
    "standings": by_rules("different-score", "the last line"),
    "reason": by_rules("different-score", "the last line"),
    "key": by_rules("chance-mismatch", "the last line"),
    # The order of lines
    "ply-deleted": by_number(),
    "ply-deleted-renumbered": by_scheme("chance-mismatch", "different-events"),
    "ply-duplicated": by_number(),
    "plies-swapped": by_number(),
    "last-ply-removed": by_rules("different-score"),
    "end-removed": alike("exact so far"),
    "tail-removed": alike("exact so far"),
    "cut": alike("truncated, the last line"),
    "line-behind-end": alike(f"{BROKEN}, the line"),
    "second-header": by_rules("unreadable"),
    # The header
    "name": by_chain(where="line 1"),
    "name-twice": by_rules("unreadable", "line 1"),
    "colour": by_chain(where="line 1"),
    "seat-added": by_chain("impossible-chance, line 2", where="line 1"),
    "created": by_chain(where="line 1"),
    "option": by_chain("different-score ttr.longest-path, the last line", where="line 1"),
    "option-idle": by_chain(where="line 1"),
    "option-unknown": by_rules("unreadable", "line 1"),
    "seed": by_scheme("chance-mismatch", "unreadable", "line 1"),
    "seed-and-salt": by_chain("chance-mismatch, line 2", where="line 1"),
    "scheme": by_chain(where="line 1"),
    "scheme-and-draw": by_chain(where="line 1")._replace(none_kept=f"{BROKEN}, the draw"),  # it had no seed
    "committed": by_chain("chance-mismatch, the last line", where="line 1"),  # whose key nobody reveals
    "procedure": by_scheme("unknown-version", "unreadable", "line 1"),
    "salt": Cells(*by_rules("chance-mismatch", "line 1")[:2], *by_chain(where="line 1")[2:]),
    "map": by_rules("unknown-version", "line 1"),
    "game": by_rules("unknown-game", "line 1"),
    "rules": by_rules("unknown-version", "line 1"),
    "variant": by_rules("unknown-variant", "line 1"),
    "format": alike("unknown-version, line 1"),
    "undo-rule": by_chain(where="line 1"),
    # Outside the game, and how lines are written
    "comment": alike(UNDETECTABLE),
    "comment-removed": alike(UNDETECTABLE),
    "time": alike(UNDETECTABLE),
    "duplicate-key": alike("unreadable, the line"),
    "re-indented": alike("not-canonical, the line"),
    "key-order": alike("not-canonical, the line"),
}


class KeyCells(NamedTuple):
    """A row of the table of keys: what is found under scheme `committed`, with the old chain and with a new one."""

    kept: str
    new: str


def of_key(found: str, where: str) -> KeyCells:
    """Give a row in which the key shows a forgery at its line; the chain shows it too, if it is kept."""
    return KeyCells(f"{BROKEN} + {found}, {where}", f"{found}, {where}")


EXPECTED_OF_KEYS: dict[str, KeyCells] = {
    "key-false": of_key("chance-mismatch", "the last line"),
    "key-withheld": of_key("chance-mismatch", "the last line"),
    "commitment": KeyCells(f"{BROKEN}, line 1", "chance-mismatch, the last line"),
    "key-and-commitment": KeyCells(f"{BROKEN}, line 1", "chance-mismatch, line 2"),
    "seed-and-commitment": of_key("unreadable", "line 1"),
    "commitment-removed": KeyCells(f"{BROKEN}, line 1", UNDETECTABLE),
    "partial-committed": KeyCells(f"{BROKEN}, line 1", UNDETECTABLE),
    "salt-committed": KeyCells(f"{BROKEN}, line 1", UNDETECTABLE),
    "draw-committed": of_key("chance-mismatch", "the line"),
    "draw-in-progress": KeyCells(f"{BROKEN}, the line", "exact so far"),
    "action-by-key": KeyCells(f"{BROKEN}, the line", UNDETECTABLE),
    "rerecorded-by-key": KeyCells(f"{BROKEN}, line 1", UNDETECTABLE),
}

OWN_UNDER_A_KEY = {"seed", "scheme", "scheme-and-draw", "committed", "salt", "outcome-partial"}
"""Forgeries of the scheme itself, and of a partial log, to which no revealed key is applied.

All others are found under a revealed key as under an open seed.
"""
