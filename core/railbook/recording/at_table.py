"""Records a game that people play at a real table: one of them types what is public, and what he himself sees."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from railbook.chance import Address, ChanceFault, UnknownOutcome
from railbook.engine.core_layer import at_table, partial_audit
from railbook.engine.play import action_of
from railbook.log.canonical import Codec
from railbook.log.records import End, Ply, Undo
from railbook.log.writer import LogFile, write_whole
from railbook.recording.game import Illegal, RecordedGame
from railbook.recording.header import recorder_of, table_header
from railbook.recording.session import Clock, stamp
from railbook.recording.unfinished import Unfinished
from railbook.rules.at_table import AtTable, Deed
from railbook.rules.game import GameMap
from railbook.rules.notation import NotationError
from railbook.rules.partial import PartialAudit
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, RulesError, Visible

Ask = Callable[[str], str]
"""Asks a question and gives the line that was typed."""
Say = Callable[[str], None]

UNKNOWN = "?"
"""What is typed where the recorder did not see it."""
CANCEL = "cancel"
"""What is typed instead of an answer to type the action anew."""
MOST_SHOWN = 12
"""Possible answers that are shown with a question."""


class Cancelled(Exception):
    """The action is not to be recorded as it was typed."""


class TypedChance:
    """Chance as the recorder saw it: what is public, and what is his own; the rest is unknown."""

    def __init__(self, words: AtTable, outcomes: Mapping[str, Visible], ask: Ask, say: Say) -> None:
        self._words, self._outcomes, self._ask, self._say = words, outcomes, ask, say
        self._shown: set[str] = set()
        """Labels whose possible answers were shown already."""
        self._given: list[tuple[str | None, str | None]] = []
        """What was typed already: under which label it was asked for, if so, and the answer."""

    def give(self, answers: Sequence[str | None]) -> None:
        """Take what was typed together with an action."""
        self._given = [(None, answer) for answer in answers]

    def clear(self) -> None:
        """Forget what was typed and not needed, and say so."""
        self._drop(self._given)

    def _drop(self, unused: list[tuple[str | None, str | None]]) -> None:
        if unused:
            self._say(f"not needed: {', '.join(answer or UNKNOWN for _label, answer in unused)}")
        self._given = []

    def tells(self, label: str) -> bool:
        """Whatever is asked for is recorded, be it as unseen."""
        return True

    def hides(self, label: str) -> bool:
        """What another seat does with things that the recorder once knew, he does not see."""
        return not self.sees(label)

    def sees(self, label: str) -> bool:
        """Tell whether the recorder sees what is answered under a label."""
        name, _, owner = label.partition("@")
        public = self._outcomes.get(name, Visible.NOBODY) is Visible.PUBLIC
        return public or (owner != "" and self._words.me is not None and int(owner) == self._words.me)

    def draw(self, address: Address, bag: Mapping[str, int]) -> str | None:
        """Ask what was drawn, if the recorder saw it; several answers may be typed at once."""
        label = address.label
        if not self.sees(label):
            return None
        if self._given and self._given[0][0] not in (None, label):
            self._drop(self._given)
        there = sorted(item for item, count in bag.items() if count > 0)
        while not self._given:
            listed = label.partition("@")[0] not in self._words.unlisted
            new = listed and 0 < len(there) <= MOST_SHOWN and label not in self._shown
            shown = f" ({', '.join(there)})" if new else ""
            self._shown.add(label)
            typed = self.ask(f"{self._words.question(label)}{shown}: ")
            name = label.partition("@")[0]
            try:
                self._given = [
                    (label, None if word == UNKNOWN else self._words.outcome(name, word, there))
                    for word in self._words.split(name, typed)
                ]
            except NotationError as fault:
                self._say(str(fault))
        return self._given.pop(0)[1]

    def roll(self, address: Address, sides: int, count: int) -> list[int] | None:
        """Ask for dice, which everybody sees."""
        while True:
            words = self.ask(f"{self._words.question(address.label)}, {count} dice: ").split()
            if len(words) == count and all(word in map(str, range(1, sides + 1)) for word in words):
                return [int(word) for word in words]
            self._say(f"type {count} numbers from 1 to {sides}, with spaces between")

    def shuffle(self, address: Address, items: Sequence[str]) -> list[str] | None:
        """Ask for an order that became public."""
        while True:
            words = self.ask(f"{self._words.question(address.label)}, the order of {', '.join(items)}: ")
            order = words.replace(",", " ").split()
            if sorted(order) == sorted(items):
                return order
            self._say("type each of them once")

    def ask(self, question: str) -> str:
        """Ask for an answer; raises `Cancelled` where that is typed instead."""
        typed = self._ask(question).strip()
        if typed.casefold() == CANCEL:
            raise Cancelled
        return typed


class TableGame:
    """A game at a table on its way into a partial log; each ply is on disk before the next is asked for."""

    def __init__(self, path: Path, rules: Ruleset, me: int | None, clock: Clock, ask: Ask, say: Say) -> None:
        self.path, self.rules, self.me = path, rules, me
        self.words = at_table(rules, me)
        self.game: RecordedGame
        self._clock, self._ask, self._say = clock, ask, say
        self._source = TypedChance(self.words, rules.outcomes, ask, say)
        self._codec = Codec(rules)
        self._first: list[bytes] = []
        self._file: LogFile | None = None
        self._audits: list[tuple[int, PartialAudit | None]] = [(0, partial_audit(rules))]
        """What is possible before a ply, by its number; nothing where something impossible is recorded."""

    @classmethod
    def begin(
        cls, path: Path, rules: Ruleset, game_map: GameMap, names: Sequence[str], me: int | None, clock: Clock,
        ask: Ask, say: Say,
    ) -> TableGame:  # fmt: skip
        """Ask for the set-up; the file appears with header and set-up or not at all."""
        header = table_header(rules, game_map, names, me, stamp(clock()))
        table = cls(path, rules, me, clock, ask, say)
        say(table.words.answers)
        while True:
            try:
                table._first.clear()
                table.game = RecordedGame(rules, header, table._source, table._write)
                table.game.set_up(stamp(clock()))
                break
            except (Cancelled, ChanceFault) as fault:
                say(f"{str(fault) or 'cancelled'}: the set-up begins anew")
                table._source.give(())
        table._source.clear()
        data = b"".join(table._first)
        write_whole(path, data)
        table._file = LogFile.resume(path, len(data), line_break=False)
        return table

    @classmethod
    def resume(cls, log: Unfinished, clock: Clock, ask: Ask, say: Say) -> TableGame:
        """Go on with such a game on its own file; a torn last line is cut off."""
        table = cls(log.path, log.rules, recorder_of(log.header), clock, ask, say)
        game = RecordedGame(log.rules, log.header, table._source, table._write)
        table.game = game
        for record in log.records:
            game.take_in(record)
            if isinstance(record, Undo):
                table._forget(record.to)
            elif isinstance(record, Ply):
                table._judge(record)
        game.go_on_behind(log.last)
        table._file = LogFile.resume(log.path, log.length, line_break=log.line_break)
        return table

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()

    @property
    def asked(self) -> int:
        """The seat whose action is due; of several, the first."""
        return self.game.state.to_act[0]

    def type(self, text: str) -> list[Ply[Action, Any]]:
        """Record what was typed for the seat that is asked: one action or several.

        Gives the plies. Raises `NotationError` where the text is no action; what cannot be recorded is said.
        """
        seat, done = self.asked, []
        for deed in self._read(seat, text):
            if self.game.over or seat not in self.game.state.to_act:
                self._say(f"not recorded, because another turn has begun: {self.rules.say(deed.action)}")
                break
            self._source.give(deed.answers)
            try:
                done.append(self.game.act(seat, deed.action, stamp(self._clock())))
            except (Illegal, ChanceFault, UnknownOutcome, RulesError) as fault:
                self._source.give(())
                self._say(f"no: {fault}")
                break
            except Cancelled:
                self._source.give(())
                self._say("not recorded")
                break
            self._source.clear()
        return done

    def _read(self, seat: int, text: str) -> list[Deed]:
        if not text.startswith("{"):
            return self.words.deeds(self.game.state, seat, text)
        try:
            values = msgspec.json.decode(text)
            return [Deed(action_of(self.rules, values if isinstance(values, dict) else None))]
        except (msgspec.MsgspecError, RulesError) as fault:
            raise NotationError(f"no action as logs have it: {fault}") from None

    def undo(self) -> int:
        """Take the last ply back, whoever's it is; gives the ply that is due again. Raises `Illegal`."""
        seat = self.game.last_seat
        to = self.game.undo(seat if seat is not None else self.asked)
        self._forget(to)
        return to

    def end(self) -> End | None:
        """Ask for what is laid open at the end, and write the last line; `None` where too much stays hidden."""
        shown = self.words.laid_open(self.game.state, self._ask, self._say)
        return self.game.end(shown) if shown is not None else None

    # What is written

    def _write(self, line: bytes) -> None:
        record = self._codec.read(line).record if self._first else None
        if isinstance(record, Ply):
            why = self._judge(record)
            if why and self._ask(f"impossible: {why}. Type keep to record it all the same: ").casefold() != "keep":
                self._forget(record.ply)
                raise Cancelled
        if self._file is None:
            self._first.append(line)
        else:
            self._file.append(line)

    def _judge(self, record: Ply[Action, Any]) -> str:
        """Say why no deal of what is hidden allows a ply, if so; behind such a one nothing can be said."""
        last = self._audits[-1][1]
        audit = last.copy() if last is not None else None
        impossible = audit.ply(record.ply, record.seat, record.events, self.game.state) if audit is not None else None
        self._audits.append((record.ply + 1, None if impossible is not None else audit))
        return impossible.message if impossible is not None else ""

    def _forget(self, to: int) -> None:
        while self._audits[-1][0] > to:
            self._audits.pop()
