"""What variants cost: verifying games under three of them, and composing these; ratios within one run.

The games with and without variants are the same ones, ply by ply: bots choose under the variants, which only forbid or
count, and what they chose is recorded under both rulesets. So a ratio tells of the variants and not of the games.
"""

from __future__ import annotations

import dataclasses
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from bench.games import Findings, Target
from railbook.audit.findings import Verdict
from railbook.audit.verify import verify
from railbook.engine.view import view
from railbook.plugins.registry import Registry
from railbook.recording.game import RecordedGame, seeded_source
from railbook.recording.header import open_header
from railbook.recording.simulation import find_bot, players
from railbook.rules.ruleset import Ruleset

REPETITIONS = 7
"""Every measurement is taken so often, in turn with the others; the fastest counts."""

COMPOSED = 20
"""Rulesets that are composed in a row."""

GAMES = 3
"""Games of each kind."""

RATIO = 1.3
"""How many times as long verifying may take under three variants."""

COMPOSING = 1.0
"""Milliseconds that composing with three variants may take, on a game that was composed before."""


@dataclasses.dataclass(frozen=True)
class Case:
    """A game, three variants that only forbid or count, and the bots that play it."""

    game: str
    variants: tuple[str, str, str]
    bots: tuple[str, ...]


CASES = (
    Case("ttr-usa", ("globetrotter", "mild-tickets", "own-network"), ("greedy", "greedy", "greedy")),
    Case("ttr-europe", ("globetrotter", "mild-tickets", "own-network"), ("greedy", "greedy", "greedy")),
    Case("age-of-steam", ("no-elimination", "no-turn-order", "share-limit"), ("greedy", "greedy", "greedy")),
)


def findings(games: int = GAMES, repetitions: int = REPETITIONS) -> Findings:
    """Measure each case."""
    registry = Registry.installed()
    rows: list[dict[str, str | float]] = []
    with tempfile.TemporaryDirectory() as name:
        rows += [_measured(registry, case, Path(name), games, repetitions) for case in CASES]
    ratio = max(float(row["verify, ratio"]) for row in rows)
    composing = max(float(row["compose with, ms"]) for row in rows)
    return Findings(
        "Three variants",
        rows,
        [
            Target(f"verifying: left of {RATIO} times as long", 0, RATIO - ratio),
            Target(f"composing: milliseconds left of {COMPOSING:g}", 0, COMPOSING - composing),
        ],
    )


def _measured(registry: Registry, case: Case, folder: Path, games: int, repetitions: int) -> dict[str, str | float]:
    game, seats = registry.game(case.game), len(case.bots)
    chosen = [registry.variant(name) for name in case.variants]
    without, under = game.ruleset(seats), game.ruleset(seats, None, chosen)
    logs: tuple[list[Path], list[Path]] = ([], [])
    for seed in range(games):
        for paths, data in zip(logs, _same_game(registry, case, (without, under), seed), strict=True):
            paths.append(folder / f"{case.game}-{seed}{'-plain' * (paths is logs[0])}.jsonl")
            paths[-1].write_bytes(data)
    plies = 0

    def verify_all(paths: Sequence[Path]) -> None:
        nonlocal plies
        reports = [verify(path, registry) for path in paths]
        assert all(report.verdict is Verdict.EXACT for report in reports)
        plies = sum(report.plies for report in reports)

    a, b, c, d = _fastest(
        repetitions,
        lambda: verify_all(logs[0]),
        lambda: verify_all(logs[1]),
        lambda: [game.ruleset(seats) for _ in range(COMPOSED)],
        lambda: [game.ruleset(seats, None, chosen) for _ in range(COMPOSED)],
    )
    c, d = c / COMPOSED, d / COMPOSED
    return {
        "game": case.game,
        "plies": plies,
        "verify, µs/ply": 1e6 * a / plies,
        "under three": 1e6 * b / plies,
        "verify, ratio": b / a,
        "compose, ms": 1e3 * c,
        "compose with, ms": 1e3 * d,
        "added, ms": 1e3 * (d - c),
    }


def _same_game(registry: Registry, case: Case, rulesets: tuple[Ruleset, Ruleset], seed: int) -> list[bytes]:
    """Play one game under the second ruleset and record what was chosen under both; gives both logs."""
    game_map = registry.map(registry.game(case.game))
    names = [f"seat {seat}" for seat in range(len(case.bots))]
    lines: tuple[list[bytes], list[bytes]] = ([], [])
    headers = [open_header(rules, game_map, names, seed) for rules in rulesets]
    plain, game = (
        RecordedGame.begin(rules, header, seeded_source(header), written.append)
        for rules, header, written in zip(rulesets, headers, lines, strict=True)
    )
    rules = rulesets[1]
    seated = players(rules, [find_bot(registry, rules, bot) for bot in case.bots], seed)
    while not game.over:
        seat = game.state.to_act[0]
        player = seated[seat]
        assert player is not None  # all are bots
        action = player.choose(view(rules, game.state, seat), seat)
        for one in (plain, game):
            one.act(seat, action)
    for one in (plain, game):
        one.end()
    assert len(lines[0]) == len(lines[1])
    return [b"".join(written) for written in lines]


def _fastest(repetitions: int, *ways: Callable[[], object]) -> list[float]:
    """Give the seconds of the processor that each way took at best, all measured in turn."""
    best = [float("inf")] * len(ways)
    for _ in range(repetitions):
        for number, way in enumerate(ways):
            began = time.process_time()
            way()
            best[number] = min(best[number], time.process_time() - began)
    return best
