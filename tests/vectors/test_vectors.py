"""The test vectors are what railbook writes, and a reader that knows nothing of railbook agrees with both."""

from __future__ import annotations

import ast
import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from railbook.audit.verify import verify
from railbook.engine.view import view
from railbook.log.canonical import Codec, LineFault, body_of, read_strictly
from railbook.recording.game import RecordedGame, seeded_source
from railbook.recording.header import open_header
from railbook.recording.simulation import Table, players
from tests.vectors import make, reader

FOLDER = Path(__file__).parent
SIMULATED = ((2, 11), (3, 12), (4, 13), (5, 14))
"""Seats and seeds of the games that both readers check."""

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**19), 10**19) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
OBJECTS = st.dictionaries(st.text(), VALUES, max_size=5)


def rows(name: str) -> list[dict[str, Any]]:
    """Read a vector file of one JSON value per line."""
    return [json.loads(line) for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()]


def document(name: str) -> Any:
    """Read a vector file of one JSON value."""
    return json.loads((FOLDER / name).read_bytes())


def bytes_of(row: dict[str, Any]) -> bytes:
    """Give the raw line of a row, which stands there as text, or in hexadecimal digits where it is none."""
    return bytes.fromhex(row["hex"]) if "hex" in row else row["raw"].encode()


def test_vectors_are_what_railbook_writes() -> None:
    """The committed files are those that `make` writes now, byte for byte."""
    for name, content in make.files().items():
        assert (FOLDER / name).read_bytes() == content, f"{name}: {make.REMEDY}"


def test_reader_is_independent() -> None:
    """The reader imports modules of the standard library only, and none that is part of railbook."""
    tree = ast.parse((FOLDER / "reader.py").read_text(encoding="utf-8"))
    named = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    named |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {"hashlib", "json"} <= named
    assert {name.partition(".")[0] for name in named} <= sys.stdlib_module_names


@pytest.mark.parametrize("row", rows("lines.jsonl"), ids=lambda row: row["name"])
def test_lines(row: dict[str, Any]) -> None:
    """Each line is refused, or has the canonical form, digest and time of its vector (LOG-04, SEC-01, SEC-02)."""
    if row["refused"]:
        with pytest.raises(reader.Fault):
            reader.parse(bytes_of(row))
        return
    line = reader.parse(bytes_of(row))
    found = {"body": line.body.decode(), "canonical": line.canonical, "digest": line.digest, "time": line.time}
    assert found == {name: row[name] for name in found}


def test_lines_cover_both_answers() -> None:
    """Among the vectors are lines that are canonical, others that are read all the same, and refused ones."""
    answers = {(row["refused"], row.get("canonical")) for row in rows("lines.jsonl")}
    assert answers == {(True, None), (False, True), (False, False)}


def test_chain() -> None:
    """Each digest follows from salt, digest before and body, so the same body twice has two digests."""
    chain = document("chain.json")
    before = ""
    for one in chain["links"]:
        assert reader.link(chain["salt"], before, one["body"].encode()) == one["digest"]
        before = one["digest"]
    assert len({one["digest"] for one in chain["links"]}) > len({one["body"] for one in chain["links"]})


@pytest.mark.parametrize("row", document("seeds.json"), ids=lambda row: row["seed"])
def test_seeds(row: dict[str, str]) -> None:
    """Key and salt of an open seed follow from its decimal digits, all of them (LOG-08)."""
    assert reader.key_of_seed(int(row["seed"])).hex() == row["key"]
    assert reader.salt_of_seed(int(row["seed"])) == row["salt"]


def calls() -> list[dict[str, Any]]:
    """Read the vectors of chance, with their counts as numbers."""
    found = document("chance.json")
    for call in found:
        if "bag" in call:
            call["bag"] = {item: int(count) for item, count in call["bag"].items()}
    return list(found)


def test_chance() -> None:
    """Each outcome follows from key and address, by drawing, rolling or shuffling (LOG-07)."""
    for call in calls():
        assert reader.outcome(reader.key_of_seed(int(call["seed"])), call) == call["outcome"], call


def test_chance_covers_rejection() -> None:
    """Some vector comes out otherwise for a reader that forgets to draw again, so it cannot be forgotten (LOG-07)."""
    hasty = []
    for call in calls():
        if "bag" in call and call["scope"] == "again":
            address = f"{call['scope']}\n{call['label']}\n{call['number']}\n0\n0"
            digest = hashlib.blake2b(
                address.encode(), digest_size=8, key=reader.key_of_seed(int(call["seed"]))
            ).digest()
            index = int.from_bytes(digest, "big") % sum(call["bag"].values())
            hasty.append(call["outcome"] == ("x" if index < call["bag"]["x"] else "y"))
    assert not all(hasty)


def test_short_log() -> None:
    """The short log has every kind of line; form, chain, plies and outcomes are right, and railbook finds it exact."""
    data = (FOLDER / "log.jsonl").read_bytes()
    kinds = {reader.parse(raw).values["type"] for _, raw in reader.lines_of(data)}
    assert kinds == set(reader.KINDS)
    assert reader.check(data) == []
    assert reader.check_outcomes(data, rows("log-draws.jsonl")) == []
    report = verify(FOLDER / "log.jsonl", make.registry())
    assert (report.words, report.chance, report.findings) == ("exact", "proven", [])


def test_reader_on_the_command_line(tmp_path: Path) -> None:
    """Run as a program, the reader accepts the short log, and names the line of a copy in which a seat is changed."""
    good, bad = FOLDER / "log.jsonl", tmp_path / "bad.jsonl"
    bad.write_bytes(good.read_bytes().replace(b"a slip", b"a trip").replace(b'"seat":0,"to":3', b'"seat":1,"to":3'))
    for path, code, words in ((good, 0, "form, chain and"), (bad, 1, "line 6: the digest is")):
        command = [sys.executable, "-I", str(FOLDER / "reader.py"), str(path)]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (ran.returncode, ran.stderr) == (code, "")
        assert ran.stdout.startswith(words)


@pytest.mark.slow
@pytest.mark.parametrize("seats, seed", SIMULATED)
def test_reader_agrees_on_simulated_games(seats: int, seed: int, tmp_path: Path) -> None:
    """Of games at tables of each size both readers find the same canonical forms, digests and outcomes."""
    registry = make.registry()
    table = Table.of(registry, "ttr-usa", ["random"] * seats)
    header = open_header(table.rules, table.game_map, [f"Seat {seat}" for seat in range(seats)], seed)
    source = make.Noted(seeded_source(header))
    lines: list[bytes] = []
    game = RecordedGame.begin(table.rules, header, source, lines.append)
    bots = players(table.rules, table.bots, seed)
    while not game.over:
        seat = game.state.to_act[0]
        bot = bots[seat]
        assert bot is not None
        game.act(seat, bot.choose(view(table.rules, game.state, seat), seat))
    game.end()
    data = b"".join(lines)
    assert reader.check(data) == []
    assert reader.check_outcomes(data, source.calls) == []
    typed, untyped = Codec(table.rules), Codec()
    for _, raw in reader.lines_of(data):
        mine, plain, other = typed.read(raw), untyped.read(raw), reader.parse(raw)
        assert mine[1:] == plain[1:] == (other.body, other.digest, other.time, other.canonical)
        assert mine.canonical
    path = tmp_path / "game.jsonl"
    path.write_bytes(data)
    assert verify(path, registry).words == "exact"


@given(OBJECTS)
@example({chr(code): chr(code) for code in (*range(256), 0x2028, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF)})
def test_canonical_forms_agree(values: dict[str, Any]) -> None:
    """Whatever values a line holds, railbook and the standard library write them with the same bytes."""
    assert body_of(values) == reader.canonical(values)


@given(OBJECTS, st.data())
def test_strict_readers_agree(values: dict[str, Any], data: st.DataObject) -> None:
    """A line with a few bytes changed is refused by both strict readers, or both read the same from it (LOG-04)."""
    raw = bytearray(reader.canonical(values))
    for _ in range(data.draw(st.integers(0, 2))):
        at = data.draw(st.integers(0, len(raw)))
        raw[at : at + data.draw(st.integers(0, 2))] = data.draw(
            st.sampled_from(
                [b"", b'"', b"\\", b"{", b"}", b",", b":", b"1", b".", b"e", b"\xff", b"\\ud800", b'"a":1,']
            )
        )
    answers: list[dict[str, Any] | None] = []
    for read, refusal in ((read_strictly, LineFault), (reader.strict, reader.Fault)):
        try:
            answers.append(read(bytes(raw)))
        except refusal:
            answers.append(None)
    assert answers[0] == answers[1]


def test_documented_examples() -> None:
    """The examples in `docs/log-format.md` are those of the vectors: digests, key and salt, and one outcome."""
    text = (FOLDER.parents[1] / "docs" / "log-format.md").read_text(encoding="utf-8")
    chain = document("chain.json")
    for one in chain["links"][:3]:
        assert f"| `{one['body']}` | `{one['digest']}` |" in text
    seed = next(row for row in document("seeds.json") if row["seed"] == "7")
    call = next(call for call in calls() if call["seed"] == "7")
    key = bytes.fromhex(seed["key"])
    drawn = hashlib.blake2b(f"{call['scope']}\n{call['label']}\n0\n0\n0".encode(), digest_size=8, key=key).digest()
    number = int.from_bytes(drawn, "big")
    index = number % sum(call["bag"].values())
    for said in (seed["key"], seed["salt"], drawn.hex(), str(number), f"its index is {index}: `{call['outcome']}`"):
        assert said in text
