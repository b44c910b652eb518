"""The display: slots, refilling, and the flush that locomotives set off (TTR-M)."""

from __future__ import annotations

from time import process_time

import pytest

from railbook.rules.types import Event
from railbook_ticket_to_ride.actions import DrawCard, DrawTickets
from railbook_ticket_to_ride.events import DisplayFlushed, PointsScored, Reshuffled, SlotFilled
from tests.plugins.ticket_to_ride.positions import CALM, L, claim, of_type, position, set_up
from tests.plugins.ticket_to_ride.tolls import TOLLS, two

BLIND = DrawCard(None)


def flushes(events: list[Event]) -> int:
    """Count the flushes among events."""
    return len(of_type(events, DisplayFlushed))


@pytest.mark.parametrize("size", [3, 5, 8])
def test_number_of_slots(size: int) -> None:
    """TTR-M1, option `market.size`: by default five cards lie face up."""
    game = set_up(2, {} if size == 5 else {"market.size": size})
    assert len(game.state.display) == size
    assert None not in game.state.display


def test_slots_are_filled_in_order_after_a_claim() -> None:
    """TTR-M2, TTR-T6, ttr.refill: empty slots are filled by number, as far as cards reach, once points are scored."""
    game = position(hands={0: {"red": 2}}, display=[None, "white", None, "blue", None], pile={}, spare=1)
    events = game.does(0, claim("atlanta--charleston", red=2), face_up=["red"])
    kinds = [type(event) for event in events]
    assert kinds.index(PointsScored) < kinds.index(Reshuffled) < kinds.index(SlotFilled)
    assert game.state.display == ["red", "white", "red", "blue", None]


def test_three_locomotives_flush_the_display() -> None:
    """TTR-M3, TTR-X15, TTR-D4, ttr.flush-is-due, ttr.fill-display.

    When the replacement is the third locomotive, all five go to the discard pile, five new cards come, and the second
    pick is made from these; a locomotive among them cannot be taken.
    """
    game = position(display=["red", L, L, "green", "white"])
    events = game.does(0, DrawCard(1), face_up=[L, "blue", "blue", L, "black", "purple"])
    assert of_type(events, DisplayFlushed) == [DisplayFlushed([L, L, L, "green", "white"])]
    assert game.state.display == ["blue", "blue", L, "black", "purple"]
    assert game.state.discard == {L: 3, "green": 1, "white": 1}
    game.refuses(0, DrawCard(3), "ttr.face-up-locomotive", "TTR-D4", "locomotive in slot 3")
    assert game.state.turn == 0
    game.does(0, DrawCard(1), face_up=["red"])
    assert game.hand(0) == {"red": 1, "blue": 1}


def test_two_locomotives_do_not_flush() -> None:
    """TTR-M3, TTR-X14, ttr.flush-is-due: two locomotives stay face up."""
    game = position(display=["red", "blue", "green", "white", L])
    assert flushes(game.does(0, DrawCard(1), face_up=[L])) == 0
    assert game.state.display == [L, "blue", "green", "white", L]


def test_flush_after_the_last_pick() -> None:
    """TTR-M3, TTR-M7: the flush is tested after the last pick too, and counts as no pick."""
    game = position(display=["red", L, L, "green", "white"])
    game.does(0, BLIND, drawn=["blue"])
    events = game.does(0, DrawCard(1), face_up=[L, *CALM])
    assert flushes(events) == 1
    assert game.state.display == list(CALM)
    assert (game.state.turn, game.state.picks) == (1, 0)


def test_flush_after_a_refill() -> None:
    """TTR-M3, TTR-M2, ttr.refill: a locomotive that comes with a refill after a claim can set the flush off."""
    game = position(
        hands={0: {"red": 1, L: 1}}, display=[L, L, None, "blue", "white"], pile={}, discard={"green": 6}, spare=1
    )
    events = game.does(0, claim("atlanta--charleston", red=1, locomotive=1), face_up=[L, *["green"] * 5])
    assert flushes(events) == 1
    assert game.state.display == ["green"] * 5


def test_flush_that_becomes_useful_after_a_claim() -> None:
    """TTR-M5, TTR-M3: locomotives that no flush could help stay, until a claim brings other cards to flush with."""
    game = position(hands={0: {"red": 2}}, display=[L, L, L, "blue", "white"], pile={}, spare=1)
    events = game.does(0, claim("atlanta--charleston", red=2), face_up=["red", "red", "blue", "white", L])
    assert flushes(events) == 1
    assert game.state.display == ["red", "red", "blue", "white", L]


def test_flush_is_repeated() -> None:
    """TTR-M4, TTR-M6, TTR-X18, Q01 default `until_stable`: the new display is tested again, without a limit."""
    game = position(display=["red", L, L, "green", "white"])
    first, second, third = (L, L, "red", L, "blue"), (L, "red", L, L, "red"), CALM
    events = game.does(0, DrawCard(1), face_up=[L, *first, *second, *third])
    assert [event.cards for event in of_type(events, DisplayFlushed)] == [
        [L, L, L, "green", "white"],
        list(first),
        list(second),
    ]
    assert game.state.display == list(CALM)


def test_many_flushes_in_a_row() -> None:
    """TTR-M6, Q01 default: even twelve flushes in a row are done, and every card is somewhere."""
    game = position(display=["red", L, L, "green", "blue"], pile={L: 4, "blue": 2})
    pile, mixed = [L, L, L, "blue", "blue"], [L, L, L, "green", "blue"]
    stable = ["blue", "blue", "blue", "green", L]
    events = game.does(0, DrawCard(1), face_up=[L, *[*pile, *mixed] * 5, *pile, *stable])
    assert flushes(events) == 12
    assert len(of_type(events, Reshuffled)) == 6
    assert game.state.display == stable


def test_useless_flush_is_not_done() -> None:
    """TTR-M5, TTR-X19, Q01 default, ttr.flush-is-due.

    With P = 6, N = 2 and k = 5 every display would be flushed: it stays.
    """
    game = position(display=["blue", L, L, "red", "red"], pile={L: 1}, discard={L: 1})
    assert flushes(game.does(0, DrawCard(1))) == 0
    assert game.state.display == [L, L, L, "red", "red"]
    assert game.state.turn == 0


def test_limit_of_flushes_in_a_row() -> None:
    """TTR-X19, Q01 `market.flush_limit` = 3.

    TTR-M5 is not applied; three flushes in a row, then the locomotives stay.
    """
    game = position(
        options={"market.flush_limit": 3}, display=["blue", L, L, "red", "red"], pile={L: 1}, discard={L: 1}
    )
    assert flushes(game.does(0, DrawCard(1))) == 3
    assert game.state.face_up.count(L) >= 3
    assert flushes(game.does(0, BLIND)) == 0
    assert game.state.turn == 1
    assert flushes(game.does(1, DrawTickets())) == 0, "still the same three in a row"


@pytest.mark.parametrize("limit", [0, 1, 2])
def test_limit_holds_over_the_end_of_a_turn(limit: int) -> None:
    """Q01 `market.flush_limit`, ttr.refill: the test at the end of the turn does not begin another row of flushes."""
    game = position(options={"market.flush_limit": limit}, display=["red", L, L, "red", L], pile={L: 1, "blue": 1})
    row = ["blue", L, L, L, "red", "red", L, L, L, "blue"]
    events = game.does(0, DrawCard(5), face_up=[L, *row[: 5 * limit]])
    assert flushes(events) == limit
    assert game.state.turn == 1
    assert game.state.face_up.count(L) == 3


def test_a_taken_card_begins_another_row_of_flushes() -> None:
    """Q01 `market.flush_limit` = 1: when a card was taken or paid since, the display may be flushed again."""
    game = position(options={"market.flush_limit": 1}, display=["red", L, L, "green", "white"])
    assert flushes(game.does(0, DrawCard(1), face_up=[L, L, L, L, "blue", "blue"])) == 1
    assert game.state.face_up.count(L) == 3
    assert flushes(game.does(0, DrawCard(4), face_up=["black", *CALM])) == 1
    assert game.state.display == list(CALM)


def test_no_flush_from_empty_piles_under_a_limit() -> None:
    """Q01 `market.flush_limit` = 3: nothing is flushed while draw pile and discard pile are both empty."""
    game = position(options={"market.flush_limit": 3}, display=["blue", L, L, "red", "green"], pile={L: 1})
    assert flushes(game.does(0, DrawCard(1))) == 0
    assert game.state.display == [L, L, L, "red", "green"]


@pytest.mark.parametrize("last, again", [(["red", "red", L], 0), (["red", L, L], 1)], ids=["stable", "flushed-again"])
def test_useful_flush_near_exhaustion(last: list[str], again: int) -> None:
    """TTR-M8, TTR-X20.

    P = 7, N = 3. The five reach the discard pile, two cards come, then three of the shuffled five.
    """
    game = position(display=["white", L, L, "red", "red"], pile={L: 2, "blue": 1})
    stable = ["red", L, "red", "blue", L]
    events = game.does(0, DrawCard(1), face_up=[L, "blue", L, *last, *(stable if again else [])])
    first = of_type(events, DisplayFlushed)[0]
    at = events.index(first)
    assert first.cards == [L, L, L, "red", "red"]
    assert events[at + 1 : at + 4] == [SlotFilled(1, "blue"), SlotFilled(2, L), Reshuffled(5)]
    assert flushes(events) == 1 + again
    assert game.state.display == (stable if again else ["blue", L, "red", "red", L])


def test_short_display_is_not_flushed() -> None:
    """TTR-M5, TTR-X21: four cards, both piles empty: P = 4, N = 1, k = 4, so the locomotives stay."""
    game = position(display=[L, L, L, "red", "red"], pile={})
    assert flushes(game.does(0, DrawCard(5))) == 0
    assert game.state.display == [L, L, L, "red", None]
    assert game.state.turn == 0


@pytest.mark.parametrize(
    "pile, then",
    [
        ({L: 4, "blue": 1}, []),
        ({L: 3, "blue": 2}, []),
        ({L: 2, "blue": 3}, ["blue", L, "blue", L, "blue"]),
        ({L: 3, "blue": 3}, ["blue", L, "blue", L, "blue"]),
    ],
    ids=["four", "three", "two-locomotives-help", "six-cards-mix"],
)
def test_two_displays_do_not_alternate_for_ever(pile: dict[str, int], then: list[str]) -> None:
    """TTR-M5, ttr.flush-is-due, Q04 `eager`: with a draw pile that would be the next display, flushed for this one.

    Five cards fill the display and empty the pile, the five flushed before become it at once, and so on for ever.
    """
    options = {"draw.reshuffle": "eager"}
    game = position(options=options, display=["white", L, L, "red", "green"], pile={**pile, L: pile[L] + 1})
    events = game.does(0, DrawCard(1), face_up=[L, *then])
    assert flushes(events) == bool(then)
    assert game.state.display == (then or [L, L, L, "red", "green"])


def test_near_the_end_flushes_terminate() -> None:
    """USA-09, TTR-M5: 8 cards of which 2 are no locomotives: the display rests on three locomotives within a second."""
    first = {"purple": 12, "white": 12, "orange": 12, "yellow": 11, L: 4}
    second = {"black": 12, "yellow": 1, "red": 11, "blue": 11, "green": 11, L: 4}
    assert (sum(first.values()), sum(second.values())) == (51, 50)
    game = position(hands={0: first, 1: second}, display=[L, L, "red", "blue", "green"], pile={L: 1}, discard={L: 3})
    began = process_time()
    game.does(0, DrawCard(3))
    assert process_time() - began < 1
    assert game.state.display == [L, L, L, "blue", "green"]
    assert sum(seat.hand.size for seat in game.state.seats) + 5 + 3 == 110
    game.refuses(0, DrawCard(1), "ttr.face-up-locomotive", "TTR-D4")
    game.does(0, BLIND)
    assert game.hand(0)[L] == 5
    assert game.state.turn == 1


@pytest.mark.parametrize("count", [1, 2, 4])
def test_locomotives_that_flush_are_an_option(count: int) -> None:
    """TTR-M3, option `market.flush_at`: so many face-up locomotives flush the display, three by default."""
    game = position(options={"market.flush_at": count}, display=["red", *[L] * (count - 1), *CALM[: 5 - count]])
    assert flushes(game.does(0, DrawCard(1), face_up=[L, *CALM])) == 1


@pytest.mark.parametrize("refill, filled", [("always", ["green", "red"]), ("after_claim", [None, None])])
def test_refill_after_other_payments(refill: str, filled: list[str | None]) -> None:
    """Q05 `market.refill`, TTR-M2, ttr.refill.

    After a payment that claims nothing slots are filled, or only after claims.
    """
    game = position(
        variants=[TOLLS],
        options={"market.refill": refill},
        hands={0: {"green": 1, "red": 3}, 1: {"blue": 1}},
        spare=1,
        display=["white", "blue", "yellow"],
        pile={},
    )
    game.state.draw_pile.add("green")
    game.state.seats[0].hand.take("green")
    game.does(0, two("red"))
    assert game.state.display[3:] == filled
    copy = game.copy()
    copy.does(1, claim("atlanta--nashville", blue=1))
    assert None not in copy.state.display


def test_a_taken_card_leaves_other_empty_slots_alone() -> None:
    """TTR-D2, Q05 `market.refill` = `after_claim`.

    Only the slot of the taken card is filled, others wait for a claim.
    """
    game = position(
        variants=[TOLLS],
        options={"market.refill": "after_claim"},
        hands={0: {"red": 2}},
        display=["white", None, "blue", "yellow"],
        pile={},
    )
    game.does(0, two("red"))
    events = game.does(1, DrawCard(3), face_up=["red"])
    assert of_type(events, SlotFilled) == [SlotFilled(3, "red")]
    assert game.state.display == ["white", None, "red", "yellow", None]


@pytest.mark.parametrize("short", [True, False])
def test_flush_of_a_short_display(short: bool) -> None:
    """Q02 `market.flush_on_short_display`.

    With a slot empty (Q05 `after_claim`) three locomotives flush, or not if false.
    """
    game = position(
        variants=[TOLLS],
        options={"market.refill": "after_claim", "market.flush_on_short_display": short},
        hands={0: {"red": 2}},
        display=["white", L, L, "yellow"],
        pile={L: 1},
        discard={"green": 8},
    )
    game.does(0, two("red"))
    events = game.does(1, DrawCard(1), face_up=[L, *["green"] * 5] if short else [L])
    assert flushes(events) == short
    assert game.state.display == (["green"] * 5 if short else [L, L, L, "yellow", None])
