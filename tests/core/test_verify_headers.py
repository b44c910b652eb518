"""Verification refuses by name what is not installed, and headers that contradict themselves; it guesses nothing."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from railbook.audit.findings import Report, exit_code
from tests.core.forging import LINES, LOG, Edit, forged, header, variant
from tests.core.tables import chained, documents, judged
from tests.core.tiny_map import BAY

UNKNOWN: dict[str, tuple[Edit, tuple[str, str]]] = {
    "PLG-03-game": (
        header(game="usa-1910"),
        ("unknown-game", "unknown game 'usa-1910': installed are pebbles"),
    ),
    "PLG-03-variant": (
        header(variants=[variant("night")]),
        ("unknown-variant", "unknown variant 'night': installed are big-hands, ebb, gulls, moon"),
    ),
    "PLG-03-rules-newer": (
        header(rules="99.0"),
        ("unknown-version", "recorded under rules 99.0 of pebbles; installed is 1.2"),
    ),
    "PLG-03-rules-older": (
        header(rules="1.1"),
        ("unknown-version", "recorded under rules 1.1 of pebbles; installed is 1.2"),
    ),
    "PLG-03-variant-version": (
        header(variants=[variant("ebb", "7")]),
        ("unknown-version", "recorded with variant ebb 7; installed is 1.0"),
    ),
    "map": (
        header(map={"id": "bay", "digest": "0" * 32}),
        ("unknown-version", f"no installed map 'bay' of pebbles has the digest {'0' * 32}"),
    ),
    "map-id": (
        header(map={"id": "cove", "digest": BAY.digest}),
        ("unknown-version", "no installed map 'cove'"),
    ),
    "LOG-07-procedure": (
        header(chance={"scheme": "open", "seed": 1, "procedure": "mt19937"}),
        ("unknown-version", "chance was drawn by procedure 'mt19937'; installed is blake2b-1"),
    ),
    "LOG-12-format": (
        header(format=2, novelty=[1]),
        ("unknown-version", "the log has format 2, newer than supported: installed is format 1"),
    ),
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_what_is_not_installed_is_named(name: str, tmp_path: Path) -> None:
    """Nothing is replayed under other rules: what is missing, and what is there, is named; exit code 3 (PLG-03)."""
    edit, (kind, message) = UNKNOWN[name]
    report = judged(tmp_path, forged(edit))
    assert (report.words, report.plies) == ("unverified", 0)
    assert [finding.kind for finding in report.findings] == [kind]
    assert message in report.findings[0].message
    assert exit_code([report]) == 3
    assert exit_code([report], allow_unverified=True) == 0


def test_without_the_rules_the_chain_is_checked(tmp_path: Path) -> None:
    """Where the game is not installed, a broken chain, an unreadable line and a cut file are found all the same."""

    def lines(edit: Callable[[list[bytes]], None]) -> Report:
        raw = forged(header(game="chess")).splitlines(keepends=True)
        edit(raw)
        return judged(tmp_path, b"".join(raw))

    report = lines(lambda raw: raw.pop(5))  # type: ignore[arg-type]
    assert [finding.kind for finding in report.findings] == ["unknown-game", "broken-chain"]
    assert (report.words, report.findings[1].line) == ("diverged", 6)
    report = lines(lambda raw: raw.__setitem__(5, b"{}\n"))
    assert [finding.kind for finding in report.findings] == ["unknown-game", "unreadable"]
    report = lines(lambda raw: raw.__setitem__(-1, raw[-1][:-20]))
    assert [finding.kind for finding in report.findings] == ["unknown-game", "truncated"]
    report = lines(lambda raw: raw.__setitem__(0, raw[0].replace(b'"Ada"', b'"Eva"')))
    assert sorted(finding.kind for finding in report.findings) == ["broken-chain", "unknown-game"]
    assert report.words == "diverged"


def named(*names: str) -> list[dict[str, str]]:
    """Give seats with these names."""
    return [{"name": name, "colour": colour} for name, colour in zip(names, BAY.colours, strict=False)]


@pytest.mark.parametrize(
    "fields, message",
    [
        ({"options": {"peb.hand": 2}}, "the header does not say the options peb.barred, peb.bets"),
        ({"options": {**LINES[0]["options"], "peb.extra": 1}}, "unknown option 'peb.extra'"),
        ({"options": {**LINES[0]["options"], "peb.goal": 0}}, "option peb.goal cannot be 0"),
        ({"edition": "shrot"}, "pebbles has no edition 'shrot'"),
        ({"variants": [variant("gulls", "1.3"), variant("ebb")]}, "do not stand in the order in which"),
        ({"variants": [variant("ebb"), variant("ebb")]}, "variant 'ebb' is chosen twice"),
        ({"variants": [variant("moon", "2.1")]}, "the header does not say the options bonus of variant moon"),
        ({"variants": [variant("moon", "2.1", bonus=9)]}, "option moon.bonus cannot be 9"),
        ({"seats": [{"name": "Ada", "colour": "grey"}]}, "takes 2 to 4 seats, not 1"),
        ({"seats": [{"name": "Ada", "colour": "grey"}] * 2}, "the seats' colours grey, grey are not different ones"),
        ({"seats": [{"name": name, "colour": name} for name in ("grey", "green")]}, "are not different ones"),
        ({"seats": [{"name": "Ada", "colour": c} for c in ("grey", "brown")]}, "two seats are called 'Ada'"),
        ({"seats": named("Ada", "A" * 61)}, "has 61 characters; at most 60 are allowed"),
        ({"seats": named("Ada", " ")}, "a seat has an empty name"),
        ({"seats": named("Ada", "Bo\u200b")}, "holds an invisible or control character (U+200B)"),
        ({"seats": named("Ada", "Bo\u2028VERIFIED")}, "holds an invisible or control character (U+2028)"),
        ({"seats": named("Zo\u00eb", "Zoe\u0308")}, "look alike"),
        ({"seats": named("ada", " Ada")}, "look alike"),
        ({"chance": {"scheme": "open", "procedure": "blake2b-1"}}, "chance scheme open goes with procedure, seed"),
        ({"chance": {"scheme": "none", "seed": 1}}, "chance scheme none goes with no further field"),
        ({"chance": {"scheme": "open\n", "procedure": "blake2b-1", "seed": 1}}, "Invalid enum value 'open\\n'"),
        ({"chance": {"scheme": "open", "procedure": "blake2b-1", "seed": -1}}, "Expected `int` >= 0 (at chance.seed)"),
        ({"map": {"id": "bay", "digest": BAY.digest, "data": {}}}, "the embedded map: "),
        ({"map": {"id": "bay", "digest": BAY.digest, "data": {"id": 5}}}, "the embedded map: "),
        ({"salt": "0" * 31}, "at salt"),
        ({"salt": "0" * 32 + "\n"}, "at salt"),
        ({"format": 0}, "at format"),
    ],
)  # fmt: skip
def test_headers_that_contradict_themselves(fields: dict[str, Any], message: str, tmp_path: Path) -> None:
    """A header that does not fit its own game, or whose names do not, is unreadable, and one line says why (LOG-14)."""
    lines = documents(LOG)
    lines[0].update(fields)
    try:
        log = chained(lines)
    except ValueError:  # a salt that is none
        log = b"".join([LOG.replace(LINES[0]["salt"].encode(), fields["salt"].encode())])
    report = judged(tmp_path, log)
    assert (report.words, report.plies, [finding.line for finding in report.findings]) == ("unreadable", 0, [1])
    assert message in report.findings[0].message.replace("\n", "\\n")


def test_an_embedded_map(tmp_path: Path) -> None:
    """A log may bring its own map, found by its digest; a map that is not the one it says is refused."""
    data = msgspec.to_builtins(BAY)
    report = judged(tmp_path, forged(header(map={"id": "bay", "digest": BAY.digest, "data": data})))
    assert (report.words, report.findings) == ("exact", [])
    for change, message in (
        ({**data, "pebbles": {"jet": 99}}, "the embedded map has digest"),
        ({**data, "id": "creek"}, "the embedded map is 'creek', the header says 'bay'"),
    ):
        report = judged(tmp_path, forged(header(map={"id": "bay", "digest": BAY.digest, "data": change})))
        assert (report.words, report.findings[0].kind) == ("unreadable", "unreadable")
        assert message in report.findings[0].message
