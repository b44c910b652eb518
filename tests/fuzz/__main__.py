"""`python -m tests.fuzz`: gives spoilt files to the readers, within 1 GB of memory, and prints a table."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
from collections.abc import Sequence
from typing import Any

from tests.fuzz.campaign import SEED, figures_of, limit_memory
from tests.fuzz.mutators import KINDS
from tests.fuzz.readers import READERS, share


def main(arguments: Sequence[str] | None = None) -> int:
    """Run campaigns; gives 1 where an input was lost."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Gives spoilt files to the readers.")
    parser.add_argument("readers", nargs="*", metavar="READER", help=f"of {', '.join(READERS)}; otherwise all")
    parser.add_argument("--inputs", type=int, default=20_000, help="for each reader; the whole command gets fewer")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--json", action="store_true", help="the figures with the lost inputs, instead of a table")
    asked = parser.parse_args(arguments)
    unknown = sorted(set(asked.readers) - set(READERS))
    if unknown:
        parser.error(f"no reader {unknown[0]!r}: there are {', '.join(READERS)}")
    work = [(name, max(1, asked.inputs // share(name)), asked.seed) for name in asked.readers or READERS]
    # A process for each reader: its memory is its own.
    with multiprocessing.get_context("spawn").Pool(asked.jobs, limit_memory, maxtasksperchild=1) as pool:
        found = pool.starmap(figures_of, work, chunksize=1)
    print(json.dumps(found, indent=1) if asked.json else "\n".join(table(found)))
    return int(any(figures["lost"] for figures in found))


def table(found: Sequence[dict[str, Any]]) -> list[str]:
    """Give the figures as the rows of a table, with a line for all of them."""
    lines = [
        "| reader | inputs | found out | read | complaints | lost | hung | slowest | peak memory | CPU |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for one in found:
        bad = sum(count for answer, count in one["answers"].items() if is_bad(answer))
        lines.append(
            f"| {one['reader']} | {one['inputs']:,} | {bad:,} | {one['inputs'] - bad:,} | {len(one['heard'])} "
            f"| {len(one['lost'])} | {one['hung']} | {one['slowest']:.2f} s | {one['peak']} MB "
            f"| {one['seconds']:.0f} s |"
        )
    total, seconds = sum(one["inputs"] for one in found), sum(one["seconds"] for one in found)
    lost, peak = sum(len(one["lost"]) for one in found), max(one["peak"] for one in found)
    lines.append("")
    lines.append(
        f"{total:,} inputs of {len(KINDS)} kinds: {lost} lost, {sum(one['hung'] for one in found)} hung, "
        f"peak memory {peak} MB, {seconds:.0f} CPU seconds."
    )
    return lines


def is_bad(answer: str) -> bool:
    """Tell whether an answer says that something is wrong with the file."""
    return answer.startswith(("refused", "unreadable", "diverged", "unverified", "lost", "hung")) or answer.endswith(
        (" 1", " 2", " 3")
    )


if __name__ == "__main__":
    sys.exit(main())
