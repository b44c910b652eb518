"""The person at the terminal: reads line by line, from a terminal or a pipe, and forgets what was typed ahead."""

from __future__ import annotations

import shutil
import sys

from railbook.cli import out


class Leaving(Exception):
    """The person leaves, or the input is over: nothing is lost."""


def read(prompt: str) -> str:
    """Ask for a line; raises `Leaving` at the end of the input.

    Lines are read plainly, without a history that the next person at the terminal could page through.
    """
    sys.stdout.write(prompt)
    sys.stdout.flush()
    try:
        line = sys.stdin.readline()
    except UnicodeDecodeError:
        line = "?\n"  # no text in this locale: show what may be typed
    if not sys.stdin.isatty():
        out.say(out.clean(line.rstrip("\r\n")))  # what comes from a pipe is not echoed by a terminal
    if not line:
        raise Leaving
    return line.strip()


def forget_typed() -> None:
    """Throw away what was typed ahead: it was not meant for the next person."""
    if not sys.stdin.isatty():
        return
    try:
        import termios
    except ImportError:  # no such terminals on this system
        return
    termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


def height() -> int:
    """Give the lines of the screen; when piped, those of a tall one."""
    return shutil.get_terminal_size((80, 24) if out.on_terminal() else (80, 60)).lines
