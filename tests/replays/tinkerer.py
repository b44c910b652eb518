"""A player for recorded games of Age of Steam that likes odd things, so that they are recorded: the bot `tinkerer`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from itertools import islice
from typing import Any, TypeVar

from railbook.bots import Dice
from railbook.engine.play import legal_actions
from railbook.rules.game import Bot
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action
from railbook_age_of_steam import auction, building, choosing, growth, moving, shares
from railbook_age_of_steam.auction import Bid
from railbook_age_of_steam.board import Board
from railbook_age_of_steam.building import Build
from railbook_age_of_steam.choosing import ChooseAction
from railbook_age_of_steam.greedy import GREEDY
from railbook_age_of_steam.layer import Limits, board_of
from railbook_age_of_steam.state import Line
from railbook_age_of_steam.tiles import TOWN, kinds, paths

T = TypeVar("T")

MOST = 200
"""So many legal actions at most are looked at."""

LEAST = 3
"""Dollars that it needs before it bids for fun."""


class Tinkerer:
    """Plays like `greedy` where it is about money; elsewhere now and then anything legal, the rarest things first."""

    def __init__(self, rules: Ruleset, seed: int) -> None:
        self._rules = rules
        self._dice = Dice(seed)
        self._model = GREEDY.make(rules, seed)
        self._moods: dict[str, Callable[[Line, int], list[Action]]] = {
            shares.ASK: self._shares,
            auction.ASK: self._bids,
            choosing.ASK: self._actions,
            building.ASK: self._builds,
            moving.ASK: self._legal,
            growth.ASK: self._cubes,
        }

    def choose(self, view: Any, seat: int) -> Action:
        """Give a legal action."""
        if self._dice.below(3):
            return self._model.choose(view, seat)
        return self._any(self._moods[view.asked](view, seat))

    def _any(self, things: list[T]) -> T:
        return things[self._dice.below(len(things))]

    def _legal(self, view: Line, seat: int) -> list[Action]:
        return list(islice(legal_actions(self._rules, view, seat), MOST))

    def _shares(self, view: Line, seat: int) -> list[Action]:
        """Some more shares than last time: the money is needed."""
        return self._legal(view, seat)[:4]

    def _bids(self, view: Line, seat: int) -> list[Action]:
        """Bid whatever can be afforded easily."""
        afforded = max(LEAST, view.players[seat].cash // 3)
        return [one for one in self._legal(view, seat) if not isinstance(one, Bid) or one.bid <= afforded]

    def _actions(self, view: Line, seat: int) -> list[Action]:
        """Choose any action; Locomotive above all where it does nothing any more."""
        legal, useless = self._legal(view, seat), ChooseAction("locomotive")
        strongest = view.players[seat].locomotive >= self._rules.options(Limits).locomotive
        return [useless] if strongest and useless in legal else legal

    def _cubes(self, view: Line, seat: int) -> list[Action]:
        """Put a cube anywhere, or return what is held."""
        legal = self._legal(view, seat)
        return [legal[0], legal[-1]]

    def _builds(self, view: Line, seat: int) -> list[Action]:
        """Draw a kind of build first, so that rare ones come as often as others."""
        by_kind: dict[str, list[Action]] = defaultdict(list)
        for action in legal_actions(self._rules, view, seat):
            by_kind[_kind(board_of(self._rules), view, action)].append(action)
        return by_kind[self._any(sorted(by_kind))]


def _kind(board: Board, view: Line, action: Action) -> str:
    """Say what an action does to a hex: which class of tile comes, in place of which, and if towards a city."""
    if not isinstance(action, Build):
        return type(action).__name__
    tile, old = kinds()[action.tile], view.tiles.get(action.hex)
    if old is None:
        return f"{tile.family}-{len(tile.paths)}"
    new = {end for path in paths(action.tile, action.rotation) for end in path if end != TOWN}
    new -= {end for path in paths(old.tile, old.rotation) for end in path}
    behind = {board.neighbours[action.hex][edge] for edge in new}
    turns = "-to-city" if behind & {*board.cities, *view.new_cities} else ""
    return f"{kinds()[old.tile].family}-{tile.family}-{len(tile.paths)}{turns}"


TINKERER = Bot("tinkerer", "plays like greedy, but likes odd tiles", "age-of-steam", Tinkerer)
