"""Plays a random game in a process of its own: `python -m railbook.testing.again` writes its log to standard output."""

from __future__ import annotations

import sys

import msgspec

from railbook.testing.random_game import played
from railbook.testing.setting import Setting


def main() -> None:
    """Read setting, seats, seed and plies as JSON from standard input, and write the log."""
    asked = msgspec.json.decode(sys.stdin.buffer.read(), type=tuple[Setting, int, int, int | None])
    setting, seats, seed, plies = asked
    sys.stdout.buffer.write(played(setting, setting.rules(seats), seed, plies).log)


if __name__ == "__main__":
    main()
