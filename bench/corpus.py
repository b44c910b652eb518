"""How fast and in how much memory a corpus is verified, by the number of processes: the command as people start it."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.games import Findings, Target
from railbook.cli.running import processors
from railbook.corpus.simulating import SimulateTask, Simulation
from railbook.plugins.registry import Registry

GAME, SEATS = "ttr-usa", ("greedy", "random", "greedy")
PLAYED = 60
"""Games that are played; each lies in the folder several times, since to play takes longer than to verify."""

TIMES = 5
TURNS = 2
"""Every run is repeated so often, in turn with the others; the fastest counts."""

SAMPLED = 0.02
"""Seconds between two looks at the processes of a run."""

WANTED = 1.8
"""So many times as fast two processes must be as one."""

GROWTH = 1.5
"""So many times as much memory the command may take for all logs as for a fifth of them."""


@dataclasses.dataclass
class Ran:
    """What one run took: seconds by the clock and of all processors, and the memory of its processes at their peak."""

    seconds: float
    processor: float
    busiest: float
    """Seconds of the processor of the process that had most to do: nobody waits longer on a machine of one's own."""
    command: float
    """MiB of the process that was started."""
    worker: float
    """MiB of the largest of the others."""


def findings(games: int = 0) -> Findings:
    """Measure `verify` over a folder with one process, two and as many as there are cores, and over a fifth of it."""
    played = games or PLAYED
    cores = processors()
    with tempfile.TemporaryDirectory() as name:
        few, many = Path(name) / "few", Path(name) / "many"
        few.mkdir()
        many.mkdir()
        plies = _write(few, played)
        for log in list(few.iterdir()):
            for time_ in range(TIMES):
                os.link(log, many / f"{time_}-{log.name}")
        runs = {(few, min(2, cores)): "", **{(many, jobs): "" for jobs in sorted({1, 2, cores})}}
        best: dict[tuple[Path, int], Ran] = {}
        for _ in range(TURNS):
            for folder, jobs in runs:
                ran = _run(folder, jobs, Path(name) / "compiled")
                best[folder, jobs] = min(best.get((folder, jobs), ran), ran, key=lambda one: one.seconds)
    rows: list[dict[str, str | float]] = []
    for (folder, jobs), ran in best.items():
        times = 1 if folder == few else TIMES
        rows.append(
            {
                "logs": played * times,
                "processes": jobs,
                "seconds": ran.seconds,
                "logs/s": f"{played * times / ran.seconds:,.0f}",
                "plies/s": f"{plies * times / ran.seconds:,.0f}",
                "processor µs/ply": 1e6 * ran.processor / (plies * times),
                "busiest s": ran.busiest,
                "MiB, command": ran.command,
                "MiB, worker": ran.worker,
            }
        )
    one, two = best[many, 1], best[many, 2]
    grown = best[many, min(2, cores)].command / best[few, min(2, cores)].command
    targets = [
        Target("two processes, times as fast as one", WANTED, one.seconds / two.seconds),
        Target("the same by the busiest process, whatever else runs", WANTED, one.busiest / (two.busiest or 1)),
        Target(f"memory of the command within {GROWTH} times that for a fifth, as a share", 1.0, GROWTH / grown),
    ]
    return Findings(f"A corpus of {GAME}, verified ({plies * TIMES:,} plies, {cores} cores)", rows, targets)


def _write(folder: Path, games: int) -> int:
    """Let bots play games with the seeds from 0; gives their plies."""
    registry = Registry.installed()
    list(Simulation(SimulateTask((), GAME, SEATS), folder, range(games), registry).play(processors()))
    return sum(log.read_bytes().count(b'"type":"ply"') for log in folder.iterdir())


def _run(folder: Path, jobs: int, compiled: Path) -> Ran:
    """Run the command, with compiled modules as installers leave them, and look at its processes while it runs."""
    others_set = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment = {**others_set, "PYTHONPYCACHEPREFIX": str(compiled)}
    words = [sys.executable, "-m", "railbook", "verify", str(folder), "--jobs", str(jobs)]
    begun = time.perf_counter()
    running = subprocess.Popen(words, stdout=subprocess.DEVNULL, env=environment, start_new_session=True)
    peaks: dict[int, float] = {}
    ticks: dict[int, int] = {}
    while running.poll() is None:
        for process in _of_session(running.pid):
            peak, used = _seen(process)
            peaks[process] = max(peaks.get(process, 0.0), peak)
            ticks[process] = max(ticks.get(process, 0), used)
        time.sleep(SAMPLED)
    seconds = time.perf_counter() - begun
    if running.returncode:
        raise RuntimeError(f"{' '.join(words)} ended with {running.returncode}")
    others = [peak for process, peak in peaks.items() if process != running.pid]
    processor = sum(ticks.values()) / os.sysconf("SC_CLK_TCK")
    busiest = max(ticks.values(), default=0) / os.sysconf("SC_CLK_TCK")
    return Ran(seconds, processor, busiest, peaks.get(running.pid, 0.0), max(others, default=0.0))


def _of_session(leader: int) -> list[int]:
    """Give the processes of a session; none where the system does not tell."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if os.getsid(int(entry.name)) == leader:
                found.append(int(entry.name))
        except OSError:  # it has ended, or is somebody else's
            continue
    return found


def _seen(process: int) -> tuple[float, int]:
    """Give the peak memory of a process in MiB and the ticks that it took; nothing of one that has ended."""
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii", errors="replace")
        fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
    except OSError:
        return 0.0, 0
    peak = next((int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM:")), 0)
    return peak / 1024, int(fields[11]) + int(fields[12])
