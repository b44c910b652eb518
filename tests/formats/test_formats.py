"""Every published format is read for ever, and none changes unseen: samples and fingerprints of each are committed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from railbook.audit.replay import Replay
from railbook.audit.transcript import transcript_of
from railbook.audit.verify import verify
from railbook.log.canonical import Codec
from railbook.log.chain import Chain
from railbook.log.records import FORMAT, Comment, End, Header, RawPly, Record, Undo
from railbook.log.upcast import UPCASTERS
from railbook.plugins.registry import Registry
from tests.formats.fingerprint import HERE, LINES, fingerprint, format_of
from tests.formats.samples import SAMPLES

FORMATS = range(1, FORMAT + 1)
LOGS = sorted(HERE.glob("*/*.jsonl"))

WHAT_TO_DO = """
The format of logs is another one than what was published as format {number}, and logs of that lie on people's disks.
Either take the change back, or raise FORMAT in railbook/log/records.py, add the way from {number} to
railbook/log/upcast.py, and run `python -m tests.formats.fingerprint` and `python -m tests.formats.samples`.
"""


@pytest.fixture(scope="module")
def installed() -> Registry:
    """Load what is installed."""
    return Registry.installed()


def committed(number: int) -> dict[str, Any]:
    """Give the fingerprint of a published format."""
    found: dict[str, Any] = json.loads(format_of(number).read_text(encoding="utf-8"))
    return found


def same_format(now: dict[str, Any], published: dict[str, Any]) -> bool:
    """Tell whether logs are written as they were published; actions and events of new tags change nothing."""
    core = {tag: now["core"].get(tag) for tag in published["core"]}
    return {**now, "core": core} == published


def test_the_format_is_the_published_one() -> None:
    """LOG-12: any change of the lines, of the engine's own tags or of the canonical form must be a new format."""
    assert format_of(FORMAT).exists(), f"format {FORMAT} has no fingerprint: python -m tests.formats.fingerprint"
    assert same_format(fingerprint(), committed(FORMAT)), WHAT_TO_DO.format(number=FORMAT)


class Longer(Undo, frozen=True, kw_only=True, tag="undo"):
    """An undo with a field more, which need not be there."""

    why: str | msgspec.UnsetType = msgspec.UNSET


class Wider(Record, frozen=True, kw_only=True, tag="undo"):
    """An undo that may go back to the set-up."""

    seat: int
    to: int


@pytest.mark.parametrize("kind", [Longer, Wider, None], ids=["a field more", "other bounds", "a kind of line less"])
def test_a_change_of_a_line_is_noticed(kind: Any) -> None:
    """LOG-12: an optional field, another bound or a line that is gone gives another fingerprint."""
    changed = fingerprint((Header, RawPly, *([kind] if kind else []), Comment, End))
    changed["lines"] = {{"Longer": "Undo", "Wider": "Undo"}.get(name, name): v for name, v in changed["lines"].items()}
    assert not same_format(changed, committed(FORMAT))
    assert same_format(fingerprint(LINES), committed(FORMAT))


@pytest.mark.parametrize("part", ["core.waits", "canonical", "chained", "chance", "format"])
def test_a_change_beside_the_lines_is_noticed(part: str) -> None:
    """LOG-12, LOG-07: so does another bookmark, canonical form, chain or procedure of chance."""
    changed = fingerprint()
    if part in changed["core"]:
        del changed["core"][part]["Waits"]["properties"]["counts"]
    else:
        changed[part] = "another"
    assert not same_format(changed, committed(FORMAT))
    more = {**fingerprint(), "core": {**fingerprint()["core"], "core.to-come": {}}}
    assert same_format(more, committed(FORMAT))


@pytest.mark.parametrize("number", FORMATS)
def test_every_format_has_samples_and_a_way_into_this_one(number: int) -> None:
    """LOG-12: a format that was published has its fingerprint, sample logs, and a step to the next one for ever."""
    assert committed(number)["format"] == number
    expected = json.loads((HERE / str(number) / "samples.json").read_text(encoding="utf-8"))
    assert {path.stem for path in LOGS if path.parent.name == str(number)} == {*expected}
    assert expected
    assert number == FORMAT or number in UPCASTERS
    assert {*UPCASTERS} == {*range(1, FORMAT)}


def test_samples_hold_whatever_a_log_can() -> None:
    """The samples of this format are all those that are made, and every kind of line and optional field is in one."""
    folder = HERE / str(FORMAT)
    assert {path.stem for path in folder.glob("*.jsonl")} == {*SAMPLES}
    lines = [json.loads(line) for path in folder.glob("*.jsonl") for line in path.read_bytes().splitlines()]
    fields = {(line["type"], name) for line in lines for name in line}
    for kind in (Header, RawPly, Undo, Comment, End):
        assert {(msgspec.inspect.type_info(kind).tag, name) for name in _fields(kind)} <= fields  # type: ignore[attr-defined]
    assert {line["chance"]["scheme"] for line in lines if line["type"] == "header"} == {"open", "committed", "none"}


def _fields(kind: Any) -> list[str]:
    return [field.encode_name for field in msgspec.structs.fields(kind)]


@pytest.mark.parametrize("log", LOGS, ids=[f"{path.parent.name}/{path.stem}" for path in LOGS])
def test_old_logs_are_read(log: Path, installed: Registry) -> None:
    """LOG-12: a log that was published is read for ever: its chain holds, and it replays to the very same transcript.

    It is verified as it was then, unless its rules have another version by now, which is said.
    """
    expected = json.loads((log.parent / "samples.json").read_text(encoding="utf-8"))[log.stem]
    codec = Codec(None, int(log.parent.name))
    chain: Chain | None = None
    for raw in log.read_bytes().splitlines():
        line = codec.read(raw)
        chain = chain or Chain(getattr(line.record, "salt", ""))
        if not isinstance(line.record, Comment):
            assert chain.link(line.body) == line.digest
        assert (line.canonical, line.format) == (True, int(log.parent.name))
    assert list(transcript_of(Replay(log, installed))) == expected["transcript"]
    report = verify(log, installed)
    if [finding.kind for finding in report.findings] != ["unknown-version"]:
        assert (report.words, report.chance, report.plies) == (
            expected["verdict"],
            expected["chance"],
            expected["plies"],
        )
