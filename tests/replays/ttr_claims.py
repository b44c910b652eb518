"""The referee's claims of Ticket to Ride: which routes are open, what pays for them, what they score (TTR-C, TTR-P)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.replays.outcomes import Fault
from tests.replays.ttr_market import Event, Market
from tests.replays.ttr_table import GREY, LOCOMOTIVE


class Claims(Market):
    """A table on which routes are claimed; boards with other costs or points override `cost_fault`, `claim_points`."""

    parallel_open_from = 4  # TTR-P3

    def open_to(self, seat: int, route: str) -> bool:
        """Tell whether a route has no owner and is not closed for this seat by a parallel one (TTR-C1, TTR-P)."""
        owners = self.table.owners
        if route in owners:
            return False
        taken = [owners[twin] for twin in self.board.twins(route) if twin in owners]
        return not taken or (self.count >= self.parallel_open_from and seat not in taken)

    def cost_fault(self, route: str, cards: Counter[str]) -> str:
        """Say why these cards do not pay for a route, or nothing if they do (TTR-C2 to TTR-C5)."""
        length, colour = self.board.length(route), self.board.routes[route]["colour"]
        colours = [kind for kind in cards if kind != LOCOMOTIVE]
        if any(count < 1 or kind not in self.board.deck for kind, count in cards.items()):
            return f"{dict(cards)} are no cards"
        if cards.total() != length:
            return f"{dict(cards)} are not {length} cards"
        if cards[LOCOMOTIVE] < self.board.routes[route].get("ferry", 0):
            return f"{dict(cards)} leave locomotive symbols unpaid"  # TTR-F1
        if len(colours) > 1 or (colours and colour not in (GREY, colours[0])):
            return f"{dict(cards)} do not pay for a {colour} route"
        return ""

    def claim_points(self, seat: int, route: str) -> list[tuple[int, int]]:
        """Give who scores how much for a claim: the claimer the points of the length (TTR-C9)."""
        return [(seat, self.board.points[self.board.length(route)])]

    def claim(self, seat: int, route: str, payment: dict[str, Any]) -> list[Event]:
        """Pay for an open route, put the trains on it and score it at once (TTR-C1, TTR-C9)."""
        cards = self.check_claim(seat, route, payment)
        return [*self.pay(seat, cards), *self.put_trains(seat, route)]

    def check_claim(self, seat: int, route: str, payment: dict[str, Any]) -> Counter[str]:
        """Refuse a claim that breaks a rule; gives the cards paid."""
        own = self.table.seats[seat]
        if route not in self.board.routes:
            raise Fault(f"there is no route {route}")
        if not self.open_to(seat, route):
            raise Fault(f"{route} is not open to seat {seat}")
        if own.trains < self.board.length(route):
            raise Fault(f"seat {seat} has {own.trains} trains for {self.board.length(route)} spaces")
        cards = Counter(payment["cards"])
        wrong = self.cost_fault(route, cards)
        if wrong:
            raise Fault(wrong)
        return self.check_payment(seat, payment)

    def check_payment(self, seat: int, payment: dict[str, Any]) -> Counter[str]:
        """Refuse cards that a seat does not hold, or that are announced as others."""
        cards, hand = Counter(payment["cards"]), self.table.seats[seat].hand
        if not cards <= hand:
            raise Fault(f"seat {seat} holds {dict(hand)}, it cannot pay {dict(cards)}")
        if payment["colour"] != min(cards, key=lambda kind: kind == LOCOMOTIVE):
            raise Fault(f"{dict(cards)} are announced as {payment['colour']}")
        return cards

    def check_set(self, cards: Counter[str], count: int) -> None:
        """Refuse cards that are not so many of one colour, with locomotives for any of them."""
        if cards.total() != count or any(number < 1 for number in cards.values()):
            raise Fault(f"{dict(cards)} are not {count} cards")
        if len([kind for kind in cards if kind != LOCOMOTIVE]) > 1 or not set(cards) <= set(self.board.deck):
            raise Fault(f"{dict(cards)} have not one colour")

    def pay(self, seat: int, cards: Counter[str]) -> list[Event]:
        """Let cards go from a hand to the discard pile."""
        self.table.seats[seat].hand -= cards
        self.table.discard += cards
        return [{"type": "ttr.cards-paid", "seat": seat, "cards": dict(cards)}]

    def put_trains(self, seat: int, route: str) -> list[Event]:
        """Put trains on a route and score it (TTR-C9)."""
        table, length = self.table, self.board.length(route)
        table.seats[seat].trains -= length
        table.owners[route] = seat
        events: list[Event] = [{"type": "ttr.route-claimed", "seat": seat, "route": route, "trains": length}]
        for scorer, points in self.claim_points(seat, route):
            table.seats[scorer].points += points
            events.append({"type": "ttr.points-scored", "seat": scorer, "points": points, "source": route})
        return events

    def can_claim(self, seat: int) -> bool:
        """Tell whether a seat could claim any route with the cards and trains it has."""
        own = self.table.seats[seat]
        wild = own.hand[LOCOMOTIVE]
        for route, row in self.board.routes.items():
            colours = self.board.deck if row["colour"] == GREY else (row["colour"],)
            most = max(wild + (own.hand[colour] if colour != LOCOMOTIVE else 0) for colour in colours)
            enough = row["length"] <= min(most, own.trains) and wild >= row.get("ferry", 0)
            if enough and self.open_to(seat, route):
                return True
        return False
