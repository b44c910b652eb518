"""Committed chance: the key is made, kept beside the log, revealed and checked; what is false is found."""

from __future__ import annotations

import gzip
import io
import json
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from railbook.audit.diff import diff_rules
from railbook.audit.impact import impact
from railbook.audit.outcomes import Change, Outcome
from railbook.audit.replay import Replay, ReplayFault
from railbook.audit.verify import verify
from railbook.chance import Seeded, commitment_of, new_key, new_salt
from railbook.engine.play import legal_actions
from railbook.log.records import Header, Ply
from railbook.recording.game import RecordedGame
from railbook.recording.header import committed_header
from railbook.recording.keyfile import KeyFault, forget_key, keep_key, key_path, read_key
from railbook.rules.types import RulesError
from tests.cli.running import log_of, records_of
from tests.core import tables
from tests.core.follow import LINES, LOG, follow
from tests.core.tables import chained
from tests.core.tiny_variants import GULLS
from tests.trust.game import registry

KEY = bytes(range(32))
POSIX = pytest.mark.skipif(os.name != "posix", reason="rights of files are those of POSIX")


def game_of(key: bytes, lines: list[bytes], trains: int = 43) -> RecordedGame:
    """Begin a short game of two seats that is committed to a key."""
    shelf = registry().game("ttr-usa")
    rules = shelf.ruleset(2, options={"end.trains_at_most": trains})
    header = committed_header(rules, shelf.maps()[0], ["Ann", "Ben"], key)
    return RecordedGame.begin(rules, header, Seeded(key), lines.append, key=key)


def act(game: RecordedGame, kind: str = "") -> Ply[Any, Any]:
    """Take the first action that is legal, or the first of a kind."""
    seat = game.state.to_act[0]
    actions = legal_actions(game.rules, game.state, seat)
    return game.act(seat, next(one for one in actions if one.__struct_config__.tag == kind or not kind))


def finished(key: bytes = KEY) -> bytes:
    """Give the log of a short game from its header to its end."""
    lines: list[bytes] = []
    game = game_of(key, lines)
    for kind in ("ttr.keep-tickets", "ttr.keep-tickets", "ttr.draw-tickets", "ttr.keep-tickets"):
        act(game, kind)
    while not game.over:
        act(game)
    game.end()
    return b"".join(lines)


def verdict(folder: Path, data: bytes, name: str = "g.jsonl") -> tuple[str, str, list[str]]:
    """Verify bytes; gives the verdict, what is said of chance, and the kinds of findings."""
    (folder / name).write_bytes(data)
    report = verify(folder / name, registry())
    return report.words, report.chance, [finding.kind for finding in report.findings]


# The key and the header


def test_keys_are_new() -> None:
    """Each key and each salt is another one, of full size, and the header holds neither key nor any part of it."""
    keys, salts = {new_key() for _ in range(50)}, {new_salt() for _ in range(50)}
    assert len(keys) == len(salts) == 50
    assert {len(key) for key in keys} == {32}
    lines: list[bytes] = []
    key = new_key()
    game_of(key, lines)
    header = json.loads(lines[0])
    assert set(header["chance"]) == {"scheme", "procedure", "commitment"}
    assert header["chance"]["commitment"] == commitment_of(key)
    held = b"".join(lines)
    assert key.hex().encode() not in held
    assert key.hex()[:16].encode() not in held
    assert commitment_of(key)[:32] != header["salt"]


def test_salt_says_nothing_of_the_key() -> None:
    """Two games with one key have different salts: a salt does not follow from the key."""
    salts = set()
    for _ in range(3):
        lines: list[bytes] = []
        game_of(KEY, lines)
        salts.add(json.loads(lines[0])["salt"])
    assert len(salts) == 3


# Recording


def test_end_reveals_the_key(tmp_path: Path) -> None:
    """A running game is not yet proven; its end line reveals the key, and then all outcomes are proven (LOG-06)."""
    data = finished()
    lines = data.splitlines(keepends=True)
    assert all(b'"key"' not in line for line in lines[:-1])
    assert json.loads(lines[-1])["key"] == KEY.hex()
    assert verdict(tmp_path, b"".join(lines[:-1])) == ("exact so far", "not yet proven", [])
    assert verdict(tmp_path, data) == ("exact", "proven", [])


def test_repeated_action_has_the_same_outcome(tmp_path: Path) -> None:
    """What was taken back and is done again has the outcomes that it had before (LOG-09)."""
    import msgspec

    lines: list[bytes] = []
    game = game_of(KEY, [])
    header = msgspec.structs.replace(game.header, undo=msgspec.structs.replace(game.header.undo, barrier=False))
    game = RecordedGame.begin(game.rules, header, Seeded(KEY), lines.append, key=KEY)
    act(game)
    act(game)
    seat, before = game.state.to_act[0], act(game, "ttr.draw-tickets")
    game.undo(seat)
    after = act(game, "ttr.draw-tickets")
    assert before.chance
    assert (before.chance, before.events) == (after.chance, after.events)
    assert verdict(tmp_path, b"".join(lines)) == ("exact so far", "not yet proven", [])


def test_committed_game_has_its_key() -> None:
    """A game whose header commits to a key cannot be ended without it: nothing would prove its outcomes."""
    game = game_of(KEY, [])
    lines: list[bytes] = []
    bare = RecordedGame.begin(game.rules, game.header, Seeded(KEY), lines.append)
    while not bare.over:
        act(bare)
    with pytest.raises(RulesError, match="key"):
        bare.end()


# Checking what is revealed


def forged(change: Callable[[list[dict[str, Any]]], object]) -> bytes:
    """Change the lines of the finished game and make its chain anew."""
    records = records_of(finished())
    change(records)
    return log_of(records)


def another_ticket(records: list[dict[str, Any]]) -> None:
    """Say that a seat was offered another ticket than it was, in outcome, events and choice: that could have been."""
    text = json.dumps(records[2:])
    assert '"t-boston--miami"' in text
    assert "t-calgary--phoenix" not in text
    records[2:] = json.loads(text.replace('"t-boston--miami"', '"t-calgary--phoenix"'))


@pytest.mark.parametrize(
    "change, kinds, line",
    [
        (lambda lines: lines[-1].update(key="ab" * 32), ["chance-mismatch"], -1),
        (lambda lines: lines[-1].pop("key"), ["chance-mismatch"], -1),
        (lambda lines: lines[0]["chance"].update(commitment="ab" * 32), ["chance-mismatch"], -1),
        (
            lambda lines: (
                lines[-1].update(key="ab" * 32),
                lines[0]["chance"].update(commitment=commitment_of(b"\xab" * 32)),
            ),
            ["chance-mismatch"],
            2,
        ),
        (another_ticket, ["chance-mismatch"], 5),
    ],
    ids=["another key", "no key", "another commitment", "a key of one's own", "another ticket"],
)
def test_false_keys(tmp_path: Path, change: Callable[[Any], object], kinds: list[str], line: int) -> None:
    """A false key, a withheld one, and outcomes that do not follow from the right one are findings (LOG-06)."""
    data = forged(change)
    (tmp_path / "g.jsonl").write_bytes(data)
    report = verify(tmp_path / "g.jsonl", registry())
    assert (report.words, [finding.kind for finding in report.findings]) == ("diverged", kinds)
    assert report.findings[0].line == (line if line > 0 else len(data.splitlines()))


def test_key_behind_comments_and_in_other_layouts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The key is found in front of comments, re-indented, with escapes, packed, and through a pipe (CLI-02, LOG-03)."""
    data = finished()
    head, end = data[: data.rstrip().rindex(b"\n") + 1], data.splitlines()[-1]
    comments = b'{"text":"behind the \\"end\\"","type":"comment"}\n' * 300
    assert verdict(tmp_path, data + comments) == ("exact", "proven", [])
    indented = head + json.dumps(json.loads(end)).encode() + b"\n"
    assert verdict(tmp_path, indented) == ("exact", "proven", ["not-canonical"])
    escaped = head + end.replace(b'"type":"end"', b'"type":"\\u0065nd"') + b"\n"
    assert verdict(tmp_path, escaped) == ("exact", "proven", ["not-canonical"])
    assert verdict(tmp_path, gzip.compress(data), "g.jsonl.gz") == ("exact", "proven", [])
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
    report = verify("-", registry())
    assert (report.words, report.chance, report.findings) == ("exact", "proven", [])


@pytest.mark.parametrize("cut", [1, 40])
def test_end_that_is_cut_off_proves_nothing(tmp_path: Path, cut: int) -> None:
    """LOG-01: without the whole end line there is no key; the plies before it stand."""
    words, chance, kinds = verdict(tmp_path, finished()[: -cut - 1])
    assert (words, kinds) == ("unreadable", ["truncated"])
    assert chance != "proven"


def test_changed_rules_are_followed_with_the_revealed_key(tmp_path: Path) -> None:
    """Where recorded outcomes run out, `diff` and `impact` go on with a revealed key, as with an open seed.

    Without it, in a game in progress, the game is undetermined from the first outcome on that nobody knows.
    """
    seeded = Seeded.of_seed(LINES[0]["chance"]["seed"])
    chance = {"scheme": "committed", "procedure": "blake2b-1", "commitment": commitment_of(seeded._key)}
    committed = [{**LINES[0], "chance": chance}, *LINES[1:-1], {**LINES[-1], "key": seeded._key.hex()}]
    opened, known = follow(tmp_path, LOG, GULLS), follow(tmp_path, chained(committed), GULLS)
    assert known.answered
    assert known == opened
    unknown = follow(tmp_path, chained(committed[:-1]), GULLS)
    first = next(line["ply"] for line in LINES[2:-1] if line["action"]["type"] == "peb.lay")
    assert (unknown.words, unknown.cause) == (f"undetermined from ply {first}", "gulls.die")
    said = []
    for lines in (committed, committed[:-1]):
        path = tmp_path / "diff.jsonl"
        path.write_bytes(chained(lines))
        said.append(diff_rules(Replay(path, tables.registry()), tables.rules_of(GULLS)).what)
    assert ["undetermined" in what for what in said] == [False, True]


def test_false_key_is_followed_by_nobody(tmp_path: Path) -> None:
    """A key that the header does not commit to is a fault for `diff` and `impact` too (LOG-06)."""
    path = tmp_path / "g.jsonl"
    path.write_bytes(forged(lambda lines: lines[-1].update(key="ab" * 32)))
    assert impact(path, registry(), Change()).outcome is Outcome.DIVERGED
    with pytest.raises(ReplayFault, match="another key"):
        Replay(path, registry()).source()


# The key file


def test_key_file_is_private(tmp_path: Path) -> None:
    """The key lies beside the log, for its owner alone, and reads back."""
    log = tmp_path / "g.jsonl"
    keep_key(log, KEY)
    assert stat.S_IMODE(key_path(log).stat().st_mode) == 0o600 or os.name != "posix"
    assert key_path(log).read_text() == KEY.hex() + "\n"
    assert read_key(log, commitment_of(KEY)) == KEY
    forget_key(log)
    assert not key_path(log).exists()
    forget_key(log)  # to forget it twice is no fault


def test_key_file_replaces_nothing(tmp_path: Path) -> None:
    """A key file that is there stays, be it a link to elsewhere; beside a log none is made (CLI-05)."""
    log = tmp_path / "g.jsonl"
    key_path(log).write_text("mine")
    with pytest.raises(OSError, match="may be the key of a game"):
        keep_key(log, KEY)
    assert key_path(log).read_text() == "mine"
    key_path(log).unlink()
    key_path(log).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="exists"):
        keep_key(log, KEY)
    assert not (tmp_path / "elsewhere").exists()
    key_path(log).unlink()
    log.write_text("a game")
    with pytest.raises(OSError, match=r"g\.jsonl exists"):
        keep_key(log, KEY)
    assert not key_path(log).exists()


def test_key_that_cannot_be_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A key that does not get onto the disk is not kept half (CLI-05)."""

    def refuse(handle: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr("os.fsync", refuse)
        with pytest.raises(OSError, match="No space left"):
            keep_key(tmp_path / "g.jsonl", KEY)
    assert list(tmp_path.iterdir()) == []


def _linked(path: Path) -> None:
    path.with_name("real").write_text(KEY.hex() + "\n")
    path.with_name("real").chmod(0o600)
    path.symlink_to(path.with_name("real"))


def _written(text: str, mode: int = 0o600) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        path.write_text(text)
        path.chmod(mode)

    return write


@POSIX
@pytest.mark.parametrize(
    "make, says",
    [
        (lambda path: None, "its key is lost"),
        (_linked, "is a link"),
        (lambda path: path.mkdir(), "is no file"),
        (lambda path: os.mkfifo(path, 0o600), "is no file"),
        (_written(KEY.hex(), 0o644), "others can read its key"),
        (_written(KEY.hex(), 0o660), "others can read its key"),
        (_written("cd" * 32), "holds another key"),
        (_written(""), "no key of 64 hexadecimal digits"),
        (_written(KEY.hex().upper()), "no key of 64"),
        (_written(KEY.hex() + "\n\n"), "no key of 64"),
        (_written("0" * 10**6), "no key of 64"),
    ],
    ids=["lost", "link", "folder", "pipe", "readable by all", "readable by a group", "another", "empty", "capitals",
         "too much", "large"],
)  # fmt: skip
def test_key_files_that_are_refused(tmp_path: Path, make: Callable[[Path], None], says: str) -> None:
    """What is no private file with the right key is refused in one line that names log and key."""
    log = tmp_path / "g.jsonl"
    make(key_path(log))
    with pytest.raises(KeyFault) as refused:
        read_key(log, commitment_of(KEY))
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)
    assert "g.jsonl.key" in str(refused.value)
    assert KEY.hex() not in str(refused.value)


def test_headers_of_both_schemes_differ_in_chance_and_salt_only() -> None:
    """What a header says of the game has nothing to do with where its outcomes come from."""
    import msgspec

    from railbook.recording.header import open_header

    shelf = registry().game("ttr-usa")
    rules = shelf.ruleset(2)
    one: Header = committed_header(rules, shelf.maps()[0], ["Ann", "Ben"], KEY)
    other: Header = open_header(rules, shelf.maps()[0], ["Ann", "Ben"], 1)
    assert msgspec.structs.replace(one, chance=other.chance, salt=other.salt) == other
