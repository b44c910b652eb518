"""Alvin, a variant of the Old West: captures, where he is put and what he scores (TTR-ALV, Q19)."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from railbook.chance import Seeded
from railbook.engine.fold import fold
from railbook.engine.play import NOT_YOUR_TURN, legal_actions
from railbook.engine.state import decode, encode
from railbook.engine.view import view_of_action, view_of_events
from railbook.log.records import Ply
from railbook.recording.game import RecordedGame
from railbook.recording.header import open_header
from railbook.rules.layer import Layer
from railbook.rules.options import OptionError
from railbook.rules.types import Rejection
from railbook_old_west.alvin import (
    ALVIN,
    PLACE,
    Alvin,
    AlvinArrived,
    AlvinCaptured,
    AlvinPlaced,
    PlaceAlvin,
    controller,
)
from railbook_old_west.layer import OLD_WEST, cities_of
from railbook_old_west.markers import OFFER, OFFER_FIRST, DeclineMarker, PlaceMarker
from railbook_old_west.plugin import OLD_WEST_GAME
from railbook_old_west.start_cities import ChooseStart
from railbook_ticket_to_ride.actions import ClaimRoute, DrawCard
from railbook_ticket_to_ride.events import PointsScored, RouteClaimed
from railbook_ticket_to_ride.table import Table
from tests.plugins.old_west.table import (
    GAME,
    NO_MARKER,
    alvin_in,
    begun,
    marker,
    markers,
    old_west,
    points,
    turn_of,
)
from tests.plugins.ticket_to_ride.positions import L, Options, Position, claim, keep, of_type, rules_for, set_up

ROSWELL = "roswell"
AFTER = {"alvin.placement": "after_marker"}
BEFORE = {"alvin.placement": "before_marker"}
MARKER_FIRST = {"old_west.marker_scores_own_claim": True}


def kept(game: Position) -> Position:
    """Let all keep all tickets."""
    for seat in list(game.state.to_act):
        game.does(seat, keep(game.seat(seat).offer))
    return game


@pytest.mark.rule("alvin.arrive")
def test_where_he_starts() -> None:
    """TTR-ALV1: Alvin is in Roswell when the table is laid, and nobody controls him."""
    game = begun(2, alvin=True)
    assert alvin_in(game) == ROSWELL
    assert controller(game.state) is None
    for viewer in (0, 1, None):
        assert game.seen_by(viewer).slice(Alvin) == Alvin(ROSWELL)


def test_variant_is_chosen() -> None:
    """TTR-ALV1, Q12: Alvin is a variant that the header names with its options; without it there is none."""
    rules = rules_for(2, variants=[ALVIN], game=GAME)
    assert [(one.name, one.version, dict(one.options)) for one in rules.variants] == [
        ("alvin", "1.0", {"home": ROSWELL, "capture": 10, "control": 10, "placement": "after_marker"})
    ]
    plain = rules_for(2, game=GAME)
    assert "Alvin" not in plain.slices
    assert "alvin.control" not in dict(plain.scorers)
    assert PlaceAlvin not in plain.actions


@pytest.mark.parametrize("alvin", [True, False])
def test_nobody_starts_in_roswell(alvin: bool) -> None:
    """ALV-01, TTR-ALV2, alvin.no-start-at-home: with Alvin nobody may start in Roswell; without him anybody may."""
    game = kept(begun(3, alvin=alvin))
    start = ChooseStart(ROSWELL)
    assert (start in game.legal(2)) == (not alvin)
    if alvin:
        game.refuses(2, start, "alvin.no-start-at-home", "TTR-ALV2", "where Alvin lives: choose another city")
    else:
        game.does(2, start)


@pytest.mark.parametrize("alvin", ["", ROSWELL, "albuquerque"])
def test_nobody_settles_in_roswell(alvin: str) -> None:
    """ALV-01, TTR-X76, TTR-ALV2, alvin.no-marker-at-home: no marker in Roswell, also when Alvin has left."""
    game = old_west(3, markers={1: ["albuquerque"]}, hands={1: {"red": 2, "white": 2}}, turn=1, alvin=alvin)
    game.does(1, claim("albuquerque--roswell", red=2))
    if alvin:  # the other end has a marker, so nothing is offered at all
        assert (game.state.asked, game.state.turn) == ("ttr.turn", 2)
        game.refuses(1, marker(ROSWELL, white=2), NOT_YOUR_TURN)
    else:
        game.does(1, marker(ROSWELL, white=2))
    assert game.hand(1) == ({"white": 2} if alvin else {})


@pytest.mark.rule("old-west.free-ends")
def test_marker_in_roswell_is_refused_where_the_other_end_is_free() -> None:
    """TTR-X76, TTR-ALV2, alvin.no-marker-at-home: the offer leaves Roswell out, and naming it is refused."""
    game = old_west(
        markers={0: ["pueblo"]}, owners={"pueblo--santa-fe--a": 0}, hands={0: {"yellow": 3, "blue": 2}}, alvin=ROSWELL
    )
    game.does(0, claim("roswell--santa-fe", yellow=3))
    assert game.state.asked == OFFER
    game.refuses(0, marker(ROSWELL, blue=2), "alvin.no-marker-at-home", "TTR-ALV2", "choose the other end or decline")
    assert {action.city for action in game.legal(0) if isinstance(action, PlaceMarker)} == {"santa-fe"}


def test_start_in_roswell_without_alvin() -> None:
    """ALV-01: without Alvin a marker in Roswell is refused only because another one is there."""
    game = old_west(3, markers={1: ["albuquerque"], 2: [ROSWELL]}, hands={1: {"red": 2, "white": 2}}, turn=1)
    game.does(1, claim("albuquerque--roswell", red=2))
    assert game.state.turn == 2


@pytest.mark.rule("alvin.score")
def test_first_capture() -> None:
    """TTR-ALV3, TTR-ALV5, alvin.capture: a claim into Roswell captures him: 10 points, and he goes to the only city.

    The order is route points, capture, placing.
    """
    game = old_west(markers={0: ["albuquerque"]}, hands={0: {"red": 2}}, alvin=ROSWELL)
    events = game.does(0, claim("albuquerque--roswell", red=2))
    told = [event for event in events if isinstance(event, RouteClaimed | PointsScored | AlvinCaptured | AlvinPlaced)]
    assert told == [
        RouteClaimed(0, "albuquerque--roswell", 2),
        PointsScored(0, 2, "albuquerque--roswell"),
        AlvinCaptured(0, ROSWELL),
        PointsScored(0, 10, "alvin"),
        AlvinPlaced(0, "albuquerque"),
    ]
    assert (alvin_in(game), points(game), game.state.turn) == ("albuquerque", [12, 0], 1)


@pytest.mark.rule("alvin.score", "alvin.place")
def test_captured_by_others_only() -> None:
    """ALV-02, TTR-ALV4, TTR-ALV6: claims of the controller capture nothing; another's captures him, and so on."""
    game = old_west(
        4,
        markers={0: ["albuquerque"], 1: ["santa-fe"]},
        hands={0: {"white": 2, "purple": 1}, 1: {"green": 1}},
        alvin="albuquerque",
    )
    events = game.does(0, claim("albuquerque--durango", white=2))
    assert of_type(events, AlvinCaptured) == []
    assert (alvin_in(game), points(game)) == ("albuquerque", [2, 0, 0, 0])
    turn_of(game, 1)
    game.does(1, claim("albuquerque--santa-fe--b", green=1))
    assert (alvin_in(game), points(game)) == ("santa-fe", [3, 11, 0, 0])
    turn_of(game, 0)
    game.does(0, claim("albuquerque--santa-fe--a", purple=1))
    assert (alvin_in(game), points(game)) == ("albuquerque", [14, 12, 0, 0])


def test_points_follow_the_cities() -> None:
    """ALV-03, TTR-ALV6, TTR-ALV5: P1 scores the route, P2 the capture, and Alvin goes to a city far from it."""
    game = old_west(
        4,
        markers={0: ["cheyenne"], 1: ["billings"]},
        owners={"billings--casper--a": 1},
        hands={1: {"white": 2}},
        points={0: 0, 1: 0},
        turn=1,
        alvin="cheyenne",
    )
    game.does(1, claim("casper--cheyenne--a", white=2))
    assert (points(game), alvin_in(game)) == ([2, 10, 0, 0], "billings")


def to_santa_fe(options: Options | None = None) -> Position:
    """Give the game of ALV-04: P1 has Denver and Pueblo, his network Santa Fe, and Alvin is in Roswell."""
    return old_west(
        4,
        options,
        markers={0: ["denver", "pueblo"], 1: ["seattle"]},
        owners={"denver--pueblo--a": 0, "pueblo--santa-fe--a": 0},
        hands={0: {"yellow": 3, "blue": 2}},
        points={0: 0},
        alvin=ROSWELL,
    )


@pytest.mark.parametrize("city", ["denver", "pueblo", "santa-fe"])
@pytest.mark.rule("alvin.place", "alvin.place-alvin", "alvin.not-your-city")
def test_where_he_goes(city: str) -> None:
    """ALV-04, TTR-ALV7, Q19: by default the marker comes first, so Alvin may go on it, or on another own city.

    The choice is a ply of its own and stands in the log; a foreign city is refused.
    """
    game = to_santa_fe()
    game.does(0, claim("roswell--santa-fe", yellow=3))
    assert (points(game)[0], game.state.asked, alvin_in(game)) == (14, OFFER, ROSWELL)
    game.does(0, marker("santa-fe", blue=2))
    assert (game.state.asked, game.state.to_act) == (PLACE, [0])
    assert game.legal(0) == [PlaceAlvin("denver"), PlaceAlvin("pueblo"), PlaceAlvin("santa-fe")]
    for other in ("seattle", ROSWELL, "", "x" * 5000):
        game.refuses(0, PlaceAlvin(other), "alvin.not-your-city", "TTR-ALV5", "denver or pueblo or santa-fe")
    events = game.does(0, PlaceAlvin(city))
    assert of_type(events, AlvinPlaced) == [AlvinPlaced(0, city)]
    assert (alvin_in(game), controller(game.state), game.state.turn) == (city, 0, 1)


@pytest.mark.rule("alvin.not-your-city", "alvin.place")
def test_placed_before_the_marker() -> None:
    """ALV-04, Q19, `alvin.placement` = `before_marker`: then Alvin goes only to a city controlled before the claim."""
    game = to_santa_fe(BEFORE)
    game.does(0, claim("roswell--santa-fe", yellow=3))
    assert (game.state.asked, points(game)[0]) == (PLACE, 14)
    assert game.legal(0) == [PlaceAlvin("denver"), PlaceAlvin("pueblo")]
    game.refuses(0, PlaceAlvin("santa-fe"), "alvin.not-your-city", "TTR-ALV5")
    game.does(0, PlaceAlvin("pueblo"))
    assert game.state.asked == OFFER
    game.does(0, marker("santa-fe", blue=2))
    assert (alvin_in(game), markers(game)[0], game.state.turn) == ("pueblo", ["denver", "pueblo", "santa-fe"], 1)


@pytest.mark.parametrize("options, asked", [(AFTER, [OFFER_FIRST, PLACE]), (BEFORE, [PLACE, OFFER_FIRST])])
def test_marker_that_scores_its_own_claim(options: dict[str, str], asked: list[str]) -> None:
    """Q18, Q19: with the marker before the points, Alvin goes behind both, or before the marker as he must then."""
    game = to_santa_fe({**options, **MARKER_FIRST})
    game.does(0, claim("roswell--santa-fe", yellow=3))
    steps = [game.state.asked]
    game.does(0, marker("santa-fe", blue=2) if steps[0] == OFFER_FIRST else PlaceAlvin("pueblo"))
    steps.append(game.state.asked)
    assert steps == asked
    if steps[1] == PLACE:
        assert PlaceAlvin("santa-fe") in game.legal(0)
    game.does(0, PlaceAlvin("pueblo") if steps[1] == PLACE else marker("santa-fe", blue=2))
    assert (alvin_in(game), points(game)[0], game.state.turn) == ("pueblo", 4 + 10, 1)


def test_without_markers_behind_claims() -> None:
    """TTR-ALV5, TTR-ALV7: under a house rule that offers no markers he is placed all the same, behind the points."""
    variant: Layer[Table] = Layer("no-markers", game=OLD_WEST)
    variant.drop_step("ttr.claim", OFFER)
    game = old_west(markers={0: ["albuquerque"]}, hands={0: {"red": 4}}, alvin=ROSWELL, variants=[variant])
    events = game.does(0, claim("albuquerque--roswell", red=2))
    told = [type(event) for event in events if isinstance(event, PointsScored | AlvinCaptured | AlvinPlaced)]
    assert told == [PointsScored, AlvinCaptured, PointsScored, AlvinPlaced]
    assert game.state.turn == 1


def test_declined_marker() -> None:
    """TTR-ALV7: without a new marker Alvin is placed all the same."""
    game = to_santa_fe()
    game.does(0, claim("roswell--santa-fe", yellow=3))
    game.does(0, NO_MARKER)
    assert game.legal(0) == [PlaceAlvin("denver"), PlaceAlvin("pueblo")]


@pytest.mark.rule("alvin.place")
def test_only_the_capturer_places_him() -> None:
    """TTR-ALV5, TTR-T2: nobody else, and nothing else, is in order until he stands somewhere."""
    game = to_santa_fe()
    game.does(0, claim("roswell--santa-fe", yellow=3))
    game.does(0, NO_MARKER)
    answer = game.act(1, PlaceAlvin("seattle"))
    assert isinstance(answer, Rejection)
    assert answer.rule == NOT_YOUR_TURN
    game.refuses(0, DrawCard(None), "core.not-now")


def test_no_placing_without_a_capture() -> None:
    """TTR-ALV8: Alvin moves by capture only."""
    game = old_west(markers={0: ["denver", "pueblo"]}, owners={"denver--pueblo--a": 0}, alvin="denver")
    game.refuses(0, PlaceAlvin("pueblo"), "core.not-now")


def test_roswell_after_he_left() -> None:
    """TTR-ALV8, TTR-ALV2: when Alvin has left, routes to Roswell are claimed and scored as any, and capture nothing."""
    game = old_west(markers={0: ["santa-fe"], 1: ["albuquerque"]}, hands={0: {"yellow": 3}}, alvin="albuquerque")
    events = game.does(0, claim("roswell--santa-fe", yellow=3))
    assert of_type(events, AlvinCaptured) == []
    assert (points(game), alvin_in(game)) == ([4, 0], "albuquerque")


def test_routes_claimed_earlier() -> None:
    """TTR-ALV4: a route into the city that was claimed before Alvin came there captures nothing."""
    game = old_west(
        markers={0: ["albuquerque"], 1: ["santa-fe"]},
        owners={"albuquerque--santa-fe--a": 1},
        hands={0: {"red": 2}},
        alvin=ROSWELL,
    )
    game.does(0, claim("albuquerque--roswell", red=2))
    assert (alvin_in(game), controller(game.state)) == ("albuquerque", 0)


def test_whole_run() -> None:
    """TTR-X79, TTR-ALV1 to ALV9: seven claims, three captures, and the end; A 17, D 37 before tickets."""
    game = old_west(
        4,
        markers={0: ["santa-fe"], 1: ["denver"], 2: ["salt-lake-city"], 3: ["albuquerque"]},
        hands={
            0: {"purple": 1, "yellow": 3, "black": 2, "blue": 1, L: 1},
            3: {"red": 2, "white": 2, "green": 2},
        },
        display=["orange"] * 5,
        alvin=ROSWELL,
    )

    def plays(seat: int, action: ClaimRoute, a: int, d: int) -> None:
        turn_of(game, seat)
        before = points(game)
        game.does(seat, action)
        gained = [after - earlier for after, earlier in zip(points(game), before, strict=True)]
        assert gained == [a, 0, 0, d]

    def declines() -> None:
        if game.state.asked == OFFER:
            game.does(game.state.to_act[0], NO_MARKER)

    plays(0, claim("albuquerque--santa-fe--a", purple=1), 1, 1)
    plays(3, claim("albuquerque--roswell", red=2), 0, 12)
    declines()
    assert (alvin_in(game), points(game)[3]) == ("albuquerque", 13)
    plays(0, claim("roswell--santa-fe", yellow=3), 4, 0)
    declines()
    assert points(game)[0] == 5
    plays(3, claim("albuquerque--durango", white=2), 0, 2)
    declines()
    assert points(game)[3] == 15
    plays(0, claim("albuquerque--las-cruces--a", black=2), 10, 2)
    game.does(0, marker("las-cruces", blue=1, locomotive=1))
    assert game.legal(0) == [PlaceAlvin("santa-fe"), PlaceAlvin("las-cruces")]
    game.does(0, PlaceAlvin("las-cruces"))
    assert (points(game)[0], points(game)[3]) == (15, 17)
    plays(3, claim("las-cruces--roswell", green=2), 2, 10)
    declines()
    assert (alvin_in(game), points(game)[0], points(game)[3]) == ("albuquerque", 17, 27)
    game.state.turns_left = 0
    seat = game.state.turn
    for _ in range(2):
        game.does(seat, DrawCard(None))
    assert game.state.ended == "last round"
    assert game.scores()["alvin.control"] == (0, 0, 0, 10)
    assert game.scores()["ttr.routes"] == (17, 0, 0, 27)


def test_never_moved() -> None:
    """TTR-X80, TTR-ALV9, alvin.control: still in Roswell at the end, he scores for nobody."""
    game = old_west(markers={0: ["albuquerque"]}, alvin=ROSWELL, turns_left=0)
    for _ in range(2):
        game.does(0, DrawCard(None))
    assert game.scores()["alvin.control"] == (0, 0)


@pytest.mark.parametrize("owner", [0, 1])
def test_control_at_the_end(owner: int) -> None:
    """TTR-ALV9, alvin.control: whoever owns his city at the end scores 10."""
    game = old_west(markers={0: ["albuquerque"], 1: ["denver"]}, alvin=["albuquerque", "denver"][owner], turns_left=0)
    for _ in range(2):
        game.does(0, DrawCard(None))
    assert game.scores()["alvin.control"] == ((10, 0) if owner == 0 else (0, 10))


@pytest.mark.parametrize("placed", ["denver", "pueblo"])
def test_capture_in_the_last_turn(placed: str) -> None:
    """TTR-ALV10, TTR-E3: a capture with the last claim of the game counts, and the game ends when he is placed."""
    game = to_santa_fe()
    game.state.turns_left = 0
    game.does(0, claim("roswell--santa-fe", yellow=3))
    game.does(0, NO_MARKER)
    assert game.state.asked == PLACE
    game.does(0, PlaceAlvin(placed))
    assert game.state.ended == "last round"
    assert game.scores()["ttr.routes"][0] == 14
    assert game.scores()["alvin.control"] == (10, 0, 0, 0)


def test_options() -> None:
    """TTR-ALV1, TTR-ALV5, TTR-ALV9: where he lives and what he scores are options of the variant."""
    options: Options = {"alvin.home": "denver", "alvin.capture": 6, "alvin.control": 3}
    game = set_up(2, options, game=GAME, variants=[ALVIN])
    assert alvin_in(game) == "denver"
    played = old_west(2, options, markers={0: ["pueblo"]}, hands={0: {"yellow": 1}}, alvin="denver", turns_left=0)
    played.does(0, claim("denver--pueblo--a", yellow=1))
    assert (points(played), alvin_in(played)) == ([7, 0], "pueblo")
    assert played.scores()["alvin.control"] == (3, 0)


@pytest.mark.rule("alvin.home")
def test_home_that_is_not_on_the_map() -> None:
    """TTR-ALV1: a home that the map does not have is refused when the rules are composed."""
    with pytest.raises(OptionError, match=r"alvin\.home cannot be paris: the map old-west has no such city"):
        rules_for(2, {"alvin.home": "paris"}, [ALVIN], GAME)


def test_everything_is_public() -> None:
    """TTR-V1: all see who captured Alvin and where he was put."""
    game = to_santa_fe()
    action = claim("roswell--santa-fe", yellow=3)
    events = game.does(0, action)
    for viewer in (1, None):
        assert view_of_events(game.rules, 0, events, viewer) == events
    game.does(0, NO_MARKER)
    placing = PlaceAlvin("denver")
    events = game.does(0, placing)
    for viewer in (1, None):
        assert view_of_action(game.rules, 0, placing, events, viewer) == placing
        assert view_of_events(game.rules, 0, events, viewer) == events
        assert alvin_in(Position(game.rules, game.seen_by(viewer))) == "denver"


def test_words_and_panel() -> None:
    """Alvin is told of in words, and the screen shows where he is."""
    game = to_santa_fe()

    def shown() -> str:
        (panel,) = (one for one in game.rules.screen(game.seen_by(1), 1) if one.title == "Alvin")
        return "".join(part.text for row in panel.rows for part in row)

    assert shown() == "in Roswell, free"
    game.does(0, claim("roswell--santa-fe", yellow=3))
    game.does(0, NO_MARKER)
    game.does(0, PlaceAlvin("pueblo"))
    assert shown() == "in Pueblo, controlled by seat 0"
    said = [
        game.rules.say(thing)
        for thing in (PlaceAlvin("pueblo"), AlvinArrived(ROSWELL), AlvinCaptured(0, ROSWELL), AlvinPlaced(0, "pueblo"))
    ]
    assert said == [
        "put Alvin on Pueblo",
        "Alvin is in Roswell",
        "seat 0 captures Alvin in Roswell",
        "Alvin goes to Pueblo",
    ]


# Undo and replay


@cache
def recorded() -> tuple[RecordedGame, list[Ply[Any, Any]], list[bytes]]:
    """Record a game, whose seats settle and capture where they can, until Alvin's place was a matter of choice.

    Gives the game, its plies behind the set-up, and the state before each.
    """
    rules = rules_for(3, variants=[ALVIN], game=GAME)
    header = open_header(rules, OLD_WEST_GAME.maps()[0], ["A", "B", "C"], 1)
    game = RecordedGame.begin(rules, header, Seeded.of_seed(1), lambda line: None)
    random, plies, states = Random(1), list[Ply[Any, Any]](), list[bytes]()
    while not (plies and isinstance(plies[-1].action, PlaceAlvin)):
        seat = game.state.to_act[0]
        legal = list(legal_actions(rules, game.state, seat))
        states.append(encode(game.state))
        plies.append(game.act(seat, min(legal, key=lambda action: (_rank(game, seat, action), random.random()))))
    return game, plies, states


def _rank(game: RecordedGame, seat: int, action: Any) -> int:
    """Rank actions: captures and markers first, then declining one, other claims, and all the rest."""
    state: Any = game.state
    if isinstance(action, ClaimRoute):
        route = game.rules.board.routes[action.route]
        return 0 if state.slice(Alvin).city in (route.a, route.b) and controller(state) != seat else 2
    if isinstance(action, ChooseStart):
        return 0 if action.city in ("albuquerque", "santa-fe", "las-cruces", "tucson", "durango") else 1
    if isinstance(action, PlaceMarker | DeclineMarker):
        return 0 if isinstance(action, PlaceMarker) else 1
    return 3


def test_undoing_a_capture() -> None:
    """ALV-05: undoing choice and capture brings back Alvin, the points and the open route, as the state was before.

    Folding the events up to there gives the same state.
    """
    game, plies, states = recorded()
    seat = plies[-1].seat
    assert seat is not None
    capture = max(place for place, ply in enumerate(plies) if of_type(ply.events, AlvinCaptured))
    assert [ply.seat for ply in plies[capture:]] == [seat] * (len(plies) - capture)
    folded: Any = decode(game.rules, states[0])
    for ply in plies[:capture]:
        fold(game.rules, folded, ply.events)
    undone = RecordedGame.begin(game.rules, game.header, Seeded.of_seed(1), lambda line: None)
    for ply in plies:
        undone.act(ply.seat or 0, ply.action)
    assert encode(undone.state) == encode(game.state)
    for _ in plies[capture:]:
        undone.undo(seat)
    assert encode(undone.state) == encode(folded) == states[capture]
    assert folded.slice(Alvin).city == of_type(plies[capture].events, AlvinCaptured)[0].city
    assert plies[capture].action.route not in folded.owners


def test_replay_puts_him_in_the_same_city() -> None:
    """ALV-04: folding the recorded events gives the state of the live game, with Alvin in the city that was chosen."""
    game, plies, states = recorded()
    state: Any = decode(game.rules, states[0])
    for ply in plies:
        fold(game.rules, state, ply.events)
    assert encode(state) == encode(game.state)
    assert state.slice(Alvin).city == plies[-1].action.city
    assert state.slice(Alvin).city in cities_of(state, plies[-1].seat or 0)


def test_invariant_notices_where_he_cannot_be() -> None:
    """alvin.somewhere (TTR-ALV1, TTR-ALV5): away from home he stands on a city with a marker."""
    game = old_west(markers={0: ["denver"], 1: ["seattle"]}, alvin="denver")
    holds = dict(game.rules.invariants)["alvin.somewhere"]
    assert holds(game.rules, game.state) is None
    game.state.slice(Alvin).city = "boise"
    assert holds(game.rules, game.state) == "Alvin is in boise"


@pytest.mark.rule("old-west.free-ends")
def test_no_offer_for_roswell_alone() -> None:
    """TTR-ALV2, ALV-01: where the other end has a marker there is nothing to offer, and the turn goes on."""
    game = old_west(markers={0: ["albuquerque"]}, hands={0: {"red": 2, "white": 2}}, alvin="albuquerque")
    game.does(0, claim("albuquerque--roswell", red=2))
    assert (game.state.asked, game.state.turn) != (OFFER, 0)
