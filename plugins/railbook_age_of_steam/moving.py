"""Phase 5, moving goods: deliveries over links, and the locomotive (AOS-M)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from railbook.chance import Chance
from railbook.rules.layer import NOTHING, Flow
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, Public, Scope, then
from railbook_age_of_steam.board import Board
from railbook_age_of_steam.building import with_first
from railbook_age_of_steam.events import GoodsMoved, LocomotiveRaised, MovePassed, PhaseBegun
from railbook_age_of_steam.layer import AGE_OF_STEAM, Limits, asking, board_of
from railbook_age_of_steam.network import links_from, network_of
from railbook_age_of_steam.state import Line
from railbook_age_of_steam.track import Link

ASK = "aos.ask-move"
ASK_NEXT = then(ASK)


class Hop(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One link of a move: the edge by which it leaves the place where the cube is, and the place where it leads."""

    edge: Public[int]
    to: Public[str]


class MoveGoods(Action, frozen=True, tag="aos.move-goods"):
    """Carry a cube from a city over links to where it ends."""

    start: Public[str]
    cube: Public[str]
    path: Public[list[Hop]]


class UpgradeLocomotive(Action, frozen=True, tag="aos.upgrade-locomotive"):
    """Raise the locomotive instead of moving."""


class PassMove(Action, frozen=True, tag="aos.pass-move"):
    """Move nothing in this round."""


@AGE_OF_STEAM.step("aos.move")
def move_phase(rules: Ruleset, state: Line, chance: Chance) -> Flow:
    """Two rounds, in each First Move first and then the others in current order (AOS-M1)."""
    rounds = rules.options(Limits).move_rounds
    return (Scope(f"turn {state.turn} move"), then(*["aos.move-round"] * rounds))


@AGE_OF_STEAM.step("aos.move-round")
def move_round(rules: Ruleset, state: Line, chance: Chance) -> Flow:
    """Everybody has one move in a round."""
    return (PhaseBegun(state.turn, "move", with_first(state, "first_move")), ASK_NEXT)


@AGE_OF_STEAM.step(ASK)
def ask_for_move(rules: Ruleset, state: Line, chance: Chance) -> Flow:
    """The next one moves, upgrades, or does neither."""
    return asking(state.queue[0]) if state.queue else NOTHING


@AGE_OF_STEAM.query("aos.takes")
def takes(rules: Ruleset, state: Line, place: str, cube: str) -> bool:
    """Whether a place takes a cube: a city, or New City, of its colour; towns take none (AOS-M4, AOS-M5)."""
    board: Board = rules.board
    letter = state.new_cities.get(place)
    if letter is not None:
        return cube in board.map.new_cities[letter].colours
    city = board.cities.get(place)
    return city is not None and cube in city.colours


def route_of(rules: Ruleset, state: Line, action: MoveGoods) -> list[Link] | str:
    """Give the links that a move uses, or why they are not there (AOS-M3, AOS-M6)."""
    board: Board = rules.board
    links = network_of(board, state).links
    place = action.start
    used: list[Link] = []
    for hop in action.path:
        link = links.get((place, hop.edge))
        if link is None or link.to != hop.to:
            can = ", ".join(f"{one.edge} to {board.name(one.to)}" for one in links_from(board, state, place)) or "none"
            name = board.name(place)
            return f"no link leaves {name} at edge {hop.edge} to {board.name(hop.to)}: its links are {can}"
        used.append(link)
        place = link.to
    return used


def routed(rules: Ruleset, state: Line, action: MoveGoods) -> list[Link] | str:
    """Give the same; until track changes looked up once for the check and what follows from it."""
    known: tuple[MoveGoods, list[Link] | str] | None = state.__dict__.get("route")
    if known is None or known[0] is not action:
        known = state.__dict__["route"] = (action, route_of(rules, state, action))
    return known[1]


def earnings(state: Line, links: list[Link]) -> dict[str, int]:
    """Give by seat what a move over links brings: ownerless ones and those of the eliminated nothing (AOS-M7)."""
    income: dict[str, int] = {}
    players = state.players
    for link in links:
        owner = link.owner
        if owner is not None and not players[owner].out:
            key = str(owner)
            income[key] = income.get(key, 0) + 1
    return income


@AGE_OF_STEAM.action(MoveGoods, ASK)
def move_goods(rules: Ruleset, state: Line, seat: int, action: MoveGoods, chance: Chance) -> Flow:
    """Each link used gives 1 income to its owner at once (AOS-M7); the cube returns to the bag (AOS-M8)."""
    links = routed(rules, state, action)
    assert not isinstance(links, str)
    return (GoodsMoved(seat, action.start, action.cube, action.path[-1].to, earnings(state, links)), ASK_NEXT)


@AGE_OF_STEAM.action(UpgradeLocomotive, ASK)
def upgrade(rules: Ruleset, state: Line, seat: int, action: UpgradeLocomotive, chance: Chance) -> Flow:
    """It counts from the next move on (AOS-M9)."""
    return (LocomotiveRaised(seat, instead_of_move=True), ASK_NEXT)


@AGE_OF_STEAM.action(PassMove, ASK)
def pass_move(rules: Ruleset, state: Line, seat: int, action: PassMove, chance: Chance) -> Flow:
    """Nothing is moved (AOS-M1)."""
    return (MovePassed(seat), ASK_NEXT)


@AGE_OF_STEAM.candidates(PassMove)
def ways_to_pass(rules: Ruleset, state: Line, seat: int) -> list[PassMove]:
    """There is one way to pass."""
    return [PassMove()]


@AGE_OF_STEAM.candidates(UpgradeLocomotive)
def ways_to_upgrade(rules: Ruleset, state: Line, seat: int) -> list[UpgradeLocomotive]:
    """There is one way to upgrade."""
    return [UpgradeLocomotive()]


@AGE_OF_STEAM.candidates(MoveGoods)
def deliveries(rules: Ruleset, state: Line, seat: int) -> Iterator[MoveGoods]:
    """Every delivery with its links: each cube on from its city until a city takes it or the locomotive is spent."""
    far: dict[str, dict[str, int]] = {}
    for start in sorted(state.cubes):
        for cube in sorted(state.cubes[start]):
            if cube not in far:
                far[cube] = _links_to_go(rules, state, cube)
            yield from _deliveries(rules, state, state.players[seat].locomotive, (start, cube), (), far[cube])


def _links_to_go(rules: Ruleset, state: Line, cube: str) -> dict[str, int]:
    """Give by place the fewest links from there to a city that takes a cube; places that reach none are not in it."""
    board = board_of(rules)
    found = {place: 0 for place in (*board.cities, *board.towns) if takes(rules, state, place, cube)}
    front = list(found)
    while front:
        place = front.pop(0)
        for link in links_from(board, state, place):
            if link.to not in found:
                found[link.to] = found[place] + 1
                front.append(link.to)
    return found


def _deliveries(
    rules: Ruleset, state: Line, left: int, origin: tuple[str, str], path: tuple[Hop, ...], far: dict[str, int]
) -> Iterator[MoveGoods]:
    """Go on along each link from which a city that takes the cube is still within reach."""
    start, cube = origin
    seen = (start, *(hop.to for hop in path))
    for link in links_from(board_of(rules), state, seen[-1]):
        if link.to in seen or far.get(link.to, left) >= left:
            continue
        longer = (*path, Hop(link.edge, link.to))
        if far[link.to] == 0:
            yield MoveGoods(start, cube, list(longer))
        else:
            yield from _deliveries(rules, state, left - 1, origin, longer, far)


@AGE_OF_STEAM.validator(MoveGoods, "aos.no-cube", "AOS-M2")
def cube_is_there(rules: Ruleset, state: Line, seat: int, action: MoveGoods) -> str | None:
    """A cube is taken from a city that has it."""
    there = state.cubes.get(action.start, {})
    if there.get(action.cube, 0) > 0:
        return None
    said = ", ".join(f"{count} {cube}" for cube, count in sorted(there.items())) or "no cubes"
    return f"{board_of(rules).name(action.start)} has no {action.cube} cube: it has {said}"


@AGE_OF_STEAM.validator(MoveGoods, "aos.no-link", "AOS-M3")
def links_are_there(rules: Ruleset, state: Line, seat: int, action: MoveGoods) -> str | None:
    """Each link joins the place where the cube is with the next one; of several the player names one (AOS-M6)."""
    if not action.path:
        return "a move uses at least one link"
    links = routed(rules, state, action)
    return links if isinstance(links, str) else None


@AGE_OF_STEAM.validator(MoveGoods, "aos.locomotive-too-weak", "AOS-M2")
def locomotive_reaches(rules: Ruleset, state: Line, seat: int, action: MoveGoods) -> str | None:
    """A move uses at most as many links as the locomotive has steps."""
    most = state.players[seat].locomotive
    return None if len(action.path) <= most else f"{len(action.path)} links are too far: the locomotive reaches {most}"


@AGE_OF_STEAM.validator(MoveGoods, "aos.place-twice", "AOS-M3")
def no_place_twice(rules: Ruleset, state: Line, seat: int, action: MoveGoods) -> str | None:
    """No place is visited twice, the start included."""
    places = [action.start, *[hop.to for hop in action.path]]
    if len(set(places)) == len(places):
        return None
    twice = next(place for index, place in enumerate(places) if place in places[:index])
    return f"{board_of(rules).name(twice)} would be visited twice"


@AGE_OF_STEAM.validator(MoveGoods, "aos.wrong-end", "AOS-M4")
def ends_where_it_is_taken(rules: Ruleset, state: Line, seat: int, action: MoveGoods) -> str | None:
    """A move ends in the first city on its way that takes the cube, and nowhere else (AOS-M4, AOS-M5)."""
    cube, path = action.cube, action.path
    for hop in path[:-1]:
        if takes(rules, state, hop.to, cube):
            return f"the {cube} cube must stop in {board_of(rules).name(hop.to)}, which takes it"
    if path and not takes(rules, state, path[-1].to, cube):
        return f"{board_of(rules).name(path[-1].to)} takes no {cube} cubes"
    return None


@AGE_OF_STEAM.validator(UpgradeLocomotive, "aos.upgraded", "AOS-M9")
def not_upgraded_yet(rules: Ruleset, state: Line, seat: int, action: UpgradeLocomotive) -> str | None:
    """The locomotive is raised instead of a move once in a turn."""
    return "the locomotive was upgraded in this turn already: move or pass" if state.players[seat].upgraded else None


@AGE_OF_STEAM.validator(UpgradeLocomotive, "aos.locomotive-limit", "AOS-M9")
def locomotive_can_grow(rules: Ruleset, state: Line, seat: int, action: UpgradeLocomotive) -> str | None:
    """A locomotive has at most six steps (AOS-C5)."""
    most = rules.options(Limits).locomotive
    return None if state.players[seat].locomotive < most else f"the locomotive is at {most}, its limit: move or pass"
