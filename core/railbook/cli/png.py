"""Turns SVG into PNG, with the optional extra `railbook[png]`."""

from __future__ import annotations

from railbook.cli.out import UsageFault

ZOOM = 1.5
"""Pixels for each unit of a picture."""


def png_of(svg: str) -> bytes:
    """Give a picture as PNG; text is drawn with the fonts of the machine. Raises `UsageFault` without the extra."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise UsageFault("PNG needs an extra: pip install 'railbook[png]', or write .svg") from None
    return bytes(svg_to_bytes(svg_string=svg, zoom=ZOOM))
