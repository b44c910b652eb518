"""`python -m bench`, with `speed` or `bots` one of the two: prints tables, and fails if a bot misses a target."""

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

from bench import bots, speed


def main(arguments: list[str] | None = None) -> int:
    """Measure what is asked for; gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measures railbook.")
    parser.add_argument("what", nargs="?", choices=("all", "speed", "bots"), default="all")
    parser.add_argument("--games", type=int, default=0, help="games of each measurement, instead of the usual number")
    parser.add_argument("--json", type=Path, help="write the figures into this file too")
    asked = parser.parse_args(arguments)
    if asked.games < 0:
        parser.error("--games is a whole number from 1")
    console = Console(width=100, highlight=False)
    figures: dict[str, Any] = {"python": platform.python_version(), "msgspec": msgspec.__version__}
    met = True
    if asked.what != "bots":
        figures["speed"] = _speed(console, asked.games or speed.GAMES)
    if asked.what != "speed":
        figures["bots"], met = _bots(console, asked.games or bots.GAMES)
    if asked.json is not None:
        asked.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    return 0 if met else 1


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    for number, column in enumerate(columns):
        table.add_column(column, justify="right" if number else "left")
    return table


def _speed(console: Console, games: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        found = speed.measure(Path(folder), games)
    size = f"{found.logs} logs, {found.lines} lines, {found.plies} plies, {found.bytes / 1e6:.1f} MB"
    table = _table(f"Speed ({size})", "way through the corpus", "ratio", "plies/s", "µs/ply", "ms/log")
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


def _bots(console: Console, games: int) -> tuple[dict[str, Any], bool]:
    rows, targets = bots.measure(games)
    table = _table("The bot greedy", "table", "seats", "games", "mean score", "wins", "tickets kept", "completed")
    for row in rows:
        table.add_row(
            row.table,
            str(row.seats),
            str(row.games),
            f"{row.mean:.1f} ± {row.error:.1f}",
            f"{row.wins:.0f} %",
            f"{row.kept:.1f}",
            f"{row.completed:.0f} %",
        )
    console.print(table)
    table = _table("Targets", "", "wanted", "found", "")
    for target in targets:
        table.add_row(target.name, f"{target.wanted:.1f}", f"{target.found:.1f}", "met" if target.met else "MISSED")
    console.print(table)
    figures = {
        "rows": [
            {
                "table": row.table,
                "seats": row.seats,
                "games": row.games,
                "mean_score": row.mean,
                "standard_error": row.error,
                "wins_percent": row.wins,
                "tickets_kept": row.kept,
                "completed_percent": row.completed,
            }
            for row in rows
        ],
        "targets": [
            {"name": target.name, "wanted": target.wanted, "found": target.found, "met": target.met}
            for target in targets
        ],
    }
    return figures, all(target.met for target in targets)


if __name__ == "__main__":
    sys.exit(main())
