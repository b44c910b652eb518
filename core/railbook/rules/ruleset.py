"""The compiled rules of one game: plain dicts and tuples that the engine looks things up in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from railbook.rules.notation import Notation
from railbook.rules.picture import Picture, overlaid
from railbook.rules.screen import Panel, Part, Row
from railbook.rules.types import Action, Event, OptionValue, Visible

if TYPE_CHECKING:
    from railbook.rules.options import Options

T = TypeVar("T")
O = TypeVar("O", bound="Options")  # noqa: E741 - the conventional letter for "options" beside S and A


Reads = Callable[["Ruleset", Any, int, type[Any]], Callable[[Any], Any]]
"""For a position, a seat and a type of actions: gives of each action what a test looks at, as something hashable."""

Reading = tuple[str, ...] | Reads
"""What a validator says that it looks at: the names of fields, or a function that gives something else."""


class Validator(msgspec.Struct, frozen=True):
    """One reason to reject actions of some types: a rule id, its paragraph and the function that looks.

    `reads` says what of the action the function looks at, and is `None` where nobody said it.
    """

    rule: str
    paragraph: str
    types: tuple[type[Action], ...]
    test: Callable[..., Any]
    layer: str
    reads: Reading | None = None


class Question(msgspec.Struct, frozen=True):
    """Tests that hang on the same of an action, which `of` gives; `None` where that is the whole action."""

    tests: tuple[Callable[..., Any], ...]
    of: Reads | None


class StepSpec(msgspec.Struct, frozen=True):
    """A named step: its body, and whether what its seats answer becomes effective only when all have answered."""

    name: str
    body: Callable[..., Any]
    simultaneous: bool = False


class ActionSpec(msgspec.Struct, frozen=True):
    """An action type: the steps that it answers; with no steps any seat may take it at any time."""

    type: type[Action]
    steps: frozenset[str]
    effect: Callable[..., Any]
    validators: tuple[Validator, ...]
    candidates: tuple[Callable[..., Any], ...]
    tests: tuple[tuple[Callable[..., Any], Validator], ...]
    """What the engine asks, in order: the tests of the validators, some of them several in one."""
    questions: tuple[Question, ...]
    """The same tests, as they are asked of many candidates."""


class TallySpec(msgspec.Struct, frozen=True):
    """A tally: the types of events that it is told, and its function."""

    events: tuple[type[Event], ...]
    count: Callable[..., Iterable[Any]]

    @property
    def about(self) -> str:
        """What it counts, in one sentence: the first line of its docstring."""
        return (self.count.__doc__ or "").strip().partition("\n")[0].removesuffix(".")


class Origin(msgspec.Struct, frozen=True):
    """Which layer wrote an entry and how: for people who ask what is in force."""

    kind: str
    key: str
    how: str
    layer: str


class VariantInForce(msgspec.Struct, frozen=True):
    """A variant layer of a ruleset: its name, version, distribution and the values of its own options."""

    name: str
    version: str
    distribution: str
    options: Mapping[str, OptionValue]


class Ruleset(msgspec.Struct, frozen=True):
    """Everything the engine needs to play one game under one set of options and variants. Never changed.

    `board` is the compiled map, of a type that only the game knows; `seats` counts the seats at the start.
    """

    game: str
    version: str
    seats: int
    board: Any
    map_id: str
    map_digest: str
    edition: str
    variants: tuple[VariantInForce, ...]
    option_values: Mapping[str, OptionValue]
    option_groups: Mapping[type[Any], Any]
    state_type: type[Any]
    slices: Mapping[str, type[Any]]
    actions: Mapping[type[Action], ActionSpec]
    actions_of_step: Mapping[str, tuple[ActionSpec, ...]]
    events: Mapping[type[Event], Callable[[Any, Any], None]]
    steps: Mapping[str, StepSpec]
    sequences: Mapping[str, tuple[str, ...]]
    reactions: Mapping[type[Event], tuple[tuple[str, Callable[..., Any]], ...]]
    queries: Mapping[str, Callable[..., Any]]
    end_conditions: tuple[tuple[str, Callable[..., Any]], ...]
    scorers: tuple[tuple[str, Callable[..., Any]], ...]
    ranked_last: tuple[tuple[str, Callable[..., Any]], ...]
    tie_breakers: tuple[tuple[str, Callable[..., Any]], ...]
    invariants: tuple[tuple[str, Callable[..., Any]], ...]
    hints: Mapping[str, tuple[Callable[..., Iterable[Action]], ...]]
    summary: Callable[..., Any] | None
    words: Mapping[type[Any], Callable[..., str]]
    panels: tuple[tuple[str, Callable[..., Panel | None]], ...]
    pictures: tuple[tuple[str, Callable[..., Picture | None]], ...]
    tallies: tuple[tuple[str, TallySpec], ...]
    choices: Mapping[type[Any], Callable[..., Row]]
    notations: Mapping[type[Action], Notation]
    outcomes: Mapping[str, Visible]
    visibility: Mapping[tuple[type[Any], str], Visible]
    secrets: frozenset[type[Event]]
    """The types of events that do not tell everybody everything."""
    free: tuple[type[Any], ...]
    """The types of actions and events that may hold any value, nested to any depth."""
    origins: tuple[Origin, ...]
    fingerprint: str
    known: dict[Callable[..., Any], Any] = msgspec.field(default_factory=dict)
    """What was worked out of these rules, by the function that did; see `once`."""

    def once(self, work: Callable[[Ruleset], T]) -> T:
        """Give what a function works out of the rules alone, and so need not work out again."""
        if work not in self.known:
            self.known[work] = work(self)
        found: T = self.known[work]
        return found

    def options(self, group: type[O]) -> O:
        """Give the values of one group of options, typed."""
        values: O = self.option_groups[group]
        return values

    def say(self, thing: Action | Event) -> str:
        """Put an action or event into one plain sentence; without words of its own it is named by its tag."""
        speak = self.words.get(type(thing))
        return speak(self, thing) if speak else str(thing.__struct_config__.tag)

    def advice(self, view: Any, seat: int) -> Iterator[Action]:
        """Give what layers advise a seat to do at the step that asks it, best first; the rules may forbid it."""
        for advise in self.hints.get(view.asked, ()):
            yield from advise(self, view, seat)

    def screen(self, view: Any, seat: int | None) -> list[Panel]:
        """Draw a view of a seat, or (`None`) of nobody in particular; it shows what that view holds and no more."""
        drawn = [draw(self, view, seat) for _id, draw in self.panels]
        return [panel for panel in drawn if panel is not None]

    def picture(self, view: Any, seat: int | None) -> Picture:
        """Draw the board of a view, part upon part; like a screen it shows what that view holds and no more."""
        drawn = [draw(self, view, seat) for _id, draw in self.pictures]
        return overlaid(part for part in drawn if part is not None)

    def choice(self, view: Any, seat: int, action: Action) -> Row:
        """Put an action into one line of a list of choices; without a drawing of its own it is said in words."""
        draw = self.choices.get(type(action))
        return draw(self, view, seat, action) if draw else (Part(self.say(action)),)
