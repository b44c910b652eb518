"""Draws the main screens as SVG: real commands on a pseudo-terminal, as they look there.

python -m tests.docs.screens        writes docs/screens/
"""

from __future__ import annotations

import io
import os
import shlex
import sysconfig
from pathlib import Path

import pexpect
from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "screens"
LOG = "replays/ttr-usa/2-greedy-random-flush.jsonl"
SCREENS = {
    "verify": ("verify replays/ttr-usa", 120, 24),
    "replay": (f"replay {LOG} --at 60 --as 0", 100, 60),
    "diff": (f"diff {LOG} --option market.flush_at=2", 110, 60),
    "record": ("record ttr-usa --seed 5 --out {out}", 100, 40),
}
"""Name of a screen: the command, columns and rows of the terminal."""


def draw(name: str, folder: Path) -> str:
    """Give a screen as SVG; `folder` takes what the command writes."""
    command, columns, rows = SCREENS[name]
    text = _shown(command.format(out=folder / "game.jsonl"), columns, rows, asks=name == "record")
    for private in (str(folder / "game.jsonl"), str(folder)):
        text = text.replace(private, "game.jsonl")
    console = Console(record=True, width=columns, file=io.StringIO(), force_terminal=True, color_system="standard")
    console.print(Text.from_ansi(text))
    return console.export_svg(title=f"railbook {command.format(out='game.jsonl')}", unique_id=f"railbook-{name}")


def _shown(command: str, columns: int, rows: int, *, asks: bool) -> str:
    """Run a command on a terminal of that size and give what it printed; one that asks is left at its question."""
    settings = {**os.environ, "TERM": "xterm-256color", "COLUMNS": str(columns), "LINES": str(rows), "PYTHONUTF8": "1"}
    for name in ("NO_COLOR", "COLORTERM", "CI", "FORCE_COLOR"):
        settings.pop(name, None)
    program = f"{sysconfig.get_path('scripts')}/railbook"
    child = pexpect.spawn(
        "/bin/sh",
        # Progress bars go to standard error, and are gone when work is done: a picture would keep them.
        ["-c", f"exec {shlex.quote(program)} {command} 2>/dev/null"],
        cwd=str(ROOT),
        env=settings,
        dimensions=(rows, columns),
        encoding="utf-8",
        timeout=60,
    )
    if asks:
        child.expect(["> $", pexpect.EOF])
        text = f"{child.before}{child.after if isinstance(child.after, str) else ''}"
        child.sendline("q")
        child.expect(pexpect.EOF)
    else:
        child.expect(pexpect.EOF)
        text = child.before or ""
    child.close()
    clears = text.rfind("\x1b[3J")
    text = text[clears + 4 :] if clears >= 0 else text
    return text.replace("\r\n", "\n").strip("\n")


def main() -> None:
    """Write all screens."""
    import tempfile

    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in SCREENS:
        with tempfile.TemporaryDirectory() as folder:
            (FOLDER / f"{name}.svg").write_text(draw(name, Path(folder)), encoding="utf-8")


if __name__ == "__main__":
    main()
