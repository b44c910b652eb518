"""The tables beside a choochoo game: the figures after each round, and the final standings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from railbook.rules.ruleset import Ruleset
from railbook_age_of_steam.choochoo.recording import ForeignFault
from railbook_age_of_steam.scoring import running_scores, track_points
from railbook_age_of_steam.state import Line

_ROW = re.compile(
    r"^\s+(?:\d+\.\s+)?(?P<colour>[a-z]+)\s+\$(?P<cash>-?\d+)\s+income=(?P<income>-?\d+)\s+shares=(?P<shares>\d+)"
    r"\s+loco=(?P<loco>\d+)\s+score=(?P<score>Eliminated|-?\d+)(?:/0)?\s*(?P<out>OUT)?$"
)


class Row(NamedTuple):
    """The figures of a player; `score` is `Eliminated` for one who is out."""

    colour: str
    cash: int
    income: int
    shares: int
    locomotive: int
    score: str


def read(text: str, name: str) -> dict[str, list[Row]]:
    """Read a file of tables: rows by title (`round 3 end`, `final standings`); raises `ForeignFault`."""
    tables: dict[str, list[Row]] = {}
    rows: list[Row] = []
    for number, line in enumerate(text.splitlines()[1:], 2):
        found = _ROW.match(line)
        if found is not None:
            figures = (int(found[field]) for field in ("cash", "income", "shares", "loco"))
            rows.append(Row(found["colour"], *figures, found["score"]))  # type: ignore[arg-type]  # four numbers
        elif line.strip():
            if line.startswith(" "):
                raise ForeignFault(f"{name}: line {number} is no row of a table")
            rows = tables.setdefault(line.strip(), [])
    return tables


def rows_of(rules: Ruleset, state: Line, colours: Sequence[str], *, final: bool) -> list[Row]:
    """Give the rows of a state: best score first, the eliminated last, ties by colour."""
    scores = running_scores(rules, state)
    if final:  # unfinished sections lose their owner before the last table (AOS-S3)
        links = track_points(rules, state)
        scores = [3 * p.income - 3 * p.shares + links[seat] for seat, p in enumerate(state.players)]
    order = sorted(
        range(len(colours)),
        key=lambda seat: (state.players[seat].out, -scores[seat] * (not state.players[seat].out), colours[seat]),
    )
    return [
        Row(colours[seat], p.cash, p.income, p.shares, p.locomotive, "Eliminated" if p.out else str(scores[seat]))
        for seat in order
        for p in [state.players[seat]]
    ]


def differences(title: str, expected: Sequence[Row], actual: Sequence[Row]) -> list[str]:
    """Say, a line each, where two tables differ."""
    if len(expected) != len(actual):
        return [f"{title}: {len(expected)} players expected, {len(actual)} played"]
    return [
        f"{title}: expected {_said(one)}, got {_said(other)}"
        for one, other in zip(expected, actual, strict=True)
        if one != other
    ]


def _said(row: Row) -> str:
    return f"{row.colour} ${row.cash} income={row.income} shares={row.shares} loco={row.locomotive} score={row.score}"
