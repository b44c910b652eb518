"""Writes full games of ours as saved histories of the platform, live or archived, for tests of the importer."""

from __future__ import annotations

import random
from typing import Any

from railbook.engine.fold import fold
from railbook.engine.score import score_sheet, totals
from railbook.engine.state import copy, new_state
from railbook.log.records import Ply
from railbook.plugins.registry import Registry
from railbook.rules.ruleset import Ruleset
from railbook_ticket_to_ride.actions import ClaimRoute, DrawCard, DrawTickets, KeepTickets, Paying
from railbook_ticket_to_ride.bga.places import COLOURS, Places
from railbook_ticket_to_ride.events import DisplayFlushed, LastRoundBegun, Reshuffled, RouteClaimed
from railbook_ticket_to_ride.family import board_of
from railbook_ticket_to_ride.network import connected
from railbook_ticket_to_ride.scoring import own_routes, path_lengths, tickets_of
from railbook_ticket_to_ride.table import Table
from railbook_ticket_to_ride.tunnel_attempts import (
    Attempt,
    CardRevealed,
    DeclineTunnel,
    PaySurcharge,
    SurchargeDue,
    TunnelDug,
)

NAMES = ("Änne Quark", "Bo_77", "<b>Cy</b>", "dora", "Émile")


class Exporter:
    """A full game on its way into a history; `viewer` saved it."""

    def __init__(self, rules: Ruleset, viewer: int, *, archive: bool = False, seed: int = 0) -> None:
        self.rules, self.viewer, self.archive = rules, viewer, archive
        self.board = board_of(rules)
        self.cities = sorted(self.board.city_names, key=lambda city: self.board.city_names[city])
        self.numbers = Places(Registry.installed().game(rules.game)).parallel
        self.packets: list[dict[str, Any]] = []
        self.move = 1
        self.packet = 3
        self.random = random.Random(seed)
        self.state: Table = new_state(rules)  # type: ignore[assignment]
        self.table: list[dict[str, Any]] = []
        self.private: list[dict[str, Any]] = []
        self.deed: tuple[int, int, dict[str, Any]] | None = None
        self.done: set[str] = set()

    # Packets

    def note(self, type_: str, log: str = "", full: dict[str, Any] | None = None, **args: Any) -> None:
        """Put a public notification into the move; `full` arguments are kept by archives only."""
        self.table.append(
            {"uid": "x", "type": type_, "log": log, "args": {**args, **(full or {})} if self.archive else args}
        )

    def own(self, type_: str, **args: Any) -> None:
        """Put a notification for the viewer into the move."""
        self.private.append({"uid": "x", "type": type_, "log": "", "args": args, "h": "0"})

    def end_move(self) -> None:
        """Write the packets of the move, the private one first."""
        for channel, notes in (("/player/p84711471", self.private), ("/table/t9", self.table)):
            if notes:
                self.packets.append(
                    {
                        "channel": channel,
                        "table_id": "9",
                        "packet_id": str(self.packet),
                        "packet_type": "history",
                        "move_id": str(self.move),
                        "time": str(1_700_000_000 + self.packet),
                        "data": notes,
                    }
                )
                self.packet += self.random.choice((1, 2))
        self.table, self.private = [], []
        self.move += 1

    # The game

    def run(self, records: list[Any]) -> dict[str, Any]:
        """Export all plies; gives the file as plain values."""
        self.note("simpleNote", "Colors of ${players} have been chosen", players=f"<b>{NAMES[0]}</b>")
        self.end_move()
        plies = [record for record in records if isinstance(record, Ply)]
        index = 0
        while index < len(plies):
            ply = plies[index]
            following = plies[index + 1] if index + 1 < len(plies) else None
            index += self.ply(ply, following)
        if self.state.ended:
            self.end()
        if self.archive:
            return {"status": "1", "data": {"logs": self.packets, "players": []}}
        return {"status": 1, "data": {"valid": 1, "data": self.packets}}

    def ply(self, ply: Ply[Any, Any], following: Ply[Any, Any] | None) -> int:
        """Export a ply, or two that were one click; tells how many."""
        action, seat = ply.action, ply.seat
        before = copy(self.rules, self.state)
        fold(self.rules, self.state, ply.events)
        if seat is None:
            return 1
        who = NAMES[seat]
        if isinstance(action, KeepTickets):
            self.kept(who, len(action.keep), seat, before)
        elif isinstance(action, DrawTickets):
            self.move += 1  # the first move of a ticket draw is not logged (BGA-T2)
            if self.state.asked != "ttr.keep-tickets":
                self.kept(who, len(self.state.seats[seat].tickets) - len(before.seats[seat].tickets), seat, before)
                self.messages(ply, before, seat)
            else:
                return 1
        elif isinstance(action, DrawCard) and action.slot is not None:
            card = before.display[action.slot - 1]
            self.note(
                "trainCarPicked",
                "${player_name} takes ${color}",
                {"origin": action.slot, "cards": [{"id": 1, "type": COLOURS.index(card or "")}]},
                player_name=who,
                color=COLOURS.index(card or ""),
            )
        elif isinstance(action, DrawCard):
            return self.hidden(ply, following, before)
        elif isinstance(action, Paying):
            self.paying(ply, before)
        elif isinstance(action, DeclineTunnel):
            self.note("log", "${player_name} skips the tunnel", player_name=who)
        else:  # a pass leaves no trace
            self.move += 1
            return 1
        self.messages(ply, before, seat)
        self.end_move()
        return 1

    def kept(self, who: str, count: int, seat: int, before: Table) -> None:
        """Tickets were kept."""
        self.note("destinationsPicked", "${player_name} keeps ${count} destinations", player_name=who, count=count)

    def hidden(self, ply: Ply[Any, Any], following: Ply[Any, Any] | None, before: Table) -> int:
        """One or two hidden cards."""
        seat = ply.seat
        assert seat is not None
        plies = [ply]
        if (
            not before.picks
            and following is not None
            and following.seat == seat
            and isinstance(following.action, DrawCard)
            and following.action.slot is None
            and self.random.random() < 0.8
        ):
            plies.append(following)
            fold(self.rules, self.state, following.events)
        cards = [outcome for each in plies for label, outcome in each.chance if label.startswith("ttr.drawn")]
        if seat == self.viewer:
            self.own("trainCarPicked", colors=[COLOURS.index(str(card)) for card in cards])
        self.note("trainCarPicked", "${player_name} takes ${count}", player_name=NAMES[seat], count=len(cards))
        for each in plies:
            self.messages(each, before, seat)
        self.end_move()
        return len(plies)

    def paying(self, ply: Ply[Any, Any], before: Table) -> None:
        """A claim, an attempt, a surcharge or a station."""
        action, seat = ply.action, ply.seat
        assert seat is not None
        paid = [COLOURS.index(kind) for kind, count in action.payment.cards.items() for _ in range(count)]
        if isinstance(action, ClaimRoute) and self.board.routes[action.route].tunnel:
            route = self.board.routes[action.route]
            revealed = [event.card for event in ply.events if isinstance(event, CardRevealed)]
            due = sum(event.cards for event in ply.events if isinstance(event, SurchargeDue))
            names = {key: self.board.city_names[city] for key, city in (("from", route.a), ("to", route.b))}
            colour = COLOURS.index(action.payment.colour)
            self.note(
                "log", "attempt", {}, player_name=NAMES[seat], color=colour, route=self.route(action.route), **names
            )
            cards = {"tunnelCards": [{"type": COLOURS.index(card)} for card in revealed]}
            if revealed:
                kind = "log" if due else "freeTunnel"
                self.note(kind, "${pickedCards} ${extraCards}", cards, pickedCards=len(revealed), extraCards=due)
            else:
                self.note("log", "the tunnel is free")
            if any(isinstance(event, TunnelDug) for event in ply.events):
                self.claim(action.route, seat, paid)
        elif isinstance(action, PaySurcharge):
            attempt = before.slice(Attempt)
            laid = [COLOURS.index(kind) for kind, count in attempt.laid.items() for _ in range(count)]
            self.claim(attempt.route, seat, sorted(paid + laid, reverse=True))
        elif isinstance(action, ClaimRoute):
            self.claim(action.route, seat, paid)
        else:
            city = self.board.city_names[action.city]
            self.note("builtStation", "", player_name=NAMES[seat], city_name=city, number=len(paid), colors=paid)

    def route(self, id: str) -> dict[str, Any]:
        """Give a route as the platform does."""
        route = self.board.routes[id]
        number = self.numbers.get(id, 701 if id.endswith("--b") else 700)
        return {
            "id": number,
            "from": self.cities.index(route.a) + 1,
            "to": self.cities.index(route.b) + 1,
            "number": route.length,
            "color": 0 if route.colour == "grey" else COLOURS.index(route.colour),
            "tunnel": route.tunnel,
            "locomotives": route.ferry,
            "spaces": [],
        }

    def claim(self, id: str, seat: int, paid: list[int]) -> None:
        """A route was claimed."""
        route = self.board.routes[id]
        trains = {"remainingTrainCars": self.state.seats[seat].trains}
        names = {key: self.board.city_names[city] for key, city in (("from", route.a), ("to", route.b))}
        self.note(
            "claimedRoute",
            "${player_name} gains ${points} point(s) by claiming route",
            trains,
            player_name=NAMES[seat],
            points=route.points,
            route=self.route(id),
            number=len(paid),
            colors=paid,
            **names,
        )
        if self.archive:
            self.note("points", "", player_name=NAMES[seat], points=self.state.seats[seat].points, delta=route.points)

    def messages(self, ply: Ply[Any, Any], before: Table, seat: int) -> None:
        """What followed: flushes, refills, reshuffles, completed tickets and the last round."""
        shown: dict[str, Any] = {}
        for event in ply.events:
            name = type(event).__name__
            if isinstance(event, Reshuffled):
                self.note("log", "The discard pile has been reshuffled")
            elif name == "SlotFilled" and self.archive:
                shown[str(event.slot)] = {"type": COLOURS.index(event.card)}
            elif isinstance(event, DisplayFlushed):
                self.show(shown)
                self.note("highlightVisibleLocomotives", "Three locomotives have been revealed")
            elif isinstance(event, LastRoundBegun):
                self.note("lastTurn", "${player_name} has ${number}", player_name=NAMES[event.seat], number=2)
        self.show(shown)
        if seat != self.viewer:
            return
        routes = own_routes(self.rules, self.state, seat)
        claimed = any(isinstance(event, RouteClaimed) for event in ply.events)
        for ticket in self.state.seats[seat].tickets:
            if ticket is None or ticket in self.done:
                continue
            each = self.board.tickets[ticket]
            if connected(routes, each.a, each.b) and (claimed or ticket not in before.seats[seat].tickets):
                self.done.add(ticket)
                self.own("destinationCompleted", destination=self.ticket(ticket))

    def show(self, shown: dict[str, Any]) -> None:
        """Tell refilled slots, in the full form."""
        if shown:
            slots = {str(slot): shown.get(str(slot)) for slot in range(1, 6)}
            self.note("newCardsOnTable", "", spotsCards=slots, locomotiveRefill=False)
            shown.clear()

    def ticket(self, id: str) -> dict[str, Any]:
        """Give a ticket as the platform does: cities by name."""
        ticket = self.board.tickets[id]
        names = {key: self.board.city_names[city] for key, city in (("from", ticket.a), ("to", ticket.b))}
        kind = 2 if ticket.kind == "long" else 1
        return {**names, "points": ticket.points, "type": kind, "type_arg": 1, "location_arg": "84711471"}

    def end(self) -> None:
        """What the end tells."""
        sheet = totals(score_sheet(self.rules, self.state), self.rules.seats)
        for seat in range(self.rules.seats):
            for ticket, _done in sorted(tickets_of(self.rules, self.state, seat), key=lambda item: item[1]):
                self.note("scoreDestination", "", player_name=NAMES[seat], destination=self.ticket(ticket.id))
        for seat, length in enumerate(path_lengths(self.rules, self.state)):
            self.note("longestPath", "", player_name=NAMES[seat], length=length)
        for seat, total in enumerate(sheet):
            self.note("points", "${player_name} ${points} ${delta}", player_name=NAMES[seat], points=total, delta=0)
        self.note("highlightWinnerScore")
        self.end_move()
