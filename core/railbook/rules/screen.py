"""How a game shows a position in plain data: panels of styled text, which any front end can draw."""

from __future__ import annotations

import msgspec


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece of text with a style: the name of a colour, `dim`, `bold`, or empty.

    The words `seat 1` in it stand for the player there: whoever draws it may put the name in their place.
    """

    text: str
    style: str = ""


Row = tuple[Part, ...]
"""A line of a panel; in a panel with columns each part is a cell."""


class Panel(msgspec.Struct, frozen=True, omit_defaults=True):
    """A titled part of a screen. With `columns` it is a table. A `reference` is long and only shown when asked for."""

    title: str
    rows: tuple[Row, ...]
    columns: tuple[str, ...] = ()
    reference: bool = False


def plain(row: Row) -> str:
    """Give a line without its styles."""
    return "".join(part.text for part in row)
