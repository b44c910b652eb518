"""The checks of partial records, for a game typed in at a table: what held, what not, and what does not apply."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from railbook.engine.core_layer import partial_audit
from railbook.log.records import Ply
from railbook.rules.ruleset import Ruleset
from railbook_ticket_to_ride.bga.checks import Checks, Violation
from railbook_ticket_to_ride.cards import UNSEEN
from railbook_ticket_to_ride.unseen.audit import UnseenCards
from railbook_ticket_to_ride.unseen.ledger import rows_hold

NEEDS = {
    "BGA-A3": ("RouteClaimed", "no route was claimed"),
    "BGA-A4": ("RouteClaimed", "no route was claimed"),
    "BGA-A5": ("CardsPaid", "nothing was paid"),
    "BGA-A7": ("CardsPaid", "nothing was paid"),
    "BGA-A11": ("TunnelTried", "no tunnel was tried"),
    "BGA-A12": ("StationBuilt", "no station was built"),
    "BGA-A15": ("LastRoundBegun", "the last round has not begun"),
}
"""By check: the event without which it says nothing."""

PAYING = ("CardsPaid", "TunnelTried")


def checked(rules: Ruleset, plies: Iterable[tuple[Any, Any]], *, finished: bool) -> list[str]:
    """Give the table of checks, a line each; it stops at the first ply that no deal of the unknown cards allows."""
    checks = Checks()
    audits = [(0, cast(UnseenCards, partial_audit(rules)))]
    happened: set[str] = set()
    unseen = False
    for record, state in plies:
        if not isinstance(record, Ply):
            while audits[-1][0] > record.to:
                audits.pop()
            continue
        audit = audits[-1][1].copy()
        impossible = audit.ply(record.ply, record.seat, record.events, state)
        if impossible is not None:
            rows = all(not rows_hold(world.holders.values()) for world in audit.worlds)
            check = "BGA-A7" if rows else "BGA-A13" if "ticket" in impossible.message else "BGA-A8"
            checks.violated(Violation(check, record.ply, impossible.message, impossible.rule))
            break
        audits.append((record.ply + 1, audit))
        happened |= {type(event).__name__ for event in record.events}
        unseen |= UNSEEN in state.display
    for check, (event, why) in NEEDS.items():
        if not happened & {event, *(PAYING if event == "CardsPaid" else ())}:
            checks.not_checkable(check, why)
    if unseen:
        checks.not_checkable("BGA-A10", "not all face-up cards were typed")
    if audits[-1][1].undecided:
        checks.not_checkable("BGA-A8", "undecided: the search was given up")
    for check in ("BGA-A14", "BGA-A17"):
        checks.not_checkable(check, "nobody says at a table which tickets are completed")
    if not finished:
        checks.not_checkable(
            "BGA-A16", "the game is not finished" if "Ended" not in happened else "tickets stay hidden"
        )
    return [result.line("ply") for result in checks.results()]
