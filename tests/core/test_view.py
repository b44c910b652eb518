"""What a seat sees: hidden things are hidden everywhere, and what it may do follows from what it sees."""

from collections.abc import Callable
from typing import Any, cast

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbook import BySeat, Counted, Hidden, Layer, Private, Public, Visible
from railbook.engine.core_layer import Withdraw
from railbook.engine.play import legal_actions
from railbook.engine.state import Commitment, Waits, copy, encode
from railbook.engine.view import reveals, view, view_of_action, view_of_chance, view_of_events
from railbook.log.canonical import Codec
from railbook.log.records import Ply
from railbook.recording.game import Illegal
from railbook.rules.types import Action, Event, Outcome, SetUp
from railbook.rules.visibility import is_public, seen
from tests.core.tables import Played, documents, rules_of
from tests.core.tiny import Bet, Draw, Lay, Pass, Throw
from tests.core.tiny_table import PEBBLES, Beach, BetPlaced, Drawn, Laid, Pile, Spot
from tests.core.tiny_variants import GULLS, variants

NOBODY = None
"""The viewer who is no seat: a spectator."""


def record(game: Played, line: int = -1) -> Ply[Any, Any]:
    """Read a ply of a game back from its log."""
    return cast(Ply[Any, Any], Codec(game.rules).read(game.lines[line][:-1]).record)


def no_bets(*layers: Layer[Any], seed: int = 0, **options: Any) -> Played:
    """Begin a game without bets."""
    given_options = {"peb.bets": False, **{f"peb.{name}": value for name, value in options.items()}}
    return Played(rules_of(*layers, options=given_options), seed)


def open_layer() -> Layer[Beach]:
    """Give a variant played with open hands."""
    layer: Layer[Beach] = Layer("open", game=PEBBLES)
    layer.visible(Spot, "hand", Visible.PUBLIC)
    layer.visible(Drawn, "kind", Visible.PUBLIC)
    return layer


# --------------------------------------------------------------------------------------------------------------- states


def test_hands_are_counted_and_the_bag_is_hidden() -> None:
    """The own hand is seen, other hands and the bag only by their size; the spectator sees no hand."""
    game = no_bets()
    own = game.state.seats[0].hand
    shown = view(game.rules, game.state, 0)
    assert shown.seats[0].hand == own
    assert own.unknown == 0
    assert shown.seats[1].hand == Pile({}, 2)
    assert shown.bag == Pile({}, game.state.bag.size)
    assert [spot.hand for spot in view(game.rules, game.state, NOBODY).seats] == [Pile({}, 2)] * 2


def test_commitments_and_bets_are_secret() -> None:
    """That a seat has chosen is public, what is not; a bet stays the seat's own secret afterwards."""
    game = Played(rules_of(seats=3))
    game.act(1, Bet("jet"))
    committed = game.state.committed
    assert committed == [Commitment(1, {"type": "peb.bet", "kind": "jet"})]
    assert view(game.rules, game.state, 1).committed == committed
    for viewer in (0, 2, NOBODY):
        assert view(game.rules, game.state, viewer).committed == [Commitment(1, None)]
    game.act(0, Bet("agate"))
    game.act(2, Bet("flint"))
    assert [spot.bet for spot in game.state.seats] == ["agate", "jet", "flint"]
    assert [spot.bet for spot in view(game.rules, game.state, 1).seats] == [None, "jet", None]


def test_a_view_has_the_type_of_the_state_and_is_its_own() -> None:
    """A view can be encoded and read back as a state, and making it leaves the state as it was."""
    game = Played(rules_of(*variants, seats=4), seed=3)
    while not game.game.over:
        game.step()
        before = encode(game.state)
        for viewer in (0, 3, NOBODY):
            shown = view(game.rules, game.state, viewer)
            assert type(shown) is Beach
            assert copy(game.rules, shown) == shown
            assert view(game.rules, shown, viewer) == shown
        assert encode(game.state) == before


def swapped(state: Beach, mine: int, other: int) -> list[Beach]:
    """Give states that differ from this one only in what seat `mine` cannot know, as far as one swap goes."""
    found = []
    for kind in state.seats[other].hand.kinds:
        for bagged in state.bag.kinds:
            if kind != bagged:
                changed = msgspec.msgpack.decode(encode(state), type=Beach)
                changed.seats[other].hand.take(kind)
                changed.seats[other].hand.put(bagged)
                changed.bag.take(bagged)
                changed.bag.put(kind)
                changed.seats[other].bet = "jet"
                found.append(changed)
    return found


@settings(max_examples=20)
@given(st.integers(0, 2**32), st.integers(2, 4))
def test_views_tell_nothing_that_a_seat_cannot_know(seed: int, seats: int) -> None:
    """Positions that differ only in other hands, bets and the bag look the same, byte by byte (LOG-13)."""
    game, different = Played(rules_of(seats=seats), seed), 0
    while not game.game.over:
        game.step()
        for other in range(1, seats):
            for changed in swapped(game.state, 0, other):
                different += encode(changed) != encode(game.state)
                assert encode(view(game.rules, changed, 0)) == encode(view(game.rules, game.state, 0))
                assert encode(view(game.rules, changed, NOBODY)) == encode(view(game.rules, game.state, NOBODY))
    assert different


@settings(max_examples=20)
@given(st.integers(0, 2**32), st.integers(2, 4), st.booleans())
def test_a_seat_may_do_the_same_by_its_view(seed: int, seats: int, varied: bool) -> None:
    """The legal actions of a seat are the same, in the same order, on its view as on the full state."""
    game = Played(rules_of(*(variants if varied else ()), seats=seats), seed)
    while not game.game.over:
        for seat in range(seats):
            by_view = list(legal_actions(game.rules, view(game.rules, game.state, seat), seat))
            assert by_view == list(legal_actions(game.rules, game.state, seat))
            assert bool(by_view) == (seat in game.state.to_act)
        game.step()


def test_a_layer_changes_who_sees_a_field() -> None:
    """Open hands are seen by all, in states, events and chance that the layer opens; the bag stays hidden."""
    layer = open_layer()
    game = no_bets(layer)
    shown = view(game.rules, game.state, 1)
    assert shown.seats[0].hand == game.state.seats[0].hand
    assert shown.bag.kinds == {}
    game.act(0, Draw())
    drawn = record(game).events[0]
    assert view_of_events(game.rules, 0, [drawn], 1) == [drawn]
    assert view_of_events(rules_of(), 0, [drawn], 1) == [Drawn(0, None)]


def test_slices_of_variants_are_seen_by_their_own_marks() -> None:
    """The state of a variant is shown field by field like any other."""

    class Secret(msgspec.Struct):
        told: Public[int] = 1
        kept: Hidden[int | None] = 2

    layer: Layer[Beach] = Layer("secret", game=PEBBLES, state=Secret)
    game = no_bets(layer)
    assert view(game.rules, game.state, 0).slices == {"Secret": Secret(1, None)}
    assert game.state.slices == {"Secret": Secret(1, 2)}


# ---------------------------------------------------------------------------------------------------------------- marks


class Inner(msgspec.Struct, frozen=True):
    """A struct with a secret."""

    open: Public[int] = 1
    own: Private[int | None] = 2
    none: Hidden[int | None] = 3


class Strata(msgspec.Struct, frozen=True):
    """A struct that knows by itself what a seat may see of it."""

    items: list[str | None]
    known_to: tuple[int, ...]

    def seen_by(self, viewer: int | None, owner: int | None) -> "Strata":
        """Show the items to those who know them."""
        return self if viewer in self.known_to else Strata([None] * len(self.items), self.known_to)


class Everything(msgspec.Struct, frozen=True, kw_only=True):
    """A struct with every kind of mark."""

    seat: Public[int] = 1
    inner: Public[Inner] = Inner()
    listed: Public[list[Inner]] = msgspec.field(default_factory=lambda: [Inner()])
    paired: Public[tuple[Inner, ...]] = (Inner(),)
    named: Public[dict[str, Inner]] = msgspec.field(default_factory=lambda: {"x": Inner()})
    owned: Private[Inner | None] = Inner()
    pile: Private[Pile | None] = msgspec.field(default_factory=lambda: Pile({"jet": 2}))
    hand: Counted[Pile] = msgspec.field(default_factory=lambda: Pile({"jet": 2}))
    cards: Counted[list[str | None]] = msgspec.field(default_factory=lambda: ["a", "b"])
    secret: Counted[str | None] = "s"
    gone: Hidden[Pile] = msgspec.field(default_factory=lambda: Pile({"jet": 2}))
    lost: Hidden[list[str] | None] = msgspec.field(default_factory=lambda: ["a"])
    strata: Public[list[Strata]] = msgspec.field(default_factory=lambda: [Strata(["a"], (0,)), Strata(["b"], (1,))])


class Table(msgspec.Struct, frozen=True):
    """A public list by seat."""

    spots: BySeat[list[Inner]]


OWN, OTHERS = Inner(1, 2, None), Inner(1, None, None)


def test_each_mark_shows_what_it_says() -> None:
    """What the owner, others and spectators see of every kind of field, at any depth."""
    thing = Everything()
    for viewer in (0, NOBODY, 1):
        own = viewer == 1
        inner = OWN if own else OTHERS
        assert seen(thing, viewer, None) == Everything(
            seat=1,
            inner=inner,
            listed=[inner],
            paired=(inner,),
            named={"x": inner},
            owned=OWN if own else None,
            pile=Pile({"jet": 2}) if own else None,
            hand=Pile({"jet": 2}) if own else Pile({}, 2),
            cards=["a", "b"] if own else [None, None],
            secret="s" if own else None,
            gone=Pile({}, 2),
            lost=None,
            strata=[Strata(["a"] if viewer == 0 else [None], (0,)), Strata(["b"] if own else [None], (1,))],
        )


def test_by_seat_gives_each_element_its_owner() -> None:
    """In a list by seat, element *i* belongs to seat *i*."""
    table = Table([Inner(), Inner()])
    assert seen(table, 0, None) == Table([OWN, OTHERS])
    assert seen(table, NOBODY, None) == Table([OTHERS, OTHERS])


def test_what_belongs_to_no_seat_is_seen_by_none() -> None:
    """Private means nobody where no seat encloses the field: closed by default."""
    assert seen(Inner(), 0, None) == seen(Inner(), NOBODY, None) == OTHERS
    assert seen(Inner(), 0, 0) == OWN
    assert seen(Inner(), 0, 0, {(Inner, "none"): Visible.PUBLIC}) == Inner()


# ----------------------------------------------------------------------------------------------------------- plies


def test_actions_of_others() -> None:
    """A choice that is not effective yet is not shown at all; afterwards it is shown by the marks of its fields."""
    game = Played(rules_of())
    game.act(0, Bet("jet"))
    first = record(game)
    assert view_of_action(game.rules, 0, first.action, first.events, 0) == Bet("jet")
    assert view_of_action(game.rules, 0, first.action, first.events, 1) is None
    assert view_of_action(game.rules, 0, first.action, first.events, NOBODY) is None
    assert view_of_events(game.rules, 0, first.events, 1)[0] == msgspec.structs.replace(first.events[0], action=None)
    game.act(1, Bet("flint"))
    last = record(game)
    assert view_of_action(game.rules, 1, last.action, last.events, 0) == Bet(None)
    assert view_of_action(game.rules, 1, last.action, last.events, 1) == Bet("flint")
    placed = [event for event in view_of_events(game.rules, 1, last.events, 0) if isinstance(event, BetPlaced)]
    assert placed == [BetPlaced(0, "jet"), BetPlaced(1, None)]


def test_public_actions_are_seen_by_all() -> None:
    """What happens in the open looks the same to everybody."""
    game = no_bets()
    kind = next(iter(game.state.seats[0].hand.kinds))
    game.act(0, Lay(kind, 1))
    ply = record(game)
    for viewer in (0, 1, NOBODY):
        assert view_of_action(game.rules, 0, ply.action, ply.events, viewer) == Lay(kind, 1)
        assert view_of_events(game.rules, 0, ply.events, viewer) == ply.events
    assert view_of_action(game.rules, None, SetUp(), [], NOBODY) == SetUp()


def test_outcomes_are_seen_by_their_label() -> None:
    """A public outcome is seen by all, one at a seat by that seat, one without a declaration by nobody."""
    chance: list[tuple[str, Outcome]] = [
        ("peb.tide", ["jet"]),
        ("peb.drawn@1", "jet"),
        ("peb.drawn", "flint"),
        ("undeclared", 1),
        ("undeclared@0", 1),
    ]
    rules = rules_of()
    shown: dict[int | None, list[Outcome]] = {
        viewer: [outcome for _label, outcome in view_of_chance(rules, 0, chance, viewer)] for viewer in (0, 1, NOBODY)
    }
    assert shown == {
        0: [["jet"], None, "flint", None, None],
        1: [["jet"], "jet", None, None, None],
        NOBODY: [["jet"], None, None, None, None],
    }
    assert [label for label, _ in view_of_chance(rules, None, chance, NOBODY)] == [label for label, _ in chance]
    assert view_of_chance(rules, None, [("peb.drawn", "jet")], NOBODY) == [("peb.drawn", None)]


@settings(max_examples=10)
@given(st.integers(0, 2**32))
def test_the_log_as_a_seat_sees_it_holds_no_secret(seed: int) -> None:
    """In all views of plies of a game, no seat finds what another drew or bet, in no field (LOG-13)."""
    game = Played(rules_of(*variants, seats=3), seed)
    while not game.game.over:
        line = len(game.lines)
        game.step()
        ply = record(game, line)
        for viewer in range(3):
            for event in view_of_events(game.rules, ply.seat, ply.events, viewer):
                if isinstance(event, Drawn | BetPlaced):
                    assert (event.kind is None) == (event.seat != viewer)
            for label, outcome in view_of_chance(game.rules, ply.seat, ply.chance, viewer):
                if label.startswith("peb.drawn"):
                    assert (outcome is None) == (label != f"peb.drawn@{viewer}")


# --------------------------------------------------------------------------------------------------------- undo barrier


def lay_one(game: Played) -> Ply[Any, Any]:
    """Let seat 0 lay a pebble."""
    game.act(0, Lay(next(iter(game.state.seats[0].hand.kinds)), 1))
    return record(game)


def after(game: Played, seat: int, action: Action) -> Ply[Any, Any]:
    """Give the ply in which a seat takes an action."""
    game.act(seat, action)
    return record(game)


def withdrawn() -> Ply[Any, Any]:
    """Give the ply in which a seat takes its choice back."""
    game = Played(rules_of())
    game.act(1, Bet("jet"))
    return after(game, 1, Withdraw())


@pytest.mark.parametrize(
    "ply, barrier",
    [
        pytest.param(lambda: lay_one(no_bets()), False, id="in-the-open"),
        pytest.param(lambda: lay_one(no_bets(GULLS)), True, id="public-die"),
        pytest.param(lambda: after(no_bets(), 0, Draw()), True, id="own-draw"),
        pytest.param(lambda: after(Played(rules_of()), 1, Bet("jet")), True, id="secret-choice"),
        pytest.param(withdrawn, False, id="choice-taken-back"),
        pytest.param(lambda: record(no_bets(), 1), True, id="set-up"),
    ],
)
def test_what_reveals_something_is_a_barrier(ply: Callable[[], Ply[Any, Any]], barrier: bool) -> None:
    """A ply with chance, or with an event that not everybody sees all of, cannot be undone; any other can (LOG-09)."""
    rules = rules_of(GULLS)
    assert reveals(rules, ply().chance, ply().events) is barrier


def test_a_secret_deep_inside_is_a_secret() -> None:
    """An event is public only if everything inside it is, at any depth."""

    class Told(Event, frozen=True, tag="test.told"):
        seat: Public[int]
        what: Public[list[Inner]]

    class Shown(Event, frozen=True, tag="test.shown"):
        what: Public[dict[str, Strata]]

    assert is_public(Laid, {})
    assert is_public(Waits, {})
    assert not is_public(Drawn, {})
    assert is_public(Drawn, {(Drawn, "kind"): Visible.PUBLIC})
    assert not is_public(Laid, {(Laid, "kind"): Visible.OWNER})
    assert not is_public(Told, {})
    assert is_public(Told, {(Inner, "own"): Visible.PUBLIC, (Inner, "none"): Visible.PUBLIC})
    assert not is_public(Shown, {})


def test_an_undo_stops_at_the_barrier() -> None:
    """The own last ply is taken back if it revealed nothing, and the same action then gives the same ply (LOG-09)."""
    game = no_bets()
    lay_one(game)
    before = game.lines[-1]
    with pytest.raises(Illegal, match=r"core\.undo-not-yours"):
        game.game.undo(1)
    assert game.game.undo(0) == 1
    lay_one(game)
    assert documents(game.lines[-1]) == documents(before)
    game = no_bets()
    for action in (Draw(), Throw(next(iter(game.state.seats[1].hand.kinds)))):
        seat = game.state.to_act[0]
        game.act(seat, action)
        with pytest.raises(Illegal, match=r"core\.undo-barrier"):
            game.game.undo(seat)
    with pytest.raises(Illegal, match=r"peb\.can-act"):
        game.act(0, Pass())
