"""`railbook page`: one file that plays a game, complete, inert, small, and the same everywhere."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import time
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from railbook.cli.screen import named
from tests.cli.running import process, railbook, records_of, rewritten
from tests.cli.test_draw import MARKUP
from tests.cli.test_hostile import harmful

REPLAYS = Path(__file__).parents[2] / "replays"
LONGEST = REPLAYS / "ttr-europe" / "5-random-reveal-reshuffles.jsonl"
LARGEST = REPLAYS / "age-of-steam" / "6-greedy-tie-stands.jsonl"


class Parts(HTMLParser):
    """Reads a page: its elements with attributes, and the text of its scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.inside: dict[str, list[str]] = {"script": [], "style": []}
        self._open = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        self.elements.append((tag, dict(attrs)))
        self._open = tag if tag in self.inside else ""
        if self._open:
            self.inside[tag].append("")

    def handle_endtag(self, tag: str) -> None:
        """Leave an element."""
        self._open = ""

    def handle_data(self, data: str) -> None:
        """Note text."""
        if self._open:
            self.inside[self._open][-1] += data


def read(path: Path) -> tuple[Parts, Any]:
    """Read a page: its parts, and the data in it."""
    parts = Parts(path.read_text("utf-8"))
    return parts, json.loads(parts.inside["script"][0])


def made(target: Path, *arguments: str | Path) -> tuple[Parts, Any]:
    """Write a page and read it."""
    done = railbook("page", *arguments, "--out", target)
    assert (done.code, done.out, done.err) == (0, "", "")
    return read(target)


@pytest.fixture(scope="module")
def plain(short: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Parts, Any]:
    """Give the page of a short game: its path, parts and data."""
    target = tmp_path_factory.mktemp("page") / "short.html"
    return target, *made(target, short)


def state_at(slots: Any, ply: int) -> dict[int, int]:
    """Put the changes up to a ply together, as the page does."""
    now: dict[int, int] = {}
    for step in slots["steps"][: ply + 1]:
        now.update(zip(step[::2], step[1::2], strict=True))
    return {slot: value for slot, value in now.items() if value >= 0}


def test_every_ply_is_told(plain: tuple[Path, Parts, Any], short: Path) -> None:
    """The page holds each ply with its seat and, word by word, what `replay` says of its events; and the sheet."""
    game = plain[2]["games"][0]
    records = [record for record in records_of(short) if record["type"] == "ply"]
    assert [ply[0] for ply in game["plies"]] == [record["seat"] for record in records]
    told = [line for line in railbook("replay", short).lines if line.startswith("    ") and line[4] != " "]
    names = [seat["name"] for seat in game["seats"]]
    assert [game["texts"][text] for ply in game["plies"] for text in ply[2]] == [
        named(line.strip(), names) for line in told
    ]
    end = records_of(short)[-1]
    assert [[id, points] for id, points, _how in game["end"]["sheet"]] == [[s["id"], s["points"]] for s in end["sheet"]]
    assert any(how for _id, _points, how in game["end"]["sheet"])
    assert (game["audit"]["verdict"], game["audit"]["findings"]) == ("exact", [])
    assert all(len(line) == len(records) for _name, lines in game["figures"] for line in lines)


@pytest.mark.parametrize("ply", [0, 9, -1])
def test_the_board_is_that_of_draw(ply: int, plain: tuple[Path, Parts, Any], short: Path, tmp_path: Path) -> None:
    """The changes from ply to ply add up to the very picture that `draw` gives, piece by piece in the same order."""
    board = plain[2]["games"][0]["board"]
    ply %= len(board["steps"])
    state = state_at(board, ply)
    pieces = [board["fragments"][state[slot]] for slot in board["slots"] if slot in state]
    assert railbook("draw", short, "--at", str(ply), "--out", tmp_path / "x.svg").code == 0
    picture = (tmp_path / "x.svg").read_text()
    assert "\n".join(pieces).replace(' id="a-', ' id="') in picture


def test_it_asks_nothing_of_a_network(plain: tuple[Path, Parts, Any]) -> None:
    """The page names no address; its policy allows its own script and style by their hashes and nothing else."""
    path, parts, _data = plain
    links = [
        value for _tag, attributes in parts.elements for name, value in attributes.items() if name in ("src", "href")
    ]
    assert [link for link in links if not (link or "").startswith(("#", "data:,"))] == []
    text = path.read_text("utf-8")
    assert set(re.findall(r"https?://[^\s\"'<\\]+", text)) <= {"http://www.w3.org/2000/svg"}
    policy = next(a["content"] for tag, a in parts.elements if tag == "meta" and "http-equiv" in a) or ""
    assert policy.startswith("default-src 'none'; ")
    for kind, code in (("script", parts.inside["script"][1]), ("style", parts.inside["style"][0])):
        digest = base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}';" in policy
    assert "unsafe" not in policy
    assert not [a for _tag, a in parts.elements if any(name == "style" or name.startswith("on") for name in a)]


def test_names_are_inert(short: Path, tmp_path: Path, plain: tuple[Path, Parts, Any]) -> None:
    """SEC-04: names that would be markup, and files called so, leave the elements of the page as they are."""

    def rename(records: list[dict[str, Any]]) -> None:
        records[0]["seats"][0]["name"] = MARKUP
        records.insert(1, {"type": "comment", "text": MARKUP})

    log = rewritten(short, tmp_path / "<img src=x>&'\".jsonl", rename)
    target = tmp_path / "x.html"
    parts, data = made(target, log)
    assert parts.elements == plain[1].elements
    assert not harmful(target.read_text("utf-8"))
    assert data["games"][0]["seats"][0]["name"] == MARKUP
    assert all(re.fullmatch(r"<g[ >].*</g>", piece, re.DOTALL) for piece in data["games"][0]["board"]["fragments"])
    assert not [piece for piece in data["games"][0]["board"]["fragments"] if "<script" in piece]


def test_one_seat_is_all_that_is_in_it(short: Path, tmp_path: Path, plain: tuple[Path, Parts, Any]) -> None:
    """LOG-04: with --as the file holds nothing of what that seat could not know: no view, card or ticket of others."""
    _parts, data = made(tmp_path / "x.html", short, "--as", "0")
    game, whole = data["games"][0], plain[2]["games"][0]
    assert [view["seat"] for view in game["views"]] == [0]
    assert [view["seat"] for view in whole["views"]] == [None, 0, 1]
    text = json.dumps(game)
    kept = [
        r["action"]["keep"]
        for r in records_of(short)
        if r["type"] == "ply" and r["seat"] == 1 and "keep" in r["action"]
    ]
    assert kept
    told = {
        whole["texts"][ply[1]] for ply in whole["plies"] if ply[0] == 1 and whole["texts"][ply[1]].startswith("keep")
    }
    assert told
    assert not [said for said in told if said in text]


def test_findings_stand_at_their_ply(short: Path, tmp_path: Path) -> None:
    """What `verify` finds is in the page, at its ply; from there on the page only tells what the file says."""
    text = short.read_text().replace('"slot":null', '"slot":1', 1)
    log = tmp_path / "broken.jsonl"
    log.write_text(text)
    found = railbook("verify", log, "--format", "json").document["logs"][0]["findings"]
    done = railbook("page", log, "--out", tmp_path / "x.html")
    assert (done.code, "broken-chain" in done.complaint) == (1, True)
    audit = read(tmp_path / "x.html")[1]["games"][0]["audit"]
    assert audit["verdict"] == "diverged"
    assert [said.partition(": ")[2].partition(":")[0] for _ply, said in audit["findings"]] == [f["kind"] for f in found]
    assert audit["from"] == min(ply for ply, _said in audit["findings"])


def test_what_was_taken_back(short: Path, tmp_path: Path) -> None:
    """An undo leaves the page with the plies as they stand in the end, and a note where plies were taken back."""

    def undo(records: list[dict[str, Any]]) -> None:
        last = next(i for i, r in enumerate(records) if r["type"] == "ply" and r["ply"] == 4)
        records[last + 1 : last + 1] = [{"type": "undo", "seat": 0, "to": 4}, records[last]]

    log = rewritten(short, tmp_path / "undone.jsonl", undo)
    _parts, data = made(tmp_path / "x.html", log)
    _parts, bare = made(tmp_path / "y.html", short)
    game, other = data["games"][0], bare["games"][0]
    assert len(game["plies"]) == len(other["plies"])
    assert [note[0] for note in game["notes"]] == [4]
    for ply in (3, 4, 5, len(game["plies"]) - 1):
        for one, two in zip((game["board"], *game["views"]), (other["board"], *other["views"]), strict=True):
            assert state_at(one, ply) == state_at(two, ply)


def test_two_games_side_by_side(corpus: Path, tmp_path: Path) -> None:
    """`--diff` begins where `diff` says that the games part, and holds both."""
    one, other = corpus / "ttr-usa-0.jsonl", corpus / "ttr-usa-1.jsonl"
    found = railbook("diff", one, other, "--format", "json").document
    _parts, data = made(tmp_path / "x.html", "--diff", one, other)
    assert len(data["games"]) == 2
    assert data["start"] == found["ply"]
    assert found["what"] in data["difference"]


def test_a_page_for_each_and_an_index(corpus: Path, short: Path, tmp_path: Path) -> None:
    """`--out-dir` writes a page for each log and an index that links them; a log that is no log is one line, code 1."""
    (tmp_path / "logs").mkdir()
    for name in ("ttr-usa-0.jsonl", "ttr-usa-1.jsonl"):
        (tmp_path / "logs" / name).write_bytes((corpus / name).read_bytes())
    (tmp_path / "logs" / "bad.jsonl").write_text("{}\n")
    done = railbook("page", tmp_path / "logs", "--out-dir", tmp_path / "pages")
    assert done.code == 1
    assert "bad.jsonl" in done.complaint
    assert sorted(p.name for p in (tmp_path / "pages").iterdir()) == ["index.html", "ttr-usa-0.html", "ttr-usa-1.html"]
    index = Parts((tmp_path / "pages" / "index.html").read_text("utf-8"))
    assert [a["href"] for tag, a in index.elements if tag == "a"] == ["ttr-usa-0.html", "ttr-usa-1.html"]


@pytest.mark.parametrize(
    "arguments, complaint",
    [
        pytest.param(("LOG",), "choose --out FILE.html for one page, or --out-dir", id="nowhere"),
        pytest.param(("LOG", "--out", "x.html", "--out-dir", "y"), "choose --out FILE.html", id="both"),
        pytest.param(("LOG", "LOG", "--out", "x.html"), "--out takes one log", id="two"),
        pytest.param(("--diff", "LOG", "--out", "x.html"), "--diff takes two logs", id="one-to-compare"),
        pytest.param(("-", "--out", "x.html"), "a page is made from files", id="standard-input"),
        pytest.param(("missing.jsonl", "--out", "x.html"), "missing.jsonl: no such file", id="missing"),
        pytest.param(("LOG", "--as", "9", "--out", "x.html"), "there is no seat 9", id="seat"),
        pytest.param(("LOG", "--out", "there.html"), "there.html exists", id="exists"),
        pytest.param(("LOG", "--out-dir", "there.html"), "there.html is a file", id="no-folder"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], complaint: str, short: Path, tmp_path: Path) -> None:
    """CLI: wrong usage is one line that names the remedy, exit code 2, and nothing is written."""
    (tmp_path / "there.html").write_text("mine")
    done = railbook("page", *(str(short) if word == "LOG" else word for word in arguments), folder=tmp_path)
    assert done.code == 2
    assert complaint in done.complaint
    assert [path.name for path in tmp_path.iterdir()] == ["there.html"]


@pytest.mark.slow
@pytest.mark.parametrize("log", [LONGEST, LARGEST], ids=["longest", "largest"])
def test_long_games_stay_small(log: Path, tmp_path: Path) -> None:
    """A page of 300 plies is under 2 MB and made in 2 s of work (on a slow machine 8); others in proportion."""
    begun = time.process_time()
    _parts, data = made(tmp_path / "x.html", log)
    took = time.process_time() - begun
    plies = len(data["games"][0]["plies"])
    assert plies > 280
    assert (tmp_path / "x.html").stat().st_size < 2_000_000 * max(1, plies / 300)
    assert took < 2 * SLOWEST * plies / 300


SLOWEST = 4
"""How much slower than a machine of today, with nothing else to do, one may be that runs these tests."""


@pytest.mark.slow
def test_the_same_bytes_everywhere(short: Path, tmp_path: Path) -> None:
    """A page has the same bytes under every hash seed."""
    for seed in ("0", "1", "4711"):
        done = process("page", short, "--out", tmp_path / f"{seed}.html", env={"PYTHONHASHSEED": seed})
        assert done.code == 0
    assert len({path.read_bytes() for path in tmp_path.iterdir()}) == 1
