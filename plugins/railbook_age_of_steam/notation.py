"""The short notation of Age of Steam: how each action is typed and written (docs/age-of-steam.md)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TypeVar

from railbook.rules.notation import NotationError, nothing_more, one_of, whole_number
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action
from railbook_age_of_steam.auction import Bid, DropOut, StayIn
from railbook_age_of_steam.building import Build, EndBuilding
from railbook_age_of_steam.choosing import ChooseAction, actions_on_offer
from railbook_age_of_steam.growth import PlaceCube, ReturnCubes
from railbook_age_of_steam.layer import AGE_OF_STEAM, Rules, board_of
from railbook_age_of_steam.moving import Hop, MoveGoods, PassMove, UpgradeLocomotive
from railbook_age_of_steam.naming import first_hex, hex_name, is_path, read_hexes, read_tile, tile_name
from railbook_age_of_steam.network import links_from
from railbook_age_of_steam.shares import IssueShares
from railbook_age_of_steam.state import Line
from railbook_age_of_steam.tiles import kinds
from railbook_age_of_steam.track import Link
from railbook_age_of_steam.urbanizing import Urbanize

A = TypeVar("A", bound=Action)
FILLERS = ("via", "to")
"""Words between places that people may type, and that say nothing."""


def _plain(kind: type[A], verb: str, make: Callable[[], A]) -> None:
    """Register an action that its verb says whole."""

    def read(rules: Ruleset, state: Line, seat: int, words: tuple[str, ...]) -> A:
        nothing_more(words)
        return make()

    def write(rules: Ruleset, state: Line, seat: int, action: A) -> str:
        return ""

    AGE_OF_STEAM.notation(kind, verb, read=read, write=write)


_plain(DropOut, "drop", DropOut)
_plain(StayIn, "stay", StayIn)
_plain(EndBuilding, "done", EndBuilding)
_plain(UpgradeLocomotive, "upgrade", UpgradeLocomotive)
_plain(PassMove, "pass", PassMove)
_plain(ReturnCubes, "return", ReturnCubes)


# Numbers


def read_shares(rules: Ruleset, state: Line, seat: int, words: tuple[str, ...]) -> IssueShares:
    """Read `issue 2`."""
    return IssueShares(whole_number(words, "how many shares to issue, 0 for none"))


def write_shares(rules: Ruleset, state: Line, seat: int, action: IssueShares) -> str:
    """Write how many shares."""
    return str(action.shares)


def read_bid(rules: Ruleset, state: Line, seat: int, words: tuple[str, ...]) -> Bid:
    """Read `bid 4`."""
    return Bid(whole_number(words, "how many dollars to bid"))


def write_bid(rules: Ruleset, state: Line, seat: int, action: Bid) -> str:
    """Write how many dollars."""
    return str(action.bid)


# Names


def read_choice(rules: Ruleset, state: Line, seat: int, words: tuple[str, ...]) -> ChooseAction:
    """Read `choose first-move`, with or without the hyphen."""
    names = {action.replace("_", "-"): action for action in actions_on_offer(rules, state)}
    if not words:
        raise NotationError(f"an action is expected: {', '.join(names)}")
    return ChooseAction(one_of(" ".join(words), names, "action"))


def write_choice(rules: Ruleset, state: Line, seat: int, action: ChooseAction) -> str:
    """Write the action, with hyphens."""
    return action.action.replace("_", "-")


def read_urbanize(rules: Ruleset, state: Line, seat: int, words: tuple[str, ...]) -> Urbanize:
    """Read `urbanize indianapolis A`."""
    if len(words) < 2:  # noqa: PLR2004 - a town and a letter
        raise NotationError("a town and the letter of a New City are expected, such as indianapolis A")
    ((hex, edge), *more) = read_hexes(rules, state, words[:-1])
    if more or edge is not None:
        raise NotationError("one town is expected, and the letter of a New City")
    letters = {letter: letter for letter in board_of(rules).map.new_cities}
    return Urbanize(hex, one_of(words[-1], letters, "New City"))


def write_urbanize(rules: Ruleset, state: Line, seat: int, action: Urbanize) -> str:
    """Write the town and the letter."""
    return f"{hex_name(rules, state, action.hex)} {action.letter}"


def read_place(rules: Ruleset, state: Line, seat: int, words: tuple[str, ...]) -> PlaceCube:
    """Read `place red W2 1`."""
    if len(words) != 3:  # noqa: PLR2004 - cube, column, box
        raise NotationError("a cube, a column and a box are expected, such as red W2 1")
    columns = {column: column for column in board_of(rules).columns}
    return PlaceCube(
        read_cube(rules, words[0]), one_of(words[1], columns, "column"), whole_number(words[2:], "a box, from 1 on top")
    )


def write_place(rules: Ruleset, state: Line, seat: int, action: PlaceCube) -> str:
    """Write cube, column and box."""
    return f"{action.cube} {action.column} {action.box}"


def read_cube(rules: Ruleset, word: str) -> str:
    """Read the colour of a cube."""
    return one_of(word, {cube: cube for cube in board_of(rules).map.bag}, "colour of cubes")


# Track


def read_build(rules: Ruleset, state: Line, seat: int, words: tuple[str, ...]) -> Build:
    """Read `build 11,12 S1 4-1`, behind a disc with `under X1` where there are several tiles to lie under it."""
    if not words:
        raise NotationError("a hex, a tile and its paths are expected, such as 11,12 S1 4-1")
    # The first word belongs to the hex even where it looks like a tile: labels do.
    tile_at = next((at for at, word in enumerate(words) if at and (word.upper() in kinds() or is_path(word))), 1)
    under_at = next((at for at, word in enumerate(words) if word.casefold() == "under"), len(words))
    hex, used = first_hex(rules, state, words[:tile_at])
    tile, rotation = read_tile(words[used:under_at])
    return Build(hex, tile, rotation, _under(rules, tile, words[under_at + 1 :]))


def _under(rules: Ruleset, tile: str, words: tuple[str, ...]) -> str:
    """Read what lies under a disc: the only tile that can, if none is named."""
    made_from = kinds()[tile].made_from
    if words:
        return one_of(" ".join(words), {id: id for id in kinds()}, "tile")
    if not made_from or rules.options(Rules).town_tile_choice != "chosen":
        return ""
    if len(made_from) > 1:
        raise NotationError(f"{tile} is a tile with a disc: add under {' or under '.join(made_from)}")
    return made_from[0]


def write_build(rules: Ruleset, state: Line, seat: int, action: Build) -> str:
    """Write hex, tile and paths, and what lies under a disc where that may be several."""
    several = len(kinds()[action.tile].made_from) > 1
    under = f" under {action.under}" if action.under and several else ""
    return f"{hex_name(rules, state, action.hex)} {tile_name(action.tile, action.rotation)}{under}"


# Goods


def read_move(rules: Ruleset, state: Line, seat: int, words: tuple[str, ...]) -> MoveGoods:
    """Read `move blue evansville via indianapolis cincinnati`: the cube, and every place on its way.

    Where several links join two places, the edge by which one leaves stands behind a colon.
    """
    if len(words) < 3:  # noqa: PLR2004 - a cube and two places
        raise NotationError(
            "a cube and the places on its way are expected, such as blue evansville via lexington detroit"
        )
    cube = read_cube(rules, words[0])
    places = read_hexes(rules, state, [word for word in words[1:] if word.casefold() not in FILLERS])
    if len(places) == 1 or places[-1][1] is not None:
        raise NotationError("the place where the cube ends is expected last, without an edge")
    hops = [_hop(rules, state, start, edge, end) for (start, edge), (end, _) in pairwise(places)]
    return MoveGoods(places[0][0], cube, hops)


def _hop(rules: Ruleset, state: Line, start: str, edge: int | None, end: str) -> Hop:
    """Find the link between two places; who names an edge means that one, legal or not."""
    if edge is not None:
        return Hop(edge, end)
    links = _links(rules, state, start, end)
    if len(links) == 1:
        return Hop(links[0].edge, end)
    name = board_of(rules).name
    if not links:
        leads = sorted({hex_name(rules, state, link.to) for link in links_from(board_of(rules), state, start)})
        can = f"links lead to {', '.join(leads)}; name every place on the way" if leads else "no link leaves it"
        raise NotationError(f"no link joins {name(start)} and {name(end)}: {can}")
    ways = " or ".join(f"{hex_name(rules, state, start)}:{link.edge} ({_whose(link)})" for link in links)
    raise NotationError(f"{len(links)} links join {name(start)} and {name(end)}: type {ways}")


def _links(rules: Ruleset, state: Line, start: str, end: str) -> list[Link]:
    return [link for link in links_from(board_of(rules), state, start) if link.to == end]


def _whose(link: Link) -> str:
    return "nobody's" if link.owner is None else f"seat {link.owner}'s"


def write_move(rules: Ruleset, state: Line, seat: int, action: MoveGoods) -> str:
    """Write the cube and every place on its way, with the edge where several links lead on to the same place."""
    start = action.start
    written = []
    for hop in action.path:
        edge = "" if len(_links(rules, state, start, hop.to)) == 1 else f":{hop.edge}"
        written.append(f"{hex_name(rules, state, start)}{edge}")
        start = hop.to
    way = " ".join([*written[:1], *(["via", *written[1:]] if written[1:] else []), hex_name(rules, state, start)])
    return f"{action.cube} {way}"


AGE_OF_STEAM.notation(IssueShares, "issue", "NUMBER", read=read_shares, write=write_shares)
AGE_OF_STEAM.notation(Bid, "bid", "DOLLARS", read=read_bid, write=write_bid)
AGE_OF_STEAM.notation(ChooseAction, "choose", "ACTION", read=read_choice, write=write_choice)
AGE_OF_STEAM.notation(Build, "build", "HEX TILE PATHS [under TILE]", read=read_build, write=write_build)
AGE_OF_STEAM.notation(Urbanize, "urbanize", "TOWN LETTER", read=read_urbanize, write=write_urbanize)
AGE_OF_STEAM.notation(MoveGoods, "move", "CUBE CITY [via PLACES] CITY", read=read_move, write=write_move)
AGE_OF_STEAM.notation(PlaceCube, "place", "CUBE COLUMN BOX", read=read_place, write=write_place)
