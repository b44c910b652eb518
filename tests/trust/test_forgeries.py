"""Every cell of the table of forgeries is what verification finds, and the documented table is that one."""

from __future__ import annotations

import pytest

from tests.trust.catalogue import CATALOGUE, KEYS
from tests.trust.expected import BROKEN, EXPECTED, EXPECTED_OF_KEYS, OWN_UNDER_A_KEY, UNDETECTABLE
from tests.trust.forge import Forged
from tests.trust.game import SCHEMES, recorded
from tests.trust.observing import observe, verdict_on
from tests.trust.table import BEGIN, DOCUMENT, END, REMEDY, written
from tests.vectors import reader

pytestmark = pytest.mark.slow
"""Hundreds of cells: the cases LOG-01 to LOG-12 beside this file are the everyday ones."""

OUTSIDE = {"comment", "comment-removed", "time"}
"""Forgeries of what lies outside the chain."""


@pytest.mark.parametrize("scheme", [*SCHEMES, "committed"])
def test_the_game_itself_is_exact(scheme: str) -> None:
    """The game G of LOG-01 to LOG-06 has 200 plies and more, and before anybody forges it nothing is found."""
    report = verdict_on(recorded(scheme))
    assert (report.words, report.findings) == ("exact", [])
    assert report.plies >= 200
    assert report.chance == {"open": "proven", "none": "recorded", "committed": "proven"}[scheme]


def test_schemes_differ_in_the_header_only() -> None:
    """Both logs tell the same plies, so that a row of the table is about one forgery."""
    ours, theirs = (Forged(recorded(scheme)).entries for scheme in SCHEMES)
    assert [entry.values for entry in ours[1:]] == [entry.values for entry in theirs[1:]]
    assert ours[0].values["salt"] != theirs[0].values["salt"]


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("rechain", [False, True], ids=["old chain", "new chain"])
def test_taking_apart_and_putting_together_forges_nothing(scheme: str, rechain: bool) -> None:
    """A log that nobody changed comes out byte for byte, so that what a forger changes is all that is found."""
    assert Forged(recorded(scheme)).data(rechain=rechain) == recorded(scheme)


def test_each_forgery_has_a_row() -> None:
    """Expectations and forgeries are the same ones, in the same order."""
    assert list(EXPECTED) == list(CATALOGUE)
    assert list(EXPECTED_OF_KEYS) == list(KEYS)


@pytest.mark.parametrize("id", CATALOGUE)
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("rechain", [False, True], ids=["old chain", "new chain"])
def test_cell(id: str, scheme: str, rechain: bool) -> None:
    """Each forgery is found as its cell says: kinds, rule ids and line, or not at all; the verdict goes with that.

    The cases are in the table: LOG-01, LOG-04 to LOG-07, LOG-10 to LOG-12, SEC-01, SEC-03, SEC-05, SEC-06, PLG-03.
    """
    cells = EXPECTED[id]._asdict()
    assert observe(id, scheme, rechain=rechain) == cells[f"{scheme}_{'new' if rechain else 'kept'}"]


@pytest.mark.parametrize("id", KEYS)
@pytest.mark.parametrize("rechain", [False, True], ids=["old chain", "new chain"])
def test_cell_of_keys(id: str, rechain: bool) -> None:
    """Each forgery of a game that is committed to a key is found as its cell says (LOG-06)."""
    cells = EXPECTED_OF_KEYS[id]
    assert observe(id, "committed", rechain=rechain) == (cells.new if rechain else cells.kept)


@pytest.mark.parametrize("id", [id for id in CATALOGUE if id not in OWN_UNDER_A_KEY])
@pytest.mark.parametrize("rechain", [False, True], ids=["old chain", "new chain"])
def test_revealed_key_finds_what_a_seed_finds(id: str, rechain: bool) -> None:
    """In a finished game with a revealed key each forgery is found as under an open seed, at the same line (LOG-06)."""
    cells = EXPECTED[id]
    assert observe(id, "committed", rechain=rechain) == (cells.open_new if rechain else cells.open_kept)


@pytest.mark.parametrize("id", [id for id, cells in EXPECTED_OF_KEYS.items() if cells.new != UNDETECTABLE])
def test_independent_reader_agrees_about_keys(id: str) -> None:
    """The reader of the standard library finds false and withheld keys; for what follows from one it needs rules."""
    log = Forged(recorded("committed"))
    KEYS[id].forger(log)
    found = bool(reader.check(log.data(rechain=True)))
    assert found == (EXPECTED_OF_KEYS[id].new == "chance-mismatch, the last line")


def test_table_is_documented() -> None:
    """The table in the documentation is that of these expectations, each of which is a test."""
    document = DOCUMENT.read_text(encoding="utf-8")
    assert document.count(BEGIN) == document.count(END) == 1
    assert document == written(document), REMEDY


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("id", [id for id, cells in EXPECTED.items() if UNDETECTABLE in cells and id not in OUTSIDE])
def test_published_digest_shows_what_verification_cannot(id: str, scheme: str) -> None:
    """Whoever kept the last digest sees that a log is another one; comments and times alone are outside the chain."""
    log = Forged(recorded(scheme))
    published = log.entries[-1].digest
    CATALOGUE[id].forger(log)
    *_, last = reader.lines_of(log.data(rechain=True))
    assert reader.parse(last[1]).digest != published


@pytest.mark.parametrize("id", [id for id, cells in EXPECTED_OF_KEYS.items() if UNDETECTABLE in cells])
def test_published_digest_shows_forgeries_by_who_has_the_key(id: str) -> None:
    """Whoever kept the last digest sees what the keeper of the key, too, can forge unseen."""
    log = Forged(recorded("committed"))
    published = log.entries[-1].digest
    KEYS[id].forger(log)
    *_, last = reader.lines_of(log.data(rechain=True))
    assert reader.parse(last[1]).digest != published


@pytest.mark.parametrize("id", sorted(OUTSIDE))
def test_outside_the_chain(id: str) -> None:
    """Comments and times never change a digest (LOG-10, LOG-11)."""
    log = Forged(recorded("open"))
    before = [entry.digest for entry in log.entries if entry.digest]
    CATALOGUE[id].forger(log)
    log.data(rechain=True)
    assert [entry.digest for entry in log.entries if entry.digest] == before


@pytest.mark.parametrize("id", CATALOGUE)
@pytest.mark.parametrize("rechain", [False, True], ids=["old chain", "new chain"])
def test_independent_reader_agrees_about_the_chain(id: str, rechain: bool) -> None:
    """Without any rules, the reader of the standard library finds what breaks the chain, and nothing in a whole one."""
    log = Forged(recorded("open"))
    CATALOGUE[id].forger(log)
    faults = reader.check(log.data(rechain=rechain))
    cell = EXPECTED[id].open_new if rechain else EXPECTED[id].open_kept
    if cell.startswith(BROKEN):
        assert faults
    elif cell in (UNDETECTABLE, "exact so far", "unverified", "not-canonical, the line"):
        assert not faults
