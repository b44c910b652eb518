"""Claims and tunnel attempts: which route of ours, and which cards (checks A3, A4, A5, A11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from railbook_ticket_to_ride.bga.checks import Checks, Violation
from railbook_ticket_to_ride.bga.deeds import Deed
from railbook_ticket_to_ride.bga.packets import whole
from railbook_ticket_to_ride.bga.places import Places
from railbook_ticket_to_ride.board import BoardRoute
from railbook_ticket_to_ride.cards import UNSEEN, Payment
from railbook_ticket_to_ride.map_format import GREY, LOCOMOTIVE


def route_of(places: Places, deed: Deed) -> BoardRoute:
    """Give the route that a claim means (BGA-N1); raises `Violation`."""
    found = places.candidates(deed.args)
    if not found:
        raise Violation("BGA-A3", deed.move, "the map has no route between these cities of this length and colour")
    if len(found) == 1:
        return found[0]
    number = whole(deed.args["route"].get("id"))
    route = places.equal_route(found, number) if number is not None else None
    if route is not None:
        return route
    raise Violation("BGA-A3", deed.move, f"number {number} is none of {' and '.join(route.id for route in found)}")


def attempted(places: Places, deed: Deed, owners: dict[str, int]) -> BoardRoute:
    """Give the tunnel that a declined attempt means: a free one between the cities, of the announced colour."""
    colour = deed.colours[0]
    found = [route for route in places.candidates(deed.args) if route.tunnel]
    if not found:
        raise Violation("BGA-A11", deed.move, "the map has no tunnel between these cities")
    fits = [route for route in found if colour == LOCOMOTIVE or route.colour in (GREY, colour)]
    free = [route for route in fits if route.id not in owners]
    return (free or fits or found)[0]


def check_claim(places: Places, deed: Deed, route: BoardRoute, checks: Checks) -> None:
    """Compare what a claim says of itself with our board (A4, and the number of cards of A5)."""
    points = whole(deed.args.get("points"))
    if points is not None and points != route.points:
        checks.violated(Violation("BGA-A4", deed.move, f"{route.id} scores {route.points} points, not {points}"))
    named = {places.city(deed.args.get(key)) for key in ("from", "to") if key in deed.args}
    said = deed.args["route"]
    numbered = {places.numbers.get(whole(said.get(key)) or -1) for key in ("from", "to")}
    if named and not named | numbered <= {route.a, route.b}:
        checks.violated(Violation("BGA-A4", deed.move, "the names of the cities are not those of the route"))
    checks.ok("BGA-A4")
    if deed.count != len(deed.colours):
        raise Violation("BGA-A5", deed.move, f"{deed.count} cards are paid, but {len(deed.colours)} colours told")


def payment(colours: Sequence[str], announced: str = "") -> Payment:
    """Make a payment of these cards, colours first, announced as the colour that they show."""
    cards = Counter(colours)
    order = sorted(cards, key=lambda kind: (kind == LOCOMOTIVE, kind))
    shown = next((kind for kind in order if kind != LOCOMOTIVE), LOCOMOTIVE)
    return Payment({kind: cards[kind] for kind in order}, announced if shown == LOCOMOTIVE and announced else shown)


def split(deed: Deed, length: int, announced: str) -> tuple[list[str], list[str]]:
    """Part the cards of a tunnel into those laid and the surcharge, which nobody tells apart: colours are laid first.

    Where locomotives were announced only those were laid.
    """
    coloured = [kind for kind in deed.colours if kind != LOCOMOTIVE]
    locomotives = [kind for kind in deed.colours if kind == LOCOMOTIVE]
    ordered = locomotives + coloured if announced == LOCOMOTIVE else coloured + locomotives
    return ordered[:length], ordered[length:]


def unseen_payment(length: int, announced: str) -> Payment:
    """Make the payment of an attempt whose cards are not told, since they came back."""
    return Payment({LOCOMOTIVE: length} if announced == LOCOMOTIVE else {UNSEEN: length}, announced)
