"""What a page of a game holds: each thing once, and for each ply only what changes from the one before."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from railbook.audit.replay import Played, ReplayFault
from railbook.cli import out
from railbook.cli.drawing import writer_of
from railbook.cli.palette import colour
from railbook.cli.screen import RAINBOW, named
from railbook.cli.showing import EVERYTHING, seen_by
from railbook.engine.score import score, totals
from railbook.engine.state import UNFINISHED, Commitment, copy
from railbook.engine.view import view_of_action, view_of_events
from railbook.rules.picture import Group, Picture, Shape
from railbook.rules.types import Visible
from railbook.rules.visibility import is_public

if TYPE_CHECKING:
    from railbook.audit.findings import Report
    from railbook.audit.replay import Replay
    from railbook.engine.state import State
    from railbook.rules.ruleset import Ruleset
    from railbook.rules.screen import Panel


class Deck:
    """Different values, each kept once and told by its number."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._numbers: dict[Hashable, int] = {}

    def number(self, key: Hashable, value: Any = None) -> int:
        """Give the number of a value; `key` stands for it where it cannot be looked up itself."""
        known = self._numbers.get(key)
        if known is None:
            known = self._numbers[key] = len(self.values)
            self.values.append(key if value is None else value)
        return known


class Slots:
    """Named places, lowest first, each with a number at every ply; only changes are kept."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.steps: list[list[int]] = []
        self._now: dict[str, int] = {}
        self._index: dict[str, int] = {}
        self.order: list[int] = []
        """The places as they lie upon one another: new ones come behind what they came behind first."""

    def add(self, filled: Iterable[tuple[str, int]]) -> None:
        """Add the next ply: the places that are filled, and with what."""
        step: list[int] = []
        there: set[str] = set()
        before = -1
        for name, value in filled:
            there.add(name)
            if name not in self._index:
                self._index[name] = len(self.names)
                self.names.append(name)
                at = self.order.index(before) + 1 if before >= 0 else 0
                self.order.insert(at, self._index[name])
            before = self._index[name]
            if self._now.get(name) != value:
                self._now[name] = value
                step += (before, value)
        for name in [name for name in self._now if name not in there]:
            del self._now[name]
            step += (self._index[name], -1)
        self.steps.append(step)

    def back_to(self, ply: int, steps: Sequence[list[int]]) -> None:
        """Forget the plies from this one on."""
        del self.steps[ply:]
        now: dict[int, int] = {}
        for step in steps[:ply]:
            now.update(zip(step[::2], step[1::2], strict=True))
        self._now = {self.names[slot]: value for slot, value in now.items() if value >= 0}


class PageGame:
    """A game of a page: filled ply by ply, and then given as plain values."""

    def __init__(self, game: Replay, viewer: int | None = EVERYTHING, prefix: str = "a") -> None:
        self.game, self.viewer = game, viewer
        self.seat = None if viewer == EVERYTHING else viewer
        self.names = [record.name for record in game.header.seats]
        self.writer = writer_of(game.header, f"{prefix}-")
        self.fragments, self.texts, self.rows, self.panels = Deck(), Deck(), Deck(), Deck()
        self.board = Slots()
        self.width = self.height = 0.0
        self.titles: list[str] = []
        everybody = range(len(self.names)) if _hides(game.rules) else ()
        viewers = [EVERYTHING, *everybody] if viewer == EVERYTHING else [viewer]
        self.views = {viewer: Slots() for viewer in viewers}
        self.plies: list[list[Any]] = []
        self.figures: dict[str, list[list[int]]] = {}
        self.notes: list[tuple[int, str]] = []
        self.broken: ReplayFault | None = None
        self._long: set[str] = set()
        self._said: dict[str, str] = {}
        self._last: dict[str, tuple[Any, int]] = {}
        self._read()

    def _read(self) -> None:
        """Go through the log as far as it can be read; without a single ply its fault is raised."""
        try:
            for played in self.game.plies():
                if isinstance(played, Played):
                    self._add(played)
                else:
                    self._back_to(played.to, played.seat)
        except ReplayFault as fault:
            if not self.plies:
                raise
            self.broken = fault

    def _add(self, played: Played) -> None:
        record, state = played.record, played.state
        self.last = state
        action, events = record.action, record.events
        if self.viewer != EVERYTHING:
            action = view_of_action(self.game.rules, record.seat, action, events, self.viewer)
            events = view_of_events(self.game.rules, record.seat, events, self.viewer)
        said = self.game.rules.say(action) if action is not None else "chooses in secret"
        follows = [event for event in events if event.__struct_config__.tag != "core.waits"]
        self.plies.append(
            [
                record.seat,
                self._text("the set-up" if record.seat is None else said),
                [self._text(self.game.rules.say(event)) for event in follows],
                played.line,
            ]
        )
        self._draw(seen_by(self.game.rules, state, self.viewer))
        for viewer, slots in self.views.items():
            view = seen_by(self.game.rules, state, viewer)
            slots.add(list(self._screen(view, None if viewer == EVERYTHING else viewer)))
        self._count(state)

    def _screen(self, view: State, seat: int | None) -> Iterator[tuple[str, int]]:
        """Draw the panels of a view; those that are for reference are not even drawn again, once they said so."""
        for id, draw in self.game.rules.panels:
            panel = None if id in self._long else draw(self.game.rules, view, seat)
            if panel is not None and panel.reference:
                self._long.add(id)
            elif panel is not None:
                yield id, self._panel(f"{id} {seat}", panel)

    def _text(self, text: str) -> int:
        return self.texts.number(self._named(text))

    def _named(self, text: str) -> str:
        """Put names into a text, and make it harmless; most texts come again and again."""
        known = self._said.get(text)
        if known is None:
            known = self._said[text] = named(text, self.names)
        return known

    def _draw(self, view: State) -> None:
        picture: Picture = self.game.rules.picture(view, self.seat)
        self.width, self.height = max(self.width, picture.width), max(self.height, picture.height)
        self.titles.append(self.writer.text(picture.title))
        self.board.add((name, self._fragment(name, group)) for name, group in _grouped(picture.shapes))

    def _fragment(self, name: str, group: Group) -> int:
        last = self._last.get(name)
        if last is not None and (last[0] is group or last[0] == group):  # dearer to look up than to compare
            return last[1]
        known = self.fragments.number(group, "")
        if not self.fragments.values[known]:
            self.fragments.values[known] = self.writer.fragment(group)
        self._last[name] = (group, known)
        return known

    def _panel(self, name: str, panel: Panel) -> int:
        last = self._last.get(name)
        if last is not None and last[0] == panel:
            return last[1]
        key = (panel.title, panel.columns, panel.rows)
        known = self.panels.number(key, 0)
        if self.panels.values[known] == 0:
            rows = [self.rows.number(row, [[self._named(part.text), part.style] for part in row]) for row in panel.rows]
            self.panels.values[known] = [self._named(panel.title), [out.clean(c) for c in panel.columns], rows]
        self._last[name] = (panel, known)
        return known

    def _count(self, state: State) -> None:
        """Note the figures that the game compares, and if all is known what the score would be if it ended here."""
        rules, seats = self.game.rules, len(self.names)
        figures = dict(rules.summary(rules, seen_by(rules, state, self.viewer)).figures) if rules.summary else {}
        if self.viewer == EVERYTHING:
            figures = {SCORE: self._score(state), **figures}
        for name, values in figures.items():
            known = self.figures.setdefault(name, [[] for _ in range(seats)])
            for number in range(seats):
                value = values[number] if number < len(values) else 0
                gap = len(self.plies) - 1 - len(known[number])
                known[number] += [*([0] * gap), value]

    def _score(self, state: State) -> tuple[int, ...]:
        if state.ended == UNFINISHED:
            return ()
        try:
            sheet = score(self.game.rules, state)
        except Exception:  # noqa: BLE001 - before its end no rule promises that a game can be scored
            return ()
        return tuple(sum(line.points[seat] for _id, line in sheet) for seat in range(len(self.names)))

    def _back_to(self, ply: int, seat: int) -> None:
        last = len(self.plies) - 1
        del self.plies[ply:], self.titles[ply:]
        for slots in (self.board, *self.views.values()):
            slots.back_to(ply, list(slots.steps))
        for values in self.figures.values():
            for line in values:
                del line[ply:]
        self.notes.append((ply, self.writer.text(f"seat {seat} takes back plies {ply} to {last}")))

    # What it says

    def document(self, report: Report | None = None) -> dict[str, Any]:
        """Give all that the page of this game needs."""
        header = self.game.header
        return {
            "name": out.clean(self.game.name),
            "game": out.clean(header.game),
            "map": out.clean(header.map.id),
            "variants": [out.clean(variant.name) for variant in header.variants],
            "seats": [
                {"name": out.clean(name), "colour": colour(f"seat-{seat}", self.writer.colours)}
                for seat, name in enumerate(self.names)
            ],
            "viewer": "spectator" if self.viewer is None else self.seat,
            "texts": self.texts.values,
            "plies": self.plies,
            "notes": self.notes,
            "titles": self.titles,
            "board": {
                "width": self.width,
                "height": self.height,
                "slots": self.board.order,
                "fragments": self.fragments.values,
                "steps": self.board.steps,
            },
            "rows": self.rows.values,
            "panels": self.panels.values,
            "views": [
                {"seat": None if viewer == EVERYTHING else viewer, "slots": slots.order, "steps": slots.steps}
                for viewer, slots in self.views.items()
            ],
            "figures": [[name, values] for name, values in self.figures.items()],
            "end": self._end(),
            "audit": None if report is None else self._audit(report),
            "rainbow": [colour(name.replace("dark_", "").replace("bright_", "")) for name in RAINBOW],
        }

    def _end(self) -> dict[str, Any] | None:
        end = self.game.end
        if end is None:
            return None
        how: dict[str, Sequence[str]] = {}
        try:
            how = {id: line.how for id, line in score(self.game.rules, copy(self.game.rules, self.last))}
        except Exception:  # noqa: BLE001 - a recorded game may be one that the rules cannot score
            how = {}
        place = {standing.seat: standing for standing in end.standings}
        seats = range(len(self.names))
        return {
            "reason": out.clean(end.reason),
            "sheet": [
                [out.clean(line.id), line.points, [self.writer.text(text) for text in how.get(line.id, ())]]
                for line in end.sheet
            ],
            "totals": totals(end.sheet, len(self.names)),
            "ranks": [place[seat].rank if seat in place else None for seat in seats],
        }

    def _audit(self, report: Report) -> dict[str, Any]:
        """Give the verdict, and the findings each at its ply, where it has one that is shown."""
        findings: list[list[Any]] = []
        for finding in report.findings:
            ply = finding.ply if finding.ply is not None and finding.ply < len(self.plies) else None
            if ply is None and finding.line:
                ply = next((number for number, one in enumerate(self.plies) if one[3] >= finding.line), None)
            # What is wrong is told in words that may name hidden cards: to a seat, only where.
            said = str(finding if self.viewer == EVERYTHING else replace(finding, message="see the whole log"))
            findings.append([len(self.plies) - 1 if ply is None else ply, self.writer.text(said)])
        wrong = report.words in ("diverged", "unreadable")
        stopped = min((ply for ply, _ in findings), default=None) if wrong else None
        return {
            "verdict": report.words,
            "checked": report.plies,
            "findings": findings,
            "unverified": report.unverified,
            "unverified_count": report.unverified_count,
            "from": stopped,
        }


def _hides(rules: Ruleset) -> bool:
    """Tell whether seats ever know different things: otherwise there is one view of the table, that of all."""
    marks: dict[tuple[type[Any], str], Visible] = {**rules.visibility, (Commitment, "action"): Visible.PUBLIC}
    kinds = [rules.state_type, *rules.slices.values()]
    secret = any(step.simultaneous for step in rules.steps.values())
    return secret or not all(is_public(kind, marks) for kind in kinds)


SCORE = "score if it ended here"
"""The name of the figure that the chart shows first."""


def _grouped(shapes: Sequence[Shape]) -> list[tuple[str, Group]]:
    """Give the groups of a picture by name; what is no group, or has no name, gets one by its place."""
    found: list[tuple[str, Group]] = []
    for number, shape in enumerate(shapes):
        if isinstance(shape, Group) and shape.id:
            found.append((shape.id, shape))
        else:
            found.append((f"part-{number}", Group(f"part-{number}", "", (shape,))))
    return found
