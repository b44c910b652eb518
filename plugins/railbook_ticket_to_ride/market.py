"""The draw pile and the display: turning up cards, reshuffling, refilling and the locomotive flush (TTR-D9, TTR-M)."""

from __future__ import annotations

from collections.abc import Callable, Generator

from railbook.chance import Chance, UnknownOutcome
from railbook.rules.layer import NOTHING, Flow
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Event, Visible
from railbook_ticket_to_ride.cards import UNSEEN
from railbook_ticket_to_ride.events import DisplayFlushed, Reshuffled, SlotFilled
from railbook_ticket_to_ride.family import TICKET_TO_RIDE
from railbook_ticket_to_ride.map_format import LOCOMOTIVE
from railbook_ticket_to_ride.options import Draw, Market
from railbook_ticket_to_ride.table import Table

FACE_UP = "ttr.face-up"
TICKET_TO_RIDE.outcome(FACE_UP, Visible.PUBLIC)

FLUSH_SEEN = "ttr.flush-seen"
"""In a partial record that does not tell the display: whether it was flushed."""
TICKET_TO_RIDE.outcome(FLUSH_SEEN, Visible.PUBLIC)


def turn_card(
    rules: Ruleset, state: Table, chance: Chance, label: str, seat: int | None, make: Callable[[str | None], Event]
) -> Generator[Event, None, bool]:
    """Let the top card of the draw pile leave it, as the event that `make` gives; tells whether there was one.

    In a partial record the card may be unknown: `make` gets `None` then.
    The discard pile becomes the draw pile when a card is needed from an empty one (TTR-D9, option `draw.reshuffle`).
    """
    if state.draw_pile.size == 0:
        if not state.discard:
            return False
        yield Reshuffled(state.discarded)
    yield make(chance.draw_unseen(label, state.draw_pile.kinds, seat))
    if rules.options(Draw).reshuffle == "eager" and state.draw_pile.size == 0 and state.discard:
        yield Reshuffled(state.discarded)
    return True


@TICKET_TO_RIDE.query("ttr.fill-display")
def fill_display(rules: Ruleset, state: Table, chance: Chance, only: int | None = None) -> Generator[Event, None, None]:
    """Fill empty slots in the order of their numbers, as far as cards reach, then flush if due (TTR-M2, TTR-M3).

    A face-up card that is taken is replaced in its own slot, so then it is `only` that slot (TTR-D2).
    """
    filled = (yield from _fill(rules, state, chance, only)) if None in state.display else False
    while _due(rules, state, chance) if UNSEEN not in state.display else filled and _flush_seen(rules, state, chance):
        yield DisplayFlushed(state.face_up)
        filled = yield from _fill(rules, state, chance)


def _due(rules: Ruleset, state: Table, chance: Chance) -> bool:
    """Tell whether a display that is known is flushed; where cards that nobody saw decide, the record may tell it."""
    try:
        return flush_is_due(rules, state)
    except UnknownOutcome:
        return chance.draw_if_told(FLUSH_SEEN, {"flush": 1, "stay": 1}) == "flush"


def _flush_seen(rules: Ruleset, state: Table, chance: Chance) -> bool:
    """Ask a partial record, which does not tell the display, whether there was a flush; unless it is known."""
    market = rules.options(Market)
    known, unseen = state.face_up.count(LOCOMOTIVE), state.face_up.count(UNSEEN)
    if known + unseen < market.flush_at or (isinstance(market.flush_limit, int) and not may_flush(rules, state)):
        return False
    return chance.draw_unseen(FLUSH_SEEN, {"flush": 1, "stay": 1}) == "flush"


def _fill(rules: Ruleset, state: Table, chance: Chance, only: int | None = None) -> Generator[Event, None, bool]:
    filled = False
    for slot in range(1, len(state.display) + 1) if only is None else (only,):
        if state.display[slot - 1] is not None:
            continue
        there_was_one = yield from turn_card(
            rules,
            state,
            chance,
            FACE_UP,
            None,
            lambda card, slot=slot: SlotFilled(slot, card or UNSEEN),  # type: ignore[misc]
        )
        if not there_was_one:
            break
        filled = True
    return filled


@TICKET_TO_RIDE.query("ttr.flush-is-due")
def flush_is_due(rules: Ruleset, state: Table) -> bool:
    """Tell whether the display is flushed now, perhaps not for the first time in a row (TTR-M3 to M6, Q01, Q02)."""
    market = rules.options(Market)
    if state.display.count(LOCOMOTIVE) < market.flush_at:
        return False
    face_up = state.face_up
    if len(face_up) < market.size and not market.flush_on_short_display:
        return False
    if isinstance(market.flush_limit, int):
        return may_flush(rules, state)
    if rules.options(Draw).reshuffle == "eager" and _two_displays_alternate(state, market.size, market.flush_at):
        return False
    return not _flush_is_useless(state, market.size, market.flush_at)


def may_flush(rules: Ruleset, state: Table) -> bool:
    """Tell whether a limit of flushes in a row, and the cards left, allow one more (Q01)."""
    limit = rules.options(Market).flush_limit
    return not isinstance(limit, int) or (state.flushes < limit and bool(state.draw_pile.size or state.discard))


def _flush_is_useless(state: Table, slots: int, flush_at: int) -> bool:
    """TTR-M5: whether every display that could come would be flushed again.

    With P cards in display, draw pile and discard pile, N of them no locomotives, and k the smaller of the number
    of slots and P, every display holds at least k - N locomotives.
    """
    cards = dict(state.draw_pile.kinds)
    for pile in (state.discard, {card: state.face_up.count(card) for card in state.face_up}):
        for kind, count in pile.items():
            cards[kind] = cards.get(kind, 0) + count
    hidden = state.draw_pile.unknown
    all_cards = sum(cards.values()) + hidden
    coloured = sum(cards.values()) - cards.get(LOCOMOTIVE, 0)
    most = min(slots, all_cards) - flush_at
    # In a partial record so many cards of the pile are of unknown kinds, or gone (fewer than 0) with unknown ones.
    fewest, greatest = max(0, coloured + min(0, hidden)), min(all_cards, coloured + max(0, hidden))
    if fewest <= most < greatest:
        raise UnknownOutcome("whether a flush could help depends on cards that nobody recorded")
    return greatest <= most


def _two_displays_alternate(state: Table, slots: int, flush_at: int) -> bool:
    """TTR-M5 under Q04 `eager`: whether the draw pile is the next display, which is flushed for this one and so on.

    The last card that fills the display empties the draw pile, and the cards flushed before become it at once: then
    the same two displays come in turn for ever, which TTR-M6 does not foresee.
    """
    pile = state.draw_pile
    if state.discard or pile.size != slots:
        return False
    known = pile.kinds.get(LOCOMOTIVE, 0)
    fewest, most = known + min(0, pile.unknown), known + max(0, pile.unknown)
    if fewest < flush_at <= most:
        raise UnknownOutcome("whether two displays flush each other depends on cards that nobody recorded")
    return fewest >= flush_at


@TICKET_TO_RIDE.step("ttr.refill")
def refill(rules: Ruleset, state: Table, chance: Chance) -> Flow:
    """Empty slots are filled once the action is over (TTR-T6 point 5, option `market.refill`)."""
    return fill_display(rules, state, chance) if rules.options(Market).refill == "always" or state.claimed else NOTHING
