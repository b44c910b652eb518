"""Imports a saved history: drives our engine with what it tells, checks it, and writes a partial log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from railbook.log.canonical import codec_of
from railbook.log.records import FORMAT, ChanceRef, Header, MapRef, SeatRef, UndoRule
from railbook.log.records import Source as Origin
from railbook.plugins.importers import Imported, ImportFault, Wishes
from railbook.recording.game import RecordedGame
from railbook.recording.header import check_names
from railbook.rules.game import SeatsError
from railbook.rules.ruleset import Ruleset
from railbook_ticket_to_ride.bga.checks import OPTIONS, Checks, Result, Violation
from railbook_ticket_to_ride.bga.closing import figures, finish, say_what_is_open
from railbook_ticket_to_ride.bga.deeds import MOST_FIRST, MOST_LATER, Deed, Told, tell
from railbook_ticket_to_ride.bga.following import Following
from railbook_ticket_to_ride.bga.notes import Notes, read_notes
from railbook_ticket_to_ride.bga.packets import History, read
from railbook_ticket_to_ride.bga.places import EDITION, Places, find_board
from railbook_ticket_to_ride.bga.seen import Seen
from railbook_ticket_to_ride.market import FLUSH_SEEN
from railbook_ticket_to_ride.setting_up import DEALT

SALT = "00" * 16
"""The salt of imported games: nothing in them is secret, and the same file gives the same bytes."""
TURNS = ("face-up", "hidden", "claim", "station", "attempt")
LEAST_SEATS = 2


def import_history(data: bytes, name: str, wishes: Wishes) -> Imported:
    """Import a file; raises `ImportFault`: with `broke_rules` and the table of checks where a check is violated."""
    notes = read_notes(wishes.notes)
    history = read(data, name)
    places = find_board(wishes.games, history.notes, wishes.map, name)
    told = tell(history.notes, name)
    players = _players(told, name, len(places.map.colours))
    flushed = 0
    while True:
        game = _Import(history, told, places, players, notes, name, wishes, flushed)
        imported = game.run()
        if not game.following.assumed_flushes or flushed:
            return imported
        flushed = game.following.assumed_flushes  # the reshuffle came so many flushes early: they were in the set-up


def _players(told: Told, name: str, most: int) -> list[str]:
    """Give the players in the order of their first turns (BGA-F6); refuses fragments (BGA-F1) and expansions."""
    first: list[str] = []
    for deed in told.deeds:
        if deed.kind != "tickets" or deed.who in first:
            break
        first.append(deed.who)
        if deed.count > MOST_FIRST:
            raise ImportFault(f"{name}: {deed.count} tickets are kept at the start: this is an expansion")
    if len(first) < LEAST_SEATS or len(first) > most:
        raise ImportFault(
            f"{name}: it does not begin with the first tickets of 2 to {most} players: a fragment is no game to audit"
        )
    later = told.deeds[len(first) :]
    if any(deed.kind == "tickets" and deed.count > MOST_LATER for deed in later):
        raise ImportFault(f"{name}: more than {MOST_LATER} tickets are kept of a later draw: this is an expansion")
    order = list(dict.fromkeys(deed.who for deed in later if deed.kind in (*TURNS, "tickets") and deed.who in first))
    return [*order, *(who for who in first if who not in order)]


class _Import:
    """A history on its way into a log of ours."""

    def __init__(
        self,
        history: History,
        told: Told,
        places: Places,
        players: Sequence[str],
        notes: Notes,
        name: str,
        wishes: Wishes,
        flushed: int,
    ) -> None:
        self.history, self.told, self.places, self.players = history, told, places, players
        self.notes, self.name, self.wishes = notes, name, wishes
        self.seats = {who: seat for seat, who in enumerate(players)}
        self.checks = Checks()
        self.rules = self.compose()
        self.viewer = self.find_viewer()
        self.seen = Seen()
        self.seen.expect(FLUSH_SEEN, *["flush"] * flushed)
        hand = notes.viewer_initial_hand
        if hand is not None and self.viewer is not None:
            self.seen.expect(f"{DEALT}@{self.viewer}", *(kind for kind in hand for _ in range(hand[kind])))
        self.lines: list[bytes] = []
        live = RecordedGame.begin(self.rules, self.header(), self.seen, self.lines.append)
        self.seen.setting_up = False
        first: Any = codec_of(self.rules).read(self.lines[1]).record
        self.following = Following(
            self.rules, live, first.events, self.seen, self.checks, places, told, self.seats, self.viewer
        )

    def compose(self) -> Ruleset:
        """Compose the rules with the platform's options."""
        try:
            return self.places.game.ruleset(len(self.players), self.places.map, edition=EDITION)
        except ValueError as fault:
            raise ImportFault(f"{self.name}: {fault}") from None

    def header(self) -> Header:
        """Say what was imported; who played, and when, only where that is wished."""
        rules = self.rules
        names = [f"player {seat}" for seat in range(1, len(self.players) + 1)]
        if self.wishes.keep_names:
            names = list(self.players)
            try:
                check_names(names)
            except SeatsError:
                raise ImportFault(f"{self.name}: the names cannot stand in a log: leave --keep-names out") from None
        return Header(
            format=FORMAT,
            game=rules.game,
            rules=rules.version,
            map=MapRef(self.places.map.id, self.places.map.digest),
            edition=rules.edition,
            variants=[],
            options=dict(rules.option_values),
            seats=[SeatRef(name, colour) for name, colour in zip(names, self.places.map.colours, strict=False)],
            chance=ChanceRef("none"),
            salt=SALT,
            undo=UndoRule(),
            partial=True,
            source=Origin("boardgamearena", note="archive" if self.history.archive else "live history"),
        )

    def find_viewer(self) -> int | None:
        """Give the seat whose hidden draws have private twins (BGA-F5), and check the twins (A1)."""
        viewers = set()
        for deed in self.told.deeds:
            if deed.kind != "hidden":
                continue
            twin = self.told.twins.get(deed.move)
            if twin is not None:
                viewers.add(self.seats.get(deed.who))
                if len(twin) != deed.count:
                    self.checks.violated(
                        Violation(
                            "BGA-A1", deed.move, f"{deed.count} cards are drawn, the private twin tells {len(twin)}"
                        )
                    )
        if len(viewers) > 1:
            self.checks.violated(Violation("BGA-A1", self.history.last_move, "twins of the draws of several players"))
        return min((seat for seat in viewers if seat is not None), default=None)

    def run(self) -> Imported:
        """Follow the whole history; raises `ImportFault` where a check is violated."""
        for move, why in self.history.faults:
            self.checks.violated(Violation("BGA-A1", move, why))
        try:
            self.follow()
            finish(self.following, self.notes, self.history.last_move)
        except Violation as violation:
            self.checks.violated(violation)
        say_what_is_open(self.following, archive=self.history.archive)
        table = self.checks.results()
        notes = [*self.remarks(), *self.following.remarks, *(result.line() for result in table)]
        report = {
            "overall": "refuted" if self.checks.refuted else "consistent",
            "checks": [result._asdict() for result in table],
            "unlogged_moves": self.unlogged(),
            "unknown_types": self.told.unknown,
            "viewer": self.viewer,
            **figures(self.following),
        }
        if self.following.assumed_flushes:
            return Imported(b"", notes, report=report)  # to be followed once more with those flushes
        if self.checks.refuted:
            bad = [result for result in table if result.result == "violated"]
            first = min(bad, key=lambda result: result.move or 0)
            fault = ImportFault(f"{self.name}: refuted: {first.line()}{_option(first)}", broke_rules=True)
            fault.notes, fault.report = notes, report
            raise fault
        if self.following.live.over:
            self.following.live.end(self.following.ending.shown(self.following.state))
        return Imported(b"".join(self.lines), notes, report=msgspec.to_builtins(report))

    def follow(self) -> None:
        """Take the deeds move by move."""
        moves: dict[int, list[Deed]] = {}
        for deed in self.told.deeds:
            moves.setdefault(deed.move, []).append(deed)
        for move in sorted({*moves, *(move for move, _ in self.told.completed)}):
            for who in {deed.who for deed in moves.get(move, ()) if deed.who}:
                if who not in self.seats:
                    raise Violation("BGA-A1", move, "a player is named who did not choose first tickets")
            self.following.move(move, moves.get(move, []))

    def unlogged(self) -> list[int]:
        """List the moves between the first and the last that no packet tells."""
        there = {note.move for note in self.history.notes}
        return [move for move in range(self.history.first_move, self.history.last_move) if move not in there]

    def remarks(self) -> list[str]:
        """Say what is worth knowing about the file."""
        said = ["expansion not excluded: the file does not tell it, no sign of one was found"]
        if self.viewer is None:
            said.append("no private packets: a spectator's file, or nobody's draws are known")
        drawn = {deed.move for deed in self.told.deeds if deed.kind == "tickets"}
        for move in self.unlogged():
            why = "a ticket draw (BGA-T2)" if move + 1 in drawn else "a gap, without effect on the order of turns"
            said.append(f"unlogged move {move}: {why}")
        said += [f"{count} notifications of an unknown type: {kind}" for kind, count in self.told.unknown.items()]
        return said


def _option(result: Result) -> str:
    return f"; perhaps an option explains it: {OPTIONS[result.rule]}" if result.rule in OPTIONS else ""
