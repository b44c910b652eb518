"""Plans for a seat: which routes complete its tickets, which cards they lack and how many turns they take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from msgspec import Struct

from railbook_ticket_to_ride.board import BoardRoute, BoardTicket
from railbook_ticket_to_ride.claiming import route_points
from railbook_ticket_to_ride.map_format import GREY, LOCOMOTIVE
from railbook_ticket_to_ride.outlook import Outlook

EVERY_ORDER = 3
"""Up to so many tickets are planned in every order; later ways use the routes of those before."""

OF_SYMBOL, OF_COLOUR, OF_GREY = 5, 3, 2
"""Effort that a missing card takes: a locomotive, a card of one colour, one of whatever colour a grey route gets."""


class Plan(Struct, frozen=True):
    """Routes to claim, and the tickets that they complete together with those owned."""

    routes: tuple[BoardRoute, ...] = ()
    tickets: tuple[BoardTicket, ...] = ()

    @property
    def trains(self) -> int:
        """How many trains the routes take."""
        return sum(route.length for route in self.routes)

    @property
    def points(self) -> int:
        """What the tickets are worth."""
        return sum(ticket.points for ticket in self.tickets)


class Lack(Struct, frozen=True):
    """Cards that are missing in a hand."""

    coloured: dict[str, int]
    """By colour, for coloured routes."""
    grey: dict[str, int]
    """For grey routes, by the colour that fits the hand best."""
    locomotives: int
    """For locomotive symbols."""
    spare: int
    """Locomotives in the hand that stand for cards of any colour."""

    @property
    def total(self) -> int:
        """How many cards have to be drawn in all."""
        missing = sum(self.coloured.values()) + sum(self.grey.values())
        return self.locomotives + max(0, missing - self.spare)

    @property
    def effort(self) -> int:
        """How hard these cards are to get: of one colour they are harder than of any one, locomotives the hardest."""
        coloured, grey = sum(self.coloured.values()), sum(self.grey.values())
        for_grey = max(0, self.spare - coloured)
        return (
            OF_SYMBOL * self.locomotives + OF_COLOUR * max(0, coloured - self.spare) + OF_GREY * max(0, grey - for_grey)
        )


def lack(outlook: Outlook, routes: Sequence[BoardRoute], hand: Mapping[str, int]) -> Lack:
    """Tell which cards a hand lacks to pay for all of these routes."""
    left = dict(hand)
    wild = left.pop(LOCOMOTIVE, 0)
    face_up = outlook.view.display
    costs = [outlook.cost(route) for route in routes]
    costs.sort(key=lambda cost: (cost.colour == GREY, -cost.cards))
    coloured: dict[str, int] = {}
    grey: dict[str, int] = {}
    for cost in costs:
        colour, lacks = cost.colour, coloured
        if colour == GREY:
            colour = max(outlook.colours, key=lambda kind: (left.get(kind, 0), face_up.count(kind)))
            lacks = grey
        due = cost.cards - cost.locomotives
        held = min(due, left.get(colour, 0))
        left[colour] = left.get(colour, 0) - held
        if due > held:
            lacks[colour] = lacks.get(colour, 0) + due - held
    wild -= sum(cost.locomotives for cost in costs)
    return Lack(coloured, grey, max(0, -wild), max(0, wild))


def turns_for(outlook: Outlook, routes: Sequence[BoardRoute]) -> int:
    """Estimate how many turns it takes to claim these routes: a turn brings two cards or claims one route."""
    return len(routes) + (lack(outlook, routes, outlook.hand).total + 1) // 2


def plan_for(outlook: Outlook, tickets: Sequence[BoardTicket], turns: int) -> Plan:
    """Give the best plan found for these tickets with the trains that are left and in so many turns.

    Tickets that cannot be completed are left out, then, while it is too much, one after another that costs least.
    """
    plan = _lightest(outlook, tickets)
    while plan.tickets and not _fits(outlook, plan, turns):
        others = [
            _lightest(outlook, [other for other in plan.tickets if other is not ticket]) for ticket in plan.tickets
        ]
        fitting = [other for other in others if _fits(outlook, other, turns)]
        if fitting:
            return max(fitting, key=lambda other: other.points)
        plan = min(others, key=lambda other: (turns_for(outlook, other.routes), -other.points))
    return plan


def _fits(outlook: Outlook, plan: Plan, turns: int) -> bool:
    return plan.trains <= outlook.own.trains and turns_for(outlook, plan.routes) <= turns


def _lightest(outlook: Outlook, tickets: Sequence[BoardTicket]) -> Plan:
    """Connect the tickets one by one, in several orders, and take the lightest result."""
    best, least = Plan(), -1
    for order in _orders(tickets):
        routes: list[BoardRoute] = []
        impossible: list[BoardTicket] = []
        for ticket in order:
            way = outlook.way(ticket.a, ticket.b, routes)
            if way is None:
                impossible.append(ticket)
            else:
                routes += way
        weight = outlook.weight(routes)
        if least < 0 or weight < least:
            best = Plan(tuple(routes), tuple(ticket for ticket in tickets if ticket not in impossible))
            least = weight
    return best


def _orders(tickets: Sequence[BoardTicket]) -> Iterator[Sequence[BoardTicket]]:
    if len(tickets) <= EVERY_ORDER:
        yield from permutations(tickets)
    else:
        by_points = sorted(tickets, key=lambda ticket: (-ticket.points, ticket.id))
        yield by_points
        yield by_points[::-1]


def richest(outlook: Outlook, turns: int) -> BoardRoute | None:
    """Give the open route that scores the most points for each turn that it takes, if one can be had in time."""
    rated: list[tuple[int, int, BoardRoute]] = []
    for route in outlook.unowned:
        needed = turns_for(outlook, [route])
        if needed <= turns:
            points = route_points(outlook.rules, outlook.view, route)
            rated.append((points * 60 // needed, points, route))
    rated.sort(key=lambda entry: entry[:2], reverse=True)
    return next((route for _, _, route in rated if outlook.is_open(route)), None)
