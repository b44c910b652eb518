"""The referee's own reading of the rules of Ticket to Ride, under default options; a board subclasses `TicketToRide`.

Each action takes the table to what the rules say and answers with the events that a log must hold for it. What a board
of the family does otherwise it overrides, and new actions and questions it adds to `actions`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

from tests.replays.outcomes import Fault, Outcomes
from tests.replays.ttr_claims import Claims
from tests.replays.ttr_market import Event
from tests.replays.ttr_offers import Offers
from tests.replays.ttr_score import Result, bonus_line, final_result
from tests.replays.ttr_table import REGULAR, Board, Seat, Stratum

Act = Callable[[int, dict[str, Any], Outcomes], list[Event]]

TURN = "ttr.turn"
NEXT_PICK = "ttr.next-pick"
CHOOSE = "ttr.choose-tickets"
KEEP = "ttr.keep-tickets"


class TicketToRide(Claims, Offers):
    """One game being refereed; `table` is the state that follows from all that was played so far."""

    map_path: ClassVar[Path]
    map_schema: ClassVar[str] = "ticket-to-ride.map.json"
    seats_allowed: ClassVar[range]
    options: ClassVar[dict[str, Any]]
    """The values of options under which these rules hold: a log that says others is not judged."""
    variants: ClassVar[dict[str, dict[str, Any]]] = {}
    """Variants that are refereed too, with the values of their options."""
    hand = 4  # TTR-S3
    last_trains = 2  # TTR-E1
    longest_path_bonus = 10  # TTR-L3

    def __init__(self, header: dict[str, Any]) -> None:
        super().__init__(Board(self.map_path), len(header["seats"]))
        if self.count not in self.seats_allowed:
            raise Fault(f"{self.count} seats cannot play this game")
        variants = {variant["name"]: variant["options"] for variant in header["variants"]}
        if header["options"] != self.options or any(
            self.variants.get(name) != chosen for name, chosen in variants.items()
        ):
            other = [name for name, value in header["options"].items() if self.options.get(name) != value]
            raise Fault(f"the referee knows the default rules only, not {header['variants'] or other or 'fewer'}")
        self.chosen_variants = set(variants)
        self.actions: dict[str, tuple[tuple[str, ...], Act]] = {
            "ttr.draw-card": ((TURN, NEXT_PICK), self.draw_card),
            "ttr.claim-route": ((TURN,), self.claim_route),
            "ttr.draw-tickets": ((TURN,), self.draw_tickets),
            "ttr.keep-tickets": ((CHOOSE, KEEP), self.keep_tickets),
            "ttr.pass": ((TURN,), self.pass_turn),
        }

    def play(self, seat: int | None, action: dict[str, Any], outcomes: Outcomes) -> list[Event]:
        """Play one ply and give the events that follow from it."""
        table = self.table
        if seat is None:
            if table.seats or action != {"type": "core.set-up"}:
                raise Fault("only the set-up, at the beginning, is nobody's action")
            events = self.set_up(outcomes)
        else:
            if seat not in table.to_act:
                raise Fault(f"seat {seat} may not act, but {table.to_act or 'nobody, because the game is over'}")
            steps, act = self.actions.get(action["type"], ((), None))
            if act is None or table.asked not in steps:
                raise Fault(f"{action['type']} is no answer to {table.asked}")
            events = act(seat, action, outcomes)
        outcomes.finish()
        table.check_conservation(self.board)
        if not table.ended:
            events.append({"type": "core.waits", "step": table.asked, "seats": table.to_act})
        return events

    def result(self) -> Result:
        """Give the final result of the table as it stands (TTR-E4)."""
        return final_result(
            self.board,
            self.table,
            lambda completed, paths: {"ttr.longest-path": bonus_line(paths, self.longest_path_bonus)},
        )

    def set_up(self, outcomes: Outcomes) -> list[Event]:
        """Lay the table, deal hands seat by seat, turn up the display, offer tickets (TTR-S2 to TTR-S5, TTR-S7)."""
        table, board = self.table, self.board
        table.seats = [Seat(board.trains) for _ in range(self.count)]
        table.draw_pile = Counter(board.deck)
        kinds = {kind: sorted(id for id, row in board.tickets.items() if row["kind"] == kind) for kind in board.deal}
        table.piles = {
            kind: [Stratum(shuffled=True, tickets=list(tickets), origin="deck")] for kind, tickets in kinds.items()
        }
        laid = {"seats": self.count, "trains": board.trains, "slots": self.slots, "cards": dict(board.deck)}
        events: list[Event] = [{"type": "ttr.table-laid", **laid, "tickets": kinds}, *self.lay_more()]
        for seat in range(self.count):
            for _ in range(self.hand):
                card = self.turn_up(outcomes, f"ttr.dealt@{seat}", events)
                table.seats[seat].hand[str(card)] += 1
                events.append({"type": "ttr.card-dealt", "seat": seat, "card": card})
        self.fill_display(outcomes, events)
        for seat in range(self.count):
            events += [self.offer(seat, kind, board.deal[kind], outcomes) for kind in sorted(board.deal)]
        events += self.after_offers()
        self.ask(CHOOSE, *range(self.count))
        return events

    def lay_more(self) -> list[Event]:
        """Lay out what a board has besides."""
        return []

    def after_offers(self) -> list[Event]:
        """Do what a board does when all first offers are made."""
        return []

    def after_choices(self) -> list[Event]:
        """Go on when all have chosen tickets: the first seat begins (TTR-S8)."""
        return self.begin_turn(0, 1)

    def draw_card(self, seat: int, action: dict[str, Any], outcomes: Outcomes) -> list[Event]:
        """Pick one card; a second pick is due if one is left and possible (TTR-D1 to TTR-D6)."""
        table, slot = self.table, action["slot"]
        if not self.may_pick(slot):
            raise Fault(f"pick {table.picks + 1} cannot be {'the draw pile' if slot is None else f'slot {slot}'}")
        table.passes = 0
        events = self.pick(seat, slot, outcomes)
        if table.picks == 1 and self.may_draw():
            self.ask(NEXT_PICK, seat)
            return events
        return events + self.end_turn(outcomes)

    def claim_route(self, seat: int, action: dict[str, Any], outcomes: Outcomes) -> list[Event]:
        """Claim a route (TTR-C)."""
        events = self.claim(seat, action["route"], action["payment"])
        self.table.passes = 0
        return events + self.end_turn(outcomes)

    def draw_tickets(self, seat: int, action: dict[str, Any], outcomes: Outcomes) -> list[Event]:
        """Draw tickets to choose from; a single one is kept without a question (TTR-K1, TTR-K2)."""
        table = self.table
        if not table.in_pile():
            raise Fault("the ticket pile is empty")
        table.passes = 0
        events = [self.offer(seat, REGULAR, self.offered, outcomes)]
        offer = table.seats[seat].offer
        if len(offer) > self.keep_later:
            self.ask(KEEP, seat)
            return events
        return [*events, self.keep(seat, list(offer), []), *self.end_turn(outcomes)]

    def keep_tickets(self, seat: int, action: dict[str, Any], outcomes: Outcomes) -> list[Event]:
        """Choose from an offer, the first time all seats at once and in secret (TTR-S5, TTR-K1, TTR-S8)."""
        table, kept, rejected = self.table, action["keep"], action["put_back"]
        self.check_choice(seat, kept, rejected, first=table.asked == CHOOSE)
        if table.asked == KEEP:
            return [self.keep(seat, kept, rejected), *self.later_rejects(seat), *self.end_turn(outcomes)]
        table.chosen[seat] = action
        events: list[Event] = [{"type": "core.committed", "seat": seat, "action": action}]
        waiting = [other for other in range(self.count) if other not in table.chosen]
        if waiting:
            self.ask(CHOOSE, *waiting)
            return events
        events.append({"type": "core.revealed", "order": list(table.chosen)})
        choices = sorted(table.chosen.items())
        events += [self.keep(other, choice["keep"], choice["put_back"]) for other, choice in choices]
        table.chosen = {}
        return events + self.first_rejects() + self.after_choices()

    def pass_turn(self, seat: int, action: dict[str, Any], outcomes: Outcomes) -> list[Event]:
        """Pass, because no other action is legal (TTR-T3)."""
        if self.may_draw() or self.table.in_pile() or self.can_claim(seat):
            raise Fault(f"seat {seat} passes, but can act")
        self.table.passes += 1
        return [{"type": "ttr.passed", "seat": seat}, *self.end_turn(outcomes)]

    def end_turn(self, outcomes: Outcomes) -> list[Event]:
        """Refill the display, check the end, let the next seat begin (TTR-T4 to TTR-T6, TTR-E1, TTR-E2)."""
        table = self.table
        events: list[Event] = []
        self.fill_display(outcomes, events)
        reason = "last round" if table.turns_left == 0 else "all passed" if table.passes >= self.count else ""
        if reason:
            return events + self.close(reason)
        if table.turns_left is None and table.seats[table.turn].trains <= self.last_trains:
            table.turns_left = self.count
            events.append({"type": "ttr.last-round-begun", "seat": table.turn, "turns": self.count})
        following = (table.turn + 1) % self.count
        return events + self.begin_turn(following, table.round + (following == 0))

    def close(self, reason: str) -> list[Event]:
        """End the game."""
        self.table.ended = reason
        self.ask("")
        return [{"type": "ttr.game-closing", "reason": reason}, {"type": "core.ended", "reason": reason}]

    def begin_turn(self, seat: int, number: int) -> list[Event]:
        """Let a seat begin its turn; in the last round turns are counted down (TTR-E1)."""
        table = self.table
        table.turn, table.round, table.picks = seat, number, 0
        if table.turns_left is not None:
            table.turns_left -= 1
        self.ask(TURN, seat)
        return [{"type": "ttr.turn-begun", "seat": seat, "round": number}]
