"""Readers of records of other platforms."""

from __future__ import annotations

import functools
import json
from pathlib import Path

from railbook.log.reader import whole_file
from railbook.plugins.importers import ImportFault, Wishes
from railbook_age_of_steam.choochoo.expected import read as read_tables
from railbook_age_of_steam.choochoo.importer import import_game
from railbook_age_of_steam.choochoo.recording import ForeignFault, Playthrough
from railbook_age_of_steam.choochoo.recording import read as read_playthrough
from railbook_age_of_steam.plugin import AGE_OF_STEAM_GAME
from railbook_ticket_to_ride.bga.importer import import_history
from railbook_ticket_to_ride.bga.notes import read_notes
from tests.fuzz.readers.answers import Reader
from tests.plugins.age_of_steam.foreign import EXPECTED, playthrough, start_state
from tests.plugins.age_of_steam.positions import at
from tests.plugins.ticket_to_ride.partial.story import GAMES, Story

WISHES = Wishes(list(GAMES.values()))


def _choochoo(path: Path) -> str:
    import_game(AGE_OF_STEAM_GAME, whole_file(path, "import"), "game.json", None)
    return "imported"


def _corner(actions: int) -> bytes:
    """Give the beginning of the playthrough, on the few hexes that it needs."""
    start = start_state()
    near = {at(name) for name in ("10,13", "11,12", "9,13", "evansville")}
    start["grid"] = [[place, space] for place, space in start["grid"] if f"{place['q']},{place['r']}" in near]
    start["availableCities"] = start["availableCities"][:2]
    game = playthrough(gameKey="holland", startState=json.dumps({"version": 3, "gameData": start}))
    return json.dumps({**game, "actions": game["actions"][:actions]}).encode()


def _expected(path: Path) -> str:
    told = whole_file(path, "import").decode("utf-8", "replace")
    try:
        return f"{min(3, len(read_tables(told, _playthrough(), 3, 'game.txt')))} tables"
    except ForeignFault as fault:  # as the importer does
        raise ImportFault(str(fault)) from None


@functools.cache
def _playthrough() -> Playthrough:
    game, _ = read_playthrough(json.dumps(playthrough()).encode(), "game.json")
    return game


def _bga(path: Path) -> str:
    import_history(whole_file(path, "import"), "saved.json", WISHES)
    return "imported"


def _shortest_story() -> list[bytes]:
    return [Story().up("A", "blue", "red").claim("B", "boston--new-york--b", "red", "red").data()]


def _stories() -> list[bytes]:
    story = Story().own("red", "red").hidden("B").up("A", "blue").own("green").hidden("B", 1).hidden("B", 1)
    return [story.claim("A", "boston--new-york--b", "red", "red").data()]


def _notes(path: Path) -> str:
    read_notes(whole_file(path, "import").decode("utf-8", "replace"))
    return "read"


NOTES = [
    b'{"viewer_initial_hand": {"red": 2, "locomotive": 1, "blue": 1}, "display_at_end": {"green": 5}}',
    b'{"viewer_final_hand": {}, "viewer_initial_hand": null}',
]


READERS = {
    "choochoo": Reader(
        "game.json", lambda: [_corner(5), _corner(10)], _choochoo, lambda: [json.dumps(playthrough()).encode()]
    ),
    "expected tables": Reader("game.txt", lambda: [EXPECTED.encode()], _expected),
    "bga": Reader("saved.json", _shortest_story, _bga, _stories),
    "notes": Reader("notes.json", lambda: NOTES, _notes),
}
"""Readers of other platforms' records by the name of what they read."""
