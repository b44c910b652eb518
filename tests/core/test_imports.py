"""Who imports whom: the core knows no game, imports go one way, and what is slow to import is imported late."""

import ast
import importlib.metadata
import importlib.util
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.core.tables import played

ALLOWED: dict[str, set[str]] = {
    "rules": set(),
    "chance": {"rules"},
    "log": {"rules"},
    "engine": {"rules", "chance"},
    "bots": {"rules", "chance", "engine"},
    "plugins": {"rules", "bots", "log"},
    "recording": {"rules", "chance", "engine", "log", "plugins"},
    "audit": {"rules", "chance", "engine", "log", "plugins", "recording"},
    "corpus": {"rules", "log", "plugins", "recording", "audit"},
    "testing": {"rules", "chance", "bots", "engine", "log", "plugins", "recording", "audit"},
    "cli": {"rules", "chance", "engine", "log", "plugins", "recording", "audit", "corpus"},
    "pytest_plugin": {"log", "plugins", "audit"},
    "__init__": {"rules", "plugins"},
    "__main__": {"cli"},
}
"""The packages of the core that each one may import, when it is imported or later; who only names types is free."""

EXCEPTIONS = {
    ("recording.unfinished", "audit"): "only a log that is exact so far is gone on with: the audit says so",
}
"""Single modules that import more, with the reason."""

LIGHT = {
    "log": {"rules.types", "rules.ruleset"},
    "chance": {"rules.types"},
}
"""Packages that know of the rules no more than plain types."""

GAME_WORDS = re.compile(
    r"\b(ticket\w*|ttr\b|usa|europe\w*|alvin|old.west|steam|locomotives?|trains?|routes?|cit(y|ies)|stations?|"
    r"ferr(y|ies)|tunnels?|railway\w*|tracks?|wagons?|cubes?|train.?cards?)\b",
    re.IGNORECASE,
)
MENTIONS = {
    ("__init__.py", "a book of recorded railway games"): "what the project is",
    ("cli/app.py", "games of railway board games"): "what the command is for",
    ("cli/app.py", "a book of recorded railway games. Three commands to try"): "what the project is",
    ("cli/app.py", "railbook record ttr-usa"): "a command to try, which a newcomer can type as it stands",
    ("cli/app.py", "railbook simulate ttr-usa"): "the same",
    ("cli/record.py", "for instance ttr-usa"): "help that shows how the id of a game looks",
    ("cli/simulate.py", "for instance ttr-usa"): "the same",
}
"""Where the core may name a game all the same: texts for people, never code."""

HEAVY = ("networkx",)
"""Modules that cost more than 100 ms to import."""


class Import(NamedTuple):
    """One import: the module that is imported, whether at the top of the importing one, whether for types only."""

    module: str
    top: bool
    types_only: bool


def folder_of(package: str) -> Path:
    """Give the folder of an installed package."""
    spec = importlib.util.find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


@cache
def imports_of(file: Path) -> tuple[Import, ...]:
    """Give all imports of a source file."""
    return tuple(_imports(ast.parse(file.read_text(encoding="utf-8")), top=True, types_only=False))


def _imports(node: ast.AST, *, top: bool, types_only: bool) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from (Import(name.name, top, types_only) for name in child.names)
        elif isinstance(child, ast.ImportFrom):
            assert child.level == 0, "relative imports hide where they go"
            assert child.module is not None
            yield from (Import(f"{child.module}.{name.name}", top, types_only) for name in child.names)
        else:
            inside = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            typing_only = isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"
            yield from _imports(child, top=top and not inside, types_only=types_only or typing_only)


@cache
def sources(package: str) -> dict[str, Path]:
    """Give the source files of an installed package by module name inside it; `__init__` for the package itself."""
    root = folder_of(package)
    return {".".join(file.relative_to(root).with_suffix("").parts): file for file in sorted(root.rglob("*.py"))}


CORE = sources("railbook")
PLUGINS = sorted({point.module.partition(".")[0] for point in importlib.metadata.entry_points(group="railbook")})


def part(module: str) -> str:
    """Give the part of the core that a module belongs to."""
    return module.partition(".")[0]


# ------------------------------------------------------------------------------------------------------ the core itself


def test_the_core_is_there() -> None:
    """What these tests look at is the installed package, all of it."""
    assert {part(module) for module in CORE} == set(ALLOWED)
    assert len(CORE) > 40


@pytest.mark.parametrize("module", CORE)
def test_the_core_imports_no_game(module: str) -> None:
    """No module of the core imports a plugin, at any time."""
    plugins = {imported.module.partition(".")[0] for imported in imports_of(CORE[module])} & set(PLUGINS)
    assert plugins == set()
    text = CORE[module].read_text(encoding="utf-8")
    assert not [package for package in PLUGINS if package in text], "a name in a text could be imported as well"


@pytest.mark.parametrize("module", CORE)
def test_the_core_mentions_no_game(module: str) -> None:
    """No game and no piece of one is named in the core, in code or text, but for a few texts that are listed."""
    name = CORE[module].relative_to(folder_of("railbook")).as_posix()
    for number, line in enumerate(CORE[module].read_text(encoding="utf-8").splitlines(), 1):
        if GAME_WORDS.search(line):
            listed = [text for file, text in MENTIONS if file == name and text in line]
            assert listed, f"{name}:{number} mentions a game: {line.strip()}"


def test_no_exception_is_left_over() -> None:
    """Each listed exception is still needed."""
    root = folder_of("railbook")
    for file, text in MENTIONS:
        assert text in (root / file).read_text(encoding="utf-8"), f"{file} no longer says {text!r}"
        assert GAME_WORDS.search(text)
    for module, other in EXCEPTIONS:
        assert any(imported.module.startswith(f"railbook.{other}") for imported in imports_of(CORE[module]))


@pytest.mark.parametrize("module", CORE)
def test_imports_go_one_way(module: str) -> None:
    """Each part of the core imports only the parts below it; nothing imports the command line."""
    allowed = ALLOWED[part(module)] | {part(module)}
    for imported in imports_of(CORE[module]):
        if imported.module.startswith("railbook.") and not imported.types_only:
            other = part(imported.module.removeprefix("railbook."))
            if other not in CORE and other not in ALLOWED:
                other = "__init__"
            assert other in allowed or (module, other) in EXCEPTIONS, f"{module} imports {imported.module}"


@pytest.mark.parametrize("module", [module for module in CORE if part(module) in LIGHT])
def test_the_log_knows_no_rules(module: str) -> None:
    """The log and chance can be read and checked with plain types alone: they import no engine and no composer."""
    for imported in imports_of(CORE[module]):
        if imported.module.startswith("railbook.") and not imported.types_only:
            inside = imported.module.removeprefix("railbook.")
            known = any(inside.startswith(light + ".") for light in LIGHT[part(module)])
            assert known or part(inside) == part(module), f"{module} imports {imported.module}"


def test_modules_form_no_circle() -> None:
    """No two modules of the core need each other to be imported."""
    needs: dict[str, set[str]] = {}
    for module, file in CORE.items():
        needs[module] = set()
        for imported in imports_of(file):
            inside = imported.module.removeprefix("railbook.")
            if imported.module.startswith("railbook.") and imported.top and not imported.types_only:
                found = next((name for name in (inside, inside.rpartition(".")[0]) if name in CORE), None)
                needs[module] |= {found} if found else set()
    ready: set[str] = set()
    while len(ready) < len(needs):
        free = {module for module, others in needs.items() if module not in ready and others <= ready}
        assert free, f"these need each other: {sorted(set(needs) - ready)}"
        ready |= free


# -------------------------------------------------------------------------------------------------------------- plugins


@cache
def titles() -> set[str]:
    """Give the packages that contribute games: the titles. The others are families and house rules."""
    return {
        package for package in PLUGINS if "railbook_games" in sources(package)["plugin"].read_text(encoding="utf-8")
    }


@cache
def house_rules() -> set[str]:
    """Give the packages that contribute variants and no game: house rules, which may be for one title."""
    texts = {package: sources(package)["plugin"].read_text(encoding="utf-8") for package in PLUGINS}
    return {package for package, text in texts.items() if "railbook_variants" in text} - titles()


@pytest.mark.parametrize("package", PLUGINS)
def test_no_game_depends_on_house_rules(package: str) -> None:
    """No title and no family imports a package of house rules: they can be left out."""
    for module, file in sources(package).items():
        others = {imported.module.partition(".")[0] for imported in imports_of(file)} & house_rules()
        assert others <= {package}, f"{package}.{module} imports {others}"


@pytest.mark.parametrize("package", sorted({*PLUGINS} - house_rules()))
def test_plugins_import_no_other_title(package: str) -> None:
    """A title depends on its family, a family on no title, and no title on another one."""
    for module, file in sources(package).items():
        others = {imported.module.partition(".")[0] for imported in imports_of(file)} & titles()
        assert others <= {package}, f"{package}.{module} imports {others}"


@pytest.mark.parametrize("package", PLUGINS)
def test_plugins_do_not_use_the_command_line(package: str) -> None:
    """What a plugin adds to the command line it gets through a hook."""
    for module, file in sources(package).items():
        assert not any(imported.module.startswith("railbook.cli") for imported in imports_of(file)), module


@pytest.mark.parametrize("package", ["railbook", *PLUGINS])
def test_slow_modules_are_imported_late(package: str) -> None:
    """Networkx stays inside the functions that need it."""
    for module, file in sources(package).items():
        at_the_top = {i.module.partition(".")[0] for i in imports_of(file) if i.top and not i.types_only}
        assert not at_the_top & set(HEAVY), f"{package}.{module}"


def loaded_by(*arguments: str) -> set[str]:
    """Run the command in a process of its own, and give the modules that were loaded in it."""
    program = (
        "import sys; from railbook.cli.main import run; code = run(sys.argv[1:]); "
        "print(); print('loaded', code, *sorted(name for name in sys.modules if '.' not in name))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    said, code, *modules = done.stdout.splitlines()[-1].split()
    assert (said, code) == ("loaded", "0"), done.stdout + done.stderr
    return set(modules)


@pytest.mark.parametrize("arguments", [["--help"], ["games"], ["simulate", "--help"]], ids=" ".join)
def test_help_imports_nothing_slow(arguments: list[str]) -> None:
    """Asking for help costs no slow import."""
    loaded = loaded_by(*arguments)
    assert "typer" in loaded
    assert not loaded & set(HEAVY)


def test_verifying_imports_nothing_slow(tmp_path: Path) -> None:
    """Neither does verifying a log."""
    log = tmp_path / "game.jsonl"
    log.write_bytes(played(seed=1))
    loaded = loaded_by("verify", str(log), "-p", "tests.core.tiny", "--jobs", "1")
    assert "msgspec" in loaded
    assert not loaded & set(HEAVY)
