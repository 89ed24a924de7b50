"""The engine protocol for other programs: rules, scoring and bots by JSON lines.

Every line is answered, in order; a bad one with an error, and the next is served as if nothing had
happened. End of input ends the engine.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import BinaryIO, Final

import msgspec

from rebelote.engine import handlers, messages
from rebelote.engine.games import Games
from rebelote.engine.handlers import RequestRefusedError
from rebelote.engine.messages import NO_ID, Answer, AnyRequest, Failed, GameRequest, Problem

LINE_LIMIT: Final = 4 << 20
"""Bytes of a line; a longer one is refused unread."""


class Engine:
    """Answers requests; remembers the games that were begun."""

    def __init__(self) -> None:
        self.games = Games()

    def answer(self, line: bytes) -> bytes:
        """Answer one line, without the line's end; never raise."""
        try:
            request = messages.decoder.decode(line)
        except (ValueError, RecursionError, TypeError) as error:
            return _unread(line, error)
        try:
            result = self._handle(request)
            return messages.encoder.encode(msgspec.structs.replace(result, id=request.id))
        except RequestRefusedError as refused:
            return _failed(request.id, refused.problem)
        except Exception as error:  # a line must be answered, even by a fault of ours
            print(f"rebelote: {request!r}: {error!r}", file=sys.stderr)
            return _failed(request.id, RequestRefusedError("engine-fault").problem)

    def _handle(self, request: AnyRequest) -> Answer:
        if isinstance(request, GameRequest):
            return self.games.handle(request)
        return handlers.handle(request)


def _failed(request_id: msgspec.Raw, problem: Problem) -> bytes:
    return messages.encoder.encode(Failed(id=request_id, error=problem))


def _unread(line: bytes, error: Exception) -> bytes:
    """Return the answer to a line that is no request, with the known fault."""
    try:
        fields = msgspec.json.decode(line, type=dict[str, msgspec.Raw])
    except (ValueError, RecursionError):
        return _failed(NO_ID, RequestRefusedError("malformed").problem)
    request_id = fields.get("id", NO_ID)
    try:
        op = msgspec.json.decode(fields.get("op", NO_ID))
    except (ValueError, RecursionError):
        return _failed(NO_ID, RequestRefusedError("malformed").problem)
    if op not in messages.OPS:
        return _failed(request_id, RequestRefusedError("unknown-op").problem)
    return _failed(request_id, RequestRefusedError("wrong-field", str(error)).problem)


def lines(stream: BinaryIO) -> Iterator[bytes | None]:
    """Yield the lines of a stream; None for each that is too long to be read."""
    while line := stream.readline(LINE_LIMIT + 1):
        if len(line) <= LINE_LIMIT:
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(LINE_LIMIT)
        yield None


def serve(requests: BinaryIO, replies: BinaryIO) -> None:
    """Answer every line until the input ends, or nobody listens any more."""
    engine = Engine()
    too_large = _failed(NO_ID, RequestRefusedError("too-large").problem)
    try:
        for line in lines(requests):
            if line is not None and not line.strip():
                continue
            replies.write((too_large if line is None else engine.answer(line)) + b"\n")
            replies.flush()
    except BrokenPipeError:
        return


def main(schema: bool = False) -> None:
    """Serve standard input and output, or write the JSON Schema of the protocol."""
    if schema:
        print(msgspec.json.format(messages.encoder.encode(messages.schema())).decode())
    else:
        serve(sys.stdin.buffer, sys.stdout.buffer)
