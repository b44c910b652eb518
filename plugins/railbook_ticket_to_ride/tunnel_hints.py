"""What bots should know about tunnels: the surcharge is paid with as few locomotives as possible, if at all."""

from __future__ import annotations

from collections.abc import Iterator

from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action
from railbook_ticket_to_ride.map_format import LOCOMOTIVE
from railbook_ticket_to_ride.table import Table
from railbook_ticket_to_ride.tunnel_attempts import TUNNELS, DeclineTunnel
from railbook_ticket_to_ride.tunnels import SURCHARGE, surcharge_payments


@TUNNELS.hint(SURCHARGE, "ttr.hint-surcharge")
def pay_or_decline(rules: Ruleset, view: Table, seat: int) -> Iterator[Action]:
    """Who began a tunnel wanted it: pay, with coloured cards first; only who cannot declines."""
    ways = list(surcharge_payments(rules, view, seat))
    yield from sorted(ways, key=lambda way: way.payment.cards.get(LOCOMOTIVE, 0))
    yield DeclineTunnel()
