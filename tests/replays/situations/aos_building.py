"""What games of Age of Steam should show between them of builds, ownership and New Cities."""

from __future__ import annotations

from collections import Counter

from tests.replays.aos_board import TOWN, Board, Ends
from tests.replays.aos_table import Laid, Table
from tests.replays.aos_track import Track
from tests.replays.situations.steam import Judged, at_ply

# Placing


def _placed(board: Board, ply: Judged) -> str | None:
    """Give the class of a tile that is put on an empty hex."""
    for event in ply.said("aos.tile-built"):
        return None if event["hex"] in ply.before.tiles else board.kind(event["tile"])
    return None


def _replaced(ply: Judged) -> tuple[Laid, Laid] | None:
    """Give the tile that was replaced, and the new one."""
    for event in ply.said("aos.tile-built"):
        if event["hex"] in ply.before.tiles:
            return ply.before.tiles[event["hex"]], ply.after.tiles[event["hex"]]
    return None


def _pieces(board: Board, laid: Laid) -> list[Ends]:
    return board.pieces(laid.tile, laid.rotation)


def _turned(board: Board, ply: Judged) -> list[int]:
    """Give the old pieces, by number, that a build redirects."""
    tiles = _replaced(ply)
    if tiles is None or board.is_town_tile(tiles[0].tile):
        return []
    return [number for number, ends in enumerate(_pieces(board, tiles[0])) if ends not in _pieces(board, tiles[1])]


@at_ply("AOS-P1", "AOS-X33")
def river(board: Board, ply: Judged) -> bool:
    """A tile without a town is put on a river."""
    return any(board.hexes[e["hex"]] == "river" for e in ply.said("aos.tile-built")) and _placed(board, ply) in PLAIN


@at_ply("AOS-P1", "AOS-X33")
def mountain(board: Board, ply: Judged) -> bool:
    """A tile without a town is put on a mountain."""
    return any(board.hexes[e["hex"]] == "mountain" for e in ply.said("aos.tile-built")) and _placed(board, ply) in PLAIN


PLAIN = ("simple", "coexisting", "crossing")


@at_ply("AOS-B4", "AOS-P1", "AOS-X34")
def crossing_placed(board: Board, ply: Judged) -> bool:
    """A crossing tile is put directly on an empty hex."""
    return _placed(board, ply) == "crossing"


@at_ply("AOS-B4", "AOS-P1")
def coexisting_placed(board: Board, ply: Judged) -> bool:
    """A coexisting tile is put directly on an empty hex."""
    return _placed(board, ply) == "coexisting"


@at_ply("AOS-B1", "AOS-C4")
def fourth_build(board: Board, ply: Judged) -> bool:
    """The Engineer builds a fourth tile."""
    built = bool(ply.said("aos.tile-built"))
    return built and len(ply.before.built) == 3


@at_ply("AOS-B10")
def same_hex_twice(board: Board, ply: Judged) -> bool:
    """A hex is built on twice in one build turn."""
    return any(event["hex"] in ply.before.built for event in ply.said("aos.tile-built"))


@at_ply("AOS-B1")
def nothing_built(board: Board, ply: Judged) -> bool:
    """A build turn ends without a build, by choice."""
    return ply.action["type"] == "aos.end-building" and not ply.before.built and not ply.before.urbanized


@at_ply("AOS-B12", "AOS-X15", "AOS-X35")
def blocked(board: Board, ply: Judged) -> bool:
    """A tile occupies the hex that another player's open track points at."""
    for event in ply.said("aos.tile-built"):
        track = Track(board, ply.after)
        for edge in range(6):
            met = track.met(event["hex"], edge)
            if met is not None and (event["hex"], edge) not in track.at_side:
                return track.owner(met) not in (None, event["seat"])
    return False


# Towns


def _exits(board: Board, ply: Judged) -> int:
    """Give the exits of a town tile that is built."""
    for event in ply.said("aos.tile-built"):
        if board.is_town_tile(event["tile"]):
            return len(board.pieces(event["tile"], 0))
    return 0


@at_ply("AOS-B4", "AOS-P2", "AOS-X10", "AOS-X42")
def town_with_one_exit(board: Board, ply: Judged) -> bool:
    """A town tile with one exit is built."""
    return _exits(board, ply) == 1


@at_ply("AOS-B4", "AOS-T1", "AOS-X17", "AOS-X42")
def town_with_two_exits(board: Board, ply: Judged) -> bool:
    """A simple tile with a town disc is built."""
    return _exits(board, ply) == 2


@at_ply("AOS-B4", "AOS-P2", "AOS-X42")
def town_with_three_exits(board: Board, ply: Judged) -> bool:
    """A town tile with three exits is built."""
    return _exits(board, ply) == 3


@at_ply("AOS-B4", "AOS-T1", "AOS-X18", "AOS-X42")
def town_with_four_exits(board: Board, ply: Judged) -> bool:
    """A complex tile with a town disc is built."""
    return _exits(board, ply) == 4


@at_ply("AOS-P2", "AOS-X18")
def dearest_town(board: Board, ply: Judged) -> bool:
    """A complex tile with a town disc is put on an empty town for $5."""
    return _exits(board, ply) == 4 and _placed(board, ply) is not None


@at_ply("AOS-K3", "AOS-P4", "AOS-X43", "AOS-X44")
def town_entered(board: Board, ply: Judged) -> bool:
    """A player enters a town in which others have spokes."""
    tiles = _replaced(ply)
    return tiles is not None and _exits(board, ply) > 0 and ply.seat not in tiles[0].owners


@at_ply("AOS-K3", "AOS-P4", "AOS-X43")
def spokes_added(board: Board, ply: Judged) -> bool:
    """Two spokes or more are added to a town in one build."""
    tiles = _replaced(ply)
    return tiles is not None and _exits(board, ply) - len(tiles[0].owners) >= 2


@at_ply("AOS-T2", "AOS-X51")
def complex_tile_named(board: Board, ply: Judged) -> bool:
    """The builder names which complex tile lies under a town disc."""
    return any(board.tiles.get(e["under"], {}).get("class") in PLAIN[1:] for e in ply.said("aos.tile-built"))


@at_ply("AOS-T2")
def town_tile_pooled(board: Board, ply: Judged) -> bool:
    """A town disc is built without a word about the tile under it."""
    return any(board.kind(e["tile"]) == "town_disc" and not e["under"] for e in ply.said("aos.tile-built"))


@at_ply("AOS-T1", "AOS-T3", "AOS-X50")
def last_tile(board: Board, ply: Judged) -> bool:
    """The last tile of a kind is taken from the stock."""
    return any(_left(board, ply.after, e["under"] or e["tile"]) == 0 for e in ply.said("aos.tile-built"))


def _left(board: Board, table: Table, tile: str) -> int:
    if board.kind(tile) == "town_disc":
        return -1
    return int(board.tiles[tile]["count"]) - Counter(laid.under or laid.tile for laid in table.tiles.values())[tile]


# Replacing


@at_ply("AOS-K2", "AOS-P3", "AOS-X47")
def crossing(board: Board, ply: Judged) -> bool:
    """A crossing tile replaces a simple one."""
    tiles = _replaced(ply)
    return tiles is not None and [board.kind(tile.tile) for tile in tiles] == ["simple", "crossing"]


@at_ply("AOS-K2", "AOS-X05")
def crossing_of_another(board: Board, ply: Judged) -> bool:
    """A player crosses track of another one."""
    tiles = _replaced(ply)
    return crossing(board, ply) and tiles is not None and tiles[0].owners[0] not in (None, ply.seat)


@at_ply("AOS-K2", "AOS-P5", "AOS-X46")
def coexisting(board: Board, ply: Judged) -> bool:
    """A coexisting tile replaces a simple one."""
    tiles = _replaced(ply)
    return tiles is not None and [board.kind(tile.tile) for tile in tiles] == ["simple", "coexisting"]


@at_ply("AOS-K4", "AOS-P5", "AOS-X36")
def redirection(board: Board, ply: Judged) -> bool:
    """A player redirects own track."""
    tiles = _replaced(ply)
    return tiles is not None and any(tiles[0].owners[number] == ply.seat for number in _turned(board, ply))


@at_ply("AOS-K4", "AOS-O2", "AOS-X38")
def redirection_of_ownerless(board: Board, ply: Judged) -> bool:
    """A player redirects ownerless track, and owns it."""
    tiles = _replaced(ply)
    return tiles is not None and any(tiles[0].owners[number] is None for number in _turned(board, ply))


@at_ply("AOS-K4", "AOS-X39")
def redirection_completes(board: Board, ply: Judged) -> bool:
    """A redirection completes a link."""
    track = Track(board, ply.after)
    hexes = [event["hex"] for event in ply.said("aos.tile-built")] if _turned(board, ply) else []
    return any(track.section((hex, 0)).is_link for hex in hexes if len(ply.after.tiles[hex].owners) == 1)


@at_ply("AOS-K7", "AOS-P6")
def redirection_and_crossing(board: Board, ply: Judged) -> bool:
    """A simple tile is replaced by one with two paths, one of them the old one redirected."""
    tiles = _replaced(ply)
    return bool(_turned(board, ply)) and tiles is not None and [len(tile.owners) for tile in tiles] == [1, 2]


@at_ply("AOS-P5", "AOS-X48")
def double_redirection(board: Board, ply: Judged) -> bool:
    """Both paths of a complex tile are redirected at once."""
    return len(_turned(board, ply)) == 2


# Ownership


@at_ply("AOS-O3", "AOS-X37")
def takeover(board: Board, ply: Judged) -> bool:
    """A build joins an ownerless section and takes it over."""
    return any(event["why"] == "taken over" for event in ply.said("aos.owners-changed"))


@at_ply("AOS-O3", "AOS-X37")
def takeover_completes(board: Board, ply: Judged) -> bool:
    """A takeover completes a link with track that somebody else has built."""
    track = Track(board, ply.after)
    taken = [at for event in ply.said("aos.owners-changed") if event["why"] == "taken over" for at in event["paths"]]
    return any(track.section((hex, number)).is_link for hex, number in taken)


@at_ply("AOS-O5", "AOS-X11")
def lost_section(board: Board, ply: Judged) -> bool:
    """A section that was not extended loses its owner at the end of a build turn."""
    return any(event["why"] == "not extended" for event in ply.said("aos.owners-changed"))


@at_ply("AOS-O5", "AOS-X17")
def lost_spoke(board: Board, ply: Judged) -> bool:
    """The spoke of a town that leads nowhere is lost."""
    lost = [event["paths"] for event in ply.said("aos.owners-changed") if event["why"] == "not extended"]
    track = Track(board, ply.after)
    spokes = [(hex, number) for paths in lost for hex, number in paths if TOWN in track.ends[hex, number]]
    return any(len(track.section(at).pieces) == 1 for at in spokes)


@at_ply("AOS-G6", "AOS-M6", "AOS-X61")
def two_links(board: Board, ply: Judged) -> bool:
    """Two links join the same two places."""
    if not ply.said("aos.tile-built"):
        return False
    links = [section for section in Track(board, ply.after).sections() if section.is_link]
    return max(Counter(frozenset(link.places) for link in links).values(), default=0) > 1


@at_ply("AOS-G4", "AOS-S2")
def long_link(board: Board, ply: Judged) -> bool:
    """A link of five paths or more is completed."""
    if not ply.said("aos.tile-built"):
        return False
    return any(section.is_link and len(section.pieces) >= 5 for section in Track(board, ply.after).sections())


# New Cities


@at_ply("AOS-N1", "AOS-C6")
def urbanization(board: Board, ply: Judged) -> bool:
    """A New City is put on a town."""
    return bool(ply.said("aos.urbanized"))


@at_ply("AOS-N4", "AOS-X06")
def urbanization_over_track(board: Board, ply: Judged) -> bool:
    """A New City takes the place of a town tile, and links end at its edge now."""
    return any(event["hex"] in ply.before.tiles for event in ply.said("aos.urbanized"))


@at_ply("AOS-N5", "AOS-X12")
def urbanization_gains(board: Board, ply: Judged) -> bool:
    """Ownerless track that points at a New City becomes a link of the urbanizing player."""
    return any(event["why"] == "urbanization" for event in ply.said("aos.owners-changed"))


@at_ply("AOS-N5")
def urbanization_completes(board: Board, ply: Judged) -> bool:
    """Unfinished track that points at a New City becomes a link of its owner."""
    for event in ply.said("aos.urbanized"):
        before, after = Track(board, ply.before), Track(board, ply.after)
        met = [after.met(event["hex"], edge) for edge in range(6)]
        owned = [at for at in met if at is not None and before.owner(at) is not None]
        if any(after.section(at).is_link and not before.section(at).is_link for at in owned):
            return True
    return False


@at_ply("AOS-N2", "AOS-X52")
def urbanization_after_builds(board: Board, ply: Judged) -> bool:
    """A New City comes after the first build, where the edition allows it."""
    return bool(ply.said("aos.urbanized")) and bool(ply.before.built)


@at_ply("AOS-N1")
def urbanization_unused(board: Board, ply: Judged) -> bool:
    """Who chose Urbanization places no New City."""
    return any(
        ply.before.players[event["seat"]].action == "urbanization" and not ply.before.urbanized
        for event in ply.said("aos.build-turn-ended")
        if event["seat"] == ply.before.queue[0] and not ply.said("aos.urbanized")
    )
