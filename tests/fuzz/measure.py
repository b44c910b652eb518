"""`python -m tests.fuzz.measure PLIES WIDTH [--file]`: verifies an endless log in a process of its own; tells its peak.

The log is written into the pipe from which it is read, so that a gigabyte of it lies nowhere; with `--file` it is a
file.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

VERIFY = """
import json, resource, sys, time
from railbook.audit.verify import verify
from tests.fuzz.endless import registry
report = verify(sys.argv[1], registry())
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
findings = [str(finding) for finding in report.findings]
print(json.dumps([report.words, report.plies, findings, peak, time.process_time()]))
"""

ROOT = Path(__file__).resolve().parents[2]


class Measured(NamedTuple):
    """What verifying a log gave and took: the peak in kilobytes, and CPU seconds."""

    words: str
    plies: int
    findings: list[str]
    peak: int
    seconds: float


def measure(plies: int, width: int, *, as_file: bool = False) -> Measured:
    """Verify a log of so many plies, each with a text so wide, in a process of its own."""
    maker = [sys.executable, "-m", "tests.fuzz.endless", str(plies), str(width)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log.jsonl"
        if as_file:
            with path.open("wb") as stream:
                subprocess.run(maker, check=True, cwd=ROOT, stdout=stream)
        place = str(path) if as_file else "-"
        source = None if as_file else subprocess.Popen(maker, cwd=ROOT, stdout=subprocess.PIPE)
        done = subprocess.run(
            [sys.executable, "-c", VERIFY, place],
            check=True,
            cwd=ROOT,
            stdin=source.stdout if source else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
        )
        if source is not None:
            assert source.stdout is not None
            source.stdout.close()
            source.wait()
    found: list[Any] = json.loads(done.stdout)
    if sys.platform == "darwin":
        found[3] //= 2**10
    return Measured(*found)


def main() -> None:
    """Print the figures."""
    plies, width = int(sys.argv[1]), int(sys.argv[2])
    began = time.perf_counter()
    found = measure(plies, width, as_file="--file" in sys.argv)
    peak = f"peak memory {found.peak / 1024:.0f} MB"
    took = f"{found.seconds:.0f} CPU seconds, {time.perf_counter() - began:.0f} seconds"
    print(f"{plies:,} plies played, {found.plies:,} of them stand: {found.words}; {peak}, {took}")


if __name__ == "__main__":
    main()
