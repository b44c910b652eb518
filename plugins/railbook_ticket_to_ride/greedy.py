"""The bot `greedy`, which plays any board of Ticket to Ride towards its tickets."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import combinations

from railbook.bots import Dice
from railbook.engine.play import check, legal_actions
from railbook.rules.game import Bot
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, RulesError
from railbook_ticket_to_ride.actions import ClaimRoute, DrawCard, DrawTickets, KeepTickets
from railbook_ticket_to_ride.drawing import NEXT_PICK
from railbook_ticket_to_ride.family import board_of
from railbook_ticket_to_ride.map_format import GREY, LOCOMOTIVE
from railbook_ticket_to_ride.payment import payments
from railbook_ticket_to_ride.planning import Outlook, Plan
from railbook_ticket_to_ride.scoring import tickets_of
from railbook_ticket_to_ride.table import Table
from railbook_ticket_to_ride.tickets import CHOOSE, KEEP, keep_at_least
from railbook_ticket_to_ride.turns import TURN


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


class GreedyPlayer:
    """Plays towards its tickets, from what its seat knows."""

    def __init__(self, rules: Ruleset, seed: int, *, plans_tickets: bool = True) -> None:
        self._rules = rules
        self._plans = plans_tickets
        dice = Dice(seed)
        self._taste = {route: dice.below(3) for route in board_of(rules).routes}

    def choose(self, view: Table, seat: int) -> Action:
        """Give a legal action for a seat that is asked."""
        for action in self._wishes(view, seat):
            if check(self._rules, view, seat, action) is None:
                return action
        for action in legal_actions(self._rules, view, seat):
            return action
        raise RulesError(f"{self._rules.game}: seat {seat} is asked, but nothing is legal")

    def _wishes(self, view: Table, seat: int) -> Iterator[Action]:
        outlook = Outlook(self._rules, view, seat, self._taste)
        if view.asked in (CHOOSE, KEEP):
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
        if not routes:
            routes = self._for_points(outlook, left)
        missing = outlook.missing(routes)
        if view.asked == TURN:
            yield from self._claims(outlook, routes, left)
            if left <= 1:
                yield from self._any_claims(outlook)
        yield from self._picks(outlook, routes, missing)
        if view.asked == TURN:
            yield from self._any_claims(outlook)

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
