"""What games of Ticket to Ride Europe should show between them: ferries, tunnels, stations and long tickets."""

from __future__ import annotations

from tests.replays.europe import REVEALED, STATIONS, SURCHARGE, Europe
from tests.replays.situations.ticket_to_ride import Judged, Judgement, at_end, at_ply
from tests.replays.ttr_rules import CHOOSE
from tests.replays.ttr_score import Result, ticket_points
from tests.replays.ttr_table import LOCOMOTIVE, Board


def _could_pay(ply: Judged) -> bool:
    """Tell whether the hand holds a surcharge that is due."""
    attempt, hand = ply.before.extras["attempt"], ply.before.seats[ply.before.turn].hand
    due: int = attempt["due"]
    return sum(hand[kind] for kind in {LOCOMOTIVE, attempt["colour"]}) >= due


@at_ply("TTR-F1", "TTR-OW10")
def ferry(board: Board, ply: Judged) -> bool:
    """A ferry is claimed."""
    return any(board.routes[event["route"]].get("ferry") for event in ply.said("ttr.route-claimed"))


@at_ply("TTR-U6")
def declined_tunnel(board: Board, ply: Judged) -> bool:
    """A seat declines a tunnel although it could pay the surcharge."""
    return bool(ply.said("ttr.tunnel-declined")) and _could_pay(ply)


@at_ply("TTR-U6", "TTR-U7")
def unpayable_tunnel(board: Board, ply: Judged) -> bool:
    """A seat has too few cards for the surcharge and must decline the tunnel."""
    return bool(ply.said("ttr.tunnel-declined")) and not _could_pay(ply)


@at_ply("TTR-U9")
def declined_and_tried_again(board: Board, ply: Judged) -> bool:
    """A seat that declined a tunnel tries it again later in the game."""
    tried = [(event["seat"], event["route"]) for event in ply.said("ttr.tunnel-tried")]
    return any([*pair] in ply.before.extras["declined"] for pair in tried)


@at_ply("TTR-U4", "TTR-U8")
def surcharge_paid(board: Board, ply: Judged) -> bool:
    """A surcharge is paid, and the tunnel is claimed."""
    return bool(ply.said("ttr.surcharge-paid"))


@at_ply("TTR-U3")
def surcharge_of_three(board: Board, ply: Judged) -> bool:
    """All three revealed cards match."""
    return any(event["cards"] == REVEALED for event in ply.said("ttr.surcharge-due"))


@at_ply("TTR-U5")
def free_tunnel(board: Board, ply: Judged) -> bool:
    """No revealed card matches, and the tunnel is claimed at once."""
    return ply.before.asked != SURCHARGE and bool(ply.said("ttr.tunnel-dug")) and bool(ply.said("ttr.card-revealed"))


@at_ply("TTR-U3", "TTR-U4")
def locomotive_tunnel(board: Board, ply: Judged) -> bool:
    """A tunnel is tried with locomotives alone."""
    return any(list(event["cards"]) == [LOCOMOTIVE] for event in ply.said("ttr.tunnel-tried"))


@at_ply("TTR-U2")
def short_reveal(board: Board, ply: Judged) -> bool:
    """Fewer than three cards are left to be revealed for a tunnel."""
    return bool(ply.said("ttr.tunnel-tried")) and len(ply.said("ttr.card-revealed")) < REVEALED


@at_ply("TTR-U2")
def reveal_reshuffles(board: Board, ply: Judged) -> bool:
    """The discards are shuffled while cards are revealed for a tunnel."""
    tried = ply.said("ttr.tunnel-tried")
    kinds = [event["type"] for event in ply.events if event["type"] in ("ttr.card-revealed", "ttr.reshuffled")]
    shuffled = kinds.index("ttr.reshuffled") if "ttr.reshuffled" in kinds else len(kinds)
    return bool(tried) and "ttr.card-revealed" in kinds[shuffled:]


@at_ply("TTR-EUR2")
def long_ticket_rejected(board: Board, ply: Judged) -> bool:
    """A seat keeps regular tickets only, and its long ticket is out of the game."""
    rejected = ply.action.get("put_back", []) if ply.before.asked == CHOOSE else []
    return any(board.tickets[ticket]["kind"] == "long" for ticket in rejected)


@at_ply("TTR-EUR4", "TTR-EUR6")
def three_stations(board: Board, ply: Judged) -> bool:
    """A seat builds its third station."""
    built = ply.after.extras.get("stations", [])
    return any(
        sum(seat == event["seat"] for seat, _ in built) == STATIONS for event in ply.said("europe.station-built")
    )


@at_ply("TTR-EUR5")
def station_with_locomotive(board: Board, ply: Judged) -> bool:
    """A locomotive helps to pay for a station."""
    return bool(ply.said("europe.station-built")) and any(LOCOMOTIVE in e["cards"] for e in ply.said("ttr.cards-paid"))


@at_end("TTR-EUR7", "TTR-EUR9")
def station_saves_ticket(game: Judgement, result: Result) -> bool:
    """A seat completes a ticket over a lent route, which its own routes do not complete."""
    referee = game.game
    if not isinstance(referee, Europe):
        return False
    for seat, row in enumerate(referee.table.seats):
        own = [referee.board.rail(route) for route in referee.table.routes_of(seat)]
        alone = sum(ticket_points(referee.board, own, ticket) > 0 for ticket in row.tickets)
        if result.completed[seat] > alone:
            return True
    return False


@at_end("TTR-EUR8")
def station_without_use(game: Judgement, result: Result) -> bool:
    """A station lends nothing, because no route of another seat ends in its city."""
    referee = game.game
    if not isinstance(referee, Europe):
        return False
    return any(referee.lendable(seat, city) == [""] for seat, city in referee.table.extras["stations"])


@at_end("TTR-EUR10")
def stations_unused(game: Judgement, result: Result) -> bool:
    """Three stations that a seat did not build score twelve points."""
    return max(result.lines.get("europe.unused-stations", [0])) == 12
