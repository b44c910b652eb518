"""What games on any board of Ticket to Ride should show between them: small detectors over plies that were judged."""

from __future__ import annotations

from collections import Counter

from tests.replays.situations.ticket_to_ride import Judged, Judgement, at_end, at_ply
from tests.replays.ttr_rules import CHOOSE, KEEP, NEXT_PICK, TURN
from tests.replays.ttr_score import Result
from tests.replays.ttr_table import GREY, LOCOMOTIVE, REGULAR, Board

# Drawing and the display


@at_ply("TTR-D9")
def reshuffle(board: Board, ply: Judged) -> bool:
    """The draw pile is empty when a card is needed, so the discards are shuffled."""
    return bool(ply.said("ttr.reshuffled"))


@at_ply("TTR-M1", "TTR-X23")
def short_display(board: Board, ply: Judged) -> bool:
    """A slot stays empty, because draw pile and discard pile are empty."""
    return None in ply.after.display


@at_ply("TTR-M2", "TTR-X24")
def refill_after_claim(board: Board, ply: Judged) -> bool:
    """Cards paid for a route come up at once in slots that were empty."""
    return bool(ply.said("ttr.cards-paid") and ply.said("ttr.slot-filled"))


@at_ply("TTR-M3")
def flush(board: Board, ply: Judged) -> bool:
    """Three face-up locomotives send the display to the discard pile."""
    return bool(ply.said("ttr.display-flushed"))


@at_ply("TTR-M3", "TTR-S3")
def flush_in_set_up(board: Board, ply: Judged) -> bool:
    """The very first display is flushed."""
    return ply.ply == 0 and bool(ply.said("ttr.display-flushed"))


@at_ply("TTR-M3", "TTR-X15")
def flush_between_picks(board: Board, ply: Judged) -> bool:
    """The display is flushed between the two picks of a turn."""
    return ply.after.asked == NEXT_PICK and bool(ply.said("ttr.display-flushed"))


@at_ply("TTR-M4", "TTR-X18")
def repeated_flush(board: Board, ply: Judged) -> bool:
    """A flush turns up three locomotives again and is followed by another."""
    return len(ply.said("ttr.display-flushed")) > 1


@at_ply("TTR-M8")
def flush_reshuffles(board: Board, ply: Judged) -> bool:
    """The draw pile runs out while a flush turns up five new cards."""
    kinds = [event["type"] for event in ply.events]
    return "ttr.display-flushed" in kinds and "ttr.reshuffled" in kinds[kinds.index("ttr.display-flushed") :]


@at_ply("TTR-M5", "TTR-X19")
def useless_flush(board: Board, ply: Judged) -> bool:
    """Three face-up locomotives stay, because any other display would show as many."""
    return ply.after.face_up.count(LOCOMOTIVE) >= 3


@at_ply("TTR-D3", "TTR-X16")
def face_up_locomotive(board: Board, ply: Judged) -> bool:
    """A face-up locomotive is taken as the only card of a turn."""
    return any(event["card"] == LOCOMOTIVE for event in ply.said("ttr.card-taken"))


@at_ply("TTR-D4", "TTR-X14")
def locomotive_comes_up(board: Board, ply: Judged) -> bool:
    """The first card is replaced by a locomotive, which cannot be the second."""
    came = any(event["card"] == LOCOMOTIVE for event in ply.said("ttr.slot-filled"))
    return came and ply.after.asked == NEXT_PICK


@at_ply("TTR-D5", "TTR-X17")
def unseen_locomotive(board: Board, ply: Judged) -> bool:
    """A locomotive drawn unseen leaves the second pick open."""
    came = any(event["card"] == LOCOMOTIVE for event in ply.said("ttr.card-drawn"))
    return came and ply.after.asked == NEXT_PICK


@at_ply("TTR-D6", "TTR-X22")
def one_card_only(board: Board, ply: Judged) -> bool:
    """A turn of drawing ends with one card, because no second pick is possible."""
    return any(event["picks"] == 1 for event in ply.said("ttr.picks-used")) and ply.after.asked != NEXT_PICK


@at_ply("TTR-D7", "TTR-X25")
def nothing_to_draw(board: Board, ply: Judged) -> bool:
    """A turn begins when all train cards are in hands, so that none can be drawn."""
    table = ply.before
    return table.asked == TURN and not (table.draw_pile or table.discard or table.face_up)


# Claiming routes


@at_ply("TTR-C5")
def locomotives_only(board: Board, ply: Judged) -> bool:
    """A route is paid with locomotives alone."""
    return any(list(event["cards"]) == [LOCOMOTIVE] for event in ply.said("ttr.cards-paid"))


@at_ply("TTR-C6")
def needless_locomotive(board: Board, ply: Judged) -> bool:
    """A locomotive is paid although cards of the colour would do."""
    for paid in ply.said("ttr.cards-paid"):
        cards, hand = paid["cards"], ply.before.seats[paid["seat"]].hand
        return LOCOMOTIVE in cards and any(hand[kind] >= sum(cards.values()) for kind in cards if kind != LOCOMOTIVE)
    return False


@at_ply("TTR-C4", "TTR-X26")
def grey_mixed(board: Board, ply: Judged) -> bool:
    """A grey route is paid with one colour and locomotives."""
    grey = any(board.routes[event["route"]]["colour"] == GREY for event in ply.said("ttr.route-claimed"))
    return grey and any(len(event["cards"]) > 1 for event in ply.said("ttr.cards-paid"))


@at_ply("TTR-C9")
def six_spaces(board: Board, ply: Judged) -> bool:
    """A route of six spaces is claimed."""
    return any(event["trains"] == 6 for event in ply.said("ttr.route-claimed"))


@at_ply("TTR-C8", "TTR-X83")
def apart(board: Board, ply: Judged) -> bool:
    """A route is claimed that touches no other route of the seat."""
    for event in ply.said("ttr.route-claimed"):
        own = [board.routes[route]["cities"] for route in ply.before.routes_of(event["seat"])]
        return bool(own) and not set(board.routes[event["route"]]["cities"]) & {city for ends in own for city in ends}
    return False


@at_ply("TTR-P2", "TTR-X32")
def parallel_closed(board: Board, ply: Judged) -> bool:
    """With two or three seats, a claim closes the parallel routes for everybody."""
    claimed = [event["route"] for event in ply.said("ttr.route-claimed")]
    return len(ply.after.seats) <= 3 and any(board.twins(route) for route in claimed)


@at_ply("TTR-P3", "TTR-X33")
def two_owners(board: Board, ply: Judged) -> bool:
    """With four seats or more, two routes of a parallel group are owned, by two seats."""
    claimed = [event["route"] for event in ply.said("ttr.route-claimed")]
    return any(twin in ply.before.owners for route in claimed for twin in board.twins(route))


@at_ply("TTR-C1", "TTR-G8")
def last_train(board: Board, ply: Judged) -> bool:
    """A seat claims a route with its very last trains."""
    return any(ply.after.seats[event["seat"]].trains == 0 for event in ply.said("ttr.route-claimed"))


# Tickets


@at_ply("TTR-S5", "TTR-USA2")
def two_kept(board: Board, ply: Judged) -> bool:
    """A seat keeps two tickets of its first offer and rejects one."""
    return ply.before.asked == CHOOSE and (len(ply.action["keep"]), len(ply.action["put_back"])) == (2, 1)


@at_ply("TTR-K1")
def one_kept(board: Board, ply: Judged) -> bool:
    """A seat draws tickets during play and keeps a single one of three or more."""
    return ply.before.asked == KEEP and len(ply.action["keep"]) == 1 and len(ply.action["put_back"]) >= 2


@at_ply("TTR-K2")
def ticket_pile_empty(board: Board, ply: Judged) -> bool:
    """The ticket pile is empty when a turn begins, so no tickets can be drawn."""
    return ply.before.asked == TURN and ply.before.in_pile() == 0


@at_ply("TTR-K1", "TTR-X48")
def short_offer(board: Board, ply: Judged) -> bool:
    """Fewer than three tickets are left in the pile, and those are offered."""
    return ply.ply > 0 and any(len(event["tickets"]) < 3 for event in ply.said("ttr.tickets-offered"))


@at_ply("TTR-K1", "TTR-X48")
def single_ticket(board: Board, ply: Judged) -> bool:
    """The last ticket is drawn alone and kept without a question."""
    return ply.ply > 0 and any(len(event["tickets"]) == 1 for event in ply.said("ttr.tickets-offered"))


@at_ply("TTR-S6")
def first_rejects_come_back(board: Board, ply: Judged) -> bool:
    """Tickets rejected in the set-up are offered during play."""
    return _offered_again(ply, "first-rejects")


@at_ply("TTR-K3", "TTR-X49")
def rejects_come_back(board: Board, ply: Judged) -> bool:
    """Tickets rejected during play are offered again."""
    return _offered_again(ply, "rejects")


def _offered_again(ply: Judged, origin: str) -> bool:
    strata = ply.before.piles.get(REGULAR, [])
    lying = {ticket for stratum in strata if stratum.origin == origin for ticket in stratum.tickets}
    return any(lying & set(event["tickets"]) for event in ply.said("ttr.tickets-offered"))


# Turns and the end


@at_ply("TTR-T3", "TTR-X50")
def passing(board: Board, ply: Judged) -> bool:
    """A seat that can do nothing else passes."""
    return bool(ply.said("ttr.passed"))


@at_ply("TTR-T4")
def all_pass(board: Board, ply: Judged) -> bool:
    """All seats pass in a row, and the game ends."""
    return ply.after.ended == "all passed"


@at_ply("TTR-E1", "TTR-X64")
def last_round_by_another(board: Board, ply: Judged) -> bool:
    """Another seat than seat 0 sets off the last round, in which it takes the last turn."""
    return any(event["seat"] > 0 for event in ply.said("ttr.last-round-begun"))


@at_ply("TTR-E2", "TTR-X64")
def few_trains_again(board: Board, ply: Judged) -> bool:
    """In the last round another seat falls to two trains or fewer, which adds no turn."""
    pairs = zip(ply.before.seats, ply.after.seats, strict=False)
    return ply.before.turns_left is not None and any(was.trains > 2 >= now.trains for was, now in pairs)


@at_end("TTR-L3", "TTR-X57")
def longest_path_tie(game: Judgement, result: Result) -> bool:
    """Two seats have the longest path, and both score the bonus."""
    return sum(points > 0 for points in result.bonus) > 1


@at_end("TTR-L1", "TTR-X52")
def path_leaves_out(game: Judgement, result: Result) -> bool:
    """The longest path of a seat leaves out some of its routes, though all hang together."""
    table, board = game.game.table, game.game.board
    for seat, length in enumerate(result.paths):
        rails = [board.rail(route) for route in table.routes_of(seat)]
        if length < sum(rail.length for rail in rails) and _in_one_piece([{rail.a, rail.b} for rail in rails]):
            return True
    return False


def _in_one_piece(ends: list[set[str]]) -> bool:
    pieces: list[set[str]] = []
    for pair in ends:
        touching = [piece for piece in pieces if piece & pair]
        pieces = [piece for piece in pieces if not piece & pair] + [pair.union(*touching)]
    return len(pieces) == 1


@at_end("TTR-S2", "TTR-X66")
def negative_total(game: Judgement, result: Result) -> bool:
    """A seat ends below zero."""
    return min(result.totals) < 0


@at_end("TTR-K5", "TTR-K6")
def all_tickets_completed(game: Judgement, result: Result) -> bool:
    """A seat completes all of its tickets, at least three."""
    held = [len(seat.tickets) for seat in game.game.table.seats]
    return any(done == count >= 3 for done, count in zip(result.completed, held, strict=True))


@at_end("TTR-USA4", "TTR-W1")
def bonus_decides(game: Judgement, result: Result) -> bool:
    """Without the bonus for the longest path another seat would win."""
    before = [total - bonus for total, bonus in zip(result.totals, result.bonus, strict=True)]
    return all(before[seat] < max(before) for seat, rank in enumerate(result.ranks) if rank == 1)


@at_end("TTR-W2", "TTR-USA5", "TTR-X67")
def tie_broken(game: Judgement, result: Result) -> bool:
    """Equal totals are told apart by completed tickets or by longest paths."""
    return max(Counter(result.totals).values()) > 1 and len(set(result.ranks)) == len(result.ranks)


@at_end("TTR-W2")
def shared_rank(game: Judgement, result: Result) -> bool:
    """Two seats are equal in total, completed tickets and longest path, and share their rank."""
    return len(set(result.ranks)) < len(result.ranks)
