"""The test of section 8: exactly what an exhaustive search over small decks finds, with and without reshuffles."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbook_ticket_to_ride.unseen.epochs import Undecided, choose
from railbook_ticket_to_ride.unseen.ledger import Unit
from railbook_ticket_to_ride.unseen.shifting import Shifting
from tests.plugins.ticket_to_ride.partial.small import falsify, first_impossible, first_refuted, play, possible

seeds = st.integers(0, 2**32)


def compare(seed: int, reshuffles: int) -> bool:
    """Compare both on a game and on a forgery of it; tells whether the forgery was one."""
    events = play(seed, reshuffles)
    assert first_refuted(events) is None
    forged = falsify(events, random.Random(seed))
    expected = first_impossible(forged)
    assert first_refuted(forged) == expected
    return expected is not None


def test_forgeries_are_found_where_no_deal_is_left() -> None:
    """BGA-A7, BGA-A8: true games pass, and a forged one is refuted at the very event after which no deal fits."""
    found = [compare(seed, seed % 4) for seed in range(150)]
    assert 20 < sum(found) < len(found)


@pytest.mark.slow
@settings(max_examples=3000)
@given(seeds, st.integers(0, 3))
def test_many_small_games(seed: int, reshuffles: int) -> None:
    """The same for as many games as hypothesis likes."""
    compare(seed, reshuffles)


units = st.lists(st.tuples(st.integers(0, 1), st.sampled_from("rb"), st.integers(0, 2)), min_size=1, max_size=6)
rooms = st.lists(st.fixed_dictionaries({"r": st.integers(0, 3), "b": st.integers(0, 3)}), min_size=3, max_size=3)


def by_trying(wanted: list[Unit], left: list[dict[str, int]], chosen: tuple[int, ...] = ()) -> bool:
    """Try every epoch for every unit."""
    if len(chosen) == len(wanted):
        return True
    unit = wanted[len(chosen)]
    for epoch, room in enumerate(unit.room):
        served = [each for each, at in zip(wanted, chosen, strict=False) if at == epoch]
        row = sum(each.holder == unit.holder for each in served)
        column = sum(each.kind == unit.kind for each in served)
        if row < room and column < left[epoch][unit.kind] and by_trying(wanted, left, (*chosen, epoch)):
            return True
    return False


@settings(max_examples=60)
@given(units, rooms, st.integers(2, 3), st.lists(st.integers(0, 2), min_size=6, max_size=6))
def test_epochs_are_chosen_where_a_choice_exists(
    wanted: list[tuple[int, str, int]], left: list[dict[str, int]], epochs: int, growth: list[int]
) -> None:
    """Flow for two epochs and search for three agree with trying everything; shifting is right where it answers."""
    received = {0: [0] * epochs, 1: [0] * epochs}
    made = []
    for (holder, kind, epoch), more in zip(wanted, growth, strict=False):
        received[holder][min(epoch, epochs - 1)] += more
        made.append(Unit(holder, kind, tuple(received[holder])))
    there_is = by_trying(made, left[:epochs])
    assert (choose(made, left[:epochs]) is not None) == there_is
    assert there_is or Shifting(made, left[:epochs]).choice() is None


def test_a_search_is_given_up() -> None:
    """Behind the step limit the answer is neither yes nor no."""
    many = [Unit(0, kind, (9, 9, 9)) for kind in "rb" * 6]
    with pytest.raises(Undecided):
        choose(many, [{"r": 1, "b": 4}, {"r": 1, "b": 1}, {"r": 3, "b": 3}], limit=5)


def test_exhaustive_search_itself() -> None:
    """BGA-X09: with all red ones located, one unknown card of the first pile cannot be red (the oracle says so)."""
    events = play(3, 0)
    assert possible(events)
