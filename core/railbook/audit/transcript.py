"""A short transcript of a game: a line for each round with the figures that its game names, and the final sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from railbook.audit.replay import Played, Replay, ReplayFault
from railbook.engine.score import totals

if TYPE_CHECKING:
    from railbook.rules.layer import RoundSummary


def transcript_of(replay: Replay) -> Iterator[str]:
    """Give the lines of a transcript: what a person compares at a glance, and a test by bytes."""
    header, rules = replay.header, replay.rules
    names = [seat.name for seat in header.seats]
    yield f"{header.game} map {header.map.id}: {', '.join(names)}"
    before: RoundSummary | None = None
    told: list[tuple[int, str]] = []  # by the ply that ended the round: a ply that is taken back ended none
    try:
        for played in replay.plies():
            if not isinstance(played, Played):
                told = [(ply, line) for ply, line in told if ply < played.to]
                before = rules.summary(rules, replay.state) if rules.summary else None
                continue
            now = rules.summary(rules, played.state) if rules.summary else None
            if before is not None and now is not None and now.round != before.round:
                # The ply that ends a round leads into the next one: how the round came out shows only behind it.
                told.append((played.record.ply, _line(before.round, now)))
            before = now or before
    except ReplayFault:
        yield from (line for _, line in told)
        raise
    yield from (line for _, line in told)
    if before is not None:
        yield _line(before.round, before)
    end = replay.end
    if end is None:
        yield "not over"
        return
    yield f"over: {end.reason}"
    for line in end.sheet:
        yield f"{line.id}: {' '.join(str(points) for points in line.points)}"
    if end.sheet:
        yield f"total: {' '.join(str(total) for total in totals(end.sheet, len(names)))}"
    for place in end.standings:
        yield f"rank {place.rank}: {names[place.seat]} {place.total}"


def _line(name: str, summary: RoundSummary) -> str:
    figures = "; ".join(f"{figure} {' '.join(str(value) for value in values)}" for figure, values in summary.figures)
    return f"{name}: {figures}"
