"""What verification keeps of a log that hides things: whether anything can have lain there, and what is not told."""

from __future__ import annotations

from collections import Counter
from typing import Any

from railbook.audit.findings import Verdict
from railbook.audit.notes import Notes
from railbook.engine.core_layer import partial_audit
from railbook.engine.state import State
from railbook.log.records import Ply
from railbook.rules.partial import PartialAudit
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action


class Hidden:
    """The audit of a partial log as a whole, ply by ply, as far back as an undo reaches."""

    def __init__(self, rules: Ruleset, window: int) -> None:
        self._window = window
        self._audits: list[tuple[int, PartialAudit]] = [(0, partial_audit(rules))]
        self._unseen: dict[int, list[str]] = {}
        self._unseen_for_good: Counter[str] = Counter()
        """Outcomes that no undo takes back any more."""

    def judge(self, notes: Notes, record: Ply[Action, Any], state: State) -> None:
        """Ask whether anything at all can have lain where the writer of the log did not see."""
        audit = self._audits[-1][1].copy()
        impossible = audit.ply(record.ply, record.seat, record.events, state)
        if impossible is not None:
            notes.stop(Verdict.DIVERGED, impossible.kind, impossible.message, rule=impossible.rule)
        self._audits.append((record.ply + 1, audit))
        del self._audits[: -self._window - 2]
        self._unseen[record.ply] = [label for label, outcome in record.chance if outcome is None]
        self._unseen_for_good.update(self._unseen.pop(record.ply - self._window - 1, ()))

    def take_back(self, to: int, last: int) -> None:
        """Forget the plies from `to` on."""
        for ply in range(to, last):
            self._unseen.pop(ply, None)
        while self._audits[-1][0] > to:
            self._audits.pop()

    def sentences(self) -> list[str]:
        """Say how many outcomes of each label the log does not tell, and what the game says that it leaves open."""
        counts = self._unseen_for_good + Counter(label for labels in self._unseen.values() for label in labels)
        unseen = [f"{count} outcomes of {label} are not recorded" for label, count in sorted(counts.items())]
        return [*unseen, *self._audits[-1][1].open()]
