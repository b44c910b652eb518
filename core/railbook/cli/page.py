"""`railbook page`: recorded games as pages that play them, each one file for any browser; two side by side."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from railbook.cli import out
from railbook.cli.logs import Viewer, replaying, require_file, showing_what_was_recorded, viewer_of
from railbook.cli.options import Plugins, registry

if TYPE_CHECKING:
    from railbook.cli.page_data import PageGame
    from railbook.plugins.registry import Registry


def page(
    places: Annotated[
        list[str], typer.Argument(metavar="LOG", help="A recorded game; with --out-dir also folders and patterns.")
    ],
    output: Annotated[
        Path | None, typer.Option("--out", metavar="FILE.html", help="Where to write the page of one game.")
    ] = None,
    folder: Annotated[
        Path | None, typer.Option("--out-dir", metavar="FOLDER", help="Write a page for each game, and an index.")
    ] = None,
    diff: Annotated[
        bool, typer.Option("--diff", help="Show two games side by side, from their first difference on.")
    ] = False,
    seat: Viewer = None,
    force: Annotated[bool, typer.Option("--force", help="Replace files that exist.")] = False,
    plugins: Plugins = None,
) -> None:
    """Write recorded games as pages that play them: one file each, without any network, findings marked."""
    if (output is None) == (folder is None):
        raise out.UsageFault("choose --out FILE.html for one page, or --out-dir FOLDER for many")
    if diff and (len(places) != 2 or output is None):  # noqa: PLR2004 - two sides
        raise out.UsageFault("--diff takes two logs and --out FILE.html")
    if output is not None and not diff and len(places) != 1:
        raise out.UsageFault("--out takes one log: name a folder with --out-dir for several")
    if "-" in places:
        raise out.UsageFault("a page is made from files: a log is read for it more than once")
    loaded = registry(plugins)
    if folder is not None:
        raise typer.Exit(_many(loaded, places, folder, seat, force=force))
    assert output is not None
    with replaying(*places):
        data, broken = _side_by_side(loaded, places, seat) if diff else _one(loaded, places[0], seat)
    _write(output, _title(data), data, force=force)
    raise typer.Exit(_complain(broken))


def _made(loaded: Registry, path: str, name: str, seat: str | None, prefix: str = "a") -> PageGame:
    from railbook.audit.replay import Replay
    from railbook.cli.page_data import PageGame

    game = Replay(path, loaded, name, within="whole")
    viewer = viewer_of(seat, game.header)
    with showing_what_was_recorded(game):
        return PageGame(game, viewer, prefix)


def _one(loaded: Registry, path: str, seat: str | None, name: str = "") -> tuple[dict[str, Any], list[PageGame]]:
    """Give the data of a page of one game."""
    from railbook.audit.verify import verify
    from railbook.corpus.places import name_of

    made = _made(loaded, path, name or name_of(path), seat)
    report = verify(path, loaded, made.game.name)
    return {"games": [made.document(report)], "start": 0, "difference": ""}, [made]


def _side_by_side(loaded: Registry, paths: list[str], seat: str | None) -> tuple[dict[str, Any], list[PageGame]]:
    """Give the data of a page of two games, which begins where they part."""
    from railbook.audit.diff import diff_logs
    from railbook.audit.replay import Replay
    from railbook.audit.verify import verify
    from railbook.corpus.places import names_of

    names = names_of(paths)
    made = [
        _made(loaded, path, name, seat, prefix) for path, name, prefix in zip(paths, names, ("a", "b"), strict=True)
    ]
    found = diff_logs(*(Replay(path, loaded, name) for path, name in zip(paths, names, strict=True)))
    start = found.ply if found.ply is not None else found.plies - 1 if found.what else 0
    said = f"First difference at ply {start}: {found.what}." if found.what else f"The {found.plies} plies are the same."
    documents = [one.document(verify(path, loaded, one.game.name)) for one, path in zip(made, paths, strict=True)]
    return {"games": documents, "start": max(0, start), "difference": out.clean(said)}, made


def _many(loaded: Registry, places: list[str], folder: Path, seat: str | None, *, force: bool) -> int:
    """Write a page for each log and an index; a log that cannot be shown is one line, and the others still are."""
    from railbook.audit.replay import ReplayFault
    from railbook.cli.page_html import index_html
    from railbook.corpus.places import logs_in
    from railbook.log.writer import make_folder, write_whole

    logs = logs_in(places)
    for log in logs:
        require_file(log.path)
    if not logs:
        raise out.UsageFault(f"no logs in {', '.join(places)}")
    make_folder(folder, "pages")
    rows: list[tuple[str, list[str]]] = []
    code, taken = 0, {"index.html"}
    with out.progress("writing pages", len(logs)) as bar:
        for log in logs:
            try:
                data, broken = _one(loaded, log.path, seat, log.name)
            except ReplayFault as fault:
                out.warn(f"railbook: {out.clean(log.name)}: {out.clean(fault.finding)}")
                unknown = fault.finding.kind.startswith("unknown")
                code = (code or 3) if unknown else 1
            else:
                name = _file_name(log.name, taken)
                _write(folder / name, _title(data), data, force=force)
                rows.append((name, _about(data["games"][0])))
                code = 1 if _complain(broken) else code
            bar.step()
    write_whole(folder / "index.html", index_html("Recorded games", rows), replace=force)
    out.say(f"{len(rows)} page{'s' * (len(rows) != 1)} and index.html written to {folder}")
    return code


def _file_name(log: str, taken: set[str]) -> str:
    """Give a name for the page of a log that no other page has."""
    stem = os.path.basename(log).removesuffix(".gz").removesuffix(".jsonl")
    plain = "".join(letter if letter.isalnum() or letter in "._-" else "_" for letter in stem).lstrip(".") or "game"
    name, number = f"{plain}.html", 1
    while name in taken:
        number += 1
        name = f"{plain}-{number}.html"
    taken.add(name)
    return name


def _about(game: dict[str, Any]) -> list[str]:
    end = game["end"]
    totals = end["totals"] if end is not None and end["sheet"] else [""] * len(game["seats"])
    players = ", ".join(f"{seat['name']} {total}".strip() for seat, total in zip(game["seats"], totals, strict=True))
    variants = f" with {', '.join(game['variants'])}" if game["variants"] else ""
    return [game["name"], f"{game['game']}{variants}", str(len(game["plies"])), game["audit"]["verdict"], players]


def _title(data: dict[str, Any]) -> str:
    return " and ".join(game["name"] for game in data["games"])


def _write(path: Path, title: str, data: dict[str, Any], *, force: bool) -> None:
    from railbook.cli.page_html import page_html
    from railbook.log.writer import write_whole

    write_whole(path, page_html(title, data), replace=force)


def _complain(made: list[PageGame]) -> int:
    """Say of each log that could not be read to its end where it breaks; its page shows what comes before."""
    broken = [one.broken for one in made if one.broken is not None]
    for fault in broken:
        out.warn(f"railbook: {out.clean(fault.finding.file)}: {out.clean(fault.finding)}")
    return 1 if broken else 0
