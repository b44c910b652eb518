"""Stations: where they may be built, what they cost, and what is left of them at the end (TTR-EUR4 to EUR6, EUR10)."""

from __future__ import annotations

from typing import Any

import pytest

from railbook.engine.view import view_of_action, view_of_events
from railbook.rules.types import Rejection
from railbook_europe.layer import Station, Stations
from railbook_europe.stations import BuildStation, StationBuilt
from railbook_ticket_to_ride.actions import DrawCard, Pass
from railbook_ticket_to_ride.events import CardsPaid, PointsScored, Reshuffled
from tests.plugins.europe.table import build, europe, last_turn, stations
from tests.plugins.ticket_to_ride.positions import L, Position, of_type, payment


def with_built(number: int, hand: dict[str, int], **options: bool) -> Position:
    """Give a game in which seat 0 has built so many stations and holds a hand."""
    named = {f"stations.{name}": value for name, value in options.items()}
    return europe(2, named, hands={0: hand}, stations=[(0, city) for city in ("roma", "brest", "cadiz")[:number]])


@pytest.mark.rule("europe.build-station", "ttr.cost")
def test_build() -> None:
    """TTR-EUR4, TTR-EUR5, TTR-T1: the card is discarded, the station stands, no points or trains, the turn is over."""
    game = europe(hands={0: {"red": 2}})
    events = game.does(0, build("wien", red=1))
    assert events[:2] == [CardsPaid(0, {"red": 1}), StationBuilt(0, "wien")]
    assert of_type(events, PointsScored) == []
    assert stations(game) == [(0, "wien", "")]
    assert (game.hand(0), game.state.discard) == ({"red": 1}, {"red": 1})
    assert (game.seat(0).points, game.seat(0).trains, game.state.turn) == (0, 45, 1)


@pytest.mark.parametrize("built, cards", [(0, 1), (1, 2), (2, 3)])
@pytest.mark.rule("ttr.cost")
def test_costs(built: int, cards: int) -> None:
    """TTR-X10, TTR-EUR5, europe.station-cost: the first costs one card, the second two and the third three."""
    for number in range(1, 5):
        game = with_built(built, {"red": 4})
        if number == cards:
            game.does(0, build("wien", red=number))
            assert len(stations(game)) == built + 1
        else:
            game.refuses(0, build("wien", red=number), "ttr.payment-size", "TTR-C2", f"pay exactly {cards}")


def test_three_stations_take_six_cards() -> None:
    """TTR-X10, TTR-EUR6: all three stations cost six cards, and there is no fourth (europe.stations-left)."""
    game = europe(hands={0: {"red": 7}})
    for number, city in enumerate(("wien", "roma", "paris"), 1):
        game.does(0, build(city, red=number))
        game.does(1, DrawCard(None))
        game.does(1, DrawCard(None))
    assert game.hand(0) == {"red": 1}
    assert stations(game) == [(0, "wien", ""), (0, "roma", ""), (0, "paris", "")]
    game.refuses(0, build("berlin", red=1), "europe.stations-left", "TTR-EUR4", "has built all its stations")
    assert [action for action in game.legal(0) if isinstance(action, BuildStation)] == []


@pytest.mark.parametrize(
    "built, cards, rule",
    [
        (1, {"yellow": 1, L: 1}, ""),
        (1, {"red": 1, "blue": 1}, "ttr.payment-one-colour"),
        (2, {L: 3}, ""),
        (2, {"red": 1, L: 2}, ""),
        (2, {"red": 2, "blue": 1}, "ttr.payment-one-colour"),
        (0, {L: 1}, ""),
        (0, {"white": 1}, "ttr.hand"),
        (0, {"grey": 1}, "ttr.payment-kinds"),
    ],
)
@pytest.mark.rule("europe.build-station")
def test_payments(built: int, cards: dict[str, int], rule: str) -> None:
    """TTR-X58, TTR-EUR5, Q11: one colour, any of it locomotives; all of it too, by default."""
    game = with_built(built, {"yellow": 1, "red": 2, "blue": 1, L: 3})
    answer = game.act(0, build("wien", **cards))
    assert (answer.rule if isinstance(answer, Rejection) else "") == rule


@pytest.mark.parametrize("built", [0, 1, 2])
def test_a_coloured_card_is_needed(built: int) -> None:
    """Q11, europe.station-colour: with `stations.all_locomotives` false, one card at least must have a colour."""
    game = with_built(built, {"red": 1, L: 3}, all_locomotives=False)
    only = {L: built + 1}
    game.refuses(0, build("wien", **only), "europe.station-colour", "TTR-EUR5", "at least one card must have a colour")
    offered = {str(action.payment.cards) for action in game.legal(0) if isinstance(action, BuildStation)}
    mixed = {"red": 1, L: built} if built else {"red": 1}
    assert offered == {str(mixed)}
    game.does(0, build("wien", **mixed))


@pytest.mark.parametrize("owner", [0, 1])
def test_occupied(owner: int) -> None:
    """TTR-X59, TTR-EUR4, TTR-EUR6, europe.city-occupied: no second station in a city, whoever built the first."""
    game = europe(hands={0: {"red": 3}}, stations=[(owner, "wien")])
    cards = {"red": 2 if owner == 0 else 1}
    game.refuses(0, build("wien", **cards), "europe.city-occupied", "TTR-EUR4", f"a station of seat {owner}")
    offered = {action.city for action in game.legal(0) if isinstance(action, BuildStation)}
    assert offered == set(game.board.city_names) - {"wien"}


@pytest.mark.rule("europe.build-station")
def test_any_city() -> None:
    """TTR-EUR4: no route needs to reach the city, neither of this seat nor of another one."""
    game = europe(hands={0: {"red": 1, L: 1}})
    offered = {(action.city, str(action.payment)) for action in game.legal(0) if isinstance(action, BuildStation)}
    ways = {str(payment(red=1)), str(payment(locomotive=1))}
    assert offered == {(city, way) for city in game.board.city_names for way in ways}
    assert len(offered) == 2 * 47


@pytest.mark.parametrize("city", ["Wien", "chicago", "", "x" * 5000])
def test_unknown_city(city: str) -> None:
    """TTR-EUR4, europe.no-such-city: a station stands on a city of the map, named by its id."""
    game = europe(hands={0: {"red": 1}})
    game.refuses(0, build(city, red=1), "europe.no-such-city", "TTR-EUR4", f"the map has no city {city[:60]!r}")


def test_one_station_a_turn() -> None:
    """TTR-EUR6, TTR-T1: building is the action of the turn, so a second one has to wait."""
    game = europe(hands={0: {"red": 3}})
    game.does(0, build("wien", red=1))
    game.refuses(0, build("roma", red=2), "core.not-your-turn")


def test_stations_are_public() -> None:
    """TTR-V1, TTR-C11: all see where a station stands, whose it is and what was paid."""
    game = europe(hands={0: {"red": 1}})
    action = build("wien", red=1)
    events = game.does(0, action)
    for viewer in (0, 1, None):
        assert view_of_action(game.rules, 0, action, events, viewer) == action
        assert view_of_events(game.rules, 0, events, viewer) == events
        assert stations(Position(game.rules, game.seen_by(viewer))) == [(0, "wien", "")]


@pytest.mark.parametrize("refill", ["always", "after_claim"])
def test_refill(refill: str) -> None:
    """TTR-T6, TTR-M2, Q05: an empty slot is filled with the cards just paid, unless only claims bring a refill."""
    display = ["yellow", None, "yellow", "yellow", "yellow"]
    game = europe(2, {"market.refill": refill}, hands={0: {"red": 1}}, display=display, pile={})
    events = game.does(0, build("wien", red=1))
    assert of_type(events, Reshuffled) == ([Reshuffled(1)] if refill == "always" else [])
    assert game.state.display[1] == ("red" if refill == "always" else None)


@pytest.mark.rule("europe.build-station")
def test_pass_is_not_allowed_while_a_station_can_be_built() -> None:
    """TTR-X50, TTR-T3: with nothing to draw and nothing to claim a seat must build, and passes only if it cannot."""
    nothing: dict[str, Any] = {"display": [], "pile": {}, "ticket_pile": []}
    game = europe(hands={0: {"red": 1}}, trains={0: 0}, **nothing)
    assert {type(action) for action in game.legal(0)} == {BuildStation}
    out = europe(hands={0: {"red": 3}}, trains={0: 0}, stations=[(0, "roma"), (0, "brest"), (0, "cadiz")], **nothing)
    assert out.legal(0) == [Pass()]


@pytest.mark.parametrize("built, bonus", [(0, 12), (1, 8), (2, 4), (3, 0)])
def test_unused(built: int, bonus: int) -> None:
    """TTR-X63, TTR-EUR10, europe.unused-stations: each station not built scores 4 at the end."""
    cities = ("roma", "brest", "cadiz")[:built]
    game = last_turn(europe(turns_left=0, stations=[(0, city) for city in cities]))
    assert game.scores()["europe.unused-stations"] == (bonus, 12)


def test_bonus_is_an_option() -> None:
    """TTR-EUR10: `stations.unused_bonus` says what a station not built scores."""
    game = last_turn(europe(2, {"stations.unused_bonus": 7}, turns_left=0, stations=[(1, "roma")]))
    assert game.scores()["europe.unused-stations"] == (21, 14)


def test_passes_are_counted_anew() -> None:
    """TTR-T4: building is an action, so passes before it no longer count."""
    game = europe(hands={0: {"red": 1}})
    game.state.passes = 1
    game.does(0, build("wien", red=1))
    assert game.state.passes == 0


def test_station_in_the_last_turn() -> None:
    """TTR-E3, TTR-EUR7: a station built in the very last turn lends its route as any other."""
    owners = {"amsterdam--london": 0, "berlin--frankfurt--a": 1, "amsterdam--frankfurt": 0}
    game = europe(hands={0: {"red": 1}}, owners=owners, tickets={0: ["t-berlin--london"]}, turns_left=0)
    game.does(0, build("frankfurt", red=1))
    assert game.state.ended == "last round"
    assert game.scores()["ttr.tickets"] == (7, 0)


def test_words_and_panel() -> None:
    """A station is told in words, and the screen shows where those of each seat stand."""
    game = europe(hands={0: {"red": 2}}, stations=[(1, "roma")])
    action = build("munchen", red=1)
    assert game.rules.say(action) == "build a station in München for 1 red"
    events = game.does(0, action)
    assert game.rules.say(events[1]) == "seat 0 builds a station in München"
    (panel,) = (one for one in game.rules.screen(game.seen_by(1), 1) if one.title == "stations")
    text = ["".join(part.text for part in row) for row in panel.rows]
    assert text == ["seat 0: München, 2 left", "seat 1: Roma, 2 left"]


def test_invariant_notices_a_shared_city() -> None:
    """europe.stations (TTR-EUR6): two stations in one city, or a fourth one of a seat, are noticed."""
    game = europe(stations=[(0, "wien")])
    holds = dict(game.rules.invariants)["europe.stations"]
    assert holds(game.rules, game.state) is None
    game.state.slice(Stations).built.append(Station(1, "wien"))
    assert "wien" in str(holds(game.rules, game.state))
    game.state.slice(Stations).built = [Station(0, city) for city in ("wien", "roma", "paris", "london")]
    assert "london" in str(holds(game.rules, game.state))
