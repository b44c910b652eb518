"""What a seat can still build, worked out from its view: for bots, and for whoever wants to give advice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush

from msgspec import structs

from railbook.engine.play import check
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Rejection
from railbook_ticket_to_ride.actions import ClaimRoute
from railbook_ticket_to_ride.board import BoardRoute
from railbook_ticket_to_ride.cards import Cards, Cost
from railbook_ticket_to_ride.claiming import closed_for_now, hub_of, route_cost
from railbook_ticket_to_ride.family import board_of
from railbook_ticket_to_ride.map_format import GREY, LOCOMOTIVE
from railbook_ticket_to_ride.options import End
from railbook_ticket_to_ride.payment import payments
from railbook_ticket_to_ride.table import Table
from railbook_ticket_to_ride.turns import TURN

PER_CARD = 10
"""What a card that is missing weighs in the search for a way."""

PER_ROUTE = 40
"""What a route weighs: the turn that claims it could have brought two cards; and long routes score more."""

PER_SPACE = 4
"""What a space weighs, even if its card is in the hand: trains are spent for good."""

USUAL_TRAINS, USUAL_TURNS = 14, 10
"""Trains that a seat usually places in so many turns: the estimate until its own pace shows."""

_PLENTY = 1000
"""More cards of a kind than any route takes."""


class Outlook:
    """The routes that a seat could build on, for one decision.

    The composed rules say which routes are open to it, so house rules and features of a map count. Nothing is kept
    from one decision to the next: the same view gives the same outlook, in a resumed game too.

    Args:
        rules: The composed rules.
        view: The state as the seat knows it.
        seat: The seat.
        taste: By route id, a small weight on top, which decides between ways that weigh the same.
    """

    def __init__(self, rules: Ruleset, view: Table, seat: int, taste: Mapping[str, int]) -> None:
        self.rules = rules
        self.board = board_of(rules)
        self.view = view
        self.seat = seat
        self.own = view.seats[seat]
        self.hand = self.own.hand.kinds
        self.colours = [kind for kind in self.board.kinds if kind != LOCOMOTIVE]
        self.hub = hub_of(rules, view, seat)
        self._costs: dict[str, Cost] = {}
        self._weights = self._weigh(taste)
        self._open: dict[str, bool] = {}
        seats = list(view.seats)
        seats[seat] = structs.replace(self.own, hand=Cards(dict.fromkeys(self.board.kinds, _PLENTY)))
        self._rich = structs.replace(
            view, asked=TURN, to_act=[seat], turn=seat, picks=0, claimed="", seats=seats
        )  # the seat's own turn, with a hand that pays everything

    def _weigh(self, taste: Mapping[str, int]) -> dict[str, int]:
        """Weigh the routes that no other seat owns; the seat's own weigh nothing."""
        hand = self.hand
        most = max(hand.get(colour, 0) for colour in self.colours)
        owners = self.view.owners
        weights: dict[str, int] = {}
        for id, route in self.board.routes.items():
            owner = owners.get(id)
            if owner == self.seat:
                weights[id] = 0
            elif owner is None and route.length <= self.own.trains:
                self._costs[id] = cost = route_cost(self.rules, route)
                held = most if cost.colour == GREY else hand.get(cost.colour, 0)
                missing = max(cost.locomotives, cost.cards - held)
                weights[id] = PER_ROUTE + PER_SPACE * route.length + PER_CARD * missing + taste[id]
        return weights

    @property
    def unowned(self) -> list[BoardRoute]:
        """The routes that nobody owns and that are not too long; the rules may still close some of them."""
        routes = self.board.routes
        return [routes[id] for id, weight in self._weights.items() if weight]

    def weight(self, routes: Sequence[BoardRoute]) -> int:
        """Give what these routes weigh together."""
        return sum(self._weights[route.id] for route in routes)

    def cost(self, route: BoardRoute) -> Cost:
        """Give what the rules ask for a route that nobody owns."""
        return self._costs[route.id]

    def is_open(self, route: BoardRoute) -> bool:
        """Tell whether the rules would let the seat claim a route, had it the cards."""
        if route.id not in self._open:
            cost = self.cost(route)
            kinds = dict.fromkeys(self.colours, _PLENTY)
            if cost.locomotives:
                kinds[LOCOMOTIVE] = cost.locomotives
            self._open[route.id] = any(
                self._allowed(ClaimRoute(payment, route.id)) for payment in payments(self.rules, Cards(kinds), cost)
            )
        return self._open[route.id]

    def _allowed(self, claim: ClaimRoute) -> bool:
        answer = check(self.rules, self._rich, self.seat, claim)
        return answer is None or (isinstance(answer, Rejection) and answer.rule in closed_for_now(self.rules))

    def way(self, a: str, b: str, planned: Sequence[BoardRoute] = ()) -> list[BoardRoute] | None:
        """Give the routes to claim on the lightest way between two cities, or `None` if there is no way.

        The seat's own routes and those `planned` are for nothing, and not among the routes to claim. Where all that
        a seat builds must be connected, the way leads through its hub.
        """
        if self.hub is not None and self.hub not in (a, b):
            first = self._way(self.hub, a, planned)
            then = None if first is None else self._way(self.hub, b, [*planned, *first])
            return None if first is None or then is None else [*first, *then]
        return self._way(a, b, planned)

    def _way(self, a: str, b: str, planned: Sequence[BoardRoute]) -> list[BoardRoute] | None:
        while True:
            way = self._search(a, b, dict.fromkeys((route.id for route in planned), 0))
            if way is None:
                return None
            # Only now are the rules asked, because most routes never lie on a lightest way.
            closed = [route for route in way if not self.is_open(route)]
            if not closed:
                return way
            for route in closed:
                del self._weights[route.id]

    def _search(self, a: str, b: str, free: dict[str, int]) -> list[BoardRoute] | None:
        """Search by Dijkstra's algorithm; gives the routes that weigh something."""
        weights = self._weights | free if free else self._weights
        routes, routes_at = self.board.routes, self.board.routes_at
        came_by: dict[str, str] = {}
        queue = [(0, a, "")]
        while queue:
            weight, city, by = heappop(queue)
            if city in came_by:
                continue
            came_by[city] = by
            if city == b:
                break
            for id in routes_at[city]:
                if id in weights:
                    other = _other_end(routes[id], city)
                    if other not in came_by:
                        heappush(queue, (weight + weights[id], other, id))
        if b not in came_by:
            return None
        way: list[BoardRoute] = []
        city = b
        while id := came_by[city]:
            if weights[id]:
                way.append(routes[id])
            city = _other_end(routes[id], city)
        return way

    def turns_left(self) -> int:
        """Estimate how many turns the seat still has, this one included, from the pace of all seats."""
        if self.view.turns_left is not None:
            return 1
        least = self.rules.options(End).trains_at_most
        all_trains = self.board.map.pieces.trains
        return 1 + min(
            max(0, seat.trains - least)
            * (self.view.round + USUAL_TURNS)
            // (max(0, all_trains - seat.trains) + USUAL_TRAINS)
            for seat in self.view.seats
        )

    def rivals_at(self, route: BoardRoute) -> int:
        """Count the routes of other seats that meet a route: the more, the sooner somebody may want it."""
        owners = self.view.owners
        return sum(
            owners.get(id, self.seat) != self.seat for city in (route.a, route.b) for id in self.board.routes_at[city]
        )


def _other_end(route: BoardRoute, city: str) -> str:
    return route.b if route.a == city else route.a
