"""What players did, as far as a history tells: its notifications in our words, turn by turn (sections 4 and 5)."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from railbook.plugins.importers import ImportFault
from railbook_ticket_to_ride.bga.packets import FRAMEWORK, Note, whole
from railbook_ticket_to_ride.bga.places import COLOURS, EXPANSION_TICKETS

FOREIGN = ("globetrotterWinner", "discardDestination", "scoreDestinationGrandTour")
"""Types of other boards and expansions; so are all that begin with `mandala` or `mostConnectedCities`."""
ENDING = ("scoreDestination", "longestPath", "longestPathWinner", "remainingStations")
MOST_FIRST, MOST_LATER = 4, 3
SLOTS = 5


@dataclasses.dataclass
class Deed:
    """One thing that happened in a move: what, whose (by the name in the file), and its details."""

    move: int
    kind: str
    who: str = ""
    count: int = 0
    colours: list[str] = dataclasses.field(default_factory=list)
    args: Mapping[str, Any] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass
class Told:
    """All deeds of a history, what its private packets tell by move, and how often types occur that nobody knows."""

    deeds: list[Deed]
    twins: dict[int, list[str]]
    completed: list[tuple[int, Mapping[str, Any]]]
    unknown: dict[str, int]


def tell(notes: Iterable[Note], name: str) -> Told:
    """Translate notifications; raises `ImportFault` for other games, and for fields of the wrong shape."""
    told = Told([], {}, [], {})
    for note in notes:
        if note.type in FOREIGN or note.type.startswith(("mandala", "mostConnectedCities")):
            raise ImportFault(f"{name}: move {note.move}: {note.type[:40]} is of another board or an expansion")
        if note.private:
            _private(note, told, name)
        elif note.type not in FRAMEWORK:
            deed = _deed(note, name)
            if deed is None:
                label = f"{note.type[:40]}{'' if note.type != 'log' else ' with ' + ', '.join(sorted(note.args))[:60]}"
                told.unknown[label] = told.unknown.get(label, 0) + 1
            else:
                told.deeds.append(deed)
    return told


def _private(note: Note, told: Told, name: str) -> None:
    if note.type == "trainCarPicked" and "colors" in note.args:
        if note.move in told.twins:
            raise ImportFault(f"{name}: move {note.move}: two private notes about one hidden draw")
        told.twins[note.move] = kinds(note.args["colors"], note.move, name)
    elif note.type == "destinationCompleted":
        destination = note.args.get("destination")
        if not isinstance(destination, dict):
            raise ImportFault(f"{name}: move {note.move}: a completed ticket is not told")
        refuse_expansion(destination, note.move, name)
        told.completed.append((note.move, destination))
    elif note.type not in (*FRAMEWORK, "trainCarPicked", "destinationsPicked", "log"):
        label = f"{note.type[:40]} (private)"
        told.unknown[label] = told.unknown.get(label, 0) + 1


def refuse_expansion(destination: Mapping[str, Any], move: int, name: str) -> None:
    """Refuse tickets of the expansions (BGA-N3)."""
    number = whole(destination.get("type_arg"))
    if number is not None and number >= EXPANSION_TICKETS:
        raise ImportFault(f"{name}: move {move}: ticket {number} is of an expansion: those cannot be imported")


def kinds(values: Any, move: int, name: str) -> list[str]:
    """Give card kinds for a list of the platform's numbers."""
    if not isinstance(values, list):
        raise ImportFault(f"{name}: move {move}: colors is no list")
    numbers = [whole(value) for value in values]
    if any(number is None or not 0 <= number < len(COLOURS) for number in numbers):
        raise ImportFault(f"{name}: move {move}: a colour is none of 0 to {len(COLOURS) - 1}")
    return [COLOURS[number or 0] for number in numbers]


def card_kind(card: Any) -> str | None:
    """Give the kind of a card that is told in full, as `type` says it."""
    number = whole(card.get("type")) if isinstance(card, dict) else None
    return COLOURS[number] if number is not None and 0 <= number < len(COLOURS) else None


def _deed(note: Note, name: str) -> Deed | None:
    make = MAKERS.get(note.type)
    if make is not None:
        return make(note, name)
    return _log(note, name) if note.type in ("log", "freeTunnel") else None


def _who(note: Note, name: str) -> str:
    who = note.args.get("player_name")
    if not isinstance(who, str) or not who:
        raise ImportFault(f"{name}: move {note.move}: {note.type[:40]} has no player_name")
    return who


def _count(note: Note, key: str, name: str) -> int:
    count = whole(note.args.get(key))
    if count is None:
        raise ImportFault(f"{name}: move {note.move}: {note.type[:40]} has no {key}")
    if count < 0:
        raise ImportFault(f"{name}: move {note.move}: {note.type[:40]} tells fewer than no things ({key})")
    return count


def _tickets(note: Note, name: str) -> Deed:
    count = _count(note, "count", name)
    return Deed(note.move, "tickets", _who(note, name), count, args=note.args)


def _picked(note: Note, name: str) -> Deed:
    who = _who(note, name)
    if "color" in note.args:
        return Deed(note.move, "face-up", who, 1, kinds([note.args["color"]], note.move, name), note.args)
    count = _count(note, "count", name)
    if count not in (1, 2):
        raise ImportFault(f"{name}: move {note.move}: {count} cards are drawn at once")
    return Deed(note.move, "hidden", who, count, args=note.args)


def _claimed(note: Note, name: str) -> Deed:
    if not isinstance(note.args.get("route"), dict):
        raise ImportFault(f"{name}: move {note.move}: the route that was claimed is not told")
    for key, value in note.args["route"].items():
        if key not in ROUTE_KEYS and value not in (0, "0", None, "", [], {}, False):
            raise ImportFault(f"{name}: move {note.move}: a route with {key[:40]} is of another board or an expansion")
    colours = kinds(note.args.get("colors"), note.move, name)
    return Deed(note.move, "claim", _who(note, name), _count(note, "number", name), colours, note.args)


def _station(note: Note, name: str) -> Deed:
    colours = kinds(note.args.get("colors"), note.move, name)
    return Deed(note.move, "station", _who(note, name), _count(note, "number", name), colours, note.args)


def _shown(note: Note, name: str) -> Deed:
    cards = note.args.get("spotsCards")
    return Deed(note.move, "shown", args=cards if isinstance(cards, dict) else {})


def _log(note: Note, name: str) -> Deed | None:
    """Tell the notes of type `log` apart by their arguments, and where there are none by key words."""
    args, text = note.args, note.log.casefold()
    if "extraCards" in args or note.type == "freeTunnel":
        revealed = args.get("tunnelCards")
        seen = [card_kind(card) for card in revealed] if isinstance(revealed, list) else []
        colours = [kind for kind in seen if kind is not None]
        more = _count(note, "extraCards", name) if args.get("extraCards") else 0
        return Deed(note.move, "result", count=more, colours=colours, args=args)
    if {"player_name", "from", "to", "color"} <= args.keys():
        return Deed(note.move, "attempt", _who(note, name), 0, kinds([args["color"]], note.move, name), args)
    if "reshuffled" in text:
        return Deed(note.move, "reshuffled")
    if "stay visible" in text:
        return Deed(note.move, "stay")
    if "tunnel is free" in text:
        return Deed(note.move, "result", args=args)
    if "player_name" in args and "skip" in text:
        return Deed(note.move, "skip", _who(note, name))
    return None


def _points(note: Note, _name: str) -> Deed:
    return Deed(note.move, "points", str(note.args.get("player_name") or ""), args=note.args)


ROUTE_KEYS = ("id", "from", "to", "number", "color", "tunnel", "locomotives", "spaces")
MAKERS: dict[str, Callable[[Note, str], Deed]] = {
    "destinationsPicked": _tickets,
    "trainCarPicked": _picked,
    "claimedRoute": _claimed,
    "builtStation": _station,
    "newCardsOnTable": _shown,
    "highlightVisibleLocomotives": lambda note, _name: Deed(note.move, "flush"),
    "lastTurn": lambda note, name: Deed(note.move, "last-turn", _who(note, name)),
    "points": _points,
    "scoreDestination": lambda note, name: Deed(note.move, "scored", _who(note, name), args=note.args),
    "longestPath": lambda note, name: Deed(note.move, "path", _who(note, name), args=note.args),
    "longestPathWinner": lambda note, _name: Deed(note.move, "ending", args=note.args),
    "remainingStations": lambda note, _name: Deed(note.move, "ending", args=note.args),
}
