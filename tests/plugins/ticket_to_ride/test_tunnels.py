"""Tunnels: the attempt, the cards revealed, the surcharge that is paid or declined (TTR-U, chapter 8)."""

from __future__ import annotations

from typing import Any

import pytest

from railbook.engine.play import NOT_YOUR_TURN
from railbook.engine.view import reveals, view_of_action, view_of_chance, view_of_events
from railbook.recording.game import refuse_undo
from railbook.recording.header import open_header
from railbook.rules.types import Action, Rejection
from railbook_europe.plugin import EUROPE_GAME
from railbook_ticket_to_ride.actions import ClaimRoute, DrawCard, DrawTickets
from railbook_ticket_to_ride.cards import Payment
from railbook_ticket_to_ride.events import DisplayFlushed, PointsScored, Reshuffled, RouteClaimed, SlotFilled
from railbook_ticket_to_ride.tunnel_attempts import (
    Attempt,
    CardRevealed,
    DeclineTunnel,
    PaySurcharge,
    SurchargeDue,
    SurchargePaid,
    TunnelDeclined,
    TunnelDug,
    TunnelTried,
)
from railbook_ticket_to_ride.tunnels import SURCHARGE
from tests.plugins.europe.table import europe
from tests.plugins.ticket_to_ride.positions import CALM, L, Position, announcing, claim, of_type, payment

SOFIA = "bucuresti--sofia"
"""A grey tunnel of length 2."""
BLACK = "madrid--pamplona--b"
"""A black tunnel of length 3; its sibling is white."""
YELLOW = ("yellow",) * 5
"""A display that nothing follows from."""


def pay(**cards: int) -> PaySurcharge:
    """Pay the surcharge with these cards."""
    return PaySurcharge(payment(**cards))


DECLINE = DeclineTunnel()


def attempt(game: Position) -> Attempt:
    """Give the attempt that is going on."""
    return game.state.slice(Attempt)


def tried(hand: dict[str, int], lay: dict[str, int], revealed: tuple[str, ...], route: str = SOFIA) -> Position:
    """Give a game in which seat 0 with this hand has tried a tunnel, and these cards were revealed."""
    game = europe(hands={0: hand}, display=YELLOW)
    game.does(0, claim(route, **lay), revealed=revealed)
    return game


@pytest.mark.rule(
    "ttr.revealed", "ttr.reveal", "ttr.dig", "ttr.claim-route", "ttr.cost", "ttr.pay-surcharge", "ttr.cards-elsewhere"
)
def test_colour_matches() -> None:
    """TTR-X07, TTR-U1, TTR-U3, TTR-U4, TTR-U7, TTR-U8, ttr.tunnel-match, ttr.tunnel-surcharge.

    Red was laid and one red is revealed, so one card more is due. Paid in red, three cards are gone, two trains stand
    there and two points are scored.
    """
    game = europe(hands={0: {"red": 4, L: 1}}, display=YELLOW)
    events = game.does(0, claim(SOFIA, red=2), revealed=("red", "blue", "white"))
    assert events[:5] == [
        TunnelTried(0, SOFIA, {"red": 2}, "red"),
        CardRevealed("red"),
        CardRevealed("blue"),
        CardRevealed("white"),
        SurchargeDue(1),
    ]
    assert attempt(game) == Attempt(SOFIA, {"red": 2}, "red", ["red", "blue", "white"], 1)
    assert (game.state.asked, game.state.to_act, game.hand(0)) == (SURCHARGE, [0], {"red": 2, L: 1})
    assert (game.state.owners, game.state.discard, game.seat(0).trains) == ({}, {}, 45)
    assert game.legal(0) == [pay(red=1), pay(locomotive=1), DECLINE]
    events = game.does(0, pay(red=1))
    assert events[:4] == [
        SurchargePaid(0, {"red": 1}),
        TunnelDug(0),
        RouteClaimed(0, SOFIA, 2),
        PointsScored(0, 2, SOFIA),
    ]
    assert game.state.owners == {SOFIA: 0}
    assert (game.hand(0), game.seat(0).trains, game.seat(0).points) == ({"red": 1, L: 1}, 43, 2)
    assert game.state.discard == {"red": 4, "blue": 1, "white": 1}
    assert (attempt(game), game.state.turn) == (Attempt(), 1)


@pytest.mark.parametrize("cards", [{"green": 1}, {L: 1}])
def test_locomotive_matches(cards: dict[str, int]) -> None:
    """TTR-X08, TTR-U3, TTR-U4: a revealed locomotive costs one card more, of the colour laid or a locomotive."""
    game = tried({"green": 3, L: 1}, {"green": 2}, (L, "blue", "white"))
    assert attempt(game).surcharge == 1
    game.refuses(0, pay(blue=1), "ttr.payment-colour", "TTR-C3", "only green cards and locomotives")
    game.does(0, pay(**cards))
    assert game.state.owners == {SOFIA: 0}
    assert game.state.discard == {"green": 2 + cards.get("green", 0), L: 1 + cards.get(L, 0), "blue": 1, "white": 1}


@pytest.mark.parametrize("revealed, due", [(("red", "green", "blue"), 0), ((L, "green", "blue"), 1)])
def test_locomotives_only(revealed: tuple[str, ...], due: int) -> None:
    """TTR-X09, TTR-U3, TTR-U4: where only locomotives were laid only locomotives match, and only they pay."""
    game = europe(hands={0: {L: 4, "red": 2, "green": 2, "blue": 2}}, display=YELLOW)
    events = game.does(0, claim(SOFIA, locomotive=2), revealed=revealed)
    if due:
        assert game.legal(0) == [pay(locomotive=1), DECLINE]
        game.refuses(0, pay(red=1), "ttr.payment-colour", "TTR-C3", "1 red: only locomotives pay here")
        game.does(0, pay(locomotive=1))
    else:
        assert of_type(events, SurchargeDue) == []
    assert game.state.owners == {SOFIA: 0}
    assert game.hand(0)[L] == 2 - due


@pytest.mark.rule("ttr.pay-surcharge", "ttr.cost")
def test_mixed_lay() -> None:
    """TTR-X36, TTR-U3, TTR-U4, TTR-U8: two matches are paid with one white and one locomotive; points by the length."""
    game = tried({"white": 3, L: 2}, {"white": 2, L: 1}, ("white", L, "black"), "madrid--pamplona--a")
    assert attempt(game).surcharge == 2
    game.does(0, pay(white=1, locomotive=1))
    assert (game.hand(0), game.seat(0).trains, game.seat(0).points) == ({}, 42, 4)
    assert game.state.discard == {"white": 4, L: 3, "black": 1}


@pytest.mark.rule("ttr.decline-tunnel")
def test_cannot_pay() -> None:
    """TTR-X37, TTR-U6, TTR-U7, TTR-U9: three more are due and two are there, so all the seat may do is decline.

    The six laid cards return, the three revealed are discarded, the turn is over and the route open.
    """
    game = tried({"blue": 8}, {"blue": 6}, ("blue",) * 3, "budapest--kyiv")
    assert game.legal(0) == [DECLINE]
    game.refuses(0, pay(blue=2), "ttr.payment-size", "TTR-C2", "2 blue are 2 cards: pay exactly 3")
    game.refuses(0, pay(blue=3), "ttr.hand", "TTR-C1", "lacks 1 blue")
    events = game.does(0, DECLINE)
    assert events[0] == TunnelDeclined(0)
    assert (game.hand(0), game.state.discard, game.state.owners) == ({"blue": 8}, {"blue": 3}, {})
    assert (game.state.turn, game.seat(0).trains, game.seat(0).points, attempt(game)) == (1, 45, 0, Attempt())


def test_declines_by_choice() -> None:
    """TTR-X38, TTR-U6: a seat that could pay the surcharge may decline, with the same effect."""
    game = tried({"red": 3}, {"red": 2}, ("red", "blue", "white"))
    assert pay(red=1) in game.legal(0)
    game.does(0, DECLINE)
    assert (game.hand(0), game.state.owners, game.state.turn) == ({"red": 3}, {}, 1)
    assert game.state.discard == {"red": 1, "blue": 1, "white": 1}


def test_unpaid_tunnel() -> None:
    """EUR-01, TTR-U3, TTR-U6: with one purple for two matches the seat is asked all the same, and can only decline."""
    game = tried({"purple": 2, L: 1}, {"purple": 1, L: 1}, (L, "purple", "green"), "marseille--zurich")
    assert attempt(game).surcharge == 2
    assert game.legal(0) == [DECLINE]
    game.does(0, DECLINE)
    assert game.hand(0) == {"purple": 2, L: 1}
    assert game.state.discard == {L: 1, "purple": 1, "green": 1}
    assert (game.state.owners, game.state.turn, game.seat(0).points, game.seat(0).trains) == ({}, 1, 0, 45)


def test_second_attempt() -> None:
    """EUR-02, TTR-U9: a declined tunnel may be tried again in the next turn, and other cards are revealed."""
    game = tried({"black": 6}, {"black": 3}, ("black", "red", "green"), BLACK)
    game.does(0, DECLINE)
    assert (game.hand(0), game.state.discard) == ({"black": 6}, {"black": 1, "red": 1, "green": 1})
    game.does(1, DrawCard(None))
    game.does(1, DrawCard(None))
    events = game.does(0, claim(BLACK, black=3), revealed=("white", "white", "orange"))
    assert [event.card for event in of_type(events, CardRevealed)] == ["white", "white", "orange"]
    assert game.state.owners == {BLACK: 0}


def test_revealing_is_a_barrier_for_undo() -> None:
    """EUR-02, TTR-V5: an attempt revealed cards, so neither it nor what came before can be taken back."""
    game = europe(hands={0: {"black": 6}}, display=YELLOW)
    events = game.does(0, claim(BLACK, black=3), revealed=("black", "red", "green"))
    shown = reveals(game.rules, game.chance, events)
    header = open_header(game.rules, EUROPE_GAME.maps()[0], ["A", "B"], 1)
    declined = game.does(0, DECLINE)
    plies = {7: (0, shown), 8: (0, reveals(game.rules, game.chance, declined))}
    refused = refuse_undo(0, 7, 9, plies, header, over=False)
    assert refused is not None
    assert refused.rule == "core.undo-barrier"


def test_short_piles() -> None:
    """TTR-X39, EUR-03, TTR-U2: with two cards in both piles these two are revealed, and a third does not exist."""
    route = "angora--constantinople"
    game = europe(hands={0: {"green": 3}}, display=YELLOW, pile={"green": 1}, discard={"blue": 1})
    events = game.does(0, claim(route, green=2))
    assert events[:5] == [
        TunnelTried(0, route, {"green": 2}, "green"),
        CardRevealed("green"),
        Reshuffled(1),
        CardRevealed("blue"),
        SurchargeDue(1),
    ]
    game.does(0, pay(green=1))
    assert game.state.discard == {"green": 4, "blue": 1}


def test_only_one_card_is_left() -> None:
    """EUR-03 (copy 1), TTR-U2, TTR-U5: the one card of the pile does not match, and the tunnel is claimed."""
    game = europe(hands={0: {"yellow": 2}}, display=["red"] * 5, pile={"green": 1})
    events = game.does(0, claim("munchen--zurich", yellow=2))
    assert events[1:4] == [CardRevealed("green"), TunnelDug(0), RouteClaimed(0, "munchen--zurich", 2)]


def test_laid_cards_are_not_shuffled_in() -> None:
    """EUR-03 (copy 2), TTR-U2, TTR-G6: the discards are shuffled without the cards laid, of which none can appear."""
    discard = {"red": 1, "blue": 1, "white": 1, "purple": 1}
    for script in (("green", "red", "purple"), ("green", "white", "blue")):
        game = europe(hands={0: {"yellow": 2}}, display=["red"] * 5, pile={"green": 1}, discard=discard)
        events = game.does(0, claim("munchen--zurich", yellow=2), revealed=script)
        assert of_type(events, Reshuffled) == [Reshuffled(4)]
        assert game.state.owners == {"munchen--zurich": 0}
        assert game.state.discard == {"yellow": 2, **dict.fromkeys(script, 1)}
        assert game.state.draw_pile.size == 2


@pytest.mark.rule("ttr.dig")
def test_empty_piles() -> None:
    """TTR-X40, EUR-03 (copy 3), TTR-U2, TTR-U5: with nothing to reveal the tunnel is claimed without surcharge."""
    game = europe(hands={0: {"green": 2}}, display=YELLOW, pile={})
    events = game.does(0, claim("angora--constantinople", green=2))
    assert of_type(events, CardRevealed) == []
    assert game.state.owners == {"angora--constantinople": 0}
    assert game.state.discard == {"green": 2}


@pytest.mark.rule("ttr.cards-elsewhere", "ttr.reveal")
def test_reshuffle_while_revealing() -> None:
    """TTR-X41, TTR-U2: one card is revealed, the 20 discards are shuffled without the cards laid, two more come."""
    discard = {"red": 7, "blue": 6, "white": 7}
    game = europe(hands={0: {"green": 2}}, display=YELLOW, pile={"black": 1}, discard=discard)
    events = game.does(0, claim("angora--constantinople", green=2), revealed=("black", "red", "white"))
    assert events[1:5] == [CardRevealed("black"), Reshuffled(20), CardRevealed("red"), CardRevealed("white")]
    assert game.state.draw_pile.kinds == {"red": 6, "blue": 6, "white": 6}
    assert game.state.discard == {"green": 2, "black": 1, "red": 1, "white": 1}


@pytest.mark.parametrize("revealed", [("black", "black", "white"), ("black", L, "white")])
def test_locomotives_on_a_coloured_tunnel(revealed: tuple[str, ...]) -> None:
    """TTR-X42, TTR-U3: three locomotives on a black tunnel are matched by locomotives only, not by black."""
    game = europe(hands={0: {L: 3}}, display=YELLOW)
    events = game.does(0, claim(BLACK, locomotive=3), revealed=revealed)
    assert of_type(events, SurchargeDue) == ([SurchargeDue(1)] if L in revealed else [])


def test_longest_route() -> None:
    """TTR-X43, EUR-08, TTR-U8, TTR-E1: the tunnel of length 8 takes 8 trains, scores 21 and sets off the last round."""
    game = europe(
        hands={0: {"yellow": 8, L: 2}},
        display=["red"] * 5,
        trains={0: 10},
        free=["petrograd--stockholm"],
        points={0: 0},
    )
    game.does(0, claim("petrograd--stockholm", yellow=8), revealed=("red", "green", "blue"))
    assert (game.seat(0).points, game.seat(0).trains, game.hand(0)) == (21, 2, {L: 2})
    assert game.state.turns_left == 1


def test_longest_route_with_surcharge() -> None:
    """TTR-X43, TTR-U7, TTR-U8: eight cards and the surcharge are gone, trains and points are those of the length."""
    game = tried({"orange": 8, L: 3}, {"orange": 7, L: 1}, ("orange", L, L), "petrograd--stockholm")
    assert attempt(game).surcharge == 3
    game.does(0, pay(orange=1, locomotive=2))
    assert (game.hand(0), game.seat(0).trains, game.seat(0).points) == ({}, 37, 21)


def test_trains_count_before() -> None:
    """TTR-X44, TTR-U1, ttr.trains: with too few trains an attempt is refused before any card is revealed."""
    game = europe(hands={0: {"red": 6}}, trains={0: 2}, free=["marseille--roma"])
    game.refuses(0, claim("marseille--roma", red=4), "ttr.trains", "TTR-C1", "takes 4 trains")
    assert game.chance == []


@pytest.mark.parametrize(
    "action, rule",
    [
        (claim(BLACK, white=3), "ttr.payment-colour"),
        (claim(BLACK, black=2), "ttr.payment-size"),
        (claim(BLACK, black=4), "ttr.payment-size"),
        (claim(BLACK, black=2, red=1), "ttr.payment-one-colour"),
        (announcing("white", claim(BLACK, locomotive=3)), "ttr.announced-colour"),
    ],
)
def test_lay_is_a_payment(action: Any, rule: str) -> None:
    """TTR-U1: what is laid down must pay for the route if it were no tunnel."""
    game = europe(hands={0: {"black": 4, "white": 3, "red": 1, L: 3}})
    answer = game.act(0, action)
    assert isinstance(answer, Rejection)
    assert answer.rule == rule


def test_owned_and_parallel_tunnels() -> None:
    """TTR-X06, TTR-P1, TTR-P2: who owns one of two parallel tunnels never gets the other; with two nobody does."""
    for seats, closed in ((2, True), (3, True), (4, False)):
        hands = {0: {"black": 3}, 1: {"black": 3}}
        game = europe(seats, hands=hands, owners={"madrid--pamplona--a": 0}, display=YELLOW)
        game.refuses(0, claim(BLACK, black=3), "ttr.parallel-route", "TTR-P1", "leave it to another seat")
        game.state.turn, game.state.to_act = 1, [1]
        if closed:
            game.refuses(1, claim(BLACK, black=3), "ttr.parallel-closed", "TTR-P2", "is closed")
        else:
            game.does(1, claim(BLACK, black=3), revealed=("red", "white", "green"))
            assert game.state.owners[BLACK] == 1


def test_failed_attempt_closes_nothing() -> None:
    """EUR-09, TTR-P5, TTR-U6: only the successful claim closes the sibling, and then no card is revealed for it."""
    game = europe(hands={0: {"black": 3}, 1: {"white": 3}}, display=YELLOW)
    game.does(0, claim(BLACK, black=3), revealed=("black", "red", "green"))
    game.does(0, DECLINE)
    game.does(1, claim("madrid--pamplona--a", white=3), revealed=("red", "green", "blue"))
    assert (game.state.owners, game.seat(1).points) == ({"madrid--pamplona--a": 1}, 4)
    before = game.pile
    game.refuses(0, claim(BLACK, black=3), "ttr.parallel-closed", "TTR-P2")
    assert game.pile == before


def test_only_the_surcharge_is_asked_for() -> None:
    """TTR-T2, TTR-U6: between attempt and answer the seat can do nothing else, and no other seat can act."""
    game = tried({"red": 4}, {"red": 2}, ("red", "blue", "white"))
    others: list[Action] = [DrawCard(None), DrawTickets(), claim("danzig--warszawa", red=2)]
    for action in others:
        answer = game.act(0, action)
        assert isinstance(answer, Rejection)
        assert answer.rule == "core.not-now"
    for action in (pay(red=1), DECLINE, DrawCard(None)):
        answer = game.act(1, action)
        assert isinstance(answer, Rejection)
        assert answer.rule == NOT_YOUR_TURN


def test_no_answer_without_an_attempt() -> None:
    """TTR-U5, TTR-U6: without a surcharge to answer nobody can pay or decline one."""
    game = europe(hands={0: {"red": 4}})
    game.refuses(0, DECLINE, "core.not-now")
    game.refuses(0, pay(red=1), "core.not-now")


def test_other_routes_are_claimed_as_ever() -> None:
    """TTR-C9, TTR-U1: on a map with tunnels a route that is none is claimed at once."""
    game = europe(hands={0: {"red": 2}}, display=YELLOW)
    events = game.does(0, claim("danzig--warszawa", red=2))
    assert of_type(events, TunnelTried) == []
    assert (game.state.owners, attempt(game)) == ({"danzig--warszawa": 0}, Attempt())


@pytest.mark.rule("ttr.revealed")
def test_everything_is_public() -> None:
    """TTR-V1, TTR-V4, TTR-C11: all see the cards laid and revealed, and that laid ones went back into the hand."""
    game = europe(hands={0: {"red": 3}}, display=YELLOW)
    action = claim(SOFIA, red=2)
    events = game.does(0, action, revealed=("red", "blue", "white"))
    for viewer in (0, 1, None):
        assert view_of_events(game.rules, 0, events, viewer) == events
        assert view_of_action(game.rules, 0, action, events, viewer) == action
        assert view_of_chance(game.rules, 0, game.chance, viewer) == game.chance
        assert game.seen_by(viewer).slice(Attempt) == attempt(game)
        assert game.seen_by(viewer).seats[0].hand.size == 1
    assert game.seen_by(1).seats[0].hand.kinds == {}
    declined = game.does(0, DECLINE)
    assert view_of_events(game.rules, 0, declined, 1) == declined
    assert game.seen_by(1).seats[0].hand.size == 3


def test_the_decision_does_not_depend_on_hidden_cards() -> None:
    """TTR-U6, TTR-V2: whether the seat can pay is for its hand to say, so on the view of others it is open."""
    game = tried({"red": 3}, {"red": 2}, ("red", "blue", "white"))
    seen = Position(game.rules, game.seen_by(1))
    assert seen.state.asked == SURCHARGE
    assert DECLINE in seen.legal(0)
    own = Position(game.rules, game.seen_by(0))
    assert own.legal(0) == game.legal(0)


# Order of what follows


def test_refill_after_a_tunnel() -> None:
    """TTR-T6, TTR-M2, TTR-U7: cards revealed, laid and paid lie on the discard pile before empty slots are filled."""
    display = ["yellow", None, "yellow", "yellow", "yellow"]
    for answer, cards in ((pay(red=1), 6), (DECLINE, 3)):
        game = europe(hands={0: {"red": 3}}, display=display, pile={"red": 1, "blue": 1, "white": 1})
        game.does(0, claim(SOFIA, red=2))
        events = game.does(0, answer)
        kinds = [type(event) for event in events]
        assert of_type(events, Reshuffled) == [Reshuffled(cards)]
        assert kinds.index(Reshuffled) > kinds.index(TunnelDug if cards == 6 else TunnelDeclined)
        assert kinds[kinds.index(Reshuffled) + 1] is SlotFilled
        if cards == 6:
            assert kinds.index(PointsScored) < kinds.index(Reshuffled)
        assert None not in game.state.display


@pytest.mark.parametrize("refill", ["always", "after_claim"])
def test_refill_after_a_failed_attempt(refill: str) -> None:
    """Q05, TTR-M2: under `after_claim` a slot stays empty after a failed attempt, but not after a claim."""
    display = ["yellow", None, "yellow", "yellow", "yellow"]
    options = {"market.refill": refill}
    declined = europe(2, options, hands={0: {"red": 3}}, display=display, pile={"red": 1, "blue": 1, "white": 1})
    paid = declined.copy()
    for game in (declined, paid):
        game.does(0, claim(SOFIA, red=2))
    declined.does(0, DECLINE)
    paid.does(0, pay(red=1))
    assert (None in declined.state.display) == (refill == "after_claim")
    assert None not in paid.state.display


def test_flush_after_a_tunnel() -> None:
    """TTR-M3, TTR-T6: the refill behind a tunnel may bring the third locomotive, and then the display is flushed."""
    game = europe(hands={0: {"red": 2}}, display=[L, L, "blue", "blue", None], pile={"white": 3, L: 1, "green": 9})
    events = game.does(0, claim(SOFIA, red=2), revealed=("white",) * 3, face_up=[L, *["green"] * 5])
    assert of_type(events, DisplayFlushed) == [DisplayFlushed([L, L, "blue", "blue", L])]
    kinds = [type(event) for event in events]
    assert kinds.index(PointsScored) < kinds.index(DisplayFlushed)
    assert game.state.face_up == ["green"] * 5


def test_flushes_are_counted_anew() -> None:
    """Q01, TTR-M3: with a limit of flushes in a row an attempt is something new, as any payment is."""
    limit = {"market.flush_limit": 1}
    game = europe(2, limit, hands={0: {"red": 2}}, display=[L, L, L, "blue", "blue"], pile={"white": 9, "green": 9})
    game.state.flushes = 1
    events = game.does(0, claim(SOFIA, red=2), revealed=("white",) * 3)
    assert len(of_type(events, DisplayFlushed)) == 1


def test_tunnel_that_ends_the_game() -> None:
    """TTR-E1, TTR-T5: the answer to the last attempt is the last turn; the claim scores before the game is over."""
    game = europe(hands={0: {"red": 3}}, display=YELLOW, turns_left=0)
    game.does(0, claim(SOFIA, red=2), revealed=("red", "blue", "white"))
    assert game.state.to_act == [0]
    events = game.does(0, pay(red=1))
    assert of_type(events, PointsScored) == [PointsScored(0, 2, SOFIA)]
    assert game.state.ended == "last round"
    assert game.scores()["ttr.routes"] == (2, 0)


def test_passes_are_counted_anew() -> None:
    """TTR-T4, TTR-T2: an attempt is an action, also one that fails, so passes before it no longer count."""
    game = europe(hands={0: {"red": 2}}, display=YELLOW)
    game.state.passes = 1
    game.does(0, claim(SOFIA, red=2), revealed=("red", "blue", "white"))
    assert game.state.passes == 0


# Options


@pytest.mark.parametrize("reveal, due", [(0, 0), (1, 1), (2, 2), (5, 5)])
def test_number_of_cards_revealed(reveal: int, due: int) -> None:
    """TTR-U2, option `tunnel.reveal`: so many cards are revealed, three by default."""
    game = europe(2, {"tunnel.reveal": reveal}, hands={0: {"red": 2}}, display=YELLOW)
    game.does(0, claim(SOFIA, red=2), revealed=("red",) * reveal)
    assert attempt(game).surcharge == due
    assert (game.state.owners == {SOFIA: 0}) == (due == 0)
    assert europe().rules.option_values["tunnel.reveal"] == 3


def test_withdraw_without_surcharge() -> None:
    """Q13, TTR-U5, `tunnel.withdraw_without_surcharge`: though no card matches the seat may dig, or withdraw."""
    options = {"tunnel.withdraw_without_surcharge": True}
    game = europe(2, options, hands={0: {"red": 3}}, display=YELLOW)
    game.does(0, claim(SOFIA, red=2), revealed=("green", "blue", "white"))
    dig = PaySurcharge(Payment({}, L))
    assert game.legal(0) == [dig, DECLINE]
    game.refuses(0, pay(red=1), "ttr.payment-size", "TTR-C2", "pay exactly 0")
    withdrawn = game.copy()
    withdrawn.does(0, DECLINE)
    assert (withdrawn.hand(0), withdrawn.state.owners) == ({"red": 3}, {})
    assert withdrawn.state.discard == {"green": 1, "blue": 1, "white": 1}
    events = game.does(0, dig)
    assert events[:2] == [TunnelDug(0), RouteClaimed(0, SOFIA, 2)]
    assert (game.hand(0), game.seat(0).points) == ({"red": 1}, 2)
    assert (game.rules.say(dig), game.rules.say(pay(red=1))) == ("dig the tunnel", "pay the surcharge: 1 red")


def test_no_withdrawal_by_default() -> None:
    """Q13, TTR-U5: by default a tunnel that no card matches is claimed in the same ply."""
    game = tried({"red": 3}, {"red": 2}, ("green", "blue", "white"))
    assert (game.state.owners, game.state.turn, game.state.discard) == (
        {SOFIA: 0},
        1,
        {"red": 2, "green": 1, "blue": 1, "white": 1},
    )


@pytest.mark.parametrize(
    "option, route, due, payments",
    [
        ("locomotives", BLACK, 1, [pay(locomotive=1)]),
        ("route_colour", BLACK, 1, [pay(black=1), pay(locomotive=1)]),
        ("announced_colour", BLACK, 1, [pay(locomotive=1)]),
        ("locomotives", "barcelona--pamplona", 1, [pay(locomotive=1)]),
        ("route_colour", "barcelona--pamplona", 1, [pay(locomotive=1)]),
        ("announced_colour", "barcelona--pamplona", 1, [pay(locomotive=1)]),
    ],
)
def test_surcharge_after_locomotives(option: str, route: str, due: int, payments: list[PaySurcharge]) -> None:
    """Q14, TTR-U4: the tunnel's colour pays too under `route_colour`, on a coloured tunnel; locomotives always do."""
    options = {"tunnel.locomotive_only_surcharge": option}
    game = europe(2, options, hands={0: {L: 4, "black": 2, "red": 1}}, display=YELLOW)
    length = game.board.routes[route].length
    game.does(0, claim(route, locomotive=length), revealed=(L, "black", "red"))
    assert attempt(game).surcharge == due
    assert game.legal(0) == [*payments, DECLINE]


@pytest.mark.rule("ttr.route-cost")
def test_announced_colour() -> None:
    """Q14: under `announced_colour` the colour announced with locomotives matches and pays, if the route allows it."""
    options = {"tunnel.locomotive_only_surcharge": "announced_colour"}
    game = europe(2, options, hands={0: {L: 4, "black": 2, "red": 2}}, display=YELLOW)
    game.refuses(0, announcing("red", claim(BLACK, locomotive=3)), "ttr.announced-colour", "TTR-C6")
    game.refuses(0, announcing("red", claim("danzig--warszawa", locomotive=2)), "ttr.announced-colour", "TTR-C6")
    grey = game.copy()
    game.does(0, announcing("black", claim(BLACK, locomotive=3)), revealed=("black", "black", "red"))
    assert attempt(game).surcharge == 2
    assert game.legal(0) == [pay(black=2), pay(black=1, locomotive=1), DECLINE]
    claims = [action for action in grey.legal(0) if isinstance(action, ClaimRoute) and action.route == SOFIA]
    ways = [action.payment.colour for action in claims if action.payment.cards == {L: 2}]
    assert ways == list(grey.board.kinds)
    grey.does(0, announcing("red", claim(SOFIA, locomotive=2)), revealed=("black", L, "red"))
    assert attempt(grey).surcharge == 2
    assert grey.legal(0)[:2] == [pay(red=2), pay(red=1, locomotive=1)]


def test_announcing_matters_nowhere_else() -> None:
    """Q14, TTR-C5: by default locomotives are announced as such, for a tunnel as for any route."""
    game = europe(hands={0: {L: 3}})
    game.refuses(
        0, announcing("black", claim(BLACK, locomotive=3)), "ttr.announced-colour", "TTR-C6", "announce locomotive"
    )


# Words and drawing


def test_words() -> None:
    """An attempt is told in plain words, ply by ply."""
    game = europe(hands={0: {"red": 4}}, display=YELLOW)
    events = game.does(0, claim(SOFIA, red=2), revealed=("red", L, "white"))
    said = [game.rules.say(event) for event in events[:-1]]
    assert said == [
        f"seat 0 lays 2 red for the tunnel {SOFIA}",
        "red is revealed",
        "locomotive is revealed",
        "white is revealed",
        "2 more cards are due",
    ]
    paid = game.copy().does(0, pay(red=2))
    assert [game.rules.say(event) for event in paid[:2]] == ["seat 0 adds 2 red", "seat 0 digs the tunnel"]
    declined = game.does(0, DECLINE)
    assert game.rules.say(declined[0]) == "seat 0 takes its cards back: the tunnel stays open"
    assert game.rules.say(DECLINE) == "give the tunnel up"
    assert game.rules.say(SurchargeDue(1)) == "1 more card is due"


def test_panel() -> None:
    """While the answer is open everybody sees at the screen what was laid, what was revealed and what is due."""
    game = europe(hands={0: {"red": 4}}, display=list(CALM))
    assert [panel.title for panel in game.rules.screen(game.state, None) if "tunnel" in panel.title] == []
    game.does(0, claim(SOFIA, red=2), revealed=("red", L, "white"))
    for viewer in (0, 1, None):
        (panel,) = (one for one in game.rules.screen(game.seen_by(viewer), viewer) if "tunnel" in one.title)
        text = [part.text for row in panel.rows for part in row]
        assert text == ["seat 0 has laid 2 red", "revealed: red, locomotive, white", "more cards due: 2"]
