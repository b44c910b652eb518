"""Chance: outcomes follow from key and address alone, are possible, and are uniform; an independent reading agrees."""

import hashlib
import itertools
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbook.chance import (
    PROCEDURE,
    Address,
    Chance,
    ChanceFault,
    Recorded,
    Scripted,
    Seeded,
    UnknownOutcome,
    salt_of_seed,
)
from railbook.chance.seeded import SEED_LIMIT
from railbook.recording.header import open_header
from railbook.rules.types import Outcome, RulesError
from tests.core.tables import NAMES, Played, judged, rules_of
from tests.core.tiny_map import BAY

SEEDS = [0, 1, 9007199254740993, 2**64 - 1]
BAG = {"agate": 3, "jet": 1, "quartz": 2}
addresses = st.builds(Address, st.text(max_size=9), st.text(max_size=9), st.integers(0, 99))
bags = st.dictionaries(st.text(min_size=1, max_size=3), st.integers(1, 9), min_size=1)


# ----------------------------------------------------------------------------- the procedure, read from its description


def key_of(seed: int) -> bytes:
    """BLAKE2b-256 of the seed's decimal digits, personalised `railbook-seed`."""
    return hashlib.blake2b(str(seed).encode(), digest_size=32, person=b"railbook-seed").digest()


def below(key: bytes, address: Address, bound: int, part: int = 0) -> int:
    """Take 64-bit numbers of the address, part and attempt, until one lies below the greatest multiple of `bound`."""
    for attempt in itertools.count():
        text = "\n".join(str(piece) for piece in (address.scope, address.label, address.number, part, attempt))
        number = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8, key=key).digest(), "big")
        if number < 2**64 // bound * bound:
            return number % bound
    raise AssertionError


@given(st.integers(0, SEED_LIMIT - 1), addresses, bags, st.integers(1, 99), st.integers(0, 5))
def test_known_answers(seed: int, address: Address, bag: dict[str, int], sides: int, count: int) -> None:
    """Draws, dice and orders are those of the procedure `blake2b-1`, read again from its description (LOG-07)."""
    key, source = key_of(seed), Seeded.of_seed(seed)
    laid_out = [item for item in sorted(bag, key=str.encode) for _ in range(bag[item])]
    assert source.draw(address, bag) == laid_out[below(key, address, len(laid_out))]
    assert source.roll(address, sides, count) == [1 + below(key, address, sides, die) for die in range(count)]
    left = list(laid_out)
    order = [left.pop(below(key, address, len(left), place)) for place in range(len(laid_out))]
    assert source.shuffle(address, laid_out) == order


def test_known_numbers() -> None:
    """One address of one seed gives these numbers on every machine and under every version of Python (LOG-07)."""
    source, address = Seeded.of_seed(9007199254740993), Address("turn 1 seat 0", "peb.drawn@0", 2)
    numbers = [source.below(address, bound) for bound in (2, 6, 110, 2**63 + 1)]
    assert numbers == [below(key_of(9007199254740993), address, bound) for bound in (2, 6, 110, 2**63 + 1)]
    assert PROCEDURE == "blake2b-1"


def test_numbers_above_the_last_multiple_are_rejected() -> None:
    """For a bound just above half of the range about every second number is taken anew, never folded."""
    key, bound, anew = key_of(1), 2**63 + 1, 0
    for number in range(200):
        address = Address("scope", "label", number)
        first = hashlib.blake2b(f"scope\nlabel\n{number}\n0\n0".encode(), digest_size=8, key=key).digest()
        anew += int.from_bytes(first, "big") >= bound
        assert Seeded(key).below(address, bound) == below(key, address, bound)
    assert 60 < anew < 140


@pytest.mark.parametrize("sides", [2, 6, 10])
def test_faces_are_equally_likely(sides: int) -> None:
    """Over many addresses each face comes up about as often as any other: chi-square below a one-in-a-million value."""
    faces = Counter(Seeded.of_seed(3).roll(Address("s", "die", n), sides, 1)[0] for n in range(600 * sides))
    assert sorted(faces) == list(range(1, sides + 1))
    assert sum((faces[face] - 600) ** 2 / 600 for face in faces) < 50


def test_items_are_drawn_by_their_counts() -> None:
    """A kind of which there are three is drawn three times as often as one of which there is one."""
    drawn = Counter(Seeded.of_seed(4).draw(Address("s", "bag", n), BAG) for n in range(6000))
    assert all(abs(drawn[item] - 1000 * BAG[item]) < 150 for item in BAG)


# ------------------------------------------------------------------------------------------------------------ addresses


class Spy:
    """A source that notes what it is asked."""

    def __init__(self) -> None:
        self.asked: list[Address] = []

    def draw(self, address: Address, bag: Mapping[str, int]) -> str:
        """Give the first item."""
        self.asked.append(address)
        return next(iter(bag))

    def roll(self, address: Address, sides: int, count: int) -> list[int]:
        """Give ones."""
        self.asked.append(address)
        return [1] * count

    def shuffle(self, address: Address, items: Sequence[str]) -> list[str]:
        """Leave the order."""
        self.asked.append(address)
        return list(items)


def test_addresses_are_scope_label_and_number() -> None:
    """Outcomes are numbered by label within a scope; a private label names its seat; entering a scope begins anew."""
    spy = Spy()
    chance = Chance(spy)
    chance.draw("bag", BAG)
    chance.enter("one")
    chance.draw("bag", BAG)
    chance.roll("die", 6, 2)
    chance.draw("bag", BAG, 3)
    chance.draw("bag", BAG)
    chance.enter("one")
    chance.draw("bag", BAG)
    chance.enter("two")
    chance.shuffle("bag", ["b", "a"])
    assert spy.asked == [
        Address("", "bag", 0),
        Address("one", "bag", 0),
        Address("one", "die", 0),
        Address("one", "bag@3", 0),
        Address("one", "bag", 1),
        Address("one", "bag", 2),
        Address("two", "bag", 0),
    ]
    assert chance.entries[2:4] == [("die", [1, 1]), ("bag@3", "agate")]
    assert chance.entries[-1] == ("bag", ["a", "b"])
    assert (chance.scope, chance.counts) == ("two", {"bag": 1})


def test_numbering_goes_on_from_given_counts() -> None:
    """A new ply goes on where the one before it stopped in the same scope."""
    spy = Spy()
    chance = Chance(spy, "one", {"bag": 2})
    chance.enter("one")
    chance.draw("bag", BAG)
    assert spy.asked == [Address("one", "bag", 2)]


@given(st.lists(st.sampled_from("abc")), st.integers(0, SEED_LIMIT - 1))
def test_other_labels_shift_nothing(labels: list[str], seed: int) -> None:
    """However often other labels are drawn in between, a label answers the same: no global counter takes part."""
    alone, among = Chance(Seeded.of_seed(seed), "s"), Chance(Seeded.of_seed(seed), "s")
    expected = [alone.roll("mine", 1000)[0] for _ in range(3)]
    found = []
    for _ in range(3):
        for label in labels:
            among.draw(label, BAG)
        found += among.roll("mine", 1000)
    assert found == expected


def test_outcomes_differ_by_every_part_of_the_address() -> None:
    """Another key, scope, label, number or die gives other numbers, and the same one the same."""
    base = Address("scope", "label", 0)
    others = [
        msgspec.structs.replace(base, scope="other"),
        msgspec.structs.replace(base, label="other"),
        msgspec.structs.replace(base, number=1),
    ]
    source = Seeded.of_seed(5)
    numbers = [source.below(address, 2**60) for address in (base, *others)]
    numbers += [Seeded.of_seed(6).below(base, 2**60), source.below(base, 2**60, 1)]
    assert len(set(numbers)) == 6
    assert [source.below(address, 2**60) for address in (base, *others)] == numbers[:4]


@given(bags, addresses)
def test_a_bag_is_laid_out_in_canonical_order(bag: dict[str, int], address: Address) -> None:
    """What is drawn depends on what is in the bag, not on the order in which it was put there."""
    backwards = dict(reversed(bag.items()))
    assert Seeded.of_seed(7).draw(address, bag) == Seeded.of_seed(7).draw(address, backwards)


# ---------------------------------------------------------------------------------------------------------------- seeds


@pytest.mark.parametrize("seed", SEEDS)
def test_seeds_are_kept_exactly(seed: int, tmp_path: Path) -> None:
    """Every seed in range is written with all its digits and gives a game that verifies (LOG-08)."""
    log = Played(rules_of(), seed).finish()
    assert f'"seed":{seed}}}'.encode() in log.splitlines()[0]
    assert json.loads(log.splitlines()[0])["chance"] == {"scheme": "open", "procedure": "blake2b-1", "seed": seed}
    report = judged(tmp_path, log)
    assert (report.words, report.chance, report.findings) == ("exact", "proven", [])


def test_each_seed_is_another_game() -> None:
    """Neighbouring seeds, and those that a float cannot tell apart, give other salts and other games (LOG-08)."""
    seeds = [*SEEDS, 9007199254740992, 2**64 - 2]
    assert len({salt_of_seed(seed) for seed in seeds}) == len(seeds)
    deals = {tuple(Seeded.of_seed(seed).shuffle(Address("", "deal", 0), list("abcdefghij"))) for seed in seeds}
    assert len(deals) == len(seeds)


@pytest.mark.parametrize("seed", [-1, 2**64, 10**30])
def test_seeds_out_of_range_are_refused(seed: int) -> None:
    """A seed that is no 64-bit number is refused when a game is made (LOG-08)."""
    message = f"a seed is a whole number from 0 to 18446744073709551615, not {seed}"
    for make in (Seeded.of_seed, salt_of_seed, lambda bad: open_header(rules_of(), BAY, NAMES[:2], bad)):
        with pytest.raises(ValueError, match=message):
            make(seed)


def test_salt_follows_from_the_seed() -> None:
    """The salt is BLAKE2b-128 of the seed's digits, personalised `railbook-salt`, and tells nothing about the key."""
    assert salt_of_seed(1) == hashlib.blake2b(b"1", digest_size=16, person=b"railbook-salt").hexdigest()
    assert open_header(rules_of(), BAY, NAMES[:2], 1).salt == salt_of_seed(1)
    assert not key_of(1).hex().startswith(salt_of_seed(1))


def test_the_header_names_the_procedure() -> None:
    """The version of the random procedure stands in the header, so that a seed means one thing only (LOG-07)."""
    assert open_header(rules_of(), BAY, NAMES[:2], 1).chance.procedure == "blake2b-1"


# ------------------------------------------------------------------------------------------------------------- recorded


def drawn(entries: list[tuple[str, Outcome]], key: Seeded | None = None) -> str:
    """Draw once from the bag with these recorded outcomes."""
    source = Recorded(entries, key)
    answer = Chance(source, "s").draw("bag", BAG)
    source.finish()
    return answer


def test_recorded_outcomes_are_handed_out() -> None:
    """Without a key any possible outcome is believed; with one only that which follows."""
    follows = Seeded.of_seed(1).draw(Address("s", "bag", 0), BAG)
    other = next(item for item in BAG if item != follows)
    assert drawn([("bag", other)]) == other
    assert drawn([("bag", follows)], Seeded.of_seed(1)) == follows
    with pytest.raises(ChanceFault, match="bag number 0 of s does not follow from the key") as caught:
        drawn([("bag", other)], Seeded.of_seed(1))
    assert (caught.value.kind, caught.value.expected, caught.value.actual) == ("chance-mismatch", follows, other)


@pytest.mark.parametrize(
    "entries, message",
    [
        ([("bag", "pearl")], "bag answered 'pearl', which is not there"),
        ([("bag", "none-left")], "bag answered 'none-left', which is not there"),
        ([("bag", 1)], "bag: 1 is not one item"),
        ([("bag", ["jet"])], "is not one item"),
        ([("cup", "jet")], "the ply draws bag where the log records an outcome of cup"),
        ([], "the ply draws bag, but the log records no outcome for it"),
        ([("bag", "jet"), ("bag", "jet")], "the log records an outcome of bag that nothing in this ply draws"),
    ],
)
@pytest.mark.parametrize("key", [None, Seeded.of_seed(2)], ids=["no-key", "key"])
def test_impossible_draws(entries: list[tuple[str, Outcome]], message: str, key: Seeded | None) -> None:
    """An outcome that cannot be is refused as impossible, whatever its key says."""
    if key is not None and len(entries) == 2:
        entries = [("bag", key.draw(Address("s", "bag", 0), BAG)), ("bag", "jet")]
    with pytest.raises(ChanceFault, match=message) as caught:
        drawn(entries, key)
    assert caught.value.kind == "impossible-chance"


@pytest.mark.parametrize("answer", [[7, 1], [0, 1], [1], [1, 1, 1], ["1", 1], [], "1", 1], ids=repr)
def test_impossible_dice(answer: Any) -> None:
    """Recorded dice are so many, with faces that there are."""
    with pytest.raises(ChanceFault) as caught:
        Chance(Recorded([("die", answer)])).roll("die", 6, 2)
    assert caught.value.kind == "impossible-chance"
    assert Chance(Recorded([("die", [6, 1])])).roll("die", 6, 2) == [6, 1]


@pytest.mark.parametrize("answer", [["a", "a"], ["a"], ["a", "b", "c"], [1, "a"], [], "ab"], ids=repr)
def test_impossible_orders(answer: Any) -> None:
    """A recorded order has the very items that were shuffled."""
    with pytest.raises(ChanceFault) as caught:
        Chance(Recorded([("order", answer)])).shuffle("order", ["a", "b"])
    assert caught.value.kind == "impossible-chance"
    assert Chance(Recorded([("order", ["b", "a"])])).shuffle("order", ["a", "b"]) == ["b", "a"]


def test_dice_and_orders_are_compared_with_the_key() -> None:
    """With a key, recorded dice and orders must be those that follow."""
    key = Seeded.of_seed(8)
    for method, arguments in (("roll", (6, 3)), ("shuffle", (["a", "b", "c"],))):
        follows = getattr(Chance(key), method)("x", *arguments)
        assert getattr(Chance(Recorded([("x", follows)], key)), method)("x", *arguments) == follows
        other = [*follows[1:], follows[0]]
        if other != follows:
            with pytest.raises(ChanceFault, match="number 0 of the set-up does not follow from the key") as caught:
                getattr(Chance(Recorded([("x", other)], key)), method)("x", *arguments)
            assert caught.value.kind == "chance-mismatch"


def test_unknown_outcomes_stop_the_rules() -> None:
    """An outcome that nobody recorded is noted as unknown and stops whoever needs it."""
    chance = Chance(Recorded([("bag", None), ("die", None), ("order", None)]))
    for ask in (lambda: chance.draw("bag", BAG), lambda: chance.roll("die", 6), lambda: chance.shuffle("order", ["a"])):
        with pytest.raises(UnknownOutcome, match="answered is unknown"):
            ask()
    assert chance.entries == [("bag", None), ("die", None), ("order", None)]


def test_noted_lists_are_copies() -> None:
    """What a rule does to dice that it was given does not change what the log will say."""
    chance = Chance(Seeded.of_seed(1))
    dice = chance.roll("die", 6, 3)
    said = list(dice)
    dice.clear()
    assert chance.entries == [("die", said)]


# ------------------------------------------------------------------------------------------------------------- scripted


def test_scripted_outcomes_come_by_label() -> None:
    """A script is read label by label; what it does not say comes from another source, or is a fault."""
    script = Scripted({"bag": ["jet"], "die": [[6, 6]], "order": [["b", "a"]]}, Seeded.of_seed(1))
    chance = Chance(script, "s")
    assert script.left() == {"bag": ["jet"], "die": [[6, 6]], "order": [["b", "a"]]}
    assert chance.draw("other", BAG) == Seeded.of_seed(1).draw(Address("s", "other", 0), BAG)
    assert (chance.draw("bag", BAG), chance.roll("die", 6, 2)) == ("jet", [6, 6])
    assert chance.shuffle("order", ["a", "b"]) == ["b", "a"]
    assert script.left() == {}
    assert chance.draw("bag", BAG) == Seeded.of_seed(1).draw(Address("s", "bag", 1), BAG)
    with pytest.raises(RulesError, match="the script says nothing about bag number 2"):
        Scripted({}).draw(Address("s", "bag", 2), BAG)


def test_scripts_cannot_say_what_is_impossible() -> None:
    """A scripted outcome is checked like any other."""
    with pytest.raises(ChanceFault, match="which is not there"):
        Chance(Scripted({"bag": ["pearl"]})).draw("bag", BAG)


# --------------------------------------------------------------------------------------------------- what rules may ask


@pytest.mark.parametrize("bag", [{}, {"jet": 0}, {"jet": 2, "agate": -1}], ids=str)
def test_nothing_is_drawn_from_an_empty_bag(bag: dict[str, int]) -> None:
    """A rule that draws where nothing is, or less than nothing, is at fault, and that is said of it."""
    with pytest.raises(RulesError, match="bag: nothing to draw from"):
        Chance(Seeded.of_seed(1)).draw("bag", bag)


@pytest.mark.parametrize("sides, count", [(0, 1), (-6, 1), (6, -1)])
def test_dice_have_sides(sides: int, count: int) -> None:
    """A rule that rolls dice which cannot be is at fault."""
    with pytest.raises(RulesError, match="there are no"):
        Chance(Seeded.of_seed(1)).roll("die", sides, count)
    assert Chance(Seeded.of_seed(1)).roll("die", 1, 0) == []
