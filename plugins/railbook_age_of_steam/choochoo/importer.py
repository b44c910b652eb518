"""Imports a choochoo game: drives our engine with its actions and random numbers, and compares its round tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from railbook.chance import Address
from railbook.log.records import FORMAT, ChanceRef, Header, MapRef, SeatRef, UndoRule, VariantRef
from railbook.log.records import Source as Origin
from railbook.plugins.importers import Imported, ImportFault
from railbook.recording.game import Illegal, RecordedGame
from railbook.rules.game import Game
from railbook.rules.types import Event, OptionValue, RulesError
from railbook_age_of_steam.choochoo import expected as tables
from railbook_age_of_steam.choochoo.boards import LETTERS, board_for
from railbook_age_of_steam.choochoo.recording import COLOURS, GOODS, ForeignFault, Start, read
from railbook_age_of_steam.choochoo.seedrandom import SeedRandom
from railbook_age_of_steam.choochoo.translating import Untranslatable, translate
from railbook_age_of_steam.events import CubesReturned, Urbanized
from railbook_age_of_steam.layer import board_of
from railbook_age_of_steam.maps import AgeOfSteamMap
from railbook_age_of_steam.state import Line

SALT = "00" * 16
"""The salt of imported games: nothing in them is secret, and the same file gives the same bytes."""


class RecordedChance:
    """Outcomes as choochoo drew them: the set-up from the start state, the rest from the seed of each action."""

    def __init__(self, set_up: Mapping[str, list[str]], bag: list[str]) -> None:
        self._set_up = {label: list(items) for label, items in set_up.items()}
        self.bag = bag
        self.seed: SeedRandom | None = None

    def _random(self, address: Address) -> SeedRandom:
        if self.seed is None:
            raise RulesError(f"{address.label} needs random numbers, but the action has no seed")
        return self.seed

    def draw(self, address: Address, bag: Mapping[str, int]) -> str | None:
        """Take the next cube of the set-up, or one that the generator names."""
        waiting = self._set_up.get(address.label)
        if waiting:
            return waiting.pop(0)
        return self.bag.pop(self._random(address).below(len(self.bag)))

    def roll(self, address: Address, sides: int, count: int) -> list[int] | None:
        """Roll dice with the generator."""
        random = self._random(address)
        return [random.below(sides) + 1 for _ in range(count)]

    def shuffle(self, address: Address, items: Sequence[str]) -> list[str] | None:
        """The first order: seats are numbered by it."""
        return sorted(items, key=int)


def import_game(game: Game, data: bytes, name: str, expected: str | None) -> Imported:
    """Import a file; raises `ImportFault` for one that is broken or breaks our rules, with version and rule."""
    try:
        return _import(game, data, name, expected)
    except ForeignFault as fault:
        raise ImportFault(str(fault)) from None


def _import(game: Game, data: bytes, name: str, expected: str | None) -> Imported:
    playthrough, start = read(data, name)
    wanted = tables.read(expected, "the expected tables") if expected is not None else None
    installed: Any = game.maps()[0]
    game_map = board_for(playthrough, start, installed, name)
    accounts = {account.color: account for account in start.players}
    colours = [COLOURS[colour] for colour in start.turnOrder]
    seat_of = {colour: seat for seat, colour in enumerate(start.turnOrder)}
    seated = [accounts[colour] for colour in start.turnOrder]
    options = {
        "start.cash": _option([account.money for account in seated]),
        "start.shares": _option([account.shares for account in seated]),
        "start.income": _option([account.income for account in seated]),
        "start.locomotive": _option([account.locomotive for account in seated]),
    }
    rules = game.ruleset(len(colours), game_map, options=options, edition="choochoo")
    header = Header(
        format=FORMAT,
        game=rules.game,
        rules=rules.version,
        map=_map_ref(game, game_map),
        edition=rules.edition,
        variants=list[VariantRef](),
        options=dict(rules.option_values),
        seats=[SeatRef(f"player {number}", colour) for number, colour in enumerate(colours, 1)],
        chance=ChanceRef("none"),
        salt=SALT,
        undo=UndoRule(),
        partial=False,
        source=Origin("choochoo", str(playthrough.id)),
    )
    lines: list[bytes] = []
    chance = RecordedChance(_set_up(start, game_map), [GOODS[cube] for cube in start.bag])
    live = RecordedGame.begin(rules, header, chance, lines.append)
    state: Any = live.state
    letters = [letter for letter in LETTERS if letter in board_of(rules).map.new_cities]
    notes: list[str] = []
    for recorded in playthrough.actions:
        state = live.state
        if live.over:
            raise ImportFault(f"{name}: version {recorded.version}: the game is over ({state.ended})")
        seat = state.to_act[0]
        chance.seed = SeedRandom(recorded.seed) if recorded.seed is not None else None
        turn = state.turn
        try:
            action = translate(rules, state, seat, recorded, seat_of, letters)
            if recorded.actionName == "move":
                chance.bag.append(action.cube)  # type: ignore[attr-defined]  # a move has a cube
            ply = live.act(seat, action)
        except (Untranslatable, Illegal, RulesError) as fault:
            where = f"turn {state.turn}, {state.asked}, seat {seat} ({colours[seat]})"
            raise ImportFault(f"{name}: version {recorded.version} ({where}): {fault}", broke_rules=True) from None
        _follow(chance, ply.events, letters)
        state = live.state
        if wanted is not None and (state.turn > turn or live.over):
            notes += _compare(wanted, turn, rules, state, colours, over=live.over)
    if live.over:
        live.end()
    else:
        notes.append(f"{name} ends before the game does: turn {state.turn}, {state.asked}")
    differs = [note for note in notes if "expected" in note]
    return Imported(b"".join(lines), notes, not differs)


def _option(values: list[int]) -> OptionValue:
    return list[int | str](values) if len(set(values)) > 1 else values[0]


def _map_ref(game: Game, game_map: AgeOfSteamMap) -> MapRef:
    """Name an installed map, and embed any other."""
    if any(installed.digest == game_map.digest for installed in game.maps()):
        return MapRef(game_map.id, game_map.digest)
    return MapRef(game_map.id, game_map.digest, msgspec.to_builtins(game_map.data))


def _set_up(start: Start, game_map: AgeOfSteamMap) -> dict[str, list[str]]:
    """Lay out the cubes of the start state in the order in which our set-up draws them."""
    cities = {place.hex: space for place, space in start.grid if space.type == 1}
    chart: dict[str, list[str]] = {}
    for column in game_map.data.columns:
        rolls = (
            cities[column.city].onRoll
            if column.city in cities
            else start.availableCities[LETTERS.index(column.city)].onRoll
        )
        match = next(roll for roll in rolls if roll.onRoll == column.die and len(roll.goods) == column.boxes)
        chart[column.id] = [GOODS[cube] if cube is not None else "" for cube in reversed(match.goods)]
    filled: list[str] = []
    parts = (
        [column for column in game_map.data.columns if column.city in cities],
        [column for column in game_map.data.columns if column.city not in cities],
    )
    for columns in parts:
        for box in range(max((column.boxes for column in columns), default=0)):
            filled += [chart[column.id][box] for column in columns if box < column.boxes]
    return {
        "aos.chart": filled,
        "aos.city": [GOODS[cube] for city in game_map.data.cities for cube in cities[city.hex].goods],
    }


def _follow(chance: RecordedChance, events: Sequence[Event], letters: list[str]) -> None:
    """Keep the ordered bag and the list of New Cities as choochoo does."""
    for event in events:
        if isinstance(event, CubesReturned):
            chance.bag += event.cubes
        elif isinstance(event, Urbanized):
            letters.remove(event.letter)


def _compare(
    wanted: Mapping[str, list[tables.Row]], turn: int, rules: Any, state: Line, colours: Sequence[str], *, over: bool
) -> list[str]:
    """Compare the table of a round that is over, and at the end the standings."""
    rows = tables.rows_of(rules, state, colours, final=over)
    notes: list[str] = []
    title = f"round {turn} end"
    if title in wanted:
        notes += tables.differences(title, wanted[title], rows)
    elif not over or state.ended == "last turn":
        notes.append(f"{title}: no such table among those expected")
    if over:
        notes += tables.differences("final standings", wanted.get("final standings", []), rows)
    return notes
