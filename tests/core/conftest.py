"""Fixtures of the tests of the core."""

import pytest

from railbook import Layer
from tests.core.tiny_table import PEBBLES, Beach


@pytest.fixture
def house() -> Layer[Beach]:
    """Give an empty variant to write into."""
    return Layer("house", game=PEBBLES)
