"""Rule options: where their values come from, what contradicts, and what people are told about bad ones."""

from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbook import Layer, Options
from railbook.engine.core_layer import CORE
from railbook.rules.compose import Base, Chosen, compose, option_groups
from railbook.rules.options import OptionError, defaults, parse, specs, spelled_out
from railbook.rules.types import OptionValue
from tests.core.tables import rules_of
from tests.core.tiny import TINY
from tests.core.tiny_map import BAY, COVE, Peb
from tests.core.tiny_table import PEBBLES, Beach
from tests.core.tiny_variants import MOON, Moon


def setting(option: str, value: OptionValue, name: str = "setter") -> Layer[Beach]:
    """Make a variant that sets an option."""
    layer: Layer[Beach] = Layer(name, game=PEBBLES)
    layer.set(option, value)
    return layer


def test_defaults_are_written_out() -> None:
    """Every option has a value in the ruleset, whether anybody set it or not."""
    assert rules_of().option_values == {
        "peb.barred": [],
        "peb.bets": True,
        "peb.goal": 14,
        "peb.hand": 2,
        "peb.limit": 4,
        "peb.tide": "shuffled",
    }


@pytest.mark.parametrize(
    "sources, value",
    [
        ((), 2),
        (("base",), 0),
        (("base", "map"), 1),
        (("map", "edition"), 2),
        (("base", "map", "edition", "variant"), 3),
        (("base", "map", "edition", "explicit"), 0),
        (("explicit",), 0),
    ],
    ids=lambda value: "+".join(value) or "default" if isinstance(value, tuple) else None,
)
def test_later_sources_are_stronger(sources: tuple[str, ...], value: int) -> None:
    """Precedence is default, base layers, map, edition, variant, explicit."""
    house: Layer[Any] = Layer("house-of-the-game")
    if "base" in sources:
        house.set("peb.hand", 0)
    base = Base(
        "pebbles",
        "1.2",
        (CORE, PEBBLES, house),
        COVE.id,
        COVE.digest,
        COVE,
        lambda shore: shore,
        {"peb.hand": 1} if "map" in sources else {},
        {"two": {"peb.hand": 2}},
    )
    rules = compose(
        base,
        2,
        [Chosen(setting("peb.hand", 3))] if "variant" in sources else [],
        {"peb.hand": 0} if "explicit" in sources else {},
        "two" if "edition" in sources else "",
    )
    assert rules.option_values["peb.hand"] == value
    assert rules.options(Peb).hand == value


def test_map_and_edition_of_a_real_game() -> None:
    """A map implies options, and an edition is a named set of them."""
    assert rules_of(shore=COVE).option_values["peb.hand"] == 1
    assert rules_of(shore=COVE, options={"peb.hand": 3}).option_values["peb.hand"] == 3
    short = rules_of(edition="short")
    assert (short.edition, short.options(Peb).goal, short.options(Peb).limit) == ("short", 6, 3)
    with pytest.raises(OptionError, match=r"^pebbles has no edition 'shrot' \(it has: old, short\)$"):
        rules_of(edition="shrot")


def test_an_explicit_contradiction_is_refused() -> None:
    """An explicit option must not contradict a chosen variant; the same value is no contradiction."""
    with pytest.raises(OptionError, match=r"^option peb\.goal = 5 contradicts variant 'setter', which sets it to 7$"):
        rules_of(setting("peb.goal", 7), options={"peb.goal": 5})
    assert rules_of(setting("peb.goal", 7), options={"peb.goal": 7}).option_values["peb.goal"] == 7
    with pytest.raises(OptionError, match=r"^option moon\.bonus = 2 contradicts variant 'setter'"):
        rules_of(Chosen(MOON, {"bonus": 2}), setting("moon.bonus", 4))


def test_what_a_game_sets_itself_may_be_set_otherwise() -> None:
    """What a base layer sets is a default: an explicit value does not contradict it."""
    house: Layer[Any] = Layer("house-of-the-game")
    house.set("peb.goal", 7)
    base = Base("pebbles", "1.2", (CORE, PEBBLES, house), BAY.id, BAY.digest, BAY, lambda shore: shore)
    assert compose(base, 2).option_values["peb.goal"] == 7
    assert compose(base, 2, explicit={"peb.goal": 8}).option_values["peb.goal"] == 8


def test_options_of_a_variant_are_its_own() -> None:
    """The options of a variant stand with it, not among those of the game, and have defaults too."""
    plain, bright = rules_of(MOON), rules_of(Chosen(MOON, {"bonus": 4}))
    assert plain.options(Moon).bonus == 1
    assert bright.options(Moon).bonus == 4
    assert bright.variants[0].options == {"bonus": 4}
    assert bright.option_values == rules_of().option_values
    assert plain.fingerprint != bright.fingerprint


@pytest.mark.parametrize(
    "name, hint",
    [
        ("peb.limits", "did you mean peb.limit"),
        ("peb.tied", "did you mean peb.tide"),
        ("quite.other", "see `railbook games NAME` for the list"),
        ("moon.bonus", "see `railbook games NAME` for the list"),
    ],
)
def test_unknown_options_are_refused_with_a_hint(name: str, hint: str) -> None:
    """An option that nobody declares is refused; near names are offered, and variants that are not chosen have none."""
    with pytest.raises(OptionError) as caught:
        rules_of(options={name: 1})
    assert str(caught.value).startswith(f"unknown option {name!r}: {hint}")


def test_unknown_options_of_variants_editions_and_maps_are_refused() -> None:
    """No source may set an option that nobody declares."""
    with pytest.raises(OptionError, match=r"unknown option 'moon\.bonsu': did you mean moon\.bonus"):
        rules_of(Chosen(MOON, {"bonsu": 1}))
    with pytest.raises(OptionError, match=r"unknown option 'peb\.gaol'"):
        rules_of(setting("peb.gaol", 1))


@pytest.mark.parametrize(
    "name, value, message",
    [
        ("peb.hand", 4, "option peb.hand cannot be 4: it takes a whole number 0 to 3"),
        ("peb.hand", -1, "option peb.hand cannot be -1: it takes a whole number 0 to 3"),
        ("peb.hand", True, "option peb.hand cannot be true: it takes a whole number 0 to 3"),
        ("peb.hand", "two", "option peb.hand cannot be two: it takes a whole number 0 to 3"),
        ("peb.tide", "wild", "option peb.tide cannot be wild: it takes shuffled or sorted"),
        ("peb.bets", 1, "option peb.bets cannot be 1: it takes true or false"),
        ("peb.barred", "jet", "option peb.barred cannot be jet: it takes a list of text"),
        ("peb.barred", [1], "option peb.barred cannot be [1]: it takes a list of text"),
    ],
)
def test_bad_values_are_explained(name: str, value: OptionValue, message: str) -> None:
    """A bad value is refused with the name of the option, the value and what it takes."""
    with pytest.raises(OptionError) as caught:
        rules_of(options={name: value})
    assert str(caught.value) == message


def test_lists() -> None:
    """A list-valued option reaches the rules and the header as it was given."""
    rules = rules_of(options={"peb.barred": ["jet", "flint"]})
    assert rules.options(Peb).barred == ["jet", "flint"]
    assert rules.option_values["peb.barred"] == ["jet", "flint"]


def test_specs_say_everything_people_ask() -> None:
    """Each option is listed with its default, what it takes and what it means."""
    listed = {spec.name: (spec.default, spec.takes, spec.help) for spec in specs(option_groups([PEBBLES, MOON]))}
    assert listed["peb.hand"] == (2, "a whole number 0 to 3", "pebbles dealt to each seat")
    assert listed["peb.barred"] == ([], "a list of text", "kinds that nobody lays")
    assert listed["moon.bonus"][:2] == (1, "a whole number 0 to 5")
    assert defaults(option_groups([PEBBLES])) == dict(TINY.ruleset(2).option_values)


class Bounds(Options, frozen=True):
    """Options with one bound each, and one of two types."""

    least: Annotated[int, msgspec.Meta(ge=1)] = 1
    most: Annotated[int, msgspec.Meta(le=9)] = 1
    both: int | Literal["all"] = 1


def test_what_options_take_is_said_in_words() -> None:
    """A bound that is missing is left open, and alternatives are listed."""
    takes = [spec.takes for spec in specs({"x": Bounds})]
    assert takes == ["a whole number 1 to …", "a whole number … to 9", "a whole number or all"]


@pytest.mark.parametrize(
    "text, value",
    [
        ("a.b=3", 3),
        ("a.b=-3", -3),
        ("a.b=true", True),
        ("a.b=false", False),
        ("a.b=on", "on"),
        ("a.b=x=y", "x=y"),
        ("a.b=[]", []),
        ("a.b=[x, y]", ["x", "y"]),
        ("a.b=[1,2]", [1, 2]),
        ("a.b=[1,x]", [1, "x"]),
        ("a.b=[x", "[x"),
        ("a.b=x]", "x]"),
        ("a.b=" + "9" * 10_000, "9" * 10_000),
        ("a.b=٣", "٣"),
    ],
)
def test_parsing(text: str, value: OptionValue) -> None:
    """An option as typed is a whole number, a truth value, a list or text; too long a number stays text (SEC-01)."""
    name, parsed = parse(text)
    assert (name, parsed, type(parsed)) == ("a.b", value, type(value))


@pytest.mark.parametrize("text", ["", "a", "=3", "a="])
def test_what_is_no_option(text: str) -> None:
    """A text without a name or a value is refused."""
    with pytest.raises(OptionError, match="an option is written name=value"):
        parse(text)


@given(st.integers(1 - 10**17, 10**17))
def test_whole_numbers_are_read_back(number: int) -> None:
    """Any number that is written is the number that is read."""
    assert parse(f"a={number}") == ("a", number)


def test_an_explicit_list_must_have_what_variants_add() -> None:
    """An explicit list that lacks an added item, or has a removed one, is refused; any other one is taken."""
    adds, removes = (Layer[Beach](name, game=PEBBLES) for name in ("adds", "removes"))
    adds.add_items("peb.barred", "jet")
    removes.remove_items("peb.barred", "flint")
    chosen = rules_of(adds, removes, options={"peb.barred": ["agate", "jet"]})
    assert chosen.option_values["peb.barred"] == ["agate", "jet"]
    wrongs: dict[str, list[int | str]] = {
        "'adds', which adds 'jet'": ["agate"],
        "'removes', which removes 'flint'": ["jet", "flint"],
    }
    for said, wrong in wrongs.items():
        with pytest.raises(OptionError, match=rf"^option peb\.barred = .* contradicts variant {said}$"):
            rules_of(adds, removes, options={"peb.barred": wrong})


@pytest.mark.parametrize(
    "option, said",
    [
        ("peb.goal", "layer 'items' changes the items of option peb.goal, which is no list"),
        ("peb.bared", "unknown option 'peb.bared': did you mean peb.barred"),
    ],
)
def test_items_of_what_is_no_list(option: str, said: str) -> None:
    """Items of an option that is no list, or that is not there, are refused in one line."""
    items: Layer[Beach] = Layer("items", game=PEBBLES)
    items.add_items(option, "jet")
    with pytest.raises(OptionError) as caught:
        rules_of(items)
    assert str(caught.value).startswith(said)


def test_the_last_part_of_a_name_is_enough() -> None:
    """An option is found by the last part of its name, where no other one ends in it; whole names stay as they are."""
    assert rules_of(options={"goal": 9}).option_values["peb.goal"] == 9
    names = ["rules.goal", "start.cash", "moon.bonus", "bonus"]
    given = {"goal": 9, "start.cash": 8, "bonus": 7, "oal": 6}
    assert spelled_out(given, names) == {"rules.goal": 9, "start.cash": 8, "bonus": 7, "oal": 6}
    with pytest.raises(OptionError, match=r"unknown option 'gaol': did you mean"):
        rules_of(options={"gaol": 9})


def test_the_last_part_of_several_names_is_refused() -> None:
    """Where several options end in the same word, the refusal names them all; so it is for one that is given twice."""
    with pytest.raises(OptionError, match=r"^option 'shares' may be limits\.shares or start\.shares: write the whole"):
        spelled_out({"shares": 3}, ["start.shares", "limits.shares"])
    with pytest.raises(OptionError, match=r"^option peb\.goal is given twice$"):
        rules_of(options={"goal": 9, "peb.goal": 9})
    with pytest.raises(OptionError, match=r"contradicts variant 'setter', which sets it to 5"):
        rules_of(setting("peb.goal", 5), options={"goal": 9})
