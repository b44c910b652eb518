"""Every option of the rules document has its name, default, values and editions (section D)."""

from __future__ import annotations

import pytest

from railbook.rules.options import OptionError
from railbook.rules.types import OptionValue
from railbook_age_of_steam.editions import EDITIONS
from tests.plugins.age_of_steam.positions import rules_for

SECTION_D: dict[str, tuple[OptionValue, OptionValue, OptionValue]] = {
    "reduction_at_50": (8, 10, 10),
    "urbanization_timing": ("before_builds", "any_time", "before_builds"),
    "turn_order_pass_last_two": ("allowed", "forbidden", "allowed"),
    "double_redirect": ("flat_2", "per_path", "flat_2"),
    "same_hex_twice": ("allowed", "forbidden", "allowed"),
    "elimination_markers": ("unfinished_only", "all", "unfinished_only"),
    "last_survivor": ("plays_on", "ends_game", "plays_on"),
    "town_tile_choice": ("chosen", "pooled", "chosen"),
    "start_order": ("dice", "shuffle", "dice"),
    "ownership_markers": (20, 20, 20),
    "production_room": ("true_empty", "array_length", "true_empty"),
    "running_score": ("links_only", "all_owned", "links_only"),
}
"""Values in warfrog-2002, choochoo and deluxe."""
NUMBERS = {
    "limits.shares": 15,
    "limits.share_price": 5,
    "limits.locomotive": 6,
    "limits.builds": 3,
    "limits.engineer": 4,
    "limits.move_rounds": 2,
    "limits.production": 2,
    "start.cash": 10,
    "start.shares": 2,
    "start.income": 0,
    "start.locomotive": 1,
}


@pytest.mark.parametrize("name", SECTION_D)
def test_editions(name: str) -> None:
    """AOS-R1, AOS-N2, AOS-A4, AOS-P5, AOS-B10, AOS-E5, AOS-E6, AOS-T2, AOS-U5, AOS-O7, AOS-W1, AOS-S3: section D."""
    key = f"rules.{name}"
    for edition, value in zip(("warfrog-2002", "choochoo", "deluxe"), SECTION_D[name], strict=True):
        assert rules_for(3, edition).option_values[key] == value
        other = next((one for one in SECTION_D[name] if one != value), value)
        assert rules_for(3, edition, {key: other}).option_values[key] == other


def test_nothing_else_is_open() -> None:
    """The options are those of section D and the numbers that the rules name; warfrog-2002 is the default."""
    rules = rules_for()
    assert rules.edition in ("", "warfrog-2002")
    expected = {f"rules.{name}": values[0] for name, values in SECTION_D.items()} | NUMBERS
    assert {key: value for key, value in rules.option_values.items() if "." in key} == expected
    assert set(EDITIONS) == {"warfrog-2002", "choochoo", "deluxe"}


@pytest.mark.parametrize(
    "option, value",
    [
        ("rules.reduction_at_50", 9),
        ("rules.start_order", "draw"),
        ("rules.ownership_markers", -1),
        ("limits.shares", -1),
        ("limits.locomotive", 0),
        ("start.cash", 10**9),
        ("start.cash", [1, -2, 3]),
        ("rules.running_score", 1),
    ],
)
def test_values_that_are_refused(option: str, value: OptionValue) -> None:
    """SEC-01: an option takes its documented values only."""
    with pytest.raises(OptionError, match=option.replace(".", r"\.")):
        rules_for(3, "", {option: value})
