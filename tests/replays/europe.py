"""The referee's reading of Ticket to Ride Europe: long tickets, tunnels, stations and lent routes (TTR-EUR, TTR-U)."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any, ClassVar

from tests.replays.outcomes import Fault, Outcomes
from tests.replays.paths import Rail
from tests.replays.ttr_market import Event
from tests.replays.ttr_rules import TURN, TicketToRide
from tests.replays.ttr_score import Result, bonus_line, final_result, ticket_points
from tests.replays.ttr_table import LOCOMOTIVE
from tests.replays.usa import Usa

SURCHARGE = "ttr.tunnel-surcharge"
REVEALED = 3  # TTR-U2
STATIONS, UNUSED = 3, 4  # TTR-EUR1, TTR-EUR10


class Europe(TicketToRide):
    """Ticket to Ride Europe, first edition, under default options."""

    map_path = Path(__file__).resolve().parents[2] / "plugins" / "railbook_europe" / "map.toml"
    seats_allowed = range(2, 6)  # TTR-EUR1
    options: ClassVar[dict[str, Any]] = {
        **Usa.options,
        "tickets.initial_rejects": "removed",
        "stations.all_locomotives": True,
        "stations.assignment": "best",
        "stations.share_route": True,
        "stations.unused_bonus": UNUSED,
        "tunnel.locomotive_only_surcharge": "locomotives",
        "tunnel.reveal": REVEALED,
        "tunnel.withdraw_without_surcharge": False,
    }

    def __init__(self, header: dict[str, Any]) -> None:
        super().__init__(header)
        self.table.extras = {"stations": [], "attempt": {}, "declined": []}
        self.actions |= {
            "europe.build-station": ((TURN,), self.build_station),
            "ttr.pay-surcharge": ((SURCHARGE,), self.pay_surcharge),
            "ttr.decline-tunnel": ((SURCHARGE,), self.decline_tunnel),
        }

    # Tickets

    def after_offers(self) -> list[Event]:
        """Long tickets that were not dealt are out (TTR-EUR2)."""
        gone = [ticket for stratum in self.table.piles["long"] for ticket in stratum.tickets]
        self.table.removed += gone
        self.table.piles["long"] = []
        return [{"type": "europe.long-tickets-removed", "tickets": len(gone)}] if gone else []

    def first_rejects(self) -> list[Event]:
        """Rejects of the first offers are out (TTR-EUR2)."""
        seats = [number for number, own in enumerate(self.table.seats) if own.rejects]
        gone = [ticket for seat in seats for ticket in self.table.seats[seat].rejects]
        self.table.removed += gone
        for seat in seats:
            self.table.seats[seat].rejects = []
        return [{"type": "ttr.tickets-removed", "seats": seats, "tickets": gone}] if seats else []

    # Tunnels

    def claim_route(self, seat: int, action: dict[str, Any], outcomes: Outcomes) -> list[Event]:
        """Claim a route; a tunnel only after three cards were revealed (TTR-U1 to TTR-U5)."""
        route = action["route"]
        if not self.board.routes.get(route, {}).get("tunnel"):
            return super().claim_route(seat, action, outcomes)
        cards = self.check_claim(seat, route, action["payment"])
        table, colour = self.table, action["payment"]["colour"]
        table.passes = 0
        table.seats[seat].hand -= cards
        table.aside += cards
        events: list[Event] = [
            {"type": "ttr.tunnel-tried", "seat": seat, "route": route, "cards": dict(cards), "colour": colour}
        ]
        revealed: list[str] = []
        for _ in range(REVEALED):
            card = self.turn_up(outcomes, "ttr.revealed", events)
            if card is None:
                break
            revealed.append(card)
            table.aside[card] += 1
            events.append({"type": "ttr.card-revealed", "card": card})
        due = sum(card in (LOCOMOTIVE, colour) for card in revealed)
        table.extras["attempt"] = {"route": route, "laid": dict(cards), "colour": colour, "due": due}
        if not due:
            return [*events, *self.dig(seat), *self.end_turn(outcomes)]
        self.ask(SURCHARGE, seat)
        return [*events, {"type": "ttr.surcharge-due", "cards": due}]

    def dig(self, seat: int) -> list[Event]:
        """Discard what was laid and revealed, and claim the tunnel (TTR-U7, TTR-U8)."""
        route = self.table.extras["attempt"]["route"]
        self.clear_attempt()
        return [{"type": "ttr.tunnel-dug", "seat": seat}, *self.put_trains(seat, route)]

    def clear_attempt(self) -> None:
        """Discard the cards aside."""
        self.table.discard += self.table.aside
        self.table.aside = Counter()
        self.table.extras["attempt"] = {}

    def pay_surcharge(self, seat: int, action: dict[str, Any], outcomes: Outcomes) -> list[Event]:
        """Pay so many more of the colour laid, or locomotives (TTR-U4, TTR-U6)."""
        attempt = self.table.extras["attempt"]
        cards = self.check_payment(seat, action["payment"])
        self.check_set(cards, attempt["due"])
        if not set(cards) <= {LOCOMOTIVE, attempt["colour"]}:
            raise Fault(f"{dict(cards)} do not pay a surcharge of {attempt['colour']}")
        self.table.seats[seat].hand -= cards
        self.table.aside += cards
        paid: Event = {"type": "ttr.surcharge-paid", "seat": seat, "cards": dict(cards)}
        return [paid, *self.dig(seat), *self.end_turn(outcomes)]

    def decline_tunnel(self, seat: int, action: dict[str, Any], outcomes: Outcomes) -> list[Event]:
        """Take the laid cards back (TTR-U6)."""
        laid = Counter(self.table.extras["attempt"]["laid"])
        self.table.extras["declined"].append([seat, self.table.extras["attempt"]["route"]])
        self.table.aside -= laid
        self.table.seats[seat].hand += laid
        self.clear_attempt()
        return [{"type": "ttr.tunnel-declined", "seat": seat}, *self.end_turn(outcomes)]

    # Stations

    def stations_of(self, seat: int) -> list[str]:
        """Give the cities where a seat has stations, in the order in which they were built."""
        return [city for owner, city in self.table.extras["stations"] if owner == seat]

    def build_station(self, seat: int, action: dict[str, Any], outcomes: Outcomes) -> list[Event]:
        """Build a station on a city without one, for one, two, three cards (TTR-EUR4 to TTR-EUR6)."""
        own, city = self.stations_of(seat), action["city"]
        cities = {city for row in self.board.routes.values() for city in row["cities"]}
        if (
            len(own) >= STATIONS
            or city not in cities
            or any(city == there for _, there in self.table.extras["stations"])
        ):
            raise Fault(f"seat {seat} cannot build in {city}")
        cards = self.check_payment(seat, action["payment"])
        self.check_set(cards, len(own) + 1)
        self.table.passes = 0
        self.table.extras["stations"].append([seat, city])
        built: Event = {"type": "europe.station-built", "seat": seat, "city": city}
        return [*self.pay(seat, cards), built, *self.end_turn(outcomes)]

    def can_claim(self, seat: int) -> bool:
        """Tell whether a seat could claim a route, or build a station instead of passing (TTR-X50)."""
        hand, own = self.table.seats[seat].hand, len(self.stations_of(seat))
        most = max((hand[kind] for kind in self.board.deck if kind != LOCOMOTIVE), default=0) + hand[LOCOMOTIVE]
        return super().can_claim(seat) or (own < STATIONS and most > own)

    # The end

    def result(self) -> Result:
        """Score the table: tickets over the best choice of lent routes, and stations not built (TTR-EUR7 to EUR13)."""
        seats = range(self.count)
        unused = [STATIONS - len(self.stations_of(seat)) for seat in seats]
        return final_result(
            self.board,
            self.table,
            lambda completed, paths: {
                "ttr.longest-path": bonus_line(paths, self.longest_path_bonus),
                "europe.unused-stations": [UNUSED * left for left in unused],
            },
            ticket_rails=[self.best_rails(seat) for seat in seats],
            criteria={"fewest_stations_built": unused},
        )

    def best_rails(self, seat: int) -> list[Rail]:
        """Try every choice of lent routes; the first of the best is taken (TTR-EUR9)."""
        own = [self.board.rail(route) for route in self.table.routes_of(seat)]
        best: tuple[int, int] | None = None
        chosen = own
        for lent in product(*(self.lendable(seat, city) for city in self.stations_of(seat))):
            rails = own + [self.board.rail(route) for route in lent if route]
            values = [ticket_points(self.board, rails, ticket) for ticket in self.table.seats[seat].tickets]
            worth = (sum(values), sum(value > 0 for value in values))
            if best is None or worth > best:
                best, chosen = worth, rails
        return chosen

    def lendable(self, seat: int, city: str) -> list[str]:
        """Give the routes of others that end in a city, in order of their ids; an empty one where there is none."""
        routes = sorted(
            route
            for route, owner in self.table.owners.items()
            if owner != seat and city in self.board.routes[route]["cities"]
        )
        return routes or [""]
