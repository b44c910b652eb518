"""The bot `greedy`: always legal, deterministic, from its view only, and as strong as it has to be."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Sequence
from typing import Any, cast

import pytest

from bench.bots import BOARDS, WINS, Board, against_random, measure
from railbook.bots import RandomPlayer
from railbook.chance import Chance
from railbook.engine.play import check
from railbook.engine.state import copy, encode
from railbook.engine.view import view
from railbook.plugins.registry import Registry
from railbook.recording.game import RecordedGame, seeded_source
from railbook.recording.header import open_header
from railbook.recording.simulation import Table as BotTable
from railbook.recording.simulation import play
from railbook.rules.game import Player
from railbook.rules.layer import Flow, Layer
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, Ask, Public
from railbook_ticket_to_ride.actions import ClaimRoute, DrawCard, DrawTickets, KeepTickets, Pass
from railbook_ticket_to_ride.board import BoardRoute
from railbook_ticket_to_ride.cards import Cards, Cost, colours_of
from railbook_ticket_to_ride.claiming import route_cost
from railbook_ticket_to_ride.family import board_of
from railbook_ticket_to_ride.greedy import GreedyPlayer
from railbook_ticket_to_ride.map_format import GREY
from railbook_ticket_to_ride.rules import TICKET_TO_RIDE
from railbook_ticket_to_ride.table import Table
from railbook_usa.plugin import USA
from tests.plugins.ticket_to_ride.positions import L, Options, Position, claim, keep, position, rules_for, set_up


def chosen(game: Position, seat: int = 0, seed: int = 0) -> Action:
    """Give what greedy chooses from the view of a seat; it must be legal in the full state."""
    action = GreedyPlayer(game.rules, seed).choose(game.seen_by(seat), seat)
    assert check(game.rules, game.state, seat, action) is None
    return action


def begin(rules: Ruleset, seed: int) -> RecordedGame:
    """Begin a game of which no log is kept."""
    header = open_header(rules, USA.maps()[0], [f"seat {seat}" for seat in range(rules.seats)], seed)
    return RecordedGame.begin(rules, header, seeded_source(header), lambda line: None)


# What it may do

LIMIT: Layer[Table] = Layer("hand-limit", game=TICKET_TO_RIDE)


@LIMIT.validator(DrawCard, "hand-limit.full")
def hand_is_full(rules: Ruleset, state: Table, seat: int, action: DrawCard) -> str | None:
    """Nobody draws with six cards in the hand."""
    return "the hand is full" if state.seats[seat].hand.size >= 6 else None


FORBIDDING: Layer[Table] = Layer("forbidding", game=TICKET_TO_RIDE)


@FORBIDDING.validator(ClaimRoute, "forbidding.claims")
def long_grey_and_mixed(rules: Ruleset, state: Table, seat: int, action: ClaimRoute) -> str | None:
    """Neither long routes, nor grey ones in red, nor payments with locomotives beside a colour."""
    route = board_of(rules).routes[action.route]
    bad = route.length > 4 or (route.colour == GREY and action.payment.colour == "red")
    return "forbidden" if bad or (L in action.payment.cards and colours_of(action.payment.cards)) else None


@FORBIDDING.validator(DrawTickets, "forbidding.tickets")
def no_tickets(rules: Ruleset, state: Table, seat: int, action: DrawTickets) -> str | None:
    """Nobody draws tickets before round 20."""
    return "too early" if state.round < 20 else None


@FORBIDDING.validator(KeepTickets, "forbidding.keep-all")
def not_all(rules: Ruleset, state: Table, seat: int, action: KeepTickets) -> str | None:
    """Nobody keeps exactly what greedy would, if that is the first ticket of the offer."""
    return "not that one" if len(action.keep) == 1 and action.keep[0] == state.seats[seat].offer[0] else None


@FORBIDDING.validator(DrawCard, "forbidding.slots")
def no_first_slot(rules: Ruleset, state: Table, seat: int, action: DrawCard) -> str | None:
    """The cards of slots 1 and 2 are for show."""
    return "for show" if action.slot in (1, 2) else None


GREETING: Layer[Table] = Layer("greeting", game=TICKET_TO_RIDE)


class Greet(Action, frozen=True, tag="greeting.greet"):
    """Greet somebody."""

    word: Public[str]


@GREETING.action(Greet, "greeting.ask")
def greet(rules: Ruleset, state: Table, seat: int, action: Greet, chance: Chance) -> Flow:
    """Nothing follows."""
    yield from ()


@GREETING.candidates(Greet)
def greetings(rules: Ruleset, state: Table, seat: int) -> list[Greet]:
    """There are two."""
    return [Greet("ahoy"), Greet("hello")]


@GREETING.validator(Greet, "greeting.at-sea")
def not_at_sea(rules: Ruleset, state: Table, seat: int, action: Greet) -> str | None:
    """Nobody says ahoy on a train."""
    return "this is no ship" if action.word == "ahoy" else None


@GREETING.step("greeting.ask")
def ask_for_greeting(rules: Ruleset, state: Table, chance: Chance) -> Flow:
    """Whoever took the turn greets."""
    yield Ask((state.turn,))


GREETING.insert("ttr.turn", "greeting.ask", before="ttr.end-check")


@pytest.mark.slow
@pytest.mark.parametrize(
    "seats, seed, options, layers",
    [
        pytest.param(2, 1, {}, (), id="default"),
        pytest.param(5, 2, {"parallel.open_from": 9}, (), id="five seats, parallel routes closed (TTR-P2)"),
        pytest.param(2, 3, {"draw.second_pick": "optional", "draw.picks": 3}, (), id="picks (Q03)"),
        pytest.param(2, 4, {"tickets.draw": 5, "tickets.keep_draw": 0, "tickets.keep_initial": 0}, (), id="keep none"),
        pytest.param(2, 5, {"tickets.keep_initial": 3, "tickets.draw_bottom_order": "shuffle"}, (), id="keep all"),
        pytest.param(3, 6, {"market.size": 1, "market.flush_at": 1, "setup.hand": 0}, (), id="one slot (TTR-M3)"),
        pytest.param(2, 7, {"turn.pass": "also_if_only_tickets", "end.trains_at_most": 30}, (), id="short (Q06)"),
        pytest.param(3, 8, {}, (LIMIT,), id="hand-limit.full"),
        pytest.param(2, 9, {}, (FORBIDDING,), id="forbidding.*"),
        pytest.param(2, 11, {}, (GREETING,), id="a step that it does not know"),
        pytest.param(4, 10, {"tickets.draw": 4}, (LIMIT, FORBIDDING), id="both layers"),
    ],
)
def test_every_choice_is_legal(seats: int, seed: int, options: Options, layers: Sequence[Layer[Table]]) -> None:
    """TTR-T1, TTR-T3: under all options and with house rules that forbid what it would like, the game goes to its end.

    Seat 0 does not plan its tickets, the last one plays at random, the others are greedy.
    """
    rules = rules_for(seats, options, layers)
    game = begin(rules, seed)
    players: list[Player] = [GreedyPlayer(rules, seed + seat, plans_tickets=seat > 0) for seat in range(seats - 1)]
    players.append(RandomPlayer(rules, seed))
    while not game.over:
        seat = game.state.to_act[0]
        action = players[seat].choose(view(rules, game.state, seat), seat)
        assert (action, check(rules, game.state, seat, action)) == (action, None)
        game.act(seat, action)
    assert game.state.ended in ("last round", "all passed")


def test_answers_what_it_does_not_know() -> None:
    """TTR-T3: asked by a step of a house rule that it has never heard of, it takes the first legal action."""
    game = position(variants=[GREETING], hands={0: {"white": 6}}, tickets={0: []}, ticket_pile=[])
    game.does(0, claim("calgary--winnipeg", white=6))
    assert game.state.asked == "greeting.ask"
    assert chosen(game) == Greet("hello")


def test_passes_where_nothing_else_is_legal() -> None:
    """TTR-T3, ttr.pass: without cards to draw, tickets to draw and cards to pay with, it passes."""
    game = position(display=[], pile={}, ticket_pile=[], tickets={0: ["t-boston--miami"]})
    assert game.legal(0) == [Pass()]
    assert chosen(game) == Pass()


def test_draws_tickets_only_where_it_must() -> None:
    """TTR-T3, TTR-K1: with an open ticket it does not draw tickets, unless nothing else is legal."""
    stuck = position(display=[], pile={}, tickets={0: ["t-boston--miami"]})
    assert stuck.legal(0) == [DrawTickets()]
    assert chosen(stuck) == DrawTickets()
    assert chosen(position(tickets={0: ["t-boston--miami"]})) != DrawTickets()


# Determinism

PROGRAM = """
import hashlib
from railbook.plugins.registry import Registry
from railbook.recording.simulation import Table, play
table = Table.of(Registry.installed(), "ttr-usa", ["greedy", "greedy", "greedy"])
print(hashlib.blake2b(play(table, 11)).hexdigest())
"""


@pytest.mark.slow
@pytest.mark.parametrize("hash_seed", ["1", "4242"])
def test_same_seed_same_choices_in_another_process(hash_seed: str) -> None:
    """LOG-04: the same seed gives the same bytes, whatever PYTHONHASHSEED is."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True, timeout=60
    )
    table = BotTable.of(Registry.installed(), "ttr-usa", ["greedy"] * 3)
    assert done.stdout.strip() == hashlib.blake2b(play(table, 11)).hexdigest()
    assert play(table, 11) != play(table, 12)


def test_chooses_by_its_view_alone() -> None:
    """TTR-V2, TTR-V3: it chooses the same if what its seat cannot see is otherwise, and whatever it chose before."""
    rules = rules_for(3)
    game = begin(rules, 5)
    players = [GreedyPlayer(rules, seat) for seat in range(3)]
    plies = 0
    while not game.over and plies < 150:
        seat = game.state.to_act[0]
        action = players[seat].choose(cast(Table, view(rules, game.state, seat)), seat)
        other = with_other_secrets(rules, game.state, seat)
        assert encode(other) != encode(game.state)
        assert GreedyPlayer(rules, seat).choose(view(rules, other, seat), seat) == action
        game.act(seat, action)
        plies += 1
    assert plies == 150


def with_other_secrets(rules: Ruleset, state: Any, seat: int) -> Table:
    """Give a copy of a state in which all that a seat cannot see is otherwise."""
    other: Table = copy(rules, state)
    tickets = sorted(board_of(rules).tickets)
    other.draw_pile = Cards({"red": other.draw_pile.size})
    for number, rival in enumerate(other.seats):
        if number != seat:
            rival.hand = Cards({"green": rival.hand.size})
            rival.tickets = [*tickets[: len(rival.tickets)]]
            rival.offer = [*tickets[: len(rival.offer)]]
            rival.rejects = [*tickets[: len(rival.rejects)]]
    for pile in other.piles.values():
        for stratum in pile.strata:
            if seat not in stratum.known_to:
                stratum.tickets = [*tickets[: len(stratum.tickets)]]
    for choice in other.committed:
        if choice.seat != seat:
            choice.action = None
    return other


# How it plays


@pytest.mark.parametrize("least", [0, 1, 2, 3])
def test_keeps_at_least_what_it_must(least: int) -> None:
    """TTR-S5, ttr.keep-at-least: of the first offer it keeps as many as it must, or more."""
    game = set_up(2, {"tickets.keep_initial": least})
    if least == 3:
        assert len(game.seat(0).tickets) == 3, "kept of itself"
        return
    action = chosen(game)
    assert isinstance(action, KeepTickets)
    assert len(action.keep) >= least
    assert sorted(map(str, action.keep + action.put_back)) == sorted(map(str, game.seat(0).offer))


@pytest.mark.parametrize("least", [0, 1, 2])
def test_keeps_tickets_that_lie_on_one_way(least: int) -> None:
    """TTR-S5: three tickets that share their way, from Houston to the north, are all kept, however few it must keep."""
    offer = ["t-houston--kansas-city", "t-oklahoma-city--sault-st-marie", "t-houston--winnipeg"]
    game = set_up(2, {"tickets.keep_initial": least}, offers={0: offer})
    assert chosen(game) == keep(offer)


@pytest.mark.parametrize("least", [1, 2])
def test_keeps_no_more_than_it_must_of_tickets_that_lie_apart(least: int) -> None:
    """TTR-S5, TTR-K6: of tickets in three corners of the board it keeps just as many as it must."""
    offer = ["t-dallas--new-york", "t-los-angeles--miami", "t-phoenix--portland"]
    game = set_up(2, {"tickets.keep_initial": least}, offers={0: offer})
    action = chosen(game)
    assert isinstance(action, KeepTickets)
    assert len(action.keep) == least


def test_without_planning_it_keeps_as_few_as_it_may() -> None:
    """TTR-S5: with its planning switched off it looks at no ticket."""
    game = set_up(2)
    offer = game.seat(0).offer
    blind = GreedyPlayer(game.rules, 0, plans_tickets=False)
    assert blind.choose(game.seen_by(0), 0) == keep(offer[:2], offer[2:])


DENVER_EL_PASO: dict[int, Sequence[str]] = {0: ["t-denver--el-paso"]}
"""A ticket for which two grey routes of length 2, over Santa Fe, are by far the shortest way."""


def test_claims_a_route_of_its_plan_as_soon_as_it_can_pay() -> None:
    """TTR-C1: with cards for one of the two routes that it needs it claims that one, though others score more."""
    game = position(hands={0: {"green": 2, "blue": 4}}, tickets=DENVER_EL_PASO, owners={"denver--santa-fe": 0})
    assert chosen(game) in (claim("el-paso--santa-fe", green=2), claim("el-paso--santa-fe", blue=2))


TO_EL_PASO: dict[int, Sequence[str]] = {0: ["t-duluth--el-paso"]}
OWNED = {"duluth--omaha--a": 0, "denver--santa-fe": 0}
"""With these routes the ticket lacks Denver to Omaha, purple 4, and El Paso to Santa Fe, grey 2."""
RIVAL = {"oklahoma-city--santa-fe": 1}
"""A route of the other seat that ends in Santa Fe."""


def test_pays_with_what_its_plan_does_not_need() -> None:
    """TTR-C6: it pays the grey route with cards that the other one does not need, although it holds more of those."""
    game = position(hands={0: {"purple": 4, "white": 2}}, tickets=TO_EL_PASO, owners=OWNED | RIVAL)
    assert chosen(game) == claim("el-paso--santa-fe", white=2)


def test_saves_the_colour_that_another_route_needs() -> None:
    """TTR-C6, TTR-C10: it saves purple for the purple route, but not where a rival may take the grey one before."""
    hands = {0: {"purple": 3}}
    assert isinstance(chosen(position(hands=hands, tickets=TO_EL_PASO, owners=OWNED)), DrawCard)
    contested = position(hands=hands, tickets=TO_EL_PASO, owners=OWNED | RIVAL)
    assert chosen(contested) == claim("el-paso--santa-fe", purple=2)
    late = position(hands=hands, tickets=TO_EL_PASO, owners=OWNED, trains={1: 8}, round=20)
    assert chosen(late) == claim("el-paso--santa-fe", purple=2)


def test_draws_the_colour_that_it_needs() -> None:
    """TTR-D1: of the face-up cards it takes the one that its plan lacks."""
    owners = OWNED | {"el-paso--santa-fe": 0}
    game = position(hands={0: {"purple": 2}}, tickets=TO_EL_PASO, owners=owners, display=["white", "blue", "purple"])
    assert chosen(game) == DrawCard(3)


def test_takes_a_locomotive_for_a_symbol() -> None:
    """TTR-F1, TTR-D3: a route that asks for a locomotive makes a face-up one more welcome than any colour."""
    ferries: Layer[Table] = Layer("ferries", game=TICKET_TO_RIDE)

    @ferries.replace(route_cost)
    def one_locomotive(rules: Ruleset, route: BoardRoute) -> Cost:
        return Cost(route.length, route.colour, 1)

    owners = OWNED | {"el-paso--santa-fe": 0}
    display = ["purple", L, "blue"]
    hands = {0: {"purple": 2}}
    plain = position(tickets=TO_EL_PASO, owners=owners, display=display, hands=hands)
    assert chosen(plain) == DrawCard(1)
    ferry = position(tickets=TO_EL_PASO, owners=owners, display=display, hands=hands, variants=[ferries])
    assert chosen(ferry) == DrawCard(2)


@pytest.mark.parametrize("trains, round, drawn", [(45, 3, True), (12, 40, True), (11, 40, False), (4, 40, False)])
def test_draws_tickets_when_it_can_still_finish(trains: int, round: int, drawn: bool) -> None:  # noqa: A002
    """TTR-K1: with its tickets completed it draws new ones only with trains and turns left."""
    game = position(tickets={0: []}, trains={0: trains} if trains < 45 else None, round=round, hands={0: {"red": 2}})
    assert (chosen(game) == DrawTickets()) is drawn


def test_draws_no_tickets_when_another_seat_is_about_to_end_the_game() -> None:
    """TTR-E1: the game ends by the trains of any seat, so those of the others count."""
    assert chosen(position(tickets={0: []}, round=20)) == DrawTickets()
    assert chosen(position(tickets={0: []}, round=20, trains={1: 6})) != DrawTickets()


def test_claims_the_most_points_in_the_last_turn() -> None:
    """TTR-E1, TTR-C9: in its last turn it claims the longest route that it can pay, not the one of an open ticket."""
    hands = {0: {"green": 2, "white": 6}}
    game = position(hands=hands, tickets=DENVER_EL_PASO, turns_left=1, round=30)
    assert chosen(game) == claim("calgary--winnipeg", white=6)
    game = position(hands=hands, tickets=DENVER_EL_PASO, owners={"denver--santa-fe": 0}, turns_left=1, round=30)
    assert chosen(game) in (claim("el-paso--santa-fe", green=2), claim("el-paso--santa-fe", white=2))


# How strong it is


@pytest.mark.slow
def test_beats_random() -> None:
    """TTR-W1, TTR-K5: over a few games it reaches what `bench` demands over a hundred: wins and tickets completed."""
    found = against_random(Registry.installed(), BOARDS[0], 8, plans_tickets=True)
    assert found.wins >= WINS
    assert found.completed >= BOARDS[0].completed


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_meets_its_targets(board: Board) -> None:
    """TTR-W1, TTR-K5: it meets every target of `bench`, that its planning is worth many points among them."""
    _, targets = measure(board, 25)
    assert [(target.name, target.met) for target in targets] == [(target.name, True) for target in targets]
