"""One random game under test, played when the first check asks for it and shared by all of them."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import Any

from railbook.engine.state import Waits, decode
from railbook.rules.ruleset import Ruleset
from railbook.testing.faults import Fault, shorter
from railbook.testing.random_game import PlayedPly, RandomGame, played
from railbook.testing.setting import Setting

POSITIONS = 24
"""Kinds of plies of a game behind which the dearer checks look, and half as many evenly between."""


class Trial:
    """A setting with a number of seats and a seed."""

    def __init__(self, setting: Setting, seats: int, seed: int, plies: int | None) -> None:
        self.setting = setting
        self.seats = seats
        self.seed = seed
        self.plies = plies

    @functools.cached_property
    def rules(self) -> Ruleset:
        """The rules, composed once."""
        return self.setting.rules(self.seats)

    @functools.cached_property
    def game(self) -> RandomGame:
        """The game, played once; raises `Fault` where the rules cannot go on."""
        try:
            return played(self.setting, self.rules, self.seed, self.plies)
        except Exception as error:
            raise self.fault(None, f"a game cannot be played: {type(error).__name__}: {error}") from error

    @property
    def viewers(self) -> Sequence[int | None]:
        """All who may look: every seat, and a spectator."""
        return (*range(self.seats), None)

    def sample(self, most: int = POSITIONS) -> list[PlayedPly]:
        """Give the set-up, the last ply, the first plies of each kind, and some evenly between them."""
        plies = self.game.plies
        first: dict[object, int] = {}
        for ply in plies:
            waits = ply.events[-1]
            step = waits.step if isinstance(waits, Waits) else ""
            first.setdefault((step, frozenset(map(type, ply.events))), ply.number)
        evenly = range(0, len(plies), max(1, 2 * len(plies) // most))
        return [plies[number] for number in sorted({*list(first.values())[:most], *evenly, len(plies) - 1})]

    def positions(self, most: int = POSITIONS) -> Iterator[tuple[PlayedPly, Any]]:
        """Give some positions in which the game goes on, each with the ply that led there, as a copy of its own."""
        for ply in self.sample(most):
            state = decode(self.rules, ply.after)
            if not state.ended:
                yield ply, state

    def fault(self, ply: int | None, what: object) -> Fault:
        """Make the fault that says where it is."""
        place = "" if ply is None else f", ply {ply}"
        return Fault(f"{self.setting}, {self.seats} seats, seed {self.seed}{place}: {shorter(what, 1200)}")
