"""Words with which a seat leaves a game that is recorded: it resigns, is removed, ran out of time, or all agree."""

from __future__ import annotations

from collections.abc import Sequence

from railbook.cli import out
from railbook.cli.screen import named
from railbook.cli.terminal import read
from railbook.engine.core_layer import Leave

WHY = {"resign": "resigned", "kick": "removed", "timeout": "timed out", "agree": "agreed"}
"""The reasons to leave, by what is typed."""

OTHERS = ("kick", "timeout")
"""The words that go with a seat or a name."""

ASKED = {
    "resigned": "Type yes to resign: ",
    "removed": "Type yes to remove {who}: ",
    "timed out": "Type yes if {who}'s time is up: ",
    "agreed": "Type yes if all agree: ",
}


def is_leaving(text: str) -> bool:
    """Tell whether a line says that somebody leaves."""
    word, _, rest = text.partition(" ")
    return word.casefold() in WHY and (word.casefold() in OTHERS or not rest)


def leaves(text: str, seat: int, names: Sequence[str]) -> tuple[int, Leave] | None:
    """Give the seat that leaves and why, once that was confirmed; `None` where it was not, or nobody is so called.

    `seat` is the one at the screen, who resigns or says that all agree.
    """
    word, _, rest = text.partition(" ")
    why = WHY[word.casefold()]
    if word.casefold() in OTHERS:
        found = _seat_called(rest.strip(), names)
        if found is None:
            known = ", ".join(f"{number} {out.clean(name)}" for number, name in enumerate(names))
            out.say(f"{word.casefold()} goes with a seat or a name: {known}")
            return None
        seat = found
    question = named(f"The game ends unfinished. {ASKED[why].format(who=f'seat {seat}')}", names)
    return (seat, Leave(why)) if read(question).casefold() == "yes" else None


def _seat_called(text: str, names: Sequence[str]) -> int | None:
    called = [seat for seat, name in enumerate(names) if name.casefold() == text.casefold()]
    numbered = [seat for seat in range(len(names)) if str(seat) == text]
    return next(iter(called + numbered), None)
