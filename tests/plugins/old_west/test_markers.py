"""City markers: who scores a claim, and placing a marker behind it (TTR-OW5 to OW9)."""

from __future__ import annotations

from typing import Any

import pytest

from railbook import Layer
from railbook.engine.view import view_of_action, view_of_events
from railbook.rules.ruleset import Ruleset
from railbook_old_west.layer import OLD_WEST, Marker, Markers
from railbook_old_west.markers import OFFER, OFFER_FIRST, MarkerDeclined, PlaceMarker
from railbook_old_west.start_cities import MarkerPlaced
from railbook_ticket_to_ride.actions import DrawCard
from railbook_ticket_to_ride.api import Table
from railbook_ticket_to_ride.cards import Payment
from railbook_ticket_to_ride.events import CardsPaid, PointsScored, Reshuffled, RouteClaimed, SlotFilled
from tests.plugins.old_west.table import NO_MARKER, marker, markers, old_west, points, turn_of
from tests.plugins.ticket_to_ride.positions import L, Options, Position, claim, of_type

SLC, GEORGE = "salt-lake-city", "st-george"
LINE = f"{SLC}--{GEORGE}"


def scored(game: Position, seat: int, route: str, **cards: int) -> list[int]:
    """Let a seat claim a route and give the points that each seat got for it, before any marker."""
    before = points(game)
    events = game.does(seat, claim(route, **cards))
    gained = [after - earlier for after, earlier in zip(points(game), before, strict=True)]
    assert sum(event.points for event in of_type(events, PointsScored)) == sum(gained)
    return gained


# Who scores


def test_no_marker() -> None:
    """TTR-OW7: where no end has a marker the claimer scores."""
    game = old_west(markers={0: ["fresno"]}, owners={"carson-city--fresno": 0}, hands={0: {"red": 1}})
    assert scored(game, 0, "carson-city--sacramento--a", red=1) == [1, 0]


@pytest.mark.rule("ttr.claim-scorers")
def test_foreign_city() -> None:
    """TTR-X12, TTR-OW7, TTR-OW8: the owner of the city scores 7, the claimer nothing, but he owns the route.

    Cards and trains are the claimer's.
    """
    game = old_west(
        markers={0: [SLC], 1: ["las-vegas"]}, owners={"las-vegas--st-george--a": 1}, hands={1: {"red": 4}}, turn=1
    )
    assert scored(game, 1, f"{LINE}--b", red=4) == [7, 0]
    assert game.state.owners[f"{LINE}--b"] == 1
    assert (game.seat(1).trains, game.seat(0).trains, game.hand(1)) == (34, 40, {})


@pytest.mark.parametrize("claimer", [0, 1])
@pytest.mark.rule("ttr.claim-scorers")
def test_both_ends_of_one_player(claimer: int) -> None:
    """TTR-X13, TTR-X72, TTR-OW7: whose markers are on both ends scores twice, 14, whether it is his claim or not."""
    game = old_west(
        markers={0: [SLC, GEORGE], 1: ["las-vegas"]},
        owners={"las-vegas--st-george--a": 1},
        hands={claimer: {"purple": 4}},
        turn=claimer,
    )
    assert scored(game, claimer, f"{LINE}--a", purple=4) == [14, 0]


def test_own_and_foreign() -> None:
    """TTR-X71, TTR-OW7: with an own and a foreign end both owners score once."""
    game = old_west(4, markers={0: ["santa-fe"], 3: ["albuquerque"]}, hands={0: {"purple": 1}})
    assert scored(game, 0, "albuquerque--santa-fe--a", purple=1) == [1, 0, 0, 1]


def test_two_foreigners() -> None:
    """TTR-X73, TTR-OW7: with two foreign ends both owners score 15, the claimer nothing."""
    game = old_west(
        3,
        markers={0: ["pueblo"], 1: ["denver"], 2: [SLC]},
        owners={"denver--pueblo--a": 0},
        hands={0: {"blue": 6}},
    )
    assert scored(game, 0, "denver--salt-lake-city--a", blue=6) == [0, 15, 15]


def test_points_instead_of_the_claimer() -> None:
    """OW-02, TTR-OW7: P1 scores 14 for both ends; then St. George and Las Vegas give 2 to P1 and 2 to P3."""
    game = old_west(
        4,
        markers={0: [SLC, GEORGE], 1: ["green-river"], 2: ["las-vegas"]},
        owners={"green-river--salt-lake-city--a": 1, "flagstaff--st-george": 2},
        hands={1: {"red": 4}, 2: {"blue": 2}},
        turn=1,
    )
    trains = [seat.trains for seat in game.state.seats]
    assert scored(game, 1, f"{LINE}--b", red=4) == [14, 0, 0, 0]
    turn_of(game, 2)
    assert scored(game, 2, "las-vegas--st-george--a", blue=2) == [2, 0, 2, 0]
    assert [seat.trains for seat in game.state.seats] == [trains[0], trains[1] - 4, trains[2] - 2, trains[3]]


def test_points_for_each_end() -> None:
    """OW-03, TTR-OW7: with both ends own a route of 1 scores 2, with one end own it scores 1."""
    game = old_west(4, markers={0: ["denver", "cheyenne"]}, hands={0: {"black": 1, "orange": 1}})
    assert scored(game, 0, "cheyenne--denver--b", black=1) == [2, 0, 0, 0]
    turn_of(game, 0)
    assert scored(game, 0, "denver--pueblo--b", orange=1) == [1, 0, 0, 0]


def test_start_city_scores_at_once() -> None:
    """TTR-OW3, TTR-OW7: the marker of a start city works like any other from the start."""
    game = old_west(markers={0: ["seattle"], 1: ["portland"]}, hands={0: {"green": 2}})
    assert scored(game, 0, "portland--seattle--c", green=2) == [2, 2]


# Placing a marker


def flagstaff(hand: dict[str, int], options: Options | None = None, *, more: tuple[str, ...] = ()) -> Position:
    """Give a game in which A, whose network holds Durango, has claimed Durango–Flagstaff and holds this hand."""
    game = old_west(
        2,
        options,
        markers={0: ["albuquerque", *more], 1: ["denver"]},
        owners={"albuquerque--durango": 0, "denver--pueblo--a": 1},
        hands={0: {"purple": 4, **hand}, 1: {"red": 3}},
        points={0: 0, 1: 0},
        display=["yellow"] * 5,
    )
    game.does(0, claim("durango--flagstaff", purple=4))
    return game


@pytest.mark.rule("old-west.place-marker", "ttr.cost")
def test_marker_after_a_claim() -> None:
    """TTR-X74, TTR-OW5, TTR-OW9, old-west.offer-marker: two locomotives place a marker, one in a turn.

    It scores from the next claim on: when B claims the route to Pueblo, A gets 4 and B nothing.
    """
    game = flagstaff({L: 4})
    assert (game.state.asked, game.state.to_act, points(game)) == (OFFER, [0], [7, 0])
    events = game.does(0, marker("durango", locomotive=2))
    assert events[:2] == [CardsPaid(0, {L: 2}), MarkerPlaced(0, "durango")]
    assert (markers(game)[0], game.hand(0), game.state.discard) == (
        ["albuquerque", "durango"],
        {L: 2},
        {"purple": 4, L: 2},
    )
    assert (game.state.turn, points(game)) == (1, [7, 0])
    game.refuses(0, marker("flagstaff", locomotive=2), "core.not-your-turn")
    assert scored(game, 1, "durango--pueblo", red=3) == [4, 0]


def to_durango(options: Options | None = None, **more: Any) -> Position:
    """Give a game in which B has a marker on Pueblo and A may claim Durango–Pueblo, and hold 2 white then."""
    return old_west(
        2,
        options,
        markers={0: ["albuquerque"], 1: ["pueblo"]},
        owners={"albuquerque--durango": 0},
        hands={0: {"red": 3, "white": 2}},
        points={0: 0, 1: 0},
        display=["yellow"] * 5,
        **more,
    )


def test_marker_does_not_score_its_own_claim() -> None:
    """TTR-X75, TTR-OW9, Q18: B scores for Pueblo, and A's new marker on Durango changes nothing for this claim."""
    game = to_durango()
    game.does(0, claim("durango--pueblo", red=3))
    assert points(game) == [0, 4]
    game.does(0, marker("durango", white=2))
    assert (points(game), game.state.turn) == ([0, 4], 1)


@pytest.mark.rule("old-west.offer-marker-first")
def test_marker_scores_its_own_claim() -> None:
    """Q18, `old_west.marker_scores_own_claim`: then the marker comes first, and A scores beside B."""
    game = to_durango({"old_west.marker_scores_own_claim": True})
    game.does(0, claim("durango--pueblo", red=3))
    assert (game.state.asked, points(game)) == (OFFER_FIRST, [0, 0])
    declined = game.copy()
    events = game.does(0, marker("durango", white=2))
    assert [(event.seat, event.points) for event in of_type(events, PointsScored)] == [(0, 4), (1, 4)]
    assert (points(game), game.state.turn) == ([4, 4], 1)
    declined.does(0, NO_MARKER)
    assert (points(declined), declined.state.turn) == ([0, 4], 1)


def test_own_claim_where_no_marker_can_be_placed() -> None:
    """Q18: with nothing to ask the claim is scored in the same ply, once."""
    game = old_west(
        2,
        {"old_west.marker_scores_own_claim": True},
        markers={0: ["seattle"], 1: ["portland"]},
        hands={0: {"green": 2}},
    )
    assert scored(game, 0, "portland--seattle--c", green=2) == [2, 2]
    assert game.state.turn == 1


@pytest.mark.parametrize("own", [False, True])
def test_house_rules_on_scoring_hold_for_both_orders(own: bool) -> None:
    """Q18, ttr.score-claim: what a layer does with the step that scores a claim holds whichever comes first."""
    variant: Layer[Table] = Layer("bonus", game=OLD_WEST)

    @variant.wrap_step("ttr.score-claim")
    def one_more(inner: Any, rules: Ruleset, state: Table, chance: Any) -> Any:
        yield from inner(rules, state, chance)
        yield PointsScored(state.turn, 1, "bonus")

    game = to_durango({"old_west.marker_scores_own_claim": own}, variants=[variant])
    game.does(0, claim("durango--pueblo", red=3))
    game.does(0, NO_MARKER)
    assert points(game) == [1, 4]


@pytest.mark.parametrize(
    "city, cards, rule",
    [
        ("missoula", {"blue": 1, "red": 1}, "ttr.payment-one-colour"),
        ("missoula", {"blue": 1, L: 1}, ""),
        ("missoula", {L: 2}, ""),
        ("helena", {"white": 2}, "old-west.city-occupied"),
        ("boise", {"white": 2}, "old-west.not-an-end"),
        ("spokane", {"white": 2}, "old-west.not-an-end"),
        ("missoula", {"white": 1}, "ttr.payment-size"),
        ("missoula", {L: 3}, "ttr.payment-size"),
        ("missoula", {"green": 2}, "ttr.hand"),
    ],
)
@pytest.mark.rule("old-west.place-marker", "ttr.cost")
def test_placing(city: str, cards: dict[str, int], rule: str) -> None:
    """OW-04, TTR-OW5: two cards of one colour, locomotives wild, on a free end of the route just claimed."""
    hand = {"blue": 1, "red": 1, L: 3, "white": 2, "black": 1}
    game = old_west(
        4, markers={0: ["boise"], 1: ["helena"]}, owners={"boise--missoula": 0}, hands={0: hand}, display=["yellow"] * 5
    )
    game.does(0, claim("helena--missoula--b", black=1))
    if rule:
        answer = game.act(0, marker(city, **cards))
        assert getattr(answer, "rule", "") == rule
        assert game.hand(0) == {kind: count for kind, count in hand.items() if kind != "black"}
    else:
        game.does(0, marker(city, **cards))
        assert markers(game)[0] == ["boise", "missoula"]
        assert game.state.discard == {"black": 1, **cards}


def test_no_marker_without_a_claim() -> None:
    """OW-04 (g), TTR-OW5: on a turn without a claim no marker can be placed."""
    game = old_west(markers={0: ["boise"]}, owners={"boise--missoula": 0}, hands={0: {"white": 2}})
    game.refuses(0, marker("missoula", white=2), "core.not-now")
    game.does(0, DrawCard(None))
    game.refuses(0, marker("missoula", white=2), "core.not-now")


def test_three_markers() -> None:
    """OW-04, TTR-OW6, old-west.markers-left: with the start city there are three; then no marker is offered."""
    game = flagstaff({"white": 2}, more=("tucson", "phoenix"))
    assert (game.state.turn, game.state.asked) == (1, "ttr.turn")
    asked = flagstaff({"white": 2})
    asked.state.slice(Markers).placed += [Marker(0, "tucson"), Marker(0, "phoenix")]
    asked.refuses(0, marker("durango", white=2), "old-west.markers-left", "TTR-OW6", "placed all its markers")
    assert asked.legal(0) == [NO_MARKER]


def test_illegal_markers() -> None:
    """TTR-X76, TTR-OW5, old-west.city-occupied, old-west.not-an-end: what is refused behind Albuquerque–Roswell."""
    game = old_west(markers={0: ["albuquerque"]}, hands={0: {"red": 3, "blue": 2}})
    game.does(0, claim("albuquerque--roswell", red=2))
    game.refuses(0, marker("albuquerque", blue=2), "old-west.city-occupied", "TTR-OW5", "has a marker of seat 0")
    game.refuses(
        0,
        marker("santa-fe", blue=2),
        "old-west.not-an-end",
        "TTR-OW5",
        "santa-fe is no end of albuquerque--roswell: place the marker on albuquerque or roswell",
    )
    game.refuses(0, marker("roswell", red=1, blue=1), "ttr.payment-one-colour", "TTR-C4")
    game.refuses(0, marker("x" * 5000, blue=2), "old-west.not-an-end", "TTR-OW5", f"{'x' * 60} is no end")
    game.does(0, marker("roswell", blue=2))


@pytest.mark.rule("old-west.decline-marker")
def test_decline() -> None:
    """TTR-OW5: placing a marker is a choice; declined, the turn goes on and nothing is paid."""
    game = flagstaff({"white": 2})
    assert NO_MARKER in game.legal(0)
    events = game.does(0, NO_MARKER)
    assert [event.seat for event in events if isinstance(event, MarkerDeclined)] == [0]
    assert [event for event in events if isinstance(event, CardsPaid | MarkerPlaced)] == []
    assert (game.hand(0), markers(game)[0], game.state.turn) == ({"white": 2}, ["albuquerque"], 1)


@pytest.mark.parametrize("hand, asked", [({"white": 1, "red": 1}, True), ({"white": 1}, False), ({}, False)])
def test_offered_where_nobody_sees_that_it_cannot_be_paid(hand: dict[str, int], asked: bool) -> None:
    """TTR-OW5, TTR-V2: with two cards in hand a seat is asked, also if they do not match; with one it is not."""
    game = flagstaff(hand)
    assert (game.state.asked == OFFER) == asked
    if asked:
        assert game.legal(0) == [NO_MARKER]
        assert NO_MARKER in Position(game.rules, game.seen_by(1)).legal(0)


@pytest.mark.rule("old-west.offer-marker")
def test_not_offered_between_owned_cities() -> None:
    """TTR-OW5: where both ends have markers there is nothing to offer."""
    game = old_west(markers={0: ["seattle"], 1: ["portland"]}, hands={0: {"green": 4}})
    game.does(0, claim("portland--seattle--c", green=2))
    assert (game.state.turn, game.state.asked) == (1, "ttr.turn")


@pytest.mark.rule("old-west.place-marker")
def test_both_ends_are_offered() -> None:
    """TTR-OW5, old-west.free-ends: on each free end with each payment from the hand."""
    game = flagstaff({"white": 2, L: 1})
    assert game.legal(0) == [
        *(marker(city, **cards) for city in ("durango", "flagstaff") for cards in ({"white": 2}, {"white": 1, L: 1})),
        NO_MARKER,
    ]


@pytest.mark.parametrize("cards", [0, 1, 3])
@pytest.mark.rule("ttr.cost")
def test_price_of_a_marker(cards: int) -> None:
    """TTR-OW5, option `old_west.marker_cards`: so many cards of one colour, two by default; none at all too."""
    game = flagstaff({"white": 4}, {"old_west.marker_cards": cards})
    placed = [action for action in game.legal(0) if isinstance(action, PlaceMarker)]
    assert [action.city for action in placed] == ["durango", "flagstaff"]
    assert {action.payment.size for action in placed} == {cards}
    game.does(0, PlaceMarker(Payment({"white": cards}, "white") if cards else Payment({}, L), "durango"))
    assert (markers(game)[0], game.hand(0)["white"]) == (["albuquerque", "durango"], 4 - cards)


def test_order_of_a_claim() -> None:
    """TTR-T6, TTR-M2, TTR-OW5: claim, points, marker and only then the display, with all cards shuffled in."""
    game = old_west(
        markers={0: ["albuquerque"]},
        owners={"albuquerque--durango": 0},
        hands={0: {"purple": 4, "white": 2}},
        display=["yellow", "yellow", None, "yellow", "yellow"],
        pile={},
    )
    events = game.does(0, claim("durango--flagstaff", purple=4))
    assert [type(event) for event in events[:3]] == [CardsPaid, RouteClaimed, PointsScored]
    assert of_type(events, SlotFilled) == []
    events = game.does(0, marker("durango", white=2))
    assert of_type(events, Reshuffled) == [Reshuffled(6)]
    kinds = [type(event) for event in events]
    assert kinds.index(MarkerPlaced) < kinds.index(Reshuffled) < kinds.index(SlotFilled)


def test_marker_in_the_last_turn() -> None:
    """TTR-OW5, TTR-E3: the last turn of the game ends only when its marker is placed or declined."""
    game = to_durango(turns_left=0)
    game.does(0, claim("durango--pueblo", red=3))
    assert game.state.asked == OFFER
    game.does(0, marker("durango", white=2))
    assert game.state.ended == "last round"


def test_last_round_begins_after_the_marker() -> None:
    """TTR-E1, TTR-T6: the end check comes behind the marker."""
    game = old_west(
        markers={0: ["albuquerque"]},
        owners={"albuquerque--durango": 0},
        hands={0: {"purple": 4, "white": 2}},
        trains={0: 6},
        free=["durango--flagstaff"],
    )
    game.does(0, claim("durango--flagstaff", purple=4))
    assert game.state.turns_left is None
    game.does(0, NO_MARKER)
    assert game.state.turns_left == 1


def test_markers_are_public() -> None:
    """TTR-V1, TTR-C11: all see a marker, who placed it and what was paid."""
    game = flagstaff({"white": 2})
    action = marker("durango", white=2)
    events = game.does(0, action)
    for viewer in (0, 1, None):
        assert view_of_action(game.rules, 0, action, events, viewer) == action
        assert view_of_events(game.rules, 0, events, viewer) == events
        assert markers(Position(game.rules, game.seen_by(viewer))) == markers(game)


def test_words_and_panel() -> None:
    """Markers are told in words, and the screen shows the cities of each seat."""
    game = flagstaff({"white": 2})
    action = marker("durango", white=2)
    assert game.rules.say(action) == "place a marker on Durango for 2 white"
    assert game.rules.say(NO_MARKER) == "place no marker"
    game.does(0, action)
    (panel,) = (one for one in game.rules.screen(game.seen_by(1), 1) if one.title == "city markers")
    text = ["".join(part.text for part in row) for row in panel.rows]
    assert text == ["seat 0: Albuquerque, Durango, 1 left", "seat 1: Denver, 2 left"]


def test_invariant_notices_a_shared_city() -> None:
    """old-west.markers (TTR-OW5, TTR-OW6): two markers on one city, or a fourth one of a seat, are noticed."""
    game = old_west(markers={0: ["denver"], 1: ["seattle"]})
    holds = dict(game.rules.invariants)["old-west.markers"]
    assert holds(game.rules, game.state) is None
    game.state.slice(Markers).placed.append(Marker(1, "denver"))
    assert "denver" in str(holds(game.rules, game.state))
    game.state.slice(Markers).placed = [Marker(0, city) for city in ("denver", "seattle", "boise", "fresno")]
    assert "fresno" in str(holds(game.rules, game.state))
