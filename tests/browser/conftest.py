"""A real browser without a screen, and pages of all games for it."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("selenium", reason="tests in a browser need the dependency group `browser`")

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.cli.running import railbook

BROWSERS = ("chromium", "chromium-browser", "google-chrome")

GAMES = {
    "usa": "ttr-usa/5-random-shared-rank",
    "europe": "ttr-europe/5-random-reveal-reshuffles",
    "old-west": "ttr-old-west/6-greedy-six-seats",
    "alvin": "ttr-old-west/6-alvin-greedy-captured-again",
    "age-of-steam": "age-of-steam/6-greedy-tie-stands",
    "deluxe": "age-of-steam/4-deluxe-random-production",
}
"""A recorded game of each game, variant and kind of edition, among them the longest."""

REPLAYS = Path(__file__).parents[2] / "replays"


class Browser:
    """A browser that looks at one page at a time and remembers what it asked for and complained of."""

    def __init__(self) -> None:
        options = webdriver.ChromeOptions()
        found = next(filter(None, map(shutil.which, BROWSERS)), None)
        driver = shutil.which("chromedriver")
        if found is None or driver is None:
            # A machine without a browser tests all the rest; where one is promised, its absence is a fault.
            tell = pytest.fail if os.environ.get("RAILBOOK_BROWSER") == "required" else pytest.skip
            tell("tests in a browser need the Debian packages chromium and chromium-driver")
        options.binary_location = found
        # Containers give neither a sandbox nor much shared memory.
        for argument in (
            "--headless=new",
            "--no-sandbox",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver: Any = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
        self.resize(1400, 1000)

    def resize(self, width: int, height: int) -> None:
        """Give the page another size, down to that of a phone."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def open(self, path: Path, fragment: str = "") -> None:
        """Open a page anew, from its file."""
        self.driver.get("about:blank")
        for log in ("browser", "performance"):
            self.driver.get_log(log)
        self.driver.get(path.resolve().as_uri() + fragment)

    def complaints(self) -> list[str]:
        """Give what the console says since the page was opened."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self) -> list[str]:
        """Give the addresses that were asked for since the page was opened."""
        messages = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        return [m["params"]["request"]["url"] for m in messages if m["method"] == "Network.requestWillBeSent"]

    def text(self, id: str) -> str:
        """Give the text of an element."""
        return str(self.driver.find_element(By.ID, id).text)

    def press(self, *keys: str) -> None:
        """Press keys, wherever the focus is."""
        for key in keys:
            webdriver.ActionChains(self.driver).send_keys(key).perform()

    def click(self, id: str) -> None:
        """Press a button."""
        self.driver.find_element(By.ID, id).click()

    def ply(self) -> int:
        """Give the ply that is shown, as the page says it in words."""
        return int(self.text("place").split()[1])

    def run(self, script: str, *arguments: Any) -> Any:
        """Run a script in the page."""
        return self.driver.execute_script(script, *arguments)

    @property
    def keys(self) -> type[Keys]:
        """The names of keys."""
        return Keys


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Give the browser, one for all tests."""
    made = Browser()
    yield made
    made.driver.quit()


class Pages:
    """Pages of the games, each written when it is asked for first."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __getitem__(self, name: str) -> Path:
        path = self._folder / f"{name}.html"
        if not path.exists():
            done = railbook("page", REPLAYS / f"{GAMES[name]}.jsonl", "--out", path)
            assert (done.code, done.err) == (0, "")
        return path


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Pages:
    """Give a page of each game."""
    return Pages(tmp_path_factory.mktemp("pages"))
