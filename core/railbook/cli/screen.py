"""Draws panels and styled lines: in colours on a terminal, as plain aligned text when piped, never as markup."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from railbook.cli import out
from railbook.rules.screen import Panel, Part, Row, plain

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

STYLES = {
    "bold": "bold",
    "dim": "dim",
    "purple": "magenta",
    "white": "black on white",
    "blue": "bright_blue",
    "yellow": "yellow",
    "orange": "dark_orange",
    "black": "white on grey11",
    "red": "red",
    "green": "green",
    "grey": "bright_black",
}
"""How a named style looks; a name that is not here looks like ordinary text."""

RAINBOW = ("red", "dark_orange", "yellow", "green", "bright_blue", "magenta")
"""The colours of the letters of text in style `rainbow`, one after another."""

TITLE_WIDTH = 9
"""Characters that titles of panels take on the left."""

GAP = 2
"""Characters between the columns of a table."""


YOU = "you"
"""The name behind which a verb stands in the second person."""


def named(text: str, names: Sequence[str]) -> str:
    """Put names of players in the place of `seat 0`, `seat 1` and so on, and make the whole harmless to show."""

    def name(found: re.Match[str]) -> str:
        seat, behind = int(found[1]), found[2]
        if seat >= len(names):
            return found[0]
        if names[seat] != YOU:
            return names[seat] + behind
        return "your" if behind == "'s" else YOU + _second_person(behind)

    return out.clean(re.sub(r"\bseat ([0-9]{1,2})\b('s|(?: [a-z]+\b)?)", name, text))


def _second_person(verb: str) -> str:
    """Turn ` takes` into ` take`, as it stands behind `you`."""
    if verb in (" is", " has"):
        return {" is": " are", " has": " have"}[verb]
    if re.search(r"(ss|ch|sh|x|z)es$", verb):
        return verb.removesuffix("es")
    return verb.removesuffix("s")


def show_panels(panels: Iterable[Panel], names: Sequence[str] = ()) -> None:
    """Show panels one below the other, each with its title on the left."""
    if out.on_terminal():
        from rich.table import Table

        grid = Table.grid(padding=(0, 1))
        grid.add_column(min_width=TITLE_WIDTH, no_wrap=True, style="bold")
        grid.add_column(overflow="fold")
        for panel in panels:
            grid.add_row(out.clean(panel.title), _drawn(panel, names))
        out.console().print(grid)
        return
    for panel in panels:
        title = out.clean(panel.title)
        for line in _plain_lines(panel, names):
            out.say(f"{title.ljust(TITLE_WIDTH)} {line}".rstrip())
            title = ""


def show_row(row: Row, names: Sequence[str] = (), before: str = "") -> None:
    """Show one line of styled parts, behind a text such as its number."""
    if out.on_terminal():
        from rich.text import Text

        out.console().print(Text.assemble(before, _text(row, names), overflow="fold"))
    else:
        out.say(before + named(plain(row), names))


def height_of(panels: Iterable[Panel]) -> int:
    """Count the lines that panels take where none is too wide."""
    return sum(len(panel.rows) + bool(panel.columns) for panel in panels)


def clear() -> None:
    """Take everything off the screen, what can be scrolled back to as well; when piped, only draw a line."""
    if not out.on_terminal():
        out.say("-" * 60)
        return
    from rich.console import Console

    if Console().is_dumb_terminal:
        out.say("\n" * 100)
    else:
        sys.stdout.write("\x1b[H\x1b[2J\x1b[3J")
        sys.stdout.flush()


def _drawn(panel: Panel, names: Sequence[str]) -> RenderableType:
    from rich.table import Table
    from rich.text import Text

    if not panel.columns:
        return Text("\n").join(_text(row, names) for row in panel.rows)
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, GAP, 0, 0))
    for index, column in enumerate(panel.columns):
        table.add_column(out.clean(column), justify="right" if _is_number(panel, index) else "left")
    for row in panel.rows:
        table.add_row(*(_text((part,), names) for part in row))
    return table


def _text(row: Row, names: Sequence[str]) -> Text:
    from rich.text import Text

    text = Text()
    for part in row:
        shown = named(part.text, names)
        if part.style == "rainbow":
            for index, letter in enumerate(shown):
                text.append(letter, RAINBOW[index % len(RAINBOW)])
        else:
            text.append(shown, STYLES.get(part.style, ""))
    return text


def _plain_lines(panel: Panel, names: Sequence[str]) -> list[str]:
    if not panel.columns:
        return [named(plain(row), names) for row in panel.rows]
    cells = [[named(part.text, names) for part in row] for row in (_header(panel), *panel.rows)]
    widths = [max(len(line[index]) for line in cells) for index in range(len(panel.columns))]
    return [
        (" " * GAP).join(
            cell.rjust(width) if _is_number(panel, index) else cell.ljust(width)
            for index, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in cells
    ]


def _header(panel: Panel) -> Row:
    return tuple(Part(column) for column in panel.columns)


def _is_number(panel: Panel, column: int) -> bool:
    return all(row[column].text.removeprefix("-").isdecimal() for row in panel.rows)
