"""Games of bots under house rules, played with everything checked on the way, for tests of any family."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from railbook.audit.findings import Verdict
from railbook.audit.verify import verify
from railbook.chance import Seeded
from railbook.engine.play import legal_actions
from railbook.engine.view import view
from railbook.plugins.registry import Registry
from railbook.recording.game import RecordedGame
from railbook.recording.header import open_header
from railbook.recording.simulation import find_bot, players
from railbook.rules.compose import LayerConflict
from railbook.rules.ruleset import Ruleset

SPARSE = 30
"""In every so many plies a seat's legal actions are listed both on its view and on the whole state."""


@cache
def registry() -> Registry:
    """Give the installed plugins."""
    return Registry.installed()


def composed(board: str, names: Sequence[str], seats: int = 0) -> Ruleset:
    """Compose a game with variants, in this order of asking for them, for the fewest seats where none are named."""
    loaded = registry()
    game = loaded.game(board)
    return game.ruleset(seats or game.maps()[0].seats[0], None, [loaded.variant(name) for name in names])


class Game:
    """A game of bots under house rules, as its log is written."""

    def __init__(self, board: str, names: Sequence[str], seats: int = 0, seed: int = 1) -> None:
        self.rules = composed(board, names, seats)
        self.seed = seed
        self.lines: list[bytes] = []
        game_map = registry().game(board).maps()[0]
        self.header = open_header(self.rules, game_map, [f"seat {seat}" for seat in range(self.rules.seats)], seed)
        self.running = RecordedGame.begin(self.rules, self.header, Seeded.of_seed(seed), self.lines.append)

    @property
    def data(self) -> bytes:
        """The bytes of the log so far."""
        return b"".join(self.lines)

    def play(self, bot: str, path: Path) -> Any:
        """Let bots play to the end, with everything conserved; the log is exact. Gives the last state."""
        rules, running = self.rules, self.running
        seated = players(rules, [find_bot(registry(), rules, bot)] * rules.seats, self.seed)
        for number in range(3000):
            if running.over:
                break
            seat = running.state.to_act[0]
            seen, player = view(rules, running.state, seat), seated[seat]
            assert player is not None
            if number % SPARSE == 0:
                assert list(legal_actions(rules, seen, seat)) == list(legal_actions(rules, running.state, seat))
            running.act(seat, player.choose(seen, seat))
            for id, holds in rules.invariants:
                assert (id, holds(rules, running.state)) == (id, None)
        assert running.over
        running.end()
        path.write_bytes(self.data)
        report = verify(path, registry())
        assert report.findings == []
        assert report.verdict is Verdict.EXACT
        assert report.variants == [variant.name for variant in rules.variants]
        return running.state


@cache
def fingerprint(board: str, name: str) -> str:
    """Give the fingerprint of a game under one house rule alone."""
    return composed(board, [name]).fingerprint


def combine(board: str, one: str, other: str) -> bool:
    """Tell whether two variants combine, with the same result in both orders; if not, both are named."""
    try:
        first, second = (Game(board, pair) for pair in ((one, other), (other, one)))
    except LayerConflict as conflict:
        assert repr(one) in str(conflict)  # noqa: PT017 - most pairs raise nothing
        assert repr(other) in str(conflict)  # noqa: PT017 - as above
        return False
    assert first.rules.fingerprint == second.rules.fingerprint
    assert first.header == second.header
    assert first.data == second.data
    assert {variant.name for variant in first.rules.variants} == {one, other}
    assert first.rules.fingerprint not in {fingerprint(board, one), fingerprint(board, other)}
    return True
