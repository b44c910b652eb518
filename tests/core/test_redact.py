"""What a redacted log holds and what not, on a game with hidden draws and secret choices."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from railbook.audit.redact import compare, redacted
from railbook.audit.replay import Replay, ReplayFault
from railbook.engine.core_layer import ChooseUnseen
from railbook.engine.play import check
from railbook.log.reader import raw_lines
from railbook.rules.types import Rejection, RulesError, Unknown
from tests.core.tables import Document, Played, chained, documents, judged, played, rules_of
from tests.core.tables import registry as tables
from tests.core.tiny import Bet

LINES = documents(played(seed=2))
KEY, COMMITMENT = "ab" * 32, "cd" * 32


def told(folder: Path, lines: list[Document], viewer: int | None) -> list[Document]:
    """Redact a log with these lines and give the lines of what comes out, without their digests."""
    return documents(raw(folder, lines, viewer))


def raw(folder: Path, lines: list[Document], viewer: int | None) -> bytes:
    """Redact a log with these lines."""
    path = folder / "whole.jsonl"
    path.write_bytes(chained(lines))
    return b"".join(redacted(Replay(path, tables()), viewer))


def test_the_header_holds_nothing_that_leads_to_chance(tmp_path: Path) -> None:
    """LOG-13: no seed, no salt and no digest of the whole log, no free text; whose log it is, the header says."""
    remarks = {"meta": {"note": "the bag"}, "created": "2030-01-01T00:00:00Z", "source": {"platform": "p", "note": "n"}}
    lines = [{**LINES[0], **remarks}, {"type": "comment", "text": "jet is next"}, *LINES[1:]]
    digests = {json.loads(line)["digest"] for line in chained(lines).splitlines() if b'"digest"' in line}
    header, *rest = told(tmp_path, lines, 1)
    assert header["chance"] == {"scheme": "none"}
    assert header["partial"] is True
    assert header["meta"] == {"seen-by": 1}
    assert header["source"] == {"platform": "p"}
    assert header["created"] == "2030-01-01T00:00:00Z"
    assert header["salt"] != LINES[0]["salt"]
    assert not [digest for digest in digests if digest.encode() in raw(tmp_path, lines, 1)]
    assert [line["type"] for line in rest] == [line["type"] for line in LINES[1:]]
    same = {"game", "rules", "map", "edition", "variants", "options", "seats", "undo", "format"}
    assert {key: header[key] for key in same} == {key: LINES[0][key] for key in same}


def test_the_commitment_stays_and_the_key_goes(tmp_path: Path) -> None:
    """LOG-13: a seat can check a key that is revealed later; the log itself never holds it."""
    chance = {"scheme": "committed", "procedure": "blake2b-1", "commitment": COMMITMENT}
    lines = [{**LINES[0], "chance": chance, "salt": "0" * 32}, *LINES[1:-1], {**LINES[-1], "key": KEY}]
    shown = told(tmp_path, lines, None)
    assert shown[0]["chance"] == chance
    assert KEY not in json.dumps(shown)
    assert {key: shown[-1][key] for key in ("reason", "sheet", "standings")} == {
        key: LINES[-1][key] for key in ("reason", "sheet", "standings")
    }


def test_times_go(tmp_path: Path) -> None:
    """LOG-13: how long somebody thought may hang on what he holds, so no line has a time."""
    path = tmp_path / "timed.jsonl"
    timed = [line[:-1] + b',"time":"2030-01-01T00:00:00Z"}' for line in chained(LINES).splitlines()]
    path.write_bytes(b"\n".join(timed) + b"\n")
    assert all(b'"time"' not in line for line in redacted(Replay(path, tables()), 0))


def test_the_salt_follows_from_what_is_told(tmp_path: Path) -> None:
    """LOG-13: the same told header has the same salt whatever the seed is, and another one has another."""
    other = {**LINES[0], "chance": {"scheme": "none"}, "salt": "5" * 32}
    shown = told(tmp_path, LINES, 0)
    assert told(tmp_path, [other, *LINES[1:]], 0) == shown
    assert told(tmp_path, LINES, 1)[0]["salt"] != shown[0]["salt"]


def bets(lines: list[Any]) -> list[Any]:
    """Give the actions of the plies in which a secret choice is made and others still choose."""
    return [
        line["action"]
        for line in lines
        if line["type"] == "ply"
        and line["events"][0]["type"] == "core.committed"
        and not any(event["type"] == "core.revealed" for event in line["events"])
    ]


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_a_secret_choice_is_a_null_commitment(viewer: int | None, tmp_path: Path) -> None:
    """The choice of another seat is `core.choose-unseen`, the own one stands there; the log holds all the same."""
    lines = documents(played(seed=2))
    shown = told(tmp_path, lines, viewer)
    hidden = [action["type"] == "core.choose-unseen" for action in bets(shown)]
    seats = [line["seat"] for line in lines if line["type"] == "ply" and bets([line])]
    assert hidden == [seat != viewer for seat in seats]
    assert hidden
    path = tmp_path / "told.jsonl"
    path.write_bytes(raw(tmp_path, lines, viewer))
    report = judged(tmp_path, path.read_bytes())
    assert (report.words, report.findings, report.finished) == ("unverified", [], True)
    assert b"".join(redacted(Replay(path, tables()), viewer)) == path.read_bytes()


def test_an_unseen_choice_belongs_to_partial_logs_alone(tmp_path: Path) -> None:
    """A log that does not say it is partial may not leave a choice out."""
    shown = told(tmp_path, LINES, None)
    report = judged(tmp_path, chained([{**shown[0], "partial": False}, *shown[1:]]))
    assert (report.words, report.findings[0].kind) == ("diverged", "impossible-chance")


def test_an_unseen_choice_is_made_where_seats_choose_in_secret() -> None:
    """core.choose-unseen: who is not asked, and a step without secrets, are refused; else nobody can say."""
    game = Played(rules_of(seats=3))
    assert isinstance(check(game.rules, game.state, 1, ChooseUnseen()), Unknown)
    with pytest.raises(RulesError, match="hidden information decides in a live game"):
        game.act(1, ChooseUnseen())
    game.act(1, Bet("jet"))
    refused = check(game.rules, game.state, 1, ChooseUnseen())
    assert isinstance(refused, Rejection)
    assert (refused.rule, refused.message) == ("core.choose-unseen", "seat 1 is not asked to choose now")
    game.act(0, Bet("agate"))
    game.act(2, Bet("flint"))
    refused = check(game.rules, game.state, game.state.to_act[0], ChooseUnseen())
    assert isinstance(refused, Rejection)
    assert "nothing is chosen in secret now" in refused.message


def test_what_was_taken_back_stays_hidden(tmp_path: Path) -> None:
    """LOG-09, LOG-13: an undo line stays, and the ply that it takes back is hidden as any other."""
    lines = documents(chained(LINES))
    lines[0]["undo"]["barrier"] = False
    ply = next(line["ply"] for line in lines[3:-1] if line["seat"] == 1 and line["action"]["type"] == "peb.draw")
    undone = [*lines[: ply + 2], {"type": "undo", "seat": 1, "to": ply}]
    shown = told(tmp_path, undone, 0)
    assert {key: shown[-1][key] for key in ("type", "seat", "to")} == undone[-1]
    assert shown[-2]["chance"] == [[label, None] for label, _ in undone[-2]["chance"]]
    assert judged(tmp_path, chained(shown)).findings == []


def test_a_log_that_cannot_be_read_is_not_redacted(tmp_path: Path) -> None:
    """Of a log whose chain breaks nothing is handed out as if it were the game."""
    path = tmp_path / "broken.jsonl"
    path.write_bytes(chained(LINES).replace(b'"ply":3', b'"ply":4', 1))
    with pytest.raises(ReplayFault, match="broken-chain"):
        b"".join(redacted(Replay(path, tables()), 0))


@pytest.mark.parametrize(
    "change, agree, differs",
    [
        (lambda lines: lines, 6, False),
        (lambda lines: lines[:4], 4, True),
        (lambda lines: [*lines[:2], lines[2].replace(b"null", b"true", 1), *lines[3:]], 2, True),
        (lambda lines: [*lines, lines[-1]], 6, True),
        (lambda lines: [b"\xef\xbb\xbf" + lines[0], *lines[1:]], 0, True),
        (lambda lines: [*lines[:5], lines[5][:-1]], 5, True),
    ],
    ids=["same", "shorter", "changed", "longer", "dressed", "torn"],
)
def test_comparing_is_byte_by_byte(change: Any, agree: int, differs: bool, tmp_path: Path) -> None:
    """A redacted log is proven by making it again: every byte counts, and where they part is told."""
    made = [b'{"line":%d,"what":null}\n' % number for number in range(6)]
    path = tmp_path / "there.jsonl"
    path.write_bytes(b"".join(change(made)))
    same, difference = compare(made, raw_lines(path))
    assert (same, difference is not None) == (agree, differs)
    if difference is not None:
        assert difference.line == agree + 1
