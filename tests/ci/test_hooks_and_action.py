"""The parts for other people's CI: the pre-commit hook, and the steps of the GitHub action, run as a runner would."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cli.conftest import corpus, short  # noqa: F401 - fixtures
from tests.cli.running import railbook, rewritten

ROOT = Path(__file__).resolve().parents[2]
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))


def test_pre_commit_hook(short: Path) -> None:  # noqa: F811 - the fixture
    """The hook runs a command that is there, on the names that logs have."""
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert {"id", "name", "entry", "language", "files"} <= set(hook)
    assert hook["language"] == "python"
    for name, fits in (("a/b.jsonl", True), ("b.jsonl.gz", True), ("b.json", False), ("b.txt", False)):
        assert bool(re.search(hook["files"], name)) is fits
    program, *words = shlex.split(hook["entry"])
    assert program == "railbook"
    assert railbook(*words, short).code == 0


def step(name: str, **inputs: str) -> tuple[str, dict[str, str]]:
    """Give the script of a step, and its environment with the inputs put in."""
    values = {key: str(value["default"]) for key, value in ACTION["inputs"].items()} | inputs
    (found,) = (step for step in ACTION["runs"]["steps"] if step.get("name") == name)
    filled = {
        key: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda found: values[found[1]], text)
        for key, text in found["env"].items()
    }
    return found["run"], filled


def run(script: str, environment: dict[str, str], folder: Path) -> tuple[int, str]:
    """Run a step as a runner does: with bash that stops at the first fault, and our Python first on the path."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
        cwd=folder,
        env={**os.environ, "PATH": path, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    return ran.returncode, ran.stdout + ran.stderr


def test_action_is_a_composite_one() -> None:
    """Inputs have descriptions and defaults, and reach scripts through the environment only, never as text in them."""
    assert ACTION["runs"]["using"] == "composite"
    assert all({"description", "default"} <= set(value) for value in ACTION["inputs"].values())
    for one in ACTION["runs"]["steps"]:
        if "run" in one:
            assert one["shell"] == "bash"
            assert "${{" not in one["run"]


def test_action_annotates(short: Path, tmp_path: Path) -> None:  # noqa: F811 - the fixture
    """`verify` passes on exact games and annotates the log and line of others; so do several paths and arguments."""
    name = "${{ inputs.command }}"
    (tmp_path / "replays").mkdir()
    (tmp_path / "replays" / "good.jsonl").write_bytes(short.read_bytes())
    assert run(*step(name), tmp_path)[0] == 0
    rewritten(short, tmp_path / "bad game.jsonl", lambda records: records[3].update(seat=7))
    code, said = run(*step(name, paths="replays\nbad game.jsonl\n", arguments="--jobs\n1"), tmp_path)
    assert code == 1
    assert re.search(r"^::error file=bad game\.jsonl,line=4[,:]", said, re.MULTILINE)


@pytest.mark.slow
def test_action_tries_a_change(short: Path, tmp_path: Path) -> None:  # noqa: F811 - the fixture
    """`impact` runs with its own arguments, and other commands are refused."""
    name = "${{ inputs.command }}"
    inputs = {"command": "impact", "paths": str(short), "arguments": "-o\nmarket.flush_at=5"}
    code, said = run(*step(name, **inputs), tmp_path)
    assert code == 0, said
    code, said = run(*step(name, command="rm"), tmp_path)
    assert (code, "::error::railbook: command is verify or impact" in said) == (2, True)


def test_action_installs_what_is_named(tmp_path: Path) -> None:
    """Each line of `railbook` and `install` is one requirement; with none nothing is installed."""
    script, environment = step("install", railbook="", install="")
    assert run(script, environment, tmp_path) == (0, "")
    (tmp_path / "bin").mkdir()
    told = tmp_path / "bin" / "python"
    told.write_text('#!/bin/sh\nfor word in "$@"; do echo "<$word>"; done\n')
    told.chmod(0o755)
    script, environment = step("install", install=".\nmy-rules >= 2\n")
    environment["PATH"] = f"{told.parent}{os.pathsep}{os.environ['PATH']}"
    _, said = run(script, environment, tmp_path)
    assert said.split("\n")[3:-1] == ["<railbook>", "<.>", "<my-rules >= 2>"]


@pytest.mark.parametrize("file", ["action.yml", ".pre-commit-hooks.yaml"])
def test_files_are_plain(file: str) -> None:
    """They are ASCII, with a line break at the end."""
    data = (ROOT / file).read_bytes()
    assert data.isascii()
    assert data.endswith(b"\n")
