"""Fairness in figures as it is counted in a worker process, batch by batch."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec

from rebelote.analysis.fairness import Counted, Counting
from rebelote.rules.codec import decode_hook, encode_hook
from rebelote.rules.record import Record

_ENCODER: Final = msgspec.json.Encoder(enc_hook=encode_hook)
_DECODER: Final = msgspec.json.Decoder(tuple[Counted, ...], dec_hook=decode_hook)


class Month(NamedTuple):
    """What is kept of a month: what was counted, and what is published of it (`FairnessReport`)."""

    counted: bytes
    report: bytes


def counted(before: bytes, texts: Iterable[str]) -> Month:
    """A month with these records, `before` which so much was counted; empty for nothing.

    A record that cannot be read any more is left out.
    """
    counting = Counting.resumed(_DECODER.decode(before) if before else ())
    for text in texts:
        with contextlib.suppress(ValueError):
            counting.add(Record.parse(text))
    return Month(_ENCODER.encode(counting.counted()), _ENCODER.encode(counting.report()))
