"""Checks of what seats know: views hide what they must, and nothing public hangs on what is hidden."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from railbook.chance import Address, Chance, ChanceFault, Seeded
from railbook.engine.play import advance, legal_actions
from railbook.engine.state import Committed, Revealed, decode, encode
from railbook.engine.view import view, view_of_action, view_of_chance, view_of_events
from railbook.rules.picture import Shape
from railbook.rules.screen import Panel
from railbook.rules.types import Action, Event, Outcome, Visible
from railbook.testing.random_game import PlayedPly
from railbook.testing.trial import Trial

MOST_LISTED = 40
"""Legal actions that are compared between a view and the full state."""

MOST_OUTCOMES = 5
"""Hidden outcomes of one ply that are changed, one after another."""


def views_are_whole(trial: Trial) -> None:
    """A view is a state of the same type, looking at it twice changes nothing, and a seat can act on what it knows."""
    rules = trial.rules
    for ply, state in trial.positions():
        before = encode(state)
        for viewer in trial.viewers:
            seen = view(rules, state, viewer)
            told = encode(seen)
            try:
                again = decode(rules, told)
            except Exception as error:
                raise trial.fault(ply.number, f"the view of {_who(viewer)} is no state any more: {error}") from error
            if encode(view(rules, again, viewer)) != told:
                raise trial.fault(ply.number, f"the view of {_who(viewer)}, looked at again by the same, differs")
            if viewer is None:
                continue
            full, known = (list(islice(legal_actions(rules, s, viewer), MOST_LISTED)) for s in (state, seen))
            if full != known:
                said = f"it may do {full}, but from what it knows it finds {known}"
                raise trial.fault(ply.number, f"{_who(viewer)} does not know its legal actions: {said}")
        if encode(state) != before:
            raise trial.fault(ply.number, "looking at the state changed it")


def hidden_outcomes_stay_hidden(trial: Trial) -> None:
    """With another hidden outcome, or another hidden choice, who may not know it sees the very same ply and state."""
    for ply in trial.sample():
        known = _seen_by_all(trial, ply, ply.action, ply.chance, ply.events, ply.after)
        hidden = [at for at, (label, _) in enumerate(ply.chance) if _knower(trial, ply, label) != "all"]
        for at in hidden[:: max(1, -(-len(hidden) // MOST_OUTCOMES))]:
            label, outcome = ply.chance[at]
            for other in _decided_otherwise(trial, ply, ply.action, at):
                for viewer in trial.viewers:
                    if viewer is not None and viewer == _knower(trial, ply, label):
                        continue
                    if other[viewer] != known[viewer]:
                        said = f"{_who(viewer)} sees whether {label} answered {outcome!r}, which it may not know"
                        raise trial.fault(ply.number, f"{said}: {_shown(other[viewer], known[viewer])}")
        if _is_hidden_choice(ply.events):
            _choice_stays_hidden(trial, ply, known)


def everything_can_be_said(trial: Trial) -> None:
    """For each viewer the events, actions, choices and panels of its view give words, and advice gives actions.

    The board is drawn for those who only watch: a picture is dear, and shows what all of them see.
    """
    rules = trial.rules
    for ply in trial.sample():
        state = decode(rules, ply.after)
        for viewer in trial.viewers:
            seen = view(rules, state, viewer)
            said: list[str] = []
            try:
                said += [rules.say(event) for event in view_of_events(rules, ply.seat, ply.events, viewer)]
                action = view_of_action(rules, ply.seat, ply.action, ply.events, viewer)
                said += [] if action is None else [rules.say(action)]
                panels = rules.screen(seen, viewer) if state.to_act or state.ended else []
                picture = rules.picture(seen, viewer) if viewer is None else None
                if viewer in state.to_act and viewer is not None:
                    said += [
                        "".join(part.text for part in rules.choice(seen, viewer, one))
                        for one in islice(legal_actions(rules, seen, viewer), MOST_LISTED)
                    ]
                    advised = list(islice(rules.advice(seen, viewer), MOST_LISTED))
                else:
                    advised = []
            except Exception as error:
                what = f"what {_who(viewer)} sees cannot be said or drawn: {error!r}"
                raise trial.fault(ply.number, what) from error
            if not all(_is_a_line(text) for text in said):
                raise trial.fault(ply.number, f"each of these must be one line of words: {said}")
            if not all(isinstance(panel, Panel) for panel in panels):
                raise trial.fault(ply.number, f"these must be panels: {panels}")
            if picture is not None and not all(isinstance(shape, Shape) for shape in picture.shapes):
                raise trial.fault(ply.number, f"these must be shapes of a picture: {picture.shapes}")
            if not all(isinstance(one, Action) for one in advised):
                raise trial.fault(ply.number, f"these must be actions: {advised}")


# ------------------------------------------------------------------------------------------------------- other outcomes


class _Otherwise:
    """Recorded outcomes of a ply, but for one of them another that was possible too."""

    def __init__(self, entries: Sequence[tuple[str, Outcome]], at: int, seed: int) -> None:
        self._entries = entries
        self._at = at
        self._next = 0
        self._seeded = Seeded.of_seed(seed)
        self.changed = False

    def draw(self, address: Address, bag: Mapping[str, int]) -> str | None:
        recorded = self._recorded(address)
        if self._next - 1 != self._at:
            return recorded if isinstance(recorded, str) else None
        others = {item: count for item, count in bag.items() if count > 0 and item != recorded}
        self.changed = bool(others)
        return self._seeded.draw(address, others or bag)

    def roll(self, address: Address, sides: int, count: int) -> list[int] | None:
        recorded: Any = self._recorded(address)
        faces: list[int] = recorded
        if self._next - 1 != self._at:
            return faces
        self.changed = sides > 1 and count > 0
        return [face % sides + 1 for face in faces]

    def shuffle(self, address: Address, items: Sequence[str]) -> list[str] | None:
        recorded: Any = self._recorded(address)
        order: list[str] = recorded
        if self._next - 1 != self._at:
            return order
        self.changed = len(set(items)) > 1
        return [*order[1:], *order[:1]]

    def _recorded(self, address: Address) -> Outcome:
        """Give the next outcome; a ply that draws something else now cannot be compared."""
        if self._next >= len(self._entries) or self._entries[self._next][0] != address.label:
            raise ChanceFault("impossible-chance", "another outcome is asked for")
        self._next += 1
        return self._entries[self._next - 1][1]


def _decided_otherwise(trial: Trial, ply: PlayedPly, action: Action, at: int) -> Iterator[dict[int | None, list[Any]]]:
    """Give what all see of a ply in which one outcome was another; nothing where that leads to other questions."""
    state = decode(trial.rules, ply.before)
    source = _Otherwise(ply.chance, at, trial.seed)
    chance = Chance(source, state.scope, state.counts)
    try:
        events = advance(trial.rules, state, ply.seat, action, chance)
    except ChanceFault:  # what was drawn later is not there any more, or something else is drawn now
        return
    if source.changed:
        yield _seen_by_all(trial, ply, action, chance.entries, events, encode(state))


def _seen_by_all(
    trial: Trial,
    ply: PlayedPly,
    action: Action,
    entries: Sequence[tuple[str, Outcome]],
    events: Sequence[Event],
    after: bytes,
) -> dict[int | None, list[Any]]:
    rules, state = trial.rules, decode(trial.rules, after)
    return {
        viewer: [
            view_of_action(rules, ply.seat, action, events, viewer),
            view_of_chance(rules, ply.seat, entries, viewer),
            view_of_events(rules, ply.seat, events, viewer),
            encode(view(rules, state, viewer)),
        ]
        for viewer in trial.viewers
    }


def _knower(trial: Trial, ply: PlayedPly, label: str) -> int | str | None:
    """Give who may know an outcome: `all`, one seat, or nobody."""
    name, at, owner = label.partition("@")
    mark = trial.rules.outcomes.get(name, Visible.NOBODY)
    if mark is Visible.PUBLIC:
        return "all"
    return None if mark is not Visible.OWNER else int(owner) if at else ply.seat


def _is_hidden_choice(events: Sequence[Event]) -> bool:
    return isinstance(events[0], Committed) and not any(isinstance(event, Revealed) for event in events)


def _choice_stays_hidden(trial: Trial, ply: PlayedPly, known: dict[int | None, list[Any]]) -> None:
    assert ply.seat is not None  # a choice is somebody's
    before = decode(trial.rules, ply.before)
    for action in islice(legal_actions(trial.rules, before, ply.seat), MOST_LISTED):
        if action == ply.action:
            continue
        state = decode(trial.rules, ply.before)
        chance = Chance(Seeded.of_seed(trial.seed), state.scope, state.counts)
        events = advance(trial.rules, state, ply.seat, action, chance)
        other = _seen_by_all(trial, ply, action, chance.entries, events, encode(state))
        for viewer in trial.viewers:
            if viewer != ply.seat and other[viewer] != known[viewer]:
                said = f"{_who(viewer)} sees whether seat {ply.seat} chose {ply.action} or {action}"
                raise trial.fault(ply.number, f"{said}: {_shown(other[viewer], known[viewer])}")


def _shown(one: Sequence[Any], other: Sequence[Any]) -> str:
    names = ("action", "outcomes", "events", "state")
    differ = [name for name, a, b in zip(names, one, other, strict=True) if a != b]
    return f"another one would show in its {' and '.join(differ)}"


def _is_a_line(text: Any) -> bool:
    """Tell whether what a plugin gave is one line of words."""
    return isinstance(text, str) and bool(text.strip()) and "\n" not in text


def _who(viewer: int | None) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"
