"""`railbook impact`: games under changed rules, as tables and for machines, and the exit codes that gate a run."""

from __future__ import annotations

import csv
import io
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Result, log_of, process, railbook, records_of, rewritten
from tests.cli.shapes import results_of, suite_of
from tests.cli.test_hostile import CONTROLS, everywhere, harmful

COUNTED = ("-o", "end.longest_path_bonus=99")
"""A change that only counts: the longest path decides the game."""

FORBIDDING = '''
from railbook import Layer
from railbook_ticket_to_ride.api import TICKET_TO_RIDE, DrawTickets

variant = Layer("no-more-tickets", game=TICKET_TO_RIDE, version="1.0")


@variant.validator(DrawTickets, "no-more-tickets.never")
def never(rules, state, seat, action):
    """Nobody draws tickets."""
    return "tickets are drawn at the beginning only"
'''
RULE = "no-more-tickets.never"


@pytest.fixture(scope="session")
def few(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with three of the short games: of two, three and four seats."""
    folder = tmp_path_factory.mktemp("few")
    for log in sorted(corpus.glob("*.jsonl"))[:6:2]:
        shutil.copy(log, folder)
    return folder


def followed(*arguments: str | Path, folder: Path | None = None) -> Result:
    """Run `railbook impact` in this process alone."""
    return railbook("impact", "--jobs", "1", *arguments, folder=folder)


@pytest.fixture
def forbidding(tmp_path: Path) -> tuple[str, ...]:
    """Give the arguments for a house rule against drawing tickets, from a file of its own."""
    (tmp_path / "no_more_tickets.py").write_text(FORBIDDING, encoding="utf-8")
    return ("-p", str(tmp_path / "no_more_tickets.py"), "--variant", "no-more-tickets")


def first_draw(log: Path) -> int | None:
    """Give the first ply in which a seat draws tickets."""
    plies = (record for record in records_of(log) if record["type"] == "ply")
    return next((ply["ply"] for ply in plies if ply["action"]["type"] == "ttr.draw-tickets"), None)


def expected_under_bonus(log: Path, bonus: int) -> dict[str, Any]:
    """Count a game of USA anew with another bonus for the longest path, from its end line alone."""
    end = records_of(log)[-1]
    before = {line["id"]: line["points"] for line in end["sheet"]}
    path = [bonus if points else 0 for points in before["ttr.longest-path"]]
    after = {**before, "ttr.longest-path": path}
    totals = [sum(points) for points in zip(*after.values(), strict=True)]
    return {"after": after, "best": {seat for seat, total in enumerate(totals) if total == max(totals)}}


def test_a_rule_that_forbids_is_named_where_it_does(few: Path, forbidding: tuple[str, ...]) -> None:
    """Each log is illegal at the ply of its first ticket draw, by that rule, or the same where nobody draws."""
    rows = followed(few, *forbidding, "--format", "json").document["logs"]
    assert len(rows) == len(list(few.glob("*.jsonl")))
    for row in rows:
        ply = first_draw(few / Path(row["file"]).name)
        assert row["words"] == ("same" if ply is None else f"illegal at ply {ply} by {RULE}")
        assert row["changes"] == [["variant no-more-tickets", None, "1.0"]]
    assert {row["outcome"] for row in rows} >= {"illegal"}


def test_a_rule_that_only_counts_is_the_score_counted_anew(few: Path) -> None:
    """No log is undetermined, and scores and winners are those of the end lines with another bonus."""
    found = followed(few, *COUNTED, "--format", "json").document
    assert set(found["outcomes"]) <= {"same", "other score", "other winner"}
    shifted = 0
    for row in found["logs"]:
        expected = expected_under_bonus(few / Path(row["file"]).name, 99)
        assert row["after"] == expected["after"]
        winners = {row["players"].index(name) for name in row["winners_after"]}
        assert winners <= expected["best"]
        assert (row["outcome"] == "other winner") is (row["winners_before"] != row["winners_after"])
        shifted += sum(sum(map(sum, row[side].values())) * sign for side, sign in (("after", 1), ("before", -1)))
    (shift,) = found["shifts"]
    assert (shift["scorer"], shift["total"], shift["greatest"]) == ("ttr.longest-path", shifted, 89)


def test_causes_are_counted_with_an_example(few: Path, forbidding: tuple[str, ...]) -> None:
    """The table has a row for each log, then each cause with its count, one example, and everything in one line."""
    done = followed(few, *forbidding)
    assert done.code == 0
    logs = sorted(few.glob("*.jsonl"))
    drawn = [log for log in logs if first_draw(log) is not None]
    assert done.lines[0] == "variant no-more-tickets: - -> 1.0"
    assert done.lines[1].split() == ["log", "outcome", "first", "difference", "winner"]
    assert len([line for line in done.lines if f" by {RULE}" in line]) == len(drawn) + 1
    assert f"{len(drawn)} illegal by {RULE}, for instance {few.name}/{drawn[0].name}:" in done.lines
    assert (
        f"{len(logs)} logs: {len(logs) - len(drawn)} same, {len(drawn)} illegal".replace(" 0 same,", "") in done.lines
    )
    assert done.lines[-1] == "set-ups were kept as recorded: --redeal decides them again too"


def test_other_events_are_said_where_they_begin(short: Path) -> None:
    """With hands of six dealt again the first difference is ply 0; in a set-up that is kept there is none."""
    (row,) = followed(short, "-o", "setup.hand=6", "--redeal", "--format", "json").document["logs"]
    assert row["parted"] == 0
    assert " -> " in row["parting"]
    done = followed(short, "-o", "setup.hand=6")
    assert done.lines[2].split() == [short.name, "same", *done.lines[2].split()[2:]]


# Exit codes


@pytest.mark.parametrize(
    "level, illegal, counted",
    [
        ("events", 1, 1),
        pytest.param("score", 1, 1, marks=pytest.mark.slow),
        ("winner", 1, 0),
        pytest.param("undetermined", 1, 0, marks=pytest.mark.slow),
        pytest.param("illegal", 1, 0, marks=pytest.mark.slow),
    ],
)
def test_a_run_fails_on_a_level_and_on_what_is_graver(
    level: str, illegal: int, counted: int, few: Path, forbidding: tuple[str, ...]
) -> None:
    """An illegal ply fails at every level, another score up to its own; the last line but one counts the logs."""
    assert followed(few, *forbidding, "--fail-on", level).code == illegal
    # a longest path that is worth a point more: another score, and where nobody is a point behind, no other winner
    done = followed(few, "-o", "end.longest_path_bonus=11", "--fail-on", level)
    number = len(list(few.glob("*.jsonl"))) * counted
    assert (done.code, done.lines[-2]) == (counted, f"{number} of them at the level {level} or further")


def test_nothing_fails_without_a_level(few: Path, forbidding: tuple[str, ...]) -> None:
    """A change is shown, not judged, unless a level is named: exit code 0."""
    assert followed(few, *forbidding).code == 0


def test_a_change_that_fits_no_log_is_wrong_usage(few: Path) -> None:
    """A variant of another game and a mistyped option exit with 2 and one line; every row says not applicable."""
    for change, why in (
        (("--variant", "alvin"), "variant 'alvin' is for games with 'old-west', not for ttr-usa"),
        (("-o", "tickets.drwa=4"), "unknown option 'tickets.drwa': did you mean tickets.draw"),
        (("--without", "alvin"), "the game was not recorded with variant 'alvin': it has none"),
        (("--edition", "first"), "ttr-usa has no edition 'first'"),
    ):
        done = followed(few, *change)
        assert done.code == 2
        assert done.complaint.startswith(f"railbook: the change fits none of these games: {why}")
        assert all(" not applicable" in line for line in done.lines[1:4])


def test_a_change_may_fit_some_logs(short: Path) -> None:
    """Over several games what fits is followed, and what does not is said to be not applicable: exit code 0."""
    west = (
        Path(__file__).resolve().parents[2] / "replays" / "ttr-old-west" / "2-alvin-greedy-random-first-capture.jsonl"
    )
    rows = followed(short, west, "--without", "alvin", "--format", "json").document["logs"]
    assert sorted(row["outcome"] == "not applicable" for row in rows) == [False, True]
    assert followed(short, west, "--without", "alvin").code == 0


@pytest.mark.parametrize(
    "arguments, complaint",
    [
        ((), "impact needs a change of the rules: --variant, --without, --option or --edition"),
        ((*COUNTED, "--fail-on", "all"), "unknown level 'all': choose events or score or winner or"),
        ((*COUNTED, "--format", "sarif"), "unknown format 'sarif': choose text or json or junit or github or csv"),
        (("--variant", "nobody"), "unknown variant 'nobody': installed are "),
        (("--variant", "alvin", "--variant", "alvin:capture=5"), "variant alvin is given twice"),
        ((*COUNTED, *COUNTED), "option end.longest_path_bonus is given twice"),
    ],
)
def test_wrong_usage_is_one_line(arguments: tuple[str, ...], complaint: str, short: Path) -> None:
    """What cannot be meant is refused before anything is read: exit code 2."""
    done = followed(short, *arguments)
    assert (done.code, done.out) == (2, "")
    assert done.complaint.startswith(f"railbook: {complaint}")


def test_following_nothing_is_no_success(tmp_path: Path, short: Path) -> None:
    """CLI-01: an empty folder is 1, a missing file 2, and the logs that are there are followed all the same."""
    done = followed(tmp_path, *COUNTED)
    assert (done.code, done.out) == (1, "0 logs: nothing\n")
    done = followed(short, tmp_path / "gone.jsonl", *COUNTED)
    assert done.code == 2
    assert done.complaint.endswith("gone.jsonl: no such file")
    assert any(line.endswith(", 1 missing") for line in done.lines)


def test_logs_at_fault_are_told_and_the_others_followed(few: Path, short: Path, tmp_path: Path) -> None:
    """LOG-01, CLI-01: a cut, a forged and an unknown log have rows of their own: exit code 1, or 3 for unknown."""
    folder = tmp_path / "logs"
    folder.mkdir()
    rewritten(short, folder / "unknown.jsonl", lambda records: records[0].update(game="ttr-moon"))
    shutil.copy(short, folder / "good.jsonl")
    assert followed(folder, *COUNTED).code == 3
    (folder / "cut.jsonl").write_bytes(short.read_bytes()[:-40])
    rewritten(short, folder / "forged.jsonl", lambda records: records[-1]["sheet"][0]["points"].reverse())
    done = followed(folder, *COUNTED, "--format", "json")
    outcomes = {Path(row["file"]).stem: row["outcome"] for row in done.document["logs"]}
    assert done.code == 1
    assert outcomes.pop("good") in ("same", "other score", "other winner")
    assert outcomes == {"cut": "unreadable", "forged": "diverged", "unknown": "unverified"}


# Forms for machines


def test_junit_has_a_case_for_each_log(few: Path, forbidding: tuple[str, ...], tmp_path: Path) -> None:
    """Valid for the schemas of Ant and Jenkins; a failure is what reaches the level, so without one there is none."""
    (tmp_path / "cut.jsonl").write_bytes(b'{"type"')
    places: tuple[str | Path, ...] = (few, tmp_path / "cut.jsonl", *forbidding, "--format", "junit")
    results = results_of(suite_of(followed(*places, "--fail-on", "winner").out))
    assert results.pop("cut.jsonl") == ("error", "unreadable")
    drawn = {log.name for log in few.glob("*.jsonl") if first_draw(log) is not None}
    assert {Path(name).name for name, result in results.items() if result == ("failure", "illegal")} == drawn
    assert {tag for tag, _ in results_of(suite_of(followed(*places).out)).values()} == {"", "error"}


def test_junit_skips_what_does_not_fit(short: Path) -> None:
    """A log of another game is skipped, with the reason."""
    suite = suite_of(followed(short, "--variant", "alvin", "--format", "junit").out)
    assert results_of(suite) == {short.name: ("skipped", "not applicable")}
    assert "is for games with 'old-west'" in str(suite.findtext("testcase/skipped"))


def test_annotations_stand_beside_the_line(few: Path, forbidding: tuple[str, ...]) -> None:
    """GitHub gets an error for each log at the level, at the line of its ply, else a notice; same is not mentioned."""
    for level, command in ((("--fail-on", "illegal"), "error"), ((), "notice")):
        done = followed(".", *forbidding, "--format", "github", *level, folder=few)
        expected = [
            f"::{command} file={log.name},line={ply + 2},title=illegal {RULE}::illegal at ply {ply} by {RULE}"
            for log in sorted(few.glob("*.jsonl"))
            if (ply := first_draw(log)) is not None
        ]
        assert [line[: len(start)] for line, start in zip(done.lines, expected, strict=True)] == expected


def test_csv_has_one_row_a_log(few: Path) -> None:
    """A spreadsheet gets a title row and one row a log, with outcome, winners and points by seat."""
    done = followed(few, *COUNTED, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    document = followed(few, *COUNTED, "--format", "json").document["logs"]
    assert [row["file"] for row in rows] == [row["file"] for row in document]
    for row, known in zip(rows, document, strict=True):
        assert row["outcome"] == known["outcome"]
        assert row["winners_after"] == ", ".join(known["winners_after"])
        assert row["points_after"] == str([sum(points) for points in zip(*known["after"].values(), strict=True)])


@pytest.mark.parametrize(
    "form", ["csv", *(pytest.param(form, marks=pytest.mark.slow) for form in ("text", "json", "junit", "github"))]
)
def test_every_form_is_the_same_everywhere(form: str, few: Path, forbidding: tuple[str, ...], tmp_path: Path) -> None:
    """CLI-04: the same logs give the same bytes in any number of processes and any folder, without absolute paths."""
    shutil.copytree(few, tmp_path / "far" / few.name)
    printed = {
        railbook("impact", few.name, *forbidding, "--format", form, "--jobs", jobs, folder=folder).out
        for folder, jobs in ((few.parent, "1"), (tmp_path / "far", "2"))
    }
    assert len(printed) == 1
    assert str(tmp_path) not in printed.pop()


@pytest.mark.parametrize("every", [8, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("form", ["text", "json", "junit", "github", "csv"])
def test_nothing_harmful_is_shown(form: str, every: int, short: Path, tmp_path: Path) -> None:
    """SEC-04: wherever a log holds it, no control, direction or line of its own reaches the output, in any form."""
    for number, change in enumerate(everywhere(CONTROLS)[::every]):
        log = rewritten(short, tmp_path / f"log-{number}.jsonl", change)
        done = followed(log, *COUNTED, "--format", form)
        assert not harmful(done.out + done.err), number
        assert not [line for line in done.lines if line.startswith(("VERIFIED", "1 log, 999"))]


def test_a_name_is_no_formula_and_no_command(short: Path, tmp_path: Path) -> None:
    """SEC-04: a player who is called like a formula or a workflow command is text in every form."""

    def rename(records: list[dict[str, Any]]) -> None:
        records[0]["seats"][0]["name"] = "=1+1,::error::x%0A"
        records[0]["seats"][1]["name"] = "<b>&\"'"

    log = rewritten(short, tmp_path / "::add-mask::x,y.jsonl", rename)
    cells = next(csv.DictReader(io.StringIO(followed(log, *COUNTED, "--format", "csv").out)))
    assert not any(cell.startswith(("=", "+", "-", "@")) for cell in cells.values())
    suite = suite_of(followed(log, *COUNTED, "--format", "junit", "--fail-on", "events").out)
    assert list(results_of(suite)) == ["::add-mask::x,y.jsonl"]
    for line in followed(log, *COUNTED, "--format", "github").lines:
        assert line.startswith("::notice file=%3A%3Aadd-mask%3A%3Ax%2Cy.jsonl,title=")
        assert "%0A" not in line.replace("%250A", "")


@pytest.mark.slow
@pytest.mark.parametrize("form", ["text", "json", "junit", "github", "csv"])
def test_every_locale_gets_the_same_bytes(form: str, short: Path, tmp_path: Path) -> None:
    """CLI-03, CLI-04: a name in other letters is printed in every locale; machines get the same bytes in all."""
    log = rewritten(short, tmp_path / "log.jsonl", lambda records: records[0]["seats"][0].update(name="Łódź 東京"))
    printed = set()
    for env in ({"LC_ALL": "C", "PYTHONUTF8": "0"}, {"LC_ALL": "C.UTF-8"}):
        done = process("impact", log, *COUNTED, "--format", form, env={"PYTHONIOENCODING": "", **env})
        assert done.code == 0
        printed.add(done.out)
    assert form == "text" or len(printed) == 1


@pytest.mark.slow
def test_standard_input_is_followed(short: Path) -> None:
    """A log that comes through a pipe is a row like any other."""
    done = process("impact", "-", *COUNTED, "--format", "csv", stdin=log_of(records_of(short)))
    assert done.lines[1].startswith("standard input,ttr-usa,")
