"""Typed actions: a game's short notation, in which people type what a list of choices would be too long for."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from railbook.rules.types import Action

if TYPE_CHECKING:
    from railbook.rules.ruleset import Ruleset


MOST_WORDS = 200
"""Words of a line that are looked at."""

MOST_DIGITS = 9
"""Digits of a number that are read."""

MOST_SHOWN = 8
"""Names that are listed in one line."""


class NotationError(ValueError):
    """Text that is no action: says what was expected, with what comes nearest."""


class Notation(msgspec.Struct, frozen=True):
    """How actions of one type are typed: a verb, and what follows it.

    `usage` says in a few words what follows. `read` makes an action of the words behind the verb, or raises
    `NotationError`; whether it is legal is not its matter. `write` gives the words from which `read` makes the same
    action again, for every legal one.
    """

    verb: str
    usage: str
    read: Callable[[Ruleset, Any, int, tuple[str, ...]], Action]
    write: Callable[[Ruleset, Any, int, Any], str]

    @property
    def form(self) -> str:
        """The verb and what follows it."""
        return f"{self.verb} {self.usage}".rstrip()


def verbs(rules: Ruleset, view: Any) -> dict[str, Notation]:
    """Give the notations that answer what a view's seats are asked now, by verb."""
    asked = rules.actions_of_step.get(view.asked, ())
    return {
        rules.notations[spec.type].verb: rules.notations[spec.type] for spec in asked if spec.type in rules.notations
    }


def read(rules: Ruleset, view: Any, seat: int, text: str) -> Action | None:
    """Read a typed action, legal or not; `None` where the first word is no verb. Raises `NotationError`."""
    verb, *words = text.split()[:MOST_WORDS] or [""]
    verb = verb.casefold()
    asked = verbs(rules, view)
    if verb in asked:
        return asked[verb].read(rules, view, seat, tuple(words))
    known = {notation.verb for notation in rules.notations.values()}
    if verb in known:
        forms = "; ".join(notation.form for notation in asked.values()) or "nothing that is typed"
        raise NotationError(f"{verb} is not asked for now, but {forms}")
    return None


def write(rules: Ruleset, view: Any, seat: int, action: Action) -> str:
    """Write an action as it may be typed; empty where it has no notation."""
    notation = rules.notations.get(type(action))
    return f"{notation.verb} {notation.write(rules, view, seat, action)}".rstrip() if notation else ""


# What readers of games share


def nothing_more(words: tuple[str, ...]) -> None:
    """Refuse words where the verb says all."""
    if words:
        raise NotationError(f"nothing follows here: leave out {words[0][:40]!r}")


def whole_number(words: tuple[str, ...], of_what: str) -> int:
    """Read the one number that is expected, at most nine digits long."""
    if len(words) != 1:
        raise NotationError(f"a number is expected: {of_what}")
    digits = words[0].removeprefix("$")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= MOST_DIGITS):
        raise NotationError(f"{words[0][:40]!r} is no whole number: {of_what}")
    return int(digits)


def one_of(word: str, names: Mapping[str, str], what: str) -> str:
    """Find what a word names among things by name: the very name, whatever its case, or the only one that begins so."""
    wanted = plain_name(word)
    found = {thing for name, thing in names.items() if plain_name(name) == wanted}
    found = found or {thing for name, thing in names.items() if wanted and plain_name(name).startswith(wanted)}
    if len(found) == 1:
        return found.pop()
    if found:
        can = [name for name in names if plain_name(name).startswith(wanted)]
        raise NotationError(f"{word[:40]!r} may be {' or '.join(can[:MOST_SHOWN])}: type more of it")
    raise NotationError(f"there is no {what} {word[:40]!r}{near(word, names)}")


def near(word: str, names: Iterable[str]) -> str:
    """Suggest what may have been meant, in brackets; all names where they are few, nothing where none comes near."""
    import difflib

    names = list(names)
    by_plain = {plain_name(name): name for name in names}
    close = difflib.get_close_matches(plain_name(word)[:40], by_plain, n=3, cutoff=0.6)
    if close:
        return f" (did you mean {' or '.join(by_plain[name] for name in close)}?)"
    return f" (there are {', '.join(names)})" if 0 < len(names) <= MOST_SHOWN else ""


def plain_name(name: str) -> str:
    """Give the letters and digits of a name, without case and accents: as names are compared."""
    parts = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in parts if letter.isalnum())


def slug(name: str) -> str:
    """Write a name as one word: lower case without accents, with hyphens between its words."""
    parts = unicodedata.normalize("NFKD", name.casefold())
    bare = "".join(letter for letter in parts if not unicodedata.combining(letter) and letter not in ".'")
    return "-".join("".join(letter if letter.isalnum() else " " for letter in bare).split())
