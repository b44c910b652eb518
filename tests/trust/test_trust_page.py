"""What `docs/trust.md` says of forgeries, keys and seals stands on tests and forgeries that there are."""

from __future__ import annotations

import re
from pathlib import Path

from tests.cli.running import railbook
from tests.trust import in_chance, in_key, in_play, in_record  # noqa: F401 - they fill the catalogue
from tests.trust.catalogue import CATALOGUE, KEYS
from tests.trust.expected import EXPECTED, EXPECTED_OF_KEYS, UNDETECTABLE

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "trust.md").read_text(encoding="utf-8")


def section(heading: str) -> str:
    """Give the text below a heading, up to the next of its level or above."""
    level = heading.partition(" ")[0]
    _, _, rest = PAGE.partition(f"\n{heading}\n")
    assert rest, f"the page has no {heading}"
    return re.split(rf"\n#{{2,{len(level)}}} ", rest)[0]


def rows() -> dict[str, list[str]]:
    """Give the cells of the table by the mode that their row is about."""
    lines = [line for line in section("## Who can forge what").splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]
    return {first: others for first, *others in cells if others[0] != "what happens"}


def ids(text: str) -> list[str]:
    """Give the ids of forgeries in brackets."""
    return [
        id for found in re.findall(r"\[((?:`[a-z-]+`(?:, )?)+)\]", text) for id in re.findall(r"`([a-z-]+)`", found)
    ]


def test_forgeries_are_those_of_the_catalogue() -> None:
    """Every id in the table is a forgery with a test of its own, and those that are possible are undetectable there."""
    found = ids(section("## Who can forge what"))
    assert len(found) >= 15
    assert set(found) <= {*CATALOGUE, *KEYS}
    possible, impossible = rows()["`committed`, finished"][1].split("; no outcome")
    assert {EXPECTED_OF_KEYS[id].new for id in ids(possible)} == {UNDETECTABLE}
    assert all("chance-mismatch" in EXPECTED_OF_KEYS[id].new for id in ids("; no outcome" + impossible))
    possible, impossible = rows()["`open`"][1].split("; no outcome")
    assert {EXPECTED[id].open_new for id in ids(possible)} == {UNDETECTABLE}
    assert all("chance-mismatch" in EXPECTED[id].open_new for id in ids(impossible))
    assert {EXPECTED[id].none_new for id in ids(rows()["`none`"][1])} == {UNDETECTABLE}


def test_every_forgery_of_a_key_is_named() -> None:
    """No forgery of commitments and keys is left out that anybody could try (LOG-06)."""
    assert set(KEYS) - set(ids(section("## Who can forge what"))) == {"seed-and-commitment", "salt-committed"}


def test_tests_exist() -> None:
    """The test files and names that the sections quote are there."""
    text = section("## Who can forge what")
    files = re.findall(r"`(tests/[a-z_/]+\.py)`", text)
    names = re.findall(r"`(test_[a-z_]+)`", text)
    assert len(files) >= 3
    assert len(names) >= 2
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    assert [name for name in names if f"def {name}(" not in sources] == []
    assert [file for file in files if not (ROOT / file).is_file()] == []


def test_commands_are_those_of_the_command_line() -> None:
    """The options that the page names are options."""
    known = {option for verb in ("seal", "verify") for option in re.findall(r"--[a-z-]+", railbook(verb, "--help").out)}
    said = {
        option
        for line in section("### Seals and signatures").splitlines()
        if line.strip().startswith("railbook ")
        for option in re.findall(r"--[a-z-]+", line)
    }
    assert said == {"--digest", "--sign", "--signature", "--public-key"}
    assert said <= known
