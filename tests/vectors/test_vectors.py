"""The test vectors are what railbook writes, and a reader that knows nothing of railbook agrees with both."""

from __future__ import annotations

import ast
import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
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


@pytest.mark.parametrize("row", document("keys.json"), ids=lambda row: row["key"][:8])
def test_commitments(row: dict[str, str]) -> None:
    """The commitment to a key is a hash of its own, for nothing else (LOG-06)."""
    key = bytes.fromhex(row["key"])
    assert reader.commitment_of(key) == row["commitment"]
    assert row["commitment"] not in (hashlib.blake2b(key, digest_size=32).hexdigest(), row["key"])


def test_committed_log() -> None:
    """A log that is committed to a key has the outcomes of that key, and reveals it; railbook says proven (LOG-06)."""
    data = (FOLDER / "log-committed.jsonl").read_bytes()
    assert reader.check(data) == []
    header, *_, end = (reader.parse(raw).values for _, raw in reader.lines_of(data))
    assert header["chance"]["commitment"] == reader.commitment_of(bytes.fromhex(end["key"]))
    assert reader.check_outcomes(data, make.short_log(bytes.fromhex(end["key"]))[1]) == []
    report = verify(FOLDER / "log-committed.jsonl", make.registry())
    assert (report.words, report.chance, report.findings) == ("exact", "proven", [])


@pytest.mark.parametrize(
    "forge, says",
    [
        (lambda header, end: end.update(key="ab" * 32), "not one that the header commits to"),
        (lambda header, end: end.pop("key"), "is not revealed"),
        (lambda header, end: header["chance"].update(commitment="ab" * 32), "not one that the header commits to"),
        (lambda header, end: header.update(chance={"scheme": "none"}), "not one that the header commits to"),
    ],
    ids=["another key", "no key", "another commitment", "no commitment"],
)
def test_reader_refuses_false_keys(forge: Callable[[Any, Any], None], says: str) -> None:
    """Both readers find a key that does not fit the commitment, in a chain that was made anew (LOG-06)."""
    values = [reader.parse(raw).values for _, raw in reader.lines_of((FOLDER / "log-committed.jsonl").read_bytes())]
    forge(values[0], values[-1])
    lines, last = [], ""
    for line in values:
        body = reader.canonical(line)
        digest = "" if line["type"] == "comment" else reader.link(values[0]["salt"], last, body)
        last = digest or last
        lines.append(reader.line_of(body, digest))
    (fault,) = reader.check(b"".join(lines))
    assert says in fault
    report = make.verify_bytes(b"".join(lines))
    assert (report.words, report.findings[-1].kind) == ("diverged", "chance-mismatch")


def test_seal() -> None:
    """What is sealed and signed of a log follows from its bytes; the key is that of the first vector of RFC 8032."""
    vector = document("seal.json")
    assert reader.seal_of((FOLDER / "log.jsonl").read_bytes()) == vector["seal"]
    assert reader.signed_bytes(vector["seal"]).decode() == vector["signed"]
    assert vector["public_key"] == "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    signed = json.loads(vector["file"])
    public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(vector["public_key"]))
    public.verify(bytes.fromhex(signed["signature"]), vector["signed"].encode())
    assert f"{signed['lines']}:{signed['digest']}" == vector["seal"]


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
        assert mine[1:5] == plain[1:5] == (other.body, other.digest, other.time, other.canonical)
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
    (key_row, *_), sealed = document("keys.json"), document("seal.json")
    for said in (
        key_row["commitment"],
        sealed["seal"],
        sealed["file"].strip(),
        seed["key"],
        seed["salt"],
        drawn.hex(),
        str(number),
        f"its index is {index}: `{call['outcome']}`",
    ):
        assert said in text
