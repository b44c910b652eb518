"""A log is data: names in it choose among what is registered, and nothing is imported, opened or started for them."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from railbook.audit.replay import Replay, ReplayFault
from tests.core.forging import forged, header, variant
from tests.core.tables import judged, registry
from tests.core.tiny_map import BAY

WATCHING: list[list[tuple[str, str]]] = []
"""Lists that take down what is imported, opened or started while they are here."""


def watch(event: str, arguments: tuple[Any, ...]) -> None:
    """Note what the interpreter does, for the tests that ask; this cannot be taken away again."""
    if WATCHING and event in ("import", "open", "exec", "subprocess.Popen", "socket.connect", "os.listdir"):
        WATCHING[-1].append((event, str(arguments[0]) if arguments else ""))


@pytest.fixture
def seen() -> Iterator[list[tuple[str, str]]]:
    """Give what is imported, opened or executed during a test."""
    if not hasattr(sys, "_railbook_watched"):
        sys.addaudithook(watch)
        sys._railbook_watched = True  # type: ignore[attr-defined]
    WATCHING.append([])
    yield WATCHING[-1]
    WATCHING.pop()


EVIL = [
    "../../evil",
    "/evil",
    "os",
    "evil.py",
    "evil",
    "pebbles/../../evil",
    "C:\\evil",
    "file:evil",
    "PEBBLES",
    "evil\n",
]
MARKER = "import pathlib; pathlib.Path({!r}).write_text('loaded')"


@pytest.mark.parametrize("name", EVIL, ids=repr)
@pytest.mark.parametrize("where", ["game", "variant", "distribution", "map", "edition"])
def test_names_in_a_log_load_nothing(
    name: str, where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seen: list[tuple[str, str]]
) -> None:
    """A name in a log chooses among what is registered; it is never imported, opened or fetched (SEC-03)."""
    folder = tmp_path / "a" / "b"
    folder.mkdir(parents=True)
    marker = tmp_path / "marker"
    for place in (tmp_path, tmp_path / "a", folder):
        (place / "evil.py").write_text(MARKER.format(str(marker)))
        (place / "evil").mkdir()
        (place / "evil" / "__init__.py").write_text(MARKER.format(str(marker)))
    monkeypatch.chdir(folder)
    monkeypatch.syspath_prepend(str(folder))
    edit = {
        "game": header(game=name),
        "variant": header(variants=[variant(name)]),
        "distribution": header(variants=[{**variant("ebb"), "distribution": name}]),
        "map": header(map={"id": name, "digest": BAY.digest}),
        "edition": header(edition=name),
    }[where]
    log = forged(edit)
    judged(folder, log)  # so that what Python itself loads late is there
    seen.clear()
    report = judged(folder, log)
    opened = {what for event, what in seen if event == "open"}
    assert [event for event in seen if event[0] != "open"] == []
    assert opened == {str(folder / "game.jsonl")}
    assert not marker.exists()
    if (
        where == "distribution"
    ):  # it is told to people only: the installed variant is taken, under which this log is none
        assert (report.words, report.findings[0].kind) == ("diverged", "different-events")
    else:
        assert report.words in ("unverified", "unreadable")
        assert report.plies == 0
        with pytest.raises(ReplayFault):
            Replay(folder / "game.jsonl", registry())
    assert not marker.exists()
