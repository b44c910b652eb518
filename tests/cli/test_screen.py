"""Panels are drawn in colours or plainly, with names in the place of seats, and nothing in them acts on a terminal."""

from __future__ import annotations

import pytest
from rich.console import Console

from railbook.cli import out
from railbook.cli.screen import STYLES, clear, named, show_panels, show_row
from railbook.rules.screen import Panel, Part

SEATS = Panel("seats", ((Part("seat 0"), Part("7")), (Part("seat 1", "bold"), Part("-12"))), ("who", "points"))
CARDS = Panel("cards", ((Part("2 red", "red"), Part(", "), Part("1 joker", "rainbow")), (Part("no more", "dim"),)))


@pytest.mark.parametrize(
    "text, names, shown",
    [
        ("seat 1 takes a card", ["ANNA", "BEN"], "BEN takes a card"),
        ("seat 0's turn, after seat 1", ["ANNA", "BEN"], "ANNA's turn, after BEN"),
        ("seat 12 waits", ["ANNA"], "seat 12 waits"),
        ("seats 0 and 1", ["ANNA"], "seats 0 and 1"),
        ("seat 0 keeps 2; round 3, seat 0's turn", ["you"], "you keep 2; round 3, your turn"),
        ("seat 0 passes, seat 0 has chosen, seat 0 is asked", ["you"], "you pass, you have chosen, you are asked"),
        ("seat 0 and seat 1 win", ["you", "BEN"], "you and BEN win"),
        ("asked: seat 0", ["you"], "asked: you"),
        ("seat 0 wins", ["seat 1", "BEN"], "seat 1 wins"),
    ],
)
def test_names(text: str, names: list[str], shown: str) -> None:
    """Names stand in the place of seats, and behind `you` verbs stand in the second person."""
    assert named(text, names) == shown


def test_hostile_names() -> None:
    """A name or word that would move the cursor or fake a line is escaped (SEC-04)."""
    assert named("seat 0 \x1b[2Jwins", ["a\nb\u202ec"]) == r"a\nb\u202ec \x1b[2Jwins"


def test_plain(capsys: pytest.CaptureFixture[str]) -> None:
    """When piped, panels are aligned plain text: titles on the left, numbers to the right."""
    show_panels([CARDS, SEATS], ["ANNA", "BEN"])
    assert capsys.readouterr().out.splitlines() == [
        "cards     2 red, 1 joker",
        "          no more",
        "seats     who   points",
        "          ANNA       7",
        "          BEN      -12",
    ]
    show_row((Part("take "), Part("red", "red")), before=" 1  ")
    assert capsys.readouterr().out == " 1  take red\n"


def test_coloured(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """At a terminal the same words stand there in colours, and brackets are no markup."""
    monkeypatch.setattr(out, "on_terminal", lambda: True)
    console = Console(force_terminal=True, color_system="standard", width=80, highlight=False, markup=False)
    monkeypatch.setattr(out, "console", lambda: console)
    with console.capture() as captured:
        show_panels([Panel("cards", ((Part("[bold]2 red[/bold]", "red"),),)), SEATS], ["ANNA", "[blink]"])
    text = captured.get()
    assert "\x1b[31m[bold]2 red[/bold]\x1b[0m" in text
    assert "[blink]" in text
    assert capsys.readouterr().out == ""


def test_styles_are_known_to_rich() -> None:
    """Every style of the table is one that rich can draw."""
    console = Console()
    assert all(console.get_style(style) for style in STYLES.values())


def test_clear_when_piped(capsys: pytest.CaptureFixture[str]) -> None:
    """When piped, clearing only draws a line."""
    clear()
    assert capsys.readouterr().out == "-" * 60 + "\n"
