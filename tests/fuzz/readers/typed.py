"""Readers of what people type: options, actions, limits."""

from __future__ import annotations

import contextlib
import functools
import io
from pathlib import Path
from unittest import mock

from railbook.cli.choices import Choices
from railbook.cli.leaving import is_leaving, leaves
from railbook.cli.terminal import Leaving
from railbook.cli.typed import Refused, completions, typed_action
from railbook.engine.view import view
from railbook.log.limits import read_limits
from railbook.plugins.choosing import chosen_variants, rule_options
from tests.core import tables, tiny
from tests.fuzz.readers.answers import Reader, require_clear
from tests.plugins.age_of_steam.positions import position

REGISTRY = tables.registry()


def _words(path: Path) -> list[str]:
    """Give lines as the system hands them over: bytes that are no text become lone surrogates."""
    return path.read_bytes().decode("utf-8", "surrogateescape").replace("\0", " ").split("\n")[:6]


def _options(path: Path) -> str:
    texts = _words(path)
    options = rule_options(texts[:2])
    chosen = chosen_variants(REGISTRY, texts[2:3])
    tiny.TINY.ruleset(2, None, chosen, options)
    return "composed"


OPTIONS = [b"peb.goal=12\npeb.barred=[jet,flint]\ngulls", b"peb.bets=false\npeb.tide=sorted\ngulls", b"goal=9\nlimit=4"]


@functools.cache
def _choices() -> list[Choices]:
    auction = position(enter="aos.auction")
    pebbles = tables.under_way()
    return [
        Choices(auction.rules, view(auction.rules, auction.state, 0), 0, ("ANNA", "BEN", "CAT")),
        Choices(pebbles.rules, view(pebbles.rules, pebbles.state, 0), 0, ("ANNA", "BEN")),
    ]


def _typed(path: Path) -> str:
    answer = "nothing"
    with contextlib.redirect_stdout(io.StringIO()) as shown, mock.patch("sys.stdin", io.StringIO()):
        for text in _words(path):
            for choices in _choices():
                completions(choices, text)
                choices.show(text, 20)
                try:
                    if is_leaving(text):
                        leaves(text, 0, choices.names)
                except Leaving:  # nobody confirms it
                    answer = "left"
                try:
                    answer = "acted" if typed_action(choices, text.strip()) else answer
                except Refused as refused:
                    for line in str(refused).splitlines():
                        require_clear(line)
                    answer = "refused"
    shown.getvalue().encode("utf-8", "backslashreplace")
    return answer


TYPED = [b"bid 5\ndrop\nbid 12", b"resign\nkick ben\nagree", b"lay 2 jet\n3\n/jet\nbuild 10,13 S1 0-3"]


def _limits(path: Path) -> str:
    read_limits(_words(path)[0])
    return "set"


READERS = {
    "options": Reader("options.txt", lambda: OPTIONS, _options),
    "typed actions": Reader("typed.txt", lambda: TYPED, _typed),
    "limits": Reader("limits.txt", lambda: [b"line=8M,lines=20000000", b"depth=100"], _limits),
}
"""Readers of what people type by the name of what they read."""
