"""Counts one log for statistics: who played what, how long, to which score, and what its tallies say."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from railbook.audit.findings import REMARKS, Finding, Report, Verdict
from railbook.audit.line_up import bots_of, choices
from railbook.audit.replay import Replay, ReplayFault
from railbook.log.limits import short
from railbook.log.reader import FileFault
from railbook.log.records import Undo
from railbook.plugins.registry import Registry
from railbook.rules.entries import tag_of
from railbook.rules.tally import Tallied
from railbook.rules.types import Action, Event

FINISHED, LEFT, RUNNING = "finished", "left", "running"
"""What becomes of games: ended by the rules and scored, ended before that, or without an end line."""

ACTIONS = "core.actions"
"""The tally that every game has: how often each type of action was taken."""

MOST_TOLD = 1_000_000
"""Events that are kept for tallies: no game of people or bots has a hundredth of them."""

GREATEST = 2**63 - 1
"""The greatest figure: what other programs read as a whole number."""

LONGEST_NAME = 120
"""Characters of the name of a piece: a log may hold any text there."""

_packer = msgspec.msgpack.Encoder()
_unpacker = msgspec.msgpack.Decoder(list[tuple[str, list[Tallied]]])


class Counted(msgspec.Struct, frozen=True):
    """What one log comes to; of a log that cannot be counted only `file` and `findings`.

    Lists go by seat. `options` and `variants` say in one line what is chosen otherwise than by default.
    """

    file: str
    findings: list[Finding] = []
    """Why it is not counted, or of which kind of doubt it is not free."""
    verdict: str = ""
    """What verification said, where it was asked for."""
    game: str = ""
    map: str = ""
    rules: str = ""
    edition: str = ""
    variants: str = ""
    options: str = ""
    players: list[str] = []
    bots: list[str] = []
    """The kind of bot, `person`, or empty where the log does not say."""
    partial: bool = False
    status: str = ""
    reason: str = ""
    plies: int = 0
    undone: int = 0
    """Plies taken back."""
    sheet: dict[str, list[int]] = {}
    """Points by scorer."""
    ranks: list[int] = []
    about: dict[str, str] = {}
    """What each tally counts."""
    packed: bytes = b""
    """The tallies: small, because the rows of a whole archive may wait in memory."""

    @property
    def is_counted(self) -> bool:
        """Whether there is anything to count."""
        return bool(self.game)

    @property
    def totals(self) -> list[int]:
        """The scores by seat; empty for a game without a score sheet."""
        return [sum(points) for points in zip(*self.sheet.values(), strict=True)] if self.ranks else []

    def tallies(self) -> list[tuple[str, list[Tallied]]]:
        """Give what each tally says: pieces, each once for a seat, sorted."""
        return _unpacker.decode(zlib.decompress(self.packed)) if self.packed else []


def counted(path: Path | str, registry: Registry, name: str = "", *, verify: bool = False) -> Counted:
    """Count one log as it was recorded; never raises for what a file holds.

    With `verify` every ply is decided again before, and a log that does not hold is not counted.
    """
    report = _verified(path, registry, name) if verify else Report(name or str(path))
    findings = [
        msgspec.structs.replace(finding, expected=None, actual=None)
        for finding in report.findings
        if finding.kind not in REMARKS
    ]
    verdict = report.words if verify else ""
    if report.verdict in (Verdict.DIVERGED, Verdict.UNREADABLE):
        return Counted(report.file, findings, verdict)
    try:
        replay = Replay(path, registry, name)
        return _count(replay, registry, verdict)
    except ReplayFault as fault:
        return Counted(report.file, findings or [fault.finding], verdict)
    except FileFault as fault:
        return Counted(report.file, findings or [Finding(report.file, "unreadable", str(fault))], verdict)


def _verified(path: Path | str, registry: Registry, name: str) -> Report:
    from railbook.audit.case import verify_file

    return verify_file(path, registry, name)


def _count(replay: Replay, registry: Registry, verdict: str) -> Counted:
    rules, header = replay.rules, replay.header
    wanted = {kind for _id, spec in rules.tallies for kind in spec.events}
    told: list[tuple[int, Event]] = []
    acted: list[tuple[int | None, type[Action]]] = []
    known: dict[tuple[int | None, type[Action]], tuple[int | None, type[Action]]] = {}  # a ply takes a reference only
    undone = 0
    for played in replay.plies():
        if isinstance(played, Undo):
            undone += len(acted) - played.to
            del acted[played.to :]
            while told and told[-1][0] >= played.to:
                told.pop()
            continue
        record = played.record
        who = record.seat, type(record.action)
        acted.append(known.setdefault(who, who))
        told += [(record.ply, event) for event in record.events if type(event) in wanted]
        if len(told) > MOST_TOLD:
            raise replay.fault("unreadable", f"more than {MOST_TOLD:,} events to count: no game is so long")
    end = replay.end
    sheet = {line.id: list(line.points) for line in end.sheet} if end is not None else {}
    try:
        for points in zip(*sheet.values(), strict=True):
            _small(sum(map(abs, points)))
        tallies = list(_tallies(replay, [event for _ply, event in told], acted))
        packed = zlib.compress(_packer.encode(tallies), 1)
    except Exception as error:  # noqa: BLE001 - tallies of any plugin, fed with whatever a file holds
        why = short(f"{type(error).__name__}: {error}")
        raise replay.fault(
            "different-events", f"what was recorded cannot be counted ({why}): see `railbook verify`"
        ) from None
    variants, options = choices(registry, rules, header)
    return Counted(
        file=replay.name,
        verdict=verdict,
        game=header.game,
        map=header.map.id,
        rules=header.rules,
        edition=header.edition,
        variants=variants,
        options=options,
        players=[seat.name for seat in header.seats],
        bots=bots_of(registry, rules, header),
        partial=header.partial,
        status=RUNNING if end is None else FINISHED if end.standings else LEFT,
        reason=end.reason if end is not None else "",
        plies=len(acted),
        undone=undone,
        sheet=sheet,
        ranks=[place.rank for place in sorted(end.standings, key=lambda place: place.seat)] if end is not None else [],
        about={ACTIONS: "Actions: how often each type was taken", **{id: spec.about for id, spec in rules.tallies}},
        packed=packed,
    )


def _tallies(
    replay: Replay, events: list[Event], acted: list[tuple[int | None, type[Action]]]
) -> Iterator[tuple[str, list[Tallied]]]:
    """Give all tallies of the game, each with the events that it asked for."""
    rules, state, seats = replay.rules, replay.state, len(replay.header.seats)
    taken = Counter(acted).items()
    actions = [Tallied(tag_of(kind), seat, {"taken": n}) for (seat, kind), n in taken if seat is not None]
    yield ACTIONS, merged(actions, seats)
    for id, spec in rules.tallies:
        own = [event for event in events if type(event) in spec.events]
        yield id, merged(spec.count(rules, state, own), seats)


def merged(pieces: Iterable[Tallied], seats: int) -> list[Tallied]:
    """Add up what is told several times of one piece for one seat, sorted by piece and seat.

    Raises `ValueError` for a seat that is not at the table, and for figures that no game has.
    """
    found: dict[tuple[str, int], tuple[dict[str, int], dict[str, int], str]] = {}
    for one in pieces:
        seat = -1 if one.seat is None else one.seat
        if one.seat is not None and not 0 <= one.seat < seats:
            raise ValueError(f"there is no seat {one.seat}")
        counts, values, _label = found.setdefault((one.piece[:LONGEST_NAME], seat), ({}, {}, one.label[:LONGEST_NAME]))
        _add(counts, one.counts)
        _add(values, one.values)
    return [
        Tallied(piece, None if seat < 0 else seat, counts, values, label)
        for (piece, seat), (counts, values, label) in sorted(found.items(), key=lambda item: item[0])
    ]


def _add(into: dict[str, int], figures: Mapping[str, int]) -> None:
    for name, figure in figures.items():
        into[name] = _small(into.get(name, 0) + figure)


def _small(number: int) -> int:
    if abs(number) > GREATEST:
        raise ValueError(f"a figure takes more than {GREATEST.bit_length()} bits")
    return number
