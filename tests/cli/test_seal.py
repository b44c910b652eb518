"""`railbook seal` says what fixes a log, signs it, and `verify` finds whatever is not what was sealed."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from tests.cli.running import Result, log_of, railbook, records_of, rewritten
from tests.vectors import reader

PRIVATE = (Encoding.PEM, PrivateFormat.PKCS8)
PUBLIC = (Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


@pytest.fixture
def folder(tmp_path: Path, short: Path) -> Path:
    """Give a folder with a log `g.jsonl`, a private key `k.pem`, its public one `p.pem` and that of another."""
    (tmp_path / "g.jsonl").write_bytes(short.read_bytes())
    for name, seed in (("k", 1), ("other", 2)):
        key = Ed25519PrivateKey.from_private_bytes(bytes([seed]) * 32)
        (tmp_path / f"{name}.pem").write_bytes(key.private_bytes(*PRIVATE, NoEncryption()))
        public = {"k": "p.pem", "other": "other-p.pem"}[name]
        (tmp_path / public).write_bytes(key.public_key().public_bytes(*PUBLIC))
    return tmp_path


def seal_of(log: Path) -> str:
    """Seal a log; gives what is to be published."""
    done = railbook("seal", log, "--format", "json")
    assert (done.code, done.err) == (0, "")
    return str(done.document["seal"])


def different(done: Result) -> str:
    """Give the message of the one finding, which must be that of a seal."""
    (log,) = done.document["logs"]
    (finding,) = log["findings"]
    assert (done.code, log["verdict"], finding["kind"]) == (1, "diverged", "different-seal")
    return str(finding["message"])


# Sealing


def test_seal_is_that_of_the_independent_reader(folder: Path) -> None:
    """What is sealed is how many lines are chained and the last digest, as any reader finds them (LOG-05)."""
    data = (folder / "g.jsonl").read_bytes()
    assert seal_of(folder / "g.jsonl") == reader.seal_of(data)
    assert data.splitlines()[-1].endswith(f'"digest":"{reader.seal_of(data).partition(":")[2]}"}}'.encode())


def test_text_says_what_to_publish_and_how_to_check(folder: Path) -> None:
    """People see verdict and seal, and the very command that checks it."""
    done = railbook("seal", "g.jsonl", folder=folder)
    said = seal_of(folder / "g.jsonl")
    assert done.lines[0] == f"g.jsonl: exact, {said.partition(':')[0]} lines, chance proven"
    assert done.lines[1] == f"  publish:  {said}"
    assert done.lines[2] == f"  check:    railbook verify g.jsonl --digest {said}"
    checked = railbook(*done.lines[2].split()[2:], folder=folder)
    assert checked.code == 0
    assert f"g.jsonl: the seal is that of its last line, {said.partition(':')[0]}" in checked.lines


def test_json_is_the_same_on_every_machine(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """CLI-04: machines get the same bytes wherever the log lies."""
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "g.jsonl"
    elsewhere.write_bytes((folder / "g.jsonl").read_bytes())
    one, other = (
        railbook("seal", folder / "g.jsonl", "--format", "json"),
        railbook("seal", elsewhere, "--format", "json"),
    )
    assert one.out == other.out
    assert set(one.document) == {"chance", "digest", "file", "finished", "lines", "seal", "signature", "verdict"}


def test_comments_are_not_sealed(folder: Path) -> None:
    """Comments may be added behind a seal: they are no part of the game (LOG-10)."""
    said = seal_of(folder / "g.jsonl")
    with (folder / "g.jsonl").open("ab") as log:
        log.write(b'{"text":"well played","type":"comment"}\n')
    assert seal_of(folder / "g.jsonl") == said
    assert railbook("verify", folder / "g.jsonl", "--digest", said).code == 0


@pytest.mark.parametrize("bare", [False, True], ids=["with lines", "digest alone"])
def test_seal_of_the_log(folder: Path, bare: bool) -> None:
    """A log that is as it was sealed has no finding, with or without the number of lines."""
    said = seal_of(folder / "g.jsonl")
    done = railbook(
        "verify", folder / "g.jsonl", "--format", "json", "--digest", said.partition(":")[2] if bare else said
    )
    (log,) = done.document["logs"]
    assert (done.code, log["verdict"], log["findings"]) == (0, "exact", [])
    assert f"{log['lines']}:{log['digest']}" == said


def test_broken_log_is_not_sealed(folder: Path) -> None:
    """What does not verify is not sealed, but said where it breaks (LOG-01, LOG-05)."""
    log = folder / "g.jsonl"
    log.write_bytes(log.read_bytes()[:-9])
    done = railbook("seal", log)
    assert (done.code, done.out) == (1, "")
    assert "truncated" in done.complaint


# What differs


def test_log_that_has_grown(folder: Path) -> None:
    """A log that has grown since it was sealed has the digest at an earlier line, which is said (LOG-05)."""
    whole = folder / "g.jsonl"
    lines = whole.read_bytes().splitlines(keepends=True)
    early = folder / "early.jsonl"
    early.write_bytes(b"".join(lines[:6]))
    said = seal_of(early)
    for digest in (said, said.partition(":")[2]):
        done = railbook("verify", whole, "--digest", digest, "--format", "json")
        assert different(done) == (
            f"the log has grown since: the seal is that of line 6 of {len(lines)} (comments are not counted)"
        )
        assert done.document["logs"][0]["findings"][0]["line"] == 6
        assert done.document["logs"][0]["totals"]  # the game itself was verified to its end


def test_log_that_is_shorter(folder: Path) -> None:
    """LOG-05: without its last lines a log is exact so far; the seal shows that it was longer."""
    whole = folder / "g.jsonl"
    said = seal_of(whole)
    lines = whole.read_bytes().splitlines(keepends=True)
    whole.write_bytes(b"".join(lines[:-3]))
    assert railbook("verify", whole).code == 0
    words = different(railbook("verify", whole, "--digest", said, "--format", "json"))
    assert (
        words
        == f"the log is shorter than the sealed one, or another game: it has {len(lines) - 3} lines of {len(lines)}"
    )
    words = different(railbook("verify", whole, "--digest", said.partition(":")[2], "--format", "json"))
    assert words == f"another game, or one that was changed or cut off: none of {len(lines) - 3} lines has that digest"


def test_log_that_was_rewritten(folder: Path) -> None:
    """LOG-05: a header that was edited under a new chain is exact; the seal shows that it is another log."""
    said = seal_of(folder / "g.jsonl")
    other = rewritten(folder / "g.jsonl", folder / "h.jsonl", lambda lines: lines[0]["seats"][0].update(name="Zoë"))
    assert railbook("verify", other).code == 0
    lines = said.partition(":")[0]
    words = different(railbook("verify", other, "--digest", said, "--format", "json"))
    assert words == f"another game, or one that was changed: line {lines} of {lines} has another digest"


def test_seal_with_a_wrong_number(folder: Path) -> None:
    """A digest that stands elsewhere than its seal says is a wrong seal, even on the last line."""
    lines, _, digest = seal_of(folder / "g.jsonl").partition(":")
    for number in (int(lines) - 1, int(lines) + 1):
        words = different(railbook("verify", folder / "g.jsonl", "--digest", f"{number}:{digest}", "--format", "json"))
        assert words == f"the sealed digest is that of line {lines}, not of line {number}: the seal is a wrong one"


def test_seal_of_a_game_that_is_not_installed(folder: Path) -> None:
    """Without the rules the chain is still compared with the seal: 3 where it fits, 1 where not (PLG-03)."""
    records = records_of(folder / "g.jsonl")
    records[0]["game"] = "mars"
    log = folder / "mars.jsonl"
    log.write_bytes(log_of(records))
    said = reader.seal_of(log.read_bytes())
    assert railbook("seal", log).code == 3
    assert railbook("verify", log, "--digest", said).code == 3
    done = railbook("verify", log, "--digest", said[:-32] + "0" * 32, "--format", "json")
    assert (done.code, done.document["logs"][0]["verdict"]) == (1, "diverged")


# Signatures


def signed(folder: Path) -> Path:
    """Sign the log; gives the signature file."""
    done = railbook("seal", folder / "g.jsonl", "--sign", folder / "k.pem")
    assert (done.code, done.err) == (0, "")
    return folder / "g.jsonl.sig"


def check(folder: Path, log: str = "g.jsonl", key: str = "p.pem") -> Result:
    """Verify a log with the signature of `g.jsonl`."""
    return railbook(
        "verify", folder / log, "--signature", folder / "g.jsonl.sig", "--public-key", folder / key, "--format", "json"
    )


def test_signature_of_the_log(folder: Path) -> None:
    """Who has the public key of the signer sees that the log is as it was signed; the file is as documented."""
    signature = signed(folder)
    assert check(folder).code == 0
    held = json.loads(signature.read_bytes())
    assert set(held) == {"type", "format", "algorithm", "lines", "digest", "signature"}
    assert f"{held['lines']}:{held['digest']}" == seal_of(folder / "g.jsonl")
    assert signature.read_bytes() == reader.canonical(held) + b"\n"


def test_signature_is_bound_to_digest_and_lines(folder: Path) -> None:
    """A signature does not fit another digest, another number of lines, or another key (LOG-05)."""
    signature = signed(folder)
    assert different(check(folder, key="other-p.pem")) == "the signature g.jsonl.sig is not by this public key"
    whole = json.loads(signature.read_bytes())
    for change in ({"lines": whole["lines"] - 1}, {"digest": "0" * 32}, {"signature": "0" * 128}):
        signature.write_bytes(reader.canonical({**whole, **change}))
        assert different(check(folder)) == "the signature g.jsonl.sig is not by this public key"


def test_signature_of_another_log(folder: Path) -> None:
    """A true signature of another log is a finding that says how the two differ (LOG-05)."""
    signed(folder)
    lines = (folder / "g.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "short.jsonl").write_bytes(b"".join(lines[:-1]))
    assert "shorter than the sealed one" in different(check(folder, "short.jsonl"))


def test_signature_is_not_written_over(folder: Path) -> None:
    """An earlier signature stays (CLI-05); another name is free."""
    before = signed(folder).read_bytes()
    done = railbook("seal", folder / "g.jsonl", "--sign", folder / "other.pem")
    assert (done.code, done.out) == (2, "")
    assert "g.jsonl.sig exists" in done.complaint
    assert (folder / "g.jsonl.sig").read_bytes() == before
    done = railbook("seal", folder / "g.jsonl", "--sign", folder / "other.pem", "--out", folder / "2.sig")
    assert done.code == 0
    assert (folder / "2.sig").exists()


def test_signatures_need_the_extra(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the library, signing and checking say in one line what to install; digests need none of it."""
    signed(folder)
    said = seal_of(folder / "g.jsonl")
    for name in [name for name in sys.modules if name.startswith("cryptography")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "cryptography", None)
    for done in (
        railbook("seal", folder / "g.jsonl", "--sign", folder / "k.pem", "--out", folder / "2"),
        check(folder),
    ):
        assert (done.code, done.out) == (2, "")
        assert "pip install 'railbook[sign]'" in done.complaint
    assert not (folder / "2").exists()
    assert railbook("verify", folder / "g.jsonl", "--digest", said).code == 0


def bad_keys(folder: Path) -> None:
    """Write keys that cannot sign: encrypted, of another kind, none at all."""
    key, curve = Ed25519PrivateKey.generate(), generate_private_key(SECP256R1())
    (folder / "locked.pem").write_bytes(key.private_bytes(*PRIVATE, BestAvailableEncryption(b"secret")))
    (folder / "curve.pem").write_bytes(curve.private_bytes(*PRIVATE, NoEncryption()))
    (folder / "curve-p.pem").write_bytes(curve.public_key().public_bytes(*PUBLIC))
    (folder / "text.pem").write_text("hello")


@pytest.mark.parametrize(
    "key, says",
    [
        ("locked.pem", "is encrypted"),
        ("curve.pem", "not one of Ed25519"),
        ("text.pem", "no private key in PEM form: `openssl genpkey -algorithm ed25519` makes one"),
        ("p.pem", "no private key in PEM form"),
        ("missing.pem", "cannot be opened"),
        (".", "is a folder"),
    ],
)
def test_keys_that_cannot_sign(folder: Path, key: str, says: str) -> None:
    """A key that cannot sign is one line with its file and the remedy, and nothing is written."""
    bad_keys(folder)
    done = railbook("seal", folder / "g.jsonl", "--sign", folder / key)
    assert (done.code, done.out) == (2, "")
    assert says in done.complaint
    assert not (folder / "g.jsonl.sig").exists()


@pytest.mark.parametrize(
    "key, says",
    [("k.pem", "no public key in PEM form"), ("curve-p.pem", "not one of Ed25519"), ("text.pem", "no public")],
)
def test_keys_that_cannot_check(folder: Path, key: str, says: str) -> None:
    """A file that is no public key of Ed25519 is one line with the remedy."""
    bad_keys(folder)
    signed(folder)
    done = check(folder, key=key)
    assert (done.code, done.out) == (2, "")
    assert says in done.complaint


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"hello",
        b"{}",
        b"[]",
        b"\xff",
        b'{"type":"seal"}',
        b'{"type":"seal","format":2}',
        b"[" * 10**5,
        b"1" * 10**5,
    ],
    ids=["empty", "text", "object", "list", "binary", "fields missing", "newer", "deep", "number"],
)
def test_signature_files_that_are_none(folder: Path, content: bytes) -> None:
    """Whatever a signature file holds, it is refused in one line (SEC-01, SEC-02)."""
    (folder / "g.jsonl.sig").write_bytes(content)
    done = check(folder)
    assert (done.code, done.out) == (2, "")
    assert "is no signature of `railbook seal`" in done.complaint


# Wrong usage


@pytest.mark.parametrize(
    "arguments, says",
    [
        (["seal", "none.jsonl"], "no such file"),
        (["seal", "."], "is a folder"),
        (["seal", "g.jsonl", "--out", "x"], "--out is for a signature"),
        (["seal", "g.jsonl", "--format", "xml"], "unknown format 'xml'"),
        (["seal", "-", "--sign", "k.pem"], "name the signature of standard input with --out"),
        (["verify", "g.jsonl", "--digest", "abc"], "'abc' is no digest"),
        (["verify", "g.jsonl", "--digest", "0:" + "a" * 32], "is no digest"),
        (["verify", "g.jsonl", "--digest", "A" * 32], "is no digest"),
        (["verify", "g.jsonl", "--public-key", "p.pem"], "--public-key goes with --signature"),
        (["verify", "g.jsonl", "--signature", "s"], "--signature goes with --public-key"),
        (["verify", "g.jsonl", "--signature", "s", "--public-key", "p.pem"], "s cannot be opened"),
        (["verify", "g.jsonl", "k.pem", "--digest", "a" * 32], "are for one log"),
        (["verify", "case.json", "--digest", "a" * 32], "are for one log"),
    ],
)
def test_wrong_usage(folder: Path, arguments: list[str], says: str) -> None:
    """Wrong usage is one line and exit code 2."""
    done = railbook(*arguments, folder=folder)
    assert (done.code, done.out) == (2, "")
    assert says in done.complaint
