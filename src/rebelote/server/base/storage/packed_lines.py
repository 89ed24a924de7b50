"""The lines of a finished match as one compressed row, without loss.

Entries are compressed together. Ids of messages are digests, which nothing makes smaller: they
stand by themselves, half as long, so that one is found without unpacking (`mark`).
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import msgspec

from rebelote.server.base.protocol.message_ids import key_of

Line = tuple[int, str | None, bytes]
"""A line of a log: its number, the id of its message, and its entry."""
LEVEL: Final = 9
"""The level of zlib: a match is packed once."""

_Id = bytes | tuple[str]
"""The stored form of an id: a digest in hexadecimal as its bytes, any other as it is."""
_entries: Final = msgspec.msgpack.Decoder(list[bytes | None])
_ids: Final = msgspec.msgpack.Decoder(list[_Id | None])


class Packed(NamedTuple):
    """The columns of `packed_matches` besides the table: the lines from the first to the last."""

    first: int
    last: int
    lines: bytes
    client_ids: bytes


def pack(lines: Sequence[Line]) -> Packed:
    """Return these lines, in order, as one row. ValueError for none."""
    if not lines:
        raise ValueError("there are no lines to pack")
    first, last = lines[0][0], lines[-1][0]
    entries: list[bytes | None] = [None] * (last - first + 1)
    ids: list[_Id | None] = [None] * len(entries)
    for seq, client_id, entry in lines:
        entries[seq - first] = bytes(entry)
        ids[seq - first] = None if client_id is None else _kept(client_id)
    packed = zlib.compress(msgspec.msgpack.encode(entries), LEVEL)
    return Packed(first, last, packed, msgspec.msgpack.encode(ids))


def unpack(first: int, lines: bytes, client_ids: bytes) -> Iterator[Line]:
    """Yield the lines that were packed, in order. ValueError for anything else."""
    try:
        entries, ids = _entries.decode(zlib.decompress(lines)), _ids.decode(client_ids)
    except zlib.error as error:
        raise ValueError(f"packed lines cannot be read: {error}") from error
    for seq, (entry, kept) in enumerate(zip(entries, ids, strict=True), first):
        if entry is not None:
            yield seq, None if kept is None else _id_of(kept), entry


def mark(client_id: str) -> bytes:
    """Return what `client_ids` holds where the message of this key is among the lines.

    Other bytes may be the same by chance: `message` decides.
    """
    key = key_of(client_id)
    kept = _kept(key)
    return kept if isinstance(kept, bytes) else key.encode()


def message(first: int, client_ids: bytes, client_id: str) -> tuple[int, str] | None:
    """Return the line of the message of this key, and its whole id; None where there is none."""
    ids = enumerate(_ids.decode(client_ids), first)
    lines = ((seq, _id_of(kept)) for seq, kept in ids if kept is not None)
    return next((line for line in lines if key_of(line[1]) == key_of(client_id)), None)


def _kept(client_id: str) -> _Id:
    try:
        digest = bytes.fromhex(client_id)
    except ValueError:
        return (client_id,)
    return digest if digest.hex() == client_id else (client_id,)


def _id_of(kept: _Id) -> str:
    return kept.hex() if isinstance(kept, bytes) else kept[0]
