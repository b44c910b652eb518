"""`railbook diff`: two logs, or one log under changed rules: the first divergence, side by side."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from railbook.cli import out
from railbook.cli.options import (
    Edition,
    Format,
    Plugins,
    RuleOptions,
    Variants,
    chosen_variants,
    one_of,
    registry,
    rule_options,
)

if TYPE_CHECKING:
    from railbook.audit.diff import Comparison
    from railbook.plugins.registry import Registry
    from railbook.rules.ruleset import Ruleset


def diff(
    logs: Annotated[
        list[str], typer.Argument(metavar="LOG [LOG]", help="Two logs, or one to decide under other rules.")
    ],
    variants: Variants = None,
    without: Annotated[
        list[str] | None, typer.Option("--without", metavar="NAME", help="Take a recorded variant away.")
    ] = None,
    options: RuleOptions = None,
    edition: Edition = "",
    redeal: Annotated[bool, typer.Option("--redeal", help="Decide the set-up again too.")] = False,
    plugins: Plugins = None,
    form: Format = "text",
) -> None:
    """Compare two games, or one game with itself under changed rules, up to where they part. Exit 0: no difference."""
    one_of(form, ("text", "json"), "format")
    from railbook.audit.diff import diff_logs, diff_rules
    from railbook.audit.replay import ReplayFault

    changes = bool(variants or without or options or edition)
    loaded = registry(plugins)
    if len(logs) != (1 if changes else 2):
        raise out.UsageFault("diff takes two logs, or one log and --option, --variant, --without or --edition")
    try:
        if changes:
            rules = _changed(loaded, logs[0], variants, without, options, edition)
            found = diff_rules(logs[0], loaded, rules, redeal=redeal)
        else:
            found = diff_logs(logs[0], logs[1], loaded)
    except ReplayFault as fault:
        out.warn(f"railbook: {out.clean(fault.finding.file)}: {out.clean(fault.finding)}")
        raise typer.Exit(3 if fault.finding.kind.startswith("unknown") else 1) from None
    if form == "json":
        _show_json(found)
    else:
        _show(found)
    raise typer.Exit(0 if found.same else 1)


def _changed(
    loaded: Registry,
    log: str,
    variants: list[str] | None,
    without: list[str] | None,
    options: list[str] | None,
    edition: str,
) -> Ruleset:
    """Compose the rules of a log with changes: variants more or fewer, another edition, other options."""
    from railbook.audit.replay import Replay
    from railbook.recording.header import map_of

    header = Replay(log, loaded).header
    recorded = {variant.name: loaded.variant(variant.name, variant.options) for variant in header.variants}
    for name in without or []:
        if name not in recorded:
            raise out.UsageFault(f"{log} was not recorded with variant {name!r}: {', '.join(recorded) or 'with none'}")
        del recorded[name]
    for chosen in chosen_variants(loaded, variants):
        recorded[chosen.layer.name] = chosen
    game = loaded.game(header.game)
    game_map = map_of(loaded, header)
    wanted = rule_options(options)
    # What the header says only because of the recorded variants and edition must not stand in the way of others.
    plain = game.ruleset(len(header.seats), game_map, edition=header.edition).option_values
    own = {name: value for name, value in header.options.items() if plain.get(name) != value} if not edition else {}
    kept = {
        name: value
        for name, value in own.items()
        if not any(
            entry.kind == "option" and entry.key == name for c in _all(loaded, header) for entry in c.layer.entries
        )
    }
    return game.ruleset(
        len(header.seats), game_map, list(recorded.values()), {**kept, **wanted}, edition or header.edition
    )


def _all(loaded: Registry, header: Any) -> list[Any]:
    return [loaded.variant(variant.name, variant.options) for variant in header.variants]


def _show(found: Comparison) -> None:
    for name, a, b in found.header:
        out.say(f"header {out.clean(name)}: {_text(a)} | {_text(b)}")
    if found.same:
        out.say(f"no difference: {found.plies} plies are the same")
        return
    if not found.what:
        out.say(f"the {found.plies} plies are the same; only the headers differ")
        return
    place = f"ply {found.ply}: " if found.ply is not None else ""
    out.say(f"first difference at {place}{out.clean(found.what)}" if place else f"difference: {out.clean(found.what)}")
    for name, side in zip(found.names, found.sides, strict=True):
        if side is not None:
            out.say(f"  {out.clean(name)}")
            seat = "nobody" if side.seat is None else f"seat {side.seat}"
            out.say(f"    {seat}: {out.clean(side.action)}")
            for label, outcome in side.chance:
                out.say(f"      chance {out.clean(label)}: {_text(outcome)}")
            for event in side.events:
                out.say(f"      {out.clean(event)}")
    if found.state:
        rows = [(path, _text(a), _text(b)) for path, a, b in found.state]
        out.table(("what differs then", "first", "second"), rows)


def _text(value: Any) -> str:
    return out.clean(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True))


def _show_json(found: Comparison) -> None:
    import dataclasses

    import msgspec

    document = {**dataclasses.asdict(found), "same": found.same}
    out.say(msgspec.json.format(msgspec.json.encode(document, order="sorted"), indent=2).decode())
