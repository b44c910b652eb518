"""The recorded games under `replays/`: which there are, and which of the files there no test would run."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tests.replays.referee import REFEREES, AnyGame, judge, read

ROOT = Path(__file__).resolve().parents[2]
REPLAYS = ROOT / "replays"
COVERAGE = "COVERAGE.toml"
EXPECTED = "expected-changes.toml"
SUFFIXES = (".jsonl", ".jsonl.gz")


def logs(folder: Path = REPLAYS) -> list[Path]:
    """Give the logs of all games that have a referee, in order of their names."""
    return sorted(path for game in REFEREES for path in (folder / game).glob("*") if path.name.endswith(SUFFIXES))


def shortest_of(game: str) -> Path:
    """Give the shortest log of a game."""
    return min((log for log in logs() if log.parent.name == game), key=lambda log: log.stat().st_size)


def name_of(log: Path, folder: Path = REPLAYS) -> str:
    """Give the name by which `COVERAGE.toml` calls a log."""
    return log.relative_to(folder).as_posix()


def stem_of(log: Path) -> str:
    """Give what the name of a log says is in it."""
    return log.name.partition(".")[0]


def transcript_beside(log: Path) -> Path:
    """Give the path of the transcript of a log."""
    return log.with_name(f"{stem_of(log)}.txt")


@cache
def judged(log: Path) -> AnyGame:
    """Give what the referee says of a log; asked once for each process, because several tests look at it."""
    return judge(read(log))


def strays(folder: Path = REPLAYS) -> list[str]:
    """Say which files no test runs: neither logs of a game that has a referee, nor what belongs to such a log."""
    run = logs(folder)
    complaints = [f"{name_of(log, folder)} has no transcript" for log in run if not transcript_beside(log).is_file()]
    known = {folder / COVERAGE, folder / EXPECTED, *run, *(transcript_beside(log) for log in run)}
    for path in sorted(folder.rglob("*")):
        name = name_of(path, folder)
        if path.is_file() and path not in known:
            belongs = path.suffix == ".txt" and path.parent.name in REFEREES
            complaints.append(f"{name} is a transcript without a log" if belongs else f"no test runs {name}")
    return complaints
