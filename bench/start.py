"""What a cold start costs: `railbook verify ONE.jsonl` beside an interpreter that does nothing."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.games import Findings, Target
from bench.speed import CORPORA, write_corpus
from railbook.plugins.registry import Registry

REPETITIONS = 7

MOST = 12.0
"""So many times as long as the bare interpreter a cold start may take."""

UNWANTED = ("networkx", "rich", "typer", "concurrent", "multiprocessing", "importlib.metadata", "pathlib", "tomllib")
"""Modules that verifying one log does without."""

CALL = "import sys; from railbook.cli.main import run; code = run(sys.argv[1:]); "


def findings() -> Findings:
    """Measure, by game, the seconds of the processor that verifying one short log takes from a cold start."""
    registry = Registry.installed()
    rows: list[dict[str, str | float]] = []
    targets = []
    with tempfile.TemporaryDirectory() as name:
        for corpus in CORPORA:
            path = write_corpus(Path(name), registry, corpus, 1)[0]
            compiled = Path(name) / "compiled"
            bare = _best(["-c", "pass"], compiled)
            cold = _best(["-c", CALL + "sys.exit(code)", "verify", str(path)], compiled)
            rows.append(
                {
                    "command": f"verify one {corpus.game}",
                    "ms, bare": bare * 1000,
                    "ms, cold": cold * 1000,
                    "ratio": cold / bare,
                    "needless imports": ", ".join(_unwanted(path)) or "none",
                }
            )
            targets.append(Target(f"{corpus.game}: within {MOST:.0f} bare starts, as a share", 1.0, MOST * bare / cold))
    return Findings("Cold start", rows, targets)


def _best(arguments: list[str], compiled: Path) -> float:
    """Give the least seconds of the processor that a process took, with compiled modules as installers leave them."""
    return min(_seconds(arguments, _environment(compiled)) for _ in range(REPETITIONS))


def _environment(compiled: Path) -> dict[str, str]:
    others = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**others, "PYTHONPYCACHEPREFIX": str(compiled)}


def _seconds(arguments: list[str], environment: dict[str, str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def _unwanted(path: Path) -> list[str]:
    """Name what was imported in vain: slow modules, and plugins of other games."""
    show = CALL + "print(*sorted(sys.modules), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", show, "verify", str(path)], check=True, capture_output=True, text=True)
    modules = done.stderr.split()
    return [name for name in UNWANTED if name in modules]
