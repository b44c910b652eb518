"""Positions of Age of Steam for tests: a game that was really set up, with what matters put as a test wants it.

Cubes stay conserved: what a test does not place lies in the bag. A phase is entered through its own steps, and whatever
is played goes through `check` and `advance`; each accepted action is proved at once to replay and to verify.

Tiles are written as in the rules document, for instance `X1 4-1 5-2` or `D2S T-4 T-1`; in a position each path says
whose it is: `X1 4-1@0 5-2@2`, with `@-` for nobody's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, TypeVar, cast

import msgspec

from railbook.chance import Chance, Recorded, Scripted, Seeded
from railbook.engine.fold import fold
from railbook.engine.play import _Ply, advance, check, decide, legal_actions
from railbook.engine.score import score_sheet, standings
from railbook.engine.state import copy, decode, encode, new_state
from railbook.rules.compose import Chosen
from railbook.rules.layer import Layer
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, Event, OptionValue, Outcome, Rejection, SetUp
from railbook_age_of_steam.board import Board
from railbook_age_of_steam.building import Build, EndBuilding
from railbook_age_of_steam.events import TileBuilt
from railbook_age_of_steam.layer import Rules
from railbook_age_of_steam.moving import Hop, MoveGoods
from railbook_age_of_steam.plugin import AGE_OF_STEAM_GAME
from railbook_age_of_steam.state import Line, Player, Tile
from railbook_age_of_steam.tiles import TOWN, Path, kinds, paths
from railbook_age_of_steam.track import Link, Section, Track
from railbook_age_of_steam.urbanizing import Urbanize

T = TypeVar("T", bound=Event)
Options = Mapping[str, OptionValue]
Script = Mapping[str, Sequence[Outcome]]
Figures = int | Mapping[int, int]

EDITIONS = ("warfrog-2002", "deluxe", "choochoo")
_MAP: Any = AGE_OF_STEAM_GAME.maps()[0]
PLACES = {
    name.lower().replace(".", "").replace(" ", "-"): hex
    for hex, name in [*((city.hex, city.name) for city in _MAP.data.cities), *_MAP.data.towns.items()]
}
"""Hexes of cities and towns, by names such as `st-louis`."""
NAMES = {hex: name for name, hex in PLACES.items()}


class Position:
    """A game at some point, from which actions are tried; `chance` and `events` are those of the last ply."""

    def __init__(self, rules: Ruleset, state: Line) -> None:
        self.rules = rules
        self.state = state
        self.chance: list[tuple[str, Outcome]] = []
        self.events: list[Event] = []

    @property
    def board(self) -> Board:
        """The compiled map."""
        return cast(Board, self.rules.board)

    @property
    def asked(self) -> tuple[str, list[int]]:
        """The step that waits, and for which seats."""
        return self.state.asked, self.state.to_act

    def copy(self) -> Position:
        """Give an independent continuation of the same game."""
        return Position(self.rules, copy(self.rules, self.state))

    def player(self, seat: int) -> Player:
        """Give a seat's figures."""
        return self.state.players[seat]

    def cash(self) -> list[int]:
        """List the cash by seat."""
        return [player.cash for player in self.state.players]

    def incomes(self) -> list[int]:
        """List the incomes by seat."""
        return [player.income for player in self.state.players]

    def legal(self) -> list[Action]:
        """List the legal actions of the seat that is asked."""
        return list(legal_actions(self.rules, self.state, self.state.to_act[0]))

    def invariants(self) -> dict[str, str]:
        """Give what the invariants find, by id."""
        found = {id: holds(self.rules, self.state) for id, holds in self.rules.invariants}
        return {id: said for id, said in found.items() if said is not None}

    def enter(self, step: str, **script: Sequence[Outcome]) -> list[Event]:
        """Begin a phase and go on until somebody is asked; `dice` and `produced` are what chance answers."""
        sequence = self.rules.sequences["aos.turn"]
        agenda = list(sequence[sequence.index(step) :])
        ply = _Ply(self.rules, self.state, Chance(_source(script), "", {}), agenda)
        ply.go_on(())
        self.chance, self.events = ply.chance.entries, ply.events
        assert self.invariants() == {}
        return ply.events

    def act(self, seat: int, action: Action, **script: Sequence[Outcome]) -> Rejection | None:
        """Let a seat try an action; a rejection leaves the game as it is."""
        before = encode(self.state)
        answer = check(self.rules, self.state, seat, action)
        assert encode(self.state) == before, "checking an action changes nothing"
        if answer is None:
            self._advance(seat, action, _source(script))
            return None
        assert isinstance(answer, Rejection), "nothing is hidden in this game"
        return answer

    def does(self, seat: int, *actions: Action, **script: Sequence[Outcome]) -> list[Event]:
        """Let a seat act, one action after another; all must be accepted. Gives the events of the last one."""
        for action in actions:
            answer = self.act(seat, action, **script)
            assert answer is None, f"{action} is not accepted: {answer}"
        return self.events

    def refuses(self, seat: int, action: Action, rule: str, paragraph: str, *words: str) -> None:
        """The action is rejected by this rule, which gives its paragraph, and the message holds these words."""
        answer = self.act(seat, action)
        assert answer is not None, f"{action} is accepted"
        assert (answer.rule, answer.paragraph) == (rule, paragraph), answer
        for word in words:
            assert word in answer.message, answer.message

    def _advance(self, seat: int | None, action: Action, source: Scripted) -> None:
        before = encode(self.state)
        chance = Chance(source, self.state.scope, self.state.counts)
        self.events = advance(self.rules, self.state, seat, action, chance)
        self.chance = chance.entries
        assert source.left() == {}, "the script says more than is asked for"
        self._prove(before, seat, action)

    def _prove(self, before: bytes, seat: int | None, action: Action) -> None:
        """The ply replays from its events, verifies from its recorded chance, and the invariants hold."""
        rules = self.rules
        state = decode(rules, before)
        recorded = Recorded(self.chance)
        assert decide(rules, state, seat, action, recorded) == self.events
        recorded.finish()
        assert encode(state) == before, "deciding changes nothing"
        fold(rules, state, self.events)
        assert encode(state) == encode(self.state)
        assert self.invariants() == {}

    # Building

    def tile(self, hex: str, text: str, under: str | None = None) -> Build:
        """Give the build of a tile; the tile under a disc is the first that fits, where it is chosen."""
        id, laid = read_tile(text)
        chosen = self.rules.options(Rules).town_tile_choice == "chosen"
        made_from = kinds()[id].made_from
        lies = under if under is not None else made_from[0] if chosen and made_from else ""
        return Build(at(hex), id, rotation_of(id, [path for path, _ in laid]), lies)

    def builds(self, seat: int, *tiles: str) -> list[int]:
        """Let a seat build tiles, each written `HEX TILE PATHS`; gives their prices, which are paid."""
        prices = []
        for text in tiles:
            cash = self.player(seat).cash
            hex, _, tile = text.partition(" ")
            (built,) = of_type(self.does(seat, self.tile(hex, tile)), TileBuilt)
            assert built.price == cash - self.player(seat).cash
            prices.append(built.price)
        return prices

    def cannot_build(self, seat: int, text: str, rule: str, paragraph: str, *words: str) -> None:
        """A build, written `HEX TILE PATHS`, is rejected by this rule."""
        hex, _, tile = text.partition(" ")
        self.refuses(seat, self.tile(hex, tile), rule, paragraph, *words)

    def ends(self, *seats: int, **script: Sequence[Outcome]) -> None:
        """Let these seats end their build turns."""
        for seat in seats:
            self.does(seat, EndBuilding(), **(script if seat == seats[-1] else {}))

    def urbanizes(self, seat: int, hex: str, letter: str) -> None:
        """Let a seat place a New City."""
        self.does(seat, Urbanize(at(hex), letter))

    # Track

    @property
    def track(self) -> Track:
        """The track as it lies there."""
        return Track(self.board, self.state.tiles, self.state.new_cities)

    def sections(self) -> list[Section]:
        """List all sections."""
        return list(self.track.sections())

    def links(self) -> list[tuple[str, str, int | None, int]]:
        """List the completed links: both places by name in order, the owner, and the number of paths."""
        found = []
        for section in self.sections():
            if section.is_link:
                one, other = sorted(NAMES.get(str(end.place), str(end.place)) for end in section.ends)
                found.append((one, other, self.track.owner(section.paths[0]), len(section.paths)))
        return sorted(found, key=repr)

    def unfinished(self) -> list[tuple[str, int, int | None, int]]:
        """List the unfinished sections: hex and edge at which they are open, the owner, and the number of paths."""
        return sorted(
            (
                (end.hex, end.edge, self.track.owner(section.paths[0]), len(section.paths))
                for section in self.sections()
                for end in section.ends
                if end.place is None
            ),
            key=repr,
        )

    def owners(self, hex: str) -> dict[str, int | None]:
        """Give the owners of the paths on a hex, by path."""
        tile = self.state.tiles[at(hex)]
        return {said(path): owner for path, owner in zip(paths(tile.tile, tile.rotation), tile.owners, strict=True)}

    def route(self, cube: str, *places: str, by: Sequence[int | None] = ()) -> MoveGoods:
        """Give the move of a cube from place to place; `by` names the owners of links where several lead there."""
        hops = []
        for index, (start, end) in enumerate(pairwise(places)):
            links = [link for link in walked_links(self.track, at(start)) if link.to == at(end)]
            if by:
                links = [link for link in links if link.owner == by[index]]
            hops.append(Hop(links[0].edge if links else 0, at(end)))
        return MoveGoods(at(places[0]), cube, hops)

    # Ends

    def scores(self) -> dict[str, tuple[int, ...]]:
        """Give the score sheet: points by seat for each line."""
        return {line.id: line.points for line in score_sheet(self.rules, self.state)}

    def standing(self) -> list[tuple[int, int]]:
        """Give rank and total of each seat."""
        places = standings(self.rules, self.state, score_sheet(self.rules, self.state))
        return [(place.rank, place.total) for place in sorted(places, key=lambda place: place.seat)]


def walked_links(track: Track, place: str) -> list[Link]:
    """Find the completed links that start at a city or town, by edge, with nothing but walks along track."""
    found: list[Link] = []
    for edge in range(6):
        if track.is_city(place):
            met, end = track.walk(place, edge)
        else:
            spoke = track.path_on(place, edge)
            if spoke is None:
                continue
            met, end = track.walk(place, edge, (place, spoke[0]))
            met.insert(0, (place, spoke[0]))
        if met and end.place is not None:
            found.append(Link(edge, end.place, track.owner(met[0]), len(met)))
    return found


def _source(script: Mapping[str, Sequence[Outcome]]) -> Scripted:
    return Scripted({f"aos.{label}": outcomes for label, outcomes in script.items()}, Seeded.of_seed(4))


def at(place: str) -> str:
    """Give the hex of a place, by name or coordinates."""
    return str(PLACES.get(place, place))


def read_path(text: str) -> Path:
    """Read a path."""
    one, other = text.split("-")
    return (TOWN if one == "T" else int(one), int(other))


def said(path: Path) -> str:
    """Write a path."""
    return f"{'T' if path[0] == TOWN else path[0]}-{path[1]}"


def read_tile(text: str) -> tuple[str, list[tuple[Path, int | None]]]:
    """Read a tile with its paths, each with its owner where one is said."""
    id, *words = text.split()
    laid: list[tuple[Path, int | None]] = []
    for word in words:
        path, _, owner = word.partition("@")
        laid.append((read_path(path), None if owner in ("", "-") else int(owner)))
    return id, laid


def rotation_of(id: str, wanted: Iterable[Path]) -> int:
    """Find the rotation in which a tile has these paths."""
    needed = {frozenset(path) for path in wanted}
    (found,) = [
        rotation for rotation in range(kinds()[id].rotations) if needed == {frozenset(p) for p in paths(id, rotation)}
    ]
    return found


def of_type(events: Iterable[Event], kind: type[T]) -> list[T]:
    """Give the events of one type."""
    return [event for event in events if isinstance(event, kind)]


def rules_for(
    seats: int = 3, edition: str = "", options: Options | None = None, variants: Sequence[Layer[Any]] = ()
) -> Ruleset:
    """Compose the rules of a table, once for equal ones."""
    return _composed(seats, edition, msgspec.json.encode(options or {}, order="sorted"), tuple(variants))


@cache
def _composed(seats: int, edition: str, options: bytes, variants: tuple[Layer[Any], ...]) -> Ruleset:
    chosen = [Chosen(layer) for layer in variants]
    return AGE_OF_STEAM_GAME.ruleset(seats, variants=chosen, options=msgspec.json.decode(options), edition=edition)


def set_up(
    seats: int = 3,
    edition: str = "",
    options: Options | None = None,
    variants: Sequence[Layer[Any]] = (),
    rules: Ruleset | None = None,
    **script: Sequence[Outcome],
) -> Position:
    """Set a game up until shares are issued for the first time; `chart`, `city` and `first_order` say what is drawn."""
    rules = rules or rules_for(seats, edition, options, variants)
    made = Position(rules, cast(Line, new_state(rules)))
    named = {label.replace("_", "-"): outcomes for label, outcomes in script.items()}
    made._advance(None, SetUp(), _source(named))
    return made


def position(
    seats: int = 3,
    edition: str = "",
    options: Options | None = None,
    *,
    enter: str = "aos.build",
    turn: int = 2,
    order: Sequence[int] = (),
    cash: Figures = 20,
    income: Figures = 0,
    shares: Figures = 2,
    locomotive: Figures = 1,
    actions: Mapping[int, str] | None = None,
    tiles: Mapping[str, str] | None = None,
    under: Mapping[str, str] | None = None,
    new_cities: Mapping[str, str] | None = None,
    cubes: Mapping[str, Sequence[str]] | None = None,
    chart: Mapping[str, Sequence[str | None]] | None = None,
    out: Sequence[int] = (),
    variants: Sequence[Layer[Any]] = (),
    rules: Ruleset | None = None,
    **script: Sequence[Outcome],
) -> Position:
    """Give a game in which the phase `enter` has just begun.

    Cities and chart are empty where nothing is said. Figures are one number for all seats, or those of some seats.
    """
    made = set_up(seats, edition, options, variants, rules)
    state = made.state
    state.turn = turn - (enter == "aos.shares")
    state.order = [*order] or [seat for seat in range(seats) if seat not in out]
    for name, figures, usual in (("cash", cash, 20), ("income", income, 0), ("shares", shares, 2)):
        _figure(state, name, figures, usual)
    _figure(state, "locomotive", locomotive, 1)
    for seat, action in (actions or {}).items():
        state.players[seat].action = action
    for seat in out:
        state.players[seat].out, state.players[seat].income, state.players[seat].cash = True, -1, 0
    _place_cubes(made, cubes or {}, chart or {}, new_cities or {})
    chosen = made.rules.options(Rules).town_tile_choice == "chosen"
    for place, text in (tiles or {}).items():
        id, laid = read_tile(text)
        rotation = rotation_of(id, [path for path, _ in laid])
        whose = {frozenset(path): owner for path, owner in laid}
        below = (under or {}).get(place, kinds()[id].made_from[0] if chosen and kinds()[id].made_from else "")
        state.tiles[at(place)] = Tile(id, rotation, [whose[frozenset(p)] for p in paths(id, rotation)], below)
    state.__dict__.clear()
    made.enter(enter, **script)
    return made


def _figure(state: Line, name: str, figures: Figures, usual: int) -> None:
    for seat, player in enumerate(state.players):
        setattr(player, name, figures if isinstance(figures, int) else figures.get(seat, usual))


def _place_cubes(
    made: Position,
    cubes: Mapping[str, Sequence[str]],
    chart: Mapping[str, Sequence[str | None]],
    new_cities: Mapping[str, str],
) -> None:
    state, board = made.state, made.board
    rest = Counter(board.map.bag)
    state.new_cities = {at(place): letter for place, letter in new_cities.items()}
    state.cubes = {hex: {} for hex in (*board.cities, *state.new_cities)}
    for place, there in cubes.items():
        state.cubes[at(place)] = dict(Counter(there))
        rest.subtract(there)
    state.chart = {id: list(chart.get(id, [None] * column.boxes)) for id, column in board.columns.items()}
    rest.subtract(cube for boxes in state.chart.values() for cube in boxes if cube is not None)
    assert min(rest.values()) >= 0, f"there are not so many cubes: {rest}"
    state.bag = dict(+rest)
