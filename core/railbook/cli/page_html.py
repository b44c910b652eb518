"""Puts a page together: template, style, script and data in one file that asks nothing of any network."""

from __future__ import annotations

import base64
import hashlib
import html
import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from railbook.cli import out


@cache
def _part(name: str) -> str:
    return (files("railbook.cli") / "pages" / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _filled(template: str, parts: dict[str, str]) -> str:
    """Put parts into a template, all at once: nothing in a part is taken for a place of another."""
    pieces = template.split("@@")
    return "".join(parts[piece] if number % 2 else piece for number, piece in enumerate(pieces))


def page_html(title: str, data: dict[str, Any]) -> bytes:
    """Give a page as one file: its policy lets no script run but its own, and nothing be loaded."""
    style, script = _part("page.css"), _part("page.js")
    # In a script element only `<` could end it, and JSON can say it otherwise.
    embedded = json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    parts = {"title": html.escape(out.clean(title)), "style": style, "script": script, "data": embedded}
    return _filled(_part("page.html"), {**parts, "policy": _policy(style, script)}).encode()


def index_html(title: str, rows: Sequence[tuple[str, Sequence[str]]]) -> bytes:
    """Give a page with links to pages, a row each: the name of the file, and what is told of it."""
    style = _part("page.css")
    body = "".join(
        f'<tr><th scope="row"><a href="{html.escape(name)}">{html.escape(out.clean(texts[0]))}</a></th>'
        + "".join(f"<td>{html.escape(out.clean(text))}</td>" for text in texts[1:])
        + "</tr>\n"
        for name, texts in rows
    )
    parts = {"title": html.escape(out.clean(title)), "style": style, "rows": body, "policy": _policy(style, "")}
    return _filled(_part("index.html"), parts).encode()


def _policy(style: str, script: str) -> str:
    allowed = f"script-src {_hash(script)}; " if script else ""
    return f"default-src 'none'; {allowed}style-src {_hash(style)}; img-src data:; base-uri 'none'; form-action 'none'"
