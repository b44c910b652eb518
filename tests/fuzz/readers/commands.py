"""Whole commands with a spoilt log: what they print and write must be harmless, well-formed and short."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from unittest import mock
from xml.etree.ElementTree import fromstring

from railbook.plugins.registry import Registry
from tests.cli.running import railbook
from tests.cli.test_hostile import harmful
from tests.fuzz.readers.answers import Reader, Unclear
from tests.fuzz.readers.data import CORNER, ISLAND
from tests.fuzz.readers.games import beginnings, installed, smallest

CODES = (0, 1, 2, 3)

MARKUP = (b"<script>alert(1)", b"<svg onload=x>", b"</title><")
"""What the mutators put into texts, where it stands as markup."""

COMMANDS: tuple[tuple[str, ...], ...] = (
    *(
        ("verify", "{log}", *form)
        for form in ((), ("--format", "github"), ("--format", "sarif"), ("--format", "junit"))
    ),
    *(("replay", "{log}", *how) for how in ((), ("--at", "1"), ("--transcript",), ("--format", "json"))),
    *(("legal", "{log}", "--at", "1"), ("diff", "{log}", "{log}"), ("draw", "{log}", "--out", "{out}.svg")),
    *(("page", "{log}", "--out", "{out}"), ("extract", "{log}", "--at", "1", "--out", "{out}.json")),
    ("impact", "{log}", "--variant", "hand-limit", "--format", "csv"),
)
"""What is done with a log at the command line."""


def _command(path: Path) -> str:
    """Run the whole command: one that the file itself chooses, so that the same file gets the same."""
    words = COMMANDS[sum(path.read_bytes()) % len(COMMANDS)]
    out_of_it = path.with_name("out")
    # What is installed is loaded once, and no pyproject.toml lies there.
    with mock.patch.object(Registry, "installed", return_value=installed()):
        done = railbook(*(word.format(log=path, out=out_of_it) for word in words), folder=path.parent)
    for made in path.parent.glob("out*"):
        files = [made] if made.is_file() else [file for file in made.rglob("*") if file.is_file()]
        for file in files:
            _require_harmless(file.suffix, file.read_bytes())
        shutil.rmtree(made) if made.is_dir() else made.unlink()
    if words[-1] in ("junit", "sarif") and done.out:
        _require_harmless(".xml" if words[-1] == "junit" else ".json", done.out.encode())
    if done.code not in CODES or len(done.err.splitlines()) > 1 or harmful(done.out + done.err):
        raise Unclear(f"{words[0]}: exit code {done.code}: {done.err[:500]} {harmful(done.out + done.err)[:3]}")
    return f"{words[0]} {done.code}"


def _require_harmless(suffix: str, data: bytes) -> None:
    """Check that a file is what its name says, and that no text of a log is markup in it."""
    if suffix in (".svg", ".xml"):
        fromstring(data)  # noqa: S314 - our own, and it declares no entities
    elif suffix == ".json":
        json.loads(data)
    found = [text for text in MARKUP if text in data]
    if found and suffix != ".json":
        raise Unclear(f"{found[0]!r} in {suffix}")


READERS = {
    "commands": Reader(
        "log.jsonl",
        lambda: [smallest("ttr-europe", CORNER), smallest("age-of-steam", ISLAND)],
        _command,
        lambda: beginnings("ttr-usa") + beginnings("age-of-steam"),
        chained=True,
    ),
}
"""The commands, which read what all the others read."""
