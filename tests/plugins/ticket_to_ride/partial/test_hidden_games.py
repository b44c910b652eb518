"""Full games of ours of which one seat wrote down what it knew: never diverged, and forgeries are found."""

from __future__ import annotations

import time
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbook.audit.findings import Report
from railbook.audit.replay import Replay
from railbook.audit.verify import verify
from railbook.log.records import Ply
from railbook.plugins.registry import Registry
from railbook_ticket_to_ride.actions import ClaimRoute
from railbook_ticket_to_ride.cards import Payment
from railbook_ticket_to_ride.events import CardsPaid
from tests.plugins.ticket_to_ride.partial.hiding import hidden_from, records_of, written
from tests.replays.corpus import logs
from tests.sampling import every_second

GAMES = [path for path in logs() if path.parent.name.startswith("ttr-")]
FAST = [path for path in GAMES if path.stem in ("2-greedy-locomotive-tunnel", "5-random-passing")]


@cache
def registry() -> Registry:
    """Give the installed plugins."""
    return Registry.installed()


def judged(data: bytes, folder: Path) -> Report:
    """Verify bytes."""
    path = folder / "partial.jsonl"
    path.write_bytes(data)
    return verify(path, registry())


def check_hidden(path: Path, viewer: int | None, folder: Path) -> Report:
    """Hide what a seat did not see, and verify what is left."""
    rules, header, records = records_of(path.read_bytes(), registry())
    data = written(*hidden_from(viewer, rules, header, records))
    started = time.process_time()
    report = judged(data, folder)
    spent = time.process_time() - started
    assert (report.words, report.findings) == ("unverified", [])
    assert report.plies * 0.5 / 250 + 0.2 > spent
    return report


@pytest.mark.parametrize("path", FAST, ids=lambda path: path.stem)
def test_what_one_seat_knows_is_unverified(path: Path, tmp_path: Path) -> None:
    """A true game stays possible whoever wrote it down; the report says what is hidden, in words."""
    report = check_hidden(path, 0, tmp_path)
    assert any("ttr.drawn@1 are not recorded" in said for said in report.hidden)
    assert any(said.startswith("seat 1 received ") for said in report.hidden)


@pytest.mark.slow
@pytest.mark.parametrize("path", every_second(GAMES), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_all_games_and_seats(path: Path, tmp_path: Path) -> None:
    """The same for every recorded game of the family, every seat and a spectator; 250 plies take less than 0.5 s."""
    seats = len(records_of(path.read_bytes(), registry())[1].seats)
    for viewer in (None, *range(seats)):
        check_hidden(path, viewer, tmp_path)


def test_replay_shows_what_is_known(tmp_path: Path) -> None:
    """The replay of a partial log has hands with known cards and a number of unknown ones: all cards are somewhere."""
    rules, header, records = records_of(FAST[0].read_bytes(), registry())
    path = tmp_path / "partial.jsonl"
    path.write_bytes(written(*hidden_from(0, rules, header, records)))
    full = Replay(FAST[0], registry())
    for played, known in zip(full.plies(), Replay(path, registry()).plies(), strict=True):
        true: Any = played.state  # type: ignore[union-attr]  # nobody takes back in this game
        seen: Any = known.state  # type: ignore[union-attr]
        assert [seat.hand.size for seat in true.seats] == [seat.hand.size for seat in seen.seats]
        assert seen.seats[0].hand == true.seats[0].hand
        assert seen.draw_pile.size == true.draw_pile.size
        assert (seen.display, seen.owners) == (true.display, true.owners)


def forged(path: Path, viewer: int, number: int) -> tuple[bytes, int, int] | None:
    """Let another seat pay its n-th claim with locomotives only; gives the log up to it, the ply, the seat."""
    rules, header, records = records_of(path.read_bytes(), registry())
    hidden_header, shown = hidden_from(viewer, rules, header, records)
    for at, record in enumerate(shown):
        if (
            not isinstance(record, Ply)
            or record.seat is None
            or not isinstance(record.action, ClaimRoute)
            or record.seat == viewer
        ):
            continue
        paid = [event for event in record.events if isinstance(event, CardsPaid)]
        if not paid or number:
            number -= bool(paid)
            continue
        count = sum(paid[0].cards.values())
        payment = Payment({"locomotive": count}, "locomotive")
        action = ClaimRoute(payment, record.action.route)
        events = [
            CardsPaid(record.seat, {"locomotive": count}) if event is paid[0] else event for event in record.events
        ]
        shown[at] = msgspec.structs.replace(record, action=action, events=events)
        return written(hidden_header, shown[: at + 1]), record.ply, record.seat
    return None


@settings(max_examples=3)
@given(st.integers(0, 5), st.integers(0, 1))
def test_forged_payments_are_judged_at_their_ply(tmp_path_factory: Any, number: int, viewer: int) -> None:
    """A claim paid with locomotives only is either still possible, or diverged at that very ply with why not."""
    made = forged(FAST[0], viewer, number)
    if made is None:
        return
    data, ply, seat = made
    report = judged(data, tmp_path_factory.mktemp("forged"))
    if report.findings:
        finding = report.findings[0]
        assert (report.words, finding.ply, finding.seat) == ("diverged", ply, seat)
        assert finding.rule in ("ttr.hand", "ttr.payment-colour", "ttr.cards")
    else:
        assert report.words == "unverified"


def test_null_commitments(tmp_path: Path) -> None:
    """TTR-S5: first tickets that others kept are null commitments; what they lead to is believed and listed."""
    rules, header, records = records_of(FAST[0].read_bytes(), registry())
    hidden_header, shown = hidden_from(0, rules, header, records)
    committed = [event for event in shown[2].events if type(event).__name__ == "Committed"]
    assert committed[0].action is None
    report = judged(written(hidden_header, shown[:3]), tmp_path)
    assert (report.words, report.unverified) == ("unverified", [0, 2])
