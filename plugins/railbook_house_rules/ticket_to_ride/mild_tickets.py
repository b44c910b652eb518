"""Half or no penalty for failed tickets: for games with children, whom a lost game below zero discourages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

from msgspec import Meta

from railbook import Layer, Options, Ruleset
from railbook_ticket_to_ride.api import TICKET_TO_RIDE, BoardTicket, Table, ticket_value


class MildTickets(Options, frozen=True):
    """What a failed ticket costs."""

    penalty: Annotated[
        Literal["half", "none"], Meta(description="of the value of a ticket; a half is rounded down")
    ] = "half"


variant = Layer("mild-tickets", game=TICKET_TO_RIDE, options=MildTickets, summary="failed tickets cost less")


@variant.wrap(ticket_value)
def failing_costs_less(
    inner: Callable[..., int], rules: Ruleset, state: Table, seat: int, ticket: BoardTicket, *, completed: bool
) -> int:
    """A failed ticket subtracts half of its value, the odd point left out, or nothing; a completed one is unchanged."""
    value = inner(rules, state, seat, ticket, completed=completed)
    if completed:
        return value
    return -(-value // 2) if rules.options(MildTickets).penalty == "half" else 0
