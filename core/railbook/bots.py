"""The bot that plays any game, uniformly at random over its legal actions, and what bots of games are built with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from railbook.chance import Address, Seeded
from railbook.engine.play import check, legal_actions
from railbook.rules.game import Bot
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, RulesError


class Dice:
    """Random numbers for a bot: the same for the same seed, on every machine and version of Python."""

    def __init__(self, seed: int) -> None:
        self._source = Seeded.of_seed(seed)
        self._number = 0

    def below(self, bound: int) -> int:
        """Give a whole number from 0 to `bound` - 1."""
        self._number += 1
        return self._source.below(Address("bot", "choice", self._number), bound)


def first_accepted(rules: Ruleset, view: Any, seat: int, wishes: Iterable[Action]) -> Action:
    """Give the first wish that the rules accept, else the first action that is legal at all."""
    for action in wishes:
        if check(rules, view, seat, action) is None:
            return action
    for action in legal_actions(rules, view, seat):
        return action
    raise _stuck(rules, seat)


def _stuck(rules: Ruleset, seat: int) -> RulesError:
    return RulesError(f"{rules.game}: seat {seat} is asked, but nothing is legal")


class RandomPlayer:
    """Chooses each legal action with the same probability."""

    def __init__(self, rules: Ruleset, seed: int) -> None:
        self._rules = rules
        self._dice = Dice(seed)

    def choose(self, view: Any, seat: int) -> Action:
        """Give one of the legal actions."""
        actions = list(legal_actions(self._rules, view, seat))
        if not actions:
            raise _stuck(self._rules, seat)
        return actions[self._dice.below(len(actions))]


RANDOM = Bot("random", "chooses uniformly among all legal actions", "", RandomPlayer)
