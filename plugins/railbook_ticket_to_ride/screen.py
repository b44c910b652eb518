"""How Ticket to Ride looks at a terminal: display, hand, tickets, seats, the open question, the board on request."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from railbook.rules.ruleset import Ruleset
from railbook.rules.screen import Panel, Part, Row
from railbook_ticket_to_ride import actions
from railbook_ticket_to_ride.board import BoardRoute
from railbook_ticket_to_ride.cards import Cards, Payment
from railbook_ticket_to_ride.claiming import route_points
from railbook_ticket_to_ride.drawing import NEXT_PICK
from railbook_ticket_to_ride.family import TICKET_TO_RIDE, board_of
from railbook_ticket_to_ride.map_format import GREY, LOCOMOTIVE
from railbook_ticket_to_ride.network import connected
from railbook_ticket_to_ride.options import Draw
from railbook_ticket_to_ride.scoring import own_routes, path_lengths, ticket_routes
from railbook_ticket_to_ride.table import Table
from railbook_ticket_to_ride.tickets import CHOOSE, KEEP, keep_at_least
from railbook_ticket_to_ride.turns import TURN
from railbook_ticket_to_ride.words import ticket_in_words

panel = TICKET_TO_RIDE.panel
choice = TICKET_TO_RIDE.choice


# Small pieces


def card(kind: str, text: str = "") -> Part:
    """Show a card, or another text in its colour."""
    return Part(text or kind, "rainbow" if kind == LOCOMOTIVE else kind)


def cards(rules: Ruleset, kinds: Mapping[str, int]) -> Row:
    """Show cards by kind in the order of the map, each with its number."""
    shown = [card(kind, f"{kinds[kind]} {kind}") for kind in board_of(rules).kinds if kinds.get(kind)]
    return _spaced(shown) if shown else (Part("no cards", "dim"),)


def _spaced(parts: Iterable[Part], gap: str = ", ") -> Row:
    spaced: list[Part] = []
    for part in parts:
        spaced += [Part(gap), part] if spaced else [part]
    return tuple(spaced)


def _hand(rules: Ruleset, hand: Cards) -> Row:
    if hand.unknown and not hand.kinds:
        return (Part(f"{hand.size} unseen", "dim"),)
    unseen = (Part(f", {hand.unknown} unseen", "dim"),) if hand.unknown else ()
    return (*cards(rules, hand.kinds), *unseen, Part(f"  ({hand.size} in all)", "dim"))


def _tickets(rules: Ruleset, state: Table, number: int, seat: int | None, ids: Sequence[str | None]) -> Iterator[Row]:
    """Give a row for each ticket of a seat that the one who looks may see."""
    shown = [id for id in ids if number == seat or id is not None]
    routes = ticket_routes(rules, state, number) if shown else []
    for id in shown:
        yield (*_whose(number, seat), *_ticket(rules, routes, id))


def _ticket(rules: Ruleset, routes: Sequence[BoardRoute], id: str | None) -> Row:
    ticket = board_of(rules).tickets.get(id or "")
    if id is None or ticket is None:
        return (Part("a ticket that cannot be seen", "dim"),)
    done = connected(routes, ticket.a, ticket.b)
    return (Part("done  " if done else "open  ", "green" if done else "dim"), Part(ticket_in_words(rules, id)))


def _route(rules: Ruleset, route: BoardRoute) -> Row:
    names = board_of(rules).city_names
    colour = Part(f"{route.colour} {route.length}", "" if route.colour == GREY else route.colour)
    return (Part(f"{names[route.a]}–{names[route.b]} ("), colour, Part(")"))


def _seats(rules: Ruleset, seat: int | None) -> Iterable[int]:
    return range(rules.seats) if seat is None else (seat,)


def _whose(seat: int, viewer: int | None) -> Row:
    return () if seat == viewer else (Part(f"seat {seat}: "),)


def _own_first(rules: Ruleset, seat: int | None) -> list[int]:
    """Every seat, since under house rules others may lie open; that of the viewer first."""
    return sorted(range(rules.seats), key=lambda number: number != seat)


# Panels


@panel("ttr.display")
def display(rules: Ruleset, state: Table, seat: int | None) -> Panel:
    """The face-up cards by slot."""
    slots = [
        card(kind, f"{slot} {kind}") if kind is not None else Part(f"{slot} empty", "dim")
        for slot, kind in enumerate(state.display, 1)
    ]
    return Panel("display", (_spaced(slots, "   "),))


@panel("ttr.piles")
def piles(rules: Ruleset, state: Table, seat: int | None) -> Panel:
    """How many cards and tickets lie in the piles; what lies on the discard pile is public."""
    tickets = ", ".join(f"{pile.size} {kind}" for kind, pile in sorted(state.piles.items()))
    discards = (Part(" ("), *cards(rules, state.discard), Part(")")) if state.discard else ()
    counts = Part(f"draw pile {state.draw_pile.size}   tickets {tickets}   discard pile {state.discarded}")
    return Panel("piles", ((counts, *discards),))


@panel("ttr.seats")
def seats(rules: Ruleset, state: Table, seat: int | None) -> Panel:
    """What everybody may know of every seat: trains, points, how many cards and tickets, the longest path."""
    rows = []
    for number, (own, path) in enumerate(zip(state.seats, path_lengths(rules, state), strict=True)):
        figures = (own.trains, own.points, own.hand.size, len(own.tickets), len(own_routes(rules, state, number)), path)
        on_turn = bool(state.round) and number == state.turn and not state.ended
        rows.append((Part(f"seat {number}", "bold" if on_turn else ""), *(Part(str(figure)) for figure in figures)))
    return Panel("seats", tuple(rows), ("", "trains", "points", "cards", "tickets", "routes", "longest path"))


@panel("ttr.routes")
def routes(rules: Ruleset, state: Table, seat: int | None) -> Panel | None:
    """The routes of a seat, or of all."""
    rows = []
    for number in _seats(rules, seat):
        owned = [part for route in own_routes(rules, state, number) for part in (Part(", "), *_route(rules, route))]
        if owned:
            rows.append((*_whose(number, seat), *owned[1:]))
    return Panel("routes", tuple(rows)) if rows else None


@panel("ttr.hand")
def hand(rules: Ruleset, state: Table, seat: int | None) -> Panel | None:
    """The cards of a seat, and those of others as far as they may be seen."""
    rows = [
        (*_whose(number, seat), *_hand(rules, state.seats[number].hand))
        for number in _own_first(rules, seat)
        if number == seat or state.seats[number].hand.kinds
    ]
    return Panel("hand", tuple(rows)) if rows else None


@panel("ttr.tickets")
def tickets(rules: Ruleset, state: Table, seat: int | None) -> Panel | None:
    """The tickets of a seat, each with whether it is completed so far, and those of others that may be seen."""
    rows = [
        row
        for number in _own_first(rules, seat)
        for row in _tickets(rules, state, number, seat, state.seats[number].tickets)
    ]
    return Panel("tickets", tuple(rows)) if rows else None


@panel("ttr.question")
def question(rules: Ruleset, state: Table, seat: int | None) -> Panel | None:
    """What is asked, and what an offer holds that may be seen."""
    if state.ended:
        return None
    rows: list[Row] = [(Part(_when(state), "bold"),)]
    if seat is None or seat not in state.to_act:
        rows.append((Part("asked: " + ", ".join(f"seat {other}" for other in state.to_act)),))
    else:
        rows.append((Part(_asked(rules, state, seat)),))
    for number in _own_first(rules, seat):
        rows += _tickets(rules, state, number, seat, state.seats[number].offer)
    return Panel("now", tuple(rows))


def _when(state: Table) -> str:
    if not state.round:
        return "set-up"
    if state.turns_left is None:
        return f"round {state.round}"
    left = f"{state.turns_left or 'no'} turn{'s' if state.turns_left != 1 else ''}"
    return f"round {state.round}, the last round: {left} after this one"


def _asked(rules: Ruleset, state: Table, seat: int) -> str:
    if state.asked in (CHOOSE, KEEP):
        return f"keep at least {keep_at_least(rules, state, seat)} of these {len(state.seats[seat].offer)} tickets"
    if state.asked == NEXT_PICK:
        return f"pick {state.picks + 1} of {rules.options(Draw).picks}: draw another card"
    if state.asked == TURN:
        return "your turn: one action"
    return state.asked.partition(".")[2].replace("-", " ")


@panel("ttr.board")
def board(rules: Ruleset, state: Table, seat: int | None) -> Panel:
    """Every route of the board with its owner, or with the rule that keeps a seat from claiming it."""
    names = board_of(rules).city_names
    rows = []
    for route in board_of(rules).routes.values():
        owner = state.owners.get(route.id)
        rows.append(
            (
                Part(f"{names[route.a]}–{names[route.b]}"),
                Part(route.colour, "" if route.colour == GREY else route.colour),
                Part(str(route.length)),
                Part(str(route_points(rules, state, route))),
                Part(f"seat {owner}" if owner is not None else _closed_by(rules, state, seat, route), "dim"),
            )
        )
    return Panel("board", tuple(rows), ("route", "colour", "length", "points", "owner"), reference=True)


def _closed_by(rules: Ruleset, state: Table, seat: int | None, route: BoardRoute) -> str:
    """Name the rule by which no payment could claim a route: the composed rules are asked, house rules too."""
    spec = rules.actions.get(actions.ClaimRoute)
    if seat is None or spec is None:
        return ""
    colour = board_of(rules).kinds[0] if route.colour == GREY else route.colour
    claim = actions.ClaimRoute(Payment({colour: route.length}, colour), route.id)
    for validator in spec.validators:
        if actions.ClaimRoute in validator.types and isinstance(validator.test(rules, state, seat, claim), str):
            return f"not for you ({validator.rule})"
    return ""


# Choices


@choice(actions.DrawCard)
def draw_card(rules: Ruleset, state: Table, seat: int, action: actions.DrawCard) -> Row:
    """A pick, with the card that lies in the slot."""
    slots = len(state.display)
    kind = state.display[action.slot - 1] if action.slot is not None and 1 <= action.slot <= slots else None
    if kind is None:
        return (Part(rules.say(action)),)
    return (Part("take the "), card(kind), Part(f" card in slot {action.slot}"))


@choice(actions.ClaimRoute)
def claim_route(rules: Ruleset, state: Table, seat: int, action: actions.ClaimRoute) -> Row:
    """A claim, with its payment in colours and its points."""
    route = board_of(rules).routes.get(action.route)
    if route is None:
        return (Part(rules.say(action)),)
    scored = route_points(rules, state, route)
    points = Part(f", {scored} point{'s' if scored != 1 else ''}", "dim")
    return (*_route(rules, route), *_track(rules, route), Part(" for "), *cards(rules, action.payment.cards), points)


def _track(rules: Ruleset, route: BoardRoute) -> Row:
    """Tell routes apart that look the same: parallel ones of one colour."""
    others = [board_of(rules).routes[other] for other in route.siblings]
    alike = sorted([route.id, *(other.id for other in others if other.colour == route.colour)])
    return (Part(f" track {alike.index(route.id) + 1}", "dim"),) if len(alike) > 1 else ()
