"""Statistics over many logs: groups of games that are alike, each a table of figures, added up log by log."""

from __future__ import annotations

import collections
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from railbook.audit.counted import FINISHED, LEFT, RUNNING, Counted
from railbook.audit.findings import Finding, Verdict
from railbook.rules.tally import Tallied

GROUPING = ("game", "map", "variants", "edition", "options", "seats")
"""By what games may be told apart."""

USUAL = ("game", "variants", "edition", "options", "seats")
"""By what they are told apart where nobody says otherwise."""

OF_WINNERS = "-of-winners"
"""How the name of a figure ends that looks only at seats that won."""


class Key(NamedTuple):
    """What a figure is about: its table, the scorer, tally, seat or bot, there the piece, and which figure."""

    table: str
    id: str
    piece: str
    measure: str


class Spread:
    """Whole numbers by how often each came: what there is to say of them, in memory that grows with their spread."""

    __slots__ = ("_times",)

    def __init__(self) -> None:
        self._times: collections.Counter[int] = collections.Counter()

    def add(self, number: int) -> None:
        """Take one number in."""
        self._times[number] += 1

    @property
    def n(self) -> int:
        """How many there are."""
        return self._times.total()

    @property
    def total(self) -> int:
        """Their sum."""
        return sum(number * times for number, times in self._times.items())

    @property
    def least(self) -> int:
        """The least of them."""
        return min(self._times)

    @property
    def greatest(self) -> int:
        """The greatest of them."""
        return max(self._times)

    @property
    def mean(self) -> float:
        """Their mean, to two decimals."""
        return round(self.total / self.n, 2)

    @property
    def median(self) -> float:
        """The one in the middle, or halfway between the two in the middle."""
        numbers = sorted(self._times.elements())
        half = (numbers[(len(numbers) - 1) // 2] + numbers[len(numbers) // 2]) / 2
        return int(half) if half.is_integer() else half


class Line(msgspec.Struct, frozen=True):
    """One figure of a group, ready to be written: what it is about, and what there is to say of its numbers."""

    table: str
    id: str
    piece: str
    label: str
    measure: str
    n: int
    total: int
    least: int
    median: float
    mean: float
    greatest: int


class Group:
    """Games that are alike: figures by what they are about, in the order in which they first came."""

    def __init__(self) -> None:
        self.figures: dict[Key, Spread] = {}
        self.labels: dict[tuple[str, str], str] = {}
        """Pieces in words, by tally and piece."""
        self.about: dict[str, str] = {}
        """What each tally counts."""
        self.averaged: set[tuple[str, str]] = set()
        """Figures of pieces that are averaged, by tally and name; the others are added up."""

    def get(self, table: str, id: str, piece: str, measure: str) -> Spread | None:
        """Give a figure; `None` where no game had it."""
        return self.figures.get(Key(table, id, piece, measure))

    def lines(self) -> Iterator[Line]:
        """Give every figure, table by table."""
        for key, spread in sorted(self.figures.items(), key=lambda item: TABLES.index(item[0].table)):
            said = (spread.n, spread.total, spread.least, spread.median, spread.mean, spread.greatest)
            yield Line(key.table, key.id, key.piece, self.labels.get((key.id, key.piece), ""), key.measure, *said)

    def add(self, game: Counted) -> None:
        """Take one game in."""
        for status in (FINISHED, LEFT, RUNNING):
            self._note("games", "", "", status, int(game.status == status))
        if game.undone:
            self._note("games", "", "", "plies-undone", game.undone)
        self.about |= game.about
        if game.status != FINISHED:  # what a game comes to is told in its end
            return
        self._note("games", "", "", "plies", game.plies)
        totals, best = game.totals, game.ranks.count(1)
        for seat, (bot, points, rank) in enumerate(zip(game.bots, totals, game.ranks, strict=True)):
            for table, id in (("seats", str(seat)), ("bots", bot)):
                self._note(table, id, "", "points", points)
                self._note(table, id, "", "rank", rank)
                self._note(table, id, "", "won", int(rank == 1))
                self._note(table, id, "", "shared", int(rank == 1 < best))
            self._of_seat("scores", "total", "", "points", points, won=rank == 1)
            for scorer, by_seat in game.sheet.items():
                self._of_seat("scores", scorer, "", "points", by_seat[seat], won=rank == 1)
        for tally, pieces in game.tallies():
            for piece in pieces:
                self._add_piece(tally, piece, won=piece.seat is not None and game.ranks[piece.seat] == 1)

    def _add_piece(self, tally: str, piece: Tallied, *, won: bool) -> None:
        self.labels.setdefault((tally, piece.piece), piece.label)
        self.averaged.update((tally, measure) for measure in piece.values)
        for measure, number in (*piece.counts.items(), *piece.values.items()):
            self._of_seat("pieces", tally, piece.piece, measure, number, won=won)

    def _of_seat(self, table: str, id: str, piece: str, measure: str, number: int, *, won: bool) -> None:
        self._note(table, id, piece, measure, number)
        if won:
            self._note(table, id, piece, measure + OF_WINNERS, number)

    def _note(self, table: str, id: str, piece: str, measure: str, number: int) -> None:
        self.figures.setdefault(Key(table, id, piece, measure), Spread()).add(number)


TABLES = ("games", "seats", "bots", "scores", "pieces")
"""The tables of a group, in their order."""


class Cause(msgspec.Struct):
    """Why logs do not hold or cannot be counted: a kind of finding and a rule, how many logs, and the first one."""

    kind: str
    rule: str
    logs: int
    example: Finding


class Stats:
    """What is known of all logs so far; logs may come in any order that is the same each time."""

    def __init__(self, by: Sequence[str] = USUAL) -> None:
        self.by = tuple(by)
        self.logs = 0
        self.groups: dict[tuple[str | int, ...], Group] = {}
        self.causes: dict[tuple[str, str], Cause] = {}
        self.broken: list[Finding] = []
        """Why logs were not counted, one finding each."""
        self.verdicts: collections.Counter[str] = collections.Counter()
        self._code = 0

    def add(self, game: Counted) -> None:
        """Take one log in, whatever became of it."""
        self.logs += 1
        if game.verdict:
            self.verdicts[game.verdict] += 1
        for kind, rule in dict.fromkeys((finding.kind, finding.rule) for finding in game.findings):
            first = next(finding for finding in game.findings if (finding.kind, finding.rule) == (kind, rule))
            self.causes.setdefault((kind, rule), Cause(kind, rule, 0, first)).logs += 1
        if game.is_counted:
            key = tuple(len(game.players) if name == "seats" else getattr(game, name) for name in self.by)
            self.groups.setdefault(key, Group()).add(game)
        else:
            self.broken.append(game.findings[-1])
        self._code = max(self._code, _gravity(game), key=(0, 3, 1).index)

    @property
    def counted(self) -> int:
        """How many logs were counted."""
        return self.logs - len(self.broken)

    def exit_code(self, *, allow_unverified: bool = False) -> int:
        """Give the exit code: the highest of 1, 3 and 0 over all logs; counting nothing is not success."""
        if not self.logs:
            return 1
        return 0 if self._code == 3 and allow_unverified else self._code  # noqa: PLR2004 - as the table of codes has it


def _gravity(game: Counted) -> int:
    """Give the exit code for one log: what cannot be known here is no fault of the log."""
    if not game.is_counted and not game.findings[-1].kind.startswith("unknown"):
        return 1
    return 3 if not game.is_counted or game.verdict == Verdict.UNVERIFIED.value else 0
