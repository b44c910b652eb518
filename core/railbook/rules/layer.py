"""A layer: a named set of changes to rules. Games, map features and house rules are all written as layers."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeVar, cast, overload

from railbook.rules.ending import EndCondition, Ending, Scorer, TieBreaker
from railbook.rules.entries import Entry, tag_of
from railbook.rules.options import Options
from railbook.rules.presenting import Choice, Drawing, Hint, Painting, Presenting, Reader, RoundSummary, Writer
from railbook.rules.query import asking
from railbook.rules.ruleset import Reading, Ruleset, StepSpec
from railbook.rules.tally import Counting, Tallied, Tally
from railbook.rules.types import Action, Ask, Event, OptionValue, Scope, Step, Unknown, Visible

if TYPE_CHECKING:
    from railbook.chance import Chance
    from railbook.engine.state import State

__all__ = [
    "NOTHING",
    "Body",
    "Candidates",
    "Choice",
    "Drawing",
    "Effect",
    "EndCondition",
    "Entry",
    "Flow",
    "Hint",
    "Invariant",
    "Layer",
    "Painting",
    "Query",
    "Reaction",
    "Reader",
    "RoundSummary",
    "Scorer",
    "Tallied",
    "Tally",
    "Test",
    "TieBreaker",
    "Writer",
]

S = TypeVar("S", bound="State")
A = TypeVar("A", bound=Action)
B = TypeVar("B", bound=Action)
E = TypeVar("E", bound=Event)
P = ParamSpec("P")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)

Flow = Iterable[Event | Step | Ask | Scope]
"""What effects, steps and reactions give, mostly as generators: the state moves with each event before the next is
asked for. Where nothing hangs on that, a tuple does, and `NOTHING` where nothing follows."""

NOTHING: Flow = ()

Test = Callable[[Ruleset, S, int, A], str | Unknown | None]
Effect = Callable[[Ruleset, S, int, A, "Chance"], Flow]
Body = Callable[[Ruleset, S, "Chance"], Flow]
Reaction = Callable[[Ruleset, S, E, "Chance"], Flow]
Candidates = Callable[[Ruleset, S, int], Iterable[A]]
Invariant = Callable[[Ruleset, S], str | None]


class Query(Protocol[P, R_co]):
    """A named question that rules ask and layers may answer otherwise: a cost, a limit, a procedure of events.

    Call it with the ruleset and its arguments: the composed answer is looked up there.
    """

    id: str

    def __call__(self, rules: Ruleset, /, *args: P.args, **kwargs: P.kwargs) -> R_co:
        """Give the answer under these rules."""
        ...


class Layer(Ending[S], Presenting[S], Counting[S]):
    """A named set of entries. `game` is the layer it stands on: a variant fits each game that has that layer.

    But it does not fit games with a layer of `not_for`, which says why by the layer's name, for instance because the
    rule is in the game already.
    `after` names layers behind which this one is composed, when both are chosen: that settles who has the last
    word on an entry that both write. `state` adds a slice of state under the layer's name (a struct that can be
    made without arguments), `options` a group of options under it.
    """

    def __init__(  # noqa: PLR0913 - one argument for each thing that a layer says of itself
        self,
        name: str,
        *,
        game: Layer[S] | None = None,
        not_for: Mapping[str, str] | None = None,
        table: type[S] | None = None,
        version: str = "1.0",
        after: Iterable[str] = (),
        state: type[Any] | None = None,
        options: type[Options] | None = None,
        summary: str = "",
    ) -> None:
        super().__init__()
        self.name = name
        self.game = game
        self.not_for = dict(not_for or {})
        self.version = version
        self.after = tuple(after)
        self.summary = summary
        self.own_options = options
        if table is not None:
            self._write("state", "state", "add", table)
        if state is not None:
            self._write("slice", state.__name__, "add", state)
        if options is not None:
            self._write("options", name, "add", options)

    def __repr__(self) -> str:
        return f"Layer({self.name!r})"

    def misfit(self, game: str, layers: Container[str]) -> str:
        """Say why this variant cannot be chosen for a game that has these layers; empty where it can."""
        if self.game is not None and self.game.name not in layers:
            return f"variant {self.name!r} is for games with {self.game.name!r}, not for {game}"
        why = next((why for name, why in self.not_for.items() if name in layers), "")
        return f"variant {self.name!r} is not for {game}: {why}" if why else ""

    # Options

    def options(self, prefix: str, group: type[Options]) -> None:
        """Declare a group of options, named `prefix.field`."""
        self._write("options", prefix, "add", group)

    def set(self, option: str, value: OptionValue) -> None:
        """Set an option of the base; two layers that set the same one conflict, an explicit other value is refused."""
        self._write("option", option, "set", value)

    def add_items(self, option: str, *items: int | str) -> None:
        """Put items behind those of a list-valued option of the base; one that is there already stays as it is."""
        self._write("option", option, "add-items", items)

    def remove_items(self, option: str, *items: int | str) -> None:
        """Take items out of a list-valued option of the base."""
        self._write("option", option, "remove-items", items)

    # Actions

    def action(self, kind: type[A], *steps: str) -> Callable[[Effect[S, A]], Effect[S, A]]:
        """Add an action type with its effect, as an answer to these steps (with none: any seat may, at any time)."""

        def register(effect: Effect[S, A]) -> Effect[S, A]:
            self._write("action", tag_of(kind), "add", (kind, frozenset(steps)))
            self._write("effect", tag_of(kind), "add", effect)
            return effect

        return register

    def drop_action(self, kind: type[Action]) -> None:
        """Take an action type out of the game."""
        self._write("action", tag_of(kind), "drop")

    @overload
    def validator(
        self, kinds: type[A], rule: str, paragraph: str = "", *, reads: Reading | None = None
    ) -> Callable[[Test[S, A]], Test[S, A]]: ...

    @overload
    def validator(
        self,
        kinds: tuple[type[A], type[B]],
        rule: str,
        paragraph: str = "",
        *,
        reads: Reading | None = None,
    ) -> Callable[[Test[S, A | B]], Test[S, A | B]]: ...

    @overload
    def validator(
        self,
        kinds: tuple[type[A], ...],
        rule: str,
        paragraph: str = "",
        *,
        reads: Reading | None = None,
    ) -> Callable[[Test[S, A]], Test[S, A]]: ...

    def validator(
        self,
        kinds: type[Action] | tuple[type[Action], ...],
        rule: str,
        paragraph: str = "",
        *,
        reads: Reading | None = None,
    ) -> Callable[[Test[S, Any]], Test[S, Any]]:
        """Add a reason to reject actions of these types: the function says why not, or `None`, or `Unknown`.

        `reads` promises that of an action it looks at these fields alone, texts and numbers, and hands the action to
        nobody else: where many candidates are listed it is then asked once for each of their values. Where the answer
        hangs on something else, `reads` is a function of ruleset, state, seat and action type that gives another one,
        which gives that for each action.
        """

        def register(test: Test[S, Any]) -> Test[S, Any]:
            types = kinds if isinstance(kinds, tuple) else (kinds,)
            self._write("validator", rule, "add", (paragraph, types, test, reads))
            return test

        return register

    def replace_validator(self, rule: str, *, reads: Reading | None = None) -> Callable[[Test[S, A]], Test[S, A]]:
        """Put another test in the place of the validator with this rule id, for the same action types."""

        def register(test: Test[S, A]) -> Test[S, A]:
            self._write("validator", rule, "replace", (test, reads))
            return test

        return register

    def drop_validator(self, rule: str) -> None:
        """Take away a reason to reject."""
        self._write("validator", rule, "drop")

    def replace_effect(self, kind: type[A]) -> Callable[[Effect[S, A]], Effect[S, A]]:
        """Put another effect in the place of that of an action type."""

        def register(effect: Effect[S, A]) -> Effect[S, A]:
            self._write("effect", tag_of(kind), "replace", effect)
            return effect

        return register

    def wrap_effect(self, kind: type[A]) -> Callable[[Callable[..., Flow]], Callable[..., Flow]]:
        """Wrap the effect of an action type: the function gets the inner effect first, then its arguments."""

        def register(wrapper: Callable[..., Flow]) -> Callable[..., Flow]:
            self._write("effect", tag_of(kind), "wrap", wrapper)
            return wrapper

        return register

    def candidates(self, kind: type[A]) -> Callable[[Candidates[S, A]], Candidates[S, A]]:
        """Add a generator of candidates: lazily a superset of the legal actions of this type."""

        def register(generate: Candidates[S, A]) -> Candidates[S, A]:
            self._write("candidates", tag_of(kind), "extend", generate)
            return generate

        return register

    def replace_candidates(self, kind: type[A]) -> Callable[[Candidates[S, A]], Candidates[S, A]]:
        """Put another generator of candidates in the place of all those of an action type."""

        def register(generate: Candidates[S, A]) -> Candidates[S, A]:
            self._write("candidates", tag_of(kind), "replace", generate)
            return generate

        return register

    # The course of the game

    def step(self, name: str, *, simultaneous: bool = False) -> Callable[[Body[S]], Body[S]]:
        """Add a named step; a simultaneous one collects the answers of all asked seats before any becomes effective."""

        def register(body: Body[S]) -> Body[S]:
            self._write("step", name, "add", StepSpec(name, body, simultaneous))
            return body

        return register

    def replace_step(self, name: str) -> Callable[[Body[S]], Body[S]]:
        """Put another body in the place of that of a step."""

        def register(body: Body[S]) -> Body[S]:
            self._write("step", name, "replace", body)
            return body

        return register

    def wrap_step(self, name: str) -> Callable[[Callable[..., Flow]], Callable[..., Flow]]:
        """Wrap the body of a step: the function gets the inner body first, then its arguments."""

        def register(wrapper: Callable[..., Flow]) -> Callable[..., Flow]:
            self._write("step", name, "wrap", wrapper)
            return wrapper

        return register

    def sequence(self, name: str, *steps: str) -> None:
        """Add a named list of steps, such as the steps of a turn."""
        self._write("sequence", name, "add", steps)

    def insert(self, sequence: str, step: str, *, before: str = "", after: str = "") -> None:
        """Insert a step into a sequence, before or after one that stands there."""
        side, anchor = ("before", before) if before else ("after", after)
        self._write("sequence", sequence, side, (anchor, step))

    def drop_step(self, sequence: str, step: str) -> None:
        """Take a step out of a sequence."""
        self._write("sequence", sequence, "drop", step)

    def reorder(self, sequence: str, *steps: str) -> None:
        """Give a sequence another order: exactly the steps that stand there."""
        self._write("sequence", sequence, "order", steps)

    def reaction(self, event: type[E], id: str) -> Callable[[Reaction[S, E]], Reaction[S, E]]:
        """Add what follows whenever an event of this type happens: further events and steps."""

        def register(react: Reaction[S, E]) -> Reaction[S, E]:
            self._write("reaction", id, "add", (event, react))
            return react

        return register

    def drop_reaction(self, id: str) -> None:
        """Take away a reaction."""
        self._write("reaction", id, "drop")

    # Questions and procedures

    def query(self, id: str) -> Callable[[Callable[Concatenate[Ruleset, P], R]], Query[P, R]]:
        """Add a named query or procedure; the decorated name is then called with the ruleset to get its answer."""

        def register(answer: Callable[Concatenate[Ruleset, P], R]) -> Query[P, R]:
            self._write("query", id, "add", answer)
            return cast(Query[P, R], asking(id, answer))

        return register

    def replace(
        self, query: Query[P, R]
    ) -> Callable[[Callable[Concatenate[Ruleset, P], R]], Callable[Concatenate[Ruleset, P], R]]:
        """Answer a query otherwise."""

        def register(answer: Callable[Concatenate[Ruleset, P], R]) -> Callable[Concatenate[Ruleset, P], R]:
            self._write("query", query.id, "replace", answer)
            return answer

        return register

    def wrap(
        self, query: Query[P, R]
    ) -> Callable[
        [Callable[Concatenate[Callable[Concatenate[Ruleset, P], R], Ruleset, P], R]],
        Callable[Concatenate[Callable[Concatenate[Ruleset, P], R], Ruleset, P], R],
    ]:
        """Wrap the answer to a query: the function gets the inner answer first, then the ruleset and arguments."""

        def register(
            wrapper: Callable[Concatenate[Callable[Concatenate[Ruleset, P], R], Ruleset, P], R],
        ) -> Callable[Concatenate[Callable[Concatenate[Ruleset, P], R], Ruleset, P], R]:
            self._write("query", query.id, "wrap", wrapper)
            return wrapper

        return register

    # Facts

    def event(self, kind: type[E]) -> Callable[[Callable[[S, E], None]], Callable[[S, E], None]]:
        """Add an event type with its evolver, the only writer of state; it reads nothing but state and event."""

        def register(evolve: Callable[[S, E], None]) -> Callable[[S, E], None]:
            self._write("event", tag_of(kind), "add", (kind, evolve))
            return evolve

        return register

    def outcome(self, label: str, visible: Visible) -> None:
        """Declare a label of chance and who may see what it answers (`OWNER`: the seat behind the `@` of the label)."""
        self._write("outcome", label, "add", visible)

    def visible(self, kind: type[Any], field: str, visible: Visible) -> None:
        """Change who sees a field of a struct of the base game, such as open hands."""
        self._write("visibility", f"{kind.__name__}.{field}", "set", (kind, field, visible))

    def map_transform(self, key: str) -> Callable[[Callable[[Any, Mapping[str, OptionValue]], Any]], Any]:
        """Change the map before it is compiled: the function gets map and options and gives a map; `key` says what."""
        return self._named("map", key, "add")

    def invariant(self, id: str) -> Callable[[Invariant[S]], Invariant[S]]:
        """Add what must hold after every ply; the function says what does not, or `None`. Tests check it."""
        return self._named("invariant", id, "add")

    def replace_invariant(self, id: str) -> Callable[[Invariant[S]], Invariant[S]]:
        """Put another invariant in the place of one."""
        return self._named("invariant", id, "replace")

    def drop_invariant(self, id: str) -> None:
        """Take away an invariant that no longer holds under this layer."""
        self._write("invariant", id, "drop")
