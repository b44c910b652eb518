"""Logs of older rules are rewritten under newer ones, or left alone with a reason."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from railbook import Layer, hookimpl
from railbook.audit.findings import Verdict
from railbook.audit.repair import put_in_place, repair
from railbook.audit.verify import verify
from railbook.log.writer import OutputFault
from railbook.plugins.registry import Registry
from railbook.rules.game import Game
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Score
from tests.core import tiny, tiny_variants
from tests.core.forging import LOG, forged, ply_of, put
from tests.core.tables import chained, documents, played, registry, under_way
from tests.core.tiny import Draw, Lay
from tests.core.tiny_table import PEBBLES, Beach
from tests.core.tiny_variants import GULLS


def newer(version: str = "1.3", *changes: Layer[Any]) -> Registry:
    """Give a registry in which Pebbles has another version, whose rules have these changes."""
    game = Game(
        id=tiny.TINY.id,
        title=tiny.TINY.title,
        version=version,
        summary=tiny.TINY.summary,
        layers=lambda game_map: (*tiny.TINY.layers(game_map), *changes),
        maps=tiny.TINY.maps,
        read_map=tiny.TINY.read_map,
        compile_map=tiny.TINY.compile_map,
        editions=tiny.TINY.editions,
    )
    loaded = Registry()
    loaded.add(SimpleNamespace(railbook_games=hookimpl(lambda: [game])), "newer", "tests")
    loaded.add(tiny_variants, "tiny-variants", "tests")
    return loaded


def dearer() -> Layer[Beach]:
    """Give a change that scores a point more for everybody."""
    layer = Layer("dearer", game=PEBBLES)

    @layer.scorer("dearer.point")
    def a_point_for_all(rules: Ruleset, state: Beach) -> Any:
        """Everybody gets a point."""
        return Score((1,) * rules.seats)

    return layer


def never(action: type) -> Layer[Beach]:
    """Give a change that forbids an action from the third ply on."""
    layer = Layer("never", game=PEBBLES)

    @layer.validator(action, "never.again", "NEW-1")
    def no_more(rules: Any, state: Beach, seat: int, action: Any) -> str | None:
        """Not any more."""
        return "that is over" if state.ply > 2 else None

    return layer


def on_disk(folder: Path, log: bytes = LOG) -> Path:
    """Write a log into a file."""
    path = folder / "game.jsonl"
    path.write_bytes(log)
    return path


def test_an_exact_log_needs_nothing(tmp_path: Path) -> None:
    """A log that is exact under the installed rules is left as it is."""
    assert repair(on_disk(tmp_path), registry()).outcome == "exact"


def test_a_new_version_of_the_same_rules(tmp_path: Path) -> None:
    """Where all stays legal and follows as before, only header and digests are others; the header says why."""
    path = on_disk(tmp_path)
    found = repair(path, newer())
    assert (found.outcome, found.changed) == ("repaired", 0)
    before, after = documents(LOG), documents(found.data)
    assert after[1:] == before[1:]
    last = json.loads(LOG.splitlines()[-1])["digest"]
    assert after[0]["rules"] == "1.3"
    assert after[0]["meta"]["repaired"] == [{"rules": "1.2", "digest": last}]
    path.write_bytes(found.data)
    report = verify(path, newer())
    assert (report.verdict, report.chance) == (Verdict.EXACT, "proven")


def test_twice_repaired_says_both(tmp_path: Path) -> None:
    """The header keeps what was done before."""
    first = repair(on_disk(tmp_path), newer())
    second = repair(on_disk(tmp_path, first.data), newer("1.10"))
    assert [one["rules"] for one in documents(second.data)[0]["meta"]["repaired"]] == ["1.2", "1.3"]


def test_other_points_are_counted(tmp_path: Path) -> None:
    """Where the new rules score otherwise, the end is rewritten and counted as changed."""
    found = repair(on_disk(tmp_path), newer("1.3", dearer()))
    assert (found.outcome, found.changed) == ("repaired", 1)
    assert "dearer.point" in [line["id"] for line in documents(found.data)[-1]["sheet"]]


def test_an_action_that_is_illegal_now(tmp_path: Path) -> None:
    """A log with an action that the new rules forbid is left, with the ply and the rule."""
    ply = next(line["ply"] for line in documents(LOG)[4:] if line["action"]["type"] == "peb.lay")
    found = repair(on_disk(tmp_path), newer("1.3", never(Lay)))
    assert (found.outcome, found.ply, found.rule) == ("left", ply, "never.again")
    assert "NEW-1" in found.why


def test_variants_stay(tmp_path: Path) -> None:
    """A game with a variant is repaired with it."""
    log = played(GULLS, seed=3)
    found = repair(on_disk(tmp_path, log), newer())
    assert (found.outcome, found.changed) == ("repaired", 0)
    assert documents(found.data)[0]["variants"] == documents(log)[0]["variants"]


def test_comments_times_and_undos_stay(tmp_path: Path) -> None:
    """LOG-10: what is no ply is rewritten as well, in its place."""
    game = under_way()
    first = game.state.ply
    game.act(0, Lay(kind="jet", count=1))
    game.game.undo(0)
    game.act(0, Lay(kind="flint", count=1))
    lines = documents(game.log)
    lines[3:3] = [{"type": "comment", "text": "well played"}]
    lines[-1]["time"] = "2004-05-01T12:00:00Z"
    lines[0]["chance"] = {"scheme": "none"}
    found = repair(on_disk(tmp_path, chained(lines)), newer())
    assert (found.outcome, found.changed) == ("repaired", 0), found.why
    after = documents(found.data)
    assert after[1:] == lines[1:]
    assert first in [line.get("to") for line in after]


@pytest.mark.parametrize(
    "log, words",
    [
        (forged(put(ply_of("lay"), "seat", value=1), chain=False), "the chain breaks at line"),
        (LOG[:-30], "cannot be read"),
        (b"", "the file is empty"),
        (chained([{**documents(LOG)[0], "rules": "1.9"}, *documents(LOG)[1:]]), "newer than the installed 1.3"),
        (chained([{**documents(LOG)[0], "game": "chess"}, *documents(LOG)[1:]]), "unknown game 'chess'"),
        (chained([{**documents(LOG)[0], "partial": True}, *documents(LOG)[1:]]), "it is partial"),
        (LOG[LOG.index(b"\n") + 1 :], "the chain breaks at line 1"),
    ],
    ids=["forged", "torn", "empty", "newer", "unknown", "partial", "no header"],
)
def test_what_cannot_be_rewritten(log: bytes, words: str, tmp_path: Path) -> None:
    """A forgery does not become a log in good order, and every other log is left with the reason."""
    path = on_disk(tmp_path, log)
    found = repair(path, newer())
    assert found.outcome == "left"
    assert words in found.why
    assert path.read_bytes() == log


def test_the_original_is_kept(tmp_path: Path) -> None:
    """The repaired log stands in the place of the original, which lies beside it; an earlier one is not lost."""
    path = on_disk(tmp_path)
    found = repair(path, newer())
    kept = put_in_place(path, found.data)
    assert (path.read_bytes(), kept.read_bytes()) == (found.data, LOG)
    with pytest.raises(OutputFault, match="exists"):
        put_in_place(path, b"another")
    assert (path.read_bytes(), kept.read_bytes()) == (found.data, LOG)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["game.jsonl", "game.jsonl.orig"]


def test_without_a_seed_the_recorded_outcomes_answer(tmp_path: Path) -> None:
    """Where no key says what chance answers, each ply gets its own recorded outcomes, label by label."""
    lines = documents(played(seed=2))
    lines[0]["chance"] = {"scheme": "none"}
    found = repair(on_disk(tmp_path, chained(lines)), newer())
    assert (found.outcome, found.changed) == ("repaired", 0)
    draw = next(line for line in lines[2:] if line["type"] == "ply" and line["action"]["type"] == "peb.draw")
    assert draw["action"]["type"] == Draw.__struct_config__.tag
    draw["chance"] = []
    missing = repair(on_disk(tmp_path, chained(lines)), newer())
    assert (missing.outcome, missing.ply) == ("left", draw["ply"])
