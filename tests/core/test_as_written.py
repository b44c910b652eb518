"""The quick way through a log: plies in canonical form with the digest that is due, read and compared as they stand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from railbook.audit.verify import verify
from railbook.engine import fold as fold_module
from railbook.engine.fold import Memory, fold
from railbook.engine.state import Committed, Waits, encode, new_state
from railbook.log.canonical import Codec, codec_of
from railbook.log.chain import Chain
from railbook.log.reader import RawLine
from railbook.log.records import Ply
from railbook.log.stretch import AT_ONCE, Stretch
from railbook.rules.types import Action, Event
from railbook.rules.visibility import is_free
from tests.core.tables import Played, registry, rules_of

RULES = rules_of(options={"peb.bets": False})
LINES = Played(RULES, 6).finish().splitlines()
CODEC = codec_of(RULES)
PLIES = [number for number, raw in enumerate(LINES) if json.loads(raw)["type"] == "ply"]


def chain_before(number: int) -> Chain:
    """Give the chain as it is before a line."""
    first = json.loads(LINES[0])
    return Chain(first["salt"], json.loads(LINES[number - 1])["digest"])


def stretch_of(*raws: bytes, codec: Codec = CODEC) -> Stretch:
    """Collect lines, all of which may stand in a row."""
    stretch = Stretch(codec)
    assert all(stretch.takes(RawLine(number, raw, True)) for number, raw in enumerate(raws))
    return stretch


def ply_of(number: int) -> Ply[Any, Any]:
    """Read a ply as the strict reader does."""
    record = CODEC.read(LINES[number]).record
    assert isinstance(record, Ply)
    return record


@pytest.mark.parametrize("count", [1, 2, 6])
def test_canonical_plies_are_read_and_chained(count: int) -> None:
    """The records are those of the strict reader, and the chain goes on to the digest of the last line."""
    numbers = PLIES[:count]
    chain, stretch = chain_before(numbers[0]), stretch_of(*(LINES[number] for number in numbers))
    assert stretch.plies() == [ply_of(number) for number in numbers]
    claims = stretch.claims()
    assert claims is not None
    assert [(claim.ply, claim.action) for claim in claims] == [
        (record.ply, record.action) for record in map(ply_of, numbers)
    ]
    assert stretch.is_written([ply_of(number) for number in numbers], chain)
    assert chain.last == json.loads(LINES[numbers[-1]])["digest"] == stretch.digests[-1]


def test_a_stretch_is_full_after_so_many_lines() -> None:
    """Lines are collected up to a number, so that memory stays bounded."""
    stretch, line = Stretch(CODEC), RawLine(1, LINES[PLIES[3]], True)
    for number in range(AT_ONCE):
        assert (stretch.full, len(stretch.lines)) == (False, number)
        assert stretch.takes(line)
    assert stretch.full


def test_a_time_behind_the_digest_changes_nothing() -> None:
    """A canonical ply with a time is read, compared and chained like one without: the time is outside the chain."""
    number = PLIES[3]
    raw = LINES[number][:-1] + ',"time":"2024-05-01 20:15 – Köln"}'.encode()
    record, stretch, chain = ply_of(number), stretch_of(raw), chain_before(number)
    assert stretch.plies() == [record]
    claims = stretch.claims()
    assert claims is not None
    assert [(claim.ply, claim.action) for claim in claims] == [(record.ply, record.action)]
    assert stretch.is_written([record], chain)
    assert chain.last == json.loads(raw)["digest"] == stretch.digests[0]


SPOILT = {
    "digest": lambda raw: raw[:-4] + (b"00" if raw[-4:-2] != b"00" else b"11") + raw[-2:],
    "space": lambda raw: raw.replace(b'"events":', b'"events": '),
    "escape": lambda raw: raw.replace(b'"core.waits"', b'"core.wait\\u0073"'),
    "unknown-field": lambda raw: raw.replace(b'"events":', b'"eventz":'),
    "odd-time": lambda raw: raw[:-1] + b',"time":"\xff"}',
    "two-times": lambda raw: raw[:-1] + b',"time":"now","time":"now"}',
    "long-number": lambda raw: raw.replace(b'"ply":', b'"ply":1' + b"0" * 30),
    "cut": lambda raw: raw[:-1],
}


@pytest.mark.parametrize("how", SPOILT)
@pytest.mark.parametrize("among", [False, True], ids=["alone", "among-others"])
def test_any_other_line_is_left_alone(how: str, *, among: bool) -> None:
    """A line that is spoilt, or dressed, is not taken the quick way, and the chain stays where it was."""
    number = PLIES[3]
    before, behind = ([number - 1], [number + 1]) if among else ([], [])
    chain = chain_before((*before, number)[0])
    last = chain.last
    raw = SPOILT[how](LINES[number])
    assert raw != LINES[number]
    raws = [*(LINES[n] for n in before), raw, *(LINES[n] for n in behind)]
    stretch = Stretch(CODEC)
    taken = [stretch.takes(RawLine(n, line, True)) for n, line in enumerate(raws)]
    assert taken.count(False) == (not taken[len(before)])  # only the spoilt one may be refused at once
    right = [ply_of(n) for n in (*before, number, *behind)]
    found = stretch.plies()
    for plies in (right, found or []):
        assert not stretch.is_written(plies, chain) or not all(taken)
    if all(taken):
        assert chain.last == last


def test_lines_are_compared_one_by_one() -> None:
    """What stands in two lines is not what is written if it is cut elsewhere, though together it is the same text."""
    first, second = PLIES[3], PLIES[3] + 1
    both = [ply_of(first), ply_of(second)]
    bodies = [LINES[number][:-45] + b"}" for number in (first, second)]
    assert CODEC.are_written(both, bodies)
    assert not CODEC.are_written(both, [bodies[0] + b"\n" + bodies[1][:-1], b"}"])
    assert not CODEC.are_written(both, [bodies[0] + bodies[1]])
    assert not CODEC.are_written(both[:1], bodies)
    assert not CODEC.are_written(both, bodies[:1])


def test_a_dressed_line_is_not_taken() -> None:
    """A line from which something was stripped goes the longer way, where that is told."""
    assert not Stretch(CODEC).takes(RawLine(1, LINES[PLIES[3]], True, dressed="carriage returns"))


def test_a_ply_is_what_is_written_only_with_all_its_events() -> None:
    """The same ply with an event less, or with another, is not what the line says; with its own it is."""
    number = PLIES[3]
    record, stretch = ply_of(number), stretch_of(LINES[number])
    for events in (record.events[:-1], [*record.events, record.events[-1]]):
        assert not stretch.is_written([msgspec.structs.replace(record, events=events)], chain_before(number))
    assert stretch.is_written([record], chain_before(number))


def test_a_codec_is_made_once() -> None:
    """Rulesets with the same actions and events share a codec; without rules there is no quick way."""
    assert codec_of(rules_of(options={"peb.bets": False})) is CODEC
    assert stretch_of(LINES[PLIES[0]], codec=Codec()).plies() is None


def test_memory_reads_lines_again() -> None:
    """What is kept as lines gives the same states and events as what is kept as events."""
    state = new_state(RULES)
    by_line, by_events = Memory(RULES, state, None, CODEC.events), Memory(RULES, state, None)
    for number in PLIES:
        events = CODEC.events(LINES[number])
        fold(RULES, state, events)
        by_line.add(state, LINES[number])
        by_events.add(state, events)
    for ply in range(len(PLIES)):
        assert by_line.events(ply) == by_events.events(ply)
        assert encode(by_line.at(ply)) == encode(by_events.at(ply))


class Inner(msgspec.Struct):
    """A value that holds anything."""

    inside: list[dict[str, Inner]]


class Deep(Event, frozen=True, tag="test.deep"):
    """An event with a part that may hold itself."""

    part: Inner | None


class Bare(Action, frozen=True, tag="test.bare"):
    """An action with an object of no known kind."""

    part: dict  # type: ignore[type-arg]  # that is the point


def test_types_that_may_be_nested_to_any_depth() -> None:
    """A field for any value, for a bare object, or for its own kind again makes a type free; others are not."""
    assert [is_free(kind) for kind in (Committed, Deep, Bare, Waits)] == [True, True, True, False]


def test_a_state_that_grows_too_great_is_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SEC-01: a snapshot that cannot be written, because a number takes more than 64 bits, is told as what it is."""
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"\n".join(LINES) + b"\n")
    assert verify(path, registry()).findings == []
    monkeypatch.setattr(fold_module, "SNAPSHOT_EVERY", 1)
    monkeypatch.setattr(fold_module, "encode", lambda state: encode(state) if not state.ply else overflowing())
    report = verify(path, registry())
    assert [finding.kind for finding in report.findings] == ["different-events"]
    assert report.findings[0].message == "the events lead to numbers of more than 64 bits"


def overflowing() -> bytes:
    """Fail as the packer does for a great number."""
    return msgspec.msgpack.encode(2**64)
