"""A plugin may add commands to the command line, and a module in the working folder may be named as a plugin."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PLUGIN = """
from railbook import hookimpl

@hookimpl
def railbook_commands(app):
    @app.command("greet")
    def greet(name: str) -> None:
        print(f"hello {name}")
"""


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command line in a folder whose pyproject.toml names the plugin."""
    script = Path(sys.executable).with_name("railbook")
    settings = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run([str(script), *words], cwd=folder, capture_output=True, text=True, check=False, env=settings)


def test_a_plugin_adds_a_command(tmp_path: Path) -> None:
    """A verb that is not ours is looked for among those of plugins; ours need no plugin."""
    (tmp_path / "greeter.py").write_text(PLUGIN, encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text('[tool.railbook]\nplugins = ["greeter.py"]\n', encoding="utf-8")
    done = run(tmp_path, "greet", "you")
    assert (done.returncode, done.stdout) == (0, "hello you\n")
    assert run(tmp_path, "greed", "you").returncode == 2


def test_a_module_in_the_working_folder_is_found(tmp_path: Path) -> None:
    """`-p module` finds a module in the working folder with the installed command, too."""
    (tmp_path / "odd_variant.py").write_text(
        'from railbook import Layer\nvariant = Layer("odd-one", summary="nothing")\n', encoding="utf-8"
    )
    done = run(tmp_path, "games", "ttr-usa", "-p", "odd_variant")
    assert (done.returncode, "odd-one" in done.stdout) == (0, True), done.stderr
