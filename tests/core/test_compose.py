"""Layers compose in one canonical order whatever order they are chosen in, and only layers that fit compose at all."""

import itertools
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbook import BySeat, Counted, Event, Hidden, Layer, Private, Public, Visible
from railbook.chance import Chance
from railbook.engine.core_layer import CORE
from railbook.engine.state import State
from railbook.log.canonical import body_of
from railbook.recording.header import open_header
from railbook.rules.compose import Base, Chosen, LayerConflict, canonical_order, compose
from railbook.rules.layer import Flow
from railbook.rules.ruleset import Ruleset
from railbook.rules.tables import MOST_KEPT
from railbook.rules.types import Action, RulesError
from tests.core.tables import NAMES, Played, judged, played, rules_of
from tests.core.tiny import TINY
from tests.core.tiny_map import BAY, COVE
from tests.core.tiny_table import PEBBLES, Beach, Spot
from tests.core.tiny_variants import BIG_HANDS, EBB, GULLS, MOON, variants

ORDERS = list(itertools.permutations(variants))


def layer(name: str, *after: str) -> Layer[Beach]:
    """Make an empty variant."""
    return Layer(name, game=PEBBLES, after=after)


def test_four_variants_in_any_order_are_one_ruleset() -> None:
    """All 24 orders of the four variants give one fingerprint, one header and the same bytes of a whole game."""
    assert len({rules_of(*order).fingerprint for order in ORDERS}) == 1
    assert len({body_of(open_header(rules_of(*order), BAY, NAMES[:2], 5)) for order in ORDERS}) == 1
    assert len({played(*order, seed=5) for order in ORDERS}) == 1


def test_each_of_four_variants_makes_another_game(tmp_path: Any) -> None:
    """Every subset of the four variants has a fingerprint and a log of its own, which verifies."""
    subsets = [chosen for size in range(5) for chosen in itertools.combinations(variants, size)]
    assert len({rules_of(*chosen).fingerprint for chosen in subsets}) == 16
    logs = {played(*chosen, seats=3, seed=2) for chosen in subsets}
    assert len(logs) == 16
    assert {judged(tmp_path, log).words for log in logs} == {"exact"}


def test_variants_stand_in_the_header_in_composed_order() -> None:
    """Name, version, distribution and all options of each variant stand in the header, in composed order."""
    header = open_header(rules_of(*reversed(variants)), BAY, NAMES[:2], 0)
    assert [(v.name, v.version, v.distribution, v.options) for v in header.variants] == [
        ("big-hands", "1.0", "tests", {}),
        ("ebb", "1.0", "tests", {}),
        ("gulls", "1.3", "tests", {}),
        ("moon", "2.1", "tests", {"bonus": 1}),
    ]


@pytest.mark.parametrize(
    "layers, order",
    [
        pytest.param([layer("b"), layer("a")], "a b", id="by-name"),
        pytest.param([layer("a", "b"), layer("b")], "b a", id="after-beats-name"),
        pytest.param([layer("a", "c"), layer("b"), layer("c", "b")], "b c a", id="after-is-transitive"),
        pytest.param([layer("b", "z"), layer("a")], "a b", id="after-one-that-is-not-chosen"),
        pytest.param([layer("d", "c"), layer("c"), layer("a", "d"), layer("b")], "b c d a", id="as-early-as-allowed"),
    ],
)
def test_canonical_order(layers: list[Layer[Beach]], order: str) -> None:
    """Variants are sorted behind the base by `after`, then by name, whatever order they come in."""
    for given_order in itertools.permutations(layers):
        assert " ".join(one.name for one in canonical_order([CORE, PEBBLES], given_order)[2:]) == order


@given(st.data())
def test_canonical_order_of_any_layers(data: st.DataObject) -> None:
    """Without cycles every layer comes behind those it names, and the order of choosing never matters."""
    names = data.draw(st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=8))
    layers = [
        layer(name, *data.draw(st.lists(st.sampled_from(names[:at] or ["z"]), max_size=3)))
        for at, name in enumerate(names)
    ]
    ordered = canonical_order([], layers)
    assert canonical_order([], data.draw(st.permutations(layers))) == ordered
    place = {one.name: at for at, one in enumerate(ordered)}
    assert sorted(place) == sorted(names)
    assert all(place[other] < place[one.name] for one in ordered for other in one.after if other in place)


def test_cycles_are_refused() -> None:
    """Layers that each want to come after another one are refused, and named; those outside the cycle are not."""
    with pytest.raises(LayerConflict, match=r"each want to come after another one: a, c$"):
        canonical_order([], [layer("a", "c"), layer("b"), layer("c", "a")])


def test_a_variant_is_chosen_once() -> None:
    """The same variant twice, or two of one name, are refused."""
    with pytest.raises(LayerConflict, match="variant 'ebb' is chosen twice"):
        rules_of(EBB, EBB)
    with pytest.raises(LayerConflict, match="variant 'ebb' is chosen twice"):
        rules_of(EBB, layer("ebb"))


def test_a_variant_for_another_game_is_refused() -> None:
    """A variant fits games that have the layer it stands on, and no others; one without a game fits all."""
    other: Layer[State] = Layer("marbles")
    with pytest.raises(LayerConflict, match="variant 'glass' is for games with 'marbles', not for pebbles"):
        rules_of(Layer("glass", game=other))
    assert rules_of(Layer("any")).variants[0].name == "any"


def test_a_variant_may_leave_games_out() -> None:
    """`not_for` refuses games with a layer, with its reason; a layer of another name there changes nothing."""
    with pytest.raises(LayerConflict, match=r"^variant 'dry' is not for pebbles: there is a sea$"):
        rules_of(Layer("dry", not_for={"marbles": "marbles roll", "pebbles": "there is a sea"}))
    assert rules_of(Layer("flat", not_for={"marbles": "marbles roll"})).variants[0].name == "flat"


def test_a_variant_is_no_layer_of_the_game() -> None:
    """A variant with the name of a base layer is refused: it would be in force without standing in the header."""
    with pytest.raises(LayerConflict, match="variant 'pebbles' has the name of a layer of pebbles itself"):
        rules_of(layer("pebbles"))


def test_origins_name_the_layer_of_each_entry() -> None:
    """A ruleset tells which layer wrote which entry, and how."""
    said = {(o.kind, o.key, o.how, o.layer) for o in rules_of(BIG_HANDS, MOON, EBB, GULLS).origins}
    assert {
        ("validator", "peb.hand-is-full", "add", "pebbles"),
        ("validator", "peb.hand-is-full", "drop", "big-hands"),
        ("query", "peb.worth", "wrap", "moon"),
        ("sequence", "peb.turn", "after", "ebb"),
        ("slice", "Gulls", "add", "gulls"),
        ("action", "core.leave", "add", "core"),
    } <= said


# ----------------------------------------------------------------------------------------------------------- no leaking


def test_one_ruleset_never_leaks_into_another() -> None:
    """After other rulesets of the same layers were composed and played, the plain game is played as before (PLG-05)."""
    before, plain = played(seed=4), rules_of()
    entries = list(PEBBLES.entries)
    changed = rules_of(Chosen(MOON, {"bonus": 5}), BIG_HANDS, options={"peb.goal": 3, "peb.barred": ["jet"]})
    Played(changed, 4).finish()
    assert PEBBLES.entries == entries
    assert rules_of().fingerprint == plain.fingerprint != changed.fingerprint
    assert rules_of().option_values == plain.option_values
    assert played(seed=4) == before


def test_what_was_composed_before_is_not_taken_for_what_changed() -> None:
    """A layer that has other entries than before makes other rules, also where as many stand there as before."""

    def rules(written: Layer[Beach]) -> Ruleset:
        base = Base("pebbles", "1.0", (CORE, PEBBLES, written), BAY.id, BAY.digest, BAY, TINY.compile_map)
        return compose(base, 2)

    late: Layer[Beach] = Layer("late", game=PEBBLES)
    late.set("peb.goal", 5)
    five = rules(late)
    assert rules(late).fingerprint == five.fingerprint
    late.entries.pop()
    late.set("peb.limit", 5)
    changed = rules(late)
    assert (five.option_values["peb.goal"], changed.option_values["peb.goal"]) == (5, 14)
    assert changed.fingerprint != five.fingerprint
    assert (changed.origins[:-1], changed.origins[-1].key) == (five.origins[:-1], "peb.limit")


def test_a_map_is_compiled_once_unless_a_layer_changes_it() -> None:
    """Rulesets on one map share its board; with a map transform it is a board of their own, and the first one stays."""
    higher: Layer[Beach] = Layer("higher", game=PEBBLES)
    seen: list[Any] = []

    @higher.map_transform("higher.shore")
    def other(shore: Any, options: Any) -> Any:
        seen.append(shore)
        return COVE

    plain, moved = rules_of(), rules_of(higher)
    assert rules_of(BIG_HANDS).board is plain.board is rules_of(seats=3).board
    assert seen == [BAY]
    assert moved.board == rules_of(shore=COVE).board != plain.board
    assert rules_of().board is plain.board


def test_many_games_are_composed_one_after_another() -> None:
    """More base layers and maps than are kept at a time give the same rules again."""
    before = rules_of().fingerprint
    for number in range(MOST_KEPT + 1):
        layer: Layer[Beach] = Layer("extra", game=PEBBLES)
        layer.set("peb.goal", number + 1)
        base = Base("pebbles", "1.0", (CORE, PEBBLES, layer), BAY.id, BAY.digest, BAY, lambda shore: [shore])
        rules = compose(base, 2)
        assert (rules.option_values["peb.goal"], rules.board) == (number + 1, [BAY])
    assert rules_of().fingerprint == before


def test_lists_of_options_are_not_shared() -> None:
    """What somebody does to a list in a header or a ruleset shows in no ruleset composed later."""
    barred: list[int | str] = ["jet"]
    rules = rules_of(options={"peb.barred": barred})
    listed = rules.option_values["peb.barred"]
    assert isinstance(listed, list)
    listed.append("flint")
    assert barred == ["jet"]
    assert rules_of().option_values["peb.barred"] == []
    assert rules_of(options={"peb.barred": barred}).option_values["peb.barred"] == ["jet"]


def test_a_variant_that_is_installed_but_not_chosen_has_no_effect() -> None:
    """Importing or registering variants changes nothing: the plain game has the entries of its base layers alone."""
    rules = rules_of()
    assert {origin.layer for origin in rules.origins} == {"core", "pebbles"}
    assert rules.variants == ()
    assert rules.slices == {}
    assert not any(event.__name__ == "GullCame" for event in rules.events)


# ----------------------------------------------------------------------------------------------------------- visibility


class Bare(msgspec.Struct):
    """A slice that says nothing about who sees its field."""

    secret: str = ""


class Nested(msgspec.Struct):
    """A slice with such a struct inside."""

    inner: Public[list[Bare]] = []


class Behind(msgspec.Struct):
    """A slice with such a struct behind a private field."""

    inner: Private[Bare | None] = None


class Owned(msgspec.Struct):
    """A private field that has no value for others."""

    mine: Private[str] = ""


class OwnedList(msgspec.Struct):
    """A private list: unknown elements are not enough where the list itself is hidden."""

    mine: Private[list[str | None]] = []


class Nobodys(msgspec.Struct):
    """The same, hidden from all."""

    gone: Hidden[int] = 0


class Many(msgspec.Struct):
    """The same, as a list whose elements cannot be unknown."""

    cards: Counted[list[str]] = []


class Seated(msgspec.Struct):
    """Numbers by seat, which have no fields."""

    each: BySeat[list[int]] = []


@pytest.mark.parametrize(
    "kind, message",
    [
        (Bare, "Bare.secret has no visibility"),
        (Nested, "Bare.secret has no visibility"),
        (Behind, "Bare.secret has no visibility"),
        (Owned, "Owned.mine is owner: its type must allow None"),
        (OwnedList, "OwnedList.mine is owner: its type must allow None"),
        (Nobodys, "Nobodys.gone is nobody: its type must allow None"),
        (Many, "Many.cards is counted: its type must allow None"),
        (Seated, "Seated.each is by seat: its type must be a list of structs"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_state_that_cannot_be_shown_is_refused(kind: type[Any], message: str) -> None:
    """A field without visibility, or hidden without a value for that, is refused by name."""
    with pytest.raises(RulesError, match=message):
        rules_of(Layer("slice", game=PEBBLES, state=kind))


def test_events_and_actions_need_visibility_too() -> None:
    """Closed by default holds for the actions and events of variants as well."""

    class Told(Event, frozen=True, tag="test.told"):
        what: str

    class Tell(Action, frozen=True, tag="test.tell"):
        what: str

    events, actions = layer("events"), layer("actions")

    @events.event(Told)
    def evolve(state: Beach, event: Told) -> None:
        raise AssertionError

    @actions.action(Tell, "peb.act")
    def effect(rules: Ruleset, state: Beach, seat: int, action: Tell, chance: Chance) -> Flow:
        raise AssertionError

    with pytest.raises(RulesError, match=r"Told\.what has no visibility"):
        rules_of(events)
    with pytest.raises(RulesError, match=r"Tell\.what has no visibility"):
        rules_of(actions)


def test_a_changed_mark_must_fit_the_field() -> None:
    """A layer hides no field that cannot be hidden, and none that the game does not have."""
    points, typo, foreign = layer("points"), layer("typo"), layer("foreign")
    points.visible(Spot, "points", Visible.NOBODY)
    typo.visible(Spot, "ponits", Visible.PUBLIC)
    foreign.visible(Bare, "secret", Visible.PUBLIC)
    with pytest.raises(RulesError, match=r"Spot\.points is nobody: its type must allow None"):
        rules_of(points)
    with pytest.raises(LayerConflict, match=r"who sees Spot\.ponits: pebbles has no such field"):
        rules_of(typo)
    with pytest.raises(LayerConflict, match=r"who sees Bare\.secret: pebbles has no such field"):
        rules_of(foreign)


# ----------------------------------------------------------------------------------------------------- faults of a game


def test_a_game_without_a_state_is_refused() -> None:
    """Some base layer must declare the state."""
    base = Base("empty", "1", (CORE,), BAY.id, BAY.digest, BAY, lambda shore: shore)
    with pytest.raises(RulesError, match="no layer of empty declares a state"):
        compose(base, 2)


def test_an_action_that_answers_no_step_is_refused() -> None:
    """An action answers steps that some layer adds."""
    lost = layer("lost")

    class Call(Action, frozen=True, tag="test.call"):
        pass

    @lost.action(Call, "test.nowhere")
    def effect(rules: Ruleset, state: Beach, seat: int, action: Call, chance: Chance) -> Flow:
        raise AssertionError

    with pytest.raises(RulesError, match=r"action test\.call answers the step 'test\.nowhere', which no layer adds"):
        rules_of(lost)


def test_the_number_of_seats_is_the_maps() -> None:
    """A map takes so many seats and no more or fewer."""
    for seats in (1, 5):
        with pytest.raises(ValueError, match=f"pebbles on map bay takes 2 to 4 seats, not {seats}"):
            TINY.ruleset(seats)
    assert TINY.ruleset(3).seats == 3
