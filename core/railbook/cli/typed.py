"""Actions that people type in a game's notation: read, checked, completed, and what comes nearest to a wrong one."""

from __future__ import annotations

from collections.abc import Iterable

from railbook.cli.choices import Choices
from railbook.engine.play import check
from railbook.rules.notation import NotationError, near, read, verbs, write
from railbook.rules.types import Action, Rejection

NEAREST = 3
"""Legal actions that are told when one is refused."""


class Refused(ValueError):
    """What was typed cannot be done: lines that say why and what could be done instead."""


def typed_action(choices: Choices, text: str) -> Action | None:
    """Read a typed action that is legal; `None` where the text is no action. Raises `Refused`."""
    rules, view, seat = choices.rules, choices.view, choices.seat
    try:
        action = read(rules, view, seat, text)
    except NotationError as error:
        raise Refused(str(error)) from None
    if action is None:
        return None
    answer = check(rules, view, seat, action)
    if not isinstance(answer, Rejection):
        return action
    others = _nearest(write(rules, view, seat, action), choices.typed(type(action)))
    raise Refused(f"{answer}{''.join(f'{chr(10)}  legal: {other}' for other in others)}")


def how_to_type(choices: Choices) -> str:
    """Say in a line what may be typed now; empty where the game has no notation."""
    return "; ".join(notation.form for notation in verbs(choices.rules, choices.view).values())


def meant_verb(choices: Choices, text: str) -> str:
    """Suggest in brackets the verb that the first word of a text may be meant for."""
    known = verbs(choices.rules, choices.view)
    close = near(text.partition(" ")[0], known)
    return close if "did you mean" in close else ""


def completions(choices: Choices, line: str) -> list[str]:
    """Give the words that may stand where the last word of a line stands: verbs first, then words of what is legal."""
    *before, begun = line.split(" ")
    words = [word.casefold() for word in before if word]
    asked = verbs(choices.rules, choices.view)
    if not words:
        return sorted(verb for verb in asked if verb.startswith(begun.casefold()))
    notation = asked.get(words[0])
    kinds = [kind for kind, known in choices.rules.notations.items() if known is notation]
    found = {
        parts[len(words)]
        for kind in kinds
        for parts in (text.split() for text in choices.typed(kind))
        if len(parts) > len(words) and [part.casefold() for part in parts[: len(words)]] == words
    }
    return sorted(word for word in found if word.casefold().startswith(begun.casefold()))


def _nearest(text: str, legal: Iterable[str]) -> list[str]:
    """Give the legal actions that begin as a refused one does, for at least one word behind the verb."""
    words = text.split()
    shared = {other: _shared(words, other.split()) for other in legal}
    most = max(shared.values(), default=0)
    return [other for other, count in shared.items() if count == most][:NEAREST] if most > 1 else []


def _shared(words: list[str], others: list[str]) -> int:
    count = 0
    for word, other in zip(words, others, strict=False):
        if word != other:
            break
        count += 1
    return count
