"""Random play to the end on the boards of Europe and the Old West: everything is conserved, and the log is exact."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbook.audit.findings import Verdict
from railbook.audit.verify import verify
from railbook.bots import RANDOM
from railbook.chance import Seeded
from railbook.engine.fold import fold
from railbook.engine.play import legal_actions
from railbook.engine.state import decode, encode
from railbook.engine.view import view
from railbook.plugins.registry import Registry
from railbook.recording.game import RecordedGame
from railbook.recording.header import open_header
from railbook.rules.options import specs
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import OptionValue
from railbook_europe.layer import StationOptions
from railbook_old_west.alvin import AlvinOptions
from railbook_old_west.layer import OldWestOptions
from railbook_ticket_to_ride.options import GROUPS
from railbook_ticket_to_ride.tunnel_attempts import TunnelOptions

BOARDS = {"ttr-europe": (2, 5, 46, 45), "ttr-old-west": (2, 6, 50, 40)}
"""Fewest and most seats, tickets and trains by game."""
TABLES = [
    (game, seats, variants)
    for game, (least, most, *_) in BOARDS.items()
    for variants in (((), ("alvin",)) if game == "ttr-old-west" else ((),))
    for seats in range(least, most + 1)
]


@cache
def registry() -> Registry:
    """Give the installed plugins."""
    return Registry.installed()


def conserved(game: str, rules: Ruleset, state: Any) -> None:
    """Everything is somewhere, once: counted here by hand, and by the invariants of the rules."""
    tickets, trains = BOARDS[game][2:]
    attempt = state.slices.get("Attempt")
    cards: Counter[str] = Counter(state.face_up)
    for pile in (state.draw_pile.kinds, state.discard, *(seat.hand.kinds for seat in state.seats)):
        cards.update(pile)
    if attempt is not None:
        cards.update(attempt.laid)
        cards.update(attempt.revealed)
    assert cards == {**dict.fromkeys(rules.board.kinds[:-1], 12), "locomotive": 14}
    held = [ticket for seat in state.seats for ticket in (*seat.tickets, *seat.offer, *seat.rejects)]
    held += [ticket for pile in state.piles.values() for stratum in pile.strata for ticket in stratum.tickets]
    held += state.removed
    assert len(held) == len(set(held)) == tickets
    lengths = Counter[int]()
    for route, owner in state.owners.items():
        lengths[owner] += rules.board.routes[route].length
    assert [seat.trains + lengths[number] for number, seat in enumerate(state.seats)] == [trains] * rules.seats
    assert min(seat.trains for seat in state.seats) >= 0
    pieces = state.slices["Stations"].built if game == "ttr-europe" else state.slices["Markers"].placed
    assert len({piece.city for piece in pieces}) == len(pieces)
    assert max(Counter(piece.seat for piece in pieces).values(), default=0) <= 3
    for id, holds in rules.invariants:
        assert (id, holds(rules, state)) == (id, None)


def keeps_secrets(rules: Ruleset, state: Any) -> None:
    """No view names a ticket that its seat does not know, and what a seat may do it knows from its view."""
    for viewer in (*range(rules.seats), None):
        seen = view(rules, state, viewer)
        known = [one for pile in state.piles.values() for one in pile.strata if viewer in one.known_to]
        own = {ticket for one in known for ticket in one.tickets}
        if viewer is not None:
            seat = state.seats[viewer]
            own |= {*seat.tickets, *seat.offer, *seat.rejects}
        told = encode(seen)
        assert {ticket for ticket in rules.board.tickets if ticket.encode() in told} <= own
        if viewer in state.to_act:
            assert list(legal_actions(rules, seen, viewer)) == list(legal_actions(rules, state, viewer))


def played(
    game: str,
    seats: int,
    variants: tuple[str, ...],
    seed: int,
    path: Path,
    options: dict[str, OptionValue] | None = None,
) -> RecordedGame:
    """Let random players end a game; after each ply all is conserved, and the log at the end is exact."""
    loaded = registry()
    shelf = loaded.game(game)
    rules = shelf.ruleset(seats, None, [loaded.variant(name) for name in variants], options)
    header = open_header(rules, shelf.maps()[0], [f"seat {seat}" for seat in range(seats)], seed)
    lines: list[bytes] = []
    running = RecordedGame.begin(rules, header, Seeded.of_seed(seed), lines.append)
    conserved(game, rules, running.state)
    folded: Any = decode(rules, encode(running.state))
    bots = [RANDOM.make(rules, seed * 100 + seat) for seat in range(seats)]
    for number in range(5000):
        if running.over:
            break
        seat = running.state.to_act[0]
        ply = running.act(seat, bots[seat].choose(view(rules, running.state, seat), seat))
        conserved(game, rules, running.state)
        fold(rules, folded, ply.events)
        if number % 20 == 0:
            assert encode(folded) == encode(running.state)
            keeps_secrets(rules, running.state)
    assert running.over
    assert encode(folded) == encode(running.state)
    running.end()
    path.write_bytes(b"".join(lines))
    report = verify(path, loaded)
    assert report.findings == []
    assert report.verdict is Verdict.EXACT
    return running


FIRST_OF_EACH = list({(game, variants): (game, seats, variants) for game, seats, variants in reversed(TABLES)}.values())
"""The fewest seats of each game and variant."""


@pytest.mark.parametrize(
    "game, seats, variants",
    [pytest.param(*table, marks=() if table in FIRST_OF_EACH else pytest.mark.slow) for table in TABLES],
)
def test_random_play(game: str, seats: int, variants: tuple[str, ...], tmp_path: Path) -> None:
    """TTR-G6, TTR-G7, TTR-G8, TTR-EUR6, TTR-OW6: each seat count is played to the end, and nothing is lost."""
    ended = played(game, seats, variants, 1, tmp_path / "game.jsonl")
    state: Any = ended.state
    assert state.ended in ("last round", "all passed")
    if "alvin" in variants:
        assert state.slices["Alvin"].city in ended.rules.board.city_names


def values(random: Random, groups: dict[str, Any]) -> dict[str, OptionValue]:
    """Choose at random among the values of options that are a word or true and false."""
    chosen: dict[str, OptionValue] = {}
    for spec in specs(groups):
        words = [word for word in spec.takes.split(" or ") if not word.startswith(("a ", "text"))]
        if spec.takes == "true or false":
            chosen[spec.name] = random.random() < 1 / 2
        elif len(words) > 1:
            chosen[spec.name] = random.choice(words)
    return chosen


@pytest.mark.slow
@given(seed=st.integers(0, 2**31))
@settings(max_examples=10)
def test_random_play_under_random_options(tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
    """Q01 to Q26: under any mix of the values of options, on any board, games end, lose nothing, and verify."""
    random = Random(seed)
    game, seats, variants = random.choice(TABLES)
    groups: dict[str, Any] = dict(GROUPS)
    if game == "ttr-europe":
        groups |= {"stations": StationOptions, "tunnel": TunnelOptions}
    else:
        groups |= {"old_west": OldWestOptions} | ({"alvin": AlvinOptions} if variants else {})
    options = {name: value for name, value in values(random, groups).items() if name != "end.all_pass"}
    played(game, seats, variants, seed, tmp_path_factory.mktemp("game") / "game.jsonl", options)


@pytest.mark.slow
@pytest.mark.nightly
@given(seed=st.integers(0, 2**31))
@settings(max_examples=15)
def test_more_random_play(tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
    """TTR-G6, TTR-G7, TTR-G8: more games under the default options."""
    game, seats, variants = Random(seed).choice(TABLES)
    played(game, seats, variants, seed, tmp_path_factory.mktemp("game") / "game.jsonl")
