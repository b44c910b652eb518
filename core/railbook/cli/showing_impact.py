"""How an impact is shown: as tables, JSON, JUnit, annotations of GitHub, or CSV."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

from railbook.audit.outcomes import UNANSWERED, Cause, Change, Impact, Outcome, causes, count, shifts
from railbook.cli import out
from railbook.cli.formats import Notice, github, junit, place_of, spreadsheet

if TYPE_CHECKING:
    from railbook.corpus.places import LogPath

LONGEST = 200
"""Characters of a reason that are shown; JSON has all."""

COLUMNS = (
    *("file", "game", "outcome", "ply", "line", "seat", "action", "rule", "cause", "why", "parted", "fallen"),
    *("ends_at", "finished", "plies", "winners_before", "winners_after", "points_before", "points_after"),
)


@dataclasses.dataclass(frozen=True)
class Result:
    """What a run found: the change, the logs with one row each, files that are missing, and the level to fail on."""

    change: Change
    logs: Sequence[LogPath]
    rows: Sequence[Impact]
    missing: Sequence[str]
    fail_on: str

    @property
    def summary(self) -> str:
        """All in one line."""
        counts = [f"{number} {outcome.value}" for outcome, number in count(self.rows).items()]
        counts += [f"{len(self.missing)} missing"] if self.missing else []
        return f"{len(self.rows)} log{'s' * (len(self.rows) != 1)}: {', '.join(counts) or 'nothing'}"


def show(form: str, result: Result) -> None:
    """Print the result in one of the forms."""
    if form == "json":
        out.say(out.as_json(_document(result), pretty=True))
    elif form == "junit":
        cases = [_case(result.fail_on, row) for row in result.rows]
        cases += [junit.Case(name, "log", "error", "missing", "no such file") for name in result.missing]
        out.say(junit.document("railbook impact", cases, _properties(result), result.summary))
    elif form == "github":
        out.for_machines()
        for line in github.commands(_notices(result)):
            out.say(line)
    elif form == "csv":
        out.for_machines()
        out.say(spreadsheet.text(COLUMNS, map(_cells, result.rows)))
    else:
        _show(result)


# Text


def _show(result: Result) -> None:
    rows = result.rows
    for line in sorted({_changed(change) for row in rows for change in row.changes}):
        out.say(line)
    if rows:
        out.table(("log", "outcome", "first difference", "winner"), map(_row, rows))
    for cause in causes(rows):
        _show_cause(cause)
    if shifted := shifts(rows):
        titles = ("points by", "logs", "seats", "least", "greatest", "in all")
        shown = [
            (one.scorer, one.logs, one.seats, f"{one.least:+d}", f"{one.greatest:+d}", f"{one.total:+d}")
            for one in shifted
        ]
        out.table(titles, shown, titles[1:])
    already = sum(row.answered and not row.changes for row in rows)
    if already:
        out.say(f"{already} of them had these rules already")
    out.say(result.summary)
    if result.fail_on:
        reached = sum(row.reaches(result.fail_on) for row in rows)
        out.say(f"{reached} of them at the level {result.fail_on} or further")
    if not result.change.redeal and any(row.answered and row.changes for row in rows):
        out.say("set-ups were kept as recorded: --redeal decides them again too")


def _changed(change: tuple[str, Any, Any]) -> str:
    name, before, after = change
    return out.clean(f"{name}: {_value(before)} -> {_value(after)}")


def _value(value: object) -> str:
    if value is None or value == "":
        return "-"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _row(row: Impact) -> tuple[str, ...]:
    parted = f"ply {row.parted}" if row.parted is not None else ""
    before, after = " and ".join(row.winners_before), " and ".join(row.winners_after)
    if not row.after:
        winner = f"{before} -> ?" if before and row.answered else ""
    else:
        winner = f"{before} -> {after}" if row.outcome is Outcome.WINNER else before
    return row.file, row.words, parted, winner


def _show_cause(cause: Cause) -> None:
    row = cause.example
    by = f" by {cause.cause}" if cause.cause else ""
    out.say(f"{cause.count} {cause.outcome.value}{out.clean(by)}, for instance {out.clean(row.file)}:")
    for line in _details(row):
        out.say(f"    {out.clean(line)}")


def _details(row: Impact) -> Iterator[str]:
    """Say where, what and why, in a few lines."""
    place = "" if row.ply is None else f"ply {row.ply}"
    if row.seat is not None:
        place += f", seat {row.seat}"
    if row.action:
        place += f", {row.action}"
    yield f"{place}: {_short(row.why)}" if place else _short(row.why)
    if row.parted is not None and row.parted != row.ply:
        yield f"since ply {row.parted}: {_short(row.parting)}"
    if row.fallen:
        yield f"{row.fallen} {'ply falls' if row.fallen == 1 else 'plies fall'} away, because nobody is asked any more"
    if row.ends_at is not None:
        yield f"the game ends earlier, with ply {row.ends_at}"
    for id, points in row.shifts.items():
        shifted = zip(row.players, points, strict=True)
        yield f"{id}: {', '.join(f'{name} {point:+d}' for name, point in shifted if point)}"
    if row.outcome is Outcome.WINNER:
        yield f"winner: {_names(row.winners_before)} -> {_names(row.winners_after)}"


def _names(names: Sequence[str]) -> str:
    return " and ".join(names) or "nobody"


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


# For machines


def _document(result: Result) -> dict[str, Any]:
    import msgspec

    rows = [{**msgspec.to_builtins(row), "shifts": row.shifts, "words": row.words} for row in result.rows]
    grouped = [
        {"outcome": one.outcome, "cause": one.cause, "count": one.count, "example": one.example.file}
        for one in causes(result.rows)
    ]
    return {
        "causes": grouped,
        "change": result.change,
        "fail_on": result.fail_on,
        "failed": sum(row.reaches(result.fail_on) for row in result.rows),
        "logs": rows,
        "missing": list(result.missing),
        "outcomes": {outcome.value: number for outcome, number in count(result.rows).items()},
        "shifts": shifts(result.rows),
    }


def _properties(result: Result) -> list[tuple[str, str]]:
    said = sorted({(change[0], _changed(change)) for row in result.rows for change in row.changes})
    return [("fail-on", result.fail_on or "nothing"), ("redeal", str(result.change.redeal).lower()), *said]


def _case(fail_on: str, row: Impact) -> junit.Case:
    """Make a test case: a failure at the level to fail on or further, an error where the log is at fault."""
    what: Literal["", "failure", "error", "skipped"] = ""
    if row.outcome in UNANSWERED:
        what = "error"
    elif row.outcome is Outcome.NOT_APPLICABLE:
        what = "skipped"
    elif row.reaches(fail_on):
        what = "failure"
    return junit.Case(row.file, row.game or "log", what, row.outcome.value, row.words, tuple(_details(row)))


def _notices(result: Result) -> Iterator[Notice]:
    """Give a notice for each log that changes: an error at the level to fail on, otherwise a note."""
    for log, row in zip(result.logs, result.rows, strict=True):
        if row.outcome in (Outcome.SAME, Outcome.NOT_APPLICABLE):
            continue
        level: Literal["error", "warning", "note"] = "error" if row.reaches(result.fail_on) else "note"
        if row.outcome in UNANSWERED:
            level = "warning" if row.outcome is Outcome.UNVERIFIED else "error"
        message = f"{row.words}: {'; '.join(_details(row))}"
        yield Notice(level, place_of(log.path, log.name), row.line, row.outcome.value, message, row.rule, row.ply)
    for name in result.missing:
        yield Notice("error", name, 0, "missing", "no such file")


def _cells(row: Impact) -> tuple[object, ...]:
    totals = [[sum(points) for points in zip(*sheet.values(), strict=True)] for sheet in (row.before, row.after)]
    return (
        *(row.file, row.game, row.outcome.value, row.ply, row.line or None, row.seat, row.action, row.rule),
        *(row.cause, row.why, row.parted, row.fallen, row.ends_at, str(row.finished).lower(), row.plies),
        *(
            ", ".join(row.winners_before),
            ", ".join(row.winners_after),
            *(str(total) if total else "" for total in totals),
        ),
    )
