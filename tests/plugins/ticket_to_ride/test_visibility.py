"""Who knows what: views of the table, of events and of chance (TTR-V), and what a log must hold (TTR-V5)."""

from __future__ import annotations

import msgspec
import pytest

from railbook.engine.view import view_of_action, view_of_chance, view_of_events
from railbook.rules.layer import Layer
from railbook.rules.ruleset import Ruleset
from railbook_ticket_to_ride.actions import DrawCard, DrawTickets
from railbook_ticket_to_ride.events import CardDrawn, TicketsKept, TicketsOffered, TicketsReturned
from railbook_ticket_to_ride.invariants import cards_elsewhere
from railbook_ticket_to_ride.rules import TICKET_TO_RIDE
from railbook_ticket_to_ride.table import Table
from railbook_ticket_to_ride.ticket_pile import Stratum, TicketPile
from tests.plugins.ticket_to_ride.positions import CALM, L, Position, claim, keep, of_type, position, set_up

X, Y, Z = "t-boston--miami", "t-calgary--phoenix", "t-dallas--new-york"
VIEWERS = (0, 1, None)


def rich() -> Position:
    """Give a game in which everything holds something."""
    return position(
        2,
        hands={0: {"red": 2, L: 1}, 1: {"green": 3}},
        discard={"blue": 2},
        owners={"chicago--omaha": 0},
        tickets={0: [X], 1: [Y, Z]},
    )


@pytest.mark.parametrize("viewer", VIEWERS)
def test_public_things(viewer: int | None) -> None:
    """TTR-V1.

    Display, discard pile, sizes of piles and hands, routes, trains, scores and numbers of tickets are public.
    """
    game = rich()
    seen, state = game.seen_by(viewer), game.state
    for field in (
        "display",
        "discard",
        "owners",
        "turn",
        "round",
        "picks",
        "claimed",
        "passes",
        "turns_left",
        "to_act",
    ):
        assert getattr(seen, field) == getattr(state, field)
    assert seen.draw_pile.size == state.draw_pile.size
    assert seen.piles["regular"].size == state.piles["regular"].size
    for own, full in zip(seen.seats, state.seats, strict=True):
        assert (own.trains, own.points) == (full.trains, full.points)
        assert (own.hand.size, len(own.tickets), len(own.offer)) == (full.hand.size, len(full.tickets), len(full.offer))


@pytest.mark.parametrize("viewer", VIEWERS)
def test_private_things(viewer: int | None) -> None:
    """TTR-V2: hand and tickets of a seat are seen by that seat only."""
    game = rich()
    for seat, own in enumerate(game.seen_by(viewer).seats):
        if seat == viewer:
            assert own == game.seat(seat)
        else:
            assert own.hand.kinds == {}
            assert set(own.tickets) == {None}


@pytest.mark.parametrize("viewer", VIEWERS)
def test_hidden_things(viewer: int | None) -> None:
    """TTR-V3: nobody sees which cards and tickets lie in the piles, nor their order, nor tickets out of the game."""
    game = rich()
    seen = game.seen_by(viewer)
    assert seen.draw_pile.kinds == {}
    assert [set(stratum.tickets) for stratum in seen.piles["regular"].strata] == [{None}]
    assert seen.removed is None


@pytest.mark.parametrize("viewer", VIEWERS)
def test_deal(viewer: int | None) -> None:
    """TTR-V2, TTR-S3, TTR-S4, ttr.dealt, ttr.offered, ttr.face-up.

    Dealt cards and offers are private, the display is not.
    """
    game = set_up(2, face_up=CALM)
    for label, outcome in view_of_chance(game.rules, None, game.chance, viewer):
        name, _, owner = label.partition("@")
        if name == "ttr.face-up":
            assert outcome in CALM
        else:
            assert name in ("ttr.dealt", "ttr.offered")
            assert (outcome is not None) is (owner == str(viewer))


@pytest.mark.parametrize("viewer", VIEWERS)
def test_unseen_pick(viewer: int | None) -> None:
    """TTR-V2, TTR-D5, ttr.drawn: a card picked unseen is known to its seat, in events and in outcomes."""
    game = position()
    events = game.does(0, DrawCard(None), drawn=["red"])
    (drawn,) = of_type(view_of_events(game.rules, 0, events, viewer), CardDrawn)
    assert drawn == CardDrawn(0, "red" if viewer == 0 else None)
    chance = view_of_chance(game.rules, 0, game.chance, viewer)
    assert chance == [("ttr.drawn@0", "red" if viewer == 0 else None)]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_face_up_pick(viewer: int | None) -> None:
    """TTR-V1, ttr.face-up: a face-up pick and its replacement are public, in events and in outcomes."""
    game = position()
    events = game.does(0, DrawCard(1), face_up=["red"])
    assert view_of_events(game.rules, 0, events, viewer) == events
    assert view_of_chance(game.rules, 0, game.chance, viewer) == [("ttr.face-up", "red")]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_choice_of_tickets(viewer: int | None) -> None:
    """TTR-V1, TTR-V2, TTR-K4: of offers, choices and rejects others see the numbers only."""
    game = position(ticket_pile=[X, Y, Z])
    offered = game.does(0, DrawTickets())
    own = viewer == 0
    (seen,) = of_type(view_of_events(game.rules, 0, offered, viewer), TicketsOffered)
    assert seen.tickets == ([X, Y, Z] if own else [None] * 3)
    action = keep([X], [Z, Y])
    events = game.does(0, action)
    shown = view_of_events(game.rules, 0, events, viewer)
    assert view_of_action(game.rules, 0, action, events, viewer) == (action if own else keep([None], [None, None]))
    assert of_type(shown, TicketsKept) == [TicketsKept(0, [X], [Z, Y]) if own else TicketsKept(0, [None], [None] * 2)]
    (back,) = of_type(shown, TicketsReturned)
    assert back.stratum.tickets == ([Z, Y] if own else [None, None])


def test_zones_of_cards_are_conserved() -> None:
    """TTR-G6, TTR-G2, ttr.cards: a card that is lost, doubled or of another kind is noticed."""
    game = position(hands={0: {"red": 2}})
    assert broken(game, "ttr.cards") is None
    game.state.seats[0].hand.add("red")
    assert "the cards are" in str(broken(game, "ttr.cards"))
    game.state.seats[0].hand.take("red", 2)
    game.state.seats[0].hand.add("blue")
    assert "the cards are" in str(broken(game, "ttr.cards"))
    game.state.discard["green"] = -1
    assert "counts below 1" in str(broken(game, "ttr.cards"))


TOWER: Layer[Table] = Layer("tower", game=TICKET_TO_RIDE, summary="a card may lie in the tower")


@TOWER.replace(cards_elsewhere)
def card_in_the_tower(rules: Ruleset, state: Table) -> list[str]:
    """A red card, once a round was played."""
    return ["red"] if state.round > 1 else []


def test_cards_in_a_zone_of_a_layer_count() -> None:
    """TTR-G6, ttr.cards-elsewhere, ttr.cards: a layer with a zone of its own says which cards lie there."""
    game = position(hands={0: {"red": 2}}, variants=[TOWER])
    assert cards_elsewhere(position().rules, game.state) == []
    game.state.round = 2
    assert "the cards are" in str(broken(game, "ttr.cards"))
    game.state.seats[0].hand.take("red")
    assert broken(game, "ttr.cards") is None


def test_trains_are_conserved() -> None:
    """TTR-G8, TTR-S2, ttr.trains: trains in stock and on routes are 45 for each seat."""
    game = position(trains={0: 20})
    assert broken(game, "ttr.trains") is None
    game.state.seats[0].trains += 1
    assert "seat 0 has 21 trains and 25 on routes" in str(broken(game, "ttr.trains"))
    game.state.owners["portland--salt-lake-city"] = 1
    game.state.seats[0].trains -= 1
    assert "seat 1 has 45 trains and 6 on routes" in str(broken(game, "ttr.trains"))


def test_tickets_are_conserved() -> None:
    """TTR-G7, USA-12, SEC-06, ttr.tickets: a ticket that is lost, or lies in two places, is noticed."""
    game = position(tickets={0: [X]})
    assert broken(game, "ttr.tickets") is None
    game.state.seats[1].tickets.append(X)
    assert "31 tickets" in str(broken(game, "ttr.tickets"))
    game.state.seats[0].tickets = []
    assert broken(game, "ttr.tickets") is None
    game.state.seats[1].tickets = [Y]
    assert "30 tickets" in str(broken(game, "ttr.tickets"))


def broken(game: Position, id: str) -> str | None:
    """Tell what the invariant of this id finds, if anything."""
    answer: str | None = dict(game.rules.invariants)[id](game.rules, game.state)
    return answer


def test_log_holds_every_outcome() -> None:
    """TTR-V5, TTR-D9.

    Dealt cards, offers and each card that leaves the draw pile are outcomes; a reshuffle is an event.
    """
    game = set_up(2)
    assert len([label for label, _ in game.chance if label.startswith("ttr.dealt@")]) == 8
    assert len([label for label, _ in game.chance if label.startswith("ttr.offered@")]) == 6
    game = position(pile={}, discard={"red": 3})
    events = game.does(0, DrawCard(None))
    assert [label for label, _ in game.chance] == ["ttr.drawn@0"]
    assert [str(event.__struct_config__.tag) for event in events[:2]] == ["ttr.reshuffled", "ttr.card-drawn"]


def test_order_that_a_seat_gave_needs_no_chance() -> None:
    """TTR-V5, TTR-K3: tickets come back in the order that is known, so no outcome is drawn for them."""
    game = position(ticket_pile=[X, Y, Z])
    game.does(0, DrawTickets())
    assert game.chance == []
    assert game.seat(0).offer == [X, Y, Z]


def test_pile_of_strata() -> None:
    """TTR-G7, TTR-V3: a bag lies over a known sequence; what is drawn comes from the bag first, then in order."""
    game = position(tickets={1: sorted(set(position().board.tickets) - {X, Y, Z})})
    game.state.piles["regular"] = TicketPile(
        [Stratum(shuffled=True, tickets=[X], known_to=[]), Stratum(shuffled=False, tickets=[Z, Y], known_to=[1])]
    )
    assert game.seen_by(1).piles["regular"].strata[1].tickets == [Z, Y]
    assert game.seen_by(0).piles["regular"].strata[1].tickets == [None, None]
    game.does(0, DrawTickets())
    assert game.seat(0).offer == [X, Z, Y]
    assert game.chance == [("ttr.offered@0", X)]


def test_a_view_does_not_share_secrets() -> None:
    """TTR-V2, TTR-V3: the encoded view of a spectator holds no ticket and no card but those that are public."""
    game = rich()
    game.does(0, claim("atlanta--nashville", red=1))
    text = msgspec.json.encode(game.seen_by(None)).decode()
    for ticket in game.board.tickets:
        assert ticket not in text
    assert '"green"' not in text, "the only green cards are in a hand and in the pile"
