"""Drawing train cards: what may be picked, what a locomotive counts, and when picking ends (TTR-D)."""

from __future__ import annotations

import pytest

from railbook_ticket_to_ride.actions import DrawCard, DrawTickets, Pass, StopDrawing
from railbook_ticket_to_ride.events import CardDrawn, CardTaken, PicksUsed, Reshuffled, SlotFilled
from tests.plugins.ticket_to_ride.positions import CALM, L, claim, keep, of_type, position

BLIND = DrawCard(None)


def slot(number: int) -> DrawCard:
    """Take the face-up card of a slot."""
    return DrawCard(number)


@pytest.mark.parametrize(
    "first, second, hand",
    [
        (slot(1), slot(2), {"purple": 1, "white": 1}),
        (slot(4), BLIND, {"yellow": 1, "green": 1}),
        (BLIND, slot(3), {"green": 1, "blue": 1}),
        (BLIND, BLIND, {"green": 1, "black": 1}),
    ],
)
def test_two_picks(first: DrawCard, second: DrawCard, hand: dict[str, int]) -> None:
    """TTR-D1, TTR-T1, ttr.draw-card, ttr.next-pick.

    A turn of drawing has two picks, face up or unseen, in any mixture.
    """
    game = position()
    drawn = ["green", "black"]
    for action in (first, second):
        assert game.state.turn == 0
        game.does(0, action, drawn=[drawn.pop(0)] if action == BLIND else ())
    assert game.hand(0) == hand
    assert (game.state.turn, game.state.asked) == (1, "ttr.turn")


def test_a_face_up_card_is_replaced_at_once() -> None:
    """TTR-D2, ttr.fill-display: the replacement comes into the same slot before the second pick, and may be picked."""
    game = position()
    events = game.does(0, slot(3), face_up=["green"])
    assert [type(event) for event in events[:2]] == [CardTaken, SlotFilled]
    assert events[1] == SlotFilled(3, "green")
    assert game.state.display == ["purple", "white", "green", "yellow", "orange"]
    game.does(0, slot(3), face_up=["red"])
    assert game.hand(0) == {"blue": 1, "green": 1}


def test_a_face_up_locomotive_ends_the_action() -> None:
    """TTR-D3, TTR-X16, USA-08, ttr.picks-of: it counts as both picks; its slot is refilled and the turn is over."""
    game = position(display=["red", "blue", L, "green", "white"])
    game.does(0, slot(3), face_up=["black"])
    assert game.hand(0) == {L: 1}
    assert game.state.display == ["red", "blue", "black", "green", "white"]
    assert game.state.turn == 1
    game.refuses(0, slot(2), "core.not-your-turn", "", "seat 0 may not act now", "seat 1 may")


def test_a_face_up_locomotive_is_no_second_pick() -> None:
    """TTR-D4, TTR-X14, USA-08, ttr.face-up-locomotive.

    Neither the locomotive that came as replacement nor the one that lay there before can be the second card.
    """
    game = position(display=["red", "blue", L, "green", "white"])
    game.does(0, slot(1), face_up=[L])
    assert game.state.display == [L, "blue", L, "green", "white"]
    for number in (1, 3):
        game.refuses(
            0,
            slot(number),
            "ttr.face-up-locomotive",
            "TTR-D4",
            f"locomotive in slot {number}",
            "1 left",
            "another card",
        )
    assert game.legal(0) == [slot(2), slot(4), slot(5), BLIND]
    game.does(0, slot(2), face_up=["purple"])
    assert game.hand(0) == {"red": 1, "blue": 1}
    assert game.state.turn == 1


def test_an_unseen_locomotive_counts_once() -> None:
    """TTR-D5, TTR-X17, USA-08: two locomotives from the pile are two picks; after the first one a card may be taken."""
    game = position(display=["red", "blue", L, "green", "white"])
    game.does(0, BLIND, drawn=[L])
    assert game.state.turn == 0
    game.refuses(0, slot(3), "ttr.face-up-locomotive", "TTR-D4", "slot 3")
    copy = game.copy()
    copy.does(0, slot(1), face_up=["black"])
    assert copy.hand(0) == {L: 1, "red": 1}
    game.does(0, BLIND, drawn=[L])
    assert game.hand(0) == {L: 2}
    assert game.state.turn == 1


def test_the_second_pick_is_obligatory() -> None:
    """TTR-D6, TTR-T2, Q03 default `required`, ttr.second-pick.

    A second card must be drawn, nothing else can be done.
    """
    game = position(hands={0: {"red": 6}})
    game.refuses(0, StopDrawing(), "core.not-now", "", "ttr.turn asks for")
    game.does(0, slot(1))
    game.refuses(0, StopDrawing(), "ttr.second-pick", "TTR-D6", "a second card must be drawn")
    for action in (claim("atlanta--nashville", red=1), DrawTickets(), Pass()):
        game.refuses(0, action, "core.not-now", "", "ttr.next-pick asks for ttr.draw-card, ttr.stop-drawing")
    assert StopDrawing() not in game.legal(0)


def test_the_second_pick_may_be_optional() -> None:
    """Q03 `draw.second_pick` = `optional`, ttr.stop-drawing.

    A seat may stop after one card, and then the turn is over.
    """
    game = position(options={"draw.second_pick": "optional"})
    game.does(0, slot(1))
    assert StopDrawing() in game.legal(0)
    events = game.does(0, StopDrawing())
    assert events[0] == PicksUsed(2)
    assert game.hand(0) == {"purple": 1}
    assert game.state.turn == 1
    copy = game.copy()
    for _ in range(2):
        copy.does(1, BLIND)
    assert copy.seat(1).hand.size == 2


@pytest.mark.parametrize("picks", [1, 3])
def test_number_of_picks_is_an_option(picks: int) -> None:
    """TTR-D1, option `draw.picks`.

    A turn has so many picks, and a face-up locomotive counts as all of them (TTR-D3).
    """
    game = position(options={"draw.picks": picks}, display=["red", "blue", L, "green", "white"])
    copy = game.copy()
    copy.does(0, slot(3), face_up=["red"])
    assert copy.state.turn == 1
    for _ in range(picks):
        assert game.state.turn == 0
        game.does(0, BLIND)
    assert game.seat(0).hand.size == picks
    assert game.state.turn == 1


def test_one_card_only() -> None:
    """TTR-D6, TTR-X22, ttr.next-pick: if only locomotives are left face up and the piles are empty, one pick is all."""
    game = position(display=["red", L, L], pile={})
    game.does(0, slot(1))
    assert game.hand(0) == {"red": 1}
    assert game.state.display == [None, L, L, None, None]
    assert game.state.turn == 1


def test_the_only_card_there_is() -> None:
    """USA-10 (copy 1), TTR-D6: with empty piles and one card face up, a turn of drawing gains that card."""
    game = position(display=[None, None, "blue"], pile={})
    assert [action for action in game.legal(0) if isinstance(action, DrawCard)] == [slot(3)]
    game.does(0, slot(3))
    assert game.hand(0) == {"blue": 1}
    assert game.state.turn == 1


def test_last_card_before_locomotives() -> None:
    """USA-10 (copy 2), TTR-D6, TTR-M5: behind the last card of the pile five useless locomotives end the turn."""
    game = position(display=[L] * 5, pile={"blue": 1})
    game.does(0, BLIND)
    assert game.hand(0) == {"blue": 1}
    assert game.state.display == [L] * 5
    assert game.state.turn == 1


def test_nothing_to_draw() -> None:
    """TTR-D7, TTR-X25, USA-10 (copy 3), ttr.nothing-to-draw.

    With no card anywhere drawing is refused, the turn stays.
    """
    game = position(display=[], pile={}, hands={0: {"red": 1}})
    game.refuses(0, BLIND, "ttr.nothing-to-draw", "TTR-D7", "draw pile and discard pile are empty", "another action")
    game.refuses(0, slot(1), "ttr.slot-is-empty", "TTR-D1", "slot 1 holds no card", "none")
    assert game.state.to_act == [0]
    copy = game.copy()
    copy.does(0, claim("atlanta--nashville", red=1))
    game.does(0, DrawTickets())


@pytest.mark.parametrize("number", [0, -1, 6, 2, 2**40])
def test_a_slot_without_a_card(number: int) -> None:
    """TTR-D1, SEC-06, ttr.slot-is-empty.

    An empty slot, or a number that is no slot, is refused; those with cards are named.
    """
    game = position(display=["red", None, "blue", "green"], pile={})
    game.refuses(
        0, slot(number), "ttr.slot-is-empty", "TTR-D1", f"slot {number} holds no card", "slots with cards are 1, 3, 4"
    )


def test_one_card_in_the_discard_pile_is_enough() -> None:
    """TTR-D7, TTR-D9: with the draw pile empty a pick comes from the shuffled discard pile."""
    game = position(display=[], pile={}, discard={"green": 1})
    events = game.does(0, BLIND)
    assert [type(event) for event in events[:2]] == [Reshuffled, CardDrawn]
    assert game.hand(0) == {"green": 1}
    assert game.state.turn == 1


def test_hands_have_no_limit() -> None:
    """TTR-D8: a seat that holds 100 cards draws two more."""
    hand = {"red": 12, "blue": 12, "green": 12, "black": 12, "white": 11, "yellow": 11, "orange": 11, "purple": 11}
    game = position(hands={0: {**hand, L: 8}}, display=["purple", "white", "orange", "yellow"], pile={L: 6})
    game.does(0, BLIND)
    game.does(0, BLIND)
    assert game.seat(0).hand.size == 102


def test_the_discard_pile_is_shuffled_when_a_card_is_needed() -> None:
    """TTR-D9, Q04 default `lazy`, ttr.reshuffled: not when the last card leaves, but when the next one is needed."""
    game = position(pile={"red": 1}, discard={"green": 3})
    events = game.does(0, BLIND)
    assert of_type(events, Reshuffled) == []
    assert (game.pile, game.state.discard) == ({}, {"green": 3})
    events = game.does(0, slot(1))
    assert of_type(events, Reshuffled) == [Reshuffled(3)]
    assert game.state.display[0] == "green"
    assert (game.pile, game.state.discard) == ({"green": 2}, {})


def test_cards_discarded_in_between_take_part() -> None:
    """Q04 `draw.reshuffle`: what is paid after the last card left takes part under `lazy`, not under `eager`."""
    pile = {}
    for reshuffle in ("lazy", "eager"):
        game = position(
            options={"draw.reshuffle": reshuffle},
            hands={1: {"blue": 1}},
            spare=0,
            display=["white"] * 5,
            pile={"red": 2},
            discard={"green": 3},
        )
        game.does(0, BLIND)
        game.does(0, BLIND)
        game.does(1, claim("atlanta--nashville", blue=1))
        pile[reshuffle] = (game.pile, game.state.discard)
    assert pile == {"lazy": ({}, {"green": 3, "blue": 1}), "eager": ({"green": 3}, {"blue": 1})}


def test_the_discard_pile_may_be_shuffled_at_once() -> None:
    """Q04 `draw.reshuffle` = `eager`: the discard pile becomes the draw pile right behind the last card that leaves."""
    game = position(options={"draw.reshuffle": "eager"}, pile={"red": 1}, discard={"green": 3})
    events = game.does(0, BLIND)
    assert [type(event) for event in events[:2]] == [CardDrawn, Reshuffled]
    assert (game.pile, game.state.discard) == ({"green": 3}, {})


def test_last_card_of_the_pile() -> None:
    """TTR-X23, TTR-X24, TTR-M1, ttr.refill.

    A slot stays empty while both piles are, and is filled after the next claim.
    """
    game = position(
        pile={"red": 1}, display=["purple", "blue", "white", "yellow", "orange"], hands={1: {"green": 3, L: 1}}, spare=0
    )
    game.does(0, BLIND)
    game.does(0, slot(2))
    assert game.state.display == ["purple", None, "white", "yellow", "orange"]
    assert game.state.turn == 1
    events = game.does(1, claim("el-paso--phoenix", green=3), face_up=["green"])
    assert of_type(events, Reshuffled) == [Reshuffled(3)]
    assert of_type(events, SlotFilled) == [SlotFilled(2, "green")]
    assert game.pile == {"green": 2}
    assert game.state.discard == {}


def test_what_others_see_of_a_pick() -> None:
    """TTR-D5, USA-08 (copy 3), TTR-V1, TTR-V2: a face-up pick is public, an unseen one is not, but its number is."""
    game = position()
    game.does(0, BLIND, drawn=[L])
    assert game.seen_by(0).seats[0].hand.kinds == {L: 1}
    for viewer in (1, None):
        seen = game.seen_by(viewer).seats[0].hand
        assert (seen.kinds, seen.unknown, seen.size) == ({}, 1, 1)


def test_pick_of_tickets_is_another_action() -> None:
    """TTR-T2, TTR-K1: a seat that is choosing tickets can draw no card."""
    game = position()
    game.does(0, DrawTickets())
    game.refuses(0, BLIND, "core.not-now", "", "ttr.keep-tickets asks for ttr.keep-tickets, not for ttr.draw-card")
    offer = game.seat(0).offer
    game.does(0, keep(offer))
    assert list(game.state.display) == list(CALM)
