"""`railbook seal`: prints what fixes a log as it stands, to be published, and signs it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from railbook.cli import out
from railbook.cli.logs import require_file
from railbook.cli.options import Format, Plugins, one_of, registry

if TYPE_CHECKING:
    from railbook.log.seal import Seal

SUFFIX = ".sig"
"""What is put behind the name of the log for that of its signature."""


def seal(
    place: Annotated[str, typer.Argument(metavar="LOG", help="A log; - is standard input.")],
    sign: Annotated[
        Path | None, typer.Option("--sign", metavar="KEY.pem", help="Sign with this private key of Ed25519.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--out", metavar="SIG", help="The new signature file; otherwise LOG.sig.")
    ] = None,
    plugins: Plugins = None,
    form: Format = "text",
) -> None:
    """Verify a log and print its last digest, with the number of its lines, for others to keep or for a signature.

    Comments are not counted, because they are not sealed. A log that grows later has that digest at an earlier line.
    """
    one_of(form, ("text", "json"), "format")
    require_file(place)
    if output is not None and sign is None:
        raise out.UsageFault("--out is for a signature: name a private key with --sign")
    if sign is not None and output is None and place == "-":
        raise out.UsageFault("name the signature of standard input with --out")
    from railbook.audit.findings import EXIT_CODES
    from railbook.audit.verify import verify
    from railbook.corpus.places import name_of
    from railbook.log.reader import whole_file
    from railbook.log.seal import Seal, written
    from railbook.log.writer import write_whole

    report = verify(place, registry(plugins), name_of(place))
    code = EXIT_CODES[report.verdict]
    if code == 1:
        for finding in report.findings:
            out.warn(f"railbook: {out.clean(report.file)}: {out.clean(finding)}")
        raise typer.Exit(code)
    made = Seal(report.digest, report.lines)
    signature = None
    if sign is not None:
        from railbook.log.signing import sign as signed

        signature = output or Path(place + SUFFIX)
        with _usage(sign):
            content = written(made, signed(made, whole_file(sign)))
        write_whole(signature, content)
    if form == "json":
        said = {name: getattr(report, name) for name in ("file", "finished", "chance", "lines", "digest")}
        said |= {"verdict": report.words, "seal": str(made), "signature": signature and signature.name}
        out.say(out.as_json(said, pretty=True))
        raise typer.Exit(code)
    chance = f", chance {report.chance}" if report.chance else ""
    out.say(f"{out.clean(report.file)}: {report.words}, {report.lines} lines{chance}")
    out.say(f"  publish:  {made}")
    log = shlex.quote(place)
    check = f"--digest {made}"
    if signature is not None:
        out.say(f"  signed:   {out.clean(signature)}")
        check = f"--signature {shlex.quote(str(signature))} --public-key PUBLIC.pem"
    out.say(f"  check:    railbook verify {out.clean(log)} {out.clean(check)}")
    raise typer.Exit(code)


def seal_to_check(digest: str, signature: Path | None, public_key: Path | None) -> Seal | None:
    """Give the seal that a log must have: a published one, or one that was signed; raises `UsageFault`."""
    if signature is None:
        if public_key is not None:
            raise out.UsageFault("--public-key goes with --signature")
        if not digest:
            return None
        from railbook.log.seal import read_seal

        with _usage():
            return read_seal(digest)
    if public_key is None or digest:
        raise out.UsageFault("--signature goes with --public-key, got from who signed, and without --digest")
    from railbook.log.reader import whole_file
    from railbook.log.seal import Seal, read_signed
    from railbook.log.signing import fits

    with _usage():
        found, proof = read_signed(signature)
    with _usage(public_key):
        if fits(found, proof, whole_file(public_key)):
            return found
    return Seal(found.digest, found.lines, f"the signature {signature.name} is not by this public key")


@contextmanager
def _usage(file: Path | None = None) -> Iterator[None]:
    """Turn a seal or key that cannot be used into one line about its file."""
    from railbook.log.reader import FileFault
    from railbook.log.seal import SealFault

    try:
        yield
    except (SealFault, FileFault) as fault:
        raise out.UsageFault(f"{file}: {fault}" if file is not None else str(fault)) from None
