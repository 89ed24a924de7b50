"""Patterns of the module `regex`, which knows Unicode's properties.

It is loaded, and a pattern compiled, when somebody writes something: a server starts without.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import regex


class Pattern:
    """A pattern by its text, which is compiled once it is asked; `version`: 1 knows `[a--b]`."""

    def __init__(self, text: str, version: int = 0) -> None:
        self.text, self.version = text, version

    @cached_property
    def compiled(self) -> regex.Pattern[str]:
        """The pattern as it searches."""
        import regex

        return regex.compile(self.text, regex.VERSION1 if self.version else regex.VERSION0)
