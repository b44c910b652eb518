"""What commands load first: the plugins, and the variants and rule options that texts name; needs no typer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from railbook.cli.out import UsageFault

if TYPE_CHECKING:
    from railbook.plugins.registry import Registry
    from railbook.rules.compose import Chosen
    from railbook.rules.types import OptionValue


def named_plugins(plugins: Sequence[str] | None) -> tuple[str, ...]:
    """Give the plugins that `[tool.railbook] plugins` of ./pyproject.toml and the user name."""
    from railbook.plugins.project import plugins_of

    return (*plugins_of("pyproject.toml"), *(plugins or []))


def registry(plugins: Sequence[str] | None) -> Registry:
    """Load what is installed, what `[tool.railbook] plugins` of ./pyproject.toml names, and what the user names."""
    from railbook.plugins.registry import Registry

    return Registry.installed(named_plugins(plugins))


def chosen_variants(registry: Registry, texts: Sequence[str] | None) -> list[Chosen]:
    """Read `--variant` texts: a name, and after a colon values for its options."""
    from railbook.plugins.choosing import chosen_variants as choose

    return choose(registry, texts)


def rule_options(texts: Sequence[str] | None) -> dict[str, OptionValue]:
    """Read texts such as `group.option=4`; the same option twice is refused."""
    from railbook.plugins.choosing import rule_options as read

    return read(texts)


def one_of(value: str, known: Sequence[str], what: str) -> str:
    """Refuse a word that is not among the known ones."""
    if value not in known:
        raise UsageFault(f"unknown {what} {value!r}: choose {' or '.join(known)}")
    return value
