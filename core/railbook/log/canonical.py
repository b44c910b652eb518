"""The canonical form of a line, and the two readers: a fast one for canonical lines and a strict one for others."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from railbook.log.limits import LIMITS, amount, beyond, limit, short
from railbook.log.records import FORMAT, Claim, Comment, End, Header, Ply, RawPly, Record, Undo
from railbook.log.upcast import NewerFormat, is_older, upcast
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import SetUp

MAX_TIME = LIMITS["time"].default
"""Characters of a time."""

LONGEST_TAIL = 1000
"""Bytes at the end of a line in which a canonical one has its digest and its time."""

MAX_DIGITS = LIMITS["digits"].default
"""Integers of more digits than this are refused before they are read."""

LEAST, GREATEST = -(2**63), 2**64 - 1
"""Integers fit into 64 bits, with a sign or without."""

MOST_CODECS = 64
"""So many codecs are kept at most."""

_encoder = msgspec.json.Encoder(order="sorted")
_in_64_bits = msgspec.msgpack.Encoder().encode
"""Raises `OverflowError` for numbers that no log holds: of negative ones JSON knows no end."""

_TAIL = re.compile(rb',"digest":"([0-9a-f]{32})"(?:,"time":"([^"\\\x00-\x1f]{1,100})")?\}\Z')
# Possessive, and in no need of the closing quote: else a text of many quotes takes time that grows with its square.
_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_BRACKET = re.compile(rb"[\[\]{}]")
_NO_BRACKET = bytes(sorted(set(range(256)) - set(b"[]{}")))
_LONG = 19  # digits of the shortest numbers that do not fit into 64 bits
_LONG_RUN = b"0" * _LONG
_ALIKE = bytes.maketrans(b"123456789", b"000000000")
_PLY_TAIL = b',"type":"ply","digest":"'
_OF_TYPE = len(b',"type":"ply"')
_NOT_PLAIN = (msgspec.DecodeError, RecursionError, ValueError, OverflowError)


class LineFault(ValueError):
    """A line that cannot be read; says why in a few words."""

    def __init__(self, why: str) -> None:
        super().__init__(short(why))


class NewerLine(LineFault):
    """A header of a format that is not installed: it is refused by name before its fields are looked at."""

    def __init__(self, written: int) -> None:
        super().__init__(f"the log has format {written}, newer than supported: installed is format {FORMAT}")
        self.format = written


class Line(NamedTuple):
    """A line that was read: the record, its canonical bytes without digest and time, and those two.

    Of an older format the record is brought up to date, and the bytes are those that were written then.
    """

    record: Record
    body: bytes
    digest: str
    time: str
    canonical: bool
    format: int = FORMAT
    """The format in which the line is written."""


def body_of(record: Any) -> bytes:
    """Give the canonical form: compact JSON with sorted keys, without digest and time."""
    return _encoder.encode(record)


def line_of(body: bytes, digest: str, time: str = "") -> bytes:
    """Put digest and time behind the canonical form of a record, and the line break behind those."""
    tail = f',"digest":"{digest}"' if digest else ""
    if time:
        tail += f',"time":{json.dumps(time, ensure_ascii=False)}'
    return body[:-1] + tail.encode() + b"}\n"


class Codec:
    """Reads lines, with the actions and events of a ruleset as types, or without any rules as plain values.

    `written` is the format of the log, as its header says; a header says it itself.
    """

    def __init__(self, rules: Ruleset | None = None, written: int = FORMAT) -> None:
        self._written = written
        self._depth = limit("depth")
        if rules is None:
            ply: Any = RawPly
            claim: Any = Claim[Any]
            self._free = [b""]
        else:
            actions: Any = _union(SetUp, *rules.actions)
            events: Any = _union(*rules.events)
            ply = Ply[actions, events]
            claim = Claim[actions]
            self._free = [str(kind.__struct_config__.tag).encode() for kind in rules.free]
        if written != FORMAT:
            self._free = [b""]
        self._decoder = msgspec.json.Decoder(Header | ply | Undo | Comment | End, float_hook=_refuse)
        # What is known to be a ply is read in one go; of a union msgspec looks for the tag first.
        self._ply = msgspec.json.Decoder(ply, float_hook=_refuse)
        self._claim = msgspec.json.Decoder(claim, float_hook=_refuse)

    def read(self, raw: bytes) -> Line:
        """Read one line, without its line break; raises `LineFault`."""
        cut = raw.rfind(b',"digest":"', -LONGEST_TAIL)
        tail = _TAIL.match(raw, cut) if cut >= 0 and self._written == FORMAT else None
        if tail is not None and not _holds_a_long_number(raw, cut) and not _is_too_deep(raw, self._depth):
            body = raw[:cut] + b"}"
            try:
                record = self._decoder.decode(body)
                if _encoder.encode(record) == body and not (record.__class__ is Header and record.format != FORMAT):
                    return Line(record, body, tail[1].decode(), (tail[2] or b"").decode(), True)
            except (msgspec.DecodeError, RecursionError, UnicodeError):
                pass  # the strict reader says what is wrong, or that only the form is
        return self._strictly(raw)

    def claims(self, bodies: Sequence[bytes]) -> list[Claim[Any]] | None:
        """Read plies, but for what followed, from what may be their canonical forms; `None` if one is anything else."""
        if self._written != FORMAT:
            return None
        try:
            claims: list[Claim[Any]] = self._claim.decode_lines(b"\n".join(bodies))
            _in_64_bits([(claim.action, claim.chance) for claim in claims])
        except _NOT_PLAIN:
            return None
        return claims

    def plies(self, bodies: Sequence[bytes]) -> list[Ply[Any, Any]] | None:
        """Read plies from what may be their canonical forms; `None` if one is anything else, or may hold any values."""
        lines = b"\n".join(bodies)
        if _holds_a_long_number(lines, len(lines)) or self.may_hold_anything(lines):
            return None
        try:
            plies: list[Ply[Any, Any]] = self._ply.decode_lines(lines)
        except _NOT_PLAIN:
            return None
        return plies

    def may_hold_anything(self, raw: bytes) -> bool:
        """Tell whether lines are perhaps about something with values of any kind, which `plies` does not read."""
        return any(tag in raw for tag in self._free)

    def are_written(self, plies: Sequence[Ply[Any, Any]], bodies: Sequence[bytes]) -> bool:
        """Tell whether these are, byte for byte, the canonical forms of plies."""
        try:
            # No line break stands within a line, so each body is that of its ply.
            return _encoder.encode_lines(plies) == b"\n".join([*bodies, b""])
        except (OverflowError, TypeError, ValueError):  # what no log can hold
            return False

    def events(self, raw: bytes) -> list[Any]:
        """Read the events of a line that was a ply when it was read before."""
        record = self.read(raw).record
        assert isinstance(record, Ply)
        return record.events

    def read_record(self, body: bytes) -> Record:
        """Read a record from its canonical form, without digest and time; raises `LineFault`."""
        try:
            record: Record = self._decoder.decode(body)
        except msgspec.ValidationError as error:
            raise LineFault(_plain(str(error))) from None
        except (msgspec.DecodeError, RecursionError) as error:
            raise LineFault(f"not readable ({error})") from None
        if _encoder.encode(record) != body:
            raise LineFault("a field is missing, or stands there with the value that means it is absent")
        return record

    def _strictly(self, raw: bytes) -> Line:
        values = read_strictly(raw)
        digest, time = values.pop("digest", ""), values.pop("time", "")
        if not isinstance(digest, str) or not isinstance(time, str) or len(time) > MAX_TIME:
            raise LineFault("digest and time are texts")
        body = _encoder.encode(values)
        canonical = raw == line_of(body, digest, time)[:-1]
        written = values.get("format", FORMAT) if values.get("type") == "header" else self._written
        try:
            if not is_older(written):
                return Line(self.read_record(body), body, digest, time, canonical)
            record = self.read_record(_encoder.encode(upcast(values, written)))
        except NewerFormat:
            raise NewerLine(written) from None
        except (LookupError, TypeError, ValueError, AttributeError, msgspec.MsgspecError) as fault:
            if isinstance(fault, LineFault):
                raise
            raise LineFault(f"no line of format {written} ({type(fault).__name__}: {fault})") from None
        return Line(record, body, digest, time, canonical, written)


def _union(*kinds: type[Any]) -> Any:
    union: Any = kinds[0]
    for kind in kinds[1:]:
        union |= kind
    return union


_codecs: dict[tuple[object, ...], Codec] = {}
"""By format, the deepest nesting that is allowed, and the types of their actions and events."""


def codec_of(rules: Ruleset | None, written: int = FORMAT) -> Codec:
    """Give the codec of a ruleset; rulesets with the same actions and events share one, since to make it is dear."""
    kinds = (written, limit("depth"), *(() if rules is None else (*rules.actions, *rules.events)))
    if kinds not in _codecs:
        if len(_codecs) >= MOST_CODECS:
            _codecs.clear()
        _codecs[kinds] = Codec(rules, written)
    return _codecs[kinds]


def end_of_ply(raw: bytes) -> int:
    """Give the place in a line where its digest begins, with the comma before; -1 if it is no ply as one is written."""
    if raw[-58:-34] == _PLY_TAIL:
        return len(raw) - 45
    at = raw.rfind(_PLY_TAIL, -LONGEST_TAIL)
    tail = _TAIL.match(raw, at + _OF_TYPE) if at >= 0 else None
    if tail is None:
        return -1
    try:
        (tail[2] or b"").decode()
    except UnicodeDecodeError:
        return -1
    return at + _OF_TYPE


def read_strictly(raw: bytes) -> dict[str, Any]:
    """Read an object from JSON that any two readers understand alike; raises `LineFault` for everything else.

    Refused are keys that occur twice, floats, NaN and Infinity, integers of many digits, deep nesting,
    lone surrogates, and text that is not UTF-8.
    """
    if _is_too_deep(raw, limit("depth")):
        raise _too_deep()
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise LineFault(f"not UTF-8 at byte {error.start}") from None
    try:
        values = json.loads(
            text,
            object_pairs_hook=_without_twins,
            parse_float=_no_float,
            parse_constant=_no_float,
            parse_int=_short_int,
        )
    except json.JSONDecodeError as error:
        raise LineFault(f"not JSON: {error.msg} at column {error.colno}") from None
    except RecursionError:
        raise _too_deep() from None
    if not isinstance(values, dict):
        raise LineFault("not a JSON object")
    try:
        _encoder.encode(values)
    except (UnicodeError, msgspec.MsgspecError, OverflowError, TypeError) as error:
        raise LineFault(f"holds what cannot be written as UTF-8 JSON ({error})") from None
    return values


def _too_deep() -> LineFault:
    return LineFault(f"nested deeper than {amount('depth')} {beyond('depth')}")


def _is_too_deep(raw: bytes, most: int) -> bool:
    """Tell whether arrays and objects are nested too deep; where few begin, they cannot be."""
    if raw.count(b"[") + raw.count(b"{") <= most:
        return False
    if b"\\" not in raw:
        # Quickly: outside of texts take away what encloses nothing, one or two levels at a time, until all is gone.
        left = b"".join(raw.split(b'"')[::2]).translate(None, _NO_BRACKET)
        for _ in range(most // 2):
            left = left.replace(b"[]", b"").replace(b"{}", b"")
        if not left:
            return False
    depth = 0
    for bracket in _BRACKET.findall(_STRING.sub(b"", raw)):
        depth += 1 if bracket in b"[{" else -1
        if depth > most:
            return True
    return False


def _holds_a_long_number(raw: bytes, end: int) -> bool:
    """Tell whether so many digits stand in a row; with all digits alike that is a search for one text."""
    return _LONG_RUN in raw[:end].translate(_ALIKE)


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, value in pairs:
        if key in values:
            raise LineFault(f"key {key!r} occurs twice")
        bad = _bad_number(value)
        if bad is not None:
            raise LineFault(f"{bad.why} (at {key})")
        values[key] = value
    return values


class _BadNumber(NamedTuple):
    """A number that no log holds; it stands for itself until the key is known to which it belongs."""

    why: str


def _bad_number(value: Any) -> _BadNumber | None:
    if isinstance(value, list):
        return next((bad for item in value if (bad := _bad_number(item)) is not None), None)
    return value if isinstance(value, _BadNumber) else None


def _no_float(text: str) -> _BadNumber:
    return _BadNumber(f"{text[:20]} is not a whole number; a log has no others")


def _short_int(text: str) -> int | _BadNumber:
    digits = len(text.removeprefix("-"))
    if digits > MAX_DIGITS:
        return _BadNumber(f"a number of {digits} digits; no number in a log has more than {MAX_DIGITS}")
    number = int(text)
    return number if LEAST <= number <= GREATEST else _BadNumber(f"{number} does not fit into 64 bits")


def _refuse(text: str) -> Any:
    raise ValueError(f"{text[:20]} is not a whole number")


def _plain(message: str) -> str:
    """Msgspec's message with the path in words: `$.action.seat` becomes `action.seat`."""
    return re.sub(r" - at `\$\.?([^`]*)`", lambda found: f" (at {found[1] or 'the record'})", message)
