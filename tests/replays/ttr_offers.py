"""The referee's ticket piles of Ticket to Ride: offers, what is kept, where the rest goes (TTR-S5, TTR-S6, TTR-K)."""

from __future__ import annotations

from collections import Counter

from tests.replays.outcomes import Fault, Outcomes
from tests.replays.ttr_market import Event, Market
from tests.replays.ttr_table import REGULAR, Stratum


class Offers(Market):
    """A table with ticket piles."""

    offered = 3  # TTR-K1
    keep_first = 2  # TTR-USA2
    keep_later = 1  # TTR-K1

    def offer(self, seat: int, kind: str, count: int, outcomes: Outcomes) -> Event:
        """Let a seat have tickets from the top of a pile, as many as there are (TTR-K1)."""
        pile = self.table.piles[kind]
        tickets: list[str] = []
        while pile and len(tickets) < count:
            top = pile[0]
            ticket = outcomes.draw(f"ttr.offered@{seat}", Counter(top.tickets)) if top.shuffled else top.tickets[0]
            top.tickets.remove(ticket)
            tickets.append(ticket)
            if not top.tickets:
                pile.pop(0)
        self.table.seats[seat].offer += tickets
        return {"type": "ttr.tickets-offered", "seat": seat, "pile": kind, "tickets": tickets}

    def check_choice(self, seat: int, kept: list[str], rejected: list[str], *, first: bool) -> None:
        """Refuse a choice that does not part the offer, or keeps too few (TTR-S5, TTR-K1).

        What is kept, and first rejects, which are shuffled, are named in the order of the offer.
        """
        offer = self.table.seats[seat].offer
        if sorted(kept + rejected) != sorted(offer):
            raise Fault(f"{kept} and {rejected} are not the offer {offer}")
        if len(kept) < (self.keep_first if first else self.keep_later):
            raise Fault(f"of {offer} only {kept} are kept")
        for named in (kept, rejected) if first else (kept,):
            if named != [ticket for ticket in offer if ticket in named]:
                raise Fault(f"{named} are not in the order of the offer {offer}")

    def keep(self, seat: int, kept: list[str], rejected: list[str]) -> Event:
        """Part an offer into tickets, which are kept to the end, and rejects (TTR-K4)."""
        own = self.table.seats[seat]
        own.tickets += kept
        own.rejects += rejected
        own.offer = []
        return {"type": "ttr.tickets-kept", "seat": seat, "kept": kept, "rejected": rejected}

    def first_rejects(self) -> list[Event]:
        """Shuffle all rejects of the first offers together and put them under the pile (TTR-S6, TTR-USA2)."""
        seats = [number for number, own in enumerate(self.table.seats) if own.rejects]
        together = sorted(ticket for own in self.table.seats for ticket in own.rejects)
        return [self.put_under(seats, Stratum(True, together, "first-rejects"), [])] if seats else []

    def later_rejects(self, seat: int) -> list[Event]:
        """Put a seat's rejects under the pile, in the order that the player gave (TTR-K3)."""
        rejects = self.table.seats[seat].rejects
        return [self.put_under([seat], Stratum(False, rejects, "rejects"), [seat])] if rejects else []

    def put_under(self, seats: list[int], stratum: Stratum, known_to: list[int]) -> Event:
        """Put the rejects of these seats under the pile."""
        said = {"shuffled": stratum.shuffled, "tickets": list(stratum.tickets), "known_to": known_to}
        for seat in seats:
            self.table.seats[seat].rejects = []
        self.table.piles[REGULAR].append(stratum)
        return {"type": "ttr.tickets-returned", "seats": seats, "pile": REGULAR, "stratum": said}
