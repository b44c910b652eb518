"""The recorded games under `replays/`: each is verified, replayed, refereed, and fits its schema and its transcript."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from railbook.audit.findings import Verdict
from railbook.audit.replay import Played, Replay
from railbook.audit.transcript import transcript_of
from railbook.audit.verify import verify
from railbook.plugins.registry import Registry
from railbook_age_of_steam.state import Line
from railbook_ticket_to_ride.table import Table
from tests.replays import aos_comparing
from tests.replays.corpus import REPLAYS, judged, logs, name_of, shortest_of, stem_of, strays, transcript_beside
from tests.replays.record import name_for
from tests.replays.referee import REFEREES, read
from tests.replays.situations import first_plies
from tests.replays.ttr_table import Table as RefereesTable
from tests.replays.validating import validator_of_log

LOGS = logs()
SHORTEST = {shortest_of(game) for game in REFEREES}

each_log = pytest.mark.parametrize(
    "log", [pytest.param(log, marks=[] if log in SHORTEST else pytest.mark.slow, id=name_of(log)) for log in LOGS]
)


@cache
def registry() -> Registry:
    """Load what is installed, as the program does."""
    return Registry.installed()


def test_every_file_is_run() -> None:
    """Each file under replays/ is a log that the tests below run, or belongs to one."""
    assert strays() == []
    assert {name_of(log) for log in LOGS} == {name_of(path) for path in REPLAYS.rglob("*.jsonl*")}


@pytest.mark.parametrize(
    "file, complaint",
    [
        ("chess/game.jsonl", "no test runs chess/game.jsonl"),
        ("game.jsonl", "no test runs game.jsonl"),
        ("ttr-usa/deep/game.jsonl", "no test runs ttr-usa/deep/game.jsonl"),
        ("ttr-usa/game.json", "no test runs ttr-usa/game.json"),
        ("ttr-usa/game.jsonl", "ttr-usa/game.jsonl has no transcript"),
        ("ttr-usa/game.jsonl.gz", "ttr-usa/game.jsonl.gz has no transcript"),
        ("ttr-usa/game.txt", "ttr-usa/game.txt is a transcript without a log"),
    ],
)
def test_a_file_that_no_test_runs_is_found(file: str, complaint: str, tmp_path: Path) -> None:
    """A log of a game without referee, in another folder or under another suffix does not lie there unnoticed."""
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / file).touch()
    assert strays(tmp_path) == [complaint]


@pytest.mark.parametrize(
    "game, variants",
    [("ttr-usa", []), ("ttr-europe", []), ("ttr-old-west", []), ("ttr-old-west", ["alvin"])],
    ids=["TTR-USA1", "TTR-EUR1", "TTR-OW1", "TTR-ALV1"],
)
def test_all_seats_and_bots_are_recorded(game: str, variants: list[str]) -> None:
    """TTR-USA1, TTR-EUR1, TTR-OW1: at least six games, all numbers of seats, each bot alone and both at one table."""
    played = [log for log in LOGS if log.parent.name == game and variants_of(log) == variants]
    tables = {(len(players), frozenset(players)) for players in map(bots_of, played)}
    assert len(played) >= 6
    assert {seats for seats, _ in tables} == set(REFEREES[game].seats_allowed)
    assert {kinds for _, kinds in tables} == {
        frozenset({"greedy"}),
        frozenset({"random"}),
        frozenset({"greedy", "random"}),
    }


@pytest.mark.parametrize("edition", ["", "deluxe", "choochoo"])
def test_all_editions_are_recorded(edition: str) -> None:
    """AOS-Q2: all numbers of seats under each edition, with bots that play well, badly and oddly."""
    headers = [json.loads(read(log)[0]) for log in LOGS if log.parent.name == "age-of-steam"]
    tables = [header["seats"] for header in headers if header["edition"] == edition]
    assert {len(seats) for seats in tables} == set(REFEREES["age-of-steam"].seats_allowed)
    players = {re.sub(r"-\d+$", "", seat["name"]) for seats in tables for seat in seats}
    assert players == {"greedy", "random", "tinkerer"}


@each_log
def test_log_is_exact(log: Path) -> None:
    """LOG-06, LOG-07: every ply, decided again, gives the recorded game; all chance follows from the seed."""
    report = verify(log, registry())
    assert (report.verdict, report.findings) == (Verdict.EXACT, [])
    assert (report.finished, report.chance) == (True, "proven")
    assert report.plies == len(judged(log).plies)


@each_log
def test_name_says_what_is_in_it(log: Path) -> None:
    """A log is named after its number of seats, its variants, its bots, and a situation that it shows."""
    situations = first_plies(judged(log))
    edition = judged(log).header["edition"]
    assert stem_of(log) in {name_for(bots_of(log), situation, variants_of(log), edition) for situation in situations}


@each_log
def test_transcript_is_the_recorded_one(log: Path) -> None:
    """The rounds and the final sheet read as they did when the game was recorded."""
    shown = list(transcript_of(Replay(log, registry())))
    assert shown == transcript_beside(log).read_text("utf-8").splitlines()


@each_log
def test_referee_agrees_to_the_end(log: Path) -> None:
    """TTR-G6, TTR-G7, TTR-G8, TTR-E4: an independent reading of the rules gives each event and the final result."""
    judgement = judged(log)
    assert judgement.result is not None
    assert len(judgement.plies) == sum(json.loads(line)["type"] == "ply" for line in read(log))


@each_log
def test_folding_gives_the_referees_table(log: Path) -> None:
    """The recorded events, folded, give after every ply the table that the referee worked out from the actions."""
    replay = Replay(log, registry())
    plies = iter(judged(log).plies)
    for played in replay.plies():
        assert isinstance(played, Played)
        shown, wanted = next(shows for kind, shows in SHOWS.items() if isinstance(played.state, kind))
        judged_ply = next(plies)
        assert shown(played.state) == wanted(judged_ply.after), f"ply {judged_ply.ply}"
    assert next(plies, None) is None
    assert replay.end is not None


@pytest.mark.slow
@each_log
def test_lines_of_every_shape_fit_the_schema(log: Path) -> None:
    """A validator that knows nothing but the committed schema accepts the first line of each shape."""
    lines = [json.loads(line) for line in read(log)]
    shapes: dict[tuple[str, ...], int] = {}
    for number, line in enumerate(lines):
        kinds = (line.get("action", {}).get("type", ""), *(event["type"] for event in line.get("events", ())))
        shapes.setdefault((line["type"], *kinds), number)
    fit_the_schema(lines, shapes.values())


@pytest.mark.slow
@pytest.mark.nightly
@each_log
def test_every_line_fits_the_schema(log: Path) -> None:
    """The validator accepts all lines."""
    lines = [json.loads(line) for line in read(log)]
    fit_the_schema(lines, range(len(lines)))


def fit_the_schema(lines: list[dict[str, Any]], numbers: Iterable[int]) -> None:
    """Compare lines of a log with the schema of its game."""
    validator = validator_of_log(lines[0]["game"])
    for number in numbers:
        assert [error.message for error in validator.iter_errors(lines[number])] == [], f"line {number + 1}"


def bots_of(log: Path) -> list[str]:
    """Give the bots by seat: players are named after them, and numbered where one plays several seats."""
    return [re.sub(r"-\d+$", "", seat["name"]) for seat in header_of(log)["seats"]]


def variants_of(log: Path) -> list[str]:
    """Give the names of the variants that were played."""
    return [variant["name"] for variant in header_of(log)["variants"]]


def header_of(log: Path) -> dict[str, Any]:
    """Give the first line of a log."""
    return dict(json.loads(read(log)[0]))


def on_the_table(state: Table) -> dict[str, Any]:
    """Give what lies on the engine's table as plain values."""
    return {
        "seats": [
            (seat.trains, seat.points, Counter(seat.hand.kinds), seat.tickets, seat.offer, seat.rejects)
            for seat in state.seats
        ],
        "cards": (state.display, Counter(state.draw_pile.kinds), Counter(state.discard)),
        "piles": {kind: [(s.shuffled, s.tickets) for s in pile.strata] for kind, pile in state.piles.items()},
        "owners": state.owners,
        "turn": (state.turn, state.round, state.picks, state.passes, state.turns_left),
        "waits": (state.ended,) if state.ended else (state.asked, state.to_act),
    }


def as_engine(table: RefereesTable) -> dict[str, Any]:
    """Give what lies on the referee's table in the same form."""
    return {
        "seats": [(s.trains, s.points, s.hand, s.tickets, s.offer, s.rejects) for s in table.seats],
        "cards": (table.display, table.draw_pile, table.discard),
        "piles": {kind: [(s.shuffled, s.tickets) for s in pile] for kind, pile in table.piles.items()},
        "owners": table.owners,
        "turn": (table.turn, table.round, table.picks, table.passes, table.turns_left),
        "waits": (table.ended,) if table.ended else (table.asked, table.to_act),
    }


SHOWS: dict[type, tuple[Callable[[Any], dict[str, Any]], Callable[[Any], dict[str, Any]]]] = {
    Table: (on_the_table, as_engine),
    Line: (aos_comparing.on_the_table, aos_comparing.as_engine),
}
"""How the engine's and the referee's table of a family are put into one form, by the engine's kind of table."""
