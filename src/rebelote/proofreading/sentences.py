"""The sentences of a language: of the page, the rules, the lessons and single games."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Final

import msgspec

import rebelote.i18n
from rebelote.i18n import TABLE_WORDS, messages

CATALOGUES: Final = Path(rebelote.i18n.__file__).parent
_HOLE: Final = re.compile(r"\{[^{}]*\}")


class Sentence(msgspec.Struct, frozen=True, dict=True):
    """A sentence with its place: the catalogue as a path below `i18n`, and the key there."""

    file: str
    key: str
    text: str

    @cached_property
    def game(self) -> str:
        """The folder of `tables` of the game that it is about, by its file or its key."""
        parts = (*Path(self.file).parts[:2], *self.key.split("."))
        own = (TABLE_WORDS.get(part, part) for part in parts)
        return next((part for part in own if part in TABLE_WORDS.values()), "")

    @cached_property
    def parts(self) -> messages.Message:
        return messages.parsed(self.text)

    @cached_property
    def variants(self) -> tuple[str, ...]:
        """The sentence in each of its branches, with its other placeholders."""
        if ", plural," not in self.text and ", select," not in self.text:
            return (self.text,)
        return tuple(dict.fromkeys(_variants(self.parts)))

    @cached_property
    def said(self) -> tuple[str, ...]:
        """The variants, their placeholders without names."""
        return tuple(_HOLE.sub("{}", variant) for variant in self.variants)


def _variants(parts: messages.Message) -> Iterator[str]:
    for pieces in product(*(tuple(_choices(part)) for part in parts)):
        yield "".join(pieces)


def _choices(part: str | Mapping[str, object]) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    elif part.get("hash"):
        yield "#"
    elif isinstance(options := part.get("options"), Mapping):
        for branch in options.values():
            yield from _variants(branch)
    elif part.get("type") == "number":
        yield f"{{{part['name']}, number}}"
    else:
        yield f"{{{part['name']}}}"


def files(language: str, folder: Path = CATALOGUES) -> Sequence[Path]:
    """Return the catalogues of a language below a folder."""
    name = f"{language}.json"
    own = [folder / name, folder / "rules" / name, folder / "learn" / name]
    return [*own, *sorted(folder.glob(f"tables/**/{name}"))]


def sentences(language: str, folder: Path = CATALOGUES) -> list[Sentence]:
    return [
        Sentence(file, key, text)
        for path in files(language, folder)
        for file in [path.relative_to(folder).as_posix()]
        for key, text in msgspec.json.decode(path.read_bytes(), type=dict[str, str]).items()
    ]
