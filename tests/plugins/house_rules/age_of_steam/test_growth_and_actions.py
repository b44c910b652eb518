"""House rules about goods growth and actions: more-growth and no-turn-order."""

from __future__ import annotations

from typing import Any

import pytest

from railbook.engine.view import view_of_chance
from railbook.rules.options import OptionError
from railbook_age_of_steam.api import ACTIONS, ChooseAction, CityGrew, DiceRolled
from railbook_house_rules.age_of_steam.more_growth import MoreGrowth
from railbook_house_rules.age_of_steam.more_growth import variant as more_growth
from railbook_house_rules.age_of_steam.no_turn_order import variant as no_turn_order
from tests.plugins.age_of_steam.positions import Position, of_type, position, rules_for

DICE: Any = [[1, 1, 1], [6, 6, 6]]
PARTS = {"W": ["red", "blue", "purple"], "B": ["yellow", "blue", "black"]}
FULL: Any = {f"{part}{die}": cubes for part, cubes in PARTS.items() for die in range(1, 7)}


def grown(dice_more: int) -> Position:
    """Give a game after growth in which each part had dice more than players; full columns show each of them."""
    options: Any = {"more-growth.dice": dice_more} if dice_more else None
    return position(
        options=options, enter="aos.growth", dice=DICE, chart=FULL, variants=[more_growth] if dice_more else []
    )


@pytest.mark.parametrize("more", [1, 2])
def test_each_part_has_dice_more(more: int) -> None:
    """AOS-W2, aos.growth-dice, more-growth.dice: behind the players' own, which stay, and each brings a cube."""
    plain, game = grown(0), grown(more)
    rolled = {event.part: event.dice for event in of_type(game.events, DiceRolled)}
    own = {event.part: event.dice for event in of_type(plain.events, DiceRolled)}
    assert own == {"white": [1, 1, 1], "black": [6, 6, 6]}
    assert {part: dice[:3] for part, dice in rolled.items()} == own
    assert [len(dice) for dice in rolled.values()] == [3 + more, 3 + more]
    labels = [label for label, _ in game.chance]
    assert labels == ["aos.dice", "more-growth.dice", "aos.dice", "more-growth.dice"]
    extra = [(part, die) for part, dice in rolled.items() for die in dice[3:] if die != dice[0]]
    assert len(of_type(game.events, CityGrew)) == len(of_type(plain.events, CityGrew)) + len(extra)


def test_everybody_sees_the_dice() -> None:
    """more-growth.dice: they are public, as those of the base game."""
    game = grown(1)
    assert view_of_chance(game.rules, None, game.chance, None) == game.chance


def test_the_dice_are_an_option() -> None:
    """aos.growth-dice: `more-growth.dice` says how many, one at least."""
    assert MoreGrowth().dice == 1
    with pytest.raises(OptionError, match=r"more-growth\.dice cannot be 0: it takes a whole number 1 to 12"):
        rules_for(3, options={"more-growth.dice": 0}, variants=[more_growth])


def test_six_actions_for_six_players() -> None:
    """AOS-C1, AOS-C8, aos.actions-on-offer: Turn Order is none of them, and everybody finds an action."""
    game = position(6, enter="aos.actions", variants=[no_turn_order])
    words = "there is no action 'turn_order': choose first_move, first_build, engineer, locomotive, urbanization"
    game.refuses(0, ChooseAction("turn_order"), "aos.no-such-action", "AOS-C1", words)
    for seat, action in enumerate(action for action in ACTIONS if action != "turn_order"):
        game.does(seat, ChooseAction(action))
    assert sorted(player.action for player in game.state.players) == sorted(set(ACTIONS) - {"turn_order"})
