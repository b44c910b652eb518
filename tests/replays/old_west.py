"""The referee's reading of Ticket to Ride Old West: start cities, networks, markers, and Alvin (TTR-OW, TTR-ALV)."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from tests.replays.outcomes import Fault, Outcomes
from tests.replays.ttr_market import Event
from tests.replays.ttr_rules import TicketToRide
from tests.replays.ttr_score import Result, bonus_line, final_result
from tests.replays.usa import Usa

START, OFFER, PLACE = "old-west.start-city", "old-west.offer-marker", "alvin.place"
MARKERS, MARKER_CARDS = 3, 2  # TTR-OW1, TTR-OW5
GLOBETROTTER = 15  # TTR-OW12
ROSWELL, CAPTURE, CONTROL = "roswell", 10, 10  # TTR-ALV1, TTR-ALV5, TTR-ALV9


class OldWest(TicketToRide):
    """Ticket to Ride Old West under default options, with or without Alvin."""

    map_path = Path(__file__).resolve().parents[2] / "plugins" / "railbook_old_west" / "map.toml"
    seats_allowed = range(2, 7)  # TTR-OW1
    offered = 4  # TTR-OW2
    keep_first = 3
    options: ClassVar[dict[str, Any]] = {
        **Usa.options,
        "end.longest_path_bonus": 0,
        "tickets.draw": 4,
        "tickets.keep_initial": 3,
        "old_west.globetrotter_bonus": GLOBETROTTER,
        "old_west.marker_cards": MARKER_CARDS,
        "old_west.marker_scores_own_claim": False,
        "old_west.tie_breakers": "tickets_and_path",
    }
    variants: ClassVar[dict[str, dict[str, Any]]] = {
        "alvin": {"home": ROSWELL, "capture": CAPTURE, "control": CONTROL, "placement": "after_marker"}
    }

    def __init__(self, header: dict[str, Any]) -> None:
        super().__init__(header)
        self.table.extras = {"markers": [], "claimed": "", "captured": False, "alvin": ""}
        self.actions |= {
            "old-west.choose-start": ((START,), self.choose_start),
            "old-west.place-marker": ((OFFER,), self.place_marker),
            "old-west.decline-marker": ((OFFER,), self.decline_marker),
            "alvin.place-alvin": ((PLACE,), self.place_alvin),
        }

    def lay_more(self) -> list[Event]:
        """Alvin is at home (TTR-ALV1)."""
        if "alvin" not in self.chosen_variants:
            return []
        self.table.extras["alvin"] = ROSWELL
        return [{"type": "alvin.arrived", "city": ROSWELL}]

    def owner(self, city: str) -> int | None:
        """Give the seat with a marker on a city."""
        return next((seat for seat, there in self.table.extras["markers"] if there == city), None)

    def cities(self, seat: int) -> list[str]:
        """Give the cities of a seat, its start city first."""
        return [city for owner, city in self.table.extras["markers"] if owner == seat]

    def settle(self, seat: int, city: str) -> Event:
        """Put a marker on a city that may have one (TTR-OW3, TTR-OW5, TTR-ALV2)."""
        known = {city for row in self.board.routes.values() for city in row["cities"]}
        closed = city == ROSWELL and "alvin" in self.chosen_variants
        if city not in known or self.owner(city) is not None or closed or len(self.cities(seat)) >= MARKERS:
            raise Fault(f"seat {seat} cannot have a marker on {city}")
        self.table.extras["markers"].append([seat, city])
        return {"type": "old-west.marker-placed", "seat": seat, "city": city}

    # Start cities and networks

    def after_choices(self) -> list[Event]:
        """The last seat chooses its start city first (TTR-OW3)."""
        self.ask(START, self.count - 1)
        return []

    def choose_start(self, seat: int, action: dict[str, Any], outcomes: Outcomes) -> list[Event]:
        """Choose a start city; when all have, the first turn begins (TTR-OW3, TTR-S8)."""
        placed = self.settle(seat, action["city"])
        if seat == 0:
            return [placed, *self.begin_turn(0, 1)]
        self.ask(START, seat - 1)
        return [placed]

    def open_to(self, seat: int, route: str) -> bool:
        """Tell whether a route is open and touches the seat's network (TTR-OW4)."""
        reached = {*self.cities(seat)[:1]}
        for own in self.table.routes_of(seat):
            reached.update(self.board.routes[own]["cities"])
        return bool(reached & {*self.board.routes[route]["cities"]}) and super().open_to(seat, route)

    # Claims

    def claim_points(self, seat: int, route: str) -> list[tuple[int, int]]:
        """Give the points to the owners of the ends, or to the claimer where there is none (TTR-OW7)."""
        points = self.board.points[self.board.length(route)]
        owners = [self.owner(city) for city in self.board.routes[route]["cities"]]
        return [(owner, points) for owner in owners if owner is not None] or [(seat, points)]

    def claim_route(self, seat: int, action: dict[str, Any], outcomes: Outcomes) -> list[Event]:
        """Claim a route, maybe capture Alvin, and be offered a marker (TTR-ALV7, TTR-OW5)."""
        table, route = self.table, action["route"]
        events = self.claim(seat, route, action["payment"])
        table.passes = 0
        table.extras["claimed"] = route
        alvin = table.extras["alvin"]
        table.extras["captured"] = alvin in self.board.routes[route]["cities"] and self.owner(alvin) != seat
        if table.extras["captured"]:
            table.seats[seat].points += CAPTURE
            events += [
                {"type": "alvin.captured", "seat": seat, "city": alvin},
                {"type": "ttr.points-scored", "seat": seat, "points": CAPTURE, "source": "alvin"},
            ]
        enough = table.seats[seat].hand.total() >= MARKER_CARDS and len(self.cities(seat)) < MARKERS
        if enough and self.free_ends():
            self.ask(OFFER, seat)
            return events
        return events + self.after_marker(seat, outcomes)

    def free_ends(self) -> list[str]:
        """Give the ends of the route just claimed that may get a marker (TTR-OW5, TTR-ALV2)."""
        home = ROSWELL if "alvin" in self.chosen_variants else ""
        ends = self.board.routes[self.table.extras["claimed"]]["cities"]
        return [city for city in ends if city != home and self.owner(city) is None]

    def place_marker(self, seat: int, action: dict[str, Any], outcomes: Outcomes) -> list[Event]:
        """Pay two cards for a marker on a free end (TTR-OW5)."""
        if action["city"] not in self.free_ends():
            raise Fault(f"{action['city']} is no free end of {self.table.extras['claimed']}")
        cards = self.check_payment(seat, action["payment"])
        self.check_set(cards, MARKER_CARDS)
        return [*self.pay(seat, cards), self.settle(seat, action["city"]), *self.after_marker(seat, outcomes)]

    def decline_marker(self, seat: int, action: dict[str, Any], outcomes: Outcomes) -> list[Event]:
        """Place none."""
        return [{"type": "old-west.marker-declined", "seat": seat}, *self.after_marker(seat, outcomes)]

    def after_marker(self, seat: int, outcomes: Outcomes) -> list[Event]:
        """Place a captured Alvin: without a question on the only city (TTR-ALV5, TTR-ALV7)."""
        if not self.table.extras["captured"]:
            return self.end_turn(outcomes)
        own = self.cities(seat)
        if len(own) > 1:
            self.ask(PLACE, seat)
            return []
        return [self.put_alvin(seat, own[0]), *self.end_turn(outcomes)]

    def put_alvin(self, seat: int, city: str) -> Event:
        """Put Alvin on a city of who captured him."""
        self.table.extras["alvin"], self.table.extras["captured"] = city, False
        return {"type": "alvin.placed", "seat": seat, "city": city}

    def place_alvin(self, seat: int, action: dict[str, Any], outcomes: Outcomes) -> list[Event]:
        """Choose where he goes (TTR-ALV5)."""
        if action["city"] not in self.cities(seat):
            raise Fault(f"{action['city']} is no city of seat {seat}")
        return [self.put_alvin(seat, action["city"]), *self.end_turn(outcomes)]

    # The end

    def result(self) -> Result:
        """Score the table: owners scored routes, the Globetrotter, Alvin's controller (TTR-OW12, TTR-ALV9)."""

        def lines(completed: list[int], paths: list[int]) -> dict[str, list[int]]:
            found = {"old-west.globetrotter": bonus_line(completed, GLOBETROTTER)}
            if "alvin" in self.chosen_variants:
                controller = self.owner(self.table.extras["alvin"])
                found["alvin.control"] = [CONTROL if seat == controller else 0 for seat in range(self.count)]
            return found

        return final_result(self.board, self.table, lines, routes=[seat.points for seat in self.table.seats])
