"""Plays a session at the terminal: asks people, lets bots act, and hands the screen from one person to the next."""

from __future__ import annotations

from collections.abc import Callable

from railbook.cli import out
from railbook.cli.choices import Choices, folded
from railbook.cli.leaving import is_leaving, leaves
from railbook.cli.screen import clear, height_of, named, show_panels
from railbook.cli.terminal import Leaving, forget_typed, height, read
from railbook.cli.typed import Refused, completions, how_to_type, meant_verb, typed_action
from railbook.recording.game import Illegal
from railbook.recording.session import Session
from railbook.rules.screen import Panel, plain
from railbook.rules.types import Action

HELP = """a number   take that action              text    show only lines with these words (/text too)
Enter      show all actions again        v       show the table again
b [text]   show the board, or a part     l       the last events, as you saw them
u          take back your last ply       resign  leave the game for good
q          leave; the game is kept       ?       this help
kick NAME, timeout NAME, agree           end the game: one is removed, ran out of time, or all agree"""

NEWS = 12
"""Plies of the others that are told before somebody is asked."""

LAST = 30
"""Plies that `l` tells."""

MARGIN = 6
"""Lines of the screen that are kept free for prompts and news."""

LEAST_LIST = 8
"""Lines that a list of choices gets on the smallest screen."""


class Prompt:
    """The table of a session as people see it, one at a time."""

    def __init__(self, session: Session, notice: str) -> None:
        self.session = session
        self.notice = notice
        """What is said first; between several people it stands on the cleared screen."""
        self.names = session.names
        self.several = len(session.seating.people) > 1
        self.at_screen: int | None = None
        """The seat that sees the screen."""

    def play(self) -> None:
        """Play to the end of the game; raises `Leaving` when somebody leaves the terminal."""
        session = self.session
        if not self.several:
            out.say(self.notice)
        while not session.game.over:
            seat = session.asked
            if not session.is_person(seat):
                session.let_bot_act()
                continue
            if self.at_screen != seat:
                if self.several and not self.hand_over(seat):
                    continue
                self.at_screen = seat
            answer = self.ask(seat)
            if answer is None:
                continue
            try:
                self.say(session.told(session.act(*answer), seat))
            except Illegal as refused:  # what a view allows the full state allows too, or a rule is at fault
                self.say(str(refused))
            else:
                self.pause(seat)

    def say(self, text: str) -> None:
        """Print a line with names in the place of seats."""
        out.say(named(text, self.names))

    # Between two people

    def hand_over(self, seat: int) -> bool:
        """Clear the screen and wait for the one named; false where somebody took a ply back instead."""
        clear()
        forget_typed()
        self.at_screen = None  # whoever looks at it now
        if self.notice:
            out.say(self.notice)
            self.notice = ""
        name = named(f"seat {seat}", self.names)
        others = [other for other in self.session.seating.people if other != seat]
        regret = next((other for other in others if self.session.can_take_back(other)), None)
        if regret is not None:
            self.say(f"(u: seat {regret} takes the last ply back)")
        while True:
            text = read(f"Hand the screen to {name}, then press Enter ").casefold()
            if not text:
                clear()
                return True
            if text in ("q", "quit"):
                raise Leaving
            if text in ("u", "undo") and regret is not None and self.take_back(regret):
                return False
            if is_leaving(text):
                left = leaves(text, seat, self.names)
                if left is not None:
                    self.say(self.session.told(self.session.act(*left), None))
                    return False

    def pause(self, seat: int) -> None:
        """Let a person look at what happened, and take it back where that is possible, before others go on."""
        if self.session.game.over or self.session.asked == seat:
            return
        regret = self.session.can_take_back(seat)
        if not regret and not self.several:
            return
        enter = "Enter hides your screen" if self.several else "Enter goes on"
        while True:
            text = read(f"{enter}{', u takes back' if regret else ''} ").casefold()
            if not text:
                return
            if text in ("q", "quit"):
                raise Leaving
            if text in ("u", "undo") and self.take_back(seat):
                return

    # One person

    def ask(self, seat: int) -> tuple[int, Action] | None:
        """Ask a person for an action; `None` where the session changed and everything is to be asked anew.

        The seat that acts is that of the person, or another one that leaves.
        """
        session = self.session
        view = session.view(seat)
        rules = session.game.rules
        choices = Choices(rules, view, seat, self.names)
        screen = rules.screen(view, seat)
        panels = [panel for panel in screen if not panel.reference]
        self.show_news(seat)
        self.show_view(panels, choices)
        commands: dict[str, Callable[[], None]] = {
            "": lambda: self.show_choices(choices),
            "?": lambda: self.help(choices),
            "v": lambda: self.show_view(panels, choices),
            "l": lambda: self.show_last(seat),
        }
        short = {"help": "?", "h": "?", "view": "v", "log": "l", "undo": "u", "quit": "q", "board": "b"}
        complete = (lambda line: completions(choices, line)) if how_to_type(choices) else None
        while True:
            text = read(f"{named(f'seat {seat}', self.names)}> ", complete)
            word, _, rest = text.partition(" ")
            word = short.get(word.casefold(), word.casefold())
            if not rest and word in commands:
                commands[word]()
            elif word == "b":
                show_reference(screen, rest, self.names)
            elif word == "q" and not rest:
                raise Leaving
            elif word == "u" and not rest:
                if self.take_back(seat):
                    return None
            elif is_leaving(text):
                left = leaves(text, seat, self.names)
                if left is not None:
                    return left
            elif word.isascii() and word.isdecimal() and not rest:
                count = len(choices.numbered)
                if len(word) < len(str(count)) + 1 and 1 <= int(word) <= count:
                    return seat, choices.numbered[int(word) - 1].action
                out.say(f"there is no {word[:20]}: the numbers go from 1 to {count}")
            elif text.startswith("/"):
                self.show_choices(choices, text.removeprefix("/"))
            else:
                action = self.typed(choices, text)
                if action is not None:
                    return seat, action

    def typed(self, choices: Choices, text: str) -> Action | None:
        """Give the action that was typed, or say why there is none; other words filter the choices."""
        try:
            action = typed_action(choices, text)
        except Refused as refused:
            for line in str(refused).splitlines():
                self.say(line)
            return None
        if action is None:
            self.show_choices(choices, text)
        return action

    def take_back(self, seat: int) -> bool:
        """Take a ply back, or say which rule does not allow it."""
        try:
            self.session.take_back(seat)
        except Illegal as refused:
            self.say(str(refused))
            return False
        out.say("taken back")
        return True

    # Showing

    def show_news(self, seat: int) -> None:
        """Tell what the others did since this seat's last ply."""
        news = self.session.since(seat)
        if len(news) > NEWS:
            out.say(f"  … {len(news) - NEWS} earlier plies: l tells more")
        for ply in news[-NEWS:]:
            self.say(f"  #{ply.ply} {self.session.told(ply, seat)}")

    def show_last(self, seat: int) -> None:
        """Tell the last plies as this seat saw them."""
        for ply in self.session.last_plies(LAST):
            self.say(f"  #{ply.ply} {self.session.told(ply, seat)}")

    def help(self, choices: Choices) -> None:
        """Say what can be typed."""
        out.say(HELP)
        form = how_to_type(choices)
        if form:
            out.say(f"or type an action: {out.clean(form)}")

    def show_view(self, panels: list[Panel], choices: Choices) -> None:
        """Show the table, and below it what may be done."""
        out.say()
        show_panels(panels, self.names)
        out.say()
        self.show_choices(choices, lines=max(LEAST_LIST, height() - height_of(panels) - MARGIN))

    def show_choices(self, choices: Choices, words: str = "", lines: int = 0) -> None:
        """Show the choices, or those with all of some words."""
        if choices.show(words, lines or max(LEAST_LIST, height() - MARGIN)):
            return
        if choices.groups:
            count, meant = len(choices.numbered), meant_verb(choices, words)
            out.say(f"no action with {out.clean(words[:60])!r}{meant}: Enter shows all {count}, ? what can be typed")
        else:
            out.say("no action is legal here: q leaves, resign ends the game")


def show_reference(screen: list[Panel], words: str, names: tuple[str, ...]) -> None:
    """Show the long panels of a screen, or the rows of them in which all words occur."""
    wanted = folded(words).split()
    for panel in screen:
        if not panel.reference:
            continue
        rows = tuple(row for row in panel.rows if all(word in folded(named(plain(row), names)) for word in wanted))
        if rows:
            show_panels([Panel(panel.title, rows, panel.columns)], names)
        else:
            out.say(f"{out.clean(panel.title)}: nothing with {out.clean(words[:60])!r}")
