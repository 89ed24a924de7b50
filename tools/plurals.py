"""Write tests/i18n/plurals.json: what each message with a plural says for some counts.

Server and client format these messages by different libraries; the tests of both compare with it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rebelote.i18n import LANGUAGES, catalogue, messages, words

FILE: Final = Path(__file__).parent.parent / "tests" / "i18n" / "plurals.json"
COUNTS: Final = (0, 1, 2, 21)


def with_count(language: str, key: str, count: int) -> str:
    """Return a message with this count in all its places."""
    message = catalogue(language)[key]
    return words(language)(key, **dict.fromkeys(messages.placeholders(message), count))


def sentences() -> dict[str, dict[str, list[str]]]:
    """Return the sentences of each message with a plural, by language."""
    return {
        key: {
            language: [with_count(language, key, count) for count in COUNTS]
            for language in LANGUAGES
        }
        for key, message in catalogue("en").items()
        if ", plural," in message
    }


def files() -> Iterator[tuple[Path, str]]:
    yield FILE, json.dumps(sentences(), ensure_ascii=False, indent=1) + "\n"
