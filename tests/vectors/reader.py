"""Reads and checks logs with the standard library alone: a second opinion on railbook, and a model for other languages.

It follows `docs/log-format.md` and imports nothing of railbook. It knows no game: it checks the form of each line, the
chain, the numbers of plies, and, where it is told from which bags was drawn, the outcomes of an open seed.

    python tests/vectors/reader.py LOG.jsonl
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

MAX_DEPTH = 60
MAX_DIGITS = 20
LEAST, GREATEST = -(2**63), 2**64 - 1
MAX_TIME = 100
# A string, or what begins like one and does not end; possessive, so that no hostile text takes quadratic time.
STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
CHAINED = ("header", "ply", "undo", "end")
KINDS = (*CHAINED, "comment")


class Fault(ValueError):
    """Something that a log must not be; says what in a few words."""


class Line(NamedTuple):
    """A line taken apart: its values and their canonical form, both without digest and time, and those two."""

    values: dict[str, Any]
    body: bytes
    digest: str
    time: str
    canonical: bool


# The canonical form


def canonical(values: object) -> bytes:
    """Write values compactly: keys in order of code points, and no character escaped that need not be."""
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def line_of(body: bytes, digest: str = "", time: str = "") -> bytes:
    """Put digest and time behind a canonical form, and the line break behind those."""
    tail = b""
    for name, value in (("digest", digest), ("time", time)):
        if value:
            tail += b"," + canonical({name: value})[1:-1]
    return body[:-1] + tail + b"}\n"


def parse(raw: bytes) -> Line:
    """Take a line apart that has no line break any more; raises `Fault` for what two readers could take differently."""
    values = strict(raw)
    digest, time = values.pop("digest", ""), values.pop("time", "")
    if not isinstance(digest, str) or not isinstance(time, str) or len(time) > MAX_TIME:
        raise Fault("digest and time are texts")
    body = canonical(values)
    return Line(values, body, digest, time, raw + b"\n" == line_of(body, digest, time))


def strict(raw: bytes) -> dict[str, Any]:
    """Read one JSON object, without twin keys, fractions, long numbers, deep nesting or halves of surrogate pairs."""
    depth = 0
    for bracket in re.findall(rb"[\[\]{}]", STRING.sub(b"", raw)):
        depth += 1 if bracket in b"[{" else -1
        if depth > MAX_DEPTH:
            raise Fault("nested too deep")
    try:
        values = json.loads(
            raw.decode(), object_pairs_hook=_object, parse_int=_whole, parse_float=_fraction, parse_constant=_fraction
        )
        canonical(values)
    except UnicodeError:
        raise Fault("not UTF-8") from None
    except json.JSONDecodeError as error:
        raise Fault(f"not JSON: {error}") from None
    if not isinstance(values, dict):
        raise Fault("not an object")
    return values


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        raise Fault("a key occurs twice")
    return values


def _whole(text: str) -> int:
    if len(text.removeprefix("-")) > MAX_DIGITS:
        raise Fault("a number with too many digits")
    number = int(text)
    if not LEAST <= number <= GREATEST:
        raise Fault("a number that does not fit into 64 bits")
    return number


def _fraction(text: str) -> int:
    raise Fault(f"{text[:20]} is not a whole number")


# The chain


def link(salt: str, before: str, body: bytes) -> str:
    """Give the digest of a line from the digest before it, which is empty for the header."""
    return hashlib.blake2b(bytes.fromhex(before) + body, digest_size=16, key=bytes.fromhex(salt)).hexdigest()


def lines_of(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Give the lines of a file with their numbers from 1; a byte order mark, carriage returns and blank lines go."""
    for number, raw in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        if raw.strip():
            yield number, raw.removesuffix(b"\r")


def check(data: bytes) -> list[str]:
    """Give what is wrong with a log, as far as that can be told without the rules of its game: the first fault only."""
    log = Follower()
    for number, raw in lines_of(data):
        try:
            log.follow(parse(raw))
        except (ValueError, LookupError, TypeError) as fault:
            return [f"line {number}: {fault}"]
    return [] if log.due > 0 else ["no ply"]


class Follower:
    """Follows a log: its running digest `last`, how many `lines` are chained, and the ply that is `due`."""

    def __init__(self) -> None:
        self.salt = ""
        self.last = ""
        self.due = -1
        self.ended = False
        self.lines = 0
        self.header: dict[str, Any] = {}

    def follow(self, line: Line) -> None:
        """Take the next line; raises `Fault` where it does not fit those before it."""
        values, kind = line.values, line.values.get("type")
        if kind not in KINDS or (kind == "header") != (self.due < 0):
            raise Fault("the header is the first line and no other")
        if kind == "comment":
            return
        if self.ended:
            raise Fault("a line stands behind the end")
        if kind == "header":
            self.salt, self.header = values["salt"], values
        self.last = link(self.salt, self.last, line.body)
        if line.digest != self.last:
            raise Fault(f"the digest is {self.last}, not {line.digest or 'absent'}")
        if kind == "ply" and values["ply"] != self.due:
            raise Fault(f"ply {values['ply']} stands where ply {self.due} is due")
        if kind == "undo" and not 1 <= values["to"] < self.due:
            raise Fault(f"there is no ply {values['to']} to take back")
        if kind == "end":
            check_key(self.header, values)
        self.lines += 1
        self.ended = kind == "end"
        if kind != "end":
            self.due = values["to"] if kind == "undo" else self.due + 1


# Chance


def key_of_seed(seed: int) -> bytes:
    """Give the key that belongs to an open seed."""
    return hashlib.blake2b(str(seed).encode(), digest_size=32, person=b"railbook-seed").digest()


def salt_of_seed(seed: int) -> str:
    """Give the salt that belongs to an open seed."""
    return hashlib.blake2b(str(seed).encode(), digest_size=16, person=b"railbook-salt").hexdigest()


def commitment_of(key: bytes) -> str:
    """Give the commitment to a key that stays secret until the end of the game."""
    return hashlib.blake2b(key, digest_size=32, person=b"railbook-commit").hexdigest()


def check_key(header: Mapping[str, Any], end: Mapping[str, Any]) -> None:
    """Refuse an end that reveals another key than the header commits to, or none; a partial log need not know it."""
    commitment, key = header["chance"].get("commitment"), end.get("key")
    if key is None:
        if commitment is not None and not header["partial"]:
            raise Fault("the key that the header commits to is not revealed")
    elif commitment is None or commitment_of(bytes.fromhex(key)) != commitment:
        raise Fault("the key is not one that the header commits to")


def key_of(data: bytes) -> bytes:
    """Give the key from which the outcomes of a finished log follow: that of its open seed, or the revealed one."""
    lines = [parse(raw).values for _, raw in lines_of(data)]
    chance = lines[0]["chance"]
    if "seed" in chance:
        return key_of_seed(chance["seed"])
    return bytes.fromhex(next(line["key"] for line in lines if line["type"] == "end"))


def below(key: bytes, scope: str, label: str, number: int, part: int, bound: int) -> int:
    """Give a whole number from 0 to `bound` - 1; numbers in the incomplete last stretch of 2^64 are drawn again."""
    attempt = 0
    while True:
        address = f"{scope}\n{label}\n{number}\n{part}\n{attempt}"
        drawn = int.from_bytes(hashlib.blake2b(address.encode(), digest_size=8, key=key).digest(), "big")
        if drawn < 2**64 - 2**64 % bound:
            return drawn % bound
        attempt += 1


def outcome(key: bytes, call: Mapping[str, Any]) -> Any:
    """Give what chance answers to a call: `scope`, `label`, `number`, and `bag`, or `sides` and `count`, or `items`."""
    at = (key, call["scope"], call["label"], call["number"])
    if "bag" in call:
        laid_out: Mapping[str, int] = call["bag"]
        index = below(*at, 0, sum(laid_out.values()))
        for item in sorted(laid_out):
            index -= laid_out[item]
            if index < 0:
                return item
        raise Fault("an empty bag")
    if "sides" in call:
        return [1 + below(*at, die, call["sides"]) for die in range(call["count"])]
    left: list[str] = sorted(call["items"])
    return [left.pop(below(*at, place, len(left))) for place in range(len(left))]


def check_outcomes(data: bytes, calls: Sequence[Mapping[str, Any]]) -> list[str]:
    """Give the outcomes of a log that do not follow from its seed or key; `calls` are its draws in order of the log."""
    _, *others = (parse(raw).values for _, raw in lines_of(data))
    key = key_of(data)
    recorded: Iterable[tuple[str, Any]] = [entry for values in others for entry in values.get("chance", ())]
    wrong = []
    for (label, answer), call in zip(recorded, calls, strict=True):
        due = outcome(key, call)
        if (label, answer) != (call["label"], due):
            wrong.append(f"{label} answered {answer!r}: {call['label']} would answer {due!r}")
    return wrong


# Seals


def seal_of(data: bytes) -> str:
    """Give what is published of a log with a whole chain: how many lines are chained, and the last digest."""
    log = Follower()
    for _, raw in lines_of(data):
        log.follow(parse(raw))
    return f"{log.lines}:{log.last}"


def signed_bytes(seal: str) -> bytes:
    """Give the bytes that a signature of a seal signs."""
    return f"railbook-seal-1\n{seal.replace(':', chr(10))}\n".encode()


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as file:
        faults = check(file.read())
    print("\n".join(faults) or "form, chain and numbers of plies are right")
    sys.exit(bool(faults))
