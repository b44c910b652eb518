"""Who plays which seat: people and bots in any mix, from the words of the user or from a log's header."""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Sequence

from railbook.log.records import Header
from railbook.plugins.registry import Registry
from railbook.recording.header import seat_names
from railbook.recording.simulation import find_bot
from railbook.rules.game import Bot, GameMap, SeatsError
from railbook.rules.ruleset import Ruleset

PERSON = "person"
"""How a header's `meta.players` calls a seat that no bot plays."""

YOU = "you"
"""The person who is meant where nobody is named."""

OPPONENTS = ("greedy", "random")
"""The bots that play against you where none is named: the first of these that knows the game."""

ALIKE = 0.8
"""From this likeness on, a name is taken for the misspelt one of a bot."""


@dataclasses.dataclass(frozen=True)
class Seating:
    """The names at a table, and by seat the bot, or `None` for a person."""

    names: tuple[str, ...]
    bots: tuple[Bot | None, ...]

    @property
    def kinds(self) -> list[str]:
        """Who plays each seat, as a header says it."""
        return [PERSON if bot is None else bot.name for bot in self.bots]

    @property
    def people(self) -> list[int]:
        """The seats that people play."""
        return [seat for seat, bot in enumerate(self.bots) if bot is None]


def default_seats(registry: Registry, game_map: GameMap, layers: set[str]) -> list[str]:
    """Seat you against as few bots as the map takes, at least one where it can."""
    bots = registry.bots(layers)
    opponent = next(name for name in OPPONENTS if name in bots)
    least, most = game_map.seats
    return [YOU] + [opponent] * (max(least, min(2, most)) - 1)


def seated(registry: Registry, rules: Ruleset, words: Sequence[str], names: Sequence[str] = ()) -> Seating:
    """Seat a bot where one is named, and a person elsewhere; raises `SeatsError`.

    `names` are those of all seats; without them people are called by their word and bots by their kind.
    """
    if names and len(names) != len(words):
        raise SeatsError(f"{len(words)} seats need {len(words)} names, not {len(names)}")
    known = registry.bots({origin.layer for origin in rules.origins})
    for word in words:
        near = difflib.get_close_matches(word.casefold(), known, 1, ALIKE)
        if word not in known and near:
            raise SeatsError(
                f"no bot is called {word!r}: did you mean {near[0]}? "
                f"A person of that name is seated with --seats {YOU} --names {word}"
            )
    bots = tuple(known.get(word) for word in words)
    numbered = seat_names(words)
    own = [name if bot else word for word, name, bot in zip(words, numbered, bots, strict=True)]
    return Seating(tuple(names or own), bots)


def seated_again(registry: Registry, rules: Ruleset, header: Header, words: Sequence[str] = ()) -> Seating:
    """Seat those who played a recorded game, or others in their places; raises `SeatsError` or `NotInstalled`."""
    names = tuple(seat.name for seat in header.seats)
    if words:
        return seated(registry, rules, words, names)
    kinds = header.meta.get("players") if isinstance(header.meta, dict) else None
    if not isinstance(kinds, list) or len(kinds) != len(names) or not all(isinstance(kind, str) for kind in kinds):
        raise SeatsError("the log does not say who is a person and who a bot: say it with --seats")
    return Seating(names, tuple(None if kind == PERSON else find_bot(registry, rules, kind) for kind in kinds))
