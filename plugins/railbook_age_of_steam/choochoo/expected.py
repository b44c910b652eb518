"""The tables beside a choochoo game: the figures after each round, and the final standings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from railbook.rules.ruleset import Ruleset
from railbook_age_of_steam.choochoo.recording import ForeignFault, Playthrough
from railbook_age_of_steam.scoring import running_scores, track_points
from railbook_age_of_steam.state import Line

FINAL = "final standings"
_TITLE = re.compile(r"^round [0-9]{1,3} end$|^final standings$")
_ROW = re.compile(
    r"^\s+(?:[0-9]+\.\s+)?(?P<colour>[a-z]+)\s+\$(?P<cash>-?[0-9]{1,9})\s+income=(?P<income>-?[0-9]{1,9})"
    r"\s+shares=(?P<shares>[0-9]{1,9})\s+loco=(?P<loco>[0-9]{1,9})\s+score=(?P<score>Eliminated|-?[0-9]{1,9})(?:/0)?"
    r"\s*(?P<out>OUT)?$"
)


class Row(NamedTuple):
    """The figures of a player; `score` is `Eliminated` for one who is out."""

    colour: str
    cash: int
    income: int
    shares: int
    locomotive: int
    score: str


def read(text: str, game: Playthrough, players: int, name: str) -> dict[str, list[Row]]:
    """Read the tables of a game: rows by title (`round 3 end`, `final standings`); raises `ForeignFault`."""
    head = f"game {game.id} / {game.gameKey} / {players} players / {len(game.actions)} actions"
    first, *lines = text.splitlines() or [""]
    if first.strip().split(" / ")[:3] != head.split(" / ")[:3]:
        raise ForeignFault(f"{name}: line 1 is {first.strip()[:80]!r}, of the game it would be {head!r}")
    tables: dict[str, list[Row]] = {}
    rows: list[Row] | None = None
    for number, line in enumerate(lines, 2):
        found = _ROW.match(line)
        if found is not None and rows is not None:
            cash, income, shares, locomotive = (int(found[field]) for field in ("cash", "income", "shares", "loco"))
            if (found["score"] == "Eliminated") != (found["out"] is not None):
                raise ForeignFault(f"{name}: line {number} contradicts itself: who is OUT is Eliminated")
            rows.append(Row(found["colour"], cash, income, shares, locomotive, found["score"]))
        elif _TITLE.match(line.strip()) and line.strip() not in tables:
            rows = tables[line.strip()] = []
        elif line.strip():
            raise ForeignFault(f"{name}: line {number} is neither the title of a new table nor a row of one")
    if not tables:
        raise ForeignFault(f"{name}: there is no table in it")
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


class Comparison:
    """The tables of a game against those expected, round by round; `differs` says in lines what is not the same."""

    def __init__(self, wanted: dict[str, list[Row]], colours: Sequence[str]) -> None:
        self.wanted = wanted
        self.colours = colours
        self.differs: list[str] = []

    def compare(self, turn: int, rules: Ruleset, state: Line) -> None:
        """Compare the table of a round that is over, and at the end of the game the standings."""
        over = bool(state.ended)
        rows = rows_of(rules, state, self.colours, final=over)
        title = f"round {turn} end"
        if not over or state.ended == "last turn" or title in self.wanted:
            self._compare(title, rows)
        if over:
            self._compare(FINAL, rows)
            self.differs += [f"{title}: expected, but the game was over before" for title in self.wanted]

    def _compare(self, title: str, rows: Sequence[Row]) -> None:
        if title in self.wanted:
            self.differs += differences(title, self.wanted.pop(title), rows)
        else:
            self.differs.append(f"{title}: no such table among those expected")


def _said(row: Row) -> str:
    return f"{row.colour} ${row.cash} income={row.income} shares={row.shares} loco={row.locomotive} score={row.score}"
