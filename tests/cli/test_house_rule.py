"""A house rule in a file of ten lines: played, recorded, verified, and tried on a game that was played without it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import railbook, records_of

HAND_LIMIT = '''"""A hand limit, as played by groups that dislike hoarding."""

from railbook import Layer, Options
from railbook_ticket_to_ride.actions import DrawCard
from railbook_ticket_to_ride.family import TICKET_TO_RIDE


class HandLimit(Options, frozen=True):
    cards: int = 15


variant = Layer("hand-limit", game=TICKET_TO_RIDE, version="1.0", options=HandLimit)


@variant.validator(DrawCard, "hand-limit.full")
def hand_is_full(rules, state, seat, action):
    """Nobody holds more than `cards` train cards."""
    limit = rules.options(HandLimit).cards
    if state.seats[seat].hand.size >= limit:
        return f"the hand already holds {limit} cards"
'''

SETTINGS = '''"""Three house rules that only set options."""

from railbook import Layer
from railbook_ticket_to_ride.family import TICKET_TO_RIDE

rich = Layer("rich", game=TICKET_TO_RIDE)
rich.set("setup.hand", 8)
rich.set("end.trains_at_most", 40)
poor = Layer("poor", game=TICKET_TO_RIDE)
poor.set("setup.hand", 2)
short = Layer("short", game=TICKET_TO_RIDE)
short.set("end.trains_at_most", 40)
variants = [rich, poor, short]
'''


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with the house rules, and games played under some of them."""
    folder = tmp_path_factory.mktemp("house")
    (folder / "limit.py").write_text(HAND_LIMIT, encoding="utf-8")
    (folder / "settings.py").write_text(SETTINGS, encoding="utf-8")
    return folder


def play(house: Path, name: str, *arguments: str) -> Path:
    """Let bots play a game under house rules, once; gives its log."""
    log = house / name / "ttr-usa-5.jsonl"
    if not log.exists():
        words = ("simulate", "ttr-usa", "--out", name, "--seed", "5", "-p", "limit.py", "-p", "settings.py")
        done = railbook(*words, *arguments, folder=house)
        assert done.code == 0, done.err
    return log


def with_hands(log: Path) -> Iterator[tuple[dict[str, Any], list[int]]]:
    """Give each ply of a log with the number of cards in each hand before it, counted from its events."""
    hands = [0, 0, 0]
    for record in records_of(log)[1:-1]:
        yield record, list(hands)
        for event in record["events"]:
            if event["type"] in ("ttr.card-dealt", "ttr.card-drawn", "ttr.card-taken"):
                hands[event["seat"]] += 1
            elif event["type"] == "ttr.cards-paid":
                hands[event["seat"]] -= sum(event["cards"].values())


@pytest.fixture(scope="module")
def limited(house: Path) -> Path:
    """Give a game of three seats that was played with a limit of 15 cards."""
    return play(house, "limited", "--seats", "random,greedy,random", "--variant", "hand-limit:cards=15")


def test_a_house_rule_is_played_and_recorded(limited: Path) -> None:
    """The header says the variant with its version and option, and no seat ever drew a card above the limit."""
    (variant,) = records_of(limited)[0]["variants"]
    assert (variant["name"], variant["version"], variant["options"]) == ("hand-limit", "1.0", {"cards": 15})
    assert max(max(hands) for _, hands in with_hands(limited)) <= 15


def test_it_is_verified_only_with_its_plugin(house: Path, limited: Path) -> None:
    """PLG-03: with `-p` the game is exact; without it exit code 3 and the name of the variant that is missing."""
    there = railbook("verify", limited, "-p", house / "limit.py")
    assert (there.code, there.lines[-1].endswith(": 1 exact")) == (0, True)
    for done in (railbook("verify", limited), railbook("replay", limited)):
        assert done.code == 3
        assert "unknown-variant: unknown variant 'hand-limit'" in done.out + done.err


def test_several_processes_load_the_plugin_too(house: Path, limited: Path, tmp_path: Path) -> None:
    """PLG-03: games under a house rule are verified by as many processes as asked for, each with the plugin."""
    for number in range(3):
        (tmp_path / f"log-{number}.jsonl").write_bytes(limited.read_bytes())
    done = railbook("verify", tmp_path, "--jobs", "2", "-p", house / "limit.py")
    assert (done.code, done.lines[-1].endswith(": 3 exact")) == (0, True)


def test_a_stricter_limit_names_the_first_illegal_ply(house: Path, limited: Path) -> None:
    """`diff LOG --variant hand-limit:cards=5` names the ply of the first sixth card, and `hand-limit.full`."""
    first = next(
        record["ply"]
        for record, hands in with_hands(limited)
        if record["action"]["type"] == "ttr.draw-card" and hands[record["seat"]] >= 5
    )
    done = railbook("diff", limited, "--variant", "hand-limit:cards=5", "-p", house / "limit.py")
    assert done.code == 1
    assert done.lines[0] == "option hand-limit.cards: 15 -> 5"
    assert done.lines[1] == (
        f"first difference at ply {first}: the action is illegal under the changed rules: "
        "hand-limit.full: the hand already holds 5 cards"
    )
    arguments = ("--variant", "hand-limit:cards=5", "-p", house / "limit.py", "--format", "json")
    found = railbook("diff", limited, *arguments).document
    assert (found["ply"], found["rule"], found["state"]) == (first, "hand-limit.full", [])


def test_a_rule_is_tried_on_a_game_played_without_it(house: Path, whole: Path) -> None:
    """A variant is added to a recorded game: the output says so, and where the game would first be against it."""
    done = railbook("diff", whole, "--variant", "hand-limit:cards=6", "-p", house / "limit.py")
    assert done.code == 1
    assert done.lines[:2] == ["variant hand-limit: - -> 1.0", "option hand-limit.cards: - -> 6"]
    assert "hand-limit.full" in done.lines[2]


def test_a_loose_limit_changes_nothing(house: Path, limited: Path) -> None:
    """A limit that nobody would have met is no difference."""
    done = railbook("diff", limited, "--variant", "hand-limit:cards=110", "-p", house / "limit.py")
    assert (done.code, done.lines[1].split(":")[0]) == (0, "no difference")


def test_a_rule_is_taken_away(house: Path, limited: Path) -> None:
    """`--without` decides the game without the variant: fewer actions are forbidden, so nothing differs."""
    done = railbook("diff", limited, "--without", "hand-limit", "-p", house / "limit.py")
    assert done.code == 0
    assert done.lines[:2] == ["variant hand-limit: 1.0 -> -", "option hand-limit.cards: 15 -> -"]


def test_a_rule_that_was_not_recorded_cannot_be_taken_away(house: Path, whole: Path, limited: Path) -> None:
    """`--without` another variant is wrong usage, and says which ones the game has."""
    done = railbook("diff", limited, "--without", "rich", "-p", house / "limit.py")
    assert (done.code, done.complaint) == (
        2,
        "railbook: the game was not recorded with variant 'rich': it has hand-limit",
    )
    assert railbook("diff", whole, "--without", "rich").complaint.endswith("it has none")


def test_a_tiny_limit_does_not_stop_the_game(house: Path) -> None:
    """Under a limit of the four cards that are dealt, who can claim and draw nothing passes, and the game ends."""
    log = play(house, "tiny", "--seats", "random,greedy,random", "--variant", "hand-limit:cards=4")
    records = records_of(log)
    assert records[-1]["type"] == "end"
    assert records[-1]["reason"] in ("last round", "all passed")
    assert any(record["action"]["type"] == "ttr.pass" for record in records[1:-1])
    assert max(max(hands) for _, hands in with_hands(log)) == 4
    assert railbook("verify", log, "-p", house / "limit.py").code == 0


# What of a recorded header was chosen, and what follows from variants


SETTING = ("-p", "settings.py")


@pytest.mark.parametrize(
    "recorded, changes, expected",
    [
        # What the removed variant had set falls back to the defaults of the game.
        (("--variant", "rich"), ("--without", "rich"), {"option setup.hand": 4, "option end.trains_at_most": 2}),
        # What another variant sets too stays as it is.
        (("--variant", "rich"), ("--without", "rich", "--variant", "short"), {"option setup.hand": 4}),
        (
            ("--variant", "rich", "--variant", "short"),
            ("--without", "rich", "--variant", "poor"),
            {"option setup.hand": 2},
        ),
        # What was chosen by name stays, whichever variants come and go.
        (
            ("--variant", "short", "-o", "setup.hand=6"),
            ("--without", "short"),
            {"option end.trains_at_most": 2},
        ),
        (("-o", "end.trains_at_most=40", "-o", "setup.hand=6"), ("-o", "setup.hand=5"), {"option setup.hand": 5}),
        # A variant added says what it sets.
        (("-o", "tickets.draw=4"), ("--variant", "short"), {"option end.trains_at_most": 40}),
        # A variant that is there gets the option that is given.
        (("--variant", "hand-limit:cards=9"), ("--variant", "hand-limit:cards=8"), {"option hand-limit.cards": 8}),
        (("--variant", "hand-limit:cards=9"), ("--variant", "hand-limit"), {}),
    ],
)
def test_changed_rules_keep_what_was_chosen(
    recorded: tuple[str, ...], changes: tuple[str, ...], expected: dict[str, int], house: Path
) -> None:
    """Options that somebody chose stay; those that only a variant had set go with it."""
    log = play(house, "-".join(recorded).replace(":", "-").replace("--", ""), *recorded)
    words = ("-p", "limit.py", "-p", "settings.py", "--format", "json")
    done = railbook("diff", log, *changes, *words, folder=house)
    assert done.code in (0, 1), done.err
    changed = {name: after for name, _, after in done.document["rules"] if name.startswith("option ")}
    assert changed == expected


def test_what_was_chosen_and_a_new_variant_may_contradict(house: Path) -> None:
    """An option that was chosen by name is not silently overruled by a variant that is added; a new choice is."""
    log = play(house, "chosen", "-o", "setup.hand=6", "-o", "end.trains_at_most=40")
    done = railbook("diff", log, "--variant", "poor", "-p", house / "settings.py")
    assert done.code == 2
    assert "setup.hand" in done.complaint
    assert "contradicts" in done.complaint
    agreed = railbook("diff", log, "--variant", "poor", "-o", "setup.hand=2", "-p", house / "settings.py")
    assert agreed.code == 0
    assert agreed.lines[:2] == ["variant poor: - -> 1.0", "option setup.hand: 6 -> 2"]


def test_variants_that_conflict_are_refused(house: Path) -> None:
    """Two house rules that set one option are refused by name, and nothing is written."""
    words = ("simulate", "ttr-usa", "--out", "conflict", "--variant", "rich", "--variant", "poor", *SETTING)
    done = railbook(*words, folder=house)
    assert done.code == 2
    assert all(word in done.complaint for word in ("'poor'", "'rich'", "setup.hand"))
    assert not (house / "conflict").exists()


def test_an_unknown_option_of_a_variant_offers_the_nearest(house: Path) -> None:
    """`--variant hand-limit:crads=5` names the option that was meant, and a wrong value what it takes."""
    words = ("simulate", "ttr-usa", "--out", "wrong", "-p", "limit.py", "--variant")
    assert "hand-limit.cards" in railbook(*words, "hand-limit:crads=5", folder=house).complaint
    assert "it takes a whole number" in railbook(*words, "hand-limit:cards=few", folder=house).complaint
    assert "twice" in railbook(*words, "hand-limit:cards=5,cards=6", folder=house).complaint


# Ways to name a plugin


def test_games_shows_a_house_rule(house: Path) -> None:
    """`games NAME -p FILE --variant NAME` lists the rule with its id, option and sentence."""
    done = railbook("games", "ttr-usa", "-p", house / "limit.py", "--variant", "hand-limit:cards=7")
    assert done.code == 0
    assert "variants: hand-limit" in done.lines
    assert any(line.split()[:2] == ["hand-limit.cards", "7"] for line in done.lines)
    (rule,) = [line for line in done.lines if line.startswith("hand-limit.full ")]
    assert rule.endswith("Nobody holds more than `cards` train cards.")


def test_a_project_names_its_plugins(limited: Path, house: Path, tmp_path: Path) -> None:
    """`[tool.railbook] plugins` of ./pyproject.toml are loaded without `-p`, once even if named twice."""
    (tmp_path / "limit.py").write_bytes((house / "limit.py").read_bytes())
    settings = tmp_path / "pyproject.toml"
    settings.write_text('[tool.railbook]\nplugins = ["limit.py"]\n', encoding="utf-8")
    assert railbook("verify", limited, folder=tmp_path).code == 0
    assert railbook("verify", limited, "-p", "limit.py", folder=tmp_path).code == 0
    settings.write_text("[tool.railbook]\n", encoding="utf-8")
    assert railbook("verify", limited, folder=tmp_path).code == 3
    settings.write_text('[tool.railbook]\nplugins = "limit.py"\n', encoding="utf-8")
    wrong = railbook("verify", limited, folder=tmp_path)
    assert (wrong.code, "must be a list" in wrong.complaint) == (2, True)
    settings.write_text('[tool.railbook]\nplugins = ["gone.py"]\n', encoding="utf-8")
    assert railbook("verify", limited, folder=tmp_path).complaint.endswith("plugin gone.py: there is no such file")


def test_a_module_is_a_plugin(limited: Path, house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`-p` takes the name of a module that can be imported, too."""
    (tmp_path / "house_of_limits.py").write_bytes((house / "limit.py").read_bytes())
    monkeypatch.syspath_prepend(tmp_path)
    assert railbook("verify", limited, "-p", "house_of_limits").code == 0


def test_a_broken_rule_is_one_line(house: Path, tmp_path: Path) -> None:
    """PLG-04: a house rule that changes what is not there is refused before a game begins."""
    (tmp_path / "odd.py").write_text(
        HAND_LIMIT.replace("variant.validator(DrawCard, ", "variant.replace_validator("), encoding="utf-8"
    )
    done = railbook("simulate", "ttr-usa", "--out", "x", "-p", "odd.py", "--variant", "hand-limit", folder=tmp_path)
    assert done.code == 2
    assert all(word in done.complaint for word in ("'hand-limit'", "'hand-limit.full'", "no such entry"))
    assert json.dumps(sorted(path.name for path in tmp_path.iterdir())) == '["odd.py"]'
