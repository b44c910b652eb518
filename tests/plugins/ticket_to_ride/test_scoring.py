"""The final score: tickets, the longest path, and how ties are broken (TTR-K5, TTR-K6, TTR-E4, TTR-L, TTR-W)."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from railbook_ticket_to_ride.actions import DrawCard
from railbook_ticket_to_ride.network import longest_trail
from railbook_ticket_to_ride.scoring import own_routes, path_lengths, tickets_of
from tests.plugins.ticket_to_ride.positions import Options, Position, claim, position


def owned(*routes: Iterable[str]) -> dict[str, int]:
    """Give each seat its routes."""
    return {route: seat for seat, own in enumerate(routes) for route in own}


def ended(
    routes: dict[str, int],
    tickets: dict[int, list[str]] | None = None,
    *,
    seats: int = 2,
    options: Options | None = None,
    points: dict[int, int] | None = None,
) -> Position:
    """Play the last turn of a game with these routes and tickets; where nothing is said the pile holds the tickets."""
    game = position(seats, options, owners=routes, tickets=tickets or {}, points=points, turns_left=0)
    game.ends()
    return game


LOOP_WITH_TAIL = (
    "portland--seattle--a",
    "portland--san-francisco--a",
    "salt-lake-city--san-francisco--a",
    "portland--salt-lake-city",
    "denver--salt-lake-city--a",
)
STAR = ("chicago--duluth", "chicago--omaha", "chicago--toronto")
FIGURE_OF_EIGHT = (
    "denver--salt-lake-city--a",
    "helena--salt-lake-city",
    "denver--helena",
    "denver--santa-fe",
    "oklahoma-city--santa-fe",
    "denver--oklahoma-city",
)
TWO_PARTS = (
    "calgary--winnipeg",
    "helena--winnipeg",
    "calgary--helena",
    "duluth--winnipeg",
    "chicago--duluth",
    "miami--new-orleans",
    "atlanta--miami",
)
THROUGH_ATLANTA = (
    "atlanta--nashville",
    "nashville--raleigh",
    "atlanta--raleigh--a",
    "atlanta--charleston",
    "charleston--miami",
    "atlanta--miami",
    "atlanta--new-orleans--a",
    "nashville--saint-louis",
)


@pytest.mark.parametrize(
    "routes, trains, longest",
    [
        (LOOP_WITH_TAIL, 20, 19),
        (STAR, 11, 8),
        (FIGURE_OF_EIGHT, 19, 19),
        (TWO_PARTS, 32, 21),
        (THROUGH_ATLANTA, 23, 22),
        ((), 0, 0),
    ],
    ids=["TTR-X51", "TTR-X52", "TTR-X53", "TTR-X54", "USA-01", "TTR-L4"],
)
def test_longest_path(routes: tuple[str, ...], trains: int, longest: int) -> None:
    """TTR-L1, TTR-L4, TTR-L5, TTR-G9, ttr.longest-path: cities may repeat, no route does, branches do not add up."""
    game = ended(owned(routes))
    assert 45 - game.seat(0).trains == trains
    assert path_lengths(game.rules, game.state) == [longest, 0]
    assert longest_trail(own_routes(game.rules, game.state, 0)) == longest


def test_only_own_trains_make_a_path() -> None:
    """TTR-L2, TTR-C10: a route of somebody else between two own ones does not join them."""
    game = ended({"chicago--duluth": 0, "chicago--omaha": 1, "denver--omaha": 0})
    assert path_lengths(game.rules, game.state) == [4, 4]


@pytest.mark.parametrize(
    "lengths, bonus",
    [((12, 20, 15), (0, 10, 0)), ((20, 15, 20), (10, 0, 10))],
    ids=["USA-02-X", "USA-02-Y"],
)
def test_longest_path_bonus(lengths: tuple[int, ...], bonus: tuple[int, ...]) -> None:
    """USA-02, TTR-L3, TTR-USA4, ttr.longest-path.

    10 points for the greatest length, in full for every seat tied at it.
    """
    paths = {
        12: ("el-paso--houston", "el-paso--los-angeles"),
        15: ("denver--helena", "duluth--helena", "denver--phoenix"),
        20: ("calgary--winnipeg", "sault-st-marie--winnipeg", "montreal--sault-st-marie", "montreal--toronto"),
    }
    routes = [paths[length] for length in lengths]
    if lengths.count(20) > 1:
        routes[0] = (
            "atlanta--miami",
            "miami--new-orleans",
            "little-rock--new-orleans",
            "dallas--little-rock",
            "dallas--el-paso",
        )
    game = ended(owned(*routes), seats=3)
    assert tuple(path_lengths(game.rules, game.state)) == lengths
    assert game.scores()["ttr.longest-path"] == bonus


@pytest.mark.parametrize("bonus", [0, 7])
def test_size_of_the_bonus_is_an_option(bonus: int) -> None:
    """TTR-L3, option `end.longest_path_bonus`: so many points, 10 by default."""
    game = ended(owned(STAR, ("atlanta--miami",)), options={"end.longest_path_bonus": bonus})
    assert game.scores()["ttr.longest-path"] == (bonus, 0)


def test_tie_for_the_longest_path() -> None:
    """TTR-X57, TTR-L3, ttr.longest-path: A and B have the same greatest length, C one less: A and B score 10 each."""
    game = ended(owned(("chicago--omaha",), ("helena--winnipeg",), ("montreal--new-york",)), seats=3)
    assert path_lengths(game.rules, game.state) == [4, 4, 3]
    assert game.scores()["ttr.longest-path"] == (10, 10, 0)


@pytest.mark.parametrize("bonus, points", [(True, (10, 10)), (False, (0, 0))])
def test_longest_path_of_zero(bonus: bool, points: tuple[int, int]) -> None:
    """TTR-L4, Q17 `end.zero_bonus`, ttr.longest-path.

    Where nobody has a route all score the bonus, or nobody if false.
    """
    game = ended({}, options={} if bonus else {"end.zero_bonus": False})
    assert game.scores()["ttr.longest-path"] == points
    assert game.ranks() == [1, 1]
    assert ended({"chicago--omaha": 0}, options={"end.zero_bonus": False}).scores()["ttr.longest-path"] == (10, 0)


# Tickets


def test_completed_and_failed_tickets() -> None:
    """TTR-K5, TTR-K6, TTR-G10, ttr.tickets, ttr.ticket-value.

    A path joins both cities, over several tickets if need be.
    """
    routes = ("chicago--omaha", "denver--omaha", "denver--santa-fe", "el-paso--santa-fe", "calgary--helena")
    tickets = {0: ["t-chicago--santa-fe", "t-denver--el-paso", "t-calgary--salt-lake-city"], 1: ["t-boston--miami"]}
    game = ended(owned(routes), tickets)
    assert game.scores()["ttr.tickets"] == (9 + 4 - 7, -12)


def test_the_way_of_a_ticket_does_not_matter() -> None:
    """TTR-K5: any path counts, however long its way round is."""
    around = (
        "denver--salt-lake-city--a",
        "las-vegas--salt-lake-city",
        "las-vegas--los-angeles",
        "los-angeles--phoenix",
        "phoenix--santa-fe",
        "el-paso--santa-fe",
    )
    assert ended(owned(around), {0: ["t-denver--el-paso"]}).scores()["ttr.tickets"] == (4, 0)
    assert ended(owned(around[:-1]), {0: ["t-denver--el-paso"]}).scores()["ttr.tickets"] == (-4, 0)


def test_only_own_routes_complete_a_ticket() -> None:
    """USA-13, TTR-K5, TTR-P2, ttr.ticket-routes.

    P2 owns one track Dallas–Houston, so P1 cannot claim the other one, and fails Kansas City–Houston: -5.
    """
    routes = {"kansas-city--oklahoma-city--a": 0, "dallas--oklahoma-city--a": 0, "dallas--houston--a": 1}
    game = position(2, owners=routes, hands={0: {"red": 1}}, tickets={0: ["t-houston--kansas-city"]}, turns_left=0)
    game.refuses(
        0, claim("dallas--houston--b", red=1), "ttr.parallel-closed", "TTR-P2", "dallas--houston--a is claimed"
    )
    game.ends()
    assert game.scores()["ttr.tickets"] == (-5, 0)
    own = ended({**routes, "dallas--houston--a": 0}, {0: ["t-houston--kansas-city"]})
    assert own.scores()["ttr.tickets"] == (5, 0)


def test_a_failed_ticket_makes_the_score_negative() -> None:
    """TTR-X66, TTR-K6, TTR-S2, ttr.routes, ttr.tickets: 4 points and the failed New York–Seattle (22) give -18."""
    game = ended({"montreal--new-york": 0, "chicago--omaha": 1}, {0: ["t-new-york--seattle"]})
    scores = game.scores()
    assert scores == {"ttr.routes": (4, 7), "ttr.tickets": (-22, 0), "ttr.longest-path": (0, 10)}
    assert totals(game) == [-18, 17]
    assert game.ranks() == [2, 1]


def test_order_of_final_scoring() -> None:
    """TTR-E4, ttr.routes, ttr.tickets, ttr.longest-path.

    Routes were scored before; then tickets, then the longest path.
    """
    assert list(ended({}).scores()) == ["ttr.routes", "ttr.tickets", "ttr.longest-path"]
    game = position(hands={0: {"red": 6}}, display=["white"] * 5, points={0: 3}, turns_left=0)
    game.does(0, claim("miami--new-orleans", red=6))
    assert game.scores()["ttr.routes"] == (18, 0)


def test_how_points_arise() -> None:
    """TTR-E4, ttr.routes, ttr.tickets, ttr.longest-path: each line of the score sheet says in words what it counts."""
    game = ended(owned(("chicago--omaha", "denver--omaha")), {0: ["t-boston--miami"]})
    said = {id: scorer(game.rules, game.state).how for id, scorer in game.rules.scorers}
    assert said == {
        "ttr.routes": ("2 routes", "0 routes"),
        "ttr.tickets": ("0 of 1 completed", "0 of 0 completed"),
        "ttr.longest-path": ("longest path 8", "longest path 0"),
    }


# Who wins


def test_the_highest_total_wins() -> None:
    """TTR-W1: seats are ranked by their totals, whatever else they have."""
    game = ended(owned(STAR, ("atlanta--miami",), ()), seats=3, points={0: 5, 1: 30, 2: 15})
    assert totals(game) == [15, 30, 15]
    assert game.ranks() == [2, 1, 3], "seats 0 and 2 have 15, but seat 0 has the longer path"


TIED = owned(
    (
        "atlanta--charleston",
        "atlanta--miami",
        "atlanta--new-orleans--a",
        "atlanta--raleigh--a",
        "boston--montreal--a",
        "little-rock--nashville",
        "little-rock--new-orleans",
        "montreal--toronto",
        "nashville--raleigh",
        "new-york--pittsburgh--a",
        "new-york--washington--a",
        "pittsburgh--toronto",
        "pittsburgh--washington",
        "raleigh--washington--a",
        "sault-st-marie--toronto",
    ),
    (
        "chicago--duluth",
        "chicago--omaha",
        "chicago--pittsburgh--a",
        "chicago--saint-louis--a",
        "dallas--el-paso",
        "dallas--little-rock",
        "dallas--oklahoma-city--a",
        "denver--kansas-city--a",
        "denver--oklahoma-city",
        "el-paso--houston",
        "kansas-city--oklahoma-city--a",
        "kansas-city--saint-louis--a",
        "little-rock--saint-louis",
    ),
    (
        "denver--omaha",
        "denver--phoenix",
        "el-paso--los-angeles",
        "el-paso--oklahoma-city",
        "el-paso--phoenix",
        "el-paso--santa-fe",
        "las-vegas--los-angeles",
        "las-vegas--salt-lake-city",
        "little-rock--oklahoma-city",
        "los-angeles--phoenix",
        "phoenix--santa-fe",
    ),
)
"""Routes of three seats with which A and B have 101 points and five completed tickets each (TTR-X67)."""
TIED_TICKETS = {
    0: ["t-atlanta--montreal", "t-atlanta--new-york", "t-boston--miami", "t-miami--toronto", "t-montreal--new-orleans"],
    1: [
        "t-denver--el-paso",
        "t-denver--pittsburgh",
        "t-duluth--el-paso",
        "t-duluth--houston",
        "t-houston--kansas-city",
    ],
}


def totals(game: Position) -> list[int]:
    """Add up the score sheet by seat."""
    return [sum(points) for points in zip(*game.scores().values(), strict=True)]


def test_more_completed_tickets_break_a_tie() -> None:
    """TTR-W2, TTR-USA5, most_completed_tickets: at 54 each, a completed ticket outranks the longest path of all."""
    routes = owned(("denver--santa-fe", "el-paso--santa-fe"), ("denver--helena", "helena--winnipeg"))
    tickets = {0: ["t-denver--el-paso"], 1: ["t-boston--miami"]}
    game = ended(routes, tickets, points={0: 50, 1: 56})
    assert game.scores() == {"ttr.routes": (50, 56), "ttr.tickets": (4, -12), "ttr.longest-path": (0, 10)}
    assert game.ranks() == [1, 2]


def test_longest_path_breaks_a_tie() -> None:
    """TTR-W2, TTR-W3, TTR-USA5, TTR-X67, Q15 default `length_among_tied`, longest_path_length.

    A and B have 101 and five completed tickets each; their longest paths are 31 and 28; C, with 33, holds the bonus.
    A wins.
    """
    game = ended(TIED, TIED_TICKETS, seats=3)
    assert path_lengths(game.rules, game.state) == [31, 28, 33]
    assert game.scores()["ttr.longest-path"] == (0, 0, 10)
    assert [done for seat in (0, 1) for _, done in tickets_of(game.rules, game.state, seat)] == [True] * 10
    assert totals(game)[:2] == [101, 101]
    assert game.ranks() == [1, 2, 3]


def test_only_the_bonus_card_breaks_a_tie() -> None:
    """TTR-X67, Q15 `end.longest_path_tiebreak` = `bonus_card`, longest_path_length: while C holds it, A and B share.

    Where one of those tied holds it, that seat wins.
    """
    options = {"end.longest_path_tiebreak": "bonus_card"}
    assert ended(TIED, TIED_TICKETS, seats=3, options=options).ranks() == [1, 1, 3]
    holder = ended(owned(("chicago--omaha",), ("montreal--new-york",)), options=options, points={0: 20, 1: 30})
    assert totals(holder) == [30, 30]
    assert holder.ranks() == [1, 2]


def test_what_stays_tied_is_shared() -> None:
    """TTR-W2, Q16 default `shared`, ttr.final-tie.

    Seats that no tie-breaker parts share the rank, and the next is left out.
    """
    game = ended(owned(("chicago--omaha",), ("helena--winnipeg",), ()), seats=3)
    assert game.ranks() == [1, 1, 3]


def test_the_earlier_seat_may_win_a_tie() -> None:
    """TTR-W2, Q16 `end.final_tie` = `seat_order`, ttr.final-tie: what stays tied the earlier seat wins."""
    routes = owned(("chicago--omaha",), ("helena--winnipeg",), ())
    game = ended(routes, seats=3, options={"end.final_tie": "seat_order"})
    assert game.ranks() == [1, 2, 3]
    last = ended(
        owned((), ("chicago--omaha",), ("helena--winnipeg",)), seats=3, options={"end.final_tie": "seat_order"}
    )
    assert last.ranks() == [3, 1, 2]


def test_the_same_order_ranks_the_others() -> None:
    """TTR-W2: tie-breakers part the seats behind the winner too."""
    routes = owned(("chicago--omaha", "denver--omaha"), ("helena--winnipeg",), ("montreal--new-york",))
    game = ended(routes, seats=3, points={0: 100, 1: 20, 2: 20})
    assert game.ranks() == [1, 2, 3]


def test_scoring_changes_nothing() -> None:
    """TTR-E4: running the final scoring twice gives the same and leaves the game as it is."""
    game = ended(owned(STAR, THROUGH_ATLANTA), {0: ["t-boston--miami"]})
    before = game.copy().state
    assert game.scores() == game.scores()
    assert game.state == before
    game.refuses(0, DrawCard(None), "core.over", "", "the game is over")
