"""Actions and events of Ticket to Ride in plain English, each in one place."""

from __future__ import annotations

from railbook.rules.ruleset import Ruleset
from railbook_ticket_to_ride import actions, events
from railbook_ticket_to_ride.cards import in_words
from railbook_ticket_to_ride.family import TICKET_TO_RIDE, board_of

say = TICKET_TO_RIDE.words


def _route(rules: Ruleset, id: str) -> str:
    board = board_of(rules)
    route = board.routes.get(id)
    if route is None:
        return id
    return f"{board.city_names[route.a]}–{board.city_names[route.b]} ({route.colour} {route.length})"


def _tickets(rules: Ruleset, ids: list[str | None]) -> str:
    if not ids:
        return "none"
    if None in ids:
        return f"{len(ids)} ticket{'s' if len(ids) > 1 else ''}"
    return ", ".join(ticket_in_words(rules, id) for id in ids if id is not None)


def ticket_in_words(rules: Ruleset, id: str) -> str:
    """Say a ticket by its cities and value."""
    board = board_of(rules)
    ticket = board.tickets.get(id)
    if ticket is None:
        return id
    return f"{board.city_names[ticket.a]}–{board.city_names[ticket.b]} ({ticket.points})"


@say(actions.DrawCard)
def draw_card(rules: Ruleset, action: actions.DrawCard) -> str:
    """Say a pick."""
    return "draw a card from the pile" if action.slot is None else f"take the card in slot {action.slot or '?'}"


@say(actions.StopDrawing)
def stop_drawing(rules: Ruleset, action: actions.StopDrawing) -> str:
    """Say stopping."""
    return "draw no second card"


@say(actions.ClaimRoute)
def claim_route(rules: Ruleset, action: actions.ClaimRoute) -> str:
    """Say a claim."""
    return f"claim {_route(rules, action.route)} for {in_words(action.payment.cards)}"


@say(actions.DrawTickets)
def draw_tickets(rules: Ruleset, action: actions.DrawTickets) -> str:
    """Say drawing tickets."""
    return "draw tickets"


@say(actions.KeepTickets)
def keep_tickets(rules: Ruleset, action: actions.KeepTickets) -> str:
    """Say a choice of tickets."""
    back = f", put back {_tickets(rules, action.put_back)}" if action.put_back else ""
    return f"keep {_tickets(rules, action.keep)}{back}"


@say(actions.Pass)
def pass_turn(rules: Ruleset, action: actions.Pass) -> str:
    """Say a pass."""
    return "pass"


@say(events.TableLaid)
def table_laid(rules: Ruleset, event: events.TableLaid) -> str:
    """Say the table."""
    return f"the table is laid for {event.seats}: {sum(event.cards.values())} cards, {event.trains} trains each"


@say(events.CardDealt)
def card_dealt(rules: Ruleset, event: events.CardDealt) -> str:
    """Say a dealt card."""
    return f"seat {event.seat} is dealt {event.card or 'a card'}"


@say(events.CardDrawn)
def card_drawn(rules: Ruleset, event: events.CardDrawn) -> str:
    """Say an unseen card."""
    return f"seat {event.seat} draws {event.card or 'a card'} from the pile"


@say(events.CardTaken)
def card_taken(rules: Ruleset, event: events.CardTaken) -> str:
    """Say a face-up card."""
    return f"seat {event.seat} takes the {event.card} in slot {event.slot}"


@say(events.PicksUsed)
def picks_used(rules: Ruleset, event: events.PicksUsed) -> str:
    """Say the picks."""
    return f"{event.picks} pick{'s' if event.picks != 1 else ''} used"


@say(events.SlotFilled)
def slot_filled(rules: Ruleset, event: events.SlotFilled) -> str:
    """Say a new face-up card."""
    return f"{event.card} comes into slot {event.slot}"


@say(events.DisplayFlushed)
def display_flushed(rules: Ruleset, event: events.DisplayFlushed) -> str:
    """Say a flush."""
    return f"the display is flushed ({', '.join(event.cards)})"


@say(events.Reshuffled)
def reshuffled(rules: Ruleset, event: events.Reshuffled) -> str:
    """Say a reshuffle."""
    return f"the {event.cards} discards become the draw pile"


@say(events.CardsPaid)
def cards_paid(rules: Ruleset, event: events.CardsPaid) -> str:
    """Say a payment."""
    return f"seat {event.seat} pays {in_words(event.cards)}"


@say(events.RouteClaimed)
def route_claimed(rules: Ruleset, event: events.RouteClaimed) -> str:
    """Say a claim."""
    return f"seat {event.seat} claims {_route(rules, event.route)}"


@say(events.PointsScored)
def points_scored(rules: Ruleset, event: events.PointsScored) -> str:
    """Say points."""
    return f"seat {event.seat} scores {event.points}"


@say(events.TicketsOffered)
def tickets_offered(rules: Ruleset, event: events.TicketsOffered) -> str:
    """Say an offer."""
    return f"seat {event.seat} is offered {_tickets(rules, event.tickets)}"


@say(events.TicketsKept)
def tickets_kept(rules: Ruleset, event: events.TicketsKept) -> str:
    """Say what was kept."""
    return f"seat {event.seat} keeps {_tickets(rules, event.kept)}"


@say(events.TicketsReturned)
def tickets_returned(rules: Ruleset, event: events.TicketsReturned) -> str:
    """Say what went back."""
    count = len(event.stratum.tickets)
    return f"{count} rejected ticket{'s go' if count != 1 else ' goes'} under the pile"


@say(events.TicketsRemoved)
def tickets_removed(rules: Ruleset, event: events.TicketsRemoved) -> str:
    """Say what left the game."""
    return "rejected tickets leave the game"


@say(events.Passed)
def passed(rules: Ruleset, event: events.Passed) -> str:
    """Say a pass."""
    return f"seat {event.seat} passes"


@say(events.LastRoundBegun)
def last_round_begun(rules: Ruleset, event: events.LastRoundBegun) -> str:
    """Say that the end is near."""
    return f"the last round begins: {event.turns} turns are left"


@say(events.GameClosing)
def game_closing(rules: Ruleset, event: events.GameClosing) -> str:
    """Say that the last turn is over."""
    return f"no turn follows: {event.reason}"


@say(events.TurnBegun)
def turn_begun(rules: Ruleset, event: events.TurnBegun) -> str:
    """Say whose turn it is."""
    return f"round {event.round}, seat {event.seat}'s turn"
