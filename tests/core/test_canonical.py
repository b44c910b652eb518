"""Lines of a log: one canonical form for typed and untyped readers, and nothing that can be understood in two ways."""

import contextlib
import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbook.log.canonical import Codec, LineFault, body_of, line_of, read_strictly
from railbook.log.chain import Chain
from railbook.log.limits import LIMITS
from railbook.log.records import Comment, End, Header, Ply, Undo
from tests.core.tables import Played, documents, played, rules_of
from tests.core.tiny import Lay
from tests.core.tiny_variants import variants

RULES = rules_of(*variants)
LOG = played(*variants, seed=6)
LINES = LOG.splitlines()
TYPED, UNTYPED = Codec(RULES), Codec()
both = pytest.mark.parametrize("codec", [TYPED, UNTYPED], ids=["typed", "untyped"])

texts = st.text(max_size=8)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=12,
)
plies = st.fixed_dictionaries(
    {
        "type": st.just("ply"),
        "ply": st.integers(0, 2**31 - 1),
        "seat": st.none() | st.integers(0, 99),
        "action": values,
        "chance": st.lists(st.tuples(texts, st.none() | st.integers(0, 9) | texts | st.lists(texts, max_size=2))),
        "events": st.lists(values, max_size=3),
    }
)


def canonical(document: Any) -> bytes:
    """The canonical form by the standard library alone: sorted keys, no spaces, nothing escaped that need not be."""
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def header_with(**fields: Any) -> bytes:
    """Give the header line with other fields, in canonical form, its digest not made anew."""
    document = json.loads(LINES[0])
    digest = document.pop("digest")
    return line_of(canonical({**document, **fields}), digest)[:-1]


# ------------------------------------------------------------------------------------------------------- canonical form


@both
def test_typed_and_untyped_readers_see_the_same_bytes(codec: Codec) -> None:
    """With the rules or without, a line has the canonical bytes that the standard library gives it."""
    kinds = set()
    for raw, document in zip(LINES, documents(LOG), strict=True):
        line = codec.read(raw)
        assert line.canonical
        assert line.body == body_of(line.record) == canonical(document)
        assert line.digest == json.loads(raw)["digest"]
        kinds.add(type(line.record))
    assert kinds == {Header, Ply, End}


def test_typed_reading_gives_actions_and_events() -> None:
    """With rules, actions and events have their types; without, they are plain values."""
    laid = next(raw for raw in LINES if b'"action":{"count"' in raw)
    typed, untyped = TYPED.read(laid).record, UNTYPED.read(laid).record
    assert isinstance(typed, Ply)
    assert isinstance(untyped, Ply)
    assert isinstance(typed.action, Lay)
    assert typed.action.kind == untyped.action["kind"]
    assert {type(event) for event in typed.events} <= set(RULES.events)


@given(values)
def test_canonical_form_of_anything(value: Any) -> None:
    """The canonical form of any whole, finite value is that of the standard library."""
    assert body_of(value) == canonical(value)


@given(plies, st.text("0123456789abcdef", min_size=32, max_size=32), st.text(max_size=40))
def test_lines_are_read_back(ply: dict[str, Any], digest: str, stamp: str) -> None:
    """What is written is read back: record, digest and time, and the line is canonical."""
    line = UNTYPED.read(line_of(body_of(ply), digest, stamp)[:-1])
    assert (line.body, line.digest, line.time, line.canonical) == (canonical(ply), digest, stamp, True)
    assert body_of(line.record) == canonical(ply)


@given(plies, st.booleans(), st.booleans(), st.randoms())
def test_dressed_lines_mean_the_same(ply: dict[str, Any], spaced: bool, escaped: bool, random: Any) -> None:
    """Spaces, other escapes and another order of keys change nothing but that the line is not canonical."""
    keys = [*ply, "digest"]
    random.shuffle(keys)
    document = {**ply, "digest": "0" * 32}
    raw = json.dumps(
        {key: document[key] for key in keys},
        ensure_ascii=escaped,
        separators=(", ", ": ") if spaced else (",", ":"),
    ).encode()
    line = UNTYPED.read(raw)
    assert line.body == canonical(ply)
    assert line.canonical == (raw == line_of(canonical(ply), "0" * 32)[:-1])


@pytest.mark.parametrize(
    "record",
    [
        Undo(seat=1, to=7),
        Comment(text='Grüße\n\t"\\ \u2028 🎲'),
        End(reason="all passed", sheet=[], standings=[]),
    ],
    ids=lambda record: type(record).__name__,
)
@both
def test_other_records_are_read_back(codec: Codec, record: Any) -> None:
    """Undo, comment and end lines are read back; a comment has no digest, and any line may have a time."""
    digest = "" if isinstance(record, Comment) else "a" * 32
    for stamp in ("", "2024-05-01T12:00:00Z", "später"):
        line = codec.read(line_of(body_of(record), digest, stamp)[:-1])
        assert (line.record, line.digest, line.time) == (record, digest, stamp)
        assert line.canonical


@pytest.mark.parametrize("number", [2**64 - 1, -(2**63), 10**18], ids=str)
def test_integers_of_64_bits_are_kept(number: int) -> None:
    """The greatest and the least integers that a log holds keep all their digits, in canonical form."""
    ply = {"type": "ply", "ply": 0, "seat": None, "action": number, "chance": [["a", number]], "events": [[number]]}
    line = UNTYPED.read(line_of(canonical(ply), "0" * 32)[:-1])
    assert isinstance(line.record, Ply)
    assert (line.record.action, line.record.events, line.canonical) == (number, [[number]], True)


def test_a_time_may_have_a_hundred_characters() -> None:
    """The longest time is read in any layout; a longer one is refused."""
    line = line_of(body_of(Comment(text="")), "", "1" * 100)[:-1]
    assert UNTYPED.read(line).time == UNTYPED.read(line + b" ").time == "1" * 100


def test_absent_fields_are_absent() -> None:
    """An optional field that is unset is not written, and not accepted as null."""
    assert b"created" not in LINES[0]
    assert b'"key"' not in LINES[-1]
    with pytest.raises(LineFault, match="created"):
        UNTYPED.read(header_with(created=None))


# ------------------------------------------------------------------------------------------------------------- refusals

DIGEST = ',"digest":"' + "0" * 32 + '"}'
COMMENT = '{"type":"comment","text":%s}'
PLY = '{"action":{%s},"chance":[],"events":[],"ply":1,"seat":0,"type":"ply"'
LAY = PLY % '"count":%s,"kind":"jet","type":"peb.lay"' + DIGEST


TOO_MANY = "a number of %d digits; no number in a log has more than 20 (at count)"
NO_FLOAT = "%s is not a whole number; a log has no others (at count)"
CANNOT = "holds what cannot be written as UTF-8 JSON"
DRAW = PLY % '"type":"peb.draw"'
UNDO = '{"seat":0,"to":%s,"type":"undo"%s'
FAULTS = {
    "LOG-04-twice": (PLY % '"kind":"jet","kind":"agate","type":"peb.throw"' + DIGEST, "key 'kind' occurs twice"),
    "LOG-04-twice-outside": (DRAW + ',"ply":1' + DIGEST, "key 'ply' occurs twice"),
    "float": (LAY % "1.0", NO_FLOAT % "1.0"),
    "exponent": (LAY % "1e3", NO_FLOAT % "1e3"),
    "nan": (LAY % "NaN", NO_FLOAT % "NaN"),
    "infinity": (LAY % "-Infinity", NO_FLOAT % "-Infinity"),
    "float-in-lists": (LAY % "[1,[2.5]]", NO_FLOAT % "2.5"),
    "SEC-01-10000-digits": (LAY % ("9" * 10_000), TOO_MANY % 10_000),
    "SEC-01-4000-digits": (LAY % ("-" + "9" * 4_000), TOO_MANY % 4_000),
    "SEC-01-65-bits": (LAY % 2**64, "18446744073709551616 does not fit into 64 bits (at count)"),
    "SEC-01-negative": (LAY % -(2**63 + 1), "-9223372036854775809 does not fit into 64 bits (at count)"),
    "lone-surrogate": (LAY % '"\\ud800"', CANNOT),
    "no-json": (LAY % "tru", "not JSON: Expecting value at column"),
    "list": ("[]", "not a JSON object"),
    "number": ("7", "not a JSON object"),
    "no-type": ("{}", "type"),
    "unknown-type": ('{"type":"move"}', "Invalid value 'move'"),
    "unknown-field": (DRAW + ',"mood":1' + DIGEST, "unknown field `mood`"),
    "missing-field": ('{"type":"ply","ply":1}', "missing required field"),
    "out-of-range": (UNDO % (0, DIGEST), "Expected `int` >= 1 (at to)"),
    "boolean": (UNDO % ("true", DIGEST), "Expected `int`, got `bool` (at to)"),
    "digest-is-no-text": (UNDO % (1, ',"digest":5}'), "digest and time are texts"),
    "long-time": (UNDO % (1, ',"time":"' + "1" * 101 + '"}'), "digest and time are texts"),
}


@pytest.mark.parametrize("name", FAULTS)
@both
def test_what_cannot_be_read(codec: Codec, name: str) -> None:
    """Each fault is refused by both readers, with the field where there is one (LOG-04, SEC-01)."""
    text, why = FAULTS[name]
    with pytest.raises(LineFault) as caught:
        codec.read(text.encode())
    assert why in str(caught.value)


@pytest.mark.parametrize(
    "action, why",
    [
        ('"count":true,"kind":"jet","type":"peb.lay"', "Expected `int`, got `bool` (at action.count)"),
        ('"count":"1","kind":"jet","type":"peb.lay"', "Expected `int`, got `str` (at action.count)"),
        ('"kind":"jet","type":"peb.throw","why":""', "unknown field `why` (at action)"),
        ('"type":"peb.throw"', "missing required field `kind` (at action)"),
        ('"type":"peb.sing"', "Invalid value 'peb.sing' (at action.type)"),
    ],
)
def test_typed_readers_refuse_other_actions(action: str, why: str) -> None:
    """With rules, an action must be one that the rules have, field by field; without, nobody can say."""
    raw = (PLY % action + DIGEST).encode()
    with pytest.raises(LineFault) as caught:
        TYPED.read(raw)
    assert why in str(caught.value)
    assert isinstance(UNTYPED.read(raw).record, Ply)


@both
def test_text_must_be_utf_8(codec: Codec) -> None:
    """Bytes that are no UTF-8 are refused with their place, in a canonical line as in any other."""
    for raw in ((COMMENT % '"ab\xff"').encode("latin-1"), LINES[0].replace(b"Ada", b"Ad\xe9")):
        with pytest.raises(LineFault, match="not UTF-8 at byte"):
            codec.read(raw)


@pytest.mark.parametrize("meta", ["1.5", "[1e300]", '{"a":{"b":0.1}}'], ids=str)
@both
def test_free_fields_hold_no_floats(codec: Codec, meta: str) -> None:
    """A float is refused where any value may stand, in canonical form as well."""
    raw = header_with(meta={"x": 0}).replace(b'"meta":{"x":0}', b'"meta":{"x":' + meta.encode() + b"}")
    with pytest.raises(LineFault, match="is not a whole number"):
        codec.read(raw)


def nested(deep: int, opening: str, closing: str) -> Any:
    """Give a value nested so deep, as text."""
    return opening * deep + "0" + closing * deep


@pytest.mark.parametrize("opening, closing", [("[", "]"), ('{"a":', "}")], ids=["arrays", "objects"])
@both
def test_deep_nesting_is_refused(codec: Codec, opening: str, closing: str) -> None:
    """Records nested too deep are refused, in canonical form or not, in no time and without a crash (SEC-02)."""
    begun = time.process_time()
    canonical_header = header_with(meta={"x": 0}).decode()
    for deep in (LIMITS["depth"].default, 1000, 100_000):
        value = nested(deep, opening, closing)
        for text in (COMMENT % value, canonical_header.replace('"meta":{"x":0}', f'"meta":{{"x":{value}}}')):
            with pytest.raises(LineFault, match="nested deeper than 60 levels"):
                codec.read(text.encode())
    allowed = nested(LIMITS["depth"].default - 2, opening, closing)
    assert codec.read(canonical_header.replace('"meta":{"x":0}', f'"meta":{{"x":{allowed}}}').encode()).canonical
    assert time.process_time() - begun < 5


@both
def test_brackets_in_texts_do_not_count(codec: Codec) -> None:
    """A text may hold as many brackets and quotes as it likes."""
    record = Comment(text='[{"' * 1000)
    assert codec.read(line_of(body_of(record), "")[:-1]).record == record


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(lambda size: '"' + '\\"' * size, id="escaped-quotes-without-end"),
        pytest.param(lambda size: COMMENT % ('"' + '\\"[{' * size + '"'), id="escaped-quotes"),
        pytest.param(lambda size: '{"' * size, id="objects-without-end"),
        pytest.param(lambda size: '"[' * size + "\\", id="quotes"),
    ],
)
def test_hostile_texts_take_no_time(text: Callable[[int], str]) -> None:
    """Reading takes time in proportion to the length of a line, whatever stands there (SEC-02)."""
    raw = text(300_000).encode()
    begun = time.process_time()
    with contextlib.suppress(LineFault):
        read_strictly(raw)
    assert time.process_time() - begun < 3


def test_undos_and_comments_of_a_played_log_are_canonical() -> None:
    """A log with everything in it that a game can write is canonical line by line."""
    game = Played(rules_of(options={"peb.bets": False}), seed=3)
    kind = next(iter(game.state.seats[0].hand.kinds))
    game.act(0, Lay(kind, 1))
    assert game.game.undo(0) == 1
    game.act(0, Lay(kind, 1))
    lines = [Codec(game.rules).read(line[:-1]) for line in game.lines]
    assert [type(line.record).__name__ for line in lines] == ["Header", "Ply", "Ply", "Undo", "Ply"]
    assert all(line.canonical for line in lines)


@pytest.mark.parametrize("number", [-(2**63) - 1, -(10**19), 2**64, 10**30])
def test_fast_readers_take_no_number_beyond_64_bits(number: int) -> None:
    """SEC-01: a ply whose chain fits is refused by all fast readers alike where a number is too long for a log."""
    lines = played(seed=3).splitlines()
    codec = Codec(rules_of())
    salt = lines[0].partition(b'"salt":"')[2][:32].decode()
    body = lines[1][:-45].replace(b'"seats":2', b'"seats":%d' % number, 1) + b"}"
    forged = line_of(body, Chain(salt).link(body))[:-1]
    assert codec.plies([body]) is None
    with pytest.raises(LineFault):
        codec.read(forged)
    # Of what followed a claim reads nothing: that is compared with what the rules make, which is in no log.
    told = lines[1].replace(b'["peb.drawn@0","jet"]', b'["peb.drawn@0",%d]' % number, 1)
    assert told != lines[1]
    plain = lines[1][:-45] + b"}"
    assert codec.claims([told[:-45] + b"}"]) is None
    assert codec.claims([plain]) is not None
    assert codec.plies([plain]) is not None
