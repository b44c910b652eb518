"""Reads pictures that the command line draws, for tests: groups by kind, boxes of names, texts."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

from tests.cli.running import railbook

SVG = "{http://www.w3.org/2000/svg}"

Corners = tuple[float, float, float, float]


def drawn(target: Path, *arguments: str | Path) -> ET.Element:
    """Draw a picture into a file and read it."""
    done = railbook("draw", *arguments, "--out", target)
    assert (done.code, done.out, done.err) == (0, "", "")
    return ET.fromstring(target.read_text("utf-8"))  # noqa: S314 - what was just written


def groups(picture: ET.Element, kind: str) -> list[ET.Element]:
    """Give the groups of a kind."""
    return [group for group in picture.iter(f"{SVG}g") if kind in group.get("class", "").split()]


def data(group: ET.Element, name: str) -> str | None:
    """Give a fact that a group carries."""
    return group.get(f"data-{name}")


def title(group: ET.Element) -> str:
    """Give what a group says to people."""
    found = group.find(f"{SVG}title")
    return "" if found is None else found.text or ""


def texts(picture: ET.Element) -> list[str]:
    """Give all texts of a picture, titles too."""
    return [element.text or "" for element in picture.iter() if element.tag in (f"{SVG}text", f"{SVG}title")]


def name_boxes(picture: ET.Element) -> dict[str, Corners]:
    """Give for each name what its letters take: a browser keeps to `textLength`, whatever its fonts."""
    boxes: dict[str, Corners] = {}
    for group in groups(picture, "name"):
        (text,) = group.findall(f"{SVG}text")
        x, y, size, width = (float(text.get(name, "nan")) for name in ("x", "y", "font-size", "textLength"))
        assert text.get("text-anchor") is None
        boxes[text.text or ""] = (x, y - 0.78 * size, x + width, y + 0.22 * size)
    return boxes


def overlapping(boxes: dict[str, Corners]) -> list[tuple[str, str]]:
    """Give the pairs of names that lie upon one another."""
    found = []
    items = sorted(boxes.items())
    for number, (one, a) in enumerate(items):
        for other, b in items[number + 1 :]:
            if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]:
                found.append((one, other))
    return found
