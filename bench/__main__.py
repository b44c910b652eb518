"""`python -m bench`, or one of its parts: prints tables, and fails if a bot misses a target."""

from __future__ import annotations

import argparse
import json
import platform
import sys
import tempfile
from pathlib import Path
from typing import Any

import msgspec
from rich import box
from rich.console import Console
from rich.table import Table

from bench import (
    bots,
    corpus,
    external,
    legal,
    plain,
    robust,
    shipped,
    speed,
    start,
    stations,
    steam_bots,
    steps,
    variants,
)
from bench.games import Findings
from railbook.plugins.registry import Registry


def main(arguments: list[str] | None = None) -> int:
    """Measure what is asked for; gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measures railbook.")
    parser.add_argument("what", nargs="?", choices=("all", "speed", "bots", "corpus"), default="all")
    parser.add_argument("--games", type=int, default=0, help="games of each measurement, instead of the usual number")
    parser.add_argument("--json", type=Path, help="write the figures into this file too")
    asked = parser.parse_args(arguments)
    if asked.games < 0:
        parser.error("--games is a whole number from 1")
    console = Console(width=100, highlight=False)
    figures: dict[str, Any] = {"python": platform.python_version(), "msgspec": msgspec.__version__}
    met = True
    if asked.what == "corpus":
        figures["corpus"] = _findings(console, corpus.findings(asked.games))
    elif asked.what != "bots":
        figures["speed"] = _speeds(console, asked.games)
        figures["steps"] = [_findings(console, found) for found in steps.findings()]
        figures["plain"] = _findings(console, plain.findings())
        figures["legal"] = _findings(console, legal.findings())
        figures["shipped"] = _findings(console, shipped.findings())
        figures["start"] = _findings(console, start.findings())
        figures["stations"] = _findings(console, stations.findings())
        figures["corpus"] = _findings(console, corpus.findings(asked.games))
        figures["variants"] = _findings(console, variants.findings())
        figures["robust"] = _findings(console, robust.findings())
    if asked.what in ("all", "bots"):
        games = asked.games or bots.GAMES
        found = {board.name: bots.findings(board, games) for board in bots.BOARDS}
        found[steam_bots.GAME] = steam_bots.findings(games)
        figures["bots"] = {name: _findings(console, findings) for name, findings in found.items()}
        met = all(target.met for findings in found.values() for target in findings.targets)
    if asked.json is not None:
        asked.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    return 0 if met else 1


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    for number, column in enumerate(columns):
        table.add_column(column, justify="right" if number else "left")
    return table


def _speeds(console: Console, games: int) -> dict[str, Any]:
    """Measure the speed on games of bots and, where the environment names them, on games recorded elsewhere."""
    registry = Registry.installed()
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for corpus in speed.CORPORA:
            paths = speed.write_corpus(folder, registry, corpus, games or corpus.games)
            figures[corpus.game] = _speed(console, f"Speed, {corpus.game}", speed.measure(paths))
        for path in external.imported(folder, registry):
            game = f"age-of-steam {path.stem}"
            figures[game] = _speed(console, f"Speed, {game}, recorded elsewhere", speed.measure([path]))
    return figures


def _speed(console: Console, title: str, found: speed.Speed) -> dict[str, Any]:
    size = f"{found.logs} logs, {found.lines} lines, {found.plies} plies, {found.bytes / 1e6:.1f} MB"
    table = _table(f"{title} ({size})", "way through the corpus", "ratio", "plies/s", "µs/ply", "ms/log")
    for row in found.rows:
        table.add_row(
            row.name,
            f"{found.ratio(row):.2f}",
            f"{found.plies_a_second(row):,.0f}",
            f"{1e6 * row.seconds / found.plies:.1f}",
            f"{1e3 * row.seconds / found.logs:.2f}",
        )
    console.print(table)
    return {
        "logs": found.logs,
        "lines": found.lines,
        "plies": found.plies,
        "bytes": found.bytes,
        "ways": [
            {
                "name": row.name.partition(":")[0],
                "seconds": row.seconds,
                "ratio": found.ratio(row),
                "plies_a_second": found.plies_a_second(row),
            }
            for row in found.rows
        ],
    }


def _findings(console: Console, findings: Findings) -> dict[str, Any]:
    table = _table(findings.title, *findings.rows[0])
    for row in findings.rows:
        table.add_row(*(f"{value:.2f}" if isinstance(value, float) else str(value) for value in row.values()))
    console.print(table)
    if findings.targets:
        table = _table("Targets", "", "wanted", "found", "")
        for target in findings.targets:
            table.add_row(target.name, f"{target.wanted:.1f}", f"{target.found:.1f}", "met" if target.met else "MISSED")
        console.print(table)
    return {
        "rows": findings.rows,
        "targets": [
            {"name": target.name, "wanted": target.wanted, "found": target.found, "met": target.met}
            for target in findings.targets
        ],
    }


if __name__ == "__main__":
    sys.exit(main())
