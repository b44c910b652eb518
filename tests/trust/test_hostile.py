"""Hostile logs: whatever a file holds, verification answers with findings, quickly and in little memory."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from railbook.audit.findings import Finding, exit_code
from railbook.engine.play import legal_actions
from railbook.log.records import UndoRule
from railbook.recording.game import Illegal, RecordedGame, seeded_source
from railbook_ticket_to_ride.actions import DrawCard
from tests.trust.catalogue import MIDDLE
from tests.trust.forge import Entry, Forged
from tests.trust.game import header_of, recorded, table
from tests.trust.in_chance import BLIND, has
from tests.trust.in_play import CLAIM, DRAW, KEEP
from tests.trust.observing import verdict_on

LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (512 * 2**20, 512 * 2**20))
from railbook.cli.main import run
sys.exit(run(["verify", sys.argv[1]]))
"""
"""Runs the command with 512 MB of memory."""


def only_finding(log: Forged) -> Finding:
    """Give the one finding in a log with a new chain, which must be at the touched line and come within a second."""
    data = log.data(rechain=True)
    began = time.process_time()
    report = verdict_on(data)
    assert time.process_time() - began < 1
    assert exit_code([report]) == 1
    (finding,) = report.findings
    assert finding.line == log.line
    return finding


@pytest.mark.parametrize(
    "number, kind, rule, words",
    [
        (10**4999, "unreadable", "", "a number of 5000 digits; no number in a log has more than 20 (at red)"),
        (10**3999, "unreadable", "", "a number of 4000 digits; no number in a log has more than 20 (at red)"),
        (-(10**3999), "unreadable", "", "a number of 4000 digits; no number in a log has more than 20 (at red)"),
        (-1, "illegal-action", "ttr.payment-kinds", "-1 red"),
        (2**63, "illegal-action", "ttr.payment-size", "9223372036854775808 red"),
        (1.5, "unreadable", "", "1.5 is not a whole number; a log has no others (at red)"),
    ],
    ids=["5000 digits", "4000 digits", "4000 digits below 0", "-1", "2^63", "a fraction"],
)
def test_numbers_out_of_range(number: float, kind: str, rule: str, words: str) -> None:
    """SEC-01: a number out of range is refused at its record within a second, with the field named."""
    log = Forged(recorded("open"))
    payment = {"cards": {"red": "NUMBER"}, "colour": "red"}
    entry = log.touch(next(log.plies(CLAIM, MIDDLE)))
    entry.action["payment"] = payment
    _write_number(log, entry, number)
    finding = only_finding(log)
    assert (finding.kind, finding.rule) == (kind, rule)
    assert words in finding.message


def _write_number(log: Forged, entry: Entry, number: float) -> None:
    """Put a number where `NUMBER` stands; no chain is recomputed for what Python does not write as text."""
    if isinstance(number, int) and abs(number) < 2**64:
        entry.action["payment"]["cards"]["red"] = number
        return
    digits = "1" + "0" * (4999 if number > 10**4000 else 3999) if isinstance(number, int) else str(number)
    sign = "-" if number < 0 else ""
    entry.finish = lambda raw: raw.replace(b'"NUMBER"', f"{sign}{digits}".encode())


@pytest.mark.parametrize(
    "field, number, words",
    [
        ("ply", -1, "(at ply)"),
        ("ply", 2**63, "(at ply)"),
        ("seat", 100, "(at seat)"),
        ("seat", -1, "(at seat)"),
        ("ply", True, "(at ply)"),
    ],
)
def test_fields_out_of_range(field: str, number: int, words: str) -> None:
    """SEC-01: numbers and seats of plies have bounds, and the field is named."""
    log = Forged(recorded("open"))
    log.touch(MIDDLE).values[field] = number
    finding = only_finding(log)
    assert finding.kind == "unreadable"
    assert words in finding.message


@pytest.mark.parametrize("seed", [-1, 2**64], ids=["-1", "2^64"])
def test_seed_out_of_range(seed: int) -> None:
    """SEC-01: a seed that cannot be is refused in the header (LOG-08)."""
    log = Forged(recorded("open"))
    log.header["chance"]["seed"] = seed
    finding = only_finding(log)
    assert finding.kind == "unreadable"
    assert "seed" in finding.message


def _nested(log: Forged, opening: bytes, closing: bytes) -> Callable[[bytes], bytes]:
    return lambda raw: raw.replace(b'"DEEP"', opening * 100_000 + b"1" + closing * 100_000)


@pytest.mark.parametrize(
    "kind, opening, closing",
    [("ply", b"[", b"]"), ("comment", b'{"a":', b"}"), ("header", b"[", b"]"), ("ply", b'{"a":', b"}")],
)
def test_deep_nesting(kind: str, opening: bytes, closing: bytes) -> None:
    """SEC-02: a record nested 100,000 deep is refused with its line and the limit."""
    log = Forged(recorded("open"))
    entry = log.touch(log.find(lambda entry: entry.kind == kind))
    if kind == "header":
        entry.values["meta"] = {"a": "DEEP"}
    entry.values["text" if kind == "comment" else "action" if kind == "ply" else "created"] = "DEEP"
    entry.finish = _nested(log, opening, closing)
    finding = only_finding(log)
    assert (finding.kind, finding.message) == ("unreadable", "nested deeper than 60 levels (limit depth)")


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are set in the way of Linux")
@pytest.mark.parametrize(
    "what",
    ["nesting", *(pytest.param(what, marks=pytest.mark.slow) for what in ("a line of 200 MB", "quotes", "brackets"))],
)
def test_little_memory_is_enough(what: str, tmp_path: Path) -> None:
    """SEC-02: the command names line and limit in seconds and in 512 MB, however long or deep a record is."""
    path = tmp_path / "hostile.jsonl"
    start = recorded("open")[: recorded("open").index(b"\n") + 1]
    comment = b'{"text":"'
    with path.open("wb") as file:
        file.write(start)
        if what == "nesting":
            file.write(b'{"text":' + b'{"a":' * 100_000 + b"1" + b"}" * 100_000 + b',"type":"comment"}\n')
        elif what == "quotes":
            file.write(comment + b'\\"' * 2_000_000 + b"\n")
        elif what == "brackets":
            file.write(comment + b'"[[' * 1_000_000 + b"\n")
        else:
            file.write(comment)
            file.truncate(200 * 10**6)  # a file with a hole: zeros that take no room
    command = [sys.executable, "-c", LIMITED, str(path)]
    began = time.perf_counter()
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert time.perf_counter() - began < 20
    assert (ran.returncode, ran.stderr) == (1, "")
    assert "line 2: unreadable" in ran.stdout
    limit = {"a line of 200 MB": "longer than 4 MiB", "quotes": "not JSON"}.get(what, "deeper than 60 levels")
    assert limit in ran.stdout


def forged_tickets(log: Forged) -> Iterator[tuple[list[str], list[str]]]:
    """Give choices that are none, from the offer of a seat."""
    first = log.entries[next(log.plies(KEEP, MIDDLE))].action
    offer = first["keep"] + first["put_back"]
    yield [offer[0], offer[0]], offer[1:]
    yield offer, offer[:1]
    yield [], []
    yield [*offer[:1], "t-nowhere--atlanta"], offer[2:]


@pytest.mark.parametrize("number", range(4), ids=["twice", "kept and put back", "nothing", "not a ticket"])
def test_tickets_once_each(number: int) -> None:
    """SEC-06: a ticket is not named twice, nor one that was not offered, nor is one left out."""
    log = Forged(recorded("none"))
    keep, put_back = list(forged_tickets(log))[number]
    entry = log.touch(next(log.plies(KEEP, MIDDLE)))
    entry.action.update(keep=keep, put_back=put_back)
    finding = only_finding(log)
    assert (finding.kind, finding.rule) == ("illegal-action", "ttr.not-offered")


@pytest.mark.parametrize(
    "cards, rule",
    [
        ({"red": -1, "blue": 4}, "ttr.payment-kinds"),
        ({"blue": 0, "red": 3}, "ttr.payment-kinds"),
        ({"gold": 3}, "ttr.payment-kinds"),
        ({}, "ttr.payment-size"),
    ],
    ids=["-1", "0", "no such kind", "nothing"],
)
def test_payments_of_real_cards(cards: dict[str, int], rule: str) -> None:
    """SEC-06: a payment names cards that there are, at least one of each kind."""
    log = Forged(recorded("none"))
    log.touch(next(log.plies(CLAIM, MIDDLE))).action["payment"] = {"cards": cards, "colour": "blue"}
    finding = only_finding(log)
    assert (finding.kind, finding.rule) == ("illegal-action", rule)


def _no_events(entry: Entry) -> None:
    entry.values["events"] = []


def _no_such_seat(entry: Entry) -> None:
    entry.event("ttr.card-drawn")["seat"] = 99


def _another_bookmark(entry: Entry) -> None:
    del entry.events[-1]


@pytest.mark.parametrize("forger", [_no_events, _no_such_seat, _another_bookmark])
def test_hidden_outcomes_hide_no_nonsense(forger: Callable[[Entry], None]) -> None:
    """Events that are believed because an outcome is hidden must still fit the game, and end their ply."""
    log = Forged(recorded("none"))
    log.header["partial"] = True
    entry = log.touch(log.find(has(*BLIND), MIDDLE))
    entry.values["chance"][0][1] = None
    forger(entry)
    report = verdict_on(log.data(rechain=True))
    assert [(finding.kind, finding.line) for finding in report.findings] == [("different-events", log.line)]


@pytest.mark.parametrize("spoil", ["points", "seats"])
def test_hidden_outcomes_hide_no_impossible_score(spoil: str) -> None:
    """A score that nobody can check, because an outcome is hidden, must still be one of this table."""
    log = Forged(recorded("none"))
    log.entries[0].values["partial"] = True
    drawn = log.entries[log.find(has(*BLIND), MIDDLE)]
    drawn.values["chance"][0][1] = drawn.event("ttr.card-drawn")["card"] = None
    if spoil == "points":
        log.end["sheet"][0]["points"].pop()
    else:
        log.end["standings"][0]["seat"] = 7
    assert only_finding(log).kind == "different-score"


def test_undo_step_by_step_reaches_no_further() -> None:
    """LOG-09: the window of undo is counted from the furthest ply, so two undos reach no further than one."""
    log = Forged(recorded("none"))
    log.entries[0].values["undo"] = {"barrier": False, "window": 1}
    draws = log.plies(DRAW, MIDDLE)
    index = next(at for at in draws if log.entries[at + 1].values.get("seat") == log.entries[at].values["seat"])
    seat, ply = log.entries[index].values["seat"], log.entries[index].values["ply"]
    undo = log.find(lambda entry: entry.values.get("ply") == ply) + 2
    log.insert(undo, {"seat": seat, "to": ply + 1, "type": "undo"})
    log.insert(undo + 1, {"seat": seat, "to": ply, "type": "undo"})
    finding = only_finding(log)
    assert (finding.kind, finding.rule) == ("illegal-action", "core.undo-window")


def test_live_undo_reaches_no_further() -> None:
    """LOG-09: a game being recorded refuses the same undo that verification does."""
    header = msgspec.structs.replace(header_of("open", 1), undo=UndoRule(window=1, barrier=False))
    game = RecordedGame.begin(table().rules, header, seeded_source(header), lambda line: None)
    for _ in range(3):
        seat = game.state.to_act[0]
        game.act(seat, next(legal_actions(table().rules, game.state, seat)))
    for _ in range(2):
        game.act(0, DrawCard(None))
    assert game.undo(0) == game.state.ply
    with pytest.raises(Illegal, match=r"core\.undo-window"):
        game.undo(0)
