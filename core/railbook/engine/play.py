"""Check, decide and advance: the one path from an action to the events that follow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from railbook.chance import Chance, Source, UnknownOutcome
from railbook.engine.state import Committed, Ended, Revealed, State, Waits, Withdrawn, copy
from railbook.rules.layer import NOTHING, Flow
from railbook.rules.ruleset import ActionSpec, Ruleset
from railbook.rules.types import Action, Ask, Event, Rejection, RulesError, Scope, SetUp, Step, Unknown

EVENT_LIMIT = 10_000
"""More events and steps than this in one ply are a loop in the rules."""

NOT_YOUR_TURN = "core.not-your-turn"
"""The rule id of a rejection because another seat is asked."""


def check(rules: Ruleset, state: State, seat: int, action: Action) -> Rejection | Unknown | None:
    """Tell whether a seat may take an action now: `None` yes, a `Rejection` no, `Unknown` if hidden things decide."""
    spec = rules.actions.get(type(action))
    if spec is not None and state.asked in spec.steps and seat in state.to_act:
        return _test(spec, rules, state, seat, action)
    tag = action.__struct_config__.tag
    if spec is None:
        return Rejection("core.no-such-action", f"{rules.game} has no action {tag!r}")
    if state.ended:
        return Rejection("core.over", f"the game is over ({state.ended})")
    if not 0 <= seat < rules.seats:
        return Rejection("core.no-such-seat", f"there is no seat {seat}: the seats are 0 to {rules.seats - 1}")
    if not spec.steps:
        return _test(spec, rules, state, seat, action)
    if seat not in state.to_act:
        asked = " or ".join(str(other) for other in state.to_act)
        return Rejection(NOT_YOUR_TURN, f"seat {seat} may not act now: seat {asked} may")
    wanted = ", ".join(str(other.type.__struct_config__.tag) for other in rules.actions_of_step[state.asked])
    return Rejection("core.not-now", f"{state.asked} asks for {wanted}, not for {tag}")


def legal_actions(rules: Ruleset, state: State, seat: int) -> Iterator[Action]:
    """Give, lazily, the actions with which a seat may answer now: candidates that no validator rejects.

    On a view, actions that hidden information decides are left out. Leaving the table is always possible
    and not listed.
    """
    if seat not in state.to_act:
        return
    for spec in rules.actions_of_step[state.asked]:
        yield from legal_actions_of(rules, state, seat, spec)


def can_answer(rules: Ruleset, state: State, step: str, seat: int, *, only: type[Action] | None = None) -> bool:
    """Tell whether a seat would have a legal action (`only` one of this type) if a step asked it now.

    The composed rules are asked, so that a house rule which forbids something never leaves a seat without a way.
    Raises `UnknownOutcome` where hidden information decides.
    """
    hidden: Unknown | None = None
    for spec in rules.actions_of_step[step]:
        for generate in spec.candidates if only is None or spec.type is only else ():
            for action in generate(rules, state, seat):
                answer = _test(spec, rules, state, seat, action)
                if answer is None:
                    return True
                if isinstance(answer, Unknown):
                    hidden = answer
    if hidden is not None:
        raise UnknownOutcome(hidden.why)
    return False


def legal_actions_of(rules: Ruleset, state: State, seat: int, spec: ActionSpec) -> Iterator[Action]:
    """Give, lazily, the legal actions of one type, for a seat that is asked.

    Validators that say what of an action they read are asked once for each value of that: the state stays as it is.
    """
    questions: list[tuple[Any, Any, dict[Any, bool]]] = [
        (question.tests, question.of and question.of(rules, state, seat, spec.type), {}) for question in spec.questions
    ]
    for generate in spec.candidates:
        for action in generate(rules, state, seat):
            for tests, of, answers in questions:
                try:
                    if of is None:
                        agreed = _agree(tests, rules, state, seat, action)
                    elif (value := of(action)) in answers:
                        agreed = answers[value]
                    else:
                        agreed = answers[value] = _agree(tests, rules, state, seat, action)
                except UnknownOutcome:  # hidden is even what they look at
                    break
                if not agreed:
                    break
            else:
                yield action


def _agree(tests: tuple[Callable[..., Any], ...], rules: Ruleset, state: State, seat: int, action: Action) -> bool:
    """Tell whether no test rejects an action, and none would have to know what is hidden."""
    try:
        for test in tests:  # a generator for `all` would take longer than most tests
            if test(rules, state, seat, action) is not None:
                return False
    except UnknownOutcome:  # from a question that it asked
        return False
    return True


def _test(spec: ActionSpec, rules: Ruleset, state: State, seat: int, action: Action) -> Rejection | Unknown | None:
    unknown: Unknown | None = None
    for test, validator in spec.tests:
        try:
            answer = test(rules, state, seat, action)
        except UnknownOutcome as hidden:  # from a question that it asked
            answer = Unknown(str(hidden))
        if answer is not None:
            if isinstance(answer, Rejection):
                return answer
            if not isinstance(answer, Unknown):
                return Rejection(validator.rule, answer, validator.paragraph)
            unknown = unknown or answer
    return unknown


def decide(rules: Ruleset, state: State, seat: int | None, action: Action, source: Source) -> list[Event]:
    """Give the events that follow from a legal action; the state is left as it is."""
    return advance(rules, copy(rules, state), seat, action, Chance(source, state.scope, state.counts))


def advance(rules: Ruleset, state: State, seat: int | None, action: Action, chance: Chance) -> list[Event]:
    """Let a legal action happen: evolve the state with each event, until the game waits again or is over.

    `seat` is `None` for the set-up only. If anything is raised the state is spoilt: throw it away.
    """
    ply = _Ply(rules, state, chance, [*state.agenda])
    ply.run(seat, action)
    return ply.events


def evolve(rules: Ruleset, state: State, event: Event) -> None:
    """Write one event into the state."""
    rules.events[type(event)](state, event)


class _Ply(msgspec.Struct):
    """One ply on its way: the events so far and the agenda, which the state gets to know when the ply is over."""

    rules: Ruleset
    state: State
    chance: Chance
    agenda: list[str]
    events: list[Event] = msgspec.field(default_factory=list)
    reacted: int = 0
    """So many events have had their reactions."""

    def run(self, seat: int | None, action: Action) -> None:
        rules, state = self.rules, self.state
        if seat is None:
            if not isinstance(action, SetUp) or state.ply:
                raise RulesError("only the set-up, ply 0, is nobody's action")
            self.agenda.extend(rules.sequences["set-up"])
            self.go_on(NOTHING)
            return
        spec = rules.actions[type(action)]
        if not spec.steps:
            self.go_on(spec.effect(rules, state, seat, action, self.chance), stay=True)
            if not state.ended:
                back = {event.seat for event in self.events if isinstance(event, Withdrawn)}
                made = {event.seat for event in self.events if isinstance(event, Committed)}
                asked = ({*state.to_act} | back) - made
                if made and not asked:
                    raise UnknownOutcome("the last choice is unknown to whoever recorded it")
                self.wait(state.asked, tuple(sorted(asked)))
        elif rules.steps[state.asked].simultaneous:
            self.commit(seat, action)
        else:
            self.go_on(spec.effect(rules, state, seat, action, self.chance))

    def commit(self, seat: int, action: Action) -> None:
        """Keep a simultaneous choice; when it was the last one, let all take effect in order of seats."""
        rules, state = self.rules, self.state
        self.apply(Committed(seat, msgspec.to_builtins(action)))
        left = [other for other in state.to_act if other != seat]
        if left:
            self.wait(state.asked, tuple(left))
            return
        choices = sorted(state.committed, key=lambda choice: choice.seat)
        for hidden in choices:
            if hidden.action is None:
                raise UnknownOutcome(f"what seat {hidden.seat} chose is unknown to whoever recorded it")
        self.apply(Revealed([choice.seat for choice in state.committed]))
        self.reacted = len(self.events)
        made = [(one.seat, action if one.seat == seat else action_of(rules, one.action)) for one in choices]
        # One flow: what one seat's effect puts on the agenda comes before what the next one's does.
        self.go_on(
            item
            for chooser, choice in made
            for item in rules.actions[type(choice)].effect(rules, state, chooser, choice, self.chance)
        )

    def go_on(self, flow: Iterable[Any], *, stay: bool = False) -> None:  # noqa: C901 - a call costs in every ply
        """Do what an effect yields, then take steps from the agenda until one asks or the game is over.

        Each is followed by the reactions to its events. Behind a question or the end of the game nothing happens.
        With `stay` nothing is taken from the agenda.
        """
        rules, state, chance, agenda, events = self.rules, self.state, self.chance, self.agenda, self.events
        evolvers, steps = rules.events, rules.steps
        reactions = self.reactions() if rules.reactions else None
        name = ""
        asked: tuple[int, ...] = ()
        reacting = False
        spent = 0
        while True:
            place = 0
            for item in flow:
                spent += 1
                if spent > EVENT_LIMIT:  # steps and reactions that set each other off must come to an end
                    raise self.endless()
                kind = type(item)
                evolver = evolvers.get(kind)
                if evolver is not None:
                    evolver(state, item)
                    events.append(item)
                    if state.ended:
                        return
                elif kind is Step:
                    if item.after is None:
                        agenda[place:place] = item.names
                        place += len(item.names)
                    else:
                        place = self.push_behind(item, place)
                elif kind is Ask:
                    if name and not reacting:
                        asked = item.seats
                    break
                elif kind is Scope:
                    chance.enter(item.name)
                else:
                    raise RulesError(f"{rules.game}: a rule yields {item!r}, which is neither event, step nor question")
            if reactions is not None:
                following = next(reactions)
                reacting = following is not None
                if following is not None:
                    flow = following
                    continue
            if asked:
                self.wait(name, asked)
                return
            if stay:
                return
            try:
                name = agenda.pop(0)
                step = steps[name]
            except IndexError:
                raise RulesError(f"{rules.game}: the agenda ran dry before the game was over") from None
            except KeyError:
                raise RulesError(f"{rules.game}: no layer adds the step {name!r}") from None
            flow = step.body(rules, state, chance)

    def reactions(self) -> Iterator[Flow | None]:
        """Give the flows of reactions to events, breadth first, and `None` as often as no event is left."""
        rules, state, events = self.rules, self.state, self.events
        while True:
            while self.reacted < len(events):
                event = events[self.reacted]
                for _id, react in rules.reactions.get(type(event), ()):
                    yield react(rules, state, event, self.chance)
                self.reacted += 1
            yield None

    def endless(self) -> RulesError:
        """Give the complaint about rules that come to no end."""
        return RulesError(f"{self.rules.game}: more than {EVENT_LIMIT} events and steps in one ply")

    def push_behind(self, step: Step, place: int) -> int:
        """Put steps behind one that waits, or else where others go; gives the place for the next ones."""
        agenda, names = self.agenda, step.names
        at = agenda.index(step.after) + 1 if step.after in agenda else place
        agenda[at:at] = names
        return place + len(names) if at <= place else place

    def apply(self, event: Event) -> None:
        self.rules.events[type(event)](self.state, event)
        self.events.append(event)

    def wait(self, step: str, seats: tuple[int, ...]) -> None:
        chance = self.chance
        waits = Waits(step, [*seats], self.agenda, chance.scope, chance.counts)
        self.rules.events[Waits](self.state, waits)
        self.events.append(waits)


def action_of(rules: Ruleset, values: dict[str, Any] | None) -> Action:
    """Make an action of this ruleset from plain values."""
    by_tag = {str(kind.__struct_config__.tag): kind for kind in rules.actions}
    if values is None or values.get("type") not in by_tag:
        raise RulesError(f"{rules.game} has no action {values!r}")
    action: Action = msgspec.convert(values, by_tag[values["type"]])
    return action


def ended(events: list[Event]) -> bool:
    """Tell whether the last of these events ended the game."""
    return bool(events) and isinstance(events[-1], Ended)
