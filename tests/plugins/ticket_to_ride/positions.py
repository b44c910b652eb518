"""Positions of Ticket to Ride for tests: a game that was really set up, with what matters put as a test wants it.

Cards, trains and tickets stay conserved: what a test does not place lies somewhere. Whatever is played from a position
goes through `check` and `advance`, and each accepted action is proved at once to replay.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, cast

from railbook.chance import Chance, Recorded, Scripted, Seeded
from railbook.engine.fold import fold
from railbook.engine.play import advance, check, decide, legal_actions
from railbook.engine.score import score_sheet, standings
from railbook.engine.state import copy, decode, encode, new_state
from railbook.engine.view import view
from railbook.rules.compose import Chosen
from railbook.rules.layer import Layer
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, Event, OptionValue, Outcome, Rejection, SetUp, Standing, Unknown
from railbook_europe.plugin import EUROPE_GAME
from railbook_old_west.plugin import OLD_WEST_GAME
from railbook_ticket_to_ride.actions import ClaimRoute, DrawCard, KeepTickets
from railbook_ticket_to_ride.board import Board
from railbook_ticket_to_ride.cards import Cards, Payment
from railbook_ticket_to_ride.table import Seat, Table
from railbook_ticket_to_ride.ticket_pile import Stratum, TicketPile
from railbook_usa.plugin import USA

GAMES = {game.id: game for game in (USA, EUROPE_GAME, OLD_WEST_GAME)}
"""The games in which a position may be, by id."""
COLOURS = ("purple", "white", "blue", "yellow", "orange", "black", "red", "green")
L = "locomotive"
CALM = ("purple", "white", "blue", "yellow", "orange")
"""A display that nothing follows from."""
PILE = "regular"
LONG = "long"

Options = Mapping[str, OptionValue]
Script = Mapping[str, Sequence[Outcome]]


class Position:
    """A game at some point, from which actions are tried; `chance` holds the outcomes of the last ply."""

    def __init__(self, rules: Ruleset, state: Table) -> None:
        self.rules = rules
        self.state = state
        self.chance: list[tuple[str, Outcome]] = []

    @property
    def board(self) -> Board:
        """The compiled map."""
        return cast(Board, self.rules.board)

    def copy(self) -> Position:
        """Give an independent continuation of the same game."""
        return Position(self.rules, copy(self.rules, self.state))

    def seat(self, number: int) -> Seat:
        """Give what lies before a seat."""
        return self.state.seats[number]

    def hand(self, seat: int) -> dict[str, int]:
        """Give the hand of a seat by kind."""
        return dict(self.state.seats[seat].hand.kinds)

    @property
    def pile(self) -> dict[str, int]:
        """The draw pile by kind."""
        return dict(self.state.draw_pile.kinds)

    @property
    def ticket_pile(self) -> list[str | None]:
        """The tickets in the pile, top first."""
        return [ticket for stratum in self.state.piles[PILE].strata for ticket in stratum.tickets]

    def legal(self, seat: int) -> list[Action]:
        """List the legal actions of a seat."""
        return list(legal_actions(self.rules, self.state, seat))

    def seen_by(self, viewer: int | None) -> Table:
        """Give the view of a seat, or of a spectator."""
        return view(self.rules, self.state, viewer)

    def act(
        self,
        seat: int,
        action: Action,
        *,
        face_up: Sequence[str] = (),
        drawn: Sequence[str] = (),
        offered: Sequence[str] = (),
        revealed: Sequence[str] = (),
    ) -> list[Event] | Rejection | Unknown:
        """Let a seat try an action, with the outcomes of chance that the test wants; all of these must be asked for.

        What comes face up, what the seat draws unseen, what is offered to it and what is revealed for a tunnel is
        written down kind by kind; what is not comes from a seed. A rejection leaves the game as it is.
        """
        before = encode(self.state)
        answer = check(self.rules, self.state, seat, action)
        assert encode(self.state) == before, "checking an action changes nothing"
        if answer is not None:
            return answer
        script = {
            "ttr.face-up": face_up,
            f"ttr.drawn@{seat}": drawn,
            f"ttr.offered@{seat}": offered,
            "ttr.revealed": revealed,
        }
        return self._advance(seat, action, script)

    def does(
        self,
        seat: int,
        action: Action,
        *,
        face_up: Sequence[str] = (),
        drawn: Sequence[str] = (),
        offered: Sequence[str] = (),
        revealed: Sequence[str] = (),
    ) -> list[Event]:
        """Let a seat act; the action must be accepted."""
        answer = self.act(seat, action, face_up=face_up, drawn=drawn, offered=offered, revealed=revealed)
        assert isinstance(answer, list), f"{action} is not accepted: {answer}"
        return answer

    def refuses(self, seat: int, action: Action, rule: str, paragraph: str = "", *words: str) -> None:
        """The action is rejected by this rule, which gives its paragraph, and the message holds these words."""
        answer = self.act(seat, action)
        assert isinstance(answer, Rejection), f"{action} is accepted or left open: {answer}"
        assert (answer.rule, answer.paragraph) == (rule, paragraph), answer
        for word in words:
            assert word in answer.message, answer.message

    def _advance(self, seat: int | None, action: Action, script: Script) -> list[Event]:
        before = encode(self.state)
        source = Scripted(script, Seeded.of_seed(4))
        chance = Chance(source, self.state.scope, self.state.counts)
        events = advance(self.rules, self.state, seat, action, chance)
        assert source.left() == {}, "the script says more than is asked for"
        self.chance = chance.entries
        self._prove(before, seat, action, events)
        return events

    def _prove(self, before: bytes, seat: int | None, action: Action, events: list[Event]) -> None:
        """The ply replays from its events, verifies from its recorded chance, and everything is conserved."""
        rules = self.rules
        state = decode(rules, before)
        recorded = Recorded(self.chance)
        assert decide(rules, state, seat, action, recorded) == events
        recorded.finish()
        assert encode(state) == before, "deciding changes nothing"
        fold(rules, state, events)
        assert encode(state) == encode(self.state)
        for id, holds in rules.invariants:
            assert (id, holds(rules, self.state)) == (id, None)

    # Ends

    def ends(self) -> None:
        """The seat whose turn it is draws two cards, which must be the last turn of the game."""
        seat = self.state.turn
        while not self.state.ended:
            assert self.state.turn == seat, "the game goes on"
            self.does(seat, DrawCard(None))

    def scores(self) -> dict[str, tuple[int, ...]]:
        """Give the score sheet: points by seat for each line."""
        return {line.id: line.points for line in score_sheet(self.rules, self.state)}

    def ranks(self) -> list[int]:
        """Give the rank of each seat."""
        places: list[Standing] = standings(self.rules, self.state, score_sheet(self.rules, self.state))
        return [place.rank for place in sorted(places, key=lambda place: place.seat)]


def rules_for(
    seats: int, options: Options | None = None, variants: Sequence[Layer[Any]] = (), game: str = USA.id
) -> Ruleset:
    """Compose the rules of a game; the options of variants are among the options, by their full names."""
    return _rules(game, seats, tuple(sorted((options or {}).items())), tuple(variants))


Items = tuple[tuple[str, OptionValue], ...]


@cache
def _rules(game: str, seats: int, options: Items, variants: tuple[Layer[Any], ...]) -> Ruleset:
    return GAMES[game].ruleset(seats, variants=[Chosen(layer) for layer in variants], options=dict(options))


def set_up(
    seats: int = 2,
    options: Options | None = None,
    *,
    hands: Sequence[str] = (),
    face_up: Sequence[str] = (),
    offers: Mapping[int, Sequence[str]] | None = None,
    variants: Sequence[Layer[Any]] = (),
    game: str = USA.id,
) -> Position:
    """Set a game up until first offers are chosen from; each seat is dealt `hands`, then `face_up` comes face up."""
    rules = rules_for(seats, options, variants, game)
    position = Position(rules, cast(Table, new_state(rules)))
    script: dict[str, Sequence[Outcome]] = {"ttr.face-up": face_up}
    for seat in range(seats):
        script[f"ttr.dealt@{seat}"] = hands
        script[f"ttr.offered@{seat}"] = (offers or {}).get(seat, ())
    position._advance(None, SetUp(), script)
    return position


@cache
def _begun(game: str, seats: int, options: Items, variants: tuple[Layer[Any], ...]) -> bytes:
    """Give the state at the first turn of a game in which all kept all tickets, and chose what else there was."""
    rules = _rules(game, seats, options, variants)
    position = Position(rules, cast(Table, new_state(rules)))
    position._advance(None, SetUp(), {})
    for seat in list(position.state.to_act) if not position.state.round else []:
        position.does(seat, keep(position.state.seats[seat].offer))
    while not position.state.round:
        seat = position.state.to_act[0]
        position.does(seat, next(legal_actions(rules, position.state, seat)))
    return encode(position.state)


def position(
    seats: int = 2,
    options: Options | None = None,
    *,
    variants: Sequence[Layer[Any]] = (),
    hands: Mapping[int, Mapping[str, int]] | None = None,
    display: Sequence[str | None] = CALM,
    pile: Mapping[str, int] | None = None,
    discard: Mapping[str, int] | None = None,
    owners: Mapping[str, int] | None = None,
    trains: Mapping[int, int] | None = None,
    free: Iterable[str] = (),
    points: Mapping[int, int] | None = None,
    tickets: Mapping[int, Sequence[str]] | None = None,
    ticket_pile: Sequence[str] | None = None,
    turn: int = 0,
    round: int = 1,  # noqa: A002 - the word of the state
    turns_left: int | None = None,
    spare: int | None = None,
    game: str = USA.id,
) -> Position:
    """Give a game in which it is the turn of `turn`.

    Hands are empty where nothing is said. `pile` left out holds all cards that lie nowhere else; otherwise those are in
    the hand of the seat `spare`, the last one. The same goes for tickets, but the long ones that nobody holds are out
    of the game. `ticket_pile` is a sequence, top first.
    A seat that is said to have so many `trains` owns routes for the rest: any but those of `owners` and `free`, and
    none parallel to these. Points are those of the routes owned.
    """
    rules = rules_for(seats, options, variants, game)
    state = cast(Table, decode(rules, _begun(game, seats, tuple(sorted((options or {}).items())), tuple(variants))))
    made = Position(rules, state)
    spare = seats - 1 if spare is None else spare
    _place_cards(made, hands or {}, display, pile, discard or {}, spare)
    _place_trains(made, owners or {}, trains or {}, {*free})
    _place_tickets(made, tickets or {}, ticket_pile, spare)
    for seat, own in enumerate(state.seats):
        owned = [made.board.routes[route] for route, owner in state.owners.items() if owner == seat]
        own.points = (points or {}).get(seat, sum(route.points for route in owned))
    state.turn, state.round, state.turns_left = turn, round, turns_left
    state.to_act = [turn]
    state.scope = f"turn {round} seat {turn}"
    state.counts = {}
    for id, holds in rules.invariants:
        assert (id, holds(rules, state)) == (id, None)
    return made


def _place_cards(
    made: Position,
    hands: Mapping[int, Mapping[str, int]],
    display: Sequence[str | None],
    pile: Mapping[str, int] | None,
    discard: Mapping[str, int],
    spare: int,
) -> None:
    state = made.state
    rest = Counter(made.board.deck)
    for seat, own in enumerate(state.seats):
        own.hand = Cards(dict(hands.get(seat, {})))
        rest.subtract(own.hand.kinds)
    state.display = [*display, *[None] * (len(state.display) - len(display))]
    rest.subtract(state.face_up)
    state.discard = dict(discard)
    rest.subtract(discard)
    rest.subtract(pile or {})
    assert all(count >= 0 for count in rest.values()), f"there are not so many cards: {rest}"
    if pile is None:
        state.draw_pile = Cards(dict(+rest))
    else:
        state.draw_pile = Cards(dict(pile))
        for kind, count in (+rest).items():
            state.seats[spare].hand.add(kind, count)


def _place_trains(made: Position, owners: Mapping[str, int], trains: Mapping[int, int], free: set[str]) -> None:
    state, routes = made.state, made.board.routes
    state.owners = dict(owners)
    taken = {*free, *owners}
    for seat, own in enumerate(state.seats):
        placed = sum(routes[route].length for route, owner in owners.items() if owner == seat)
        every = made.board.map.pieces.trains
        left = trains.get(seat, every - placed)
        open_routes = [
            route
            for route in routes.values()
            if not taken & {route.id, *route.siblings} and route.id == min((route.id, *route.siblings))
        ]
        for route in _of_length(every - left - placed, [(route.id, route.length) for route in open_routes]):
            state.owners[route] = seat
            taken.add(route)
        own.trains = left


def _of_length(total: int, routes: Sequence[tuple[str, int]]) -> list[str]:
    """Choose routes whose lengths add up to a total."""
    chosen: dict[int, list[str]] = {0: []}
    for id, length in routes:
        for reached in sorted(chosen, reverse=True):
            if reached + length <= total and reached + length not in chosen:
                chosen[reached + length] = [*chosen[reached], id]
    return chosen[total]


def _place_tickets(
    made: Position, tickets: Mapping[int, Sequence[str]], ticket_pile: Sequence[str] | None, spare: int
) -> None:
    state = made.state
    rest = set(made.board.tickets)
    for seat, own in enumerate(state.seats):
        own.tickets = list(tickets.get(seat, ()))
        rest -= {ticket for ticket in own.tickets if ticket is not None}
    state.removed = sorted(ticket for ticket in rest if made.board.tickets[ticket].kind == LONG)
    rest -= set(state.removed)
    if ticket_pile is None:
        strata = [Stratum(shuffled=True, tickets=[*sorted(rest)], known_to=[])]
    else:
        strata = [Stratum(shuffled=False, tickets=[*ticket_pile], known_to=[])] if ticket_pile else []
        state.seats[spare].tickets += sorted(rest - set(ticket_pile))
    state.piles = {kind: TicketPile(strata if kind == PILE else []) for kind in state.piles}


def payment(**cards: int) -> Payment:
    """Pay these cards; the colour announced is theirs."""
    coloured = [kind for kind in cards if kind != L]
    return Payment(cards, coloured[0] if coloured else L)


def claim(route: str, **cards: int) -> ClaimRoute:
    """Claim a route with these cards; the colour announced is theirs."""
    return ClaimRoute(payment(**cards), route)


def announcing(colour: str, action: ClaimRoute) -> ClaimRoute:
    """Give a claim with another colour announced."""
    return ClaimRoute(Payment(action.payment.cards, colour), action.route)


def keep(tickets: Sequence[str | None], put_back: Sequence[str | None] = ()) -> KeepTickets:
    """Keep these tickets of an offer and put those back."""
    return KeepTickets(list(tickets), list(put_back))


def of_type(events: Iterable[Event], kind: type[Event]) -> list[Any]:
    """Give the events of one type."""
    return [event for event in events if isinstance(event, kind)]
