"""The bot `greedy`: plays any board of the family towards its tickets, from what its seat knows."""

from __future__ import annotations

<<<<<<< HEAD
import os
from collections.abc import Iterator
from itertools import combinations
=======
from collections.abc import Iterator, Sequence
>>>>>>> main

from railbook.bots import Dice
from railbook.engine.play import check, legal_actions
from railbook.rules.game import Bot
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, RulesError
from railbook_ticket_to_ride.actions import ClaimRoute, DrawCard, DrawTickets, KeepTickets
<<<<<<< HEAD
=======
from railbook_ticket_to_ride.board import BoardRoute, BoardTicket
from railbook_ticket_to_ride.cards import Payment
from railbook_ticket_to_ride.claiming import route_points
>>>>>>> main
from railbook_ticket_to_ride.drawing import NEXT_PICK
from railbook_ticket_to_ride.family import board_of
from railbook_ticket_to_ride.map_format import LOCOMOTIVE
from railbook_ticket_to_ride.outlook import Outlook
from railbook_ticket_to_ride.payment import payments
<<<<<<< HEAD
from railbook_ticket_to_ride.planning import Outlook, Plan
=======
from railbook_ticket_to_ride.planning import Lack, lack, plan_for, richest, turns_for
>>>>>>> main
from railbook_ticket_to_ride.scoring import tickets_of
from railbook_ticket_to_ride.table import Table
from railbook_ticket_to_ride.tickets import CHOOSE, KEEP, keep_at_least
from railbook_ticket_to_ride.turns import TURN

<<<<<<< HEAD

def P(n, d):
    return float(os.environ.get(n, d))


LAM = P("LAM", 0.5)
SLACK = P("SLACK", 1.0)
DT = P("DT", 12)
DR = P("DR", 9)
PRIOR = P("PRIOR", 1.4)
RISK = P("RISK", 0.5)
DMG = P("DMG", 1)
V_COL = P("VC", 10)
V_GREY = P("VG", 8)
V_NEXT = P("VN", 3)
V_BLIND = P("VB", 5)
V_LOCO = P("VL", 14)
V_POOR = P("VP", 3)
=======
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
>>>>>>> main


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
        for action in self._wishes(view, seat):
            if check(self._rules, view, seat, action) is None:
                return action
        for action in legal_actions(self._rules, view, seat):
            return action
        raise RulesError(f"{self._rules.game}: seat {seat} is asked, but nothing is legal")

    def _wishes(self, view: Table, seat: int) -> Iterator[Action]:
        """Give what it would like to do, best first; nothing where it knows no answer."""
        if view.asked not in (CHOOSE, KEEP, TURN, NEXT_PICK):
            return
        outlook = Outlook(self._rules, view, seat, self._taste)
        turns = outlook.turns_left()
        open_tickets = [ticket for ticket, completed in tickets_of(self._rules, view, seat) if not completed]
        if not self._plans_tickets:
            open_tickets = []
        if view.asked in (CHOOSE, KEEP):
<<<<<<< HEAD
            yield self._keep(outlook)
        elif view.asked in (TURN, NEXT_PICK):
            yield from self._turn(outlook)

    def _open_tickets(self, outlook):
        if not self._plans:
            return []
        return [t for t, done in tickets_of(self._rules, outlook.view, outlook.seat) if not done]

    def _keep(self, outlook):
        view, seat = outlook.view, outlook.seat
        offer = view.seats[seat].offer
        least = keep_at_least(self._rules, view, seat)
        if not self._plans:
            return KeepTickets(offer[:least], offer[least:])
        tickets = outlook.board.tickets
        held = self._open_tickets(outlook)
        best = None
        left = turns_left(outlook)
        for size in range(least, len(offer) + 1):
            for kept in combinations(offer, size):
                plan = self._feasible(outlook, held + [tickets[t] for t in kept], left * 0.9)
                turns = outlook.turns(plan.routes)
                win = sum(t.points for t in plan.tickets)
                lose = sum(t.points for t in plan.given_up)
                share = min(1.0, turns / max(left, 1))
                v = win * (1 - RISK * share) - lose - LAM * turns
                if best is None or v > best[0]:
                    best = (v, kept)
        kept = best[1]
        return KeepTickets(list(kept), [t for t in offer if t not in kept])

    def _feasible(self, outlook, tickets, left):
        plan = outlook.plan(tickets)
        lost = list(plan.given_up)
        while plan.tickets and (plan.trains > outlook.own.trains or outlook.turns(plan.routes) > left):
            best = None
            for t in plan.tickets:
                p = outlook.plan([o for o in plan.tickets if o is not t])
                ok = p.trains <= outlook.own.trains and outlook.turns(p.routes) <= left
                key = (ok, -t.points if ok else outlook.turns(plan.routes) - outlook.turns(p.routes) - t.points / 4)
                if best is None or key > best[0]:
                    best = (key, t, p)
            lost.append(best[1])
            lost += best[2].given_up
            plan = best[2]
        return Plan(plan.routes, plan.tickets, tuple(lost), plan.weight)

    def _turn(self, outlook):
        view, seat, own = outlook.view, outlook.seat, outlook.own
        left = turns_left(outlook)
        open_tickets = self._open_tickets(outlook)
        plan = self._feasible(
            outlook, open_tickets, max(1, left * SLACK) if view.turns_left is not None or left < 6 else 999
        )
        routes = plan.routes
        if view.asked == TURN and self._plans and not open_tickets and own.trains >= DT and left >= DR:
            yield DrawTickets()
=======
            yield from self._choice(outlook, open_tickets, turns)
            return
        routes = plan_for(outlook, open_tickets, turns if turns <= HURRY else NO_HURRY).routes
>>>>>>> main
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

<<<<<<< HEAD
    def _for_points(self, outlook, left):
        best = None
        locos = outlook.own.hand.kinds.get(LOCOMOTIVE, 0)
        for id in sorted(outlook._weights):
            r = outlook.board.routes[id]
            if id in outlook.view.owners:
                continue
            t = outlook.turns([r])
            if t > max(1, left):
                continue
            k = (r.points * 60 // (t + 0), r.points)
            if best is None or k > best[0]:
                if outlook.is_open(r):
                    best = (k, r)
        return (best[1],) if best else ()

    def _claims(self, outlook, routes, left):
        found = []
        for r in routes:
            ps = list(payments(self._rules, outlook.own.hand, outlook.cost(r)))
            if not ps:
                continue
            others = [o for o in routes if o is not r]
            p, dmg = self._payment(outlook, ps, others)
            if dmg > DMG and left > 3:
                continue
            found.append((-self._contest(outlook, r), -r.length, r.id, p))
        for _, _, id, p in sorted(found, key=lambda f: f[:3]):
            yield ClaimRoute(p, id)

    def _contest(self, outlook, r):
        n = 0
        ow = outlook.view.owners
        for city in (r.a, r.b):
            for id in outlook.board.routes_at[city]:
                o = ow.get(id)
                if o is not None and o != outlook.seat:
                    n += 1
        return n

    def _payment(self, outlook, ps, others):
        need = {}
        for o in others:
            if o.colour != GREY:
                need[o.colour] = need.get(o.colour, 0) + o.length
        have = outlook.own.hand.kinds

        def damage(p):
            d = 0
            for k, c in p.cards.items():
                if k == LOCOMOTIVE:
                    d += 0
                else:
                    d += max(0, need.get(k, 0) - (have[k] - c)) - max(0, need.get(k, 0) - have[k])
            return d

        best = min(
            ps,
            key=lambda p: (
                damage(p) * 2 + p.cards.get(LOCOMOTIVE, 0),
                p.cards.get(LOCOMOTIVE, 0),
                -have.get(p.colour, 0),
            ),
        )
        return best, damage(best)

    def _any_claims(self, outlook):
        found = []
        for r in outlook.board.routes.values():
            if r.id in outlook.view.owners or r.length > outlook.own.trains:
                continue
            for p in payments(self._rules, outlook.own.hand, outlook.cost(r)):
                found.append((-r.points, r.id, p))
                break
        for _, id, p in sorted(found, key=lambda f: f[:2]):
            yield ClaimRoute(p, id)

    def _picks(self, outlook, routes, missing):
        values = {}
        coloured, grey = missing.coloured, missing.grey
        locos = outlook.own.hand.kinds.get(LOCOMOTIVE, 0)

        def value(c):
            if c == LOCOMOTIVE:
                return V_LOCO if missing.total else 2
            v = 0
            if coloured.get(c):
                v = V_COL + (V_NEXT if coloured[c] <= 2 else 0)
            elif grey.get(c):
                v = V_GREY
            elif grey:
                v = V_POOR
            return v

        picks = []
        for i, c in enumerate(outlook.view.display, 1):
            if c is not None:
                picks.append((-value(c), i))
        picks.append((-V_BLIND, 99))
        for v, i in sorted(picks):
            yield DrawCard(None if i == 99 else i)


def turns_left(outlook) -> float:
    view = outlook.view
    if view.turns_left is not None:
        return 1
    est = 99
    for s in view.seats:
        total = outlook.board.map.pieces.trains
        used = total - s.trains
        rate = (used + PRIOR * 10) / (view.round + 10)
        est = min(est, (s.trains - 2) / rate + 1)
    return est


GREEDY = Bot("greedy", "plays towards its tickets, saving the colours it needs", "ticket-to-ride", GreedyPlayer)
=======
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
        for payment in payments(self._rules, outlook.own.hand, outlook.cost(route)):
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
>>>>>>> main
