"""The cases LOG-01 to LOG-06, LOG-11 and LOG-12 on the game G: what is reported, where, and with which words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import railbook_ticket_to_ride.plugin
from railbook import Action, Layer
from railbook.audit.diff import diff_logs
from railbook.audit.findings import Report, exit_code
from railbook.audit.replay import Replay, ReplayFault
from railbook.audit.verify import verify
from railbook.chance import Chance
from railbook.plugins.hookspecs import hookimpl
from railbook.plugins.registry import Registry
from railbook.rules.game import Game, GameMap
from railbook.rules.layer import Flow
from railbook.rules.ruleset import Ruleset
from railbook_ticket_to_ride.events import Passed
from railbook_ticket_to_ride.family import TICKET_TO_RIDE
from railbook_ticket_to_ride.game_map import TicketToRideMap, base_layers
from railbook_ticket_to_ride.table import Table
from railbook_ticket_to_ride.turns import TURN
from railbook_usa.plugin import USA
from tests.trust import in_chance, in_record
from tests.trust.catalogue import MIDDLE
from tests.trust.forge import Forged
from tests.trust.game import recorded, registry
from tests.trust.observing import verdict_on


def result(report: Report) -> tuple[Any, ...]:
    """Give what a report says of the game itself."""
    return report.words, report.plies, report.chance, report.totals, report.ranks, report.reason


@pytest.fixture
def logs(tmp_path: Path) -> Callable[[bytes], Path]:
    """Write logs into files of their own."""
    written: list[Path] = []

    def write(data: bytes) -> Path:
        written.append(tmp_path / f"{len(written)}.jsonl")
        written[-1].write_bytes(data)
        return written[-1]

    return write


@pytest.fixture(scope="session")
def untouched() -> Report:
    """Give the report on G as it was recorded."""
    return verdict_on(recorded("open"))


def test_truncated_last_record(logs: Callable[[bytes], Path], untouched: Report) -> None:
    """LOG-01: a record without its end is named as truncated, those before it are intact and can be replayed."""
    data = recorded("open")[:-7]
    path = logs(data)
    report = verify(path, registry())
    (finding,) = report.findings
    assert (finding.kind, finding.line) == ("truncated", len(data.splitlines()))
    assert f"{untouched.plies} plies before it are intact" in finding.message
    assert exit_code([report]) == 1
    assert path.read_bytes() == data
    shown: list[Any] = []
    with pytest.raises(ReplayFault, match="truncated"):
        _replayed(path, shown.append)
    assert len({played.record.ply for played in shown if hasattr(played, "record")}) == untouched.plies


def _replayed(path: Path, show: Callable[[Any], None]) -> None:
    for played in Replay(path, registry()).plies():
        show(played)


@pytest.mark.parametrize("kept", [10, 100, 2000])
def test_cut_anywhere(kept: int, untouched: Report) -> None:
    """LOG-01: wherever a file is cut inside a line, that line is named and the plies before it are counted."""
    data = recorded("open")
    short = data[: data.index(b"\n") + kept]
    report = verdict_on(short)
    assert (report.findings[-1].kind, report.findings[-1].line) == ("truncated", short.count(b"\n") + 1)
    assert f" {report.plies} plies before it are intact" in report.findings[-1].message
    assert report.plies < untouched.plies


def test_missing_final_line_break(logs: Callable[[bytes], Path], untouched: Report) -> None:
    """LOG-02: without its last line break the last record still counts."""
    path, other = logs(recorded("open")), logs(recorded("open")[:-1])
    report = verify(other, registry())
    assert (result(report), report.findings) == (result(untouched), [])
    assert diff_logs(Replay(path, registry()), Replay(other, registry())).same


@pytest.mark.parametrize(
    "dress, words",
    [
        (lambda data: data.replace(b"\n", b"\r\n"), "carriage returns"),
        (lambda data: b"\xef\xbb\xbf" + data, "a byte order mark"),
        (lambda data: b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"), "a byte order mark and carriage returns"),
    ],
    ids=["CRLF", "BOM", "both"],
)
def test_line_endings_and_byte_order_mark(
    dress: Callable[[bytes], bytes], words: str, logs: Callable[[bytes], Path], untouched: Report
) -> None:
    """LOG-03: conversions of text change nothing in the game; one remark says what was found."""
    path, other = logs(recorded("open")), logs(dress(recorded("open")))
    report = verify(other, registry())
    assert result(report) == result(untouched)
    (remark,) = report.findings
    assert (remark.kind, remark.line) == ("not-canonical", 1)
    assert words in remark.message
    assert exit_code([report]) == 0
    assert diff_logs(Replay(path, registry()), Replay(other, registry())).same


def test_key_twice(logs: Callable[[bytes], Path]) -> None:
    """LOG-04: a record with a key that occurs twice is refused by line and key; no state comes of either reading."""
    log = Forged(recorded("open"))
    in_record.duplicate_key(log)
    path = logs(log.data(rechain=True))
    report = verify(path, registry())
    (finding,) = report.findings
    assert (finding.kind, finding.line) == ("unreadable", log.line)
    assert "'route' occurs twice" in finding.message
    assert (report.totals, report.finished) == ([], False)
    with pytest.raises(ReplayFault, match="'route' occurs twice"):
        _replayed(path, lambda played: None)


@pytest.mark.parametrize("rechain", [False, True], ids=["old chain", "new chain"])
@pytest.mark.parametrize(
    "forger, expected, actual",
    [(in_record.ply_deleted, 0, 1), (in_record.ply_duplicated, 0, -1), (in_record.plies_swapped, 0, 1)],
    ids=["removed", "repeated", "swapped"],
)
def test_removed_repeated_and_swapped_records(
    forger: Callable[[Forged], None], expected: int, actual: int, rechain: bool
) -> None:
    """LOG-05: the first number of a ply that is out of order is found at its position, even in a new chain."""
    log = Forged(recorded("open"))
    due = log.entries[MIDDLE].values["ply"]
    forger(log)
    finding = verdict_on(log.data(rechain=rechain)).findings[0]
    assert (finding.kind, finding.line) == ("broken-chain", log.line)
    assert (finding.expected, finding.actual) == (due + expected, due + actual)


def test_end_removed_is_not_the_same_game(untouched: Report) -> None:
    """LOG-05: without its last record a game is one in progress, never the same verified game."""
    log = Forged(recorded("open"))
    in_record.end_removed(log)
    report = verdict_on(log.data(rechain=True))
    assert report.words == "exact so far"
    assert (report.finished, report.totals, report.reason) == (False, [], "")
    assert result(report) != result(untouched)


@pytest.mark.parametrize("rechain", [False, True], ids=["old chain", "new chain"])
def test_outcome_that_does_not_follow(rechain: bool, untouched: Report) -> None:
    """LOG-06: a drawn card that does not follow from the seed is found there, with what was due and what is recorded.

    Every later ply is still legal and the scores are the same, as the log without a seed shows.
    """
    log = Forged(recorded("open"))
    in_chance.draw(log)
    forged = log.entries[log.line - 1]
    report = verdict_on(log.data(rechain=rechain))
    finding = report.findings[-1]
    assert (finding.kind, finding.line, finding.ply) == ("chance-mismatch", log.line, forged.values["ply"])
    before = Forged(recorded("open")).entries[log.line - 1]
    assert finding.expected == before.event("ttr.card-drawn")["card"]
    assert finding.actual == forged.event("ttr.card-drawn")["card"]
    assert report.words == "diverged"
    bare = Forged(recorded("none"))
    in_chance.draw(bare)
    assert verdict_on(bare.data(rechain=True)).totals == untouched.totals


@pytest.mark.parametrize(
    "clock",
    [
        lambda at, time: time.replace("T1", "T0") if at > 60 else time,
        lambda at, time: "2004-05-01T12:00:00Z",
        lambda at, time: "2004-12-31T23:59:60Z",
        lambda at, time: time.removesuffix("Z"),
        lambda at, time: "",
    ],
    ids=["set back", "all equal", "leap second", "no zone", "none"],
)
def test_times_are_information(
    clock: Callable[[int, str], str], logs: Callable[[bytes], Path], untouched: Report
) -> None:
    """LOG-11: whatever times say, the order of lines alone is the order of the game."""
    log = Forged(recorded("open"))
    for at, entry in enumerate(log.entries):
        entry.time = clock(at, entry.time)
    data = log.data(rechain=False)
    assert data != recorded("open")
    path, other = logs(recorded("open")), logs(data)
    report = verify(other, registry())
    assert (result(report), report.findings) == (result(untouched), [])
    assert diff_logs(Replay(path, registry()), Replay(other, registry())).same


def test_newer_format_is_refused_by_name() -> None:
    """LOG-12: a log of a format to come is refused as newer than supported, and nothing of it is read."""
    log = Forged(recorded("open"))
    in_record.newer_format(log)
    log.header["a-field-to-come"] = [1]
    report = verdict_on(log.data(rechain=True))
    (finding,) = report.findings
    assert "newer than supported" in finding.message
    assert (report.words, report.plies, report.players) == ("unverified", 0, [])
    assert exit_code([report]) == 3


class Wave(Action, frozen=True, tag="ttr.wave"):
    """An action that a later version of the game adds: nothing happens, for a whole turn."""


def test_old_logs_keep_their_meaning(untouched: Report) -> None:
    """LOG-12: a later version with a new action, a newer map and another default verifies an old log as before."""
    later: Layer[Table] = Layer("later", game=TICKET_TO_RIDE)

    @later.action(Wave, TURN)
    def wave(rules: Ruleset, state: Table, seat: int, action: Wave, chance: Chance) -> Flow:
        yield Passed(seat)

    old = USA.maps()[0]
    assert isinstance(old, TicketToRideMap)
    same_but_default = TicketToRideMap(old.data)
    same_but_default.options = {**old.options, "end.longest_path_bonus": 15}
    newer = TicketToRideMap(_with_a_city(old))
    assert newer.digest != old.digest

    def layers(game_map: GameMap) -> tuple[Layer[Any], ...]:
        assert isinstance(game_map, TicketToRideMap)
        core, family, of_map = base_layers(game_map)
        return core, family, later, of_map

    class Plugin:
        """The later version of the plugin."""

        @hookimpl
        def railbook_games(self) -> list[Game]:
            """Contribute the game."""
            return [msgspec.structs.replace(USA, layers=layers, maps=lambda: (newer, same_but_default))]

    loaded = Registry()
    loaded.add(railbook_ticket_to_ride.plugin, "ticket-to-ride", "railbook")
    loaded.add(Plugin(), "later-usa", "railbook")
    changed = loaded.game("ttr-usa").ruleset(3, same_but_default)
    assert Wave in changed.actions
    assert changed.option_values["end.longest_path_bonus"] == 15
    report = verdict_on(recorded("open"), loaded)
    assert (result(report), report.findings) == (result(untouched), [])


def _with_a_city(game_map: TicketToRideMap) -> Any:
    import msgspec

    city = next(iter(game_map.data.cities.values()))
    ends = next(iter(game_map.data.cities))
    route = next(iter(game_map.data.routes.values()))
    return msgspec.structs.replace(
        game_map.data,
        version=2,
        cities={
            **game_map.data.cities,
            "middletown": msgspec.structs.replace(city, name="Middletown", lat=city.lat + 9),
        },
        routes={
            **game_map.data.routes,
            f"{ends}--middletown": msgspec.structs.replace(
                route, cities=(ends, "middletown"), length=1, colour="grey", parallel=msgspec.UNSET
            ),
        },
    )
