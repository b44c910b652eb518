"""Takes away each rule of all installed games and variants in turn; a test that quotes its id must notice.

    python tests/mutants/run.py [--jobs N] [--tests PATH] [ID ...]

With survivors the exit code is 1, and it is 2 where tests fail although nothing is taken away.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def main() -> int:
    """Run the tests against every mutant, print a table, and give the exit code."""
    parser = argparse.ArgumentParser(description="take away each rule in turn; a test must notice and name it")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="mutants tried at the same time")
    parser.add_argument("--tests", default="tests", metavar="PATH", help="run tests of this file or folder only")
    parser.add_argument("ids", nargs="*", metavar="ID", help="take away only what has one of these ids")
    arguments = parser.parse_args()
    # As a script this folder would be on the path, where its modules could hide others.
    sys.path[0] = str(ROOT)
    os.chdir(ROOT)
    os.environ["CI"] = "1"  # hypothesis draws the same examples every time

    import pytest

    from tests.mutants.suite import Suite

    suite = Suite(arguments.ids, arguments.jobs)
    quiet = ["-o", "addopts=--import-mode=importlib --strict-markers", "-p", "no:terminal", "-p", "no:cacheprovider"]
    # The suite needs railbook before pytest can rewrite its assertions, of which it has none that fail.
    quiet += ["-W", "ignore:Module already imported:pytest.PytestAssertRewriteWarning"]
    chosen = ["-c", "pyproject.toml", "-s", "-m", "not slow and not browser", arguments.tests]
    pytest.main([*quiet, *chosen], plugins=[suite])
    return suite.code


if __name__ == "__main__":
    sys.exit(main())
