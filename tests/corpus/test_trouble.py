"""What hangs, dies or fails: it gets a result of its own, and everything else is done."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from railbook.audit.outcomes import Change, Outcome
from railbook.corpus.following import ImpactTask
from railbook.corpus.places import LogPath
from railbook.corpus.run import How, Run
from railbook.corpus.tasks import CorpusFault, Trouble
from railbook.corpus.verifying import VerifyTask
from railbook.plugins.registry import Registry
from tests.cli.conftest import corpus, short  # noqa: F401 - fixtures
from tests.cli.running import railbook
from tests.corpus.helpers import Seen, Trying

WRONG = {
    "exits": ("crashed", "the process that worked on it ended with exit code 3"),
    "hangs": ("time-limit", "not done after 2 seconds; --time-limit sets how long a log may take"),
    "killed": ("crashed", "the process that worked on it was killed by SIGKILL"),
    "raises": ("crashed", "LookupError: no raises-1"),
}
FINE = ("fine", "unlucky")


def found(tmp_path: Path, jobs: int) -> dict[str, Seen]:
    """Give what becomes of logs that all do something else to the process that works on them."""
    marks = tmp_path / f"marks-{jobs}"
    marks.mkdir()
    names = sorted([f"{what}-1" for what in (*WRONG, *FINE, "unsendable")] + [f"fine-{n}" for n in range(2, 20)])
    logs = [LogPath(str(tmp_path / name), name) for name in names]
    seen = dict(Run(Trying(marks=str(marks)), logs, How(jobs, time_limit=2), Registry()))
    assert sorted(seen) == list(range(len(names)))
    return {names[index]: one for index, one in seen.items()}


def test_what_hangs_or_dies_stops_nothing(tmp_path: Path) -> None:
    """An endless loop, SIGKILL, `os._exit` and an exception each cost one log; an unlucky one is begun once more."""
    seen = found(tmp_path, 2)
    assert {what: (seen[f"{what}-1"].kind, seen[f"{what}-1"].said) for what in WRONG} == WRONG
    assert {seen[name].kind for name in seen if name.startswith(FINE)} == {""}
    assert seen["unsendable-1"].kind == "crashed"


@pytest.mark.slow
def test_one_process_finds_the_same(tmp_path: Path) -> None:
    """The results are the same with one process as with three."""
    assert {name: (one.kind, one.said[:40]) for name, one in found(tmp_path, 1).items()} == {
        name: (one.kind, one.said[:40]) for name, one in found(tmp_path, 3).items()
    }


def test_a_log_that_is_given_up_is_unreadable() -> None:
    """Verified, it is unreadable with a finding of that kind; followed, unreadable by that cause; both are told."""
    log, trouble = LogPath("a/b.jsonl", "b.jsonl"), Trouble("time-limit", "too long")
    report = VerifyTask().failed(log, trouble)
    assert (report.words, str(report.findings[0])) == ("unreadable", "file: time-limit: too long")
    assert VerifyTask().in_trouble(report)
    row = ImpactTask((), Change()).failed(log, trouble)
    assert (row.file, row.outcome, row.cause, row.why) == ("b.jsonl", Outcome.UNREADABLE, "time-limit", "too long")
    assert ImpactTask((), Change()).in_trouble(row)


def test_other_rules_than_expected_are_refused(tmp_path: Path) -> None:
    """A process that finds other plugins than were expected says so, and nothing is decided under them."""
    from railbook.corpus import local
    from railbook.corpus.bench import Bench, Entry

    bench = Bench(VerifyTask(), expected="another identity")
    with pytest.raises(CorpusFault, match="other versions"):
        list(local.run(bench, [Entry(0, LogPath(str(tmp_path), "log"))], [1], 1))


HANGS = """
import os
from railbook import Layer
from railbook_ticket_to_ride.api import TICKET_TO_RIDE, DrawTickets

variant = Layer("hangs", game=TICKET_TO_RIDE, version="1.0")


@variant.validator(DrawTickets, "hangs.never")
def never_ends(rules, state, seat, action):
    what = os.environ.get("WHAT_HAPPENS", "")
    while what == "hangs":
        pass
    if what == "exits":
        os._exit(0)
"""
"""A house rule that never answers, or ends the process as if all were well."""


@pytest.mark.slow
@pytest.mark.parametrize("what, kind", [("hangs", "time-limit"), ("exits", "crashed")])
def test_a_rule_that_never_answers_fails_one_log(
    what: str,
    kind: str,
    corpus: Path,  # noqa: F811 - the fixture
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`verify` and `impact` finish the others, name that log, and exit with 1, the same bytes with any --jobs."""
    (tmp_path / "hangs.py").write_text(HANGS)
    games = tmp_path / "games"
    words = ("--seats", "random,random", "--seed", "5", "-p", tmp_path / "hangs.py", "--variant", "hangs")
    assert railbook("simulate", "ttr-usa", *words, "--out", games).code == 0
    for number in range(3):
        shutil.copy(corpus / f"ttr-usa-{10 * number}.jsonl", games / f"other-{number}.jsonl")
    monkeypatch.setenv("WHAT_HAPPENS", what)
    plugin = ("-p", tmp_path / "hangs.py", "--time-limit", "3")
    told = [railbook("verify", games, *plugin, "--format", "json", "--jobs", jobs) for jobs in ("1", "2")]
    assert told[0].out == told[1].out
    assert told[0].code == told[1].code == 1
    assert told[0].document["verdicts"] == {"exact": 3, "unreadable": 1}
    assert [log["findings"][0]["kind"] for log in told[0].document["logs"] if log["findings"]] == [kind]
    followed = railbook("impact", games, *plugin, "-o", "end.longest_path_bonus=0", "--format", "json")
    assert (followed.code, followed.document["outcomes"]["unreadable"]) == (1, 1)
    assert [row["cause"] for row in followed.document["logs"] if row["outcome"] == "unreadable"] == [kind]


@pytest.mark.slow
@pytest.mark.parametrize("limits", ["lines=none", "line=1"])
def test_a_limit_that_is_none_is_the_fault_of_no_log(
    limits: str,
    corpus: Path,  # noqa: F811 - the fixture
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A setting that cannot be read stops the run before it begins, in one line."""
    monkeypatch.setenv("RAILBOOK_LIMITS", limits)
    done = railbook("verify", corpus)
    assert (done.code, done.out) == (2, "")
    assert done.complaint.startswith("railbook: RAILBOOK_LIMITS")


@pytest.mark.parametrize("limit", ["nan", "-1", "soon"])
def test_a_time_limit_is_a_number_of_seconds(limit: str, corpus: Path) -> None:  # noqa: F811 - the fixture
    """Anything else is wrong usage."""
    done = railbook("verify", corpus, "--time-limit", limit)
    assert (done.code, done.out) == (2, "")
    assert "--time-limit" in done.complaint
