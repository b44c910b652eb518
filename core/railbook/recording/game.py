"""A game being recorded: the only driver of live play, which turns actions into lines of a log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from railbook.chance import Chance, Seeded, Source
from railbook.engine.fold import Memory
from railbook.engine.play import advance, check
from railbook.engine.score import score_sheet, standings
from railbook.engine.state import State, new_state
from railbook.engine.view import reveals
from railbook.log.chain import Chain
from railbook.log.records import Comment, End, Header, Ply, Undo
from railbook.log.writer import LogWriter
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, Rejection, RulesError, SetUp, Unknown


class Illegal(ValueError):
    """An action that a rule rejects; nothing happened."""

    def __init__(self, rejection: Rejection) -> None:
        super().__init__(str(rejection))
        self.rejection = rejection


class RecordedGame:
    """A game in progress and its log. `sink` gets every line before the next ply may begin.

    `state` is the full state: show players a view of it only. `key` is the one that the header commits to, if it does:
    the end line reveals it.
    """

    def __init__(
        self, rules: Ruleset, header: Header, source: Source, sink: Callable[[bytes], None], key: bytes = b""
    ) -> None:
        self.rules = rules
        self.header = header
        self.state: State = new_state(rules)
        self._source = source
        self._key = key
        self._sink = sink
        self._writer = LogWriter(Chain(header.salt))
        self._memory = Memory(rules, self.state, header.undo.window)
        self._plies: dict[int, tuple[int | None, bool]] = {}

    @classmethod
    def begin(
        cls,
        rules: Ruleset,
        header: Header,
        source: Source,
        sink: Callable[[bytes], None],
        time: str = "",
        key: bytes = b"",
    ) -> RecordedGame:
        """Write the header and play the set-up."""
        game = cls(rules, header, source, sink, key)
        game.set_up(time)
        return game

    def set_up(self, time: str = "") -> None:
        """Write the header and play the set-up of a game that has not begun."""
        self._sink(self._writer.line(self.header))
        self._advance(None, SetUp(), time)

    @classmethod
    def resume(
        cls,
        rules: Ruleset,
        header: Header,
        source: Source,
        sink: Callable[[bytes], None],
        records: list[Any],
        last: str,
        key: bytes = b"",
    ) -> RecordedGame:
        """Go on with a recorded game: `records` are the plies and undos that its log holds, `last` its last digest."""
        game = cls(rules, header, source, sink, key)
        for record in records:
            if not isinstance(record, Comment):
                game.take_in(record)
        game.go_on_behind(last)
        return game

    def take_in(self, record: Ply[Action, Any] | Undo) -> None:
        """Let what a log holds happen once more."""
        if isinstance(record, Undo):
            self._go_back(record.to)
        else:
            for event in record.events:
                self.rules.events[type(event)](self.state, event)
            self._remember(record.seat, record.chance, record.events)

    def go_on_behind(self, last: str) -> None:
        """Chain further lines to the one with this digest."""
        self._writer = LogWriter(Chain(self.header.salt, last))

    @property
    def last_seat(self) -> int | None:
        """The seat whose ply was the last one, as far as an undo reaches."""
        return self._plies.get(self.state.ply - 1, (None, False))[0]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.ended)

    def act(self, seat: int, action: Action, time: str = "") -> Ply[Action, Any]:
        """Let a seat act: check, decide, write the ply. Raises `Illegal` and changes nothing if a rule forbids it."""
        answer = check(self.rules, self.state, seat, action)
        if isinstance(answer, Rejection):
            raise Illegal(answer)
        if isinstance(answer, Unknown) and not self.header.partial:
            raise RulesError(f"hidden information decides in a live game: {answer.why}")
        return self._advance(seat, action, time)

    def undo(self, seat: int, to: int | None = None) -> int:
        """Take back the last ply, or all from ply `to` on, if they are this seat's and nothing was revealed.

        Gives the ply that is due again. Raises `Illegal` otherwise.
        """
        to = self.state.ply - 1 if to is None else to
        rejection = self.undo_is_refused(seat, to)
        if rejection:
            raise Illegal(rejection)
        self._write(Undo(seat=seat, to=to))
        self._go_back(to)
        return to

    def undo_is_refused(self, seat: int, to: int) -> Rejection | None:
        """Tell why a seat may not take back everything from ply `to` on, if so."""
        return refuse_undo(seat, to, self.state.ply, self._plies, self.header, over=self.over)

    def end(self, shown: State | None = None) -> End:
        """Write the last line of a game that is over; in a partial log the state may be `shown` better at the end."""
        if not self.over:
            raise RulesError("the game is not over")
        if self.header.chance.scheme == "committed" and not self._key:
            raise RulesError("the key that the header commits to is not known: the end would not reveal it")
        state = shown or self.state
        sheet = score_sheet(self.rules, state)
        ranked = standings(self.rules, state, sheet)
        key = self._key.hex() if self._key else msgspec.UNSET
        record = End(reason=self.state.ended, sheet=sheet, standings=ranked, key=key)
        self._write(record)
        return record

    def _write(self, record: Any, time: str = "") -> None:
        """Have a record written; where that fails, the chain is as before."""
        last = self._writer.chain.last
        try:
            self._sink(self._writer.line(record, time))
        except BaseException:
            self._writer.chain.last = last
            raise

    def _advance(self, seat: int | None, action: Action, time: str = "") -> Ply[Action, Any]:
        number = self.state.ply
        chance = Chance(self._source, self.state.scope, self.state.counts)
        try:
            events = advance(self.rules, self.state, seat, action, chance)
            ply = Ply[Action, Any](ply=number, seat=seat, action=action, chance=chance.entries, events=events)
            self._write(ply, time)
        except BaseException:
            # What was evolved so far is thrown away: nothing was written, or a line that is torn at best.
            self.state = self._memory.at(number)
            raise
        self._remember(seat, chance.entries, events)
        return ply

    def _remember(self, seat: int | None, chance: list[Any], events: list[Any]) -> None:
        self._memory.add(self.state, events)
        self._plies[self.state.ply - 1] = (seat, reveals(self.rules, chance, events))
        self._plies.pop(self.state.ply - 1 - self.header.undo.window, None)

    def _go_back(self, to: int) -> None:
        self.state = self._memory.back_to(to)


def refuse_undo(
    seat: int, to: int, due: int, plies: Mapping[int, tuple[int | None, bool]], header: Header, *, over: bool
) -> Rejection | None:
    """Tell why an undo back to ply `to` is not allowed while ply `due` is due.

    `plies` gives, for each ply in the window, its seat and whether it revealed something. The window is counted
    from the furthest ply that was ever played: going back step by step reaches no further than in one go.
    """
    if over:
        return Rejection("core.undo-over", "the game is over: nothing can be taken back")
    if not 1 <= to < due:
        return Rejection("core.undo-target", f"there is no ply {to} to take back: the plies 1 to {due - 1} can be")
    if due - to > header.undo.window or to not in plies:
        window = header.undo.window
        return Rejection(
            "core.undo-window", f"ply {to} lies too far back: undo reaches {window} plies from the furthest one played"
        )
    for number in range(to, due):
        owner, revealed = plies[number]
        if owner != seat:
            return Rejection(
                "core.undo-not-yours", f"ply {number} is seat {owner}'s: a seat takes back its own plies only"
            )
        if revealed and header.undo.barrier:
            return Rejection("core.undo-barrier", f"ply {number} revealed something: it cannot be taken back")
    return None


def seeded_source(header: Header) -> Seeded:
    """Give the source of chance of a game with an open seed."""
    assert isinstance(header.chance.seed, int)
    return Seeded.of_seed(header.chance.seed)
