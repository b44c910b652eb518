"""Panels and choices are entries of layers: variants add, replace and drop them, and a game needs none."""

from __future__ import annotations

import pytest

from railbook import Layer, Panel, Part
from railbook.engine.view import view
from railbook.rules.compose import LayerConflict
from railbook.rules.ruleset import Ruleset
from railbook.rules.screen import Row, plain
from tests.core.tables import Played, rules_of
from tests.core.tiny import Draw
from tests.core.tiny_table import PEBBLES, Beach


def drawing(name: str) -> Layer[Beach]:
    """Give a layer with two panels and a choice, which name it."""
    layer: Layer[Beach] = Layer(name, game=PEBBLES)

    @layer.panel(f"{name}.rows")
    def rows(rules: Ruleset, state: Beach, seat: int | None) -> Panel:
        return Panel(name, ((Part(f"for {seat}"),), (Part(f"{len(state.seats)} seats", "bold"),)))

    @layer.panel(f"{name}.own")
    def own(rules: Ruleset, state: Beach, seat: int | None) -> Panel | None:
        return None if seat is None else Panel("own", ((Part(str(state.seats[seat].hand.size)),),))

    @layer.choice(Draw)
    def draw(rules: Ruleset, state: Beach, seat: int, action: Draw) -> Row:
        return (Part(f"{name} draws for {seat}"),)

    return layer


def titles(rules: Ruleset, seat: int | None) -> list[str]:
    """Give the titles of the panels of a game that was just set up."""
    return [panel.title for panel in rules.screen(view(rules, Played(rules).state, seat), seat)]


def test_game_without_panels() -> None:
    """A game without drawings has an empty screen, and its choices are said in its words."""
    rules = rules_of()
    state = Played(rules).state
    assert rules.screen(state, None) == []
    assert plain(rules.choice(state, 0, Draw())) == rules.say(Draw())


def test_panels_in_order() -> None:
    """Panels stand in the order in which they are declared; one that has nothing to show is left out."""
    rules = rules_of(drawing("sketch"))
    assert titles(rules, 1) == ["sketch", "own"]
    assert titles(rules, None) == ["sketch"]


def test_choice_in_its_own_words() -> None:
    """A choice says an action with what the view tells."""
    rules = rules_of(drawing("sketch"))
    assert plain(rules.choice(Played(rules).state, 1, Draw())) == "sketch draws for 1"


def test_panel_is_replaced_and_dropped() -> None:
    """A later layer draws a panel otherwise at the same place, or takes it off the screen."""
    later: Layer[Beach] = Layer("later", game=PEBBLES, after=["sketch"])

    @later.replace_panel("sketch.rows")
    def rows(rules: Ruleset, state: Beach, seat: int | None) -> Panel:
        return Panel("replaced", ())

    assert titles(rules_of(drawing("sketch"), later), 0) == ["replaced", "own"]
    later.drop_panel("sketch.own")
    assert titles(rules_of(drawing("sketch"), later), 0) == ["replaced"]


def test_two_layers_draw_one_panel() -> None:
    """Two layers that replace one panel are refused with both names, unless one comes after the other."""
    layers = []
    for name in ("oil", "water"):
        layer: Layer[Beach] = Layer(name, game=PEBBLES, after=["sketch"])
        layer.replace_panel("sketch.rows")(lambda rules, state, seat: Panel("x", ()))
        layers.append(layer)
    with pytest.raises(LayerConflict, match=r"'oil' and 'water' both change panel 'sketch\.rows'"):
        rules_of(drawing("sketch"), *layers)


def test_drawings_change_no_game() -> None:
    """The same seed gives the same plies with and without drawings: they are shown and never asked by a rule."""
    bare, drawn = Played(seed=3), Played(rules_of(drawing("sketch")), seed=3)
    assert bare.log.splitlines()[1].partition(b'"digest"')[0] == drawn.log.splitlines()[1].partition(b'"digest"')[0]
