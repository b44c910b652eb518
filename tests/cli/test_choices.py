"""Lists of choices are bounded, whatever is legal: long ones are counted, typed, or filtered."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest

from railbook import Layer
from railbook.cli.choices import LOOKED_AT, NUMBERED, TYPED_FROM, Choices, Group
from railbook.cli.typed import Refused, completions, typed_action
from railbook.engine.view import view
from railbook.rules.ruleset import Ruleset
from railbook_age_of_steam.auction import Bid, DropOut
from railbook_age_of_steam.building import Build
from railbook_age_of_steam.layer import AGE_OF_STEAM
from railbook_age_of_steam.state import Line
from tests.plugins.age_of_steam.positions import Position, position

NAMES = ("ANNA", "BEN", "CAT")


def choices(game: Position) -> Choices:
    """Give what seat 0 may do."""
    return Choices(game.rules, view(game.rules, game.state, 0), 0, NAMES)


@pytest.fixture
def endless() -> Position:
    """Give an auction under a house rule in which bids never come to an end."""
    house: Layer[Line] = Layer("endless", game=AGE_OF_STEAM)
    house.drop_validator("aos.bid-too-high")

    @house.replace_candidates(Bid)
    def bids(rules: Ruleset, state: Line, seat: int) -> Iterator[Bid]:
        return (Bid(amount) for amount in count(1))

    return position(enter="aos.auction", variants=[house])


def group(found: Choices, name: str) -> Group:
    """Give the choices of a type."""
    return next(group for group in found.groups if group.name == name)


def test_endless_choices_are_cut(endless: Position, capsys: pytest.CaptureFixture[str]) -> None:
    """Of a type without end only the first get numbers, behind those of short lists, and the list says so."""
    found = choices(endless)
    assert len(found.numbered) == NUMBERED + 1
    assert found.numbered[0].action == DropOut()
    assert found.numbered[-1].action == Bid(NUMBERED)
    assert found.show("", 20)
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == f"bid (more than {NUMBERED})"
    assert shown[1].strip() == "type bid DOLLARS, for instance bid 1; / with words lists those that have them"
    assert shown[2:] == ["drop out (1)", "    1  drop  place 3 for $0"]


def test_filters_look_further(endless: Position) -> None:
    """A filter finds what has no number yet and gives it one that stays; it too comes to an end."""
    found = choices(endless)
    ((_, members),) = found.matching("bid $4321")
    assert [(choice.number, choice.action) for choice in members] == [(NUMBERED + 2, Bid(4321))]
    assert found.matching(f"bid ${NUMBERED + LOOKED_AT + 1}") == []
    found.matching("$55")
    ((_, again),) = found.matching("bid $4321")
    assert again == members
    ((_, many),) = found.matching("bid")
    assert len(many) <= 3 * NUMBERED
    assert [choice.number for choice in found.numbered] == list(range(1, len(found.numbered) + 1))


@pytest.mark.parametrize("cash, listed", [(TYPED_FROM - 1, True), (TYPED_FROM, False)])
def test_long_lists_are_typed(cash: int, listed: bool, capsys: pytest.CaptureFixture[str]) -> None:
    """From a length on, a type that can be typed is no longer listed, unless a filter asks for it."""
    found = choices(position(enter="aos.auction", cash=cash))
    found.show("", 60)
    out = capsys.readouterr().out
    assert f"bid ({cash})" in out
    assert ("bid $7" in out) is listed
    assert ("type bid DOLLARS" in out) is not listed
    found.show("$7", 60)
    assert "bid $7" in capsys.readouterr().out


def test_typed_actions_need_no_number(endless: Position) -> None:
    """What is typed need not be listed; `None` is text that is no action, and a filter."""
    assert typed_action(choices(endless), "bid 1000000") == Bid(1_000_000)
    assert typed_action(choices(endless), "cincinnati") is None


def test_refused_actions() -> None:
    """A refused action names the rule, and legal ones that begin alike (AOS-B5, aos.not-connected)."""
    found = choices(position())
    with pytest.raises(Refused) as refused:
        typed_action(found, "build 10,13 S1 0-3")
    first, *legal = str(refused.value).splitlines()
    assert first.startswith("aos.not-connected (AOS-B5): path 0-3 on (10,13)")
    assert legal == ["  legal: build 10,13 S1 1-4"]
    with pytest.raises(Refused) as refused:
        typed_action(found, "build 10,10 S1 0-3")
    assert "legal:" not in str(refused.value)
    with pytest.raises(Refused, match=r"^there is no tile 'S9'"):
        typed_action(found, "build 10,13 S9 0-3")


@pytest.mark.parametrize(
    "line, words",
    [
        ("", ["build", "done", "urbanize"]),
        ("b", ["build"]),
        ("build 10,1", ["10,13", "10,14"]),
        ("build 10,13 S", ["S1", "S2", "S3"]),
        ("BUILD 10,13 s1 ", ["1-4"]),
        ("build  10,13  S1  ", ["1-4"]),
        ("build 10,13 S1 1-4 ", []),
        ("urbanize fort-wayne ", ["A", "B", "C", "D", "E", "F", "G", "H"]),
        ("urbanize m", ["michigan-city", "milwaukee"]),
        ("bid ", []),
        ("nothing x", []),
    ],
)
def test_completions(line: str, words: list[str]) -> None:
    """The last word of a line is completed to what is legal: verbs, hexes, tiles, paths, names."""
    assert completions(choices(position(actions={0: "urbanization"})), line) == words


def test_completed_actions_are_legal() -> None:
    """Completing word after word leads to a legal action, however long it is."""
    found = choices(position(tiles={"9,13": "S2 3-1@0"}))
    line = "build indianapolis D4X "
    while words := completions(found, line):
        line += f"{words[0]} "
    action = typed_action(found, line)
    assert isinstance(action, Build)
    assert (action.tile, action.under) == ("D4X", "C2")


def test_nothing_to_complete_without_notation() -> None:
    """A seat that is not asked has nothing to choose and nothing to type."""
    game = position()
    other = Choices(game.rules, game.state, 1, NAMES)
    assert other.groups == []
    assert not other.show("", 10)
