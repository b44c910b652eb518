"""Planning for a seat, from its view: which routes would complete its tickets, and what they still cost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from itertools import permutations

from msgspec import Struct, structs

from railbook.engine.play import check
from railbook.rules.ruleset import Ruleset
from railbook_ticket_to_ride.actions import ClaimRoute
from railbook_ticket_to_ride.board import BoardRoute, BoardTicket
from railbook_ticket_to_ride.cards import Cards, Cost, Payment
from railbook_ticket_to_ride.family import board_of
from railbook_ticket_to_ride.map_format import GREY, LOCOMOTIVE
from railbook_ticket_to_ride.payment import cost_of, payments
from railbook_ticket_to_ride.table import Table
from railbook_ticket_to_ride.turns import TURN

PER_CARD = 10
"""What a missing card costs in the search for a way; all other weights are in proportion to it."""
PER_ROUTE = 20
PER_SPACE = 4
"""A train on a space is spent for good, so that a card in the hand does not make a route free."""
ALL_ORDERS = 3
"""Up to so many tickets, ways are sought in every order of the tickets."""


class Plan(Struct, frozen=True):
    """Routes to claim, in the order of the search, for tickets that they would complete."""

    routes: tuple[BoardRoute, ...] = ()
    tickets: tuple[BoardTicket, ...] = ()
    """The tickets that these routes, with those owned, complete."""
    given_up: tuple[BoardTicket, ...] = ()
    """Tickets that nothing completes any more, or not in time."""
    weight: int = 0

    @property
    def trains(self) -> int:
        """How many trains the routes take."""
        return sum(route.length for route in self.routes)


class Outlook:
    """What a seat can still build, for one decision. The rules say which routes are open to it, not this class."""

    def __init__(self, rules: Ruleset, view: Table, seat: int, taste: dict[str, int]) -> None:
        self.rules = rules
        self.board = board_of(rules)
        self.view = view
        self.seat = seat
        self.own = view.seats[seat]
        self._taste = taste
        self._open: dict[str, bool] = {}
        self._weights = self._weigh()
        self._rich = self._with_all_cards()

    def _with_all_cards(self) -> Table:
        """The view at the seat's own turn and with a hand that pays everything."""
        hand = Cards(dict.fromkeys(self.board.kinds, 100))
        seats = list(self.view.seats)
        seats[self.seat] = structs.replace(self.own, hand=hand)
        return structs.replace(
            self.view, asked=TURN, to_act=[self.seat], turn=self.seat, picks=0, claimed="", seats=seats
        )

    def _weigh(self) -> dict[str, int]:
        """Weigh the routes that no other seat owns; the seat's own weigh nothing."""
        kinds = self.own.hand.kinds
        best = max((kinds.get(kind, 0) for kind in self.board.kinds if kind != LOCOMOTIVE), default=0)
        owners = self.view.owners
        weights: dict[str, int] = {}
        for id, route in self.board.routes.items():
            owner = owners.get(id)
            if owner == self.seat:
                weights[id] = 0
            elif owner is None and route.length <= self.own.trains:
                have = best if route.colour == GREY else kinds.get(route.colour, 0)
                missing = route.length - min(have, route.length - route.ferry)
                weights[id] = PER_CARD * missing + PER_SPACE * route.length + PER_ROUTE + self._taste[id]
        return weights

    def cost(self, route: BoardRoute) -> Cost:
        """What the rules ask for a route."""
        return cost_of(self.rules, self._rich, self.seat, ClaimRoute(Payment({}, ""), route.id))

    def is_open(self, route: BoardRoute) -> bool:
        """Tell whether the rules would let the seat claim a route, had it the cards."""
        known = self._open.get(route.id)
        if known is None:
            cost = self.cost(route)
            hand = Cards({kind: 100 for kind in self.board.kinds if kind != LOCOMOTIVE})
            if cost.locomotives:
                hand.add(LOCOMOTIVE, cost.locomotives)
            known = any(
                check(self.rules, self._rich, self.seat, ClaimRoute(payment, route.id)) is None
                for payment in payments(self.rules, hand, cost)
            )
            self._open[route.id] = known
        return known

    def way(self, a: str, b: str, planned: Sequence[BoardRoute] = ()) -> list[BoardRoute] | None:
        """Give the routes to claim on the cheapest way between two cities, or `None` if there is no way."""
        weights = self._weights
        free = {route.id: 0 for route in planned}
        while True:
            way = self._search(weights | free if free else weights, a, b)
            if way is None:
                return None
            to_claim = [route for route in way if weights[route.id] and route.id not in free]
            closed = [route for route in to_claim if not self.is_open(route)]
            if not closed:
                return to_claim
            for route in closed:
                del weights[route.id]

    def _search(self, weights: dict[str, int], a: str, b: str) -> list[BoardRoute] | None:
        """Dijkstra's algorithm."""
        routes, routes_at = self.board.routes, self.board.routes_at
        reached: dict[str, BoardRoute | None] = {}
        queue: list[tuple[int, str, str]] = [(0, a, "")]
        while queue:
            weight, city, by = heappop(queue)
            if city in reached:
                continue
            reached[city] = routes[by] if by else None
            if city == b:
                break
            for id in routes_at[city]:
                if id in weights:
                    route = routes[id]
                    other = route.b if route.a == city else route.a
                    if other not in reached:
                        heappush(queue, (weight + weights[id], other, id))
        if b not in reached:
            return None
        way: list[BoardRoute] = []
        city = b
        while (last := reached[city]) is not None:
            way.append(last)
            city = last.b if last.a == city else last.a
        return way

    def plan(self, tickets: Sequence[BoardTicket]) -> Plan:
        """Give the cheapest plan found for all of these tickets that can be completed at all."""
        best: Plan | None = None
        for order in _orders(tickets):
            routes: list[BoardRoute] = []
            lost: list[BoardTicket] = []
            for ticket in order:
                way = self.way(ticket.a, ticket.b, routes)
                if way is None:
                    lost.append(ticket)
                else:
                    routes += way
            weight = sum(self._weights[route.id] for route in routes)
            if best is None or weight < best.weight:
                kept = tuple(ticket for ticket in tickets if ticket not in lost)
                best = Plan(tuple(routes), kept, tuple(lost), weight)
        return best or Plan()

    def turns(self, routes: Iterable[BoardRoute]) -> int:
        """Estimate how many turns it takes to claim these routes: two cards a turn, one route a turn."""
        routes = list(routes)
        return len(routes) + (self.missing(routes).total + 1) // 2

    def missing(self, routes: Sequence[BoardRoute]) -> Missing:
        """Tell which cards the hand lacks for these routes."""
        left = dict(self.own.hand.kinds)
        locomotives = left.pop(LOCOMOTIVE, 0)
        by_colour: dict[str, int] = {}
        grey: dict[str, int] = {}
        for route in sorted(routes, key=lambda route: (route.colour == GREY, -route.length, route.id)):
            colour = route.colour
            if colour == GREY:
                colour = max(self.board.kinds, key=lambda kind: left.get(kind, 0))
            have = min(left.get(colour, 0), route.length)
            left[colour] = left.get(colour, 0) - have
            lack = route.length - have
            if lack:
                where = grey if route.colour == GREY else by_colour
                where[colour] = where.get(colour, 0) + lack
        total = sum(by_colour.values()) + sum(grey.values())
        return Missing(by_colour, grey, max(0, total - locomotives))


class Missing(Struct, frozen=True):
    """Cards that a hand lacks: by colour for coloured routes, by the colour that fits best for grey ones, in all."""

    coloured: dict[str, int]
    grey: dict[str, int]
    total: int
    """Less the locomotives in the hand."""


def _orders(tickets: Sequence[BoardTicket]) -> Iterable[Sequence[BoardTicket]]:
    if len(tickets) <= ALL_ORDERS:
        return permutations(tickets)
    worth = sorted(tickets, key=lambda ticket: (-ticket.points, ticket.id))
    return (worth, worth[::-1])
