"""`railbook games NAME`: all that is in force, so that nobody has to read the code to know it."""

from __future__ import annotations

from railbook.plugins.registry import Registry
from tests.cli.running import railbook


def section(lines: list[str], title: str) -> list[list[str]]:
    """Give the rows of a table, by the first word of its head."""
    start = next(number for number, line in enumerate(lines) if line.split()[:1] == [title])
    rows = []
    for line in lines[start + 1 :]:
        if not line.strip():
            break
        rows.append(line.split())
    return rows


def test_options_have_value_and_default() -> None:
    """An option shows what is in force and what the game has by itself, those of variants too."""
    done = railbook("games", "ttr-old-west", "--variant", "alvin:capture=7")
    rows = {row[0]: row[1:3] for row in section(done.lines, "option")}
    assert rows["alvin.capture"] == ["7", "10"]
    assert rows["setup.hand"] == ["4", "4"]


def test_variants_that_fit_are_listed() -> None:
    """A variant of another game is not listed; one in force says so."""
    old_west = section(railbook("games", "ttr-old-west", "--variant", "alvin").lines, "variant")
    assert ["alvin", "1.0", "yes"] in [row[:3] for row in old_west]
    usa = railbook("games", "ttr-usa").lines
    assert not any(line.startswith("alvin ") for line in usa)


def test_variants_say_what_they_wrote() -> None:
    """The table of entries says which layer added, wrapped, replaced or dropped what; by default no other."""
    done = railbook("games", "ttr-old-west", "--variant", "alvin")
    rows = section(done.lines, "entry")
    assert ["validator", "alvin.no-start-at-home", "add", "alvin"] in rows
    assert ["query", "old-west.free-ends", "wrap", "alvin"] in rows
    assert {row[-1] for row in rows} == {"alvin"}
    assert not any(line.startswith("entry") for line in railbook("games", "ttr-old-west").lines)


def test_every_entry_can_be_shown() -> None:
    """With `--entries` every entry of the composed rules is there, with its layer."""
    rows = section(railbook("games", "ttr-europe", "--entries").lines, "entry")
    rules = Registry.installed().game("ttr-europe").ruleset(2)
    assert [(row[0], row[-1]) for row in rows] == [(origin.kind, origin.layer) for origin in rules.origins]
    assert {"core", "ticket-to-ride", "europe"} <= {row[-1] for row in rows}
