"""Imports a choochoo game: drives our engine with its actions and random numbers, and compares its round tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from railbook.chance import ChanceFault
from railbook.log.records import FORMAT, ChanceRef, Header, MapRef, SeatRef, UndoRule, VariantRef
from railbook.log.records import Source as Origin
from railbook.plugins.importers import Imported, ImportFault
from railbook.recording.game import Illegal, RecordedGame
from railbook.rules.game import Game
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import OptionValue, RulesError
from railbook_age_of_steam.choochoo import expected as tables
from railbook_age_of_steam.choochoo.boards import LETTERS, board_for
from railbook_age_of_steam.choochoo.chance import NoSeed, RecordedChance
from railbook_age_of_steam.choochoo.recording import COLOURS, ForeignFault, Playthrough, Recorded, Start, read
from railbook_age_of_steam.choochoo.translating import Untranslatable, translate
from railbook_age_of_steam.layer import board_of
from railbook_age_of_steam.maps import AgeOfSteamMap
from railbook_age_of_steam.moving import MoveGoods
from railbook_age_of_steam.state import Line

SALT = "00" * 16
"""The salt of imported games: nothing in them is secret, and the same file gives the same bytes."""


def import_game(game: Game, data: bytes, name: str, expected: str | None) -> Imported:
    """Import a file; raises `ImportFault` for one that is broken or breaks our rules, with version and rule."""
    try:
        playthrough, start = read(data, name)
        installed: Any = game.maps()[0]
        game_map = board_for(playthrough, start, installed, name)
        wanted = None
        if expected is not None:
            wanted = tables.read(expected, playthrough, len(start.players), "the expected tables")
        rules = _rules(game, start, game_map, name)
    except ForeignFault as fault:
        raise ImportFault(str(fault)) from None
    return _Import(playthrough, start, game_map, rules, name).run(wanted)


def _rules(game: Game, start: Start, game_map: AgeOfSteamMap, name: str) -> Ruleset:
    """Compose edition choochoo with what the players start with; raises `ForeignFault`."""
    accounts = {account.color: account for account in start.players}
    seated = [accounts[colour] for colour in start.turnOrder]
    options = {
        "start.cash": _option([account.money for account in seated]),
        "start.shares": _option([account.shares for account in seated]),
        "start.income": _option([account.income for account in seated]),
        "start.locomotive": _option([account.locomotive for account in seated]),
    }
    try:
        return game.ruleset(len(seated), game_map, options=options, edition="choochoo")
    except ValueError as fault:  # a number of players, or a figure, that does not fit
        raise ForeignFault(f"{name}: players: {fault}") from None


def _option(values: list[int]) -> OptionValue:
    return list[int | str](values) if len(set(values)) > 1 else values[0]


class _Import:
    """A recorded game on its way into a log of ours."""

    def __init__(self, game: Playthrough, start: Start, game_map: AgeOfSteamMap, rules: Ruleset, name: str) -> None:
        self.game = game
        self.name = name
        self.rules = rules
        self.colours = [COLOURS[colour] for colour in start.turnOrder]
        self.seat_of = {colour: seat for seat, colour in enumerate(start.turnOrder)}
        self.lines: list[bytes] = []
        self.chance = RecordedChance(start, game_map.data)
        self.live = RecordedGame.begin(rules, self.header(game_map), self.chance, self.lines.append)

    def header(self, game_map: AgeOfSteamMap) -> Header:
        """Say what was imported; who played is not said, nor when."""
        rules = self.rules
        data = game_map.embedded
        return Header(
            format=FORMAT,
            game=rules.game,
            rules=rules.version,
            map=MapRef(game_map.id, game_map.digest)
            if data is None
            else MapRef(game_map.id, game_map.digest, {**data}),
            edition=rules.edition,
            variants=list[VariantRef](),
            options=dict(rules.option_values),
            seats=[SeatRef(f"player {number}", colour) for number, colour in enumerate(self.colours, 1)],
            chance=ChanceRef("none"),
            salt=SALT,
            undo=UndoRule(),
            partial=False,
            source=Origin("choochoo", str(self.game.id)),
        )

    @property
    def state(self) -> Line:
        """The game as it stands."""
        state: Any = self.live.state
        return state  # type: ignore[no-any-return]  # a game of ours has our state

    def run(self, wanted: dict[str, list[tables.Row]] | None) -> Imported:
        """Play all actions; `wanted` are the tables to compare with."""
        compared = None if wanted is None else tables.Comparison(wanted, self.colours)
        for recorded in self.game.actions:
            if self.live.over:
                raise ImportFault(f"{self.name}: version {recorded.version}: the game is over ({self.state.ended})")
            turn = self.state.turn
            self.play(recorded)
            if compared is not None and (self.state.turn > turn or self.live.over):
                compared.compare(turn, self.rules, self.state)
        differs: Sequence[str] = () if compared is None else compared.differs
        notes = [*differs]
        if self.live.over:
            self.live.end()
        else:
            notes.append(f"{self.name} ends before the game does: turn {self.state.turn}, {self.state.asked}")
        return Imported(b"".join(self.lines), notes, not differs)

    def play(self, recorded: Recorded) -> None:
        """Play one action for the seat whose turn it is; raises `ImportFault`."""
        rules, state = self.rules, self.state
        seat = state.to_act[0]
        self.chance.begin(recorded)
        try:
            action = translate(rules, state, recorded, self.seat_of, self.letters())
            if isinstance(action, MoveGoods):
                self.chance.bag.append(action.cube)  # before anything is drawn in the same action
            ply = self.live.act(seat, action)
        except (Untranslatable, NoSeed, ChanceFault) as fault:
            raise ImportFault(f"{self.where(recorded)}: {fault}") from None
        except (Illegal, RulesError) as fault:
            raise ImportFault(f"{self.where(recorded)}: {fault}", broke_rules=True) from None
        self.chance.follow(ply.events)

    def letters(self) -> list[str]:
        """List the New Cities that are left, in choochoo's order."""
        placed = self.state.new_cities.values()
        return [letter for letter in LETTERS if letter in board_of(self.rules).map.new_cities and letter not in placed]

    def where(self, recorded: Recorded) -> str:
        """Say where in the game an action stands, and how its player does."""
        state = self.state
        seat = state.to_act[0]
        player = state.players[seat]
        has = f"${player.cash}, income {player.income}, {player.shares} shares, locomotive {player.locomotive}"
        return (
            f"{self.name}: version {recorded.version} ({recorded.actionName}; turn {state.turn}, {state.asked}, "
            f"seat {seat}, {self.colours[seat]}: {has})"
        )
