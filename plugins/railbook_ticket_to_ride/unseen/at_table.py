"""How a game of Ticket to Ride is typed in at a real table: `draw`, `take red`, `claim dallas houston red` ..."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, cast

from railbook.engine.play import action_of, check
from railbook.engine.state import copy
from railbook.rules.at_table import AtTable, Deed
from railbook.rules.notation import NotationError, near, one_of
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, Rejection
from railbook_ticket_to_ride.actions import ClaimRoute, DrawCard, KeepTickets, Paying
from railbook_ticket_to_ride.cards import UNSEEN, Payment
from railbook_ticket_to_ride.drawing import DRAWN, TAKEN
from railbook_ticket_to_ride.family import board_of
from railbook_ticket_to_ride.map_format import LOCOMOTIVE
from railbook_ticket_to_ride.market import FACE_UP, FLUSH_SEEN
from railbook_ticket_to_ride.payment import cost_of
from railbook_ticket_to_ride.setting_up import DEALT
from railbook_ticket_to_ride.table import Table
from railbook_ticket_to_ride.tickets import OFFERED
from railbook_ticket_to_ride.unseen.table_checks import checked
from railbook_ticket_to_ride.unseen.typed_cards import card_names, cards_typed, pair_typed

QUESTIONS = {
    DEALT: "your first cards",
    DRAWN: "the card that you drew",
    FACE_UP: "new face-up card",
    OFFERED: "tickets offered to you, such as FROM-TO",
    TAKEN: "the face-up card taken",
    FLUSH_SEEN: "flush, or stay",
    "ttr.revealed": "cards revealed",
    "ttr.surcharge-seen": "how many of them matched",
}
KINDS = (DEALT, DRAWN, FACE_UP, TAKEN, "ttr.revealed")
VERBS = {
    "ttr.claim-route": ("claim",),
    "ttr.draw-card": ("draw", "take"),
    "ttr.draw-tickets": ("tickets",),
    "ttr.stop-drawing": ("stop",),
    "ttr.pay-surcharge": ("pay",),
}
"""How actions are typed whose tag does not end in their verb or begins with it."""
BACK = "back"
"""Stands between the tickets that are kept and those that go under the pile."""
FIRST = ("keep", "decline", "pass")
"""Verbs that stand first in a tag."""

MOST_WORDS = 6
"""Words that two cities may have."""

USAGE = {
    "claim": "claim FROM TO red (or 2 red 1 loc)",
    "draw": "draw (from the pile; draw 2; your own: draw red blue)",
    "take": "take red (or a slot from 1)",
    "tickets": "tickets",
    "keep": "keep HOW-MANY (your own: keep 1 3, or FROM-TO; with an order: keep 1 back 3 2)",
    "pay": "pay red (the surcharge)",
}
"""What follows the verbs, for the line that says what can be typed."""


class TicketToRideAtTable(AtTable):
    """The words of the family: whatever a layer adds is typed by the last word of its tag, with its city and cards."""

    how = "; ".join(USAGE.values()) + "; decline; station CITY red; stop; pass. Several actions: with ; between"
    answers = "Type what is asked: the beginning of a word is enough, several cards at once, ? is what you did not see"

    unlisted = (OFFERED,)

    def __init__(self, rules: Ruleset, me: int | None) -> None:
        super().__init__(rules, me)
        self.board = board_of(rules)

    def status(self, state: Table) -> str:
        """Show the display, and how many cards lie in the pile."""
        if state.asked in ("ttr.choose-tickets", "ttr.keep-tickets"):
            offer = state.seats[state.to_act[0]].offer
            shown = ", ".join(f"{number} {ticket}" for number, ticket in enumerate(offer, 1))
            return f"seat {state.to_act[0]} chooses from {f'{len(offer)} tickets' if None in offer else shown}"
        shown = " ".join(f"{slot} {card or '-'}" for slot, card in enumerate(state.display, 1))
        return f"face up: {shown}; {state.draw_pile.size} cards in the pile"

    def question(self, label: str) -> str:
        """Say what is asked for in words."""
        return QUESTIONS.get(label.partition("@")[0], label)

    def split(self, label: str, text: str) -> list[str]:
        """Cards are parted by spaces or commas, tickets by commas where there is one."""
        if label == OFFERED:
            parts = text.split(",") if "," in text else text.split()
            return [part.strip() for part in parts if part.strip()]
        if label in KINDS and "?" not in text:
            cards = cards_typed(text.split(), self.board.kinds)
            return [kind for kind, count in cards for _ in range(count or 1)]
        return text.replace(",", " ").split()

    def outcome(self, label: str, word: str, there: Sequence[str]) -> str:
        """Cards by kind, tickets by the cities that they join."""
        if label == OFFERED:
            return self.ticket(word, self.board.tickets)
        if label in KINDS:
            return one_of(word, card_names(self.board.kinds), "card")
        return one_of(word, {item: item for item in there}, "answer")

    def ticket(self, word: str, among: Iterable[str]) -> str:
        """Find a ticket among some by its id or the cities that it joins."""
        tickets = {ticket: (self.board.tickets[ticket].a, self.board.tickets[ticket].b) for ticket in among}
        return pair_typed(word, tickets, self.board.city_names, "ticket")[0]

    # Actions

    def deeds(self, state: Table, seat: int, text: str) -> list[Deed]:
        """Read actions with semicolons between; a number or ticket alone is what is kept where that is asked."""
        return [deed for part in text.split(";") for deed in self.one(state, seat, part.split())]

    def one(self, state: Table, seat: int, words: list[str]) -> list[Deed]:
        """Read one action."""
        asked = {verb: spec.type for spec in self.rules.actions_of_step[state.asked] for verb in verbs(spec.type)}
        if not words:
            raise NotationError(f"type {self.usage(asked)}")
        if len(asked) == 1 and words[0] not in asked:
            words = [*asked, *words]
        if state.picks and not any(verb.startswith(words[0].casefold()) for verb in asked):
            raise NotationError(f"a second card is due: type {self.usage(asked)}")
        try:
            verb = one_of(words[0], {verb: verb for verb in asked}, "action")
        except NotationError as fault:
            said = str(fault) if "may be" in str(fault) else f"no action {words[0][:40]!r} now{near(words[0], asked)}"
            raise NotationError(f"{said.partition(' (there are')[0]}: type {self.usage(asked)}") from None
        rest = words[1:]
        if verb == "keep" and any("," in word for word in rest):
            rest = self.split(OFFERED, " ".join(rest))
        if verb == "draw":
            return self.draw(seat, rest)
        if verb == "take":
            return [self.take(state, rest)]
        if verb == "keep":
            return [Deed(self.keep(state.seats[seat].offer, rest))]
        return [Deed(self.action(state, seat, asked[verb], verb, rest))]

    def usage(self, asked: Iterable[str]) -> str:
        """Say what can be typed now."""
        return ", ".join(USAGE.get(verb, verb) for verb in asked)

    def draw(self, seat: int, words: list[str]) -> list[Deed]:
        """From the pile, so many cards or, by their owner, these."""
        if not words:
            return [Deed(DrawCard(None))]
        if len(words) == 1 and words[0] in ("1", "2"):
            return [Deed(DrawCard(None))] * int(words[0])
        if seat != self.me:
            raise NotationError("nobody sees what another draws from the pile: type draw, or draw 2")
        cards = cards_typed(words, self.board.kinds)
        return [Deed(DrawCard(None), (kind,)) for kind, count in cards for _ in range(count or 1)]

    def take(self, state: Table, words: list[str]) -> Deed:
        """A face-up card, by kind or slot; what is typed behind it replaces it."""
        if not words:
            raise NotationError("type which card is taken: take red, or a slot from 1")
        later = tuple(self.outcome(FACE_UP, word, ()) for word in words[1:])
        if words[0].isdecimal():
            return Deed(DrawCard(int(words[0][:3])), later)
        card = one_of(words[0], card_names(self.board.kinds), "card")
        if card in state.display:
            return Deed(DrawCard(state.display.index(card) + 1), later)
        if UNSEEN in state.display:
            return Deed(DrawCard(0), (card, *later))
        there = ", ".join(str(each) for each in state.display if each)
        raise NotationError(f"no {card} lies face up: there are {there or 'no cards'}")

    def keep(self, offer: Sequence[str | None], words: list[str]) -> KeepTickets:
        """Of an offer that the recorder does not see, a number; of his own, places in it or tickets.

        Behind `back` he may name those that go under the pile, in their order (TTR-K3); without it that of the offer.
        """
        if None in offer:
            if len(words) != 1 or not words[0].isdecimal() or int(words[0][:3]) > len(offer):
                raise NotationError(f"type how many are kept, such as keep 2: {len(offer)} were offered")
            kept = int(words[0])
            return KeepTickets([None] * kept, [None] * (len(offer) - kept))
        tickets = [str(ticket) for ticket in offer]
        at = words.index(BACK) if BACK in words else len(words)
        if not words[:at]:
            raise NotationError(f"type which are kept: {', '.join(tickets)}")
        chosen = self.offered(tickets, words[:at])
        left = [ticket for ticket in tickets if ticket not in chosen]
        back = self.offered(tickets, words[at + 1 :]) if BACK in words else left
        if sorted(back) != sorted(left):
            there = ", ".join(left) or "none"
            raise NotationError(f"behind {BACK} stand all that are not kept, in their order: {there}")
        return KeepTickets([ticket for ticket in tickets if ticket in chosen], [*back])

    def offered(self, tickets: list[str], words: list[str]) -> list[str]:
        """Find tickets of an offer, each once, by their places in it or their cities."""
        found: dict[str, None] = {}
        for word in tickets if words == ["all"] else words:
            if word.isdecimal() and not 1 <= int(word[:3]) <= len(tickets):
                raise NotationError(f"there is no ticket {word[:3]}: {len(tickets)} were offered")
            found[tickets[int(word) - 1] if word.isdecimal() else self.ticket(word, tickets)] = None
        return list(found)

    def action(self, state: Table, seat: int, kind: type[Action], verb: str, words: list[str]) -> Action:
        """Any other action: its route or city, and what is paid."""
        tag, fields = kind.__struct_config__.tag, kind.__struct_fields__
        if "route" in fields:
            return self.claim(state, seat, words)
        values: dict[str, Any] = {"type": tag}
        if "city" in fields:
            if not words:
                raise NotationError(f"type {verb} and a city{', and what is paid' * ('payment' in fields)}")
            names = {name: city for city, name in self.board.city_names.items()}
            ends = next((end for end in range(len(words), 0, -1) if _is_one("".join(words[:end]), names)), 1)
            values["city"] = one_of("".join(words[:ends]), names, "city")
            words = words[ends:]
        if "payment" in fields:
            nothing = {"cards": {}, "colour": LOCOMOTIVE}
            bare = cast(Paying, action_of(self.rules, {**values, "payment": nothing}))
            payment = self.payment(words, cost_of(self.rules, state, seat, bare).cards)
            values["payment"] = {"cards": dict(payment.cards), "colour": payment.colour}
        elif words:
            raise NotationError(f"nothing more is said with {verb}: leave out {words[0][:40]!r}")
        typed: Action = action_of(self.rules, values)
        return typed

    def claim(self, state: Table, seat: int, words: list[str]) -> Action:
        """A route by the cities that it joins; of parallel ones the first that this payment may claim."""
        routes = {route.id: (route.a, route.b) for route in self.board.routes.values()}
        found: list[str] = []
        rest: list[str] = []
        fault = NotationError("type claim, two cities, and what is paid: claim FROM TO 2 red 1 loc")
        for end in range(1, min(len(words), MOST_WORDS) + 1):
            try:
                found = pair_typed("-".join(words[:end]), routes, self.board.city_names, "route", several=True)
                rest = words[end:]
                cards_typed(rest, self.board.kinds)
                break
            except NotationError as why:
                # One word is seldom all of a route: two, or what follows a route, say best what is wrong.
                fault = why if end <= len(("FROM", "TO")) or (found and len(rest) == len(words) - end) else fault
        else:
            raise fault
        claims = []
        for id in found:
            payment = self.payment(rest, self.board.routes[id].length)
            claims.append(ClaimRoute(payment, id))
        allowed = (one for one in claims if not isinstance(check(self.rules, state, seat, one), Rejection))
        chosen: Action = next(allowed, claims[0])
        return chosen

    def payment(self, words: list[str], price: int) -> Payment:
        """Cards with numbers; one kind without a number pays the rest of the price."""
        typed = cards_typed(words, self.board.kinds)
        if not typed:
            raise NotationError(f"type what is paid: {price} cards, such as 1 loc red")
        open_ = sum(count is None for _kind, count in typed)
        rest = max(1, price - sum(count or 0 for _kind, count in typed)) if open_ == 1 else 1
        cards: dict[str, int] = {}
        for kind, count in typed:
            cards[kind] = cards.get(kind, 0) + (rest if count is None else count)
        return Payment(cards, next((kind for kind in cards if kind != LOCOMOTIVE), LOCOMOTIVE))

    # The end

    def laid_open(self, state: Table, ask: Callable[[str], str], say: Callable[[str], None]) -> Table | None:
        """Everybody lays open the tickets kept; a question mark leaves them, and the score, unknown."""
        shown = copy(self.rules, state)
        for number, seat in enumerate(shown.seats):
            if None not in seat.tickets:
                continue
            while True:
                text = ask(
                    f"the {len(seat.tickets)} tickets that seat {number} lays open, with commas between: "
                ).strip()
                if text == "?":
                    return None
                taken = {ticket for other in shown.seats if other is not seat for ticket in other.tickets}
                try:
                    tickets = [self.ticket(word, self.board.tickets) for word in self.split(OFFERED, text)]
                except NotationError as fault:
                    say(str(fault))
                    continue
                twice = [ticket for ticket in tickets if ticket in taken or tickets.count(ticket) > 1]
                if len(tickets) == len(seat.tickets) and not twice:
                    seat.tickets = list(tickets)
                    break
                why = f"{twice[0]} is there twice" if twice else f"{len(tickets)} tickets are typed"
                say(f"{why}: {len(seat.tickets)} different ones were kept")
        return shown

    def checks(self, plies: Iterable[tuple[Any, Any]], *, finished: bool) -> list[str]:
        """The table of all checks of partial records, as far as they apply to what is typed at a table."""
        return checked(self.rules, plies, finished=finished)


def verbs(kind: type[Action]) -> tuple[str, ...]:
    """Give the words with which an action is typed."""
    tag = str(kind.__struct_config__.tag)
    words = tag.partition(".")[2].split("-")
    return VERBS.get(tag) or ((words[0] if words[0] in FIRST else words[-1]),)


def _is_one(word: str, names: dict[str, str]) -> bool:
    try:
        one_of(word, names, "city")
    except NotationError:
        return False
    return True
