"""Rule options: chapter 16 of the rules document as far as it concerns the USA, with its names and defaults."""

from __future__ import annotations

import pytest

from railbook.rules.options import OptionError, specs
from railbook.rules.types import OptionValue
from railbook_ticket_to_ride.options import GROUPS
from tests.plugins.ticket_to_ride.positions import rules_for

POINTS: dict[str, tuple[str, OptionValue, list[OptionValue]]] = {
    "Q01": ("market.flush_limit", "until_stable", [0, 3, 100]),
    "Q02": ("market.flush_on_short_display", True, [False]),
    "Q03": ("draw.second_pick", "required", ["optional"]),
    "Q04": ("draw.reshuffle", "lazy", ["eager"]),
    "Q05": ("market.refill", "always", ["after_claim"]),
    "Q06": ("turn.pass", "only_if_no_action", ["also_if_only_tickets"]),
    "Q07": ("end.all_pass", "end_game", ["continue"]),
    "Q08": ("tickets.initial_bottom_order", "shuffle_together", ["seat_order", "as_finished"]),
    "Q09": ("tickets.draw_bottom_order", "player_order", ["shuffle"]),
    "Q10": ("setup.deal_order", "hands_first", ["display_first"]),
    "Q15": ("end.longest_path_tiebreak", "length_among_tied", ["bonus_card"]),
    "Q16": ("end.final_tie", "shared", ["seat_order"]),
    "Q17": ("end.zero_bonus", True, [False]),
    "Q21": ("parallel.open_from", 4, [2, 3, 5, 6]),
    "Q24": ("tickets.initial_rejects", "bottom", ["removed"]),
    "Q27": ("players.leaving", "unfinished", []),
}
"""Open point, option, default, other values; what each does is tested beside the rules that it changes."""

NUMBERS = {
    "setup.hand": 4,
    "market.size": 5,
    "market.flush_at": 3,
    "draw.picks": 2,
    "tickets.keep_initial": 2,
    "tickets.draw": 3,
    "tickets.keep_draw": 1,
    "end.trains_at_most": 2,
    "end.longest_path_bonus": 10,
}
"""Numbers of the rules that maps or house rules set."""


@pytest.mark.parametrize("point", POINTS)
def test_default(point: str) -> None:
    """Each open point is an option under the name of chapter 16, has its default, and its help quotes the point."""
    name, default, _ = POINTS[point]
    assert rules_for(2).option_values[name] == default
    (spec,) = [spec for spec in specs(GROUPS) if spec.name == name]
    assert point in spec.help


@pytest.mark.parametrize("name, value", [(name, value) for name, _, others in POINTS.values() for value in others])
def test_other_values(name: str, value: OptionValue) -> None:
    """Each other value that chapter 16 names is taken, and stands in the ruleset as it stands in a header."""
    assert rules_for(2, {name: value}).option_values[name] == value


def test_every_option_is_listed() -> None:
    """The options are those of chapter 16 and the numbers of the rules, each with its default and a help text."""
    every = {name: default for name, default, _ in POINTS.values()} | NUMBERS
    assert dict(rules_for(3).option_values) == every
    assert all(spec.help for spec in specs(GROUPS))


@pytest.mark.parametrize(
    "name, value, takes",
    [
        ("market.flush_limit", -1, "it takes until_stable or a whole number 0 to 100"),
        ("market.flush_limit", "never", "it takes until_stable or a whole number 0 to 100"),
        ("market.flush_on_short_display", 1, "it takes true or false"),
        ("draw.second_pick", "maybe", "it takes required or optional"),
        ("draw.second_pick", True, "option draw.second_pick cannot be true: it takes required or optional"),
        ("turn.pass", "always", "it takes only_if_no_action or also_if_only_tickets"),
        ("tickets.initial_bottom_order", "random", "it takes shuffle_together or seat_order or as_finished"),
        ("parallel.open_from", 0, "it takes a whole number 1 to 20"),
        ("parallel.open_from", "four", "option parallel.open_from cannot be four: it takes a whole number 1 to 20"),
        ("setup.hand", 21, "it takes a whole number 0 to 20"),
        ("players.leaving", "goes_on", "option players.leaving cannot be goes_on: it takes unfinished"),
    ],
)
def test_a_value_that_does_not_fit(name: str, value: OptionValue, takes: str) -> None:
    """A value of the wrong type or out of bounds is refused, and one line says what the option takes."""
    with pytest.raises(OptionError) as refused:
        rules_for(2, {name: value})
    assert str(refused.value).startswith(f"option {name} cannot be ")
    assert takes in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("name, near", [("tickets.drew", "tickets.draw"), ("flush_limits", "market.flush_limit")])
def test_an_option_that_is_not_there(name: str, near: str) -> None:
    """An unknown option is refused, and the line names one that is like it."""
    with pytest.raises(OptionError, match=f"unknown option '{name}': did you mean .*{near}"):
        rules_for(2, {name: 1})
