"""`railbook extract`: writes one ply of a recorded game, with the state before it, as a small case of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from railbook.cli import out
from railbook.cli.logs import no_such_ply, replaying
from railbook.cli.options import Plugins, registry


def extract(
    log: Annotated[str, typer.Argument(metavar="LOG", help="A recorded game; - is standard input.")],
    at: Annotated[int, typer.Option("--at", metavar="PLY", min=0, help="The ply that the case is about.")],
    output: Annotated[Path, typer.Option("--out", metavar="CASE.json", help="The new file; its name ends in .json.")],
    plugins: Plugins = None,
) -> None:
    """Write one ply of a recorded game and the state before it into a file that `railbook verify` decides."""
    from railbook.audit import case as cases
    from railbook.audit.replay import Replay
    from railbook.corpus.places import name_of
    from railbook.log.writer import write_whole

    if output.suffix != cases.SUFFIX:
        raise out.UsageFault(f"{output}: the name of a case ends in {cases.SUFFIX}")
    with replaying(log):
        game = Replay(log, registry(plugins), name_of(log))
        case = cases.extract(game, at)
    if case is None:
        raise no_such_ply(at, game.state.ply)
    write_whole(output, cases.written(case))
    out.say(f"written: {out.clean(output)}")
    out.say(f"  check:  railbook verify {out.clean(output)}")
