"""Docstrings in the reference: their examples are code, as doctest reads them."""

from __future__ import annotations

import re
from typing import Any

import griffe


class Examples(griffe.Extension):  # type: ignore[misc]
    """Puts a fence about each example, which would be read as a quotation of a quotation."""

    def on_object(self, *, obj: Any, **_: object) -> None:
        """Change the docstring of an object."""
        if obj.docstring:
            obj.docstring.value = re.sub(
                r"^( *)>>> (?:.+\n?)+",
                lambda result: f"{result[1]}```pycon\n{result[0].rstrip()}\n{result[1]}```\n",
                obj.docstring.value,
                flags=re.MULTILINE,
            )
