"""Queries as functions: each looks up in the ruleset what all layers together answer, and asks that."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

_TAKES_ANY = 0x04 | 0x08
"""The flags of code that takes any arguments, by place or by name (`inspect.CO_VARARGS`, `inspect.CO_VARKEYWORDS`)."""


def asking(id: str, answer: Any) -> Any:
    """Give the function that asks a query, with its `id`, and named and described as its first answer.

    To pass on any arguments takes three times as long as to pass on a fixed number, and rules ask several queries in
    every ply: so there is a function for each usual number, which gets the names and defaults of the arguments too.
    """
    ask: Any = _with_any(id)
    code = getattr(answer, "__code__", None)
    if code is not None and not (code.co_flags & _TAKES_ANY or code.co_kwonlyargcount):
        make = _WITH.get(code.co_argcount)
        if make is not None:
            plain: Any = make(id)
            named = plain.__code__.replace(co_varnames=code.co_varnames[: code.co_argcount])
            ask = FunctionType(named, plain.__globals__, answer.__name__, answer.__defaults__, plain.__closure__)
    ask.id = id
    ask.__doc__, ask.__module__ = answer.__doc__, answer.__module__
    return ask


def _with_any(id: str) -> Callable[..., Any]:
    def ask(rules: Any, /, *args: Any, **kwargs: Any) -> Any:
        return rules.queries[id](rules, *args, **kwargs)

    return ask


def _with_none(id: str) -> Callable[..., Any]:
    return lambda rules: rules.queries[id](rules)


def _with_one(id: str) -> Callable[..., Any]:
    return lambda rules, a: rules.queries[id](rules, a)


def _with_two(id: str) -> Callable[..., Any]:
    return lambda rules, a, b: rules.queries[id](rules, a, b)


def _with_three(id: str) -> Callable[..., Any]:
    return lambda rules, a, b, c: rules.queries[id](rules, a, b, c)


def _with_four(id: str) -> Callable[..., Any]:
    return lambda rules, a, b, c, d: rules.queries[id](rules, a, b, c, d)


_WITH = {1: _with_none, 2: _with_one, 3: _with_two, 4: _with_three, 5: _with_four}
"""By the number of arguments, the ruleset among them."""
