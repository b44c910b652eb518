"""The referee's moves and goods growth of Age of Steam (AOS-M, AOS-W)."""

from __future__ import annotations

from typing import Any

from tests.replays.aos_steps import Steps
from tests.replays.aos_track import Track
from tests.replays.outcomes import Fault, Outcomes

MOVE, PRODUCE = "aos.ask-move", "aos.ask-production"


class Goods(Steps):
    """A table on which goods are moved and grow."""

    def start_moves(self) -> None:
        """Begin a round of moves (AOS-M1)."""
        self.begin("move", self.first_in("first_move"))
        self.next_move()

    def next_move(self) -> None:
        """Ask the next one for a move."""
        self.ask(MOVE, *self.table.queue[:1]) if self.table.queue else self.ask("")

    def move_goods(self, seat: int, action: dict[str, Any]) -> None:
        """Carry a cube to the first city that takes it; links pay their owners (AOS-M2 to AOS-M8)."""
        table = self.table
        start, cube, path = action["start"], action["cube"], action["path"]
        places = [start, *(hop["to"] for hop in path)]
        if not 1 <= len(path) <= table.players[seat].locomotive or len(set(places)) < len(places):
            raise Fault(f"seat {seat} cannot carry a cube over {places}")
        if table.cubes[start][cube] < 1:
            raise Fault(f"there is no {cube} cube in {start}")
        track = Track(self.board, table)
        income: dict[str, int] = {}
        for place, hop in zip(places, path, strict=False):
            at = track.leaving(place, hop["edge"])
            section = None if at is None else track.section(at)
            if at is None or section is None or sorted(section.places) != sorted((place, hop["to"])):
                raise Fault(f"no link leads from {place} at edge {hop['edge']} to {hop['to']}")
            owner = track.owner(at)
            if owner is not None and not table.players[owner].out:
                income[str(owner)] = income.get(str(owner), 0) + 1
        if [self.takes(place, cube) for place in places[1:]] != [False] * (len(path) - 1) + [True]:
            raise Fault(f"a {cube} cube does not end after {places}")
        table.cubes[start] -= type(table.bag)([cube])
        table.bag[cube] += 1
        for owner_id, links in income.items():
            table.players[int(owner_id)].income += links
        self.tell("goods-moved", seat=seat, start=start, cube=cube, end=places[-1], income=income)
        self.pass_on()

    def takes(self, place: str, cube: str) -> bool:
        """Tell whether a place is a city that takes a cube (AOS-M4, AOS-M5)."""
        letter = self.table.new_cities.get(place)
        return self.table.is_city(self.board, place) and cube in self.board.takes(place, letter)

    def upgrade(self, seat: int) -> None:
        """Make the locomotive stronger instead of moving (AOS-M9)."""
        player = self.table.players[seat]
        if player.upgraded or player.locomotive >= self.limit("locomotive"):
            raise Fault(f"seat {seat} cannot upgrade")
        player.upgraded = True
        player.locomotive += 1
        self.tell("locomotive-raised", seat=seat, instead_of_move=True)
        self.pass_on()

    def pass_move(self, seat: int) -> None:
        """Move nothing."""
        self.tell("move-passed", seat=seat)
        self.pass_on()

    def pass_on(self) -> None:
        """Let the next one move."""
        self.table.queue.pop(0)
        self.next_move()

    # Growth

    def start_growth(self, outcomes: Outcomes) -> None:
        """Begin goods growth with Production (AOS-W1)."""
        table = self.table
        self.begin("growth", [])
        seat = table.holder("production")
        if seat is not None and self.has_room():
            for _ in range(min(self.limit("production"), table.bag.total())):
                cube = outcomes.draw("aos.produced", table.bag)
                table.bag -= type(table.bag)([cube])
                table.held.append(cube)
            if table.held:
                self.tell("cubes-held", seat=seat, cubes=list(table.held))
                self.next_cube(seat)

    def has_room(self) -> bool:
        """Tell whether Production sees an empty box (option `production_room`)."""
        table = self.table
        if self.rule("production_room") == "true_empty":
            return any(None in boxes for boxes in table.chart.values())
        tops = [table.chart[column["id"]][0] for column in self.board.columns if self.city_of(column) is not None]
        return None in tops

    def next_cube(self, seat: int) -> None:
        """Ask where the next cube goes; without a box the rest is returned."""
        if self.table.held and self.has_room():
            self.ask(PRODUCE, seat)
            return
        self.ask("")
        if self.table.held:
            self.return_cubes(seat)

    def place_cube(self, seat: int, action: dict[str, Any]) -> None:
        """Put a cube into an empty box (AOS-W1)."""
        table = self.table
        boxes, box = table.chart[action["column"]], action["box"]
        if action["cube"] not in table.held or not 1 <= box <= len(boxes) or boxes[box - 1] is not None:
            raise Fault(f"a {action['cube']} cube cannot be put into box {box} of {action['column']}")
        table.held.remove(action["cube"])
        boxes[box - 1] = action["cube"]
        self.tell("cube-produced", seat=seat, cube=action["cube"], column=action["column"], box=box)
        self.next_cube(seat)

    def return_cubes(self, seat: int) -> None:
        """Put the cubes that are held back into the bag."""
        self.tell("cubes-returned", seat=seat, cubes=list(self.table.held))
        self.table.bag.update(self.table.held)
        self.table.held = []
        self.ask("")

    def city_of(self, column: dict[str, Any]) -> str | None:
        """Give the city of a column, if it is on the board."""
        if column["city"] in self.board.city_hexes:
            return str(column["city"])
        return next((hex for hex, letter in self.table.new_cities.items() if letter == column["city"]), None)

    def grow(self, part: str, outcomes: Outcomes) -> None:
        """Roll for one part of the chart: topmost cubes come onto their cities (AOS-W2 to AOS-W4)."""
        dice = outcomes.roll("aos.dice", 6, self.count)
        self.tell("dice-rolled", part=part, dice=dice)
        for die in dice:
            for column in self.board.columns:
                city = self.city_of(column)
                boxes = self.table.chart[column["id"]]
                filled = [number for number, cube in enumerate(boxes) if cube is not None]
                if (column["part"], column["die"]) == (part, die) and city is not None and filled:
                    cube = str(boxes[filled[0]])
                    boxes[filled[0]] = None
                    self.table.cubes[city][cube] += 1
                    self.tell("city-grew", column=column["id"], box=filled[0] + 1, city=city, cube=cube)
