"""Drawing train cards: picks from the display or unseen from the pile, and what a locomotive counts (TTR-D)."""

from __future__ import annotations

from collections.abc import Iterator

from railbook.chance import Chance, ChanceFault
from railbook.engine.play import can_answer
from railbook.rules.layer import NOTHING, Flow
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Ask, Unknown, Visible, then
from railbook_ticket_to_ride.actions import DrawCard, StopDrawing
from railbook_ticket_to_ride.cards import UNSEEN
from railbook_ticket_to_ride.events import CardDrawn, CardTaken, PicksUsed
from railbook_ticket_to_ride.family import TICKET_TO_RIDE
from railbook_ticket_to_ride.map_format import LOCOMOTIVE
from railbook_ticket_to_ride.market import fill_display, turn_card
from railbook_ticket_to_ride.options import Draw
from railbook_ticket_to_ride.table import Table
from railbook_ticket_to_ride.turns import TURN

NEXT_PICK = "ttr.next-pick"
"""The step that asks for the second pick."""

DRAWN = "ttr.drawn"
TICKET_TO_RIDE.outcome(DRAWN, Visible.OWNER)

TAKEN = "ttr.taken"
"""In a partial record that does not tell the display: which card was taken from it."""
TICKET_TO_RIDE.outcome(TAKEN, Visible.PUBLIC)

FACE_UP_LOCOMOTIVE = "ttr.face-up-locomotive"


@TICKET_TO_RIDE.query("ttr.picks-of")
def picks_of(rules: Ruleset, state: Table, card: str) -> int:
    """How many picks a face-up card counts for: a locomotive counts as both (TTR-D3)."""
    return rules.options(Draw).picks if card == LOCOMOTIVE else 1


@TICKET_TO_RIDE.action(DrawCard, TURN, NEXT_PICK)
def draw_card(rules: Ruleset, state: Table, seat: int, action: DrawCard, chance: Chance) -> Flow:
    """The card goes to the hand; a face-up one is replaced in its slot at once, and the flush tested (TTR-D1, D2)."""
    used = state.picks
    if action.slot is None:
        yield from turn_card(rules, state, chance, DRAWN, seat, lambda card: CardDrawn(seat, card))
        used += 1
    else:
        slot = action.slot or state.display.index(UNSEEN) + 1
        card = state.display[slot - 1]
        assert card is not None  # ttr.slot-is-empty
        unseen = card == UNSEEN
        if unseen:
            card = chance.draw(TAKEN, dict.fromkeys(state.draw_pile.kinds, 1))
        yield CardTaken(seat, slot, card)
        used += picks_of(rules, state, card)
        # Only now is it known what lay there: the validator could not see it.
        too_many = unseen and used > rules.options(Draw).picks
        if too_many and any(check.rule == FACE_UP_LOCOMOTIVE for check in rules.actions[DrawCard].validators):
            raise ChanceFault("impossible-chance", f"seat {seat} took a face-up {card} as its second pick (TTR-D4)")
        yield from fill_display(rules, state, chance, slot)
    yield PicksUsed(used)
    if used < rules.options(Draw).picks:
        yield then(NEXT_PICK)


@TICKET_TO_RIDE.step(NEXT_PICK)
def ask_for_next_pick(rules: Ruleset, state: Table, chance: Chance) -> Flow:
    """The second pick is obligatory if one is possible; otherwise the action ends with one card (TTR-D6)."""
    return (Ask((state.turn,)),) if can_answer(rules, state, NEXT_PICK, state.turn, only=DrawCard) else NOTHING


@TICKET_TO_RIDE.action(StopDrawing, NEXT_PICK)
def stop_drawing(rules: Ruleset, state: Table, seat: int, action: StopDrawing, chance: Chance) -> Flow:
    """The action is over with the cards that were drawn."""
    yield PicksUsed(rules.options(Draw).picks)


@TICKET_TO_RIDE.validator(StopDrawing, "ttr.second-pick", "TTR-D6")
def second_pick_is_optional(rules: Ruleset, state: Table, seat: int, action: StopDrawing) -> str | None:
    """A seat may stop after one card only under `draw.second_pick` = `optional` (Q03)."""
    if rules.options(Draw).second_pick == "optional":
        return None
    return "a second card must be drawn, because one can be"


@TICKET_TO_RIDE.candidates(StopDrawing)
def ways_to_stop(rules: Ruleset, state: Table, seat: int) -> list[StopDrawing]:
    """There is one way to stop."""
    return [StopDrawing()]


@TICKET_TO_RIDE.candidates(DrawCard)
def picks(rules: Ruleset, state: Table, seat: int) -> Iterator[DrawCard]:
    """Every slot, then the pile."""
    for slot in range(1, len(state.display) + 1):
        yield DrawCard(slot)
    yield DrawCard(None)


@TICKET_TO_RIDE.validator(DrawCard, "ttr.slot-is-empty", "TTR-D1")
def slot_has_a_card(rules: Ruleset, state: Table, seat: int, action: DrawCard) -> str | None:
    """A face-up card is taken from a slot that has one."""
    if action.slot is None or (1 <= action.slot <= len(state.display) and state.display[action.slot - 1] is not None):
        return None
    if action.slot == 0 and UNSEEN in state.display:
        return None
    there = ", ".join(str(slot) for slot, card in enumerate(state.display, 1) if card is not None)
    return f"slot {action.slot} holds no card: the slots with cards are {there or 'none'}"


@TICKET_TO_RIDE.validator(DrawCard, "ttr.nothing-to-draw", "TTR-D7")
def pile_has_a_card(rules: Ruleset, state: Table, seat: int, action: DrawCard) -> str | None:
    """A card comes from the draw pile only if one lies there or on the discard pile (TTR-D7, TTR-D9)."""
    if action.slot is not None or state.draw_pile.size or state.discard:
        return None
    return "draw pile and discard pile are empty: take a face-up card or choose another action"


@TICKET_TO_RIDE.validator(DrawCard, FACE_UP_LOCOMOTIVE, "TTR-D4")
def locomotive_is_the_first_pick(rules: Ruleset, state: Table, seat: int, action: DrawCard) -> str | Unknown | None:
    """A face-up locomotive counts as both picks, so it cannot be the second one (TTR-D3, TTR-D4)."""
    if action.slot is None or not 1 <= action.slot <= len(state.display):
        return None
    card = state.display[action.slot - 1]
    if card == UNSEEN:
        return Unknown(f"whether a locomotive lies in slot {action.slot}") if state.picks else None
    left = rules.options(Draw).picks - state.picks
    if card is None or picks_of(rules, state, card) <= left:
        return None
    return f"the face-up {card} in slot {action.slot} counts for more picks than the {left} left: take another card"
