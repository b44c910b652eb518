"""How statistics are shown: tables for people, one long table as CSV, or JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from railbook.audit.counted import FINISHED, LEFT, RUNNING
from railbook.audit.stats import OF_WINNERS, Cause, Group, Key, Line, Spread, Stats
from railbook.cli import out
from railbook.cli.formats import spreadsheet

LONGEST = 160
"""Characters of a finding that are shown as an instance of a cause; JSON has all."""


def show(form: str, stats: Stats, missing: Sequence[str], top: int | None) -> None:
    """Print statistics in one of the forms, in text with so many pieces of each kind (`None`: all of them)."""
    if form == "json":
        out.say(out.as_json(_document(stats, missing), pretty=True))
    elif form == "csv":
        out.for_machines()
        out.say(spreadsheet.text((*stats.by, *Line.__struct_fields__), _cells(stats)))
    else:
        _show(stats, len(missing), top)


def _document(stats: Stats, missing: Sequence[str]) -> dict[str, object]:
    return {
        "groups": [
            {"by": dict(zip(stats.by, key, strict=True)), "about": group.about, "figures": list(group.lines())}
            for key, group in _sorted(stats)
        ],
        "causes": _ordered(stats),
        "logs": stats.logs,
        "counted": stats.counted,
        "verdicts": dict(stats.verdicts),
        "missing": list(missing),
    }


def _cells(stats: Stats) -> Iterator[Sequence[object]]:
    for key, group in _sorted(stats):
        for line in group.lines():
            yield (*key, *msgspec.structs.astuple(line))


def _sorted(stats: Stats) -> list[tuple[tuple[str | int, ...], Group]]:
    return sorted(stats.groups.items(), key=lambda item: item[0])


def _ordered(stats: Stats) -> list[Cause]:
    """Give the causes, the most frequent first."""
    return sorted(stats.causes.values(), key=lambda cause: (-cause.logs, cause.kind, cause.rule))


# Text


def _show(stats: Stats, missing: int, top: int | None) -> None:
    for key, group in _sorted(stats):
        said = [f"{name} {value}" for name, value in zip(stats.by, key, strict=True) if value != ""]
        out.say(out.clean(", ".join(said) or "all games"))
        _show_games(group)
        if group.get("games", "", "", "plies") is not None:
            for table, title in (("seats", "seat"), ("bots", "bot")):
                _show_places(group, table, title)
            _show_scores(group)
            for tally in _ids(group, "pieces"):
                _show_pieces(group, tally, top)
        out.say()
    if stats.causes:
        rows = [
            (cause.kind, cause.rule or "-", cause.logs, f"{cause.example.file}: {cause.example}"[:LONGEST])
            for cause in _ordered(stats)
        ]
        out.table(("cause", "rule", "logs", "for instance"), rows, ("logs",))
    counts = [f"{stats.counted} counted"]
    counts += [f"{len(stats.broken)} not counted"] if stats.broken else []
    counts += [f"{number} {verdict}" for verdict, number in sorted(stats.verdicts.items())]
    counts += [f"{missing} missing"] if missing else []
    out.say(f"{stats.logs} log{'s' * (stats.logs != 1)}: {', '.join(counts)}")


def _show_games(group: Group) -> None:
    counts = [_total(group.get("games", "", "", status)) for status in (FINISHED, LEFT, RUNNING)]
    plies = group.get("games", "", "", "plies")
    length = (plies.least, plies.median, _mean(plies), plies.greatest) if plies is not None else ("-",) * 4
    titles = ("games", FINISHED, LEFT, RUNNING, "plies: least", "median", "mean", "most")
    out.table(titles, [(sum(counts), *counts, *length)], titles)


def _show_places(group: Group, table: str, title: str) -> None:
    """Show who won how often, and with how many points: by seat, or by bot."""
    rows = []
    for id in _ids(group, table):
        won, points = group.figures[Key(table, id, "", "won")], group.figures[Key(table, id, "", "points")]
        shared, rank = group.figures[Key(table, id, "", "shared")], group.figures[Key(table, id, "", "rank")]
        share = f"{100 * won.total / won.n:.1f}"
        rows.append((id or "-", won.n, won.total, share, shared.total, _mean(points), _mean(rank)))
    numbers = ("games", "won", "%", "shared", "mean points", "mean rank")
    out.table((title, *numbers), rows, numbers)


def _show_scores(group: Group) -> None:
    rows = []
    for id in _ids(group, "scores"):
        points = group.figures[Key("scores", id, "", "points")]
        winners = group.get("scores", id, "", f"points{OF_WINNERS}")
        rows.append((id, points.least, points.median, _mean(points), points.greatest, _mean(winners)))
    numbers = ("least", "median", "mean", "most", "mean of winners")
    out.table(("points by", *numbers), rows, numbers)


def _show_pieces(group: Group, tally: str, top: int | None) -> None:
    """Show what the pieces of one tally came to: what adds up, how much of it by winners, and what is averaged."""
    pieces: dict[str, dict[str, Spread]] = {}
    for key, spread in group.figures.items():
        if key.table == "pieces" and key.id == tally:
            pieces.setdefault(key.piece, {})[key.measure] = spread
    measures = [name for name in dict.fromkeys(name for of in pieces.values() for name in of) if OF_WINNERS not in name]
    added = [name for name in measures if (tally, name) not in group.averaged]
    averaged = [name for name in measures if (tally, name) in group.averaged]
    titles = [*added[:1], *(["by winners"] if added else []), *added[1:]]
    titles += [title for name in averaged for title in (f"mean {name}", "of winners")]
    rows = []
    for piece, of in pieces.items():
        cells: list[object] = [_total(of.get(name)) for name in added]
        if added:
            cells.insert(1, _total(of.get(added[0] + OF_WINNERS)))
        cells += [_mean(of.get(name + ending)) for name in averaged for ending in ("", OF_WINNERS)]
        rows.append((group.labels.get((tally, piece)) or piece, *cells))
    if added:
        rows.sort(key=lambda row: (-int(str(row[1])), row[0]))
    titles = [title.replace("-", " ") for title in titles]
    out.table((tally, *titles), rows[:top], titles)
    if top is not None and len(rows) > top:
        out.say(f"    and {len(rows) - top} more: --top 0 shows all")


def _ids(group: Group, table: str) -> list[str]:
    return sorted(dict.fromkeys(key.id for key in group.figures if key.table == table), key=lambda id: id == "total")


def _total(spread: Spread | None) -> int:
    return spread.total if spread is not None else 0


def _mean(spread: Spread | None) -> str:
    return f"{spread.mean:.1f}" if spread is not None else "-"
