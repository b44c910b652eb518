"""Tickets that were completed, and the end of a game: what was revealed and scored (checks A14, A16, A17)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from railbook.engine.score import score_sheet, totals
from railbook.engine.state import copy
from railbook.rules.ruleset import Ruleset
from railbook_ticket_to_ride.bga.checks import Checks, Violation
from railbook_ticket_to_ride.bga.deeds import Deed
from railbook_ticket_to_ride.bga.packets import whole
from railbook_ticket_to_ride.bga.places import Places
from railbook_ticket_to_ride.board import BoardRoute
from railbook_ticket_to_ride.network import connected
from railbook_ticket_to_ride.scoring import own_routes, path_lengths, tickets_of
from railbook_ticket_to_ride.table import Table


class Ending:
    """What a history tells of tickets and of the final score."""

    def __init__(
        self, rules: Ruleset, places: Places, seats: Mapping[str, int], viewer: int | None, checks: Checks
    ) -> None:
        self.rules, self.places, self.seats, self.viewer, self.checks = rules, places, seats, viewer, checks
        self.done: dict[str, int] = {}
        """The move by ticket of the viewer that was told to be completed."""
        self.tickets: list[list[tuple[str, int, int | None]]] = [[] for _ in range(rules.seats)]
        """By seat: tickets revealed, with the move and the points told behind them."""
        self.final: dict[int, int] = {}
        self.paths: dict[int, int] = {}
        self.last_seat: int | None = None

    def routes(self, state: Table) -> list[BoardRoute]:
        """The routes of the viewer."""
        return own_routes(self.rules, state, self.viewer) if self.viewer is not None else []

    def completed(
        self, move: int, destination: Mapping[str, Any], before: list[BoardRoute], state: Table, *, drew: bool
    ) -> None:
        """A completed ticket is told: by this very move, or it was drawn just then (A14)."""
        ticket = self.places.ticket(destination)
        if ticket is None:
            self.checks.violated(Violation("BGA-A14", move, "no ticket of ours joins these cities for these points"))
            return
        if self.viewer is None:
            self.checks.not_checkable("BGA-A14", "whose ticket was completed is not known")
            return
        a, b = self.places.board.tickets[ticket].a, self.places.board.tickets[ticket].b
        if not connected(self.routes(state), a, b):
            why = f"{ticket} is told to be completed, but its cities are not joined"
        elif connected(before, a, b) and not drew:
            why = f"{ticket} is told to be completed, but its cities were joined before"
        elif ticket in self.done:
            why = f"{ticket} is told to be completed twice"
        else:
            self.done[ticket] = move
            self.checks.ok("BGA-A14")
            return
        self.checks.violated(Violation("BGA-A14", move, why))

    def revealed(self, deed: Deed) -> None:
        """A ticket is revealed at the end."""
        destination = deed.args.get("destination")
        ticket = self.places.ticket(destination) if isinstance(destination, dict) else None
        if ticket is None:
            raise Violation("BGA-A16", deed.move, "a ticket is revealed that our board does not have")
        self.last_seat = self.seats[deed.who]
        self.tickets[self.last_seat].append((ticket, deed.move, None))

    def points(self, deed: Deed) -> None:
        """Points of the end: the last ones of each player are his final score."""
        seat = self.seats.get(deed.who, self.last_seat)
        points = whole(deed.args.get("points"))
        if points is None and isinstance(deed.args.get("points"), str):
            text = deed.args["points"]
            points = -(whole(text[1:]) or 0) if text.startswith("-") else None
        if seat is not None and points is not None:
            self.final[seat] = points

    def path(self, deed: Deed) -> None:
        """The length of a player's longest path."""
        length = whole(deed.args.get("length"))
        if length is not None:
            self.paths[self.seats[deed.who]] = length

    def shown(self, state: Table) -> Table:
        """Give the state with the tickets as they were revealed."""
        better = copy(self.rules, state)
        for seat, tickets in enumerate(self.tickets):
            if tickets:
                better.seats[seat].tickets = [ticket for ticket, _move, _points in tickets]
        return better

    def check(self, state: Table, kept: list[int], move: int) -> None:
        """Check what the end tells (A16, A17)."""
        told = [len(tickets) for tickets in self.tickets]
        if not any(told):
            for check in ("BGA-A16", "BGA-A17"):
                self.checks.not_checkable(check, "no tickets are revealed")
            return
        if told != kept:
            self.fail(move, f"{told} tickets are revealed by seat, {kept} were kept")
        every = [ticket for tickets in self.tickets for ticket, _move, _points in tickets]
        if len(set(every)) < len(every):
            self.fail(move, "a ticket is revealed twice")
        shown = self.shown(state)
        for seat in range(self.rules.seats):
            due = [ticket.id for ticket, done in tickets_of(self.rules, shown, seat) if not done]
            first = [ticket for ticket, _move, _points in self.tickets[seat]][: len(due)]
            if set(first) != set(due):
                self.fail(move, f"seat {seat} shows its failed tickets first: those are {', '.join(due) or 'none'}")
        lengths = path_lengths(self.rules, shown)
        for seat, length in self.paths.items():
            if length != lengths[seat]:
                self.fail(move, f"the longest path of seat {seat} is told as {length}, computed {lengths[seat]}")
        sums = totals(score_sheet(self.rules, shown), self.rules.seats)
        for seat, points in self.final.items():
            if points != sums[seat]:
                self.fail(move, f"seat {seat} is told to have {points} points, computed {sums[seat]}")
        self.checks.ok("BGA-A16")
        if self.viewer is None or not self.done:
            self.checks.not_checkable("BGA-A17", "no completed ticket was told before the end")
            return
        own = {ticket for ticket, _move, _points in self.tickets[self.viewer]}
        missing = sorted(set(self.done) - own)
        if missing:
            at = self.done[missing[0]]
            self.checks.violated(
                Violation("BGA-A17", at, f"{missing[0]} was completed, and is not among those revealed")
            )
        self.checks.ok("BGA-A17")

    def fail(self, move: int, why: str) -> None:
        """The end is not as it should be."""
        self.checks.violated(Violation("BGA-A16", move, why))
