"""The conformance suite: what must hold of every game and variant, as a list of checks for any test runner."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from railbook.rules.types import OptionValue
from railbook.testing import acting, knowing, reading, recording, redacting, tallying
from railbook.testing.setting import Setting
from railbook.testing.trial import Trial

CHECKS: dict[str, Callable[[Trial], None]] = {
    "somebody-can-act": acting.somebody_can_act,
    "legal-actions-happen": acting.legal_actions_happen,
    "reading": reading.validators_read_what_they_say,
    "others-are-rejected": acting.others_are_rejected,
    "forged-actions": acting.forged_actions_do_no_harm,
    "round-trips": recording.lines_are_read_back,
    "fold": recording.events_fold_to_the_state,
    "decide-again": recording.plies_are_decided_again,
    "invariants": recording.invariants_hold,
    "score": recording.score_fits_the_table,
    "verify": recording.log_verifies,
    "same-bytes": recording.same_seed_same_bytes,
    "other-process": recording.another_process_gives_the_same_bytes,
    "order-of-variants": recording.order_of_variants_is_free,
    "views": knowing.views_are_whole,
    "secrets": knowing.hidden_outcomes_stay_hidden,
    "redacted": redacting.redacted_logs_hold,
    "words": knowing.everything_can_be_said,
    "tallies": tallying.everything_can_be_counted,
}
"""The checks of one random game by name; `conformance` adds `seats`, which needs no game."""

ONCE = ("other-process", "order-of-variants")
"""Checks that say the same at every number of seats: they are made with the first one only."""


@dataclasses.dataclass(frozen=True)
class Check:
    """One check: call it, and it raises `Fault` with where and what, or nothing. As text it is its name."""

    name: str
    run: Callable[[], None]
    about: str

    def __call__(self) -> None:
        """Make the check."""
        self.run()

    def __str__(self) -> str:
        return self.name


def conformance(  # noqa: PLR0913 - all but the first are given by name, as options of a command
    game: str,
    *,
    variants: Sequence[str] = (),
    options: Mapping[str, OptionValue] | None = None,
    edition: str = "",
    map: str = "",
    plugins: Sequence[str] = (),
    seats: Iterable[int] | None = None,
    seeds: Iterable[int] = (0,),
    plies: int | None = None,
    without: Collection[str] = (),
) -> list[Check]:
    """Give the checks that a game, or variants on a game, must pass, ready for `pytest.mark.parametrize`.

        @pytest.mark.parametrize("check", conformance("my-game"), ids=str)
        def test_conformance(check):
            check()

    Nothing is played before the first check is called.

    Args:
        game: The id of the game.
        variants: Variants, named as at the command line: `hand-limit`, `hand-limit:cards=12`.
        options: Values of rule options by dotted name.
        edition: A named set of option values.
        map: The id of a map, or a map file; the game's first map without it.
        plugins: Plugins to load beside those installed: modules, or paths of Python files.
        seats: Numbers of seats; all that the map takes without it.
        seeds: A random game is played for each number of seats and each of these.
        plies: Ends each game after so many plies, for a quick look.
        without: Names of checks to leave out; say why where you do.

    Raises:
        ValueError: `without` names a check that there is not, or something is not installed or does not fit.
    """
    unknown = set(without) - {"seats", *CHECKS}
    if unknown:
        raise ValueError(f"there is no check {', '.join(sorted(unknown))}: there are seats, {', '.join(CHECKS)}")
    setting = Setting(game, tuple(variants), dict(options or {}), edition, map, tuple(plugins))
    counts = list(seats or setting.seat_counts())
    seeds = list(seeds)
    checks = [Check("seats", functools.partial(acting.seats_are_bounded, setting), _about(acting.seats_are_bounded))]
    for count in counts:
        for seed in seeds:
            trial = Trial(setting, count, seed, plies)
            first = (count, seed) == (counts[0], seeds[0])
            checks += [
                Check(f"{name}-{count}-seats-seed-{seed}", functools.partial(run, trial), _about(run))
                for name, run in CHECKS.items()
                if (first or name not in ONCE) and (len(variants) > 1 or name != "order-of-variants")
            ]
    return [check for check in checks if not any(_is_called(check, name) for name in without)]


def _is_called(check: Check, name: str) -> bool:
    return check.name == name or (check.name.startswith(f"{name}-") and check.name[len(name) + 1].isdigit())


def _about(function: Callable[..., None]) -> str:
    return (function.__doc__ or "").strip().partition("\n")[0]
