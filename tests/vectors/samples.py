"""What the test vectors are made from: odd and ordinary lines, seeds, bodies to chain and calls of chance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from railbook.chance import salt_of_seed
from railbook.log.canonical import body_of, line_of
from railbook.log.chain import Chain
from railbook.log.records import ChanceRef, Comment, End, Header, MapRef, RawPly, SeatRef, Undo, UndoRule
from railbook.rules.types import ScoreLine, Standing

SALT = "000102030405060708090a0b0c0d0e0f"
SEEDS = (0, 1, 7, 2**53 + 1, 2**64 - 1)

KEY = bytes(range(32))
KEYS = (KEY, bytes(32), b"\xff" * 32)
# The first test vector of RFC 8032: everybody knows this key.
SIGNING_KEY = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")

BODIES: tuple[Any, ...] = (
    {"type": "header", "salt": SALT},
    {"type": "ply", "ply": 0},
    {"type": "ply", "ply": 0},
    {"type": "end", "reason": "Zürich \u2192 Ω \U0001f682"},
)
"""What is chained is bytes, whatever they say; the same body twice has two digests."""

CALLS: tuple[dict[str, Any], ...] = (
    {"seed": "7", "scope": "set-up", "label": "ttr.dealt@0", "number": 0, "bag": {"red": 12, "blue": 12, "white": 12}},
    {"seed": "7", "scope": "set-up", "label": "ttr.dealt@0", "number": 1, "bag": {"red": 12, "blue": 12, "white": 12}},
    {"seed": "7", "scope": "set-up", "label": "ttr.dealt@1", "number": 0, "bag": {"red": 12, "blue": 12, "white": 12}},
    {"seed": "7", "scope": "", "label": "a", "number": 0, "bag": {"one": 1}},
    # The order of the bag is that of code points: Z < a < é < U+E000 < U+10000, where UTF-16 would swap the last two.
    *(
        {"seed": "1", "scope": "order", "label": "a", "number": number, "bag": dict.fromkeys("\ue000Z\U00010000éa", 1)}
        for number in range(6)
    ),
    # 2^63 + 1 items: almost every second number lies in the incomplete last stretch and is drawn again.
    *(
        {"seed": "1", "scope": "again", "label": "a", "number": number, "bag": {"x": str(2**62), "y": str(2**62 + 1)}}
        for number in range(6)
    ),
    {"seed": "9007199254740993", "scope": "turn 3 seat 1", "label": "dice", "number": 2, "sides": 6, "count": 5},
    {"seed": "0", "scope": "Zürich", "label": "order", "number": 0, "items": ["d", "a", "c", "b", "e"]},
)
"""Large counts are texts, because not every reader of JSON keeps all their digits."""

HEADER = Header(
    format=1,
    game="example",
    rules="1.0",
    map=MapRef("example", "ffeeddccbbaa99887766554433221100"),
    edition="",
    variants=[],
    options={"a.number": 3, "a.list": ["x", 2], "a.switch": True, "a.word": "no"},
    seats=[SeatRef("Ann", "red"), SeatRef("Zoë", "blue")],
    chance=ChanceRef("open", "blake2b-1", 7),
    salt=salt_of_seed(7),
    undo=UndoRule(),
    partial=False,
)
PLY = RawPly(
    ply=3, seat=1, action={"type": "example.act"}, chance=[("a@1", "x"), ("dice", [6, 1]), ("b", None)], events=[]
)
NONE = msgspec.structs.replace(
    HEADER,
    chance=ChanceRef("none"),
    salt=SALT,
    created="2004-05-01",
    meta={"b": {"deep": [1, -2, [], {}]}, "a": 'quote " backslash \\ slash / \u007f \u2028'},
)


def lines() -> Iterator[tuple[str, bytes]]:
    """Give lines by name, without line breaks: those that railbook would write, then others."""
    chain = Chain(SALT)

    def written(record: Any, time: str = "") -> bytes:
        body = body_of(record)
        return line_of(body, chain.link(body), time)[:-1]

    yield "header, open", written(HEADER)
    yield "header, none, with free fields", written(NONE)
    yield "ply", written(PLY)
    ply = written(PLY, "2004-05-01T10:00:00Z")
    yield "ply with a time", ply
    yield "time with characters of all lengths", written(PLY, "12 Uhr é \u2192 \U0001f682")
    yield "undo", written(Undo(seat=1, to=3))
    end = End(reason="over", sheet=[ScoreLine("a", (3, -4))], standings=[Standing(0, 1, 3), Standing(1, 2, -4)])
    yield "end", written(end)
    every = "".join(map(chr, range(32))) + '"\\/<>&\x7f\x80\u00e9\u2028\u2029\ufeff\uffff\U00010000\U0010ffff'
    comment = line_of(body_of(Comment(text=every)), "")[:-1]
    yield "comment with every escape", comment
    yield from _read_all_the_same(ply, comment)
    yield from _refused(ply)


def _read_all_the_same(ply: bytes, comment: bytes) -> Iterator[tuple[str, bytes]]:
    yield "space behind a colon", ply.replace(b'"ply":3', b'"ply": 3')
    yield "space around", b" " + ply + b"\t"
    yield "keys in another order", ply.replace(b'"ply":3,"seat":1', b'"seat":1,"ply":3')
    yield "digest first", b'{"digest":"' + b"0" * 32 + b'",' + ply[1:].replace(ply[ply.index(b',"digest"') : -1], b"")
    yield "needless escape", ply.replace(b'"x"', rb'"\u0078"')
    yield "escape in capitals", comment.replace(b"\\u001f", b"\\u001F")
    yield "escaped slash", comment.replace(b"/", b"\\/")
    yield "surrogate pair for one character", b'{"text":"\\ud83d\\ude82","type":"comment"}'
    yield "minus zero", ply.replace(b'"ply":3', b'"ply":-0')
    yield "digest in capitals", ply[: ply.index(b',"digest"')] + b',"digest":"' + b"A" * 32 + b'"}'
    yield "no digest", ply[: ply.index(b',"digest"')] + b"}"


def _refused(ply: bytes) -> Iterator[tuple[str, bytes]]:
    yield "a key twice", ply.replace(b'"ply":3', b'"ply":3,"ply":3')
    yield "a key twice inside", ply.replace(b'{"type"', b'{"type":"b","type"')
    yield "a key twice, once escaped", ply.replace(b'"ply":3', b'"ply":3,"pl\\u0079":3')
    yield "a fraction", ply.replace(b'"ply":3', b'"ply":3.0')
    yield "an exponent", ply.replace(b'"ply":3', b'"ply":3e0')
    yield "a fraction where anything may stand", ply.replace(b'"x"', b'"x"]],"events":[[1.5')
    yield "a number of 21 digits", ply.replace(b'"x"', b"1" * 21)
    yield "not a number", ply.replace(b'"ply":3', b'"ply":NaN')
    yield "half a surrogate pair", b'{"text":"\\ud83d","type":"comment"}'
    yield "not UTF-8", b'{"text":"\xff","type":"comment"}'
    yield "a surrogate in UTF-8", b'{"text":"\xed\xa0\xbd","type":"comment"}'
    yield "a bare control character", b'{"text":"\t","type":"comment"}'
    yield "nested 61 deep", ply.replace(b'"events":[]', b'"events":[' + b"[" * 59 + b"]" * 59 + b"]")
    yield "two objects", b'{"text":"a","type":"comment"}{}'
    yield "a list", b"[]"
    yield "cut off", ply[:-7]
    yield "nothing", b""
