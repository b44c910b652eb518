"""`railbook verify` for machines: JUnit, SARIF and annotations of GitHub, valid and harmless."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.cli.running import Result, railbook, records_of, rewritten
from tests.cli.shapes import SARIF, results_of, suite_of
from tests.cli.test_hostile import CONTROLS, everywhere, harmful


@pytest.fixture
def mixed(short: Path, tmp_path: Path) -> Path:
    """Give a folder with a good log and one for each way to be at fault."""
    folder = tmp_path / "logs"
    folder.mkdir()
    shutil.copy(short, folder / "good.jsonl")
    (folder / "cut.jsonl").write_bytes(short.read_bytes()[:-40])
    (folder / "dressed.jsonl").write_bytes(short.read_bytes().replace(b'"type":"ply"', b'"type": "ply"'))
    rewritten(short, folder / "unknown.jsonl", lambda records: records[0].update(game="ttr-moon"))
    rewritten(short, folder / "forged.jsonl", lambda records: records[-1]["sheet"][0]["points"].reverse())
    return folder


def verified(folder: Path, form: str, *more: str) -> Result:
    """Verify a folder of logs from beside it."""
    return railbook("verify", folder.name, "--format", form, "--jobs", "1", *more, folder=folder.parent)


def test_junit_tells_failures_from_errors(mixed: Path) -> None:
    """What diverged is a failure, what cannot be read or decided an error, or skipped where that is allowed."""
    done = verified(mixed, "junit")
    assert done.code == 1
    expected = {
        "logs/cut.jsonl": ("error", "truncated"),
        "logs/dressed.jsonl": ("", ""),
        "logs/forged.jsonl": ("failure", "different-score"),
        "logs/good.jsonl": ("", ""),
        "logs/unknown.jsonl": ("error", "unknown-game"),
    }
    assert results_of(suite_of(done.out)) == expected
    allowed = results_of(suite_of(verified(mixed, "junit", "--allow-unverified").out))
    assert allowed == {**expected, "logs/unknown.jsonl": ("skipped", "unknown-game")}


def test_sarif_is_valid_and_has_every_finding(mixed: Path) -> None:
    """Each finding of the JSON form is a result, at its file and line, with its kind and rule, and no other is."""
    document = verified(mixed, "sarif").document
    jsonschema.validate(document, SARIF)
    (run,) = document["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert all(rules[result["ruleIndex"]] == result["ruleId"] for result in run["results"])
    found = {
        (
            result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            result["locations"][0]["physicalLocation"].get("region", {}).get("startLine", 0),
            result["ruleId"],
            result["level"],
        )
        for result in run["results"]
    }
    levels = {"not-canonical": "note", "unknown-game": "warning"}
    expected = {
        (
            finding["file"],
            finding.get("line", 0),
            "/".join(filter(None, (finding["kind"], finding.get("rule", "")))),
            levels.get(finding["kind"], "error"),
        )
        for log in verified(mixed, "json").document["logs"]
        for finding in log.get("findings", [])
    }
    assert found == expected
    assert len(run["results"]) == len(expected)


def test_annotations_stand_beside_their_lines(mixed: Path, short: Path) -> None:
    """GitHub gets a line for each finding: errors, a warning for what cannot be decided, a notice for other layout."""
    last = len(records_of(short))
    found = {line.partition("::line")[0].partition("::file:")[0] for line in verified(mixed, "github").lines}
    assert found == {
        f"::error file=logs/cut.jsonl,line={last},title=truncated",
        f"::error file=logs/forged.jsonl,line={last},title=different-score ttr.routes",
        "::notice file=logs/dressed.jsonl,line=2,title=not-canonical",
        "::warning file=logs/unknown.jsonl,line=1,title=unknown-game",
    }


def test_a_missing_file_is_told_in_every_form(short: Path, tmp_path: Path) -> None:
    """CLI-01: a file that is not there is an error in the report too, and the exit code stays 2."""
    shutil.copy(short, tmp_path / "log.jsonl")
    for form in ("junit", "sarif", "github"):
        done = railbook("verify", "log.jsonl", "gone.jsonl", "--format", form, folder=tmp_path)
        assert done.code == 2
        assert "gone.jsonl" in done.out
        assert "no such file" in done.out


@pytest.mark.parametrize("every", [8, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("form", ["junit", "sarif", "github"])
def test_nothing_harmful_is_shown(form: str, every: int, short: Path, tmp_path: Path) -> None:
    """SEC-04: wherever a log holds it, no control, direction or line of its own reaches the report; it stays valid."""
    for number, change in enumerate(everywhere(CONTROLS)[::every]):
        done = railbook("verify", rewritten(short, tmp_path / f"log-{number}.jsonl", change), "--format", form)
        assert not harmful(done.out + done.err), number
        if form == "junit":
            suite_of(done.out)
        elif form == "sarif":
            jsonschema.validate(done.document, SARIF)
        else:
            assert all(line.startswith("::") for line in done.lines)


@pytest.mark.parametrize(
    "form", ["sarif", *(pytest.param(form, marks=pytest.mark.slow) for form in ("junit", "github"))]
)
def test_reports_are_the_same_everywhere(form: str, mixed: Path, tmp_path: Path) -> None:
    """CLI-04: the same logs give the same bytes in every folder and any number of processes."""
    far = Path(shutil.copytree(mixed, tmp_path / "far" / "logs"))
    many = railbook("verify", "logs", "--format", form, "--jobs", "2", folder=far.parent)
    assert many.out == verified(mixed, form).out


def test_a_hostile_file_name_is_text(short: Path, tmp_path: Path) -> None:
    """SEC-04: a file that is called like markup or a command is escaped as each form asks, and found again."""
    name = 'a"&<b>::error::x,y%0A.jsonl'
    data: Any = short.read_bytes()[:-40]
    (tmp_path / name).write_bytes(data)
    suite = suite_of(railbook("verify", name, "--format", "junit", folder=tmp_path).out)
    assert list(results_of(suite)) == [name]
    document = railbook("verify", name, "--format", "sarif", folder=tmp_path).document
    jsonschema.validate(document, SARIF)
    (line,) = railbook("verify", name, "--format", "github", folder=tmp_path).lines
    assert line.startswith('::error file=a"&<b>%3A%3Aerror%3A%3Ax%2Cy%250A.jsonl,line=')
