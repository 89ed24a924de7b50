"""Codes by which people call a table: letters that are easily said and typed."""

from __future__ import annotations

import secrets
from typing import Final

CODE_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Letters of a table's code: none that is taken for a figure."""
CODE_LENGTH: Final = 6
CODE_DRAWS: Final = 20
"""Codes drawn for a table, one after the other, until one is free."""


def draw() -> str:
    """A code, which another table may have."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
