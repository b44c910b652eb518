"""Writes the test vectors of `docs/log-format.md` with railbook, for readers in any language to be checked against.

python -m tests.vectors.make
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

import railbook_ticket_to_ride.plugin
import railbook_usa.plugin
from railbook.audit.findings import Report
from railbook.audit.verify import verify
from railbook.chance import Address, Seeded, commitment_of, salt_of_seed
from railbook.engine.play import legal_actions
from railbook.log.canonical import Codec, LineFault, body_of, line_of
from railbook.log.chain import Chain
from railbook.log.records import Comment
from railbook.log.seal import Seal, written
from railbook.log.signing import sign
from railbook.plugins.registry import Registry
from railbook.recording.game import RecordedGame, seeded_source
from railbook.recording.header import committed_header, open_header
from tests.vectors import samples

FOLDER = Path(__file__).parent
REMEDY = "the vectors are not what railbook writes: if the format was meant to change, run python -m tests.vectors.make"


def files() -> dict[str, bytes]:
    """Give the content of every vector file by name."""
    log, calls = short_log()
    committed, _ = short_log(samples.KEY)
    return {
        "lines.jsonl": _rows(_line(name, raw) for name, raw in samples.lines()),
        "chain.json": _document(_chain()),
        "seeds.json": _document([_seed(seed) for seed in samples.SEEDS]),
        "keys.json": _document([{"key": key.hex(), "commitment": commitment_of(key)} for key in samples.KEYS]),
        "chance.json": _document([_outcome(call) for call in samples.CALLS]),
        "log.jsonl": log,
        "log-draws.jsonl": _rows(calls),
        "log-committed.jsonl": committed,
        "seal.json": _document(_seal(log)),
    }


def _document(value: Any) -> bytes:
    return json.dumps(value, indent=2, sort_keys=True).encode() + b"\n"


def _rows(values: Any) -> bytes:
    return b"".join(json.dumps(value, sort_keys=True).encode() + b"\n" for value in values)


def _line(name: str, raw: bytes) -> dict[str, Any]:
    """What railbook makes of one line: its canonical form, digest and time, or that it is refused."""
    row: dict[str, Any] = {"name": name}
    try:
        row["raw"] = raw.decode()
    except UnicodeDecodeError:
        row["hex"] = raw.hex()
    try:
        line = Codec().read(raw)
    except LineFault:
        return {**row, "refused": True}
    return {
        **row,
        "refused": False,
        "body": line.body.decode(),
        "canonical": line.canonical,
        "digest": line.digest,
        "time": line.time,
    }


def _chain() -> dict[str, Any]:
    """The digests of small bodies that follow one another under one salt."""
    chain = Chain(samples.SALT)
    bodies = [body_of(values) for values in samples.BODIES]
    return {"salt": samples.SALT, "links": [{"body": body.decode(), "digest": chain.link(body)} for body in bodies]}


def _seed(seed: int) -> dict[str, Any]:
    return {"seed": str(seed), "key": Seeded.of_seed(seed)._key.hex(), "salt": salt_of_seed(seed)}


def _seal(log: bytes) -> dict[str, str]:
    """Seal and sign the short log with the first key of the test vectors in RFC 8032."""
    report = verify_bytes(log)
    seal = Seal(report.digest, report.lines)
    private = Ed25519PrivateKey.from_private_bytes(samples.SIGNING_KEY)
    pem = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return {
        "seal": str(seal),
        "signed": seal.signed_bytes().decode(),
        "public_key": private.public_key().public_bytes_raw().hex(),
        "file": written(seal, sign(seal, pem)).decode(),
    }


def verify_bytes(log: bytes) -> Report:
    """Verify the bytes of a log with the plugins that the vectors are made with."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log.jsonl"
        path.write_bytes(log)
        return verify(path, registry())


def _outcome(call: Mapping[str, Any]) -> dict[str, Any]:
    source = Seeded.of_seed(int(call["seed"]))
    address = Address(call["scope"], call["label"], call["number"])
    if "bag" in call:
        return {**call, "outcome": source.draw(address, {item: int(count) for item, count in call["bag"].items()})}
    if "sides" in call:
        return {**call, "outcome": source.roll(address, call["sides"], call["count"])}
    return {**call, "outcome": source.shuffle(address, sorted(call["items"]))}


class Noted:
    """A source of chance that notes from what it was asked to draw."""

    def __init__(self, source: Seeded) -> None:
        self._source = source
        self.calls: list[dict[str, Any]] = []

    def draw(self, address: Address, bag: Mapping[str, int]) -> str:
        """Note the bag."""
        self.calls.append({**msgspec.structs.asdict(address), "bag": dict(bag)})
        return self._source.draw(address, bag)

    def roll(self, address: Address, sides: int, count: int) -> list[int]:
        """Note the dice."""
        self.calls.append({**msgspec.structs.asdict(address), "sides": sides, "count": count})
        return self._source.roll(address, sides, count)

    def shuffle(self, address: Address, items: Sequence[str]) -> list[str]:
        """Note the items."""
        self.calls.append({**msgspec.structs.asdict(address), "items": list(items)})
        return self._source.shuffle(address, items)


def registry() -> Registry:
    """Load the plugins that the vectors are made with."""
    loaded = Registry()
    loaded.add(railbook_ticket_to_ride.plugin, "ticket-to-ride", "railbook")
    loaded.add(railbook_usa.plugin, "usa", "railbook")
    return loaded


def short_log(key: bytes = b"") -> tuple[bytes, list[dict[str, Any]]]:
    """Play a game of a few plies that has every kind of line, and a time; give its log and what was drawn from.

    With a key the game is committed to that, otherwise its seed is open.
    """
    loaded = registry()
    game = loaded.game("ttr-usa")
    rules = game.ruleset(2, options={"end.trains_at_most": 45})  # the first turn sets off the last round
    names = ["Zoë", 'Émile "le Rapide"']
    header = open_header(rules, game.maps()[0], names, seed=2)
    if key:
        header = msgspec.structs.replace(committed_header(rules, game.maps()[0], names, key), salt=samples.SALT)
    source = Noted(Seeded(key) if key else seeded_source(header))
    lines: list[bytes] = []
    played = RecordedGame.begin(rules, header, source, lines.append, key=key)

    def act(kind: str, *, last: bool = False, time: str = "") -> None:
        seat = played.state.to_act[0]
        actions = [a for a in legal_actions(rules, played.state, seat) if a.__struct_config__.tag == kind]
        played.act(seat, actions[-1 if last else 0], time)

    act("ttr.keep-tickets", last=True)
    act("ttr.keep-tickets")
    act("ttr.claim-route", time="2004-05-01T10:00:00Z")
    played.undo(0)
    lines.append(line_of(body_of(Comment(text="a slip:\n\tthe same claim again \u2192 the same events")), ""))
    act("ttr.claim-route")
    act("ttr.draw-card")
    act("ttr.draw-card", last=True)
    act("ttr.draw-tickets")
    act("ttr.keep-tickets", last=True)
    played.end()
    return b"".join(lines), source.calls


def main() -> None:
    """Write the files beside this one."""
    for name, content in files().items():
        (FOLDER / name).write_bytes(content)


if __name__ == "__main__":
    main()
