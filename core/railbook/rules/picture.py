"""How a game shows its board in plain data: shapes in groups, which any front end can draw."""

from __future__ import annotations

import math
from collections.abc import Iterable

import msgspec

Point = tuple[float, float]
"""A place in units of the picture: x to the right, y downwards."""


class Paint(msgspec.Struct, frozen=True, gc=False):
    """How a shape is painted: the name of a colour to fill it, one for its outline, and how wide that is.

    Names are those of colours (`red`, `sand` …), or `seat-0`, `seat-1` … for the colour of a seat and `seat-0-ink` for
    what stands out on it; an empty name paints nothing.
    """

    fill: str = ""
    line: str = ""
    width: float = 1
    dashes: tuple[float, ...] = ()
    opacity: float = 1


class Circle(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A disc around a point."""

    at: Point
    radius: float
    paint: Paint


class Box(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A rectangle from its upper left corner, with rounded corners where `round` is above 0."""

    at: Point
    width: float
    height: float
    paint: Paint
    round: float = 0


class Outline(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Straight lines from point to point, and back to the first if it is `closed`."""

    points: tuple[Point, ...]
    paint: Paint
    closed: bool = True


class Bend(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A curve from a point to another that leaves both towards the one between them."""

    start: Point
    towards: Point
    end: Point
    paint: Paint


class Label(msgspec.Struct, frozen=True, gc=False, tag=True):
    """One line of text on a point of its base line; it takes just `width` where that is above 0.

    The words `seat 1` in it stand for the player there: whoever draws it may put the name in their place.
    """

    at: Point
    text: str
    size: float
    colour: str = "ink"
    anchor: str = "start"
    """Which part of it is on the point: `start`, `middle` or `end`."""
    width: float = 0
    bold: bool = False
    halo: str = ""
    """A colour around the letters, where they may lie upon other shapes."""


class Group(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Shapes that belong together: `id` names them within the picture, `kind` says what they are.

    `data` are facts for whoever looks things up in the picture, `title` says the same to people. The shapes are
    turned by `turn` degrees clockwise and then moved to `at`.
    """

    id: str
    kind: str
    shapes: tuple[Shape, ...]
    title: str = ""
    data: tuple[tuple[str, str], ...] = ()
    at: Point = (0, 0)
    turn: float = 0


Shape = Circle | Box | Outline | Bend | Label | Group


class Picture(msgspec.Struct, frozen=True):
    """A picture or a part of one: its size, what it shows, and its shapes, those below first.

    The parts that layers draw lie upon one another; one without a size takes that of the others. Groups at the top
    with an id are what changes from ply to ply: the same id is the same thing.
    """

    shapes: tuple[Shape, ...]
    width: float = 0
    height: float = 0
    title: str = ""


def overlaid(parts: Iterable[Picture]) -> Picture:
    """Lay pictures upon one another, the first lowest."""
    there = list(parts)
    return Picture(
        tuple(shape for part in there for shape in part.shapes),
        max((part.width for part in there), default=0),
        max((part.height for part in there), default=0),
        "; ".join(part.title for part in there if part.title),
    )


# A rough measure of letters is enough, since a label is drawn exactly as wide as it was measured.
_WIDTHS = {**dict.fromkeys("iljtfI.,;:'|!() -", 0.34), **dict.fromkeys("mwMW@%", 0.92)}


_WIDE = "\u2e80"
"""From this letter on scripts are those of wide letters."""


def width_of(text: str, size: float) -> float:
    """Measure a text in units of the picture."""
    wide = sum(_WIDTHS.get(letter, 0.68 if letter.isupper() else 0.57 if letter < _WIDE else 1) for letter in text)
    return round(wide * size, 1)


SEAT_MARKS = 8
"""How many marks there are by which seats are told apart without colours."""


def seat_mark(seat: int, at: Point, size: float) -> tuple[Shape, ...]:
    """Draw the mark of a seat, so that it is told apart without its colour; `size` is half its width."""
    ink = f"seat-{seat}-ink"
    x, y = at
    line = Paint(line=ink, width=max(0.8, size * 0.4))
    solid = Paint(fill=ink)
    a = round(size, 2)
    match seat % SEAT_MARKS:
        case 0:
            return (Circle(at, a * 0.7, solid),)
        case 1:
            return (Outline(((x - a, y), (x + a, y)), line, closed=False),)
        case 2:
            return (Outline(((x, y - a), (x + a, y + a * 0.8), (x - a, y + a * 0.8)), solid),)
        case 3:
            return (
                Outline(((x - a, y - a), (x + a, y + a)), line, closed=False),
                Outline(((x - a, y + a), (x + a, y - a)), line, closed=False),
            )
        case 4:
            return (Box((x - a * 0.75, y - a * 0.75), a * 1.5, a * 1.5, solid),)
        case 5:
            return (Circle(at, a * 0.8, line),)
        case 6:
            return (
                Outline(((x - a * 0.5, y - a), (x - a * 0.5, y + a)), line, closed=False),
                Outline(((x + a * 0.5, y - a), (x + a * 0.5, y + a)), line, closed=False),
            )
        case _:
            return (Outline(((x, y - a), (x + a, y), (x, y + a), (x - a, y)), solid),)


def seat_disc(seat: int, at: Point, radius: float) -> tuple[Shape, ...]:
    """Draw a disc in the colour of a seat with its mark."""
    paint = Paint(f"seat-{seat}", "ink", max(0.8, radius * 0.12))
    return (Circle(at, radius, paint), *seat_mark(seat, at, radius * 0.5))


def polar(centre: Point, radius: float, degrees: float) -> Point:
    """Give the point at a distance and angle from another: 0 to the right, 90 downwards."""
    angle = math.radians(degrees)
    return (round(centre[0] + radius * math.cos(angle), 2), round(centre[1] + radius * math.sin(angle), 2))
