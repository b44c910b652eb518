"""The set-up of the Old West: offers of five, and start cities chosen backwards (TTR-OW1 to OW3)."""

from __future__ import annotations

import pytest

from railbook.engine.play import NOT_YOUR_TURN
from railbook.engine.view import view_of_action, view_of_events
from railbook.rules.types import Rejection
from railbook_old_west.start_cities import ChooseStart, MarkerPlaced
from railbook_ticket_to_ride.actions import DrawTickets
from railbook_ticket_to_ride.events import TicketsReturned
from tests.plugins.old_west.table import GAME, begun, markers
from tests.plugins.ticket_to_ride.positions import PILE, Position, keep, of_type, rules_for


def kept(game: Position, number: int) -> Position:
    """Let all keep the first so many tickets of their offers."""
    for seat in list(game.state.to_act):
        offer = game.seat(seat).offer
        game.does(seat, keep(offer[:number], offer[number:]))
    return game


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_table(seats: int) -> None:
    """TTR-OW1, TTR-OW2, TTR-S2: 40 trains and three markers each, five tickets to choose from, no stations."""
    game = begun(seats)
    assert [seat.trains for seat in game.state.seats] == [40] * seats
    assert [len(seat.offer) for seat in game.state.seats] == [5] * seats
    assert (game.board.map.pieces.city_markers, game.board.map.pieces.stations) == (3, 0)
    assert game.state.piles[PILE].size == 50 - 5 * seats
    assert markers(game) == {seat: [] for seat in range(seats)}


@pytest.mark.parametrize("seats", [1, 7])
def test_number_of_players(seats: int) -> None:
    """TTR-OW1, TTR-S1: the game is for 2 to 6."""
    with pytest.raises(ValueError, match=f"takes 2 to 6 seats, not {seats}"):
        rules_for(seats, game=GAME)


def test_offers_of_six() -> None:
    """TTR-X47, TTR-OW2, Q08: 6 players keep three of five each; 12 are shuffled under the 20 left: 32."""
    game = begun(6)
    assert game.state.piles[PILE].size == 20
    rejected = sorted(str(ticket) for seat in game.state.seats for ticket in seat.offer[3:])
    kept(game, 3)
    assert game.state.piles[PILE].size == 32
    last = game.state.piles[PILE].strata[-1]
    assert (last.shuffled, last.tickets, last.known_to) == (True, rejected, [])


@pytest.mark.parametrize("number", [0, 2])
def test_too_few_are_kept(number: int) -> None:
    """TTR-OW2, ttr.keep-too-few: three of the first offer are kept at least."""
    game = begun(2)
    offer = game.seat(0).offer
    game.refuses(0, keep(offer[:number], offer[number:]), "ttr.keep-too-few", "TTR-S5", "keep at least 3")
    kept(game, 3)
    assert game.state.asked == "old-west.start-city"


def test_later_draws() -> None:
    """TTR-OW2, TTR-K1: later four are drawn, and one is kept at least."""
    game = started(2, "seattle", "denver")
    game.does(0, DrawTickets())
    offer = game.seat(0).offer
    assert len(offer) == 4
    game.refuses(0, keep([], offer), "ttr.keep-too-few", "TTR-S5", "keep at least 1")
    events = game.does(0, keep(offer[:1], offer[1:]))
    assert of_type(events, TicketsReturned)[0].stratum.tickets == offer[1:]


def started(seats: int, *cities: str) -> Position:
    """Give a game in which all kept five tickets and then, from the last seat to the first, started in these cities."""
    game = kept(begun(seats), 5)
    for seat, city in zip(reversed(range(seats)), cities, strict=False):
        game.does(seat, ChooseStart(city))
    return game


@pytest.mark.rule("old-west.start-city", "old-west.choose-start")
def test_backwards() -> None:
    """OW-01, TTR-OW3, TTR-S8: P3 chooses first, then P2 and P1, each a free city; then P1 takes the first turn.

    Each has two markers left and 40 trains.
    """
    game = kept(begun(3), 3)
    answer = game.act(0, ChooseStart("phoenix"))
    assert isinstance(answer, Rejection)
    assert answer.rule == NOT_YOUR_TURN
    events = game.does(2, ChooseStart("denver"))
    assert events[0] == MarkerPlaced(2, "denver")
    game.refuses(1, ChooseStart("denver"), "old-west.start-taken", "TTR-OW3", "the start city of seat 2")
    game.does(1, ChooseStart("boise"))
    game.does(0, ChooseStart("phoenix"))
    assert markers(game) == {0: ["phoenix"], 1: ["boise"], 2: ["denver"]}
    assert (game.state.round, game.state.turn, game.state.asked) == (1, 0, "ttr.turn")
    assert [seat.trains for seat in game.state.seats] == [40] * 3
    assert [seat.hand.size for seat in game.state.seats] == [4] * 3


@pytest.mark.rule("old-west.choose-start", "old-west.start-city")
def test_start_of_four() -> None:
    """TTR-X70, TTR-OW3, old-west.start-taken: D chooses first; the city that D took is refused to A."""
    game = started(4, "denver", "boise", "seattle")
    assert game.state.to_act == [0]
    game.refuses(0, ChooseStart("denver"), "old-west.start-taken", "TTR-OW3", "choose another")
    assert {str(action) for action in game.legal(0)} == {
        str(ChooseStart(city)) for city in set(game.board.city_names) - {"denver", "boise", "seattle"}
    }


@pytest.mark.parametrize("city", ["paris", "", "Denver", "x" * 5000])
def test_unknown_city(city: str) -> None:
    """TTR-OW3, old-west.no-such-city: a start city is one of the map, named by its id."""
    game = kept(begun(2), 5)
    game.refuses(1, ChooseStart(city), "old-west.no-such-city", "TTR-OW3", f"no city {city[:60]!r}")


def test_start_cities_are_public() -> None:
    """TTR-V1, TTR-OW3: all see where everybody starts, as soon as it is chosen."""
    game = kept(begun(2), 5)
    action = ChooseStart("denver")
    events = game.does(1, action)
    for viewer in (0, 1, None):
        assert view_of_action(game.rules, 1, action, events, viewer) == action
        assert view_of_events(game.rules, 1, events, viewer) == events
        assert markers(Position(game.rules, game.seen_by(viewer))) == {0: [], 1: ["denver"]}


def test_start_comes_after_the_tickets() -> None:
    """TTR-OW3: as long as somebody still chooses tickets nobody can choose a start city."""
    game = begun(2)
    offer = game.seat(1).offer
    game.does(1, keep(offer))
    game.refuses(0, ChooseStart("denver"), "core.not-now")
    answer = game.act(1, ChooseStart("denver"))
    assert isinstance(answer, Rejection)
    assert answer.rule == NOT_YOUR_TURN


def test_words() -> None:
    """A start city is told in words."""
    game = kept(begun(2), 5)
    assert game.rules.say(ChooseStart("st-george")) == "start in St. George"
    assert game.rules.say(MarkerPlaced(1, "st-george")) == "seat 1 places a marker on St. George"
