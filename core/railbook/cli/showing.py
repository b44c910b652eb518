"""Shows parts of a recorded game to people: its header, a ply in words, the table, and how it ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbook.cli import out

if TYPE_CHECKING:
    from railbook.audit.replay import Played, Replay
    from railbook.engine.state import State
    from railbook.log.records import Header, Undo
    from railbook.rules.ruleset import Ruleset

EVERYTHING = -1
"""The viewer who sees everything: whoever holds the log."""


def show_header(header: Header) -> None:
    """Show what is played, on which map, and who sits where."""
    seats = ", ".join(
        f"{number} {out.clean(seat.name)} ({out.clean(seat.colour)})" for number, seat in enumerate(header.seats)
    )
    variants = f" with {', '.join(out.clean(variant.name) for variant in header.variants)}" if header.variants else ""
    out.say(f"{out.clean(header.game)}{variants}, map {out.clean(header.map.id)}; seats {seats}")


def show_ply(game: Replay, played: Played, viewer: int | None) -> None:
    """Show an action and what followed, in words, as a viewer may see them."""
    from railbook.engine.view import view_of_action, view_of_events

    rules, record = game.rules, played.record
    action, events = record.action, record.events
    if viewer != EVERYTHING:
        events = view_of_events(rules, record.seat, events, viewer)
        action = view_of_action(rules, record.seat, action, record.events, viewer)
    if record.seat is None:
        out.say(f"ply {record.ply}: the set-up")
    else:
        name = out.clean(game.header.seats[record.seat].name)
        said = out.clean(rules.say(action)) if action is not None else "chooses in secret"
        out.say(f"ply {record.ply}, seat {record.seat} ({name}): {said}")
    for event in events:
        if event.__struct_config__.tag != "core.waits":
            out.say(f"    {out.clean(rules.say(event))}")


def show_notation(game: Replay, viewer: int | None) -> None:
    """Show the actions of a game, as they may be typed where they have a notation, and how it ended."""
    from railbook.audit.replay import Played
    from railbook.engine.state import copy
    from railbook.engine.view import view_of_action
    from railbook.rules.notation import write

    rules, names = game.rules, [out.clean(seat.name) for seat in game.header.seats]
    width = max(len(name) for name in names)
    show_header(game.header)
    before = copy(rules, game.state)
    for played in game.plies():
        if not isinstance(played, Played):
            show_undo(played)
            before = copy(rules, game.state)
            continue
        record = played.record
        if record.seat is not None:
            action = record.action
            if viewer != EVERYTHING:
                action = view_of_action(rules, record.seat, action, record.events, viewer)
            said = "chooses in secret" if action is None else write(rules, before, record.seat, action)
            said = said or rules.say(action)
            out.say(f"{record.ply:>4}  {names[record.seat].ljust(width)}  {out.clean(said)}")
        before = copy(rules, played.state)
    show_end(game)


def show_undo(record: Undo) -> None:
    """Show that plies were taken back."""
    out.say(f"seat {record.seat} takes back everything from ply {record.to} on")


def seen_by(rules: Ruleset, state: State, viewer: int | None) -> State:
    """Give what a viewer may see of a state."""
    from railbook.engine.view import view

    return state if viewer == EVERYTHING else view(rules, state, viewer)


def show_table(game: Replay, state: State, viewer: int | None, *, whole: bool = False) -> None:
    """Show a state as its game draws it, for a viewer who sees no more than he may; `whole` with what is long."""
    from railbook.cli.screen import show_panels

    rules, names = game.rules, [seat.name for seat in game.header.seats]
    panels = rules.screen(seen_by(rules, state, viewer), None if viewer == EVERYTHING else viewer)
    show_panels([panel for panel in panels if whole or not panel.reference], names)


def show_end(game: Replay) -> None:
    """Show how a game ended: the score sheet and the standings, or that it goes on."""
    end = game.end
    if end is None:
        out.say("the game is not over in this log")
        return
    out.say(f"the game is over: {out.clean(end.reason)}")
    if not end.standings:
        return
    names = [seat.name for seat in game.header.seats]
    place = {standing.seat: standing for standing in end.standings}
    rows: list[list[object]] = [[line.id, *line.points] for line in end.sheet]
    rows.append(["total", *(place[seat].total for seat in range(len(names)))])
    rows.append(["rank", *(place[seat].rank for seat in range(len(names)))])
    out.table(("", *names), rows, right=tuple(names))
