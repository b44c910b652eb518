"""Imports what every worker needs, once: processes that are forked afterwards have it."""

from __future__ import annotations

import contextlib
import importlib

for _module in ("corpus.verifying", "corpus.following", "corpus.simulating", "corpus.worker"):
    with contextlib.suppress(Exception):  # whoever needs it says what is the matter
        importlib.import_module(f"railbook.{_module}")
