"""The bot `greedy`: builds links that make deliveries possible, and keeps its expenses within what it earns."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from railbook.bots import Dice, first_accepted
from railbook.rules.game import Bot
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action
from railbook_age_of_steam import auction, building, choosing, growth, moving, shares
from railbook_age_of_steam.auction import Bid, DropOut, StayIn, highest
from railbook_age_of_steam.building import Build, EndBuilding, may_urbanize
from railbook_age_of_steam.choosing import ChooseAction, actions_on_offer
from railbook_age_of_steam.growth import PlaceCube, boxes, city_of
from railbook_age_of_steam.layer import Limits, board_of
from railbook_age_of_steam.moving import MoveGoods, PassMove, UpgradeLocomotive, deliveries, route_of
from railbook_age_of_steam.outlook import SHARE, Outlook
from railbook_age_of_steam.plans import builds_left
from railbook_age_of_steam.shares import IssueShares, share_limit
from railbook_age_of_steam.state import Line
from railbook_age_of_steam.tiles import kinds
from railbook_age_of_steam.urbanizing import Urbanize

AT_ONCE = 6
"""Most shares that it issues in a turn."""

BUILDS_KEPT = 6
"""Dollars that it keeps back in the auction for its builds."""

UPKEEP = 20
"""What a share costs in each turn that it is out, in hundredths of points."""

ENGINEER, TILE = 200, 2
"""What a fourth tile is worth (hundredths of points) to who builds three anyway and has the dollars for it."""

ROUTES = 3000
"""So many deliveries at most are compared."""

SETTLED = 40
"""What a New City is worth beyond the deliveries that end there: it gets cubes (hundredths of points)."""

INCLINATION = {"first_move": 60, "first_build": 70, "turn_order": 30, "production": 20}
"""What actions are worth that are not worked out from the board (hundredths of points)."""


class GreedyPlayer:
    """Plays for income; the same view and seed give the same choice, whatever was chosen before.

    Args:
        rules: The composed rules: what they forbid is not done.
        seed: Decides how much it likes one action or another, and how far it goes in auctions.
    """

    def __init__(self, rules: Ruleset, seed: int) -> None:
        self._rules = rules
        dice = Dice(seed)
        self._taste = {action: dice.below(60) for action in choosing.ACTIONS}
        self._daring = dice.below(3)
        self._wish = {
            shares.ASK: self._shares,
            auction.ASK: self._bids,
            choosing.ASK: self._actions,
            building.ASK: self._builds,
            moving.ASK: self._moves,
            growth.ASK: self._cubes,
        }

    def choose(self, view: Line, seat: int) -> Action:
        """Give a legal action: the first of its wishes that the rules accept, else the first that is legal at all."""
        return first_accepted(self._rules, view, seat, self._wishes(view, seat))

    def _wishes(self, view: Line, seat: int) -> Iterator[Action]:
        """Give what it would like to do, best first; nothing where it knows no answer."""
        yield from self._rules.advice(view, seat)
        if view.asked in self._wish:
            yield from self._wish[view.asked](Outlook(self._rules, view, seat))

    def _shares(self, outlook: Outlook) -> Iterator[IssueShares]:
        """Issue as many as the works of the turn are worth, and as keep it from ruin."""
        price = self._rules.options(Limits).share_price
        builds = self._rules.options(Limits).builds
        most = min(AT_ONCE, share_limit(self._rules, outlook.view, outlook.seat) - outlook.own.shares)
        cost = SHARE + outlook.turns * UPKEEP
        worths = [outlook.best(builds, outlook.own.cash + price * n, n)[0] - cost * n for n in range(most + 1)]
        for n in sorted(range(most + 1), key=lambda n: (-worths[n], n)):
            yield IssueShares(n)

    def _bids(self, outlook: Outlook) -> Iterator[Action]:
        """Bid a few dollars while they are spare."""
        top = highest(outlook.view)
        spare = outlook.own.cash - BUILDS_KEPT - outlook.missing(outlook.own.cash)
        if top < min(spare, 1 + self._daring):
            yield Bid(top + 1)
        yield StayIn()
        yield DropOut()

    def _actions(self, outlook: Outlook) -> Iterator[ChooseAction]:
        """Take the action that is worth most."""
        limits = self._rules.options(Limits)
        _, works = outlook.best(limits.builds, outlook.own.cash)
        likes = {action: INCLINATION.get(action, 0) + self._taste[action] for action in choosing.ACTIONS}
        if works.tiles == limits.builds and outlook.own.cash > works.price + TILE:
            likes["engineer"] += ENGINEER
        likes["urbanization"] += self._sites(outlook, works.links)[0][0]
        if outlook.own.locomotive < limits.locomotive and not outlook.missing(works.price, works.links, stronger=1):
            likes["locomotive"] += outlook.rated(1, works.links) - outlook.rated(0, works.links)
            likes["locomotive"] -= outlook.dollar * outlook.turns
        if outlook.turns == 1:
            likes["turn_order"] = likes["production"] = -1
        for action in sorted(actions_on_offer(self._rules, outlook.view), key=lambda one: -likes.get(one, 0)):
            yield ChooseAction(action)

    def _sites(self, outlook: Outlook, links: tuple[tuple[str, str], ...]) -> list[tuple[int, Urbanize]]:
        """Rate the New Cities on towns of its network."""
        board = board_of(self._rules)
        before = outlook.rated(0, links)
        left = [letter for letter in board.map.new_cities if letter not in outlook.view.new_cities.values()]
        found = [(0, Urbanize("", ""))]
        for hex in board.towns:
            if hex in outlook.view.new_cities or not (outlook.prospects.has(hex) or any(hex in link for link in links)):
                continue
            rated: dict[frozenset[str], int] = {}
            for letter in sorted(left):
                colours = frozenset(board.map.new_cities[letter].colours)
                if colours not in rated:
                    rated[colours] = outlook.rated(0, links, (hex, colours)) - before
                    found.append((rated[colours] + SETTLED, Urbanize(hex, letter)))
        return sorted(found, key=lambda one: -one[0])

    def _builds(self, outlook: Outlook) -> Iterator[Action]:
        """Build the first tile of the best works; a New City comes before."""
        view, seat = outlook.view, outlook.seat
        _, works = outlook.best(builds_left(self._rules, view, seat), outlook.own.cash)
        if may_urbanize(self._rules, view, seat):
            for worth, site in self._sites(outlook, works.links)[:3]:
                if worth > 0:
                    yield site
        rest = outlook.works(builds_left(self._rules, view, seat))
        for one in (works, *sorted(rest, key=lambda one: outlook.dollar * one.price - one.worth)):
            if not one.stretches:
                break
            hex, tile, rotation = one.stretches[0].tiles[0]
            for under in (*kinds()[tile].made_from, ""):
                yield Build(hex, tile, rotation, under)
        yield EndBuilding()

    def _moves(self, outlook: Outlook) -> Iterator[Action]:
        """Deliver for own income, or make the locomotive stronger where that brings more in the turns to come."""
        rules, view, seat = self._rules, outlook.view, outlook.seat
        rated: list[tuple[int, int, MoveGoods]] = []
        for action in islice(deliveries(rules, view, seat), ROUTES):
            links = route_of(rules, view, action)
            if not isinstance(links, str):
                own = sum(link.owner == seat for link in links)
                others = sum(link.owner not in (seat, None) for link in links)
                rated.append((4 * own - others, -len(links), action))
        rated.sort(key=lambda one: one[:2], reverse=True)
        best = rated[0][0] if rated else 0
        if outlook.turns > 1 and outlook.own.locomotive < rules.options(Limits).locomotive:
            gain = outlook.rated(1) - outlook.rated()
            cost = outlook.dollar * outlook.turns + best * outlook.step * 7 // 40
            if gain > cost and not outlook.missing(0, stronger=1):
                yield UpgradeLocomotive()
        for worth, _, action in rated[:3]:
            if worth > 0:
                yield action
        yield PassMove()

    def _cubes(self, outlook: Outlook) -> Iterator[PlaceCube]:
        """Put cubes where they soon come into a city of its network."""
        columns = board_of(self._rules).columns

        def rating(place: PlaceCube) -> tuple[bool, int]:
            city = city_of(self._rules, outlook.view, columns[place.column])
            return city is not None and outlook.prospects.has(city), -place.box

        yield from sorted(boxes(self._rules, outlook.view, outlook.seat), key=rating, reverse=True)[:3]


GREEDY = Bot("greedy", "builds links for deliveries and keeps out of debt", "age-of-steam", GreedyPlayer)
