"""The numbered list of legal actions: grouped by type, filtered by words, cut where it is longer than the screen."""

from __future__ import annotations

import dataclasses
import unicodedata
from collections.abc import Iterable, Sequence

from railbook.cli import out
from railbook.cli.screen import named, show_row
from railbook.engine.state import State
from railbook.rules.ruleset import Ruleset
from railbook.rules.screen import Part, Row, plain
from railbook.rules.types import Action

LEAST_LINES = 3
"""Choices of each type that are shown, however small the screen is."""


@dataclasses.dataclass(frozen=True)
class Choice:
    """A legal action, with the number by which it is chosen: the same under every filter."""

    number: int
    action: Action
    row: Row
    text: str
    """What a filter looks in."""

    @property
    def group(self) -> str:
        """The type of the action in words."""
        tag = str(self.action.__struct_config__.tag)
        return tag.rpartition(".")[2].replace("-", " ")


def folded(text: str) -> str:
    """Give text as filters compare it: without case and accents, dashes as blanks."""
    parts = unicodedata.normalize("NFKD", text.replace("–", " ").replace("-", " "))
    return "".join(letter for letter in parts if not unicodedata.combining(letter)).casefold()


def choices_of(rules: Ruleset, view: State, seat: int, actions: Iterable[Action], names: Sequence[str]) -> list[Choice]:
    """Number actions; those of one type stand together."""
    by_type: dict[type[Action], list[Action]] = {}
    for action in actions:
        by_type.setdefault(type(action), []).append(action)
    found: list[Choice] = []
    for action in (action for group in by_type.values() for action in group):
        row = rules.choice(view, seat, action)
        found.append(Choice(len(found) + 1, action, row, folded(named(plain(row), names))))
    return found


def matching(choices: Iterable[Choice], words: str) -> list[Choice]:
    """Keep the choices in which every word of a filter occurs, in itself or in the name of its type."""
    wanted = folded(words).split()
    return [choice for choice in choices if all(word in f"{choice.group} {choice.text}" for word in wanted)]


def show(choices: Sequence[Choice], lines: int, names: Sequence[str]) -> None:
    """Show choices in so many lines; where they do not fit, each type shows a part and says how many more there are."""
    groups: dict[str, list[Choice]] = {}
    for choice in choices:
        groups.setdefault(choice.group, []).append(choice)
    shares = _shares({group: len(members) for group, members in groups.items()}, lines - len(groups))
    width = len(str(max((choice.number for choice in choices), default=0)))
    for group, members in groups.items():
        show_row((Part(out.clean(group), "bold"), Part(f" ({len(members)})", "dim")))
        for choice in members[: shares[group]]:
            show_row(choice.row, names, f"  {choice.number:>{width}}  ")
        hidden = len(members) - shares[group]
        if hidden > 0:
            show_row((Part(f"  {' ' * width}  … {hidden} more: type to filter, for instance a word of a line", "dim"),))


def _shares(sizes: dict[str, int], lines: int) -> dict[str, int]:
    """Part the lines of a screen among groups: small ones are shown whole, large ones share what is left."""
    shares: dict[str, int] = {}
    for group in sorted(sizes, key=lambda group: sizes[group]):
        fair = max(LEAST_LINES, lines // (len(sizes) - len(shares)))
        # A group that is cut needs a line to say so.
        shares[group] = sizes[group] if sizes[group] <= fair else max(LEAST_LINES, fair - 1)
        lines -= min(sizes[group], fair)
    return shares
