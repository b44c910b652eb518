"""Redacted logs tell a seat what it knew and nothing else, in every game (LOG-13)."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from railbook.audit.findings import Verdict
from railbook.audit.verify import verify
from railbook.chance import commitment_of
from railbook.log.canonical import body_of
from railbook.rules.types import OptionValue
from railbook.testing.random_game import random_game
from railbook.testing.setting import _registry
from tests.cli.running import records_of
from tests.replays.corpus import logs, name_of, shortest_of
from tests.trust.test_keys import KEY, finished
from tests.trust.twins import Opened, replayed, twin, while_choosing

REGISTRY = _registry(())


class Shelf(NamedTuple):
    """A game with its variants and options, and after how many plies twins of it are compared."""

    game: str
    plies: int
    variants: tuple[str, ...] = ()
    options: dict[str, OptionValue] = {}  # noqa: RUF012 - a named tuple's default, which nobody changes

    def __str__(self) -> str:
        return "-".join((self.game, *self.variants, *self.options))


BOARDS = (
    Shelf("ttr-usa", 16),
    Shelf("ttr-europe", 16),
    Shelf("ttr-old-west", 16),
    Shelf("ttr-old-west", 16, ("alvin",)),
)
SEALED = Shelf("age-of-steam", 8, ("sealed-auction",))
HOUSE = (
    Shelf("ttr-usa", 120, ("open-tickets",)),
    Shelf("ttr-usa", 120, ("draw-four-tickets", "keep-one-ticket")),
    Shelf("ttr-usa", 120, ("globetrotter", "mild-tickets", "hand-limit")),
    Shelf("ttr-usa", 120, ("own-network", "single-locomotives", "open-doubles")),
    Shelf("ttr-usa", 120, (), {"tickets.initial_bottom_order": "as_finished", "tickets.draw_bottom_order": "shuffle"}),
    Shelf("ttr-usa", 120, (), {"tickets.initial_rejects": "removed", "setup.deal_order": "display_first"}),
    Shelf("ttr-europe", 120, ("ferry-trade",)),
    Shelf("ttr-europe", 120, ("no-stations", "no-starting-hand")),
    Shelf("ttr-europe", 120, (), {"stations.assignment": "chosen", "tunnel.withdraw_without_surcharge": True}),
)


@st.composite
def pairs(draw: st.DrawFn, shelf: Shelf, *, whole: bool) -> tuple[int | None, bytes, bytes]:
    """Draw a viewer and two games that differ only in what that viewer cannot know."""
    seats = draw(st.integers(3 if shelf.game == "age-of-steam" else 2, 4))
    viewer = draw(st.sampled_from((*range(seats), None)))
    seed = draw(st.integers(0, 2**32))
    plies = shelf.plies if whole else draw(st.integers(2, shelf.plies))
    game = random_game(shelf.game, seats=seats, seed=seed, variants=shelf.variants, options=shelf.options, plies=plies)
    if shelf.variants == SEALED.variants:
        game = while_choosing(game)
    dice = random.Random(seed)
    other = twin(game, viewer, dice)
    assume(other is not None)
    assert other is not None
    return viewer, replayed(game, viewer, dice, set(), set(), 3).log, other.log


def look_the_same(viewer: int | None, one: bytes, other: bytes) -> None:
    """The full logs differ in more than seed and remarks, the views and the redacted logs in nothing."""
    chosen = [
        [(line["action"], line["chance"]) for line in records_of(log) if line["type"] == "ply"] for log in (one, other)
    ]
    assert chosen[0] != chosen[1]
    with Opened(one, REGISTRY) as first, Opened(other, REGISTRY) as second:
        assert list(first.views(viewer)) == list(second.views(viewer))
        told = first.redacted(viewer)
        assert [len(line) for line in told.splitlines()] == [len(line) for line in second.redacted(viewer).splitlines()]
        assert told == second.redacted(viewer)


@pytest.mark.parametrize("shelf", [*BOARDS, SEALED], ids=str)
def test_twins_look_the_same(shelf: Shelf) -> None:
    """LOG-13, TTR-V2, TTR-V3: what a seat cannot know changes no byte of its views and its redacted log.

    The games differ in hidden cards, tickets and choices, and in seed, salt, digests, times, comments and remarks, all
    of other lengths. Of Age of Steam only choices that are made at once are secret.
    """

    @settings(max_examples=3, suppress_health_check=list(HealthCheck))
    @given(pairs(shelf, whole=False))
    def check(pair: tuple[int | None, bytes, bytes]) -> None:
        look_the_same(*pair)

    check()


@pytest.mark.slow
@pytest.mark.parametrize(
    "shelf", [*(one._replace(plies=200) for one in BOARDS), SEALED._replace(plies=20), *HOUSE], ids=str
)
def test_twins_look_the_same_to_the_end(shelf: Shelf) -> None:
    """LOG-13, TTR-V2, TTR-V3, Q08, Q09, Q24: the same for whole games and under house rules."""

    @settings(max_examples=4, suppress_health_check=list(HealthCheck))
    @given(pairs(shelf, whole=shelf.plies > SEALED.plies * 10))
    def check(pair: tuple[int | None, bytes, bytes]) -> None:
        look_the_same(*pair)

    check()


def test_nothing_is_hidden_in_age_of_steam() -> None:
    """Without a house rule there are no twins in Age of Steam: nobody knows anything that others do not."""
    game = random_game("age-of-steam", seats=3, plies=20)
    for viewer in (0, 2, None):
        assert twin(game, viewer, random.Random(1)) is None


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_a_log_grows_as_the_whole_one_does(viewer: int | None) -> None:
    """LOG-13: what a seat is told of a running game is the beginning of what it is told later, ply by ply."""
    lines = random_game("ttr-usa", seats=2, plies=7).log.splitlines(keepends=True)
    with Opened(b"".join(lines), REGISTRY) as whole:
        told = whole.redacted(viewer).splitlines(keepends=True)
    for length in range(2, len(lines) + 1):
        with Opened(b"".join(lines[:length]), REGISTRY) as part:
            assert part.redacted(viewer) == b"".join(told[:length])


def check_shipped(log: Path, viewers: tuple[int | None, ...]) -> None:
    """Redacted for these viewers a shipped log replays, shows each what it knew, and is never found diverged."""
    with Opened(log.read_bytes(), REGISTRY) as whole:
        to_all = whole.redacted(None)
        for viewer in viewers:
            told = whole.redacted(viewer)
            with Opened(told, REGISTRY) as part:
                report = verify(part.path, REGISTRY)
                assert report.findings == [], (log.name, viewer)
                open_games = log.parent.name == "age-of-steam"
                assert report.verdict is (Verdict.EXACT if open_games else Verdict.UNVERIFIED), (log.name, viewer)
                assert report.finished
                assert list(part.views(viewer)) == list(whole.views(viewer))
                assert part.redacted(viewer) == told
                assert part.redacted(None) == to_all
            if open_games:
                assert bodies(told) == bodies(log.read_bytes()), "nothing is hidden in Age of Steam"


def test_a_key_does_not_judge_a_log_that_hides_the_piles(tmp_path: Path) -> None:
    """LOG-13: the commitment stays in a redacted log, the key goes, and knowing the key refutes nothing.

    What lay in a pile such a log does not tell, so nothing can be drawn from it again: the key is checked against the
    whole log, and that against the redacted one.
    """
    with Opened(finished(), REGISTRY) as whole:
        assert verify(whole.path, REGISTRY).chance == "proven"
        told = whole.redacted(0)
    assert commitment_of(KEY).encode() in told
    assert KEY.hex().encode() not in told
    path = tmp_path / "told.jsonl"
    path.write_bytes(told)
    for key in (b"", KEY):
        report = verify(path, REGISTRY, key=key)
        assert (report.words, report.chance, report.findings) == ("unverified", "unknown", [])


def bodies(log: bytes) -> list[bytes]:
    """Give all lines behind the header without their digests and times, which are the log's own."""
    kept: list[dict[str, Any]] = [line for line in records_of(log)[1:] if line["type"] != "comment"]
    return [body_of({key: value for key, value in line.items() if key != "time"}) for line in kept]


@pytest.mark.parametrize("game", ["ttr-usa", "ttr-europe", "ttr-old-west", "age-of-steam"])
def test_the_shortest_shipped_logs_hold_redacted(game: str) -> None:
    """LOG-13: a redacted log replays and verifies as far as it can; its views are those of the whole log."""
    check_shipped(shortest_of(game), (1,))


@pytest.mark.slow
@pytest.mark.parametrize("log", logs(), ids=name_of)
def test_all_shipped_logs_hold_redacted(log: Path) -> None:
    """LOG-13: the same for every shipped log, and every seat of a game with secrets, and a spectator."""
    seats = 1 if log.parent.name == "age-of-steam" else len(records_of(log)[0]["seats"])
    check_shipped(log, (*range(seats), None))
