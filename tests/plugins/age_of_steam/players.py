"""A player for tests who issues few shares, builds links and delivers: so that games are long and much happens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from railbook.chance import Chance, Seeded
from railbook.engine.play import advance, check, legal_actions
from railbook.engine.state import decode, encode, new_state
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, Event, Outcome, SetUp
from railbook_age_of_steam.auction import Bid, DropOut
from railbook_age_of_steam.board import Board
from railbook_age_of_steam.building import Build, EndBuilding, planned
from railbook_age_of_steam.layer import Rules, board_of
from railbook_age_of_steam.moving import MoveGoods, PassMove, UpgradeLocomotive
from railbook_age_of_steam.plans import Plan
from railbook_age_of_steam.shares import IssueShares
from railbook_age_of_steam.state import Line
from railbook_age_of_steam.tiles import kinds
from railbook_age_of_steam.track import Track
from railbook_age_of_steam.urbanizing import Urbanize

MANY, ENOUGH = 400, 16
"""How many builds are tried at random, and how many legal ones are enough to choose from."""
KINDS = list(kinds().values())


class Played(NamedTuple):
    """One ply: the state before it as bytes, what was done, what chance answered and what followed."""

    before: bytes
    seat: int | None
    action: Action
    chance: list[tuple[str, Outcome]]
    events: list[Event]
    state: Line


def game(rules: Ruleset, seed: int) -> Iterator[Played]:
    """Play a whole game, ply by ply; the state goes on changing with the next one."""
    random = Random(seed)
    state: Any = new_state(rules)
    source = Seeded.of_seed(seed)
    seat: int | None = None
    action: Action = SetUp()
    while True:
        before = encode(state)
        chance = Chance(source, state.scope, state.counts)
        events = advance(rules, state, seat, action, chance)
        yield Played(before, seat, action, chance.entries, events, state)
        if state.ended:
            return
        seat = state.to_act[0]
        action = choose(random, rules, state, seat)
        assert check(rules, state, seat, action) is None


def states(rules: Ruleset, seed: int, every: int) -> Iterator[Line]:
    """Give every so many states of a game, each a copy of its own."""
    for number, played in enumerate(game(rules, seed)):
        if number % every == 0 and not played.state.ended:
            copy: Any = decode(rules, encode(played.state))
            yield copy


def choose(random: Random, rules: Ruleset, state: Line, seat: int) -> Action:
    """Choose a legal action."""
    me = state.players[seat]
    if state.asked == "aos.ask-build":
        return _build(random, rules, state, seat)
    actions = list(islice(legal_actions(rules, state, seat), 300))
    if state.asked == "aos.ask-shares":
        wanted = random.choice((0, 1, 2)) if me.cash < 12 and me.shares < 12 else 0
        return next(action for action in actions if action in (IssueShares(wanted), IssueShares(0)))
    if state.asked == "aos.ask-bid":
        bids = [action for action in actions if isinstance(action, Bid) and action.bid <= me.cash // 3]
        return (
            random.choice(bids[:2]) if bids and random.random() < 0.5 else random.choice(_but(actions, Bid, DropOut()))
        )
    if state.asked == "aos.ask-move":
        return _move(random, actions, me.locomotive)
    return random.choice(actions)


def _but(actions: Sequence[Action], kind: type[Action], otherwise: Action) -> Sequence[Action]:
    return [action for action in actions if not isinstance(action, kind)] or [otherwise]


def _build(random: Random, rules: Ruleset, state: Line, seat: int) -> Action:
    """Urbanize, or choose among some builds that are tried at random one that completes a link."""
    board = board_of(rules)
    town = random.choice(list(board.towns))
    site = Urbanize(town, random.choice(list(board.map.new_cities)))
    if random.random() < 0.7 and check(rules, state, seat, site) is None:
        return site
    builds: list[Build] = []
    near = _near(board, state)
    for _ in range(MANY) if random.random() < 0.9 else ():
        kind = random.choice(KINDS)
        under = random.choice(kind.made_from or ("",)) if rules.options(Rules).town_tile_choice == "chosen" else ""
        action = Build(random.choice(near), kind.id, random.randrange(kind.rotations), under)
        if check(rules, state, seat, action) is None:
            builds.append(action)
            if len(builds) == ENOUGH or _completes(rules, state, seat, action):
                return action
    return random.choice(builds) if builds else EndBuilding()


def _near(board: Board, state: Line) -> list[str]:
    """List the hexes at which track may be built: beside a city, or with track or beside it."""
    places = {*board.cities, *state.new_cities, *state.tiles}
    return [
        hex
        for hex, around in board.neighbours.items()
        if hex not in board.cities and (hex in state.tiles or not places.isdisjoint(around))
    ]


def _completes(rules: Ruleset, state: Line, seat: int, action: Build) -> bool:
    found = planned(rules, state, seat, action)
    assert isinstance(found, Plan)
    after = Track.of(board_of(rules), state).with_tile(action.hex, found.tile)
    return any(after.section(action.hex, index).is_link for index in range(len(found.tile.owners)))


def _move(random: Random, actions: Sequence[Action], locomotive: int) -> Action:
    moves = sorted((action for action in actions if isinstance(action, MoveGoods)), key=lambda move: -len(move.path))
    if moves and random.random() < 0.8:
        return random.choice(moves[:3])
    if UpgradeLocomotive() in actions and locomotive < random.choice((2, 3, 4, 6)):
        return UpgradeLocomotive()
    return random.choice(moves) if moves else PassMove()
