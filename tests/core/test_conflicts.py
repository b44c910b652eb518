"""Two layers that write the same entry are refused with both names, unless one comes after the other or both agree."""

from collections.abc import Callable
from typing import Any

import pytest

from railbook import Action, Event, Layer, Public, Visible
from railbook.rules.compose import LayerConflict
from tests.core.tables import rules_of
from tests.core.tiny import Draw, Lay, Throw, worth_of
from tests.core.tiny_table import PEBBLES, Beach, Laid, Spot

Write = Callable[[Layer[Beach]], object]


class Told(Event, frozen=True, tag="test.told"):
    """An event that two layers add."""

    what: Public[str]


class Unheard(Action, frozen=True, tag="test.unheard"):
    """An action type that no layer adds."""


def never(*_: Any, **__: Any) -> Any:
    """A rule that these tests never run."""
    raise AssertionError


def extend(layer: Layer[Beach]) -> None:
    """Extend candidates."""
    layer.candidates(Draw)(never)


def replace_all(layer: Layer[Beach]) -> None:
    """Replace candidates."""
    layer.replace_candidates(Draw)(never)


def inserts(step: str, **place: str) -> Write:
    """Insert a step that the layer adds."""

    def write(layer: Layer[Beach]) -> None:
        layer.step(f"{layer.name}.{step}")(never)
        layer.insert("peb.turn", f"{layer.name}.{step}", **place)

    return write


CLASHES: dict[str, tuple[Write, Write]] = {
    "option": (lambda x: x.set("peb.goal", 3), lambda y: y.set("peb.goal", 4)),
    "validator-replaced-twice": (
        lambda x: x.replace_validator("peb.barred")(never),
        lambda y: y.replace_validator("peb.barred")(never),
    ),
    "validator-replaced-and-dropped": (
        lambda x: x.replace_validator("peb.barred")(never),
        lambda y: y.drop_validator("peb.barred"),
    ),
    "effect": (lambda x: x.wrap_effect(Lay)(never), lambda y: y.replace_effect(Lay)(never)),
    "candidates-replaced-first": (replace_all, extend),
    "candidates-replaced-last": (extend, replace_all),
    "step": (lambda x: x.wrap_step("peb.act")(never), lambda y: y.wrap_step("peb.act")(never)),
    "step-replaced": (lambda x: x.replace_step("peb.act")(never), lambda y: y.wrap_step("peb.act")(never)),
    "sequence-same-place": (inserts("one", after="peb.act"), inserts("two", after="peb.act")),
    "sequence-at-a-dropped-step": (
        inserts("one", before="peb.end-check"),
        lambda y: y.drop_step("peb.turn", "peb.end-check"),
    ),
    "sequence-reordered": (
        lambda x: x.reorder("set-up", "peb.lay-out", "peb.bets", "peb.deal", "peb.begin"),
        lambda y: y.drop_step("set-up", "peb.bets"),
    ),
    "query-wrapped-twice": (lambda x: x.wrap(worth_of)(never), lambda y: y.wrap(worth_of)(never)),
    "query-replaced": (lambda x: x.wrap(worth_of)(never), lambda y: y.replace(worth_of)(never)),
    "scorer": (lambda x: x.replace_scorer("peb.bets")(never), lambda y: y.drop_scorer("peb.bets")),
    "tie-breaker": (
        lambda x: x.replace_tie_breaker("peb.longest-row")(never),
        lambda y: y.replace_tie_breaker("peb.longest-row")(never),
    ),
    "invariant": (
        lambda x: x.replace_invariant("peb.pebbles-are-kept")(never),
        lambda y: y.drop_invariant("peb.pebbles-are-kept"),
    ),
    "visibility": (
        lambda x: x.visible(Spot, "bet", Visible.PUBLIC),
        lambda y: y.visible(Spot, "bet", Visible.NOBODY),
    ),
    "words": (lambda x: x.words(Lay)(never), lambda y: y.words(Lay)(never)),
    "item-added-and-removed": (
        lambda x: x.add_items("peb.barred", "jet", "flint"),
        lambda y: y.remove_items("peb.barred", "jet"),
    ),
    "items-of-a-list-that-is-set": (
        lambda x: x.set("peb.barred", ["jet"]),
        lambda y: y.add_items("peb.barred", "flint"),
    ),
    "end-condition": (
        lambda x: x.replace_end_condition("peb.all-passed")(never),
        lambda y: y.drop_end_condition("peb.all-passed"),
    ),
}
"""What two layers do to the same entry. The second comes after the first in the tests that settle it."""

TWICE: dict[str, Write] = {
    "validator": lambda x: x.validator(Lay, "test.both")(never),
    "query": lambda x: x.query("test.both")(never),
    "step": lambda x: x.step("test.both")(never),
    "sequence": lambda x: x.sequence("test.both", "peb.act"),
    "reaction": lambda x: x.reaction(Laid, "test.both")(never),
    "end-condition": lambda x: x.end_condition("test.both")(never),
    "scorer": lambda x: x.scorer("test.both")(never),
    "tie-breaker": lambda x: x.tie_breaker("test.both")(never),
    "invariant": lambda x: x.invariant("test.both")(never),
    "outcome": lambda x: x.outcome("test.both", Visible.PUBLIC),
    "map": lambda x: x.map_transform("test.both")(never),
    "event": lambda x: x.event(Told)(never),
    "panel": lambda x: x.panel("test.both")(never),
    "picture": lambda x: x.picture("test.both")(never),
}
"""Entries that two layers add under the same key: never accepted, because one cannot be there twice."""


def layers(write: Write, other: Write, *, settled: bool) -> tuple[Layer[Beach], Layer[Beach]]:
    """Make the layers `x` and `y`; settled, `y` says that it comes after `x`."""
    x: Layer[Beach] = Layer("x", game=PEBBLES)
    y: Layer[Beach] = Layer("y", game=PEBBLES, after=["x"] if settled else [])
    write(x)
    other(y)
    return x, y


@pytest.mark.parametrize("name", CLASHES)
def test_a_clash_is_refused_with_both_names(name: str) -> None:
    """Two layers that write one entry are refused, whichever is named first, and both are named."""
    for write, other in (CLASHES[name], CLASHES[name][::-1]):
        with pytest.raises(LayerConflict, match=r"^variants 'x' and 'y' both change .*comes after the other$"):
            rules_of(*layers(write, other, settled=False))


@pytest.mark.parametrize("name", CLASHES)
def test_a_clash_is_settled_by_after(name: str) -> None:
    """Where one says that it comes after the other, it has the last word."""
    x, y = layers(*CLASHES[name], settled=True)
    assert rules_of(y, x).fingerprint == rules_of(x, y).fingerprint


@pytest.mark.parametrize("name", TWICE)
def test_nothing_is_added_twice(name: str) -> None:
    """Two layers that add the same entry are refused with both names, and with `after` as well."""
    with pytest.raises(LayerConflict, match=r"^variants 'x' and 'y' both change "):
        rules_of(*layers(TWICE[name], TWICE[name], settled=False))
    with pytest.raises(LayerConflict, match=r"^layer 'y' adds .*, which is there already$"):
        rules_of(*layers(TWICE[name], TWICE[name], settled=True))


@pytest.mark.parametrize(
    "touch",
    [
        pytest.param(lambda y: y.drop_step("peb.turn", "x.one"), id="drop"),
        pytest.param(inserts("two", after="x.one"), id="insert-after"),
        pytest.param(lambda y: y.insert("peb.turn", "x.one", before="peb.next-turn"), id="insert-again"),
    ],
)
def test_a_step_of_another_variant_is_its_entry(touch: Write) -> None:
    """Who touches a step that another variant put into a sequence must say that it comes after that variant."""
    with pytest.raises(LayerConflict, match=r"^variants 'x' and 'y' both change sequence 'peb\.turn'"):
        rules_of(*layers(inserts("one", after="peb.act"), touch, settled=False))
    rules_of(*layers(inserts("one", after="peb.act"), touch, settled=True))


AGREEMENTS: dict[str, tuple[Write, Write]] = {
    "same-value": (lambda x: x.set("peb.goal", 3), lambda y: y.set("peb.goal", 3)),
    "items-added-twice": (lambda x: x.add_items("peb.barred", "jet"), lambda y: y.add_items("peb.barred", "jet")),
    "other-items": (lambda x: x.add_items("peb.barred", "jet"), lambda y: y.remove_items("peb.barred", "flint")),
    "other-option": (lambda x: x.set("peb.goal", 3), lambda y: y.set("peb.limit", 3)),
    "dropped-twice": (lambda x: x.drop_validator("peb.barred"), lambda y: y.drop_validator("peb.barred")),
    "action-dropped-twice": (lambda x: x.drop_action(Throw), lambda y: y.drop_action(Throw)),
    "step-dropped-twice": (
        lambda x: x.drop_step("set-up", "peb.bets"),
        lambda y: y.drop_step("set-up", "peb.bets"),
    ),
    "reaction-dropped-twice": (lambda x: x.drop_reaction("peb.full-row"), lambda y: y.drop_reaction("peb.full-row")),
    "candidates-extended-twice": (extend, extend),
    "validators": (lambda x: x.validator(Lay, "x.no")(never), lambda y: y.validator(Lay, "y.no")(never)),
    "scorers": (lambda x: x.scorer("x.points")(never), lambda y: y.scorer("y.points")(never)),
    "other-places": (inserts("one", after="peb.act"), inserts("two", after="peb.end-check")),
    "both-sides": (inserts("one", before="peb.end-check"), inserts("two", after="peb.end-check")),
    "same-gap": (inserts("one", after="peb.act"), inserts("two", before="peb.end-check")),
    "same-mark": (
        lambda x: x.visible(Spot, "bet", Visible.PUBLIC),
        lambda y: y.visible(Spot, "bet", Visible.PUBLIC),
    ),
}
"""What two layers may do without knowing each other."""


@pytest.mark.parametrize("name", AGREEMENTS)
def test_what_commutes_is_accepted(name: str) -> None:
    """Changes that lead to the same, whichever comes first, are no conflict."""
    write, other = AGREEMENTS[name]
    one = rules_of(*layers(write, other, settled=False))
    two = rules_of(*layers(other, write, settled=False))
    assert [len(getattr(one, part)) for part in ("actions", "scorers", "steps", "reactions")] == [
        len(getattr(two, part)) for part in ("actions", "scorers", "steps", "reactions")
    ]
    names = {"x.one": "1", "y.one": "1", "x.two": "2", "y.two": "2"}
    assert [names.get(step, step) for step in one.sequences["peb.turn"]] == [
        names.get(step, step) for step in two.sequences["peb.turn"]
    ]


def test_who_comes_after_has_the_last_word() -> None:
    """Of two layers that set the same option the later one decides, and it wraps what the other one wrapped."""
    said: list[str] = []

    def speaks(name: str) -> Callable[..., int]:
        def wrapper(inner: Callable[..., int], *args: Any) -> int:
            said.append(name)
            return inner(*args)

        return wrapper

    x, y = layers(lambda x: x.set("peb.goal", 3), lambda y: y.set("peb.goal", 4), settled=True)
    x.wrap(worth_of)(speaks("x"))
    y.wrap(worth_of)(speaks("y"))
    rules = rules_of(x, y)
    assert rules.option_values["peb.goal"] == 4
    assert worth_of(rules, Beach(tide=["jet"]), "flint") == 1
    assert said == ["y", "x"]


@pytest.mark.parametrize(
    "write",
    [
        pytest.param(lambda x: x.drop_validator("no.such"), id="drop-validator"),
        pytest.param(lambda x: x.replace_validator("no.such")(never), id="replace-validator"),
        pytest.param(lambda x: x.drop_action(Unheard), id="drop-action"),
        pytest.param(lambda x: x.replace_effect(Unheard)(never), id="replace-effect"),
        pytest.param(lambda x: x.wrap_effect(Unheard)(never), id="wrap-effect"),
        pytest.param(lambda x: x.replace_step("no.such")(never), id="replace-step"),
        pytest.param(lambda x: x.wrap_step("no.such")(never), id="wrap-step"),
        pytest.param(lambda x: x.insert("no.such", "peb.act", after="peb.act"), id="no-such-sequence"),
        pytest.param(lambda x: x.insert("peb.turn", "peb.act", after="no.such"), id="no-such-anchor"),
        pytest.param(lambda x: x.drop_step("peb.turn", "no.such"), id="drop-step"),
        pytest.param(lambda x: x.reorder("peb.turn", "peb.act", "no.such"), id="reorder-to-others"),
        pytest.param(lambda x: x.drop_reaction("no.such"), id="drop-reaction"),
        pytest.param(lambda x: x.drop_end_condition("no.such"), id="drop-end-condition"),
        pytest.param(lambda x: x.replace_scorer("no.such")(never), id="replace-scorer"),
        pytest.param(lambda x: x.drop_scorer("no.such"), id="drop-scorer"),
        pytest.param(lambda x: x.replace_tie_breaker("no.such")(never), id="replace-tie-breaker"),
        pytest.param(lambda x: x.drop_tie_breaker("no.such"), id="drop-tie-breaker"),
        pytest.param(lambda x: x.replace_invariant("no.such")(never), id="replace-invariant"),
        pytest.param(lambda x: x.drop_invariant("no.such"), id="drop-invariant"),
        pytest.param(lambda x: x.replace_panel("no.such")(never), id="replace-panel"),
        pytest.param(lambda x: x.drop_panel("no.such"), id="drop-panel"),
        pytest.param(lambda x: x.replace_picture("no.such")(never), id="replace-picture"),
        pytest.param(lambda x: x.drop_picture("no.such"), id="drop-picture"),
    ],
)
def test_unknown_entries_are_refused(write: Write) -> None:
    """A layer that changes what no layer before it added is refused, with its own name and that of the entry."""
    x: Layer[Beach] = Layer("x", game=PEBBLES)
    write(x)
    with pytest.raises(LayerConflict, match=r"^layer 'x' .*(no\.such|test\.unheard|to other steps)"):
        rules_of(x)
