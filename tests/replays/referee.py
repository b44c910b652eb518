"""A second opinion on recorded games, which shares no code with the engine and imports nothing of it.

From a log's actions and chance outcomes alone it works out again what is on the table after every ply, and compares
that with the events recorded, and the final result with the end line. Only the standard library and the map file, read
as plain data, help it.

Deliberately not its business: the digests and the canonical form (an independent reader of the format checks those),
whether outcomes follow from the seed, whether an undo was allowed, and of the engine's bookmark `core.waits` all but
the question and the seats it is put to.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from tests.replays.aos_rules import AgeOfSteam
from tests.replays.europe import Europe
from tests.replays.old_west import OldWest
from tests.replays.outcomes import Fault, Outcomes
from tests.replays.usa import Usa


class Scored(Protocol):
    """How a game ended."""

    def sheet(self) -> list[dict[str, Any]]:
        """Give the score sheet as a log holds it."""

    def standings(self) -> list[dict[str, int]]:
        """Give the standings as a log holds them."""


class Referee(Protocol):
    """One game being refereed; `table` is what lies on the table by now, `board` what never changes."""

    map_path: ClassVar[Path]
    map_schema: ClassVar[str]
    """The file name of the schema that the map fits."""
    seats_allowed: ClassVar[range]
    table: Any
    board: Any

    def __init__(self, header: dict[str, Any]) -> None:
        """Begin a game as the header of its log says."""

    def play(self, seat: int | None, action: dict[str, Any], outcomes: Outcomes) -> list[dict[str, Any]]:
        """Play one ply and give the events that follow from it."""

    def result(self) -> Any:
        """Give the final result of the table as it stands: something `Scored`."""


REFEREES: dict[str, type[Referee]] = {
    "age-of-steam": AgeOfSteam,
    "ttr-europe": Europe,
    "ttr-old-west": OldWest,
    "ttr-usa": Usa,
}
"""Who referees which game."""

GameT = TypeVar("GameT")
TableT = TypeVar("TableT")
ResultT = TypeVar("ResultT")


class Disagreement(AssertionError):
    """The log holds something else than the referee works out; says at which line and ply, and what."""

    def __init__(self, line: int, ply: int | None, message: str) -> None:
        super().__init__(f"line {line}, ply {ply}: {message}")
        self.line = line
        self.ply = ply


class Judged(NamedTuple, Generic[TableT]):
    """One ply that the referee agrees with, and the table before and after it."""

    line: int
    ply: int
    seat: int | None
    action: dict[str, Any]
    events: list[dict[str, Any]]
    before: TableT
    after: TableT

    def said(self, kind: str) -> list[dict[str, Any]]:
        """Give the events of one type."""
        return [event for event in self.events if event["type"] == kind]


class Judgement(NamedTuple, Generic[GameT, TableT, ResultT]):
    """A log that the referee agrees with: header, game, the plies that stand, and the result of a finished game."""

    header: dict[str, Any]
    game: GameT
    plies: list[Judged[TableT]]
    result: ResultT | None


AnyPly = Judged[Any]
AnyGame = Judgement[Any, Any, Any]


def read(path: Path) -> list[bytes]:
    """Give the lines of a log file, unpacked."""
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else data).splitlines()


def judge(lines: list[bytes]) -> AnyGame:
    """Referee a log, given as its lines; raises `Disagreement` at the first thing that is not what follows."""
    judging = _Judging()
    try:
        return judging.run(lines)
    except Fault as fault:
        raise Disagreement(judging.line, judging.ply, str(fault)) from None
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        message = f"a value has another form than in any log ({error!r})"
        raise Disagreement(judging.line, judging.ply, message) from error


class _Judging:
    """One log being judged; `line` and `ply` say how far."""

    def __init__(self) -> None:
        self.line = 1
        self.ply: int | None = None

    def run(self, lines: list[bytes]) -> AnyGame:
        header = json.loads(lines[0])
        if header["type"] != "header" or header["game"] not in REFEREES:
            raise Fault(f"nobody referees {header.get('game')}")
        game = REFEREES[header["game"]](header)
        plies: list[AnyPly] = []
        result: Scored | None = None
        for self.line, line in enumerate(lines[1:], 2):
            record = json.loads(line)
            self.ply = record.get("ply")
            if record["type"] == "comment":
                continue
            if result is not None:
                raise Fault("a line stands behind the end")
            if record["type"] == "ply":
                plies.append(self.judge_ply(game, len(plies), record))
            elif record["type"] == "undo":
                _take_back(game, plies, record["to"])
            elif record["type"] == "end":
                result = _judge_end(game, record)
            else:
                raise Fault(f"a line of type {record['type']} is unknown")
        return Judgement(header, game, plies, result)

    def judge_ply(self, game: Referee, due: int, record: dict[str, Any]) -> AnyPly:
        if record["ply"] != due:
            raise Fault(f"ply {record['ply']} stands where ply {due} is due")
        before = game.table.copy()
        expected = game.play(record["seat"], record["action"], Outcomes(record["chance"]))
        recorded = [_without_bookmark(event) for event in record["events"]]
        for at, (mine, theirs) in enumerate(zip(expected, recorded, strict=False)):
            if mine != theirs:
                raise Fault(f"event {at + 1} should be {mine}, recorded is {theirs}")
        if len(expected) != len(recorded):
            raise Fault(f"{len(recorded)} events are recorded, {len(expected)} follow: {expected}")
        return Judged(self.line, due, record["seat"], record["action"], recorded, before, game.table.copy())


def _without_bookmark(event: dict[str, Any]) -> dict[str, Any]:
    if event["type"] != "core.waits":
        return event
    return {key: value for key, value in event.items() if key not in ("agenda", "scope", "counts")}


def _take_back(game: Referee, plies: list[AnyPly], to: int) -> None:
    if not 1 <= to < len(plies):
        raise Fault(f"there is no ply {to} to take back")
    game.table = plies[to].before.copy()
    del plies[to:]


def _judge_end(game: Referee, record: dict[str, Any]) -> Scored:
    result: Scored = game.result()
    follows = {"reason": game.table.ended, "sheet": result.sheet(), "standings": result.standings()}
    if not game.table.ended:
        raise Fault("the log ends, but the game is not over")
    for key, value in follows.items():
        if record[key] != value:
            raise Fault(f"the {key} should be {value}, recorded is {record[key]}")
    return result
