"""The referee's view of who may build what in Age of Steam: connection, redirection, markers (AOS-B5, B6, K4, O7)."""

from __future__ import annotations

from tests.replays.aos_board import TOWN, Board, Ends
from tests.replays.aos_table import Table
from tests.replays.aos_track import At, Track
from tests.replays.outcomes import Fault


def check_edges(board: Board, table: Table, seat: int, hex: str, edges: list[int]) -> None:
    """Refuse new edges that face no land, or track of another player (AOS-B6, AOS-B7)."""
    track = Track(board, table)
    for edge in edges:
        met = track.met(hex, edge)
        if board.beyond(hex, edge) is None:
            raise Fault(f"edge {edge} of {hex} leads nowhere")
        if met is not None and track.owner(met) not in (None, seat):
            raise Fault(f"edge {edge} of {hex} meets track of seat {track.owner(met)}")


def check_connection(board: Board, table: Table, seat: int, hex: str, added: list[Ends]) -> None:
    """Refuse track that is not connected: each path must be, of a town's spokes one is enough (AOS-B5)."""
    track = Track(board, table)
    joined = [any(_leads_on(board, table, track, seat, (hex, edge)) for edge in ends - {TOWN}) for ends in added]
    in_town = TOWN in added[0]
    knows_it = in_town and _has_spoke(table, seat, hex)
    if not (knows_it or (any(joined) if in_town else all(joined))):
        raise Fault(f"track of seat {seat} on {hex} is connected with nothing")


def _leads_on(board: Board, table: Table, track: Track, seat: int, side: tuple[str, int]) -> bool:
    """Tell whether track may begin behind a side of a hex (AOS-B5 a to c)."""
    beyond = board.beyond(*side)
    if beyond is not None and table.is_city(board, beyond):
        return True
    met = track.met(*side)
    if met is None or track.owner(met) is not None:
        return met is not None and track.owner(met) == seat
    places = track.section(met).places
    return any(table.is_city(board, place) or _has_spoke(table, seat, place) for place in places)


def _has_spoke(table: Table, seat: int, town: str) -> bool:
    return town in table.tiles and seat in table.tiles[town].owners


def check_redirection(board: Board, table: Table, seat: int, old: At, now: Ends) -> None:
    """Refuse to redirect what has no open end, is another's, or would let go of its section (AOS-K4)."""
    track = Track(board, table)
    inner = [inner for hex, inner, _ in track.section(old).openings if hex == old[0] and inner in track.ends[old]]
    if track.owner(old) not in (None, seat) or not set(inner) & now:
        raise Fault(f"seat {seat} may not redirect a path on {old[0]} to {sorted(now)}")


def check_markers(board: Board, table: Table, seat: int, limit: int) -> None:
    """Refuse a build that leaves a player more sections than markers; no limit is 0 (AOS-O7)."""
    count = sum(1 for _ in Track(board, table).owned(seat))
    if limit and count > limit:
        raise Fault(f"seat {seat} has {count} sections and {limit} markers")
