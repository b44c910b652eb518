"""What games of Age of Steam should show between them of moving goods."""

from __future__ import annotations

from itertools import pairwise

from tests.replays.aos_board import Board
from tests.replays.aos_track import Track
from tests.replays.situations.steam import Judged, at_ply


def _moved(ply: Judged) -> bool:
    return bool(ply.said("aos.goods-moved"))


def _passed_through(ply: Judged) -> list[str]:
    """Give the places between start and end of a move."""
    return [hop["to"] for hop in ply.action["path"][:-1]] if _moved(ply) else []


def _owners(board: Board, ply: Judged) -> list[int | None]:
    """Give the owners of the links that a move uses."""
    if not _moved(ply):
        return []
    track = Track(board, ply.before)
    place, owners = ply.action["start"], []
    for hop in ply.action["path"]:
        at = track.leaving(place, hop["edge"])
        assert at is not None
        owners.append(track.owner(at))
        place = hop["to"]
    return owners


@at_ply("AOS-M7", "AOS-X21")
def own_links(board: Board, ply: Judged) -> bool:
    """A move over own links pays the mover."""
    return any(str(ply.seat) in event["income"] for event in ply.said("aos.goods-moved"))


@at_ply("AOS-M7", "AOS-X64")
def links_of_others(board: Board, ply: Judged) -> bool:
    """A move pays the mover and another player."""
    return any(len(event["income"]) > 1 and str(ply.seat) in event["income"] for event in ply.said("aos.goods-moved"))


@at_ply("AOS-M7", "AOS-X64")
def only_links_of_others(board: Board, ply: Judged) -> bool:
    """A move pays others, and the mover nothing."""
    return any(event["income"] and str(ply.seat) not in event["income"] for event in ply.said("aos.goods-moved"))


@at_ply("AOS-M7")
def ownerless_link(board: Board, ply: Judged) -> bool:
    """A move uses a link that nobody owns."""
    return None in _owners(board, ply)


@at_ply("AOS-M7", "AOS-E5", "AOS-X65")
def link_of_eliminated(board: Board, ply: Judged) -> bool:
    """A move uses a link of an eliminated player, which pays nobody."""
    return any(owner is not None and ply.before.players[owner].out for owner in _owners(board, ply))


@at_ply("AOS-M2", "AOS-X63")
def six_links(board: Board, ply: Judged) -> bool:
    """A move uses six links."""
    return _moved(ply) and len(ply.action["path"]) == 6


@at_ply("AOS-M4")
def through_a_town(board: Board, ply: Judged) -> bool:
    """A cube passes a town."""
    return any(place in board.towns and place not in ply.before.new_cities for place in _passed_through(ply))


@at_ply("AOS-M4", "AOS-X60")
def through_a_city(board: Board, ply: Judged) -> bool:
    """A cube passes a city of another colour."""
    return any(ply.before.is_city(board, place) for place in _passed_through(ply))


@at_ply("AOS-M4", "AOS-X19")
def from_its_own_colour(board: Board, ply: Judged) -> bool:
    """A cube leaves a city of its colour for another one."""
    if not _moved(ply):
        return False
    start = ply.action["start"]
    return ply.action["cube"] in board.takes(start, ply.before.new_cities.get(start))


@at_ply("AOS-M5", "AOS-X20")
def black_cube(board: Board, ply: Judged) -> bool:
    """A black cube is delivered to a black New City."""
    return _moved(ply) and ply.action["cube"] == "black"


@at_ply("AOS-M6", "AOS-X61")
def one_of_two_links(board: Board, ply: Judged) -> bool:
    """A mover names one of two links between the same two places."""
    if not _moved(ply):
        return False
    places = [ply.action["start"], *(hop["to"] for hop in ply.action["path"])]
    used = [frozenset(pair) for pair in pairwise(places)]
    joined = [frozenset(section.places) for section in Track(board, ply.before).sections() if section.is_link]
    return any(joined.count(pair) > 1 for pair in used)


@at_ply("AOS-M9", "AOS-X25")
def upgrade(board: Board, ply: Judged) -> bool:
    """A locomotive is raised instead of a move."""
    return any(event["instead_of_move"] for event in ply.said("aos.locomotive-raised"))


@at_ply("AOS-M1")
def move_passed(board: Board, ply: Judged) -> bool:
    """A player moves nothing in a round."""
    return bool(ply.said("aos.move-passed"))
