"""The referee's shares, auction and actions of Age of Steam (AOS-I, AOS-A, AOS-C)."""

from __future__ import annotations

from tests.replays.aos_steps import Steps
from tests.replays.outcomes import Fault, Outcomes

SHARES, BID, CHOOSE = "aos.ask-shares", "aos.ask-bid", "aos.ask-action"
ACTIONS = ("first_move", "first_build", "engineer", "locomotive", "urbanization", "production", "turn_order")


class Order(Steps):
    """A table at which shares are issued, the order is auctioned, and actions are chosen."""

    def start_turn(self) -> None:
        """Begin a turn with the shares of those who have not all of them (AOS-I1, AOS-I2)."""
        table = self.table
        for player in table.players:
            player.upgraded = False
        most = self.limit("shares")
        self.begin("shares", [s for s in table.order if table.players[s].shares < most], table.turn + 1)
        self.next_share()

    def next_share(self) -> None:
        """Ask the next one for shares."""
        self.ask(SHARES, *self.table.queue[:1]) if self.table.queue else self.ask("")

    def issue_shares(self, seat: int, shares: int) -> None:
        """Issue shares, $5 each (AOS-I1)."""
        player = self.table.players[seat]
        if not 0 <= shares <= self.limit("shares") - player.shares:
            raise Fault(f"seat {seat} with {player.shares} shares issues {shares}")
        cash = shares * self.limit("share_price")
        player.shares += shares
        player.cash += cash
        self.table.queue.pop(0)
        self.tell("shares-issued", seat=seat, shares=shares, cash=cash)
        self.next_share()

    # The auction

    def start_auction(self) -> None:
        """Begin the auction (AOS-A1)."""
        for player in self.table.players:
            player.bid, player.stayed_in = None, False
        self.begin("auction", self.table.order)
        self.next_bid()

    def top(self) -> int:
        """Give the highest bid of those still in."""
        return max((self.table.players[seat].bid or 0 for seat in self.table.queue), default=0)

    def may_stay_in(self, seat: int) -> bool:
        """Tell whether a player may stay in without a bid (AOS-A4)."""
        player = self.table.players[seat]
        last_two = len(self.table.queue) == 2 and self.rule("turn_order_pass_last_two") == "forbidden"
        return player.action == "turn_order" and not player.stayed_in and not last_two

    def next_bid(self) -> None:
        """Ask the next one: not the highest bidder (AOS-A5), nor who could only drop out (AOS-A6)."""
        table = self.table
        while len(table.queue) > 1:
            seat = table.queue[0]
            player = table.players[seat]
            if player.bid and player.bid == self.top():
                self.tell("bid-stands", seat=seat)
                table.queue.append(table.queue.pop(0))
            elif player.cash > self.top() or self.may_stay_in(seat):
                self.ask(BID, seat)
                return
            else:
                self.leave_auction(seat)
        self.leave_auction(table.queue[0])
        table.order = table.dropped[::-1]
        self.tell("order-set", order=list(table.order))
        self.ask("")

    def leave_auction(self, seat: int) -> None:
        """Take the last place that is left, and pay for it (AOS-A7, AOS-A8)."""
        table = self.table
        place, bid = len(table.queue), table.players[seat].bid or 0
        pays = 0 if place == len(table.order) else bid if place <= 2 else -(-bid // 2)
        table.players[seat].cash -= pays
        table.queue.remove(seat)
        table.dropped.append(seat)
        self.tell("dropped-out", seat=seat, place=place, pays=pays)

    def bid(self, seat: int, amount: int) -> None:
        """Bid more than anybody (AOS-A3)."""
        player = self.table.players[seat]
        if not self.top() < amount <= player.cash:
            raise Fault(f"seat {seat} with ${player.cash} bids {amount} over {self.top()}")
        player.bid = amount
        self.tell("bid-made", seat=seat, bid=amount)
        self.table.queue.append(self.table.queue.pop(0))
        self.next_bid()

    def stay_in(self, seat: int) -> None:
        """Use the privilege of Turn Order (AOS-A4)."""
        if not self.may_stay_in(seat):
            raise Fault(f"seat {seat} has no privilege to stay in")
        self.table.players[seat].stayed_in = True
        self.tell("stayed-in", seat=seat)
        self.table.queue.append(self.table.queue.pop(0))
        self.next_bid()

    def drop_out(self, seat: int) -> None:
        """Leave the auction (AOS-A7)."""
        self.leave_auction(seat)
        self.next_bid()

    # Actions

    def start_actions(self) -> None:
        """Give up all actions, and choose anew (AOS-C1)."""
        self.begin("actions", self.table.order)
        for player in self.table.players:
            player.action = ""
        self.tell("actions-returned")
        self.next_choice()

    def next_choice(self) -> None:
        """Ask the next one for an action."""
        self.ask(CHOOSE, *self.table.queue[:1]) if self.table.queue else self.ask("")

    def choose_action(self, seat: int, action: str) -> None:
        """Choose an action that is free; Locomotive works at once (AOS-C1, AOS-C5)."""
        if action not in ACTIONS or self.table.holder(action) is not None:
            raise Fault(f"{action} is not free")
        player = self.table.players[seat]
        player.action = action
        self.table.queue.pop(0)
        self.tell("action-chosen", seat=seat, action=action)
        if action == "locomotive" and player.locomotive < self.limit("locomotive"):
            player.locomotive += 1
            self.tell("locomotive-raised", seat=seat, instead_of_move=False)
        self.next_choice()

    def order_by_dice(self, seats: list[int], outcomes: Outcomes) -> list[int]:
        """Order seats by the total of three dice, those with the same total by dice of their own (AOS-U5)."""
        if len(seats) < 2:
            return seats
        rolled = {seat: sum(outcomes.roll("aos.first-order", 6, 3)) for seat in seats}
        totals = sorted(set(rolled.values()), reverse=True)
        groups = [[seat for seat in seats if rolled[seat] == total] for total in totals]
        return [seat for group in groups for seat in self.order_by_dice(group, outcomes)]
