"""The referee's own reading of the rules of Age of Steam on the Rust Belt, under the editions' options.

Each action takes the table to what the rules say and answers with the events that a log must hold for it. That an
action is legal is checked on the way; that no legal one is refused is left to the tests that compare with an oracle.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, ClassVar

from tests.replays.aos_board import MAP, Board
from tests.replays.aos_builds import BUILD
from tests.replays.aos_goods import MOVE, PRODUCE, Goods
from tests.replays.aos_money import Money
from tests.replays.aos_order import BID, CHOOSE, SHARES, Order
from tests.replays.aos_score import Result, final_result
from tests.replays.aos_steps import Event
from tests.replays.aos_table import Player
from tests.replays.outcomes import Fault, Outcomes

WARFROG: dict[str, Any] = {
    "limits.builds": 3,
    "limits.engineer": 4,
    "limits.locomotive": 6,
    "limits.move_rounds": 2,
    "limits.production": 2,
    "limits.share_price": 5,
    "limits.shares": 15,
    "rules.double_redirect": "flat_2",
    "rules.elimination_markers": "unfinished_only",
    "rules.last_survivor": "plays_on",
    "rules.ownership_markers": 20,
    "rules.production_room": "true_empty",
    "rules.reduction_at_50": 8,
    "rules.running_score": "links_only",
    "rules.same_hex_twice": "allowed",
    "rules.start_order": "dice",
    "rules.town_tile_choice": "chosen",
    "rules.turn_order_pass_last_two": "allowed",
    "rules.urbanization_timing": "before_builds",
    "start.cash": 10,
    "start.income": 0,
    "start.locomotive": 1,
    "start.shares": 2,
}
CHOOCHOO: dict[str, Any] = {
    **WARFROG,
    "rules.double_redirect": "per_path",
    "rules.elimination_markers": "all",
    "rules.last_survivor": "ends_game",
    "rules.production_room": "array_length",
    "rules.reduction_at_50": 10,
    "rules.running_score": "all_owned",
    "rules.same_hex_twice": "forbidden",
    "rules.start_order": "shuffle",
    "rules.town_tile_choice": "pooled",
    "rules.turn_order_pass_last_two": "forbidden",
    "rules.urbanization_timing": "any_time",
}
DELUXE: dict[str, Any] = {**WARFROG, "rules.reduction_at_50": 10}
EDITIONS = {"": WARFROG, "warfrog-2002": WARFROG, "deluxe": DELUXE, "choochoo": CHOOCHOO}
START = ("start.cash", "start.income", "start.locomotive", "start.shares")
"""Options that may have any value."""
PHASES = ("auction", "actions", "build", "move", "move", "income", "expenses", "reduction", "growth", "white", "black")


class AgeOfSteam(Order, Money, Goods):
    """One game being refereed; `table` is the state that follows from all that was played so far."""

    map_path: ClassVar[Path] = MAP
    map_schema: ClassVar[str] = "age-of-steam.map.json"
    seats_allowed: ClassVar[range] = range(3, 7)  # AOS-Q2

    def __init__(self, header: dict[str, Any]) -> None:
        board = Board(header.get("map", {}).get("data"))
        super().__init__(board, header["options"], len(header["seats"]))
        if self.count not in self.seats_allowed:
            raise Fault(f"{self.count} seats cannot play this game")
        edition = EDITIONS.get(header["edition"], {})
        other = [id for id, value in header["options"].items() if edition.get(id) != value and id not in START]
        if other or header["options"].keys() != edition.keys() or header["variants"]:
            with_what = other or header["variants"] or "fewer options"
            raise Fault(f"the referee knows the editions only, not {header['edition']!r} with {with_what}")

    def play(self, seat: int | None, action: dict[str, Any], outcomes: Outcomes) -> list[Event]:
        """Play one ply and give the events that follow from it."""
        table, self.events = self.table, []
        if seat is None:
            if table.players or action != {"type": "core.set-up"}:
                raise Fault("only the set-up, at the beginning, is nobody's action")
            self.set_up(outcomes)
        else:
            if seat not in table.to_act:
                raise Fault(f"seat {seat} may not act, but {table.to_act or 'nobody, because the game is over'}")
            self.act(seat, action)
        self.follow(outcomes)
        outcomes.finish()
        table.check_conservation(self.board)
        if not table.ended:
            self.events.append({"type": "core.waits", "step": table.asked, "seats": table.to_act})
        return self.events

    def result(self) -> Result:
        """Give the final result of the table as it stands (AOS-S)."""
        return final_result(self.board, self.table)

    def act(self, seat: int, action: dict[str, Any]) -> None:
        """Let a seat answer what it is asked."""
        match self.table.asked, action:
            case str(step), {"type": "aos.issue-shares", "shares": shares} if step == SHARES:
                self.issue_shares(seat, shares)
            case str(step), {"type": "aos.bid", "bid": amount} if step == BID:
                self.bid(seat, amount)
            case str(step), {"type": "aos.stay-in"} if step == BID:
                self.stay_in(seat)
            case str(step), {"type": "aos.drop-out"} if step == BID:
                self.drop_out(seat)
            case str(step), {"type": "aos.choose-action", "action": chosen} if step == CHOOSE:
                self.choose_action(seat, chosen)
            case str(step), {"type": "aos.build"} if step == BUILD:
                self.build(seat, action)
            case str(step), {"type": "aos.urbanize", "hex": hex, "letter": letter} if step == BUILD:
                self.urbanize(seat, hex, letter)
            case str(step), {"type": "aos.end-building"} if step == BUILD:
                self.end_building(seat)
            case str(step), {"type": "aos.move-goods"} if step == MOVE:
                self.move_goods(seat, action)
            case str(step), {"type": "aos.upgrade-locomotive"} if step == MOVE:
                self.upgrade(seat)
            case str(step), {"type": "aos.pass-move"} if step == MOVE:
                self.pass_move(seat)
            case str(step), {"type": "aos.place-cube"} if step == PRODUCE:
                self.place_cube(seat, action)
            case str(step), {"type": "aos.return-cubes"} if step == PRODUCE:
                self.return_cubes(seat)
            case _:
                raise Fault(f"{action['type']} is no answer to {self.table.asked}")

    def set_up(self, outcomes: Outcomes) -> None:
        """Lay the table, fill chart and cities, find the first order (AOS-U)."""
        table, board = self.table, self.board
        cash, shares, income, locomotives = map(self.start, ("cash", "shares", "income", "locomotive"))
        table.players = [Player(*figures) for figures in zip(cash, shares, income, locomotives, strict=True)]
        table.bag = Counter(board.bag)
        table.cubes = {city: Counter() for city in board.city_hexes}
        table.chart = {column["id"]: [None] * column["boxes"] for column in board.columns}
        laid = {"cash": cash, "shares": shares, "income": income, "locomotives": locomotives}
        columns = {column["id"]: column["boxes"] for column in board.columns}
        turns = {"turns": board.turns[str(self.count)], "bag": dict(board.bag), "cities": board.city_hexes}
        self.tell("table-laid", **laid, **turns, columns=columns)
        for new in (False, True):
            part = [column for column in board.columns if (column["city"] in board.letters) is new]
            for box in range(1, 1 + max(column["boxes"] for column in part)):
                for column in part:
                    if box <= column["boxes"]:
                        cube = self.drawn("aos.chart", outcomes)
                        table.chart[column["id"]][box - 1] = cube
                        self.tell("box-filled", column=column["id"], box=box, cube=cube)
        for city in board.cities:
            for _ in range(city["cubes"]):
                cube = self.drawn("aos.city", outcomes)
                table.cubes[city["hex"]][cube] += 1
                self.tell("city-filled", city=city["hex"], cube=cube)
        seats = list(range(self.count))
        if self.rule("start_order") == "shuffle":
            table.order = [int(seat) for seat in outcomes.shuffle("aos.first-order", [str(seat) for seat in seats])]
        else:
            table.order = self.order_by_dice(seats, outcomes)
        self.tell("order-set", order=list(table.order))
        table.to_come = ["turn"]

    def drawn(self, label: str, outcomes: Outcomes) -> str:
        """Draw a cube from the bag."""
        cube = outcomes.draw(label, self.table.bag)
        self.table.bag -= Counter([cube])
        return cube

    def take(self, step: str, outcomes: Outcomes) -> None:
        """Take one step of a turn (AOS-Q1)."""
        match step:
            case "turn":
                self.table.to_come = [*PHASES, "advance"]
                self.start_turn()
            case "auction":
                self.start_auction()
            case "actions":
                self.start_actions()
            case "build":
                self.start_builds()
            case "move":
                self.start_moves()
            case "income":
                self.collect()
            case "expenses":
                self.pay()
            case "reduction":
                self.reduce()
            case "growth":
                self.start_growth(outcomes)
            case "white" | "black":
                self.grow(step, outcomes)
            case _:
                self.advance()

    def advance(self) -> None:
        """End the game after the last turn, else begin the next (AOS-Q2, AOS-S1)."""
        if self.table.turn >= self.board.turns[str(self.count)]:
            self.stop("last turn")
        else:
            self.table.to_come = ["turn"]
