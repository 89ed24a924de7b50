"""A match at the table of the page, move by move, and values of every type as JSON.

Run as a program, in the Python of the page, it writes what it saw as JSON lines.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

import msgspec

from rebelote.bots import make
from rebelote.i18n import LANGUAGES, USUAL_PRESETS
from rebelote.learn import counting
from rebelote.learn.lessons import COURSES
from rebelote.offline import lessons
from rebelote.offline.table import PERSON, Answer, LogLine, OfflineTable, record_of
from rebelote.rules.codec import decode_hook, encode_hook
from rebelote.rules.fairness import commitment
from rebelote.rules.options import Rules
from rebelote.rules.presets import PRESETS
from rebelote.rules.records.record import Record
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.protocol import schemas
from rebelote.server.table.model.event_log import decode, encode

SEARCHED = ("bela", "pilotta")
"""Courses whose guided deal is searched for."""
NONCE = "00" * 16
GUIDED: tuple[list[str], ...] = ([], ["D"], ["D", "JD"], ["D", "8D"], ["D", "AS"])
"""Beginnings of the guided deal; the last one is refused."""
MOST = 2000
"""Messages of a match at most."""
WRONG = (
    "", "{", "null", "[]", '"ping"', '{"type":"dance"}', '{"type":"ping","more":1}', '{"type":1}',
    '{"type":"join"}', '{"type":"join","table":1}', '{"type":"join","table":"t","since":1.5}',
    '{"type":"join","table":"t","since":true}', '{"type":"commit","id":"a","digest":"XY"}',
    '{"type":"act","id":"1","expect":0,"action":{"do":"play","card":"XX"}}',
    '{"type":"act","id":"1","expect":0,"action":{"do":"fly"}}',
    '{"type":"act","id":"1","expect":0,"action":{"do":"take","trump":"X"}}',
    '{"type":"swap","id":"1","seats":[1]}', '{"type":"swap","id":"1","seats":[1,2,3]}',
    '{"type":"seek","id":"1","pace":"none"}', '{"type":"ping","x":NaN}',
)  # fmt: skip
"""Frames that are no messages."""


def received(answer: Answer) -> dict[str, Any]:
    """Read an answer as JSON."""
    entries = [[version, key, json.loads(line)] for version, key, line in answer.entries]
    return {"entries": entries, "frames": [json.loads(frame) for frame in answer.frames]}


def frame(kind: str, **fields: object) -> str:
    """Write a message as the page sends it."""
    return json.dumps({"type": kind, **fields})


class Player:
    """The person at the table: a beginner by one's view, with nonces of one's own."""

    def __init__(self, preset: str, target: int) -> None:
        asked = {"preset": preset, "options": {"target": target}, "level": "beginner"}
        self.secrets = 0
        self.table, answer = OfflineTable.open(
            "local", "Ann", json.dumps(asked).encode(), self.secret()
        )
        self.log: list[LogLine] = []
        self.bot = make("beginner", 5)
        self.kept(answer)
        self.first = answer

    def secret(self) -> bytes:
        self.secrets += 1
        return self.secrets.to_bytes(32, "big")

    def kept(self, answer: Answer) -> Answer:
        self.log.extend(answer.entries)
        return answer

    def say(self, kind: str, **fields: object) -> Answer:
        return self.kept(self.table.receive(frame(kind, **fields), self.secret()))

    def next_message(self) -> Answer | None:
        """Send the message that is due and return the answer; None once the match is over."""
        at, number = self.table.table, str(self.secrets)
        if at.awaited is not None:
            digest = commitment(bytes.fromhex(NONCE))
            return self.say("reveal", id=number, nonce=NONCE, digest=digest)
        if at.match.winner is not None or at.called_off:
            return None
        if at.match.to_act is None:
            return self.say("ready", id=number, expect=at.version)
        seen = at.seen_from(at.public(), 0)
        assert seen is not None
        action = json.loads(schemas.encode(self.bot.choose(seen)))
        return self.say("act", id=number, expect=at.version, action=action)


def played_out(preset: str, target: int = 200) -> Player:
    """Play a whole match, and return its player."""
    player = Player(preset, target)
    player.say("join", table="local", protocol=2)
    player.say("commit", id="c", digest=commitment(bytes.fromhex(NONCE)))
    while player.next_message() is not None:
        pass
    return player


def match(preset: str, target: int) -> Iterator[dict[str, Any]]:
    """Yield the answers of a whole match."""
    player = Player(preset, target)
    yield received(player.first)
    yield received(player.say("join", table="local", protocol=2))
    yield received(player.say("commit", id="c", digest=commitment(bytes.fromhex(NONCE))))
    for kind in ("hint", "pause", "seek", "say", "back"):
        more = {"expect": 0} if kind == "hint" else {"on": True} if kind == "pause" else {}
        yield received(player.say(kind, id=kind, **more))
    for _ in range(MOST):
        answer = player.next_message()
        if answer is None:
            break
        yield received(answer)
    restored = OfflineTable.restore("local", "Ann", player.log)
    yield json.loads(schemas.encode(restored.update(None)))
    text = record_of([line for _, _, line in player.log], "Ann")
    assert text is not None
    yield {"record": text, "json": Record.from_json(Record.parse(text).json()).json()}
    yield {"again": [json.loads(encode(decode(line))) for _, _, line in player.log]}


def values() -> Iterator[dict[str, Any]]:
    """Yield rules of every preset both ways, and frames that are refused."""
    for name, rules in PRESETS.items():
        text = msgspec.json.encode(rules, enc_hook=encode_hook)
        back = msgspec.json.decode(text, type=Rules, dec_hook=decode_hook)
        part = msgspec.structs.asdict(rules.ending)
        assert back == rules and hash(back) == hash(rules), name
        assert msgspec.convert(part, type(rules.ending)) == rules.ending
        try:
            msgspec.convert({**part, "target": "x"}, type(rules.ending))
            raise AssertionError("a text is no number")
        except msgspec.ValidationError:
            pass
        yield {name: json.loads(text), "part": msgspec.to_builtins(rules.ending)}
    table, _ = OfflineTable.open("local", "Ann", b"{}", bytes(32))
    table.receive(frame("join", table="local"), bytes(32))
    for wrong in WRONG:
        yield {wrong: received(table.receive(wrong, bytes(32)))}
    for asked in (b"[]", b'{"preset":"x"}', b'{"level":"champion"}', b'{"options":{"target":"x"}}'):
        try:
            OfflineTable.open("local", "Ann", asked, bytes(32))
            raise AssertionError(asked)
        except (ValueError, IllegalActionError) as error:
            yield {asked.decode(): isinstance(error, IllegalActionError)}
    assert table.table.seat_of(PERSON) == 0


def taught() -> Iterator[dict[str, Any]]:
    """Yield every course, one in every language, guided deals, and deals to count in."""
    for preset in COURSES:
        yield lesson("course", preset, "en")
    for preset in SEARCHED:
        yield lesson("deal", preset, "en")
    for language in LANGUAGES:
        yield lesson("course", USUAL_PRESETS[language], language)
        for done in GUIDED:
            yield lesson("deal", "french", language, done=done)
        for level in counting.LEVELS:
            yield lesson("count", "flemish", language, level=level, seed=level)


def lesson(of: str, preset: str, language: str, **more: object) -> dict[str, Any]:
    """Return the answer of the page's lessons to one question."""
    asked = {"of": of, "preset": preset, "language": language, **more}
    result: dict[str, Any] = json.loads(lessons.answer(json.dumps(asked)))
    return result


def everything() -> Iterator[dict[str, Any]]:
    """Yield all of these, for every rule set."""
    yield from values()
    yield from taught()
    for preset in PRESETS:
        yield from match(preset, 150 // PRESETS[preset].scoring.unit)


if __name__ == "__main__":
    for line in everything():
        sys.stdout.write(json.dumps(line) + "\n")
