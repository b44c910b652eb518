"""`python tests/fuzz/coverage_guided.py READER [-runs=N]`: spoils files where that reaches new code, with atheris.

Atheris watches which code each input reaches and keeps those that reach more. It is no part of the other tests: where
it is not installed, this says so and does nothing. What it finds goes into the corpus.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def main() -> int:
    """Fuzz one reader until atheris is told to stop; gives 0 where there is no atheris."""
    try:
        import atheris
    except ImportError:
        print("skipped: atheris is not installed (it has wheels for Linux and some versions of Python)")
        return 0
    sys.path.insert(0, str(ROOT))
    with atheris.instrument_imports(include=["railbook", "railbook_ticket_to_ride", "railbook_age_of_steam"]):
        from tests.fuzz.readers import READERS, answer_of, rechained
    name, *options = sys.argv[1:] or [""]
    if name not in READERS:
        print(f"name a reader: {', '.join(READERS)}")
        return 2
    reader = READERS[name]
    with tempfile.TemporaryDirectory() as folder:
        path, seeds = Path(folder) / reader.file, Path(folder) / "seeds"
        seeds.mkdir()
        for number, base in enumerate(reader.bases()):
            (seeds / str(number)).write_bytes(base)

        def one(data: bytes) -> None:
            path.write_bytes(rechained(data) if reader.chained else data)
            answer_of(reader, path)

        atheris.Setup(["fuzz", *options, str(seeds)], one)
        atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
