"""`railbook new`: repositories for a house rule and for a game, which pass their own tests as written."""

from __future__ import annotations

import tomllib
from importlib.metadata import distribution
from pathlib import Path

import pytest

from railbook.cli import scaffolding
from railbook.testing import conformance
from tests.cli.running import railbook, records_of
from tests.fresh import Fresh

KINDS = {"variant": "my-rule", "game": "my-game"}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with a repository of each kind."""
    folder = tmp_path_factory.mktemp("new")
    for kind, name in KINDS.items():
        done = railbook("new", kind, name, folder=folder)
        assert (done.code, done.err) == (0, "")
        assert done.lines[-1].strip() == f"cd {name} && python -m pip install -e . tox && tox"
    return folder


def module_of(made: Path, kind: str) -> Path:
    """Give the module of a repository."""
    name = KINDS[kind]
    return made / name / "src" / name.replace("-", "_") / "__init__.py"


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_written(made: Path, kind: str) -> None:
    """Project, module, test, replay, tox, workflow and README are there, no marker is left, and nothing beside them."""
    name = KINDS[kind]
    files = {path.relative_to(made / name).as_posix() for path in (made / name).rglob("*") if path.is_file()}
    module = name.replace("-", "_")
    assert files == {
        ".github/workflows/ci.yml",
        ".gitignore",
        "README.md",
        "pyproject.toml",
        f"replays/{name}.jsonl",
        f"src/{module}/__init__.py",
        f"src/{module}/py.typed",
        f"tests/test_{module}.py",
        "tox.ini",
    }
    project = tomllib.loads((made / name / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"] == {"railbook": {name: module}}
    assert project["dependencies"] == [f"railbook>={distribution('railbook').version}"]
    for file in files - {f"replays/{name}.jsonl"}:
        text = (made / name / file).read_text(encoding="utf-8")
        assert not [word for word in ("name", "module", "options", "title", "game", "source") if f"@{word}@" in text]
    assert {path.name for path in made.iterdir()} >= set(KINDS.values())
    assert not [path.name for path in made.iterdir() if path.name.startswith(".")]


@pytest.mark.parametrize("kind", KINDS)
def test_the_replay_is_exact(made: Path, kind: str) -> None:
    """The game recorded on the spot names the new distribution and is exact with the new plugin."""
    name, module = KINDS[kind], module_of(made, kind)
    log = made / name / "replays" / f"{name}.jsonl"
    done = railbook("verify", log, "-p", module)
    assert (done.code, done.lines[-1].endswith(": 1 exact")) == (0, True)
    header = records_of(log)[0]
    named = [(variant["name"], variant["distribution"]) for variant in header["variants"]]
    assert named == ([(name, name)] if kind == "variant" else [])
    assert header["game"] == ("ttr-usa" if kind == "variant" else name)


@pytest.mark.parametrize("kind", KINDS)
def test_it_conforms(made: Path, kind: str) -> None:
    """PLG-04: rule and game as written pass the conformance suite."""
    game, variants = ("ttr-usa", ["my-rule:cards=5"]) if kind == "variant" else ("my-game", [])
    plugins, without = [str(module_of(made, kind))], ["other-process"]
    plies = 8 if kind == "variant" else None
    for check in conformance(game, variants=variants, plugins=plugins, seats=[2], plies=plies, without=without):
        check()


@pytest.mark.parametrize(
    "arguments, said",
    [
        (("variant", "My-Rule"), "'My-Rule' is no name for a variant: choose small letters"),
        (("variant", "my--rule"), "'my--rule' is no name for a variant"),
        (("game", "../escape"), "'../escape' is no name for a game"),
        (("game", "été"), r"'\xe9t\xe9' is no name for a game"),
        (("game", "a" * 41), "is no name for a game"),
        (("game", "1830"), "'1830' is no name for a game"),
        (("game", "json"), "'json' would be a module 'json', which is taken already"),
        (("game", "class"), "'class' would be a module 'class'"),
        (("game", "msgspec"), "'msgspec' would be a module 'msgspec'"),
        (("variant", "alvin"), "there is a variant 'alvin' already"),
        (("game", "ttr-usa"), "there is a game 'ttr-usa' already"),
        (("game", "railbook-more"), "'railbook-more' is the name of something installed"),
        (("game", "core"), "'core' is the name of something installed"),
        (("variant", "setup"), "layer 'setup' adds options 'setup', which is there already"),
        (("rule", "mine"), "unknown kind 'rule': choose variant or game"),
        (("variant", "my-rule", "--out", "there"), "there exists: choose another name or folder"),
        (("variant", "my-rule", "--out", "file/inside"), "file/inside cannot be made"),
    ],
)
def test_what_is_refused(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    """A bad name, a taken one, and a place that is taken get one line and exit code 2; nothing is written."""
    (tmp_path / "there").mkdir()
    (tmp_path / "file").touch()
    done = railbook("new", *arguments, folder=tmp_path)
    assert done.code == 2
    assert done.complaint.startswith("railbook: ")
    assert said in done.complaint
    assert {path.name for path in tmp_path.iterdir()} == {"there", "file"}
    assert not list((tmp_path / "there").iterdir())


def test_a_recording_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the game cannot be recorded, no half of a repository stays behind."""

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(scaffolding, "_record", fail)
    done = railbook("new", "game", "my-game", folder=tmp_path)
    assert (done.code, done.complaint) == (2, "railbook: my-game cannot be written: No space left on device")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "origin, source",
    [
        ("", "railbook"),
        ('{"url": "file:///no/such/folder", "dir_info": {"editable": true}}', "railbook"),
        ('{"url": "file://FOLDER", "dir_info": {}}', "railbook @ file://FOLDER"),
        ('{"url": "file://FOLDER", "archive_info": {}}', "railbook @ file://FOLDER"),
        (
            '{"url": "https://example.org/railbook", "vcs_info": {"vcs": "git", "commit_id": "abc"}}',
            "railbook @ git+https://example.org/railbook@abc",
        ),
    ],
    ids=["index", "gone", "folder", "wheel", "repository"],
)
def test_where_railbook_comes_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, origin: str, source: str) -> None:
    """In the new repository, tox finds the railbook that wrote it: by name, or where it was installed from."""

    class Installed:
        def read_text(self, name: str) -> str:
            return origin.replace("FOLDER", str(tmp_path)) if name == "direct_url.json" else ""

    monkeypatch.setattr(scaffolding, "distribution", lambda name: Installed())
    assert scaffolding.railbook_source() == source.replace("FOLDER", str(tmp_path))


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_tox_is_green_as_written(fresh: Fresh, tmp_path: Path, kind: str) -> None:
    """`railbook new … && cd … && python -m pip install -e . tox && tox` is green, with railbook's wheel on an index."""
    name = KINDS[kind]
    fresh.run("railbook", "new", kind, name, folder=tmp_path)
    fresh.run("python", "-m", "pip", "install", "--quiet", "-e", ".", "tox", folder=tmp_path / name)
    done = fresh.run("tox", folder=tmp_path / name)
    assert "py: OK" in done.stdout
    assert "types: OK" in done.stdout
    assert ": 1 exact" in done.stdout
