"""Takes away each rule of all installed games and variants in turn; a test that quotes its id must notice.

    python tests/mutants/run.py [--jobs N] [ID ...]

The tests are collected once. For each rule a copy of this process (so this needs a system that can fork) composes
rulesets without it and runs the tests whose names, docstrings or markers quote its id, until one fails. What no test
notices is a survivor; with survivors the exit code is 1, and 2 where tests fail without anything being taken away.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import gc
import os
import re
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import IO, NamedTuple, NoReturn

ROOT = Path(__file__).resolve().parents[2]
TEST_SECONDS = 20
"""A test that takes longer under a mutant has noticed it: what was taken away is what ends a loop."""


class Outcome(NamedTuple):
    """How a mutant fared: the test that noticed it, if any, and how many quote its id."""

    killer: str
    quoting: int
    seconds: float


def main() -> int:
    """Run the tests against every mutant, print a table, and give the exit code."""
    parser = argparse.ArgumentParser(description="take away each rule in turn; a test must notice and name it")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="mutants tried at the same time")
    parser.add_argument("ids", nargs="*", metavar="ID", help="take away only what has one of these ids")
    arguments = parser.parse_args()
    # As a script this folder would be on the path, where its modules could hide others.
    sys.path[0] = str(ROOT)
    os.chdir(ROOT)
    os.environ["CI"] = "1"  # the same examples of hypothesis every time

    import pytest

    from tests.mutants.suite import Suite

    suite = Suite(arguments.ids, arguments.jobs)
    plain = ["-o", "addopts=--import-mode=importlib --strict-markers", "-p", "no:terminal", "-p", "no:cacheprovider"]
    code = pytest.main([*plain, "-m", "not slow", "tests"], plugins=[suite])
    return suite.code if suite.code is not None else int(code) or 2


if __name__ == "__main__":
    sys.exit(main())
