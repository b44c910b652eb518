"""Pages in a real browser: they play, ask nothing of a network, and work without a mouse, on a phone, read aloud."""

from __future__ import annotations

import io
import json
import time
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("selenium", reason="tests in a browser need the dependency group `browser`")

from tests.browser.conftest import GAMES, REPLAYS, Browser, Pages
from tests.cli.running import railbook, rewritten
from tests.cli.test_draw import MARKUP

pytestmark = pytest.mark.browser

each_game = pytest.mark.parametrize("game", GAMES)

AXE = (files("axe_selenium_python") / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


def serious(browser: Browser) -> list[str]:
    """Give the serious faults that axe finds in the page that is shown."""
    browser.run(AXE)
    found = browser.driver.execute_async_script(
        "const done = arguments[arguments.length - 1]; axe.run(document).then((r) => done(r.violations));"
    )
    return [
        f"{fault['id']}: {fault['nodes'][0]['html'][:120]}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
    ]


TOLERATED = 0.002
"""The part of the points of two pictures that may differ: edges are smoothed as they happen to fall on points."""


def differing(one: Any, other: Any) -> float:
    """Give the part of the points in which two pictures differ clearly."""
    from PIL import ImageChops

    assert one.size == other.size
    clearly = ImageChops.difference(one, other).point(lambda value: 255 if value > 40 else 0)
    part: float = clearly.histogram()[255] / (one.width * one.height)
    return part


def press(browser: Browser, button: str, times: int) -> None:
    """Press a button many times."""
    browser.run("for (let n = 0; n < arguments[1]; n++) document.getElementById(arguments[0]).click()", button, times)


def plies_in(log: Path) -> list[dict[str, Any]]:
    """Give the plies of a log that nobody took back."""
    return [record for record in map(json.loads, log.read_text().splitlines()) if record["type"] == "ply"]


@each_game
def test_a_game_is_played_through(game: str, browser: Browser, pages: Pages) -> None:
    """Each page shows every ply from the set-up to the end, without a complaint and without asking for anything."""
    browser.open(pages[game])
    last = len(plies_in(REPLAYS / f"{GAMES[game]}.jsonl")) - 1
    assert (browser.ply(), browser.text("now")) == (0, "Ply 0. the set-up")
    for ply in (*range(40, last, 40), last):
        press(browser, "next", ply - browser.ply())
        assert browser.ply() == ply
        assert browser.run("return document.querySelectorAll('[aria-current=step]').length") == 1
        assert browser.run("return document.querySelectorAll('.board g > g').length") > 30
    browser.press(browser.keys.ARROW_RIGHT)
    assert browser.ply() == last
    assert browser.complaints() == []
    assert [url for url in browser.requests() if not url.startswith(("file:", "data:"))] == []


@each_game
def test_it_loads_at_once(game: str, browser: Browser, pages: Pages) -> None:
    """A page of some 300 plies is there in under 1 s, of 450 in proportion; the best of three counts."""
    plies = len(plies_in(REPLAYS / f"{GAMES[game]}.jsonl"))
    took = []
    for _ in range(3):
        browser.open(pages[game])
        took.append(browser.run("const t = performance.timing; return t.loadEventEnd - t.navigationStart"))
    assert min(took) < 1000 * max(1, plies / 300)


@each_game
def test_nothing_serious_for_screen_readers(game: str, browser: Browser, pages: Pages) -> None:
    """No tool finds a serious fault: axe looks at names, roles, contrast, order of headings."""
    browser.open(pages[game], "#ply=60")
    assert serious(browser) == []


@each_game
def test_the_board_looks_as_drawn(game: str, browser: Browser, pages: Pages, tmp_path: Path) -> None:
    """The board of a ply, reached forwards, backwards or by a link, looks as `railbook draw` draws it."""
    from PIL import Image

    log, ply = REPLAYS / f"{GAMES[game]}.jsonl", 120
    last = len(plies_in(log)) - 1
    ply = min(ply, last - 30)
    assert railbook("draw", log, "--at", str(ply), "--out", tmp_path / "x.svg").code == 0
    drawn = (tmp_path / "x.svg").read_text("utf-8").partition("?>")[2]

    def look() -> Any:
        element = browser.driver.find_element("css selector", ".board svg")
        return Image.open(io.BytesIO(element.screenshot_as_png)).convert("L")

    browser.open(pages[game], f"#ply={ply}")
    by_link = look()
    browser.press(browser.keys.END, *[browser.keys.PAGE_UP] * 3)
    press(browser, "back", last - 30 - ply)
    assert browser.ply() == ply
    backwards = look()
    assert differing(by_link, backwards) < TOLERATED
    # The same picture in the place of the board: but for the frame of the paper, next to no point differs.
    browser.run(
        "const old = document.querySelector('.board svg'); const box = old.viewBox.baseVal;"
        "const doc = new DOMParser().parseFromString(arguments[0], 'image/svg+xml').documentElement;"
        "doc.setAttribute('viewBox', `0 0 ${box.width} ${box.height}`); doc.removeAttribute('width');"
        "doc.removeAttribute('height'); doc.setAttribute('class', 'drawn');"
        "old.replaceWith(document.importNode(doc, true));",
        drawn,
    )
    assert differing(by_link, look()) < TOLERATED


def test_keys_and_links(browser: Browser, pages: Pages) -> None:
    """Without a mouse: arrows, page, home and end, space, and the address says the ply, also when it is changed."""
    browser.open(pages["usa"], "#ply=57")
    keys = browser.keys
    assert browser.ply() == 57
    for key, ply in (
        (keys.ARROW_RIGHT, 58),
        (keys.ARROW_LEFT, 57),
        (keys.PAGE_DOWN, 67),
        (keys.PAGE_UP, 57),
        (keys.HOME, 0),
        (keys.ARROW_LEFT, 0),
        (keys.END, 375),
    ):
        browser.press(key)
        assert browser.ply() == ply
        time.sleep(0.4)  # the address follows when the page has come to rest
        assert browser.driver.current_url.endswith(f"#ply={ply}")
    browser.run("location.hash = '#ply=12'")
    time.sleep(0.2)
    assert browser.ply() == 12
    browser.run("location.hash = '#ply=999999'")
    time.sleep(0.2)
    assert browser.ply() == 375
    focused = []
    browser.open(pages["usa"])
    for _ in range(12):
        browser.press(keys.TAB)
        focused.append(browser.run("return document.activeElement.id || document.activeElement.className"))
    assert focused[:9] == ["skip", "first", "back", "play", "next", "last", "slider", "speed", focused[8]]
    assert browser.complaints() == []


def test_play_and_pause(browser: Browser, pages: Pages) -> None:
    """Space plays and pauses; while it plays nothing is read aloud, and at the end it stops by itself."""
    browser.open(pages["usa"], "#ply=370")
    browser.run("const s = document.getElementById('speed'); s.value = '300'; s.dispatchEvent(new Event('change'))")
    browser.press(" ")
    assert browser.text("play") == "Pause"
    assert browser.run("return document.getElementById('now').getAttribute('aria-live')") == "off"
    time.sleep(1)
    browser.press(" ")
    paused = browser.ply()
    assert 370 < paused < 376
    time.sleep(0.5)
    assert browser.ply() == paused
    browser.press(" ")
    time.sleep(3)
    assert (browser.ply(), browser.text("play")) == (375, "Play")
    assert browser.run("return document.getElementById('now').getAttribute('aria-live')") == "polite"


def test_views_of_seats(browser: Browser, pages: Pages) -> None:
    """The view of a seat shows its hand and no other; that of everything shows all hands."""
    browser.open(pages["usa"], "#ply=40")
    hands = (
        "return [...document.querySelectorAll('.panel')].filter(p => p.firstChild.textContent === 'hand')"
        ".map(p => p.children.length - 1)"
    )
    assert browser.run(hands) == [5]
    browser.run("const s = document.getElementById('a-view'); s.value = '2'; s.dispatchEvent(new Event('change'))")
    assert browser.run(hands) == [1]


def test_on_a_phone(browser: Browser, pages: Pages) -> None:
    """On a narrow screen nothing sticks out, and all that is pressed is large enough for a finger."""
    try:
        for game in GAMES:
            browser.resize(390, 800)
            browser.open(pages[game], "#ply=50")
            assert browser.run("return document.documentElement.scrollWidth") <= 390
            low = (
                "return Math.min(...[...document.querySelectorAll('#controls button, select')]"
                ".map(b => b.offsetHeight))"
            )
            assert browser.run(low) >= 40
    finally:
        browser.resize(1400, 1000)


def test_two_games_side_by_side(browser: Browser, tmp_path: Path) -> None:
    """`--diff` opens at the first difference, steps both games, and is as accessible as one."""
    one, other = (REPLAYS / "ttr-usa" / f"{name}.jsonl" for name in ("2-greedy-bonus-decides", "2-greedy-random-flush"))
    done = railbook("page", "--diff", one, other, "--out", tmp_path / "x.html")
    assert (done.code, done.err) == (0, "")
    browser.open(tmp_path / "x.html")
    first = browser.ply()
    assert "First difference at ply " + str(first) in browser.text("about")
    browser.press(browser.keys.ARROW_RIGHT)
    assert browser.ply() == first + 1
    assert browser.run("return document.querySelectorAll('.side').length") == 2
    assert (
        browser.run(
            "const a = [...document.querySelectorAll('[id]')].map(e => e.id); return a.length - new Set(a).size"
        )
        == 0
    )
    browser.press(browser.keys.END)
    assert serious(browser) == []
    assert browser.complaints() == []


def test_findings_are_reached(browser: Browser, tmp_path: Path) -> None:
    """`n` goes to the next finding, which is said there, and from there on the log is struck out."""
    log = tmp_path / "broken.jsonl"
    original = REPLAYS / "ttr-usa" / "2-greedy-random-flush.jsonl"
    changed = original.read_text().splitlines(keepends=True)
    number = next(i for i, line in enumerate(changed) if '"slot":null' in line)

    def forge(records: list[dict[str, Any]]) -> None:
        records[number]["action"]["slot"] = 1

    rewritten(original, log, forge)
    done = railbook("page", log, "--out", tmp_path / "x.html")
    assert done.code == 0
    browser.open(tmp_path / "x.html")
    browser.press("n")
    assert browser.ply() == number - 1
    assert "Finding: " in browser.text("now")
    assert browser.run("return document.querySelectorAll('.log .behind').length") > 10
    assert serious(browser) == []


def test_hostile_names_do_nothing(browser: Browser, tmp_path: Path) -> None:
    """SEC-04: names that would be markup are shown as they are; no script runs, nothing is loaded."""
    original = REPLAYS / "ttr-europe" / "2-greedy-random-declined-tunnel.jsonl"

    def rename(records: list[dict[str, Any]]) -> None:
        records[0]["seats"][0]["name"] = MARKUP
        records[0]["seats"][1]["name"] = "<img src=x onerror=alert(2)>"

    log = rewritten(original, tmp_path / "h.jsonl", rename)
    assert railbook("page", log, "--out", tmp_path / "x.html").code == 0
    browser.open(tmp_path / "x.html")
    for _ in range(12):
        browser.press(browser.keys.PAGE_DOWN)
    assert browser.run("return document.querySelectorAll('script').length") == 2
    assert browser.run("return document.querySelectorAll('img, iframe, object, foreignObject').length") == 0
    assert MARKUP in browser.driver.find_element("tag name", "body").text
    assert browser.complaints() == []
    assert [url for url in browser.requests() if not url.startswith(("file:", "data:"))] == []


def test_the_index(browser: Browser, tmp_path: Path) -> None:
    """The index of a folder of pages leads to each of them."""
    logs = [REPLAYS / f"{GAMES[game]}.jsonl" for game in ("usa", "deluxe")]
    assert railbook("page", *logs, "--out-dir", tmp_path).code == 0
    browser.open(tmp_path / "index.html")
    assert serious(browser) == []
    assert browser.complaints() == []
    browser.driver.find_element("css selector", "td a, th a").click()
    assert browser.ply() == 0
