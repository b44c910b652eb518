"""The checks BGA-A1 to A17: each ok, violated at a move, or not checkable for a reason (section 7)."""

from __future__ import annotations

from typing import NamedTuple

TITLES = {
    "BGA-A1": "structure of the file",
    "BGA-A2": "turn order and forms of turns",
    "BGA-A3": "routes exist and are free",
    "BGA-A4": "points and names of claims",
    "BGA-A5": "payments by number and colour",
    "BGA-A6": "hand sizes",
    "BGA-A7": "payments possible (rows)",
    "BGA-A8": "colours exist (columns)",
    "BGA-A9": "draw pile",
    "BGA-A10": "display and flushes",
    "BGA-A11": "tunnels",
    "BGA-A12": "stations",
    "BGA-A13": "numbers of tickets",
    "BGA-A14": "completed tickets",
    "BGA-A15": "last round",
    "BGA-A16": "final score",
    "BGA-A17": "completed tickets among those revealed",
}

OF_RULE = {
    "core.over": "BGA-A15",
    "ttr.face-up-locomotive": "BGA-A2",
    "ttr.second-pick": "BGA-A2",
    "ttr.pass": "BGA-A2",
    "ttr.slot-is-empty": "BGA-A10",
    "ttr.nothing-to-draw": "BGA-A9",
    "ttr.no-such-route": "BGA-A3",
    "ttr.route-is-owned": "BGA-A3",
    "ttr.parallel-route": "BGA-A3",
    "ttr.parallel-closed": "BGA-A3",
    "ttr.trains": "BGA-A3",
    "ttr.hand": "BGA-A7",
    "ttr.cards": "BGA-A8",
    "ttr.no-tickets": "BGA-A13",
    "ttr.keep-too-few": "BGA-A13",
    "ttr.not-offered": "BGA-A13",
    "ttr.tickets": "BGA-A16",
}

OPTIONS = {
    "ttr.parallel-closed": "parallel.open_from",
    "ttr.second-pick": "draw.second_pick",
    "ttr.pass": "turn.pass=also_if_only_tickets",
    "europe.station-colour": "stations.all_locomotives",
}
"""Rule options that might explain why the platform allows what a rule of ours forbids."""


class Violation(Exception):
    """A check is violated and the game cannot be followed any further."""

    def __init__(self, check: str, move: int, why: str, rule: str = "") -> None:
        super().__init__(why)
        self.check, self.move, self.why, self.rule = check, move, why, rule


class Result(NamedTuple):
    """The result of one check: `ok`, `violated` or `not checkable`, where and why."""

    check: str
    title: str
    result: str
    move: int | None = None
    why: str = ""
    rule: str = ""

    def line(self, unit: str = "move") -> str:
        """Say it in a line, with the place as a number of moves or plies."""
        where = f" at {unit} {self.move}" if self.move is not None else ""
        why = f": {self.why}" if self.why else ""
        return f"{self.check} {self.title}: {self.result}{where}{why}{f' [{self.rule}]' if self.rule else ''}"


class Checks:
    """The table of all checks, filled while a history is followed."""

    def __init__(self) -> None:
        self.open: dict[str, str] = {}
        self.violations: dict[str, Violation] = {}
        self.done: set[str] = set()

    def ok(self, *checks: str) -> None:
        """Something of these was checked, and held."""
        self.done.update(checks)

    def not_checkable(self, check: str, why: str) -> None:
        """Say why a check cannot be made."""
        self.open[check] = why

    def violated(self, violation: Violation) -> None:
        """Keep the first violation of each check."""
        self.violations.setdefault(violation.check, violation)

    @property
    def refuted(self) -> bool:
        """Whether any check is violated."""
        return bool(self.violations)

    def results(self) -> list[Result]:
        """Give the whole table in order."""
        table = []
        for check, title in TITLES.items():
            found = self.violations.get(check)
            if found is not None:
                table.append(Result(check, title, "violated", found.move, found.why, found.rule))
            elif check in self.open and check not in self.done:
                table.append(Result(check, title, "not checkable", None, self.open[check]))
            else:
                table.append(Result(check, title, "ok"))
        return table


def check_of(rule: str) -> str:
    """Give the check that a rule of ours belongs to."""
    if rule in OF_RULE:
        return OF_RULE[rule]
    if rule.startswith("ttr.payment") or rule == "ttr.announced-colour":
        return "BGA-A5"
    if rule.startswith("europe."):
        return "BGA-A12"
    return "BGA-A2"
