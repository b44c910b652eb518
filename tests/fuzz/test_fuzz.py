"""Spoilt files, by the hundred here and by the million at night: every reader answers, in time, and with few words."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.campaign import Figures, inputs, run
from tests.fuzz.mutators import KINDS, spoilt
from tests.fuzz.readers import READERS, answer_of, rechained, share, short_logs

ROOT = Path(__file__).resolve().parents[2]

FEW, MANY, MOST = 200, 20_000, 1_000_000
"""Inputs of each reader: in the fast tests, in CI, at night."""

OF_THE_CHAIN = {"broken-chain", "unknown-game", "unknown-version", "unreadable"}
REACHED = {
    "verify": {
        *(*OF_THE_CHAIN, "truncated", "not-canonical", "impossible-chance", "chance-mismatch", "different-events"),
        *("different-score", "illegal-action core.no-such-seat", "illegal-action peb.not-in-hand"),
    },
    "replay": {*OF_THE_CHAIN, "truncated", "unknown-variant", "different-events", "illegal-action", "not-your-turn"},
    "packed log": {"unreadable", "unknown-version", "broken-chain"},
    "case": {
        *("unreadable", "unknown-game", "unknown-version", "unknown-variant", "different-events", "chance-mismatch"),
        *("illegal-action peb.not-in-hand", "not-your-turn core.not-your-turn"),
    },
    "Ticket to Ride log": {
        *(*OF_THE_CHAIN, "truncated", "not-canonical", "impossible-chance", "chance-mismatch", "different-events"),
        "illegal-action core.not-now",
    },
    "Age of Steam log": {
        *(*OF_THE_CHAIN, "truncated", "not-canonical", "impossible-chance", "chance-mismatch", "different-events"),
        "not-your-turn",
    },
}
"""What must be complained of in the logs of a campaign: mutations reach the chain, the header, chance and the rules."""

SLOWEST = 5.0
"""CPU seconds that one input may take on a machine that does other things too."""


def explain(figures: Figures) -> str:
    """Say which inputs were lost, so that one of them can go to the corpus."""
    return "\n".join(f"{kind}: {what}: {data[:300]!r}" for kind, what, data in figures.lost[:5])


@pytest.mark.parametrize("name", READERS)
def test_valid_files_are_read(name: str, tmp_path: Path) -> None:
    """What is spoilt was whole before: SEC-02, every file that the mutators begin with is accepted by its reader."""
    path = tmp_path / READERS[name].file
    for number, data in enumerate(READERS[name].bases()):
        path.write_bytes(data)
        answer = answer_of(READERS[name], path)
        assert not answer.startswith(("refused", "unreadable", "diverged")) or name == "typed actions", (number, answer)


@pytest.mark.parametrize("name", READERS)
def test_no_spoilt_file_is_lost(name: str) -> None:
    """SEC-01, SEC-02, LOG-01, LOG-03, LOG-04: a few hundred spoilt files get a documented answer, each in time."""
    count = FEW // share(name)
    figures = run(name, count)
    assert (figures.inputs, figures.lost, figures.hung) == (count, [], 0), explain(figures)
    assert figures.slowest < SLOWEST
    assert len(figures.answers) > 1  # not all are refused alike


def test_every_kind_of_mutation_is_used() -> None:
    """SEC-02: no kind is left out, each changes files, and the same seed gives the same bytes."""
    random = Random(1)
    made = [spoilt(random, short_logs()) for _ in range(1000)]
    changed = {kind for kind, data in made if data not in short_logs()}
    assert changed == set(KINDS)
    assert list(inputs("verify", 50)) == list(inputs("verify", 50))


def test_chains_are_mended() -> None:
    """LOG-05: a log gets a chain that fits whatever was changed, so that the rules behind it are reached."""
    for log in short_logs():
        assert rechained(log) == log
    changed = short_logs()[1].replace(b'"ply":1', b'"ply":7', 1)
    assert rechained(changed) != changed


@settings(max_examples=50, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(data=st.data(), name=st.sampled_from(sorted(set(READERS) - {"commands"})))
def test_drawn_files_are_answered(data: st.DataObject, name: str, tmp_path: Path) -> None:
    """SEC-02: whatever bytes are drawn, alone or in the middle of a valid file, no reader is surprised."""
    reader = READERS[name]
    base = data.draw(st.sampled_from(reader.bases()))
    at = data.draw(st.integers(0, len(base)))
    drawn = data.draw(st.binary(max_size=200) | st.text(max_size=100).map(lambda text: text.encode("utf-8", "ignore")))
    path = tmp_path / reader.file
    path.write_bytes(drawn if data.draw(st.booleans()) else base[:at] + drawn + base[at:])
    assert answer_of(reader, path)


def campaign(name: str, count: int, *, seed: int) -> None:
    """Run a campaign in a process of its own, within a gigabyte, and require that nothing is lost."""
    words = [sys.executable, "-m", "tests.fuzz", name, "--inputs", str(count), "--seed", str(seed), "--json"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout, done.stderr
    (figures,) = json.loads(done.stdout)
    assert (figures["inputs"], figures["lost"], figures["hung"]) == (count // share(name), [], 0)
    assert set(figures["kinds"]) == set(KINDS)
    assert figures["slowest"] < SLOWEST
    assert set(figures["heard"]) >= REACHED.get(name, set())


@pytest.mark.slow
@pytest.mark.parametrize("name", READERS)
def test_twenty_thousand_spoilt_files(name: str) -> None:
    """SEC-01, SEC-02: every reader answers 20,000 spoilt files in a process that may take 1 GB of memory.

    What they are complained of shows that they get as far as the rules.
    """
    campaign(name, MANY, seed=7)


@pytest.mark.slow
@pytest.mark.nightly
@pytest.mark.parametrize("name", READERS)
def test_a_million_spoilt_files(name: str) -> None:
    """SEC-01, SEC-02: the same for a million."""
    campaign(name, MOST, seed=8)
