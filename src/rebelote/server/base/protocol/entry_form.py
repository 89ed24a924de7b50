"""The form of the entries of a log: in which version they are written, and how older ones are read.

What was appended once is read for good. An entry says its version when it is written, and is upcast
when it is read. A field that a later server has added is passed over.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from typing import Annotated, Final, Generic, TypeVar

import msgspec
from msgspec import inspect

PlainEntry = dict[str, object]
"""An entry of a log as plain JSON."""
Upcaster = Callable[[PlainEntry], PlainEntry]
Entry = TypeVar("Entry")


class NewerVersionError(ValueError):
    """An entry was written by a later Rebelote than this one."""


class _Header(msgspec.Struct, gc=False):
    """The kind and the version of an entry; one that says none is of version 1."""

    log: str = ""
    version: Annotated[int, msgspec.Meta(ge=1)] = 1


_header: Final = msgspec.json.Decoder(_Header)


class EntryForm(Generic[Entry]):
    """The form of the entries of one kind of log.

    Args:
        decoder: Reads an entry of today.
        upcasters: `upcasters[n - 1]` turns an entry of version n into one of n + 1; never changed
            once released.
        versioned: The kinds (`log`) that say their version, where others have had one form only;
            None: all do. A field with a default, which older entries lack, is no new form.
        encode: Encodes an entry as a JSON object with at least one field.
    """

    def __init__(
        self,
        decoder: msgspec.json.Decoder[Entry],
        upcasters: Sequence[Upcaster] = (),
        versioned: Collection[str] | None = None,
        encode: Callable[[Entry], bytes] = msgspec.json.encode,
    ) -> None:
        self.upcasters, self.versioned = upcasters, versioned
        self.version = len(upcasters) + 1
        """The version in which entries are written today."""
        self._decoder, self._encode = decoder, encode
        self._ending = b',"version":%d}' % self.version

    def encode(self, entry: Entry) -> bytes:
        """Return an entry as it is written today, with its version."""
        line = self._encode(entry)
        if self.versioned is not None and _kind(entry) not in self.versioned:
            return line
        return line[:-1] + self._ending

    def decode(self, line: bytes | str) -> Entry:
        """Return an entry that was written in whatever version.

        ValueError for anything that is no entry; NewerVersionError for one of a later server.
        """
        line = self.current(line)
        try:
            return self._decoder.decode(self._without_version(line))
        except msgspec.ValidationError:
            kept = _known(msgspec.json.decode(line), self._type)
            return self._decoder.decode(msgspec.json.encode(kept))

    @cached_property
    def _type(self) -> inspect.Type:
        return inspect.type_info(self._decoder.type)

    def _without_version(self, line: bytes | str) -> bytes:
        """Return an entry without its version, which is the last field as `encode` writes it."""
        text = line.encode() if isinstance(line, str) else line
        return text.removesuffix(self._ending) + b"}" if text.endswith(self._ending) else text

    def current(self, line: bytes | str) -> bytes | str:
        """Return an entry as it would be written today. NewerVersionError; ValueError."""
        header = _header.decode(line)
        if header.version > self.version:
            raise NewerVersionError(
                f"an entry of version {header.version}; the newest known is {self.version}"
            )
        said = self.versioned is None or header.log in self.versioned
        if header.version == self.version or not said:
            return line
        return msgspec.json.encode(self.upcast(msgspec.json.decode(line), header.version))

    def upcast(self, entry: PlainEntry, version: int) -> PlainEntry:
        """Return an entry of a version as one of the newest; leave the given one as it is."""
        for upcaster in self.upcasters[version - 1 :]:
            entry = upcaster(entry)
        return entry


def _kind(entry: object) -> str:
    return str(entry.__struct_config__.tag) if isinstance(entry, msgspec.Struct) else ""


def _known(value: object, form: inspect.Type) -> object:
    """Return plain JSON without the fields that a type does not have."""
    match form, value:
        case inspect.Metadata(), _:
            return _known(value, form.type)
        case inspect.UnionType(), _:
            for one in form.types:
                value = _known(value, one)
        case inspect.StructType(), dict() if value.get(form.tag_field, form.tag) == form.tag:
            fields = {field.encode_name: field.type for field in form.fields}
            return {
                name: _known(part, fields[name]) if name in fields else part
                for name, part in value.items()
                if name in fields or name == form.tag_field
            }
        case inspect.VarTupleType() | inspect.ListType(), list():
            return [_known(part, form.item_type) for part in value]
        case inspect.TupleType(), list():
            return [_known(part, one) for part, one in zip(value, form.item_types, strict=False)]
    return value
