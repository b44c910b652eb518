"""`railbook diff`: two logs, or one log under changed rules: the first divergence, side by side."""

from __future__ import annotations

import difflib
import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from railbook.cli import out
from railbook.cli.logs import replaying
from railbook.cli.options import (
    Edition,
    Format,
    Plugins,
    Redeal,
    RuleOptions,
    Variants,
    Without,
    chosen_variants,
    one_of,
    registry,
    rule_options,
)

if TYPE_CHECKING:
    from railbook.audit.diff import Comparison, Side

MOST_ROWS = 40
"""Parts of the state that are shown; JSON has all."""

LONGEST = 100
"""Characters of a value that are shown."""

COMMON = 6
"""Lines that both sides have in common which are shown around those that differ."""


def diff(
    logs: Annotated[
        list[str], typer.Argument(metavar="LOG", help="Two logs, or one log to decide again under changed rules.")
    ],
    variants: Variants = None,
    without: Without = None,
    options: RuleOptions = None,
    edition: Edition = "",
    redeal: Redeal = False,
    plugins: Plugins = None,
    form: Format = "text",
) -> None:
    """Show where two games part, or one game under changed rules. Exit code 0 says that they do not."""
    one_of(form, ("text", "json"), "format")
    from railbook.audit.changed import changed_rules
    from railbook.audit.diff import diff_logs, diff_rules
    from railbook.audit.replay import Replay
    from railbook.corpus.places import names_of

    changes = bool(variants or without or options or edition)
    if len(logs) != (1 if changes else 2):
        raise out.UsageFault("diff takes two logs, or one log and --option, --variant, --without or --edition")
    if redeal and not changes:
        raise out.UsageFault("--redeal is for one log under changed rules")
    loaded = registry(plugins)
    with replaying(*logs):
        replays = [Replay(log, loaded, name, to_decide=changes) for log, name in zip(logs, names_of(logs), strict=True)]
        if changes:
            rules = changed_rules(
                loaded,
                replays[0].header,
                variants=chosen_variants(loaded, variants),
                without=without or (),
                options=rule_options(options),
                edition=edition,
            )
            found = diff_rules(replays[0], rules, redeal=redeal)
        else:
            found = diff_logs(*replays)
    if form == "json":
        _show_json(found)
    else:
        _show(found)
        if changes and found.same and not redeal:
            out.say("the set-up was kept as recorded: --redeal decides it again too")
    raise typer.Exit(0 if found.same else 1)


def _show(found: Comparison) -> None:
    for name, a, b in found.header:
        out.say(f"header {out.clean(name)}: {_text(a)} | {_text(b)}")
    for name, a, b in found.rules:
        out.say(f"{out.clean(name)}: {_text(a)} -> {_text(b)}")
    if not found.what:
        said = "no difference" if found.same else "only the headers differ"
        out.say(f"{said}: {found.plies} plies are the same")
        return
    place = f"first difference at ply {found.ply}" if found.ply is not None else "difference"
    out.say(f"{place}: {out.clean(found.what)}")
    _show_sides(found)
    if found.state:
        title = "what differs then" if found.ply is not None else "what differs in the end"
        rows = [(path, _text(a), _text(b)) for path, a, b in found.state[:MOST_ROWS]]
        out.table((title, *found.names), rows)
        if len(found.state) > MOST_ROWS:
            out.say(f"and {len(found.state) - MOST_ROWS} more: --format json has them all")


def _show_sides(found: Comparison) -> None:
    """Show what both sides have in common, only the first (`-`) and only the second (`+`)."""
    first, second = found.sides
    if first is None or second is None:
        return
    out.say(f"- {out.clean(found.names[0])}")
    out.say(f"+ {out.clean(found.names[1])}")
    for line in list(difflib.unified_diff(_lines(first), _lines(second), n=COMMON, lineterm=""))[2:]:
        if not line.startswith("@@"):
            out.say(f"{line[0]}   {line[1:]}")
        elif not line.startswith("@@ -1,"):
            out.say("  ...")


def _lines(side: Side) -> list[str]:
    return [
        "the set-up" if side.seat is None else f"seat {side.seat}: {out.clean(side.action)}",
        *(f"  chance {out.clean(label)}: {_text(outcome)}" for label, outcome in side.chance),
        *(f"  {out.clean(event)}" for event in side.events),
    ]


def _text(value: Any) -> str:
    if value is None:
        return "-"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)
    return out.clean(text if len(text) <= LONGEST else f"{text[:LONGEST]}...")


def _show_json(found: Comparison) -> None:
    import dataclasses

    out.say(out.as_json({**dataclasses.asdict(found), "same": found.same}, pretty=True))
