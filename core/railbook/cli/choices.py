"""The numbered list of legal actions: grouped by type, filtered by words, never longer than people can use."""

from __future__ import annotations

import dataclasses
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from railbook.cli import out
from railbook.cli.screen import named, show_row
from railbook.engine.play import legal_actions_of
from railbook.engine.state import State
from railbook.rules.notation import Notation, write
from railbook.rules.ruleset import ActionSpec, Ruleset
from railbook.rules.screen import Part, Row, plain
from railbook.rules.types import Action

LEAST_LINES = 3
"""Choices of each type that are shown, however small the screen is."""

NUMBERED = 500
"""Choices of each type that get numbers before anybody filters; so many more come with each filter."""

LOOKED_AT = 5000
"""Further actions of a type that a filter looks at."""

TYPED_FROM = 20
"""From so many actions on, those that can be typed are counted and no longer listed, unless a filter asks for them."""


@dataclasses.dataclass(frozen=True)
class Choice:
    """A legal action, with the number by which it is chosen: the same under every filter."""

    number: int
    action: Action
    row: Row
    text: str
    """What a filter looks in."""


class Group:
    """The legal actions of one type: those with numbers, by their place among all, and whether there are more."""

    def __init__(self, spec: ActionSpec, notation: Notation | None, actions: Iterator[Action]) -> None:
        self.name = str(spec.type.__struct_config__.tag).rpartition(".")[2].replace("-", " ")
        """The type of the action in words."""
        self.spec = spec
        self.notation = notation
        self.first = list(islice(actions, NUMBERED))
        """Those that get numbers at once."""
        self.more = next(actions, None) is not None
        self.numbered: dict[int, Choice] = {}

    @property
    def count(self) -> str:
        """How many there are, as far as anybody counted."""
        return f"more than {NUMBERED}" if self.more else str(len(self.first))

    @property
    def is_typed(self) -> bool:
        """Whether there are so many that people rather type one."""
        return self.notation is not None and len(self.first) >= TYPED_FROM


class Choices:
    """What a seat may do, as far as somebody asked for it. A choice that has a number keeps it."""

    def __init__(self, rules: Ruleset, view: State, seat: int, names: Sequence[str]) -> None:
        self.rules, self.view, self.seat, self.names = rules, view, seat, names
        self.numbered: list[Choice] = []
        specs = rules.actions_of_step[view.asked] if seat in view.to_act else ()
        groups = [Group(spec, rules.notations.get(spec.type), self._legal(spec)) for spec in specs]
        self.groups = [group for group in groups if group.first]
        # Long lists come last, so that the others keep small numbers.
        for group in sorted(self.groups, key=lambda group: group.is_typed):
            for place, action in enumerate(group.first):
                self._number(group, place, action)

    def _legal(self, spec: ActionSpec) -> Iterator[Action]:
        return legal_actions_of(self.rules, self.view, self.seat, spec)

    def _number(self, group: Group, place: int, action: Action) -> None:
        choice = self._choice(action)
        self.numbered.append(choice)
        group.numbered[place] = choice

    def _choice(self, action: Action) -> Choice:
        row = self.rules.choice(self.view, self.seat, action)
        return Choice(len(self.numbered) + 1, action, row, folded(named(plain(row), self.names)))

    def matching(self, words: str) -> list[tuple[Group, list[Choice]]]:
        """Give by group the choices in which every word occurs, in itself or in the name of its type."""
        wanted = folded(words).split()
        found: list[tuple[Group, list[Choice]]] = []
        for group in self.groups:

            def fits(choice: Choice, group: Group = group) -> bool:
                return all(word in f"{group.name} {choice.text}" for word in wanted)

            if wanted and group.more:
                self._look_further(group, fits)
            members = [choice for choice in group.numbered.values() if fits(choice)]
            if members:
                found.append((group, members))
        return found

    def _look_further(self, group: Group, fits: Callable[[Choice], bool]) -> None:
        """Give numbers to what a filter finds behind the first of a group."""
        new = 0
        for place, action in enumerate(islice(self._legal(group.spec), NUMBERED, NUMBERED + LOOKED_AT), NUMBERED):
            if place not in group.numbered and fits(self._choice(action)):
                self._number(group, place, action)
                new += 1
            if new == NUMBERED:
                return

    def typed(self, kind: type[Action]) -> list[str]:
        """Write the numbered actions of a type as they may be typed."""
        return [
            write(self.rules, self.view, self.seat, choice.action)
            for group in self.groups
            if group.spec.type is kind
            for choice in group.numbered.values()
        ]

    def show(self, words: str, lines: int) -> bool:
        """Show the choices with all of some words in so many lines; false where there are none.

        Where they do not fit, each type shows a part and says how many more there are.
        """
        found = self.matching(words)
        listed = [members if words or not group.is_typed else [] for group, members in found]
        shares = _shares([len(members) for members in listed], lines - len(found))
        width = len(str(len(self.numbered)))
        for (group, members), rows, share in zip(found, listed, shares, strict=True):
            count = str(len(members)) if words else group.count
            show_row((Part(out.clean(group.name), "bold"), Part(f" ({count})", "dim")))
            if not rows:
                show_row((Part(f"  {' ' * width}  {self._how(group)}", "dim"),))
            for choice in rows[:share]:
                show_row(choice.row, self.names, f"  {choice.number:>{width}}  ")
            if len(rows) > share:
                more = f"… {len(rows) - share} more: type to filter, for instance a word of a line"
                show_row((Part(f"  {' ' * width}  {more}", "dim"),))
        return bool(found)

    def _how(self, group: Group) -> str:
        """Say how actions of a group are typed that are not listed."""
        assert group.notation is not None  # is_typed
        example = write(self.rules, self.view, self.seat, group.first[0])
        return f"type {group.notation.form}, for instance {example}; / with words lists those that have them"


def folded(text: str) -> str:
    """Give text as filters compare it: without case and accents, dashes as blanks."""
    parts = unicodedata.normalize("NFKD", text.replace("–", " ").replace("-", " "))
    return "".join(letter for letter in parts if not unicodedata.combining(letter)).casefold()


def _shares(sizes: Sequence[int], lines: int) -> list[int]:
    """Part the lines of a screen among groups: small ones are shown whole, large ones share what is left."""
    shares = [0] * len(sizes)
    for done, index in enumerate(sorted(range(len(sizes)), key=lambda index: sizes[index])):
        size = sizes[index]
        fair = max(LEAST_LINES, lines // (len(sizes) - done))
        # A group that is cut needs a line to say so.
        shares[index] = size if size <= fair else max(LEAST_LINES, fair - 1)
        lines -= min(size, fair)
    return shares
