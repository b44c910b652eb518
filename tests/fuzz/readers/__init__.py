"""Every reader of files and typed text, called as the command line calls it, with small files to be spoilt."""

from __future__ import annotations

from tests.fuzz.readers import commands, data, foreign, games, logs, typed
from tests.fuzz.readers.answers import HEARD, Reader, answer_of
from tests.fuzz.readers.logs import rechained, short_logs

__all__ = ["HEARD", "READERS", "Reader", "answer_of", "rechained", "share", "short_logs"]

READERS: dict[str, Reader] = {
    **logs.READERS,
    **data.READERS,
    **foreign.READERS,
    **typed.READERS,
    **games.READERS,
    **commands.READERS,
}
"""All readers by the name of what they read."""


def share(name: str) -> int:
    """Tell how many times fewer inputs a reader gets: a whole command takes as long as twenty small files."""
    return 20 if name == "commands" else 1
