"""Recorded games in which an action was forged and the chain made good again: the rules find it, at its ply."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from railbook.audit.findings import Finding, Verdict
from railbook.audit.verify import verify
from railbook.engine.fold import fold
from railbook.engine.state import copy, new_state
from railbook.log.canonical import Codec, body_of, line_of
from railbook.log.chain import Chain
from railbook.log.records import Ply
from railbook.plugins.registry import Registry
from railbook.recording.simulation import Table as Bots
from railbook.recording.simulation import play
from railbook_ticket_to_ride.actions import ClaimRoute, KeepTickets
from railbook_ticket_to_ride.table import Table

Record = dict[str, Any]


@cache
def registry() -> Registry:
    """Give the installed plugins."""
    return Registry.installed()


@cache
def game() -> bytes:
    """Give the log of a game between three random players."""
    return play(Bots.of(registry(), "ttr-usa", ["random"] * 3), 2)


@cache
def plies() -> list[tuple[int, Ply[Any, Any], Table]]:
    """Give each ply with its place in the file, from 0, and the table before it."""
    rules = Bots.of(registry(), "ttr-usa", ["random"] * 3).rules
    codec = Codec(rules)
    state: Any = new_state(rules)
    found = []
    for place, raw in enumerate(game().splitlines()):
        record = codec.read(raw).record
        if isinstance(record, Ply):
            found.append((place, record, copy(rules, state)))
            fold(rules, state, record.events)
    return found


def forged(tmp_path: Path, change: Callable[[list[Record]], None]) -> list[Finding]:
    """Change the records of the game, chain them again, and give what `verify` finds; it must not be nothing."""
    records = [json.loads(line) for line in game().splitlines()]
    change(records)
    chain = Chain(records[0]["salt"])
    lines = []
    for record in records:
        record.pop("digest", None)
        body = body_of(record)
        lines.append(line_of(body, chain.link(body)))
    path = tmp_path / "forged.jsonl"
    path.write_bytes(b"".join(lines))
    report = verify(path, registry())
    assert report.verdict is Verdict.DIVERGED
    return report.findings


def test_the_game_itself_is_exact(tmp_path: Path) -> None:
    """TTR-V5: what is forged below is found because it was forged: the game verifies as it was recorded."""
    path = tmp_path / "game.jsonl"
    path.write_bytes(game())
    assert verify(path, registry()).verdict is Verdict.EXACT


def test_a_claim_by_another_seat(tmp_path: Path) -> None:
    """SEC-05, core.not-your-turn: a claim is given to a seat that could afford it but whose turn it is not."""
    place, ply, other = next(
        (place, ply, other)
        for place, ply, table in plies()
        if isinstance(ply.action, ClaimRoute)
        for other in range(3)
        if other != ply.seat
        and all(table.seats[other].hand.kinds.get(k, 0) >= n for k, n in ply.action.payment.cards.items())
    )

    def change(records: list[Record]) -> None:
        records[place]["seat"] = other

    (finding,) = forged(tmp_path, change)
    assert (finding.kind, finding.rule) == ("not-your-turn", "core.not-your-turn")
    assert (finding.line, finding.ply, finding.seat) == (place + 1, ply.ply, other)


def test_a_choice_of_tickets_by_another_seat(tmp_path: Path) -> None:
    """SEC-05, core.not-your-turn: the choice from an offer of one seat is made by another one."""
    place, ply = next(
        (place, ply) for place, ply, table in plies() if isinstance(ply.action, KeepTickets) and table.round
    )
    other = (int(ply.seat or 0) + 1) % 3

    def change(records: list[Record]) -> None:
        records[place]["seat"] = other

    (finding,) = forged(tmp_path, change)
    assert (finding.kind, finding.rule, finding.ply) == ("not-your-turn", "core.not-your-turn", ply.ply)


def test_an_undo_of_another_seat(tmp_path: Path) -> None:
    """SEC-05, core.undo-not-yours: a seat takes back what another seat did."""
    place, ply = next((place, ply) for place, ply, _ in plies() if isinstance(ply.action, ClaimRoute))
    other = (int(ply.seat or 0) + 1) % 3

    def change(records: list[Record]) -> None:
        records.insert(place + 1, {"type": "undo", "seat": other, "to": ply.ply})

    (finding,) = forged(tmp_path, change)
    assert (finding.kind, finding.rule) == ("not-your-turn", "core.undo-not-yours")
    assert (finding.line, finding.seat) == (place + 2, other)


@pytest.mark.parametrize(
    "cards, rule",
    [
        ({"red": -1, "blue": 4}, "ttr.payment-kinds"),
        ({"red": 0, "blue": 3}, "ttr.payment-kinds"),
        ({"pink": 3}, "ttr.payment-kinds"),
        ({"locomotive": 40}, "ttr.payment-size"),
    ],
)
def test_a_payment_that_cannot_be(tmp_path: Path, cards: dict[str, int], rule: str) -> None:
    """SEC-06, ttr.payment-kinds, ttr.payment-size.

    A payment of less than nothing, or of more than there is, is found.
    """
    place, ply = next((place, ply) for place, ply, _ in plies() if isinstance(ply.action, ClaimRoute))

    def change(records: list[Record]) -> None:
        records[place]["action"]["payment"] = {"cards": cards, "colour": "blue"}

    (finding,) = forged(tmp_path, change)
    assert (finding.kind, finding.rule, finding.ply) == ("illegal-action", rule, ply.ply)


def test_the_same_ticket_twice(tmp_path: Path) -> None:
    """SEC-06, ttr.not-offered: a seat that keeps the same ticket twice is found."""
    place, ply = next((place, ply) for place, ply, _ in plies() if isinstance(ply.action, KeepTickets))
    first = ply.action.keep[0]

    def change(records: list[Record]) -> None:
        records[place]["action"].update(keep=[first, first], put_back=[])

    (finding,) = forged(tmp_path, change)
    assert (finding.kind, finding.rule, finding.ply) == ("illegal-action", "ttr.not-offered", ply.ply)
    assert str(first) in finding.message
