"""Queries as functions: each looks up in the ruleset what all layers together answer, and asks that."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

_TAKES_ANY = 0x04 | 0x08
"""The flags of code that takes any arguments, by place or by name (`inspect.CO_VARARGS`, `inspect.CO_VARKEYWORDS`)."""


def asking(id: str, answer: Callable[..., Any]) -> Any:
    """Give the function that asks a query, with its `id` and the docstring of its first answer.

    To pass on any arguments takes three times as long as to pass on a fixed number, and rules ask several queries in
    every ply. So where the arguments are plain ones there is a function for their number.
    """
    ask = cast(Any, _FOR.get(_plain_arguments(answer), _with_any)(id))
    ask.id = id
    ask.__doc__ = answer.__doc__
    ask.__name__ = ask.__qualname__ = getattr(answer, "__name__", id)
    ask.__module__ = answer.__module__
    return ask


def _plain_arguments(answer: Any) -> int | None:
    """Count the arguments of a function that takes as many and no others."""
    code = getattr(answer, "__code__", None)
    if code is None or code.co_flags & _TAKES_ANY or code.co_kwonlyargcount or answer.__defaults__:
        return None
    return int(code.co_argcount)


def _with_any(id: str) -> Callable[..., Any]:
    def ask(rules: Any, /, *args: Any, **kwargs: Any) -> Any:
        return rules.queries[id](rules, *args, **kwargs)

    return ask


def _with_none(id: str) -> Callable[..., Any]:
    def ask(rules: Any, /) -> Any:
        return rules.queries[id](rules)

    return ask


def _with_one(id: str) -> Callable[..., Any]:
    def ask(rules: Any, a: Any, /) -> Any:
        return rules.queries[id](rules, a)

    return ask


def _with_two(id: str) -> Callable[..., Any]:
    def ask(rules: Any, a: Any, b: Any, /) -> Any:
        return rules.queries[id](rules, a, b)

    return ask


def _with_three(id: str) -> Callable[..., Any]:
    def ask(rules: Any, a: Any, b: Any, c: Any, /) -> Any:
        return rules.queries[id](rules, a, b, c)

    return ask


def _with_four(id: str) -> Callable[..., Any]:
    def ask(rules: Any, a: Any, b: Any, c: Any, d: Any, /) -> Any:
        return rules.queries[id](rules, a, b, c, d)

    return ask


_FOR: dict[int | None, Callable[[str], Callable[..., Any]]] = {1: _with_none, 2: _with_one, 3: _with_two, 4: _with_three, 5: _with_four}
"""By the number of arguments, the ruleset among them."""
