"""The `railbook` command: runs a verb, and turns every fault into one line and an exit code."""

from __future__ import annotations

import sys

from railbook.cli import out


def main() -> None:
    """Run the command line; ends the process with the exit code of the table in the documentation."""
    out.make_output_safe()
    try:
        code = run(sys.argv[1:])
        out.finish_writing()
        sys.exit(code)
    except BrokenPipeError:
        out.stop_writing()
        sys.exit(141)
    except KeyboardInterrupt:
        out.warn("railbook: stopped")
        sys.exit(130)


def run(arguments: list[str]) -> int:
    """Run one command and give its exit code; every fault is one line on standard error."""
    try:
        code = _run(arguments)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        raise
    except Exception as error:
        message = _one_line(error)
        if message is None:
            raise
        out.warn(f"railbook: {message}")
        return 2


def _run(arguments: list[str]) -> int:
    """Run one command: `verify` with nothing but logs, of which there is nothing to read, at once; others by typer.

    To import typer and build a command takes longer than to verify a log.
    """
    verb, *words = arguments or [""]
    if verb == "verify" and words and all(word == "-" or not word.startswith("-") for word in words):
        from railbook.cli.verify import verify

        return verify(words)
    from railbook.cli.app import run_typed

    return run_typed(arguments)


def _one_line(error: Exception) -> str | None:
    """Give the line for a fault that people can mend; `None` for one that is ours."""
    if hasattr(error, "format_message"):  # typer's usage errors, whichever module they come from
        return out.clean(" ".join(str(error.format_message()).split())) + " (see --help)"
    from railbook.log.limits import LimitFault, short
    from railbook.log.reader import FileFault
    from railbook.log.writer import OutputFault
    from railbook.plugins.registry import NotInstalled, PluginFault
    from railbook.rules.compose import LayerConflict
    from railbook.rules.game import MapFault, SeatsError
    from railbook.rules.options import OptionError
    from railbook.rules.types import RulesError

    rules = (NotInstalled, PluginFault, LayerConflict, MapFault, SeatsError, OptionError, RulesError)
    known = (out.UsageFault, FileFault, OutputFault, LimitFault, *rules)
    if isinstance(error, known):
        return out.clean(short(" ".join(str(error).split())))
    if isinstance(error, OSError):  # of a disk or a terminal; which one is the file's name to say, if it has one
        what = f"{error.filename} cannot be used" if error.filename else "the output cannot be written"
        return out.clean(f"{what}: {error.strerror or error}")
    return None
