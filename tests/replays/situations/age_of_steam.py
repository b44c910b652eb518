"""What games of Age of Steam should show between them of shares, auction, actions, money, growth and the end."""

from __future__ import annotations

from tests.replays.aos_board import Board
from tests.replays.aos_score import Result
from tests.replays.aos_track import Track
from tests.replays.situations.steam import Judged, Judgement, at_end, at_ply

# Shares and the auction


@at_ply("AOS-I2", "AOS-X69")
def fifteen_shares(board: Board, ply: Judged) -> bool:
    """A player has all 15 shares."""
    return any(player.shares == 15 for player in ply.after.players)


@at_ply("AOS-I2", "AOS-X69")
def no_share_left(board: Board, ply: Judged) -> bool:
    """A player with all shares is not asked for any."""
    begun = [event for event in ply.said("aos.phase-begun") if event["phase"] == "shares"]
    return any(len(event["queue"]) < len(ply.after.order) for event in begun)


@at_ply("AOS-A4", "AOS-C8")
def turn_order_pass(board: Board, ply: Judged) -> bool:
    """The privilege of Turn Order is used in the auction."""
    return bool(ply.said("aos.stayed-in"))


@at_ply("AOS-A4", "AOS-X58")
def pass_of_the_last_two(board: Board, ply: Judged) -> bool:
    """The privilege of Turn Order is used when only two are still in the auction."""
    return bool(ply.said("aos.stayed-in")) and len(ply.before.queue) == 2


@at_ply("AOS-A5")
def bid_stands(board: Board, ply: Judged) -> bool:
    """The highest bidder is not asked again."""
    return bool(ply.said("aos.bid-stands"))


@at_ply("AOS-A6", "AOS-X57")
def forced_out(board: Board, ply: Judged) -> bool:
    """A player who cannot pay a higher bid drops out without a question."""
    return any(event["seat"] != ply.seat and event["place"] > 1 for event in ply.said("aos.dropped-out"))


@at_ply("AOS-A8", "AOS-X56")
def half_of_an_odd_bid(board: Board, ply: Judged) -> bool:
    """A place in the middle costs half the bid, rounded up."""
    return any(e["place"] > 2 and e["pays"] and (_bid(ply, e["seat"]) % 2) for e in ply.said("aos.dropped-out"))


@at_ply("AOS-A8", "AOS-X56")
def last_place_is_free(board: Board, ply: Judged) -> bool:
    """The last place costs nothing, even after a bid."""
    places = len(ply.before.order)
    return any(event["place"] == places and _bid(ply, event["seat"]) for event in ply.said("aos.dropped-out"))


@at_ply("AOS-A7", "AOS-X55")
def nobody_bids(board: Board, ply: Judged) -> bool:
    """The auction ends without a bid."""
    over = any(event["place"] == 1 for event in ply.said("aos.dropped-out"))
    return over and all(player.bid is None for player in ply.after.players)


@at_ply("AOS-E5", "AOS-X59")
def fewer_places(board: Board, ply: Judged) -> bool:
    """After an elimination the auction has fewer places."""
    return any(event["place"] == 1 for event in ply.said("aos.dropped-out")) and _out(ply) > 0


def _bid(ply: Judged, seat: int) -> int:
    return ply.after.players[seat].bid or 0


def _out(ply: Judged) -> int:
    return sum(player.out for player in ply.before.players)


# Actions


@at_ply("AOS-C5", "AOS-M9")
def locomotive_six(board: Board, ply: Judged) -> bool:
    """A locomotive reaches 6."""
    return any(ply.after.players[event["seat"]].locomotive == 6 for event in ply.said("aos.locomotive-raised"))


@at_ply("AOS-C5")
def locomotive_for_nothing(board: Board, ply: Judged) -> bool:
    """Locomotive is chosen at 6, which does nothing."""
    return ply.action.get("action") == "locomotive" and not ply.said("aos.locomotive-raised")


@at_ply("AOS-C5", "AOS-M9")
def locomotive_twice(board: Board, ply: Judged) -> bool:
    """A locomotive is raised by the action and instead of a move in one turn."""
    raised = [event["seat"] for event in ply.said("aos.locomotive-raised") if event["instead_of_move"]]
    return any(ply.before.players[seat].action == "locomotive" for seat in raised)


@at_ply("AOS-C3")
def first_build(board: Board, ply: Judged) -> bool:
    """Somebody who is not first in the order builds first."""
    return _jumps_the_queue(ply, "build")


@at_ply("AOS-C2")
def first_move(board: Board, ply: Judged) -> bool:
    """Somebody who is not first in the order moves first."""
    return _jumps_the_queue(ply, "move")


def _jumps_the_queue(ply: Judged, phase: str) -> bool:
    queues = [event["queue"] for event in ply.said("aos.phase-begun") if event["phase"] == phase]
    return any(queue[:1] != ply.after.order[:1] for queue in queues)


# Money


def _reduced(ply: Judged, by: int, *, least: int = 0, most: int = 1000) -> bool:
    found = [event["seat"] for event in ply.said("aos.income-reduced") if event["by"] == by]
    return any(least <= ply.after.players[seat].income + by <= most for seat in found)


@at_ply("AOS-R1", "AOS-X68")
def no_reduction(board: Board, ply: Judged) -> bool:
    """An income of 1 to 10 is not reduced."""
    phases = [event["phase"] for event in ply.said("aos.phase-begun")]
    spared = set(ply.after.order) - {event["seat"] for event in ply.said("aos.income-reduced")}
    return "reduction" in phases and any(1 <= ply.after.players[seat].income <= 10 for seat in spared)


@at_ply("AOS-R1", "AOS-X27", "AOS-X68")
def reduction_by_2(board: Board, ply: Judged) -> bool:
    """An income of 11 to 20 falls by 2."""
    return _reduced(ply, 2)


@at_ply("AOS-R1", "AOS-X28", "AOS-X68")
def reduction_by_4(board: Board, ply: Judged) -> bool:
    """An income of 21 to 30 falls by 4."""
    return _reduced(ply, 4)


@at_ply("AOS-R1", "AOS-X68")
def reduction_by_6(board: Board, ply: Judged) -> bool:
    """An income of 31 to 40 falls by 6."""
    return _reduced(ply, 6)


@at_ply("AOS-R1", "AOS-X68")
def reduction_by_8(board: Board, ply: Judged) -> bool:
    """An income of 41 to 49 falls by 8."""
    return _reduced(ply, 8, most=49)


@at_ply("AOS-R1", "AOS-X68")
def reduction_at_50(board: Board, ply: Judged) -> bool:
    """An income of exactly 50 is reduced as the edition says."""
    return _reduced(ply, 8, least=50, most=50) or _reduced(ply, 10, least=50, most=50)


@at_ply("AOS-R1", "AOS-X68")
def reduction_by_10(board: Board, ply: Judged) -> bool:
    """An income above 50 falls by 10."""
    return _reduced(ply, 10, least=51)


@at_ply("AOS-E3", "AOS-X67")
def income_pays(board: Board, ply: Judged) -> bool:
    """A player lacks money for the expenses, loses income and stays in."""
    lacking = [event["seat"] for event in ply.said("aos.expenses-paid") if event["income"]]
    return any(not ply.after.players[seat].out for seat in lacking)


@at_ply("AOS-E4", "AOS-X67")
def income_exactly_zero(board: Board, ply: Judged) -> bool:
    """Missing money brings the income down to exactly 0, which is safe."""
    lacking = [event["seat"] for event in ply.said("aos.expenses-paid") if event["income"]]
    return any(ply.after.players[seat].income == 0 for seat in lacking)


@at_ply("AOS-E4", "AOS-X66")
def elimination(board: Board, ply: Judged) -> bool:
    """A player is eliminated."""
    return bool(ply.said("aos.player-eliminated"))


@at_ply("AOS-E5")
def eliminated_with_links(board: Board, ply: Judged) -> bool:
    """The links of somebody who is eliminated keep their owner."""
    track = Track(board, ply.after)
    return any(section.is_link for e in ply.said("aos.player-eliminated") for section in track.owned(e["seat"]))


@at_ply("AOS-E5")
def eliminated_with_sections(board: Board, ply: Judged) -> bool:
    """The unfinished sections of somebody who is eliminated lose their owner."""
    return any(event["why"] == "eliminated" for event in ply.said("aos.owners-changed"))


@at_ply("AOS-E5")
def production_void(board: Board, ply: Judged) -> bool:
    """Somebody is eliminated before the goods that the own Production would have brought."""
    return any(ply.before.players[event["seat"]].action == "production" for event in ply.said("aos.player-eliminated"))


# Growth


@at_ply("AOS-W1", "AOS-C7", "AOS-X70")
def production(board: Board, ply: Judged) -> bool:
    """Production puts two cubes on the chart, the second one here."""
    return bool(ply.said("aos.cube-produced")) and not ply.after.held


@at_ply("AOS-W1")
def cubes_returned(board: Board, ply: Judged) -> bool:
    """Cubes of Production are not placed and return to the bag."""
    return bool(ply.said("aos.cubes-returned"))


@at_ply("AOS-W1", "AOS-C7")
def useless_production(board: Board, ply: Judged) -> bool:
    """Production brings nothing in the first turn, when the chart is full."""
    begun = [event for event in ply.said("aos.phase-begun") if event["phase"] == "growth" and event["turn"] == 1]
    return bool(begun) and not ply.said("aos.cubes-held") and ply.before.holder("production") is not None


@at_ply("AOS-W2", "AOS-N6", "AOS-X71")
def new_city_grows(board: Board, ply: Judged) -> bool:
    """A New City gets cubes from its column."""
    return any(event["city"] in ply.after.new_cities for event in ply.said("aos.city-grew"))


@at_ply("AOS-W2")
def column_is_empty(board: Board, ply: Judged) -> bool:
    """A die finds no cube in the column of its city."""
    for rolled in ply.said("aos.dice-rolled"):
        columns = [c for c in board.columns if c["part"] == rolled["part"] and c["city"] in board.city_hexes]
        grown = [event["column"] for event in ply.said("aos.city-grew")]
        if any(rolled["dice"].count(c["die"]) > grown.count(c["id"]) for c in columns):
            return True
    return False


@at_ply("AOS-E5", "AOS-W2", "AOS-X73")
def dice_after_elimination(board: Board, ply: Judged) -> bool:
    """After an elimination there are as many dice as before."""
    return bool(ply.said("aos.dice-rolled")) and len(ply.after.order) < len(ply.after.players)


# The end


@at_end("AOS-E6")
def nobody_is_left(game: Judgement, result: Result) -> bool:
    """The game ends because all players are eliminated."""
    return game.game.table.ended == "nobody is left"


@at_end("AOS-E6")
def last_survivor_plays_on(game: Judgement, result: Result) -> bool:
    """One player alone plays on to the last turn."""
    return game.game.table.ended == "last turn" and len(game.game.table.order) == 1


@at_end("AOS-E6")
def last_survivor_ends_it(game: Judgement, result: Result) -> bool:
    """The game ends because one player is left."""
    return game.game.table.ended == "one player is left"


@at_end("AOS-S2")
def negative_score(game: Judgement, result: Result) -> bool:
    """A player who is in the game scores less than nothing."""
    return any(result.totals[seat] < 0 for seat in game.game.table.order)


@at_end("AOS-S3", "AOS-X75")
def unfinished_at_the_end(game: Judgement, result: Result) -> bool:
    """A player owns unfinished track at the end, which scores nothing."""
    track = Track(game.game.board, game.game.table)
    return any(not section.is_link for seat in game.game.table.order for section in track.owned(seat))


@at_end("AOS-S4")
def tie_stands(game: Judgement, result: Result) -> bool:
    """Two players with the same score share their rank."""
    ranks = [result.ranks[seat] for seat in game.game.table.order]
    return len(set(ranks)) < len(ranks)


@at_end("AOS-S4")
def last_without_score(game: Judgement, result: Result) -> bool:
    """An eliminated player comes last behind somebody with a negative score."""
    return len(game.game.table.order) < len(result.ranks) and negative_score(game, result)
