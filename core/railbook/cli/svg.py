"""Writes pictures as SVG: the same bytes for the same picture, and nothing in them but shapes and plain text."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import drawsvg

from railbook.cli.palette import COLOURS, colour
from railbook.cli.screen import named
from railbook.rules.picture import Bend, Box, Circle, Group, Label, Outline, Paint, Picture, Shape, width_of

if TYPE_CHECKING:
    from drawsvg.types import DrawingBasicElement

FONT = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif"

PRESSED = 1.15
"""How much wider than its room a text may be."""

ID = re.compile(r"[^A-Za-z0-9_.:-]+")
"""What may not stand in an attribute: drawsvg writes attributes as they are, so no free text goes into one."""


FACT = re.compile(r"[^A-Za-z0-9_.:, -]+")
"""The same for a fact that a group carries."""


class SvgWriter:
    """Turns pictures into SVG for a table: its seats have colours and names."""

    def __init__(self, colours: Sequence[str] = (), names: Sequence[str] = (), prefix: str = "") -> None:
        self.colours = tuple(colours)
        self.names = tuple(names)
        self.prefix = prefix
        """Stands before every id, where there are several pictures on a page."""
        self._paints: dict[Paint, dict[str, Any]] = {}

    def document(self, picture: Picture, *, header: bool = True) -> str:
        """Give a picture as an SVG document; without a header it may stand in a page."""
        drawing = drawsvg.Drawing(
            number(picture.width),
            number(picture.height),
            id_prefix="d",
            font_family=FONT,
            role="img",
            aria_labelledby=self.id("title"),
        )
        title = drawsvg.Title(self.text(picture.title), id=self.id("title"))
        drawing.append(title)
        drawing.append(drawsvg.Rectangle(0, 0, "100%", "100%", fill=COLOURS["paper"]))
        for shape in picture.shapes:
            drawing.append(self.element(shape))
        written: str = drawing.as_svg(header='<?xml version="1.0" encoding="UTF-8"?>\n' if header else "")
        return written.replace("<defs>\n</defs>\n", "")

    def fragment(self, group: Group) -> str:
        """Give a group as it stands in the document."""
        drawing = drawsvg.Drawing(1, 1)
        drawing.append(self.element(group))
        stream = io.StringIO()
        drawing.as_svg(stream, header="")
        written = stream.getvalue()
        return written[written.index("</defs>\n") + len("</defs>\n") : written.rindex("</svg>")].strip()

    def id(self, name: str) -> str:
        """Give a name as an id of the document."""
        return ID.sub("_", self.prefix + name)

    def text(self, text: str) -> str:
        """Put names in the place of seats, and make a text harmless: one line without control characters."""
        return " ".join(named(text, self.names).split())

    def paint(self, paint: Paint) -> dict[str, Any]:
        """Give the attributes of a paint."""
        known = self._paints.get(paint)
        if known is None:
            known = {"fill": colour(paint.fill, self.colours) if paint.fill else "none"}
            if paint.line:
                known["stroke"] = colour(paint.line, self.colours)
                if paint.width != 1:
                    known["stroke_width"] = number(paint.width)
                if paint.dashes:
                    known["stroke_dasharray"] = " ".join(str(number(dash)) for dash in paint.dashes)
            if paint.opacity != 1:
                known["opacity"] = number(paint.opacity)
            self._paints[paint] = known
        return known

    def element(self, shape: Shape) -> DrawingBasicElement:
        """Give a shape as an element of the library."""
        match shape:
            case Group():
                return self._group(shape)
            case Label():
                return self._label(shape)
            case Circle(at, radius, paint):
                return drawsvg.Circle(number(at[0]), number(at[1]), number(radius), **self.paint(paint))
            case Box(at, width, height, paint, round):
                more = {"rx": number(round)} if round else {}
                corner = (number(at[0]), number(at[1]))
                return drawsvg.Rectangle(*corner, number(width), number(height), **self.paint(paint), **more)
            case Outline(points, paint, closed):
                places = " L".join(f"{number(x)},{number(y)}" for x, y in points)
                return drawsvg.Path(f"M{places}{' Z' if closed else ''}", **self.paint(paint))
            case Bend(start, towards, end, paint):
                first, bend, last = (f"{number(x)},{number(y)}" for x, y in (start, towards, end))
                return drawsvg.Path(f"M{first} Q{bend} {last}", **self.paint(paint))

    def _group(self, group: Group) -> DrawingBasicElement:
        data = {f"data-{ID.sub('_', key)}": FACT.sub("_", value) for key, value in group.data}
        attributes: dict[str, Any] = dict(data)
        if group.kind:
            attributes["class"] = " ".join(ID.sub("_", word) for word in group.kind.split())
        if group.id:
            attributes["id"] = self.id(group.id)
        moved = f"translate({number(group.at[0])} {number(group.at[1])})" if any(group.at) else ""
        turned = f"rotate({number(group.turn)})" if group.turn else ""
        if moved or turned:
            attributes["transform"] = " ".join(filter(None, (moved, turned)))
        drawn = drawsvg.Group(**attributes)
        if group.title:
            drawn.append(drawsvg.Title(self.text(group.title)))
        for shape in group.shapes:
            drawn.append(self.element(shape))
        return drawn

    def _label(self, label: Label) -> DrawingBasicElement:
        text, width = self.text(label.text), label.width
        if width and text != label.text:  # a name may be shorter than the room there is, or much longer
            text = fitted(text, label.size, width)
            width = min(width, width_of(text, label.size))
        more: dict[str, Any] = {"fill": colour(label.colour, self.colours)}
        if label.anchor in ("middle", "end"):
            more["text_anchor"] = label.anchor
        if width:
            more |= {"textLength": number(width), "lengthAdjust": "spacingAndGlyphs"}
        if label.bold:
            more["font_weight"] = "bold"
        if label.halo:
            halo = {"stroke": colour(label.halo, self.colours), "stroke_width": number(label.size * 0.28)}
            more |= {**halo, "stroke_linejoin": "round", "paint_order": "stroke"}
        return drawsvg.Text(text, number(label.size), number(label.at[0]), number(label.at[1]), **more)


def fitted(text: str, size: float, width: float) -> str:
    """Cut a text that would have to be pressed too much to fit."""
    if width_of(text, size) <= width * PRESSED:
        return text
    while text and width_of(text, size) + size > width * PRESSED:
        text = text[:-1]
    return text.rstrip() + "…"


def number(value: float) -> float | int:
    """Give a number with two digits behind the point at most: the same on every machine."""
    rounded = round(value, 2)
    return int(rounded) if rounded == int(rounded) else rounded
