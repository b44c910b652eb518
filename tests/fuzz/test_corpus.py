"""The corpus: small files that once broke a reader, each with the answer that it gets now."""

from __future__ import annotations

import time
import tomllib
from pathlib import Path

import pytest

from tests.fuzz.readers import READERS, answer_of

CORPUS = Path(__file__).parent / "corpus"
NOTES = tomllib.loads((CORPUS / "NOTES.toml").read_text(encoding="utf-8"))


def test_every_file_has_a_note() -> None:
    """SEC-02: no file lies in the corpus without a reader, an answer and a line that says what it is."""
    assert {path.name for path in CORPUS.iterdir()} - {"NOTES.toml"} == set(NOTES)
    assert all(set(note) == {"reader", "answer", "note"} for note in NOTES.values())


@pytest.mark.parametrize("name", NOTES)
def test_regressions(name: str, tmp_path: Path) -> None:
    """SEC-01, SEC-02, LOG-04: what once broke a reader gets its answer, within a second."""
    reader = READERS[NOTES[name]["reader"]]
    path = tmp_path / reader.file
    path.write_bytes((CORPUS / name).read_bytes())
    began = time.process_time()
    assert answer_of(reader, path) == NOTES[name]["answer"]
    assert time.process_time() - began < 1
