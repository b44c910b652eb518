"""Samples of tests that take long: some of them each time, all of them at night."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def every_second(values: Iterable[Any]) -> list[Any]:
    """Give values for a parameter, every second one marked `nightly`: `tox -e nightly` runs those."""
    return [pytest.param(value, marks=pytest.mark.nightly) if at % 2 else value for at, value in enumerate(values)]
