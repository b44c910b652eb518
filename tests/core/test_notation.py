"""Typed actions: layers give verbs to action types, text is read into actions and written back, faults help."""

from __future__ import annotations

import pytest

from railbook import Action, Layer
from railbook.engine.play import legal_actions
from railbook.rules import notation
from railbook.rules.compose import LayerConflict
from railbook.rules.notation import NotationError
from railbook.rules.ruleset import Ruleset
from tests.core.tables import rules_of, under_way
from tests.core.tiny import Draw, Lay, Throw
from tests.core.tiny_table import PEBBLES, Beach

Words = tuple[str, ...]


def read_draw(rules: Ruleset, state: Beach, seat: int, words: Words) -> Draw:
    """Read `draw`."""
    notation.nothing_more(words)
    return Draw()


def read_lay(rules: Ruleset, state: Beach, seat: int, words: Words) -> Lay:
    """Read `lay KIND NUMBER`."""
    kinds = {kind: kind for kind in ("flint", "jet", "chert")}
    return Lay(notation.one_of(words[0] if words else "", kinds, "kind"), notation.whole_number(words[1:], "how many"))


def write_lay(rules: Ruleset, state: Beach, seat: int, action: Lay) -> str:
    """Write kind and number."""
    return f"{action.kind} {action.count}"


@pytest.fixture
def typed(house: Layer[Beach]) -> Layer[Beach]:
    """Give a variant in which drawing and laying can be typed."""
    house.notation(Draw, "draw", read=read_draw, write=lambda rules, state, seat, action: "")
    house.notation(Lay, "lay", "KIND NUMBER", read=read_lay, write=write_lay)
    return house


def test_actions_are_typed(typed: Layer[Beach]) -> None:
    """What is typed is the action that is meant, whatever the case of the verb; other words are no action."""
    game = under_way(typed)
    assert notation.read(game.rules, game.state, 0, "LAY Jet 2") == Lay("jet", 2)
    assert notation.read(game.rules, game.state, 0, "  draw ") == Draw()
    assert notation.read(game.rules, game.state, 0, "laying jet 2") is None
    assert notation.read(game.rules, game.state, 0, "") is None
    assert notation.write(game.rules, game.state, 0, Lay("jet", 2)) == "lay jet 2"
    assert notation.write(game.rules, game.state, 0, Draw()) == "draw"
    assert [known.form for known in notation.verbs(game.rules, game.state).values()] == ["draw", "lay KIND NUMBER"]


def test_without_notation(house: Layer[Beach]) -> None:
    """In a game without a notation nothing is read, and nothing is written."""
    game = under_way(house)
    assert notation.read(game.rules, game.state, 0, "draw") is None
    assert [
        notation.write(game.rules, game.state, 0, action) for action in legal_actions(game.rules, game.state, 0)
    ] == ["" for _ in legal_actions(game.rules, game.state, 0)]


def test_verb_of_another_step(typed: Layer[Beach]) -> None:
    """A verb that answers another question is refused with those that answer this one."""
    game = under_way(typed)
    game.state.asked = "peb.bets"
    with pytest.raises(NotationError, match=r"^draw is not asked for now, but nothing that is typed$"):
        notation.read(game.rules, game.state, 0, "draw")


def test_notation_is_said_again(typed: Layer[Beach]) -> None:
    """A later layer may type an action otherwise, as it may say it in other words."""
    other = Layer("other", game=PEBBLES, after=["house"])
    other.notation(Draw, "take", read=read_draw, write=lambda rules, state, seat, action: "")
    game = under_way(typed, other)
    assert notation.write(game.rules, game.state, 0, Draw()) == "take"
    assert notation.read(game.rules, game.state, 0, "draw") is None


def test_two_actions_with_one_verb(typed: Layer[Beach]) -> None:
    """Two action types that begin alike are refused by name; one that was dropped is in nobody's way."""
    typed.notation(Throw, "draw", read=read_draw, write=lambda rules, state, seat, action: "")  # type: ignore[arg-type]
    with pytest.raises(LayerConflict, match=r"peb\.draw and peb\.throw are both typed 'draw'"):
        rules_of(typed)
    typed.drop_action(Throw)
    assert {notation.verb for notation in rules_of(typed).notations.values()} == {"draw", "lay"}


@pytest.mark.parametrize(
    "text, said",
    [
        ("draw jet", "nothing follows here: leave out 'jet'"),
        ("lay", "there is no kind '' (there are flint, jet, chert)"),
        ("lay jett 1", "there is no kind 'jett' (did you mean jet?)"),
        ("lay x 1", "there is no kind 'x' (there are flint, jet, chert)"),
        ("lay jet", "a number is expected: how many"),
        ("lay jet 1 2", "a number is expected: how many"),
        ("lay jet -1", "'-1' is no whole number: how many"),
        ("lay jet ²", "'²' is no whole number: how many"),
        ("lay jet 1234567890", "'1234567890' is no whole number: how many"),
    ],
)
def test_faults(typed: Layer[Beach], text: str, said: str) -> None:
    """What is no action is refused in one line that says what was expected."""
    game = under_way(typed)
    with pytest.raises(NotationError) as refused:
        notation.read(game.rules, game.state, 0, text)
    assert str(refused.value) == said


def test_long_lines_are_cut(typed: Layer[Beach]) -> None:
    """However long a line is, what is said about it stays short."""
    game = under_way(typed)
    for text in (
        "draw " + "x" * 100_000,
        "lay " + "y" * 100_000 + " 1",
        "lay jet " + "1" * 100_000,
        "draw" + " x" * 100_000,
    ):
        with pytest.raises(NotationError) as refused:
            notation.read(game.rules, game.state, 0, text)
        assert len(str(refused.value)) < 200


NAMES = {"St. Louis": "a", "Saint Étienne": "b", "Steubenville": "c", "South Bend": "d", "South": "e"}


@pytest.mark.parametrize(
    "word, found",
    [
        ("st louis", "a"),
        ("ST-LOUIS", "a"),
        ("saint-etienne", "b"),
        ("steub", "c"),
        ("south", "e"),
        ("southb", "d"),
        ("sa", "b"),
    ],
)
def test_names(word: str, found: str) -> None:
    """Names are found without case, accents, dots and hyphens; by their beginning, unless that is another name."""
    assert notation.one_of(word, NAMES, "town") == found


@pytest.mark.parametrize(
    "word, said",
    [
        ("st", "'st' may be St. Louis or Steubenville: type more of it"),
        ("Lewis", "there is no town 'Lewis' (there are St. Louis, Saint Étienne, Steubenville, South Bend, South)"),
        ("Steubenvile", "there is no town 'Steubenvile' (did you mean Steubenville?)"),
        ("!", "there is no town '!' (there are St. Louis, Saint Étienne, Steubenville, South Bend, South)"),
    ],
)
def test_names_that_are_none(word: str, said: str) -> None:
    """A name that is unknown or names several is refused with those that it may mean."""
    with pytest.raises(NotationError) as refused:
        notation.one_of(word, NAMES, "town")
    assert str(refused.value) == said


def test_many_names_are_not_listed() -> None:
    """Where there are many names and none comes near, none is listed."""
    assert notation.near("zzz", [f"place {number}" for number in range(100)]) == ""


@pytest.mark.parametrize(
    "name, word",
    [
        ("St. Louis", "st-louis"),
        ("Coeur d'Alene", "coeur-dalene"),
        ("Zürich  HB", "zurich-hb"),
        ("Łódź", "łodz"),
        ("…", ""),
    ],
)
def test_slugs(name: str, word: str) -> None:
    """A name is written as one word that names it again."""
    assert notation.slug(name) == word
    assert not word or notation.one_of(word, {name: "it"}, "town") == "it"


def test_notation_answers_only_its_type(typed: Layer[Beach]) -> None:
    """Every legal action that has a notation is written and read back as itself."""
    game = under_way(typed)
    actions: list[Action] = [
        action for action in legal_actions(game.rules, game.state, 0) if type(action) in (Draw, Lay)
    ]
    assert {type(action) for action in actions} == {Draw, Lay}
    for action in actions:
        text = notation.write(game.rules, game.state, 0, action)
        assert notation.read(game.rules, game.state, 0, text) == action
