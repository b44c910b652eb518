"""What games of Ticket to Ride Old West should show between them: markers, networks, triple routes and Alvin."""

from __future__ import annotations

from collections import Counter

from tests.replays.old_west import MARKER_CARDS, OFFER, PLACE, ROSWELL, OldWest
from tests.replays.situations.ticket_to_ride import Judged, Judgement, at_end, at_ply
from tests.replays.ttr_score import Result
from tests.replays.ttr_table import LOCOMOTIVE, Board


def _scorers(ply: Judged) -> tuple[int, list[int]]:
    """Give who claims a route at a ply, and who scores points for it, once for each time."""
    for claimed in ply.said("ttr.route-claimed"):
        return claimed["seat"], [e["seat"] for e in ply.said("ttr.points-scored") if e["source"] == claimed["route"]]
    return -1, []


def _other_owner(ply: Judged) -> int:
    """Give whose marker stands where Alvin was captured; -1 if there was no capture, or none stands there."""
    markers = ply.before.extras.get("markers", [])
    for event in ply.said("alvin.captured"):
        return next((seat for seat, city in markers if city == event["city"]), -1)
    return -1


@at_ply("TTR-OW1", "TTR-OW3")
def six_seats(board: Board, ply: Judged) -> bool:
    """Six seats play; the last of them places the first marker."""
    return len(ply.after.seats) == 6 and [event["seat"] for event in ply.said("old-west.marker-placed")] == [5]


@at_ply("TTR-OW1", "TTR-P3")
def three_owners(board: Board, ply: Judged) -> bool:
    """All three routes of a triple group are owned, by three seats."""
    claimed = [event["route"] for event in ply.said("ttr.route-claimed")]
    return any(len({ply.after.owners.get(r) for r in (route, *board.twins(route))} - {None}) == 3 for route in claimed)


@at_ply("TTR-OW7")
def another_scores(board: Board, ply: Judged) -> bool:
    """Another seat scores for a claim, and the claimer nothing."""
    claimer, scorers = _scorers(ply)
    return bool(scorers) and claimer not in scorers


@at_ply("TTR-OW7")
def own_and_foreign(board: Board, ply: Judged) -> bool:
    """The claimer and another seat have one end each, and both score."""
    claimer, scorers = _scorers(ply)
    return len(scorers) == 2 and claimer in scorers and len(set(scorers)) == 2


@at_ply("TTR-OW7")
def another_scores_twice(board: Board, ply: Judged) -> bool:
    """Both ends of a claim have markers of one other seat, which scores twice."""
    claimer, scorers = _scorers(ply)
    return max(Counter(seat for seat in scorers if seat != claimer).values(), default=0) == 2


@at_ply("TTR-OW7")
def claimer_scores_twice(board: Board, ply: Judged) -> bool:
    """Both ends of a claim have markers of the claimer, who scores twice."""
    claimer, scorers = _scorers(ply)
    return scorers == [claimer, claimer]


@at_ply("TTR-OW5")
def marker_placed(board: Board, ply: Judged) -> bool:
    """A marker is placed after a claim."""
    return ply.before.asked == OFFER and bool(ply.said("old-west.marker-placed"))


@at_ply("TTR-OW5")
def marker_for_locomotives(board: Board, ply: Judged) -> bool:
    """A marker is paid with two locomotives."""
    paid = [event["cards"] for event in ply.said("ttr.cards-paid")]
    return ply.before.asked == OFFER and {LOCOMOTIVE: MARKER_CARDS} in paid


@at_ply("TTR-OW6")
def third_marker(board: Board, ply: Judged) -> bool:
    """A seat places its third and last marker."""
    placed = [event["seat"] for event in ply.said("old-west.marker-placed")]
    return any(sum(seat == owner for owner, _ in ply.after.extras["markers"]) == 3 for seat in placed)


@at_ply("TTR-OW5")
def marker_declined(board: Board, ply: Judged) -> bool:
    """A seat places no marker although it is offered one."""
    return bool(ply.said("old-west.marker-declined"))


@at_end("TTR-OW12")
def globetrotters(game: Judgement, result: Result) -> bool:
    """Two seats have the most completed tickets, and both score the bonus."""
    return sum(points > 0 for points in result.lines.get("old-west.globetrotter", [])) > 1


@at_ply("TTR-ALV3", "TTR-ALV5")
def first_capture(board: Board, ply: Judged) -> bool:
    """Alvin is captured in Roswell."""
    return any(event["city"] == ROSWELL for event in ply.said("alvin.captured"))


@at_ply("TTR-ALV4", "TTR-ALV6")
def captured_again(board: Board, ply: Judged) -> bool:
    """Alvin is taken from a seat that has him."""
    return _other_owner(ply) >= 0


@at_ply("TTR-ALV6", "TTR-OW7")
def capture_scores_for_the_other(board: Board, ply: Judged) -> bool:
    """A claim captures Alvin and gives its points to the seat that had him."""
    return _other_owner(ply) in _scorers(ply)[1]


@at_ply("TTR-ALV7")
def on_the_new_marker(board: Board, ply: Judged) -> bool:
    """Alvin goes on the marker that was placed after his capture."""
    markers = ply.before.extras.get("markers", [])
    return ply.before.asked == PLACE and ply.action["city"] == markers[-1][1]


@at_ply("TTR-ALV10")
def capture_in_last_round(board: Board, ply: Judged) -> bool:
    """Alvin is captured in the last round."""
    return ply.before.turns_left is not None and bool(ply.said("alvin.captured"))


@at_end("TTR-ALV9")
def never_captured(game: Judgement, result: Result) -> bool:
    """Alvin is in Roswell at the end, and nobody scores for him."""
    return isinstance(game.game, OldWest) and game.game.table.extras["alvin"] == ROSWELL


@at_end("TTR-ALV4")
def several_captures(game: Judgement, result: Result) -> bool:
    """Alvin is captured three times or more in one game."""
    return sum(len(ply.said("alvin.captured")) for ply in game.plies) >= 3
