"""No income reduction: for short games with newcomers, who find it hard that success is taxed."""

from __future__ import annotations

from railbook import Layer
from railbook_age_of_steam.api import AGE_OF_STEAM

variant = Layer("no-income-reduction", game=AGE_OF_STEAM, summary="incomes are not reduced at the end of a turn")
variant.drop_step("aos.turn", "aos.reduction")
