"""Lent routes: what stations lend at the end, computed, chosen or recorded (TTR-EUR7 to EUR9, EUR11, Q25, Q26)."""

from __future__ import annotations

from typing import Any

import pytest

from railbook import Layer
from railbook.engine.core_layer import Withdraw
from railbook.engine.play import NOT_YOUR_TURN
from railbook.engine.state import Committed
from railbook.engine.view import view_of_action, view_of_events
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Rejection
from railbook_europe.best_choice import best_choice, lent_routes, own_choice
from railbook_europe.lending import LEND, LendRoutes, RoutesLent
from railbook_ticket_to_ride.api import TICKET_TO_RIDE, BoardTicket, Table, ticket_routes, ticket_value
from railbook_ticket_to_ride.scoring import path_lengths
from tests.plugins.europe.table import europe, last_turn, lend, stations
from tests.plugins.ticket_to_ride.positions import Options, Position, of_type

CHOSEN = {"stations.assignment": "chosen"}
APART = {"stations.share_route": False}


def owners(*routes: str) -> dict[str, int]:
    """Give each seat its routes, written with blanks between."""
    return {route: seat for seat, own in enumerate(routes) for route in own.split()}


def two_stations(options: Options | None = None) -> Position:
    """Give the last turn of the game of TTR-X60, in which A has stations in Frankfurt and Wien."""
    return europe(
        3,
        options,
        owners=owners(
            "amsterdam--london amsterdam--frankfurt munchen--venezia roma--venezia",
            "berlin--frankfurt--a frankfurt--munchen",
            "munchen--wien berlin--wien",
        ),
        tickets={0: ["t-berlin--london", "t-london--wien", "t-berlin--roma"]},
        stations=[(0, "frankfurt"), (0, "wien")],
        turns_left=0,
    )


def equal_points(options: Options | None = None, variants: tuple[Layer[Table], ...] = ()) -> Position:
    """Give the last turn of the game of TTR-X61, in which both routes that A's station can lend give the same sum."""
    return europe(
        3,
        options,
        owners=owners(
            "amsterdam--london amsterdam--essen essen--kobenhavn--a berlin--frankfurt--a warszawa--wilno "
            "smolensk--wilno moskva--smolensk",
            "berlin--warszawa--a",
            "berlin--essen",
        ),
        tickets={0: ["t-berlin--moskva", "t-berlin--london", "t-frankfurt--kobenhavn"]},
        stations=[(0, "berlin")],
        turns_left=0,
        variants=variants,
    )


def test_full_assignment() -> None:
    """TTR-X60, TTR-EUR7, TTR-EUR9, TTR-K5: the best of four choices is taken; one lent route serves two tickets."""
    game = last_turn(two_stations())
    assert game.state.ended == "last round"
    assert lent_routes(game.rules, game.state, 0) == ("berlin--frankfurt--a", "berlin--wien")
    lines = game.scores()
    assert {id: points[0] for id, points in lines.items()} == {
        "ttr.routes": 8,
        "ttr.tickets": 8,
        "ttr.longest-path": 0,
        "europe.unused-stations": 4,
    }
    assert lines["ttr.longest-path"] == (0, 0, 10)
    assert path_lengths(game.rules, game.state)[0::2] == [4, 6]


@pytest.mark.parametrize(
    "frankfurt, wien, tickets",
    [
        ("berlin--frankfurt--a", "berlin--wien", 8),
        ("frankfurt--munchen", "munchen--wien", -6),
        ("berlin--frankfurt--a", "munchen--wien", -12),
        ("frankfurt--munchen", "berlin--wien", -26),
    ],
)
@pytest.mark.rule("europe.lend-routes")
def test_chosen_assignment(frankfurt: str, wien: str, tickets: int) -> None:
    """TTR-X60, TTR-EUR9, Q26: a choice of the player takes precedence over the best one, in each of the four ways."""
    game = last_turn(two_stations(CHOSEN))
    assert (game.state.asked, game.state.to_act) == (LEND, [0])
    events = game.does(0, lend(frankfurt, wien))
    assert of_type(events, RoutesLent) == [RoutesLent(0, [frankfurt, wien])]
    assert stations(game) == [(0, "frankfurt", frankfurt), (0, "wien", wien)]
    assert game.state.ended == "last round"
    assert game.scores()["ttr.tickets"][0] == tickets


def test_equal_points() -> None:
    """TTR-X61, TTR-EUR9: of two choices with the same sum the one with more completed tickets is taken."""
    game = last_turn(equal_points())
    assert lent_routes(game.rules, game.state, 0) == ("berlin--essen",)
    assert game.scores()["ttr.tickets"][0] == 0


@pytest.mark.parametrize("assignment, lent", [("best", "berlin--essen"), ("best_points", "berlin--danzig")])
def test_number_of_tickets(assignment: str, lent: str) -> None:
    """Q26, TTR-EUR9: `best_points` does not look at the number of tickets, so the first of two equal sums is taken."""
    game = europe(
        3,
        {"stations.assignment": assignment},
        owners=owners(
            "amsterdam--london amsterdam--essen essen--kobenhavn--a berlin--frankfurt--a danzig--warszawa "
            "warszawa--wilno smolensk--wilno moskva--smolensk",
            "berlin--danzig",
            "berlin--essen",
        ),
        tickets={0: ["t-berlin--moskva", "t-berlin--london", "t-frankfurt--kobenhavn"]},
        stations=[(0, "berlin")],
        turns_left=0,
    )
    last_turn(game)
    assert lent_routes(game.rules, game.state, 0) == (lent,)
    assert game.scores()["ttr.tickets"][0] == 0


def test_first_of_equal_choices() -> None:
    """TTR-EUR9: where nothing else decides the first in order of route ids is taken, station by station as built."""
    game = europe(
        owners=owners("", "berlin--wien berlin--essen warszawa--wien danzig--warszawa"),
        stations=[(0, "warszawa"), (0, "berlin")],
        turns_left=0,
    )
    last_turn(game)
    assert lent_routes(game.rules, game.state, 0) == ("danzig--warszawa", "berlin--essen")


def test_best_choice_follows_the_value_of_tickets() -> None:
    """TTR-EUR9, ttr.ticket-value: a house rule on penalties moves the best choice with the score."""
    variant: Layer[Table] = Layer("dear-failures", game=TICKET_TO_RIDE)

    @variant.wrap(ticket_value)
    def dear(inner: Any, rules: Ruleset, state: Table, seat: int, ticket: BoardTicket, *, completed: bool) -> int:
        value: int = inner(rules, state, seat, ticket, completed=completed)
        return 2 * value if value <= -12 else value

    game = last_turn(equal_points(variants=(variant,)))
    assert lent_routes(game.rules, game.state, 0) == ("berlin--warszawa--a",)
    assert game.scores()["ttr.tickets"][0] == 0


@pytest.mark.parametrize(
    "more, tickets, total",
    [
        ("", ["t-berlin--london", "t-london--wien"], 3),
        ("frankfurt--paris--a", ["t-london--wien", "t-paris--wien"], 18),
    ],
)
def test_one_station(more: str, tickets: list[str], total: int) -> None:
    """EUR-05, TTR-EUR7, TTR-EUR10: a station lends one route for all tickets; two of P1's stations are unused."""
    game = europe(
        owners=owners(
            f"amsterdam--london amsterdam--frankfurt munchen--wien {more}", "berlin--frankfurt--a frankfurt--munchen"
        ),
        tickets={0: tickets},
        stations=[(0, "frankfurt")],
        turns_left=0,
    )
    last_turn(game)
    assert lent_routes(game.rules, game.state, 0) == ("frankfurt--munchen",)
    assert (game.scores()["ttr.tickets"][0], game.scores()["europe.unused-stations"][0]) == (total, 8)


def test_lent_routes_complete_tickets_only() -> None:
    """EUR-06, TTR-EUR11, TTR-L2, TTR-EUR8: no part of the longest path, no points, and the owner loses nothing."""
    game = europe(
        owners=owners(
            "amsterdam--london amsterdam--frankfurt frankfurt--paris--a munchen--wien",
            "frankfurt--munchen munchen--zurich paris--zurich dieppe--paris",
        ),
        tickets={0: ["t-london--wien"]},
        stations=[(0, "frankfurt")],
        turns_left=0,
    )
    before = [seat.points for seat in game.state.seats]
    last_turn(game)
    assert lent_routes(game.rules, game.state, 0) == ("frankfurt--munchen",)
    assert path_lengths(game.rules, game.state) == [7, 8]
    assert game.scores()["ttr.longest-path"] == (0, 10)
    assert game.scores()["ttr.routes"] == tuple(before) == (2 + 2 + 4 + 4, 2 + 2 + 4 + 1)
    assert game.scores()["ttr.tickets"] == (10, 0)


def test_longest_path_beside_a_station() -> None:
    """TTR-X56, TTR-EUR11, TTR-EUR12: a station beside an opponent's route does not lengthen a path of 19."""
    game = europe(
        owners=owners("petrograd--stockholm petrograd--riga danzig--riga berlin--danzig", "berlin--essen"),
        stations=[(0, "berlin")],
        turns_left=0,
    )
    last_turn(game)
    assert path_lengths(game.rules, game.state) == [19, 2]


@pytest.mark.parametrize("options", [{}, CHOSEN, APART], ids=["best", "chosen", "apart"])
@pytest.mark.rule("europe.lends-nothing")
def test_nothing_to_lend(options: dict[str, Any]) -> None:
    """TTR-X62, TTR-EUR8: a station where no opponent owns a route lends nothing, asks nothing, and costs its 4 points.

    Own and free routes cannot be lent.
    """
    game = europe(2, options, owners=owners("edinburgh--london--a", "berlin--essen"), stations=[(0, "edinburgh")])
    game.state.turns_left = 0
    last_turn(game)
    assert game.state.ended == "last round"
    assert lent_routes(game.rules, game.state, 0) == ("",)
    assert game.scores()["europe.unused-stations"] == (8, 12)


def test_closed_sibling_cannot_be_lent() -> None:
    """TTR-EUR8, TTR-P2: of two parallel routes only the one that is owned may be lent, not the closed one."""
    game = last_turn(europe(2, CHOSEN, owners=owners("", "frankfurt--paris--a"), stations=[(0, "paris")], turns_left=0))
    assert game.legal(0) == [lend("frankfurt--paris--a")]
    game.refuses(0, lend("frankfurt--paris--b"), "europe.cannot-be-lent", "TTR-EUR7", "can lend frankfurt--paris--a")


def test_nothing_is_lent_before_the_end() -> None:
    """TTR-EUR7, ttr.ticket-routes: during play a station lends nothing, so the ticket is not completed yet."""
    game = two_stations()
    routes = ticket_routes(game.rules, game.state, 0)
    assert {route.id for route in routes} == {route for route, seat in game.state.owners.items() if seat == 0}
    last_turn(game)
    assert len(ticket_routes(game.rules, game.state, 0)) == len(routes) + 2


def test_best_makes_no_ply() -> None:
    """Q26: by default nobody is asked; the last turn ends the game at once."""
    for options in ({}, {"stations.assignment": "best_points"}):
        game = two_stations(options)
        last_turn(game)
        assert game.state.ended == "last round"
        assert stations(game) == [(0, "frankfurt", ""), (0, "wien", "")]


# The choice of the players


def both_choose(options: Options = CHOSEN) -> Position:
    """Give a game whose last turn is over, in which the stations of seats 0 and 1 can both lend."""
    game = europe(
        3,
        options,
        owners=owners("berlin--frankfurt--a", "berlin--wien", "berlin--essen munchen--wien"),
        stations=[(0, "berlin"), (1, "munchen")],
        turns_left=0,
    )
    return last_turn(game)


@pytest.mark.rule("europe.lend-routes")
def test_simultaneous_choice() -> None:
    """Q26, TTR-EUR7, TTR-S5: seats with something to lend choose at once; nobody sees a choice before all are made."""
    game = both_choose()
    assert (game.state.asked, game.state.to_act) == (LEND, [0, 1])
    action = lend("berlin--wien")
    events = game.does(0, action)
    assert of_type(events, RoutesLent) == []
    assert of_type(events, Committed)[0].seat == 0
    for viewer in (1, 2, None):
        assert view_of_action(game.rules, 0, action, events, viewer) is None
        assert [event.action for event in of_type(view_of_events(game.rules, 0, events, viewer), Committed)] == [None]
        assert game.seen_by(viewer).committed[0].action is None
    assert game.state.to_act == [1]
    events = game.does(1, lend("munchen--wien"))
    assert of_type(events, RoutesLent) == [RoutesLent(0, ["berlin--wien"]), RoutesLent(1, ["munchen--wien"])]
    assert view_of_events(game.rules, 1, events, None)[-3:] == events[-3:]
    assert game.state.ended == "last round"


def test_choice_is_withdrawn() -> None:
    """Q26: a choice may be taken back while others still choose."""
    game = both_choose()
    game.does(0, lend("berlin--wien"))
    game.does(0, Withdraw())
    assert game.state.to_act == [0, 1]
    game.does(0, lend("berlin--essen"))
    game.does(1, lend("munchen--wien"))
    assert lent_routes(game.rules, game.state, 0) == ("berlin--essen",)


@pytest.mark.rule("europe.lend-routes")
def test_who_is_asked() -> None:
    """Q26, TTR-EUR8: a seat whose stations can lend nothing, or that has none, is not asked."""
    game = both_choose()
    answer = game.act(2, lend())
    assert isinstance(answer, Rejection)
    assert answer.rule == NOT_YOUR_TURN
    assert set(map(str, game.legal(0))) == {str(lend("berlin--essen")), str(lend("berlin--wien"))}


@pytest.mark.parametrize(
    "routes, rule, paragraph, words",
    [
        ([], "europe.cannot-be-lent", "TTR-EUR7", "0 routes for 1 stations"),
        (["berlin--wien", "berlin--essen"], "europe.cannot-be-lent", "TTR-EUR7", "2 routes for 1 stations"),
        (["munchen--wien"], "europe.cannot-be-lent", "TTR-EUR7", "berlin cannot lend munchen--wien"),
        (["berlin--frankfurt--a"], "europe.cannot-be-lent", "TTR-EUR7", "berlin--essen or berlin--wien"),
        (["berlin--danzig"], "europe.cannot-be-lent", "TTR-EUR7", "cannot lend berlin--danzig"),
        (["x" * 5000], "europe.cannot-be-lent", "TTR-EUR7", f"cannot lend {'x' * 60}:"),
        ([""], "europe.lends-nothing", "TTR-EUR8", "would lend nothing: it can lend berlin--essen or berlin--wien"),
    ],
)
@pytest.mark.rule("europe.cannot-be-lent")
@pytest.mark.rule("europe.lends-nothing")
def test_what_cannot_be_lent(routes: list[str], rule: str, paragraph: str, words: str) -> None:
    """TTR-EUR7, TTR-EUR8: each station names one route of an opponent that ends in its city."""
    both_choose().refuses(0, LendRoutes(routes), rule, paragraph, words)


def test_shared_route() -> None:
    """TTR-EUR8, Q25: by default several stations, of one seat and of several, may lend the same route."""
    game = europe(
        3,
        CHOSEN,
        owners=owners("", "", "berlin--wien"),
        stations=[(0, "berlin"), (1, "wien")],
        turns_left=0,
    )
    last_turn(game)
    for seat in (0, 1):
        game.does(seat, lend("berlin--wien"))
    assert stations(game) == [(0, "berlin", "berlin--wien"), (1, "wien", "berlin--wien")]
    alone = europe(2, CHOSEN, owners=owners("", "berlin--wien"), stations=[(0, "berlin"), (0, "wien")], turns_left=0)
    last_turn(alone).does(0, lend("berlin--wien", "berlin--wien"))
    assert alone.state.ended == "last round"


# Q25: no route is lent twice


@pytest.mark.rule("europe.lends-nothing")
def test_both_ends_of_one_route() -> None:
    """Q25, europe.lent-twice: where no route is lent twice, one of two stations at its ends lends nothing."""
    game = europe(
        2, {**CHOSEN, **APART}, owners=owners("", "berlin--wien"), stations=[(0, "berlin"), (0, "wien")], turns_left=0
    )
    last_turn(game)
    game.refuses(0, lend("berlin--wien", "berlin--wien"), "europe.lent-twice", "TTR-EUR8", "berlin--wien would be lent")
    game.refuses(0, lend("", ""), "europe.lends-nothing", "TTR-EUR8", "berlin would lend nothing")
    assert game.legal(0) == [lend("berlin--wien", ""), lend("", "berlin--wien")]
    game.does(0, lend("", "berlin--wien"))
    assert game.state.ended == "last round"
    assert lent_routes(game.rules, game.state, 0) == ("", "berlin--wien")


@pytest.mark.rule("europe.lends-nothing")
def test_one_after_the_other() -> None:
    """Q25, Q26: where no route is lent twice seats choose one after the other, and a later one gets what is left."""
    options: dict[str, Any] = {**CHOSEN, **APART}
    game = europe(
        3,
        options,
        owners=owners("", "", "berlin--wien berlin--essen"),
        stations=[(1, "wien"), (0, "berlin")],
        turns_left=0,
    )
    last_turn(game)
    assert game.state.to_act == [0]
    game.does(0, lend("berlin--wien"))
    assert game.state.to_act == [1]
    game.refuses(1, lend("berlin--wien"), "europe.lent-twice", "TTR-EUR8", "berlin--wien would be lent twice")
    assert game.legal(1) == [lend("")]
    game.does(1, lend(""))
    assert (lent_routes(game.rules, game.state, 0), lent_routes(game.rules, game.state, 1)) == (
        ("berlin--wien",),
        ("",),
    )
    assert game.state.ended == "last round"


def test_best_choice_without_sharing() -> None:
    """Q25, TTR-EUR9: where no route is lent twice and it is computed, earlier seats come first."""
    game = europe(
        3,
        APART,
        owners=owners("", "", "frankfurt--munchen berlin--frankfurt--a"),
        stations=[(1, "frankfurt"), (0, "munchen"), (0, "berlin")],
        turns_left=0,
    )
    last_turn(game)
    assert lent_routes(game.rules, game.state, 0) == ("frankfurt--munchen", "berlin--frankfurt--a")
    assert lent_routes(game.rules, game.state, 1) == ("",)
    shared = europe(
        3,
        owners=owners("", "", "frankfurt--munchen berlin--frankfurt--a"),
        stations=[(1, "frankfurt"), (0, "munchen"), (0, "berlin")],
        turns_left=0,
    )
    last_turn(shared)
    assert lent_routes(shared.rules, shared.state, 1) == ("berlin--frankfurt--a",)


# Recorded choices


@pytest.mark.rule("europe.lends-nothing")
def test_as_recorded() -> None:
    """Q26: in an imported game the choice stands in the log, and there a station may lend nothing though it could."""
    game = last_turn(two_stations({"stations.assignment": "as_recorded"}))
    assert game.state.to_act == [0]
    assert len(game.legal(0)) == 9
    nothing = game.copy()
    nothing.does(0, lend("", ""))
    assert nothing.scores()["ttr.tickets"][0] == -26
    game.does(0, lend("berlin--frankfurt--a", ""))
    assert game.scores()["ttr.tickets"][0] == 7 - 10 - 9


def test_nothing_recorded() -> None:
    """Q26: before a choice is recorded nothing is lent; the engine does not choose for an imported game."""
    game = last_turn(two_stations({"stations.assignment": "as_recorded"}))
    assert lent_routes(game.rules, game.state, 0) == ("", "")


# Suggestions, words and drawing


@pytest.mark.rule("europe.lend-routes")
def test_own_choice() -> None:
    """The suggestion for a seat is the best choice that is open to it, and legal."""
    game = last_turn(two_stations(CHOSEN))
    suggestion = own_choice(game.rules, game.state, 0)
    assert suggestion == lend("berlin--frankfurt--a", "berlin--wien")
    assert suggestion in game.legal(0)
    seen = game.seen_by(0)
    assert own_choice(game.rules, seen, 0) == suggestion
    assert best_choice(game.rules, seen, 1, frozenset()) == ()


def test_suggestion_without_sharing() -> None:
    """Q25: a suggestion leaves out what others were chosen to lend."""
    game = europe(
        3,
        {**CHOSEN, **APART},
        owners=owners("", "", "berlin--essen berlin--wien"),
        stations=[(0, "berlin"), (1, "wien")],
        turns_left=0,
    )
    last_turn(game)
    game.does(0, lend("berlin--wien"))
    assert own_choice(game.rules, game.state, 1) == lend("")


def test_words_and_panel() -> None:
    """A choice is told in words, and at the end the screen shows what the stations lend."""
    game = last_turn(two_stations(CHOSEN))
    action = lend("berlin--frankfurt--a", "")
    assert game.rules.say(action) == "borrow berlin--frankfurt--a, nothing"
    events = game.does(0, lend("frankfurt--munchen", "munchen--wien"))
    (lent,) = of_type(events, RoutesLent)
    assert game.rules.say(lent) == "seat 0's stations lend frankfurt--munchen, munchen--wien"
    (panel,) = (one for one in game.rules.screen(game.seen_by(2), 2) if one.title == "stations")
    text = "".join(part.text for part in panel.rows[0])
    assert text == "seat 0: Frankfurt lends frankfurt--munchen, Wien lends munchen--wien, 1 left"
    best = last_turn(two_stations())
    shown = [one for one in best.rules.screen(best.seen_by(0), 0) if one.title == "stations"]
    assert "Wien lends berlin--wien" in "".join(part.text for part in shown[0].rows[0])
