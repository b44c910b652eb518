"""The bot `greedy`: plays any board of the family towards its tickets, from what its seat knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from railbook.bots import Dice, first_accepted
from railbook.rules.game import Bot
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action
from railbook_ticket_to_ride.actions import ClaimRoute, DrawCard, DrawTickets, KeepTickets
from railbook_ticket_to_ride.board import BoardRoute, BoardTicket
from railbook_ticket_to_ride.cards import Payment
from railbook_ticket_to_ride.claiming import route_points
from railbook_ticket_to_ride.drawing import NEXT_PICK
from railbook_ticket_to_ride.family import board_of
from railbook_ticket_to_ride.map_format import LOCOMOTIVE
from railbook_ticket_to_ride.outlook import Outlook
from railbook_ticket_to_ride.planning import Lack, lack, plan_for, richest, turns_for
from railbook_ticket_to_ride.scoring import tickets_of
from railbook_ticket_to_ride.table import Table
from railbook_ticket_to_ride.tickets import CHOOSE, KEEP, keep_at_least
from railbook_ticket_to_ride.turns import TURN

TICKETS_FROM_TRAINS, TICKETS_FROM_TURNS = 12, 9
"""Tickets are drawn only with so many trains and turns left, because one of them has to be completed."""

HURRY = 5
"""With so few turns left, tickets are given up that take longer, and cards are no longer saved for later routes."""

NO_HURRY = 1000
"""More turns than any plan takes: before the end a ticket is not given up for the time that it takes."""

NEEDED, NEARLY, FOR_GREY, WILD, UNSEEN, PERHAPS = 10, 3, 8, 9, 5, 3
"""How welcome a card is: of a colour that is needed; more so, if only a few are; for a grey route the colour that fits
best; a locomotive, which costs the second pick; the unseen card; another colour, while a grey route lacks cards."""

FEW = 2
"""With so few cards of a colour missing, a route is soon payable."""

OWED = 20
"""How welcome a locomotive is for a locomotive symbol, which nothing else pays."""


class GreedyPlayer:
    """Plays towards its tickets; the same view and seed give the same choice, whatever was chosen before.

    Args:
        rules: The composed rules: the board is theirs, and what they forbid is not done.
        seed: Decides between ways that weigh the same.
        plans_tickets: Whether it looks at its tickets at all; without, it keeps as few as it may and plays for the
            points of routes. That measures what the planning is worth.
    """

    def __init__(self, rules: Ruleset, seed: int, *, plans_tickets: bool = True) -> None:
        self._rules = rules
        self._plans_tickets = plans_tickets
        dice = Dice(seed)
        self._taste = {route: dice.below(3) for route in board_of(rules).routes}

    def choose(self, view: Table, seat: int) -> Action:
        """Give a legal action: the first of its wishes that the rules accept, else the first that is legal at all."""
        return first_accepted(self._rules, view, seat, self._wishes(view, seat))

    def _wishes(self, view: Table, seat: int) -> Iterator[Action]:
        """Give what it would like to do, best first; nothing where it knows no answer."""
        yield from self._rules.advice(view, seat)
        if view.asked not in (CHOOSE, KEEP, TURN, NEXT_PICK):
            return
        outlook = Outlook(self._rules, view, seat, self._taste)
        turns = outlook.turns_left()
        open_tickets = [ticket for ticket, completed in tickets_of(self._rules, view, seat) if not completed]
        if not self._plans_tickets:
            open_tickets = []
        if view.asked in (CHOOSE, KEEP):
            yield from self._choice(outlook, open_tickets, turns)
            return
        routes = plan_for(outlook, open_tickets, turns if turns <= HURRY else NO_HURRY).routes
        if not routes:
            target = richest(outlook, turns)
            routes = (target,) if target is not None else ()
        if view.asked == TURN:
            if self._plans_tickets and not open_tickets and self._has_time_for_tickets(outlook, turns):
                yield DrawTickets()
            yield from self._planned_claims(outlook, routes, turns)
        yield from self._picks(outlook, lack(outlook, routes, outlook.hand))
        if view.asked == TURN:
            yield from self._claims(outlook)

    # Tickets

    @staticmethod
    def _has_time_for_tickets(outlook: Outlook, turns: int) -> bool:
        return outlook.own.trains >= TICKETS_FROM_TRAINS and turns >= TICKETS_FROM_TURNS

    def _choice(self, outlook: Outlook, held: Sequence[BoardTicket], turns: int) -> Iterator[KeepTickets]:
        """Starting with the whole offer, drop the worst ticket again and again; the best of these choices is made."""
        offer = [ticket for ticket in outlook.own.offer if ticket is not None]
        if len(offer) < len(outlook.own.offer):
            return
        least = keep_at_least(self._rules, outlook.view, outlook.seat)
        if not self._plans_tickets:
            yield KeepTickets(list(offer[:least]), list(offer[least:]))
            return
        kept = offer
        choices = [(self._worth(outlook, held, kept, turns), kept)]
        while len(kept) > least:
            fewer = [[other for other in kept if other != ticket] for ticket in kept]
            worth, kept = max(
                ((self._worth(outlook, held, some, turns), some) for some in fewer), key=lambda choice: choice[0]
            )
            choices.append((worth, kept))
        kept = max(choices, key=lambda choice: choice[0])[1]
        yield KeepTickets(list(kept), [ticket for ticket in offer if ticket not in kept])

    @staticmethod
    def _worth(outlook: Outlook, held: Sequence[BoardTicket], kept: Sequence[str], turns: int) -> int:
        """Rate tickets in hundredths of points: those that fit are less sure, the more of the time they take."""
        tickets = [*held, *(outlook.board.tickets[ticket] for ticket in kept)]
        plan = plan_for(outlook, tickets, turns * 9 // 10)
        needed = turns_for(outlook, plan.routes)
        failed = sum(ticket.points for ticket in tickets) - plan.points
        return plan.points * (100 - 100 * needed // max(1, turns)) - 100 * failed - 50 * needed

    # Routes

    def _planned_claims(self, outlook: Outlook, routes: Sequence[BoardRoute], turns: int) -> Iterator[ClaimRoute]:
        """Claim the routes of the plan that can be paid, those with rivals around first, then the longest."""
        before = lack(outlook, routes, outlook.hand).effort
        payable: list[tuple[int, int, ClaimRoute]] = []
        for route in routes:
            others = [other for other in routes if other is not route]
            best = self._best_payment(outlook, route, others)
            if best is None:
                continue
            effort, payment = best
            rivals = outlook.rivals_at(route)
            # Paying with a colour that another route needs more is put off, while nobody else is near and time is left.
            if effort <= before or rivals or turns <= HURRY:
                payable.append((-rivals, -route.length, ClaimRoute(payment, route.id)))
        payable.sort(key=lambda entry: entry[:2])
        for _, _, claim in payable:
            yield claim

    def _best_payment(
        self, outlook: Outlook, route: BoardRoute, others: Sequence[BoardRoute]
    ) -> tuple[int, Payment] | None:
        """Give the effort that the other routes take after the payment that leaves the best hand, and that payment."""
        best: tuple[int, int, int] | None = None
        chosen: Payment | None = None
        for payment in outlook.payments(outlook.own.hand, outlook.cost(route)):
            left = {kind: count - payment.cards.get(kind, 0) for kind, count in outlook.hand.items()}
            rating = (
                lack(outlook, others, left).effort,
                payment.cards.get(LOCOMOTIVE, 0),
                -outlook.hand.get(payment.colour, 0),
            )
            if best is None or rating < best:
                best, chosen = rating, payment
        return (best[0], chosen) if best is not None and chosen is not None else None

    def _claims(self, outlook: Outlook) -> Iterator[ClaimRoute]:
        """Claim whatever can be paid, the most points first."""
        for route in sorted(outlook.unowned, key=lambda route: -route_points(self._rules, outlook.view, route)):
            best = self._best_payment(outlook, route, ())
            if best is not None:
                yield ClaimRoute(best[1], route.id)

    # Cards

    @staticmethod
    def _picks(outlook: Outlook, missing: Lack) -> Iterator[DrawCard]:
        """Draw what is most welcome."""

        def welcome(card: str | None) -> int:
            if card == LOCOMOTIVE:
                return OWED if missing.locomotives else WILD if missing.total else 0
            if card in missing.coloured:
                return NEEDED + (NEARLY if missing.coloured[card] <= FEW else 0)
            if card in missing.grey:
                return FOR_GREY
            return PERHAPS if missing.grey else 0

        slots = [(-welcome(card), slot) for slot, card in enumerate(outlook.view.display, 1) if card is not None]
        for _, slot in sorted([*slots, (-UNSEEN, 0)]):
            yield DrawCard(slot or None)


GREEDY = Bot("greedy", "plays towards its tickets and saves the colours they need", "ticket-to-ride", GreedyPlayer)
