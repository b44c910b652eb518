"""The person at the terminal: reads line by line, from a terminal or a pipe, and forgets what was typed ahead."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable

from railbook.cli import out


class Leaving(Exception):
    """The person leaves, or the input is over: nothing is lost."""


LONGEST_LINE = 10_000
"""Characters of a line that are read at once: a pipe may hold one without an end."""

Complete = Callable[[str], list[str]]
"""Gives what may stand in the place of the last word of a line."""


def read(prompt: str, complete: Complete | None = None) -> str:
    """Ask for a line; raises `Leaving` at the end of the input. At a terminal Tab completes words, if a game can.

    Lines are read without a history that the next person at the terminal could page through.
    """
    if complete is not None and sys.stdin.isatty() and out.on_terminal():
        return _read_completing(prompt, complete)
    sys.stdout.write(prompt)
    sys.stdout.flush()
    try:
        line = sys.stdin.readline(LONGEST_LINE)
    except UnicodeDecodeError:
        line = "?\n"  # no text in this locale: show what may be typed
    if not sys.stdin.isatty():
        out.say(out.clean(line.rstrip("\r\n")))  # what comes from a pipe is not echoed by a terminal
    if not line:
        raise Leaving
    return line.strip()


def _read_completing(prompt: str, complete: Complete) -> str:
    """Read a line by the library that completes words, where this Python has it."""
    try:
        import readline
    except ImportError:
        return read(prompt)
    readline.set_auto_history(False)
    readline.clear_history()
    readline.set_completer_delims(" ")
    readline.set_completer(_completer(complete, readline.get_line_buffer, readline.get_endidx))
    readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")
    try:
        return input(prompt).strip()
    except EOFError:
        out.say()
        raise Leaving from None
    except UnicodeDecodeError:
        return "?"
    finally:
        readline.set_completer(None)


def _completer(complete: Complete, line: Callable[[], str], end: Callable[[], int]) -> Callable[[str, int], str | None]:
    """Give a completer as that library wants it, which is asked for one word after another."""
    found: list[str] = []

    def give(begun: str, number: int) -> str | None:
        if number == 0:
            found[:] = [f"{word} " for word in complete(line()[: end()])]
        return found[number] if number < len(found) else None

    return give


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
