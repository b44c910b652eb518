"""Types recorded games in again, as one seat would have done at a real table: for tests of `record --from-table`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from railbook.log.records import Ply, Undo
from railbook.plugins.registry import Registry
from railbook.recording.at_table import TableGame
from railbook.recording.header import map_of
from railbook_ticket_to_ride.actions import ClaimRoute, DrawCard, DrawTickets, KeepTickets, Paying
from railbook_ticket_to_ride.events import DisplayFlushed, TicketsOffered
from tests.plugins.ticket_to_ride.partial.hiding import records_of


def clock() -> datetime:
    """Give always the same time."""
    return datetime(2026, 1, 2, tzinfo=UTC)


def cards_in_words(cards: dict[str, int]) -> str:
    """Write cards as people type them."""
    return " ".join(f"{count} {kind}" for kind, count in cards.items())


def typed(action: Any, *, seen: bool) -> str:
    """Write an action as the recorder types it, who sees the tickets of an offer or not."""
    if isinstance(action, ClaimRoute):
        return f"claim {action.route} {cards_in_words(action.payment.cards)}"
    if isinstance(action, DrawCard):
        return "draw" if action.slot is None else f"take {action.slot}"
    if isinstance(action, DrawTickets):
        return "tickets"
    if isinstance(action, KeepTickets):
        back = f" back {' '.join(map(str, action.put_back))}" if len(action.put_back) > 1 else ""
        return f"keep {' '.join(map(str, action.keep))}{back}" if seen else f"keep {len(action.keep)}"
    words = str(action.__struct_config__.tag).partition(".")[2].split("-")
    verb = {"pay-surcharge": "pay"}.get("-".join(words)) or (words[0] if words[0] in ("decline", "pass") else words[-1])
    paid = cards_in_words(action.payment.cards) if isinstance(action, Paying) else ""
    return f"{verb} {getattr(action, 'city', '')} {paid}"


class Retyping:
    """A recorded game on its way into a partial log by the hands of seat `me`."""

    def __init__(self, source: Path, target: Path, me: int | None, registry: Registry) -> None:
        self.rules, self.header, self.records = records_of(source.read_bytes(), registry)
        self.me = me
        self.registry = registry
        self.target = target
        self.said: list[str] = []
        self.answers: list[str] = []
        self.flushes: list[str] = []
        self.kept: list[list[str]] = [[] for _ in self.header.seats]

    def ask(self, question: str) -> str:
        """Answer a question as the record does; at the end, with the tickets that the seat asked for kept."""
        if "lays open" in question:
            seat = int(question.partition("seat ")[2].split()[0])
            return ", ".join(self.kept[seat])
        if "flush, or stay" in question:
            return self.flushes.pop() if self.flushes else "stay"
        return self.answers.pop(0)

    def prepare(self, ply: Ply[Any, Any], sees: Callable[[str], bool], known: Sequence[str | None] = ()) -> None:
        """Get the answers of a ply ready; tickets that lie in a known order are not asked for, all others are."""
        self.flushes = ["flush" for event in ply.events if isinstance(event, DisplayFlushed)]
        own = f"ttr.offered@{self.me}"
        self.answers = [str(outcome) for label, outcome in ply.chance if sees(label) and label != own]
        for event in ply.events:
            if isinstance(event, TicketsOffered) and event.seat == self.me:
                self.answers += [str(ticket) for ticket in event.tickets if ticket not in known]

    def run(self) -> TableGame:
        """Type everything; gives the game, with its log closed."""
        plies = [record for record in self.records if isinstance(record, Ply)]
        assert not any(isinstance(record, Undo) for record in self.records)
        for ply in plies:
            for event in ply.events:
                if type(event).__name__ == "TicketsKept":
                    self.kept[event.seat] += event.kept
        self.prepare(plies[0], lambda label: "@" not in label or label.endswith(f"@{self.me}"))
        names = [seat.name for seat in self.header.seats]
        game = TableGame.begin(
            self.target,
            self.rules,
            map_of(self.registry, self.header),
            names,
            self.me,
            clock,
            self.ask,
            self.said.append,
        )
        for ply in plies[1:]:
            assert ply.seat in game.game.state.to_act
            assert game.game.state.to_act[0] == ply.seat or game.game.state.asked == "ttr.choose-tickets"
            strata = [stratum for pile in game.game.state.piles.values() for stratum in pile.strata]  # type: ignore[attr-defined]
            self.prepare(
                ply, game._source.sees, [ticket for each in strata if not each.shuffled for ticket in each.tickets]
            )
            done = game.type(typed(ply.action, seen=ply.seat == self.me))
            assert len(done) == 1, (ply.ply, msgspec.to_builtins(ply.action), self.said[-1:])
            # Of tickets some may lie in an order that the recorder knows: those are not asked for.
            assert all(answer.startswith("t-") for answer in self.answers), (ply.ply, self.answers)
        game.end()
        game.close()
        return game
