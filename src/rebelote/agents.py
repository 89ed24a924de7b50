"""Agents: what can play in the arena, by one text.

| text | agent |
|---|---|
| `club` | a bot of ours (`bots.BOTS`) |
| `package.module:name` | a class, called with a seed, or a function from a view to an action |
| `name` | the same, by the entry point of an installed package, in the group `rebelote.bots` |
| `cmd:./engine --fast` | a program that answers `bid` and `play` of the engine protocol |

`docs/arena.md` describes the programs.
"""

from __future__ import annotations

import atexit
import contextlib
import itertools
import os
import queue
import shlex
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import IO, Final, Literal, cast

import msgspec

from rebelote import bots
from rebelote.bots import Bot, Thought
from rebelote.bots.random_bot import simplest
from rebelote.knowledge.conduct import fair, say_all
from rebelote.rules.actions import Action
from rebelote.rules.arguments import checked_first
from rebelote.rules.cards import Card
from rebelote.rules.codec import decode_hook, encode_hook
from rebelote.rules.view import View, rules_of

Fault = Literal["timeout", "crash", "answer", "illegal"]
"""Why an agent cannot go on: too slow, ended, not readable, against the rules."""
TIME_LIMIT: Final = 5.0
"""Seconds that a program has for a decision."""
START_LIMIT: Final = 30.0
"""Seconds that it has for its first one."""
MOST_BYTES: Final = 1_000_000
"""Of one line of a program."""
PROGRAM: Final = "cmd:"
GROUP: Final = "rebelote.bots"
"""The entry points by which installed packages name agents."""


class AgentError(Exception):
    """An agent that cannot go on: the kind of its fault, and a sentence."""

    def __init__(self, fault: Fault, sentence: str) -> None:
        super().__init__(fault, sentence)
        self.fault, self.sentence = fault, sentence

    def __str__(self) -> str:
        return self.sentence


@checked_first
def make(text: str, seed: int = 0) -> Bot:
    """The agent of a text, by which it plays the same game again where it is made the same way.

    Raises:
        ValueError: for an unknown bot, a module or name that cannot be loaded, or no program.
    """
    if text.startswith(PROGRAM):
        return ProgramAgent(_program(text.removeprefix(PROGRAM)))
    if ":" not in text and text not in bots.BOTS:
        text = installed().get(text, text)
    if ":" in text:
        return _of_a_module(text, seed)
    return bots.make(text, seed)


@cache
def installed() -> dict[str, str]:
    """The agents that installed packages name, and where each is."""
    return {point.name: point.value for point in entry_points(group=GROUP)}


def _of_a_module(text: str, seed: int) -> Bot:
    made = _loaded(text)
    if not isinstance(made, type):
        return FunctionAgent(cast("Callable[[View], Action]", made))
    if not callable(getattr(made, "choose", None)):
        raise ValueError(f"{text}: an agent has a method choose(view)")
    bot: Bot = made(seed)
    return bot


@cache
def _loaded(text: str) -> Callable[..., object]:
    """The class or function of a text. ValueError where there is none."""
    module, _, name = text.partition(":")
    if "" not in sys.path:
        sys.path.insert(0, "")  # what lies in the folder one is in, as `python -m` has it
    try:
        result: object = getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"{text} cannot be loaded: {error}") from error
    if not callable(result):
        raise ValueError(f"{text} is neither a class nor a function")
    return result


class FunctionAgent:
    """A function from a view to an action."""

    def __init__(self, choose: Callable[[View], Action]) -> None:
        self.choose = choose

    def think(self, view: View) -> Thought:
        """The action, without an explanation."""
        return Thought(self.choose(view), "")


# --- programs -------------------------------------------------------------------------------------


class _Answer(msgspec.Struct, kw_only=True):
    """What a program answers: an action, or for short the card that it plays."""

    id: int
    ok: bool = True
    action: Action | None = None
    card: Card | None = None
    error: dict[str, str] | str | None = None


_decode = msgspec.json.Decoder(_Answer, dec_hook=decode_hook).decode


@cache
def _program(command: str) -> Program:
    """One process for a command: its answers follow from the view alone."""
    words = words_of(command, windows=os.name == "nt")
    if not words:
        raise ValueError("cmd: names no program")
    if shutil.which(words[0]) is None:
        raise ValueError(f"cmd:{command}: there is no program {words[0]}")
    program = Program(words)
    atexit.register(program.stop)
    return program


def words_of(command: str, windows: bool) -> list[str]:
    """The words of a command as the shell of the system has them.

    >>> words_of(r"python 'my bot.py'", windows=False)
    ['python', 'my bot.py']
    >>> words_of(r'C:\\Python\\python.exe "my bot.py"', windows=True)
    ['C:\\\\Python\\\\python.exe', 'my bot.py']
    """
    if not windows:
        return shlex.split(command)
    return [word.strip('"') for word in shlex.split(command, posix=False)]


class Program:
    """A program that reads a request a line and writes an answer a line; started when needed."""

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._numbers = itertools.count(1)

    def ask(self, request: dict[str, object]) -> _Answer:
        """The answer to a request. AgentError where it is late, none, or the program has ended."""
        process, limit = self._running()
        number = next(self._numbers)
        line = msgspec.json.encode({"id": number, **request}, enc_hook=encode_hook) + b"\n"
        assert process.stdin is not None
        try:
            process.stdin.write(line)
            process.stdin.flush()
            answer = self._lines.get(timeout=limit)
        except OSError:
            answer = b""
        except queue.Empty:
            self.stop()
            raise AgentError("timeout", f"no answer within {limit:g} seconds") from None
        if not answer:
            self.stop()
            raise AgentError("crash", "the program has ended")
        try:
            result = _decode(answer)
        except (msgspec.MsgspecError, ValueError) as error:
            self.stop()
            raise AgentError("answer", f"that is no answer: {error}") from None
        if result.id != number or not result.ok:
            self.stop()
            raise AgentError("answer", f"that is no answer to {number}: {result.error}")
        return result

    def _running(self) -> tuple[subprocess.Popen[bytes], float]:
        """The process, and the seconds that it has for the next answer."""
        if self._process is not None and self._process.poll() is None:
            return self._process, TIME_LIMIT
        try:
            self._process = subprocess.Popen(
                self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        except OSError as error:
            raise AgentError("crash", f"{self.words[0]} cannot be started: {error}") from None
        self._lines = queue.Queue()
        assert self._process.stdout is not None
        reading = (self._process.stdout, self._lines)
        threading.Thread(target=_read, args=reading, daemon=True).start()
        return self._process, START_LIMIT

    def stop(self) -> None:
        """End the process; the next request starts another."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for stream in (self._process.stdin, self._process.stdout):
                with contextlib.suppress(OSError):
                    if stream is not None:
                        stream.close()
            self._process = None


def _read(stream: IO[bytes], lines: queue.Queue[bytes]) -> None:
    """Put the lines of a program into a queue; an empty one at its end."""
    try:
        while line := stream.readline(MOST_BYTES):
            lines.put(line)
    except ValueError:  # closed meanwhile
        pass
    lines.put(b"")


class ProgramAgent:
    """A seat played by a program."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def choose(self, view: View) -> Action:
        """Ask the program for a call or a card; what is left to chance is decided here."""
        if view.phase not in ("bidding", "play"):
            return simplest(view)
        rules = rules_of(view).flat()
        base = rules.pop("preset")
        answer = self.program.ask(
            {
                "op": "bid" if view.phase == "bidding" else "play",
                "rules": {"base": base, **rules},
                "view": view,
                "time_ms": int(1000 * TIME_LIMIT),
            }
        )
        if answer.action is not None:
            return answer.action
        if answer.card is not None:
            return say_all(view, answer.card, fair(view))
        raise AgentError("answer", "an answer has an action or a card")

    def think(self, view: View) -> Thought:
        """The action, without an explanation."""
        return Thought(self.choose(view), "")
