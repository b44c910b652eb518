"""Fixtures and settings for all tests."""

import os
import signal
from pathlib import Path

import pytest
from hypothesis import settings

from tests.fresh import Fresh

# A pause of the machine is no finding. Under CI, hypothesis draws the same examples every time.
settings.register_profile("railbook", settings.get_profile("ci" if os.environ.get("CI") else "default"), deadline=None)
settings.load_profile("railbook")

# A shell that runs the tests in its background has them ignore Ctrl-C, and so would every command that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def external(pytestconfig: pytest.Config) -> Path:
    """Give the folder of games recorded elsewhere, which is too big and not ours to ship."""
    name = os.environ.get("RAILBOOK_EXTERNAL")
    if not name:
        pytest.skip("RAILBOOK_EXTERNAL names no folder of games recorded elsewhere")
    folder = pytestconfig.rootpath / name
    if not folder.is_dir():
        pytest.fail(f"RAILBOOK_EXTERNAL={name} is no folder; unset it to skip the tests that read it")
    return folder


@pytest.fixture(scope="session")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Fresh:
    """Give a fresh environment with railbook's wheel."""
    return Fresh(tmp_path_factory.mktemp("fresh"))
