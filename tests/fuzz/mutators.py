"""Spoils files in every way that we know of, the same way for the same random numbers."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence
from random import Random

Mutator = Callable[[Random, bytes, Sequence[bytes]], bytes]
"""Gets random numbers, a file, and other files to take parts from; gives a spoilt file."""

TOKENS = re.compile(rb'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"?|-?\d+|true|false|null')
"""Texts, numbers and words of JSON and TOML; in no need of a closing quote, else many of them take long."""

PAIRS = re.compile(rb'"[^"\n]*"\s*:\s*(?:"[^"\n]*"|\d+|true|false|null|\[\]|\{\})(,?)')
"""Keys of JSON with their values, where those are short."""

Span = tuple[int, int]
"""Where something stands: its first byte, and the one behind its last."""

LONGEST = 50_000
"""Bytes of a spoilt file: some mutators repeat what they find."""

NUMERIC, ANY = b"-0123456789", b'"-0123456789tfn'
"""How numbers begin, and all values."""

NUMBERS = (
    *(b"NaN", b"-NaN", b"Infinity", b"-Infinity", b"nan", b"inf", b"1e400", b"1e-400", b"1.5", b"1.0", b"-0", b"0.0"),
    *(b"-1", b"0", b"00", b"01", b"+1", b"0x10", b"1_000", b"true", b"false", b"null", b'"1"', b"[1]", b"{}"),
    *(str(number).encode() for power in (15, 31, 32, 53, 63, 64) for number in (2**power - 1, 2**power, -(2**power))),
)
"""What stands where a whole number belongs."""

TEXTS = (
    *(b"\\u0000", b"\\ud800", b"\\udc00\\ud800", b"\\u001b[2J", b"\\u202e", b"\\ufeff", b"\\u2028", b"\\u200b"),
    *(b"\x1b]0;x\x07", b"\x9b", b"\x7f", b"\xe2\x80\xae", b"\xed\xa0\x80", b"\xc0\xaf", b"\xf4\x90\x80\x80", b"\xff"),
    *(b"<script>alert(1)</script>", b"]]>", b"--><svg onload=x>", b"</title>", b"&lt;&#x3c;", b"javascript:x"),
    *(b"[bold red]x[/]", b"[/]", b":smile:", b"::error::x", b"%0A::warning::", b"=cmd|' /C calc'!A0", b"{0.__class__}"),
    *(b"../../evil", b"/dev/zero", b"C:\\\\evil", b"CON", b"", b" ", b"e" + b"\xcc\x81" * 300, b"x" * 3000, b"%s%n"),
)
"""What stands where a text belongs."""


def _spans(random: Random, data: bytes) -> tuple[int, int]:
    start = random.randrange(len(data) + 1)
    return start, min(len(data), start + random.choice((1, 2, 8, 64, 512)))


def truncate(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Cut off the end."""
    return data[: random.randrange(len(data) + 1)]


def flip_bits(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Turn some bits over."""
    spoilt = bytearray(data)
    for _ in range(random.choice((1, 1, 1, 4, 32))):
        if spoilt:
            spoilt[random.randrange(len(spoilt))] ^= 1 << random.randrange(8)
    return bytes(spoilt)


def set_bytes(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Put in any bytes, or signs that mean something."""
    start, end = _spans(random, data)
    signs = random.randbytes(end - start) if random.random() < 0.3 else bytes(random.choices(b'{}[]",:\\\n=.#-', k=3))
    return data[:start] + signs + data[end if random.random() < 0.5 else start :]


def delete(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Take a part out."""
    start, end = _spans(random, data)
    return data[:start] + data[end:]


def duplicate(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Repeat a part, once or often."""
    start, end = _spans(random, data)
    return data[:end] + data[start:end] * random.choice((1, 1, 1, 2, 30)) + data[end:]


def reorder(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Change two parts that follow each other."""
    start, end = _spans(random, data)
    middle = random.randint(start, end)
    return data[:start] + data[middle:end] + data[start:middle] + data[end:]


def splice(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Go on with another file from somewhere in its middle."""
    other = random.choice(others)
    return data[: random.randrange(len(data) + 1)] + other[random.randrange(len(other) + 1) :]


def randomize(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Take any bytes, of all values or of some that mean something."""
    length = random.choice((0, 1, 2, 7, 100, 1000))
    return random.randbytes(length) if random.random() < 0.5 else bytes(random.choices(b'{}[]",:\\\n1e-t=.', k=length))


def nul_bytes(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Put in bytes of value 0, one or a hole of them."""
    at = random.randrange(len(data) + 1)
    return data[:at] + b"\0" * random.choice((1, 2, 2, 500)) + data[at:]


def dress(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Do what editors do: byte order marks, other line breaks, spaces, no last line break."""
    return random.choice(
        (
            b"\xef\xbb\xbf" + data,
            b"\xef\xbb\xbf" * 2 + data,
            data.replace(b"\n", b"\r\n"),
            data.replace(b"\n", b"\r"),
            data.replace(b"\n", b"\n\n"),
            data.replace(b"\n", b"\xe2\x80\xa8"),
            data.replace(b":", b" : "),
            data.removesuffix(b"\n"),
            data + b"\x1a",
            b"\n" * random.choice((1, 1, 1, 1, 300)) + data,
        )
    )


def encode(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Write it in another encoding."""
    text = data.decode("utf-8", "replace") + random.choice(("", "é", "\u20ac"))
    return text.encode(random.choice(("utf-16", "utf-16-le", "utf-32", "latin-1", "utf-7", "cp037")), "replace")


def lines(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Take out, repeat, move or bring in whole lines."""
    rows = data.splitlines(keepends=True) or [b"\n"]
    at, to = random.randrange(len(rows)), random.randrange(len(rows))
    how = random.randrange(5)
    if how == 0:
        del rows[at]
    elif how == 1:
        rows.insert(to, rows[at])
    elif how == 2:
        rows[at], rows[to] = rows[to], rows[at]
    elif how == 3:
        rows.insert(at, random.choice(random.choice(others).splitlines(keepends=True) or [b""]))
    else:
        rows[at] = rows[at].strip() + rows[at]
    return b"".join(rows)


def _found(pattern: re.Pattern[bytes], data: bytes, wanted: bytes) -> list[Span]:
    return [one.span() for one in pattern.finditer(data) if one[0][0] in wanted]


_kept = functools.lru_cache(maxsize=256)(_found)


def _spans_of(pattern: re.Pattern[bytes], data: bytes, wanted: bytes, others: Sequence[bytes]) -> list[Span]:
    """Tell where a file has what begins with one of those bytes; that of valid files is looked for once only."""
    known = any(data is other for other in others)
    return _kept(pattern, data, wanted) if known else _found(pattern, data, wanted)


def _at_token(
    random: Random, data: bytes, others: Sequence[bytes], wanted: bytes, make: Callable[[bytes], bytes]
) -> bytes:
    found = _spans_of(TOKENS, data, wanted, others)
    if not found:
        return data
    start, end = random.choice(found)
    return data[:start] + make(data[start:end]) + data[end:]


def numbers(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Put NaN, fractions, truth values, huge and long numbers where whole numbers belong."""
    digits = b"-"[: random.randrange(2)] + b"9" * random.choice((5, 19, 19, 20, 20, 21, 309, 4300, 4301, 10_000))
    return _at_token(random, data, others, NUMERIC, lambda _: random.choice((random.choice(NUMBERS), digits)))


def texts(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Put controls, markup, paths, half characters and long texts where texts belong."""
    text = random.choice(TEXTS)
    return _at_token(
        random, data, others, b'"', lambda old: b'"' + (old[1:-1] if random.random() < 0.3 else b"") + text + b'"'
    )


def keys(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Let a key occur twice, take it away, or give its value another name."""
    pairs = _spans_of(PAIRS, data, b'"', others)
    if not pairs:
        return duplicate(random, data, others)
    start, end = random.choice(pairs)
    pair = data[start:end]
    new = random.choice((pair.rstrip(b",") + b"," + pair, b"", pair.replace(b'"', b'"x', 1)))
    return data[:start] + new + data[end:]


def values(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Put one value of the file where another belongs."""

    def another(_: bytes) -> bytes:
        start, end = random.choice(_spans_of(TOKENS, data, ANY, others))
        return data[start:end]

    return _at_token(random, data, others, ANY, another)


def nest(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Nest deeply, with or without an end, in arrays, objects or keys with dots."""
    deep = random.choice((1, 10, 58, 59, 60, 61, 62, 200, 1500))
    left, right = random.choice(((b"[", b"]"), (b'{"a":', b"}"), (b"{a=", b"}"), (b"a.", b"")))
    end = right * deep if random.random() < 0.7 else b""
    return _at_token(random, data, others, ANY, lambda old: left * deep + old + end)


KINDS: dict[str, Mutator] = {
    mutator.__name__.replace("_", "-"): mutator
    for mutator in (
        *(truncate, flip_bits, set_bytes, delete, duplicate, reorder, splice, randomize, nul_bytes),
        *(dress, encode, lines, numbers, texts, keys, values, nest),
    )
}
"""All kinds of mutations by name."""


def spoilt(random: Random, bases: Sequence[bytes]) -> tuple[str, bytes]:
    """Give a spoilt file and the kind of its (first) mutation; one in four is spoilt a second time."""
    kind = random.choice(tuple(KINDS))
    data = KINDS[kind](random, random.choice(bases), bases)
    if random.random() < 0.25:
        data = KINDS[random.choice(tuple(KINDS))](random, data, bases)
    return kind, data[:LONGEST]
