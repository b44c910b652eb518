"""`railbook games`: what is installed, and what is in force in one game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from railbook.cli import out
from railbook.cli.options import Edition, MapName, Plugins, Variants, chosen_variants, registry

if TYPE_CHECKING:
    from railbook.plugins.registry import Registry
    from railbook.rules.game import Game, GameMap
    from railbook.rules.ruleset import Ruleset


def games(
    name: Annotated[
        str, typer.Argument(metavar="GAME", help="One game: show its options, rules, variants and bots.")
    ] = "",
    seats: Annotated[
        int | None, typer.Option("--seats", metavar="N", min=1, help="For so many seats; otherwise the fewest.")
    ] = None,
    map_id: MapName = "",
    variants: Variants = None,
    edition: Edition = "",
    plugins: Plugins = None,
) -> None:
    """List the installed games, or all that is in force in one of them."""
    loaded = registry(plugins)
    if not name:
        out.table(
            ("game", "title", "rules", "about"),
            [(g.id, g.title, g.version, g.summary) for g in loaded.games().values()],
        )
    else:
        game = loaded.game(name)
        game_map = loaded.map(game, map_id)
        rules = game.ruleset(seats or game_map.seats[0], game_map, chosen_variants(loaded, variants), edition=edition)
        _show(loaded, game, game_map, rules)
    for fault in [*loaded.faults, *loaded.duplicates()]:
        out.warn(f"railbook: {out.clean(fault)}")


def _show(loaded: Registry, game: Game, game_map: GameMap, rules: Ruleset) -> None:
    from railbook.rules.compose import option_groups
    from railbook.rules.options import specs

    least, most = game_map.seats
    layers = {origin.layer for origin in rules.origins}
    out.say(f"{game.id}: {game.title}, rules {game.version}, {least} to {most} seats")
    out.say(f"map: {out.clean(game_map.id)} ({game_map.digest})")
    out.say(f"maps: {', '.join(f'{one.id} ({one.digest})' for one in loaded.maps(game))}")
    out.say(f"editions: {', '.join(game.editions) or 'none'}")
    out.say(f"bots: {', '.join(loaded.bots(layers))}")
    fitting = [n for n, layer in loaded.variants().items() if layer.game is None or layer.game.name in layers]
    out.say(f"variants: {', '.join(fitting) or 'none'}")
    out.say()
    base = game.base(game_map).layers
    chosen = [loaded.variant(variant.name).layer for variant in rules.variants]
    values = {**rules.option_values}
    for variant in rules.variants:
        values.update({f"{variant.name}.{field}": value for field, value in variant.options.items()})
    rows = [
        (spec.name, _text(values[spec.name]), spec.takes, spec.help) for spec in specs(option_groups([*base, *chosen]))
    ]
    out.table(("option", "value", "takes", "meaning"), rows)
    out.say()
    seen: dict[str, tuple[str, str, str, str]] = {}
    for spec in rules.actions.values():
        for validator in spec.validators:
            seen.setdefault(
                validator.rule, (validator.rule, validator.paragraph, validator.layer, _first(validator.test))
            )
    out.table(("rule", "paragraph", "layer", "text"), list(seen.values()))
    out.say()
    out.table(("score", "text"), [(id, _first(scorer)) for id, scorer in rules.scorers])


def _first(function: object) -> str:
    return (getattr(function, "__doc__", None) or "").strip().split("\n")[0]


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
