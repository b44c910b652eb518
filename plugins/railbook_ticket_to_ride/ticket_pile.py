"""A pile of tickets: strata from the top, each a shuffled bag or a sequence, with the seats that know it."""

# Annotations are no texts here (no import from __future__): each start would have to compile those it reads.

import msgspec

from railbook.chance import Chance
from railbook.rules.types import Public


class Stratum(msgspec.Struct, forbid_unknown_fields=True):
    """Tickets that lie together. Of a shuffled stratum the order means nothing; which lies on top is decided later.

    `known_to` are the seats that know what it holds (and, of a sequence, in which order).
    """

    shuffled: bool
    tickets: list[str | None]
    known_to: list[int]

    def seen_by(self, viewer: int | None, owner: int | None) -> "Stratum":
        """What a seat knows of it: everything, or how many tickets it holds."""
        if viewer is not None and viewer in self.known_to:
            return self
        return Stratum(self.shuffled, [None] * len(self.tickets), self.known_to)


class TicketPile(msgspec.Struct, forbid_unknown_fields=True):
    """A pile of tickets, face down: its strata, the top one first; empty strata are gone."""

    strata: Public[list[Stratum]] = msgspec.field(default_factory=list)

    @property
    def size(self) -> int:
        """How many tickets lie in the pile."""
        return sum(len(stratum.tickets) for stratum in self.strata)

    def draw(self, count: int, chance: Chance, label: str, seat: int) -> list[str | None]:
        """Decide which tickets come from the top, as many as there are; the pile itself is left as it is.

        In a partial record some of them may be unknown.
        """
        drawn: list[str | None] = []
        for stratum in self.strata:
            left = list(stratum.tickets)
            while left and len(drawn) < count:
                if stratum.shuffled:
                    known = {ticket: 1 for ticket in left if ticket is not None}
                    ticket = chance.draw_unseen(label, known, seat, whole=len(known) == len(left))
                    if ticket in left:
                        left.remove(ticket)
                    else:  # what is left, nobody can say
                        left = [None] * (len(left) - 1)
                else:
                    ticket = left.pop(0)
                    if ticket is None or chance.hides(label, seat):
                        ticket = chance.draw_if_told(label, {}, seat)
                drawn.append(ticket)
        return drawn

    def take(self, tickets: list[str | None], seat: int) -> None:
        """Let a seat take these tickets, in this order, off the top.

        Of a shuffled stratum the others do not see which are gone, so nobody else knows any longer what is left of it.
        """
        for ticket in tickets:
            top = self.strata[0]
            if top.shuffled:
                top.known_to = [knowing for knowing in top.known_to if knowing == seat]
            if not top.shuffled:
                top.tickets.pop(0)
            elif ticket in top.tickets:
                top.tickets.remove(ticket)
            else:  # unknown to whoever recorded it: of what is left nobody can say more than how many
                top.tickets = [None] * (len(top.tickets) - 1)
            if not top.tickets:
                self.strata.pop(0)

    def put_under(self, stratum: Stratum) -> None:
        """Put tickets at the bottom; a copy is kept."""
        if stratum.tickets:
            self.strata.append(Stratum(stratum.shuffled, list(stratum.tickets), list(stratum.known_to)))
