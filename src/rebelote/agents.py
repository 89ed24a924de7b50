"""Agents: the players of the arena, each named by one text.

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
import signal
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import IO, Final, Literal, cast

import msgspec

from rebelote import bots
from rebelote.bots import Bot, Thought
from rebelote.bots.random_bot import simplest
from rebelote.knowledge.conduct import fair, say_all
from rebelote.rules.actions import Action
from rebelote.rules.cards import Card
from rebelote.rules.codec import decode_hook, encode_hook
from rebelote.rules.refusals import IllegalActionError
from rebelote.rules.view import View, rules_of

Fault = Literal["timeout", "crash", "answer", "illegal"]
"""Why an agent cannot go on: too slow, ended or raised, not readable, against the rules."""
TIME_LIMIT: Final = 5.0
"""Seconds that a program has for a decision."""
START_LIMIT: Final = 30.0
"""Seconds that it has for its first one."""
MOST_BYTES: Final = 1_000_000
"""The most bytes of one line of a program."""
LONGEST_ANSWER: Final = 200
"""Characters of an answer that a sentence quotes."""
LOG: Final = "REBELOTE_AGENT_LOG"
"""The variable with the file to which requests, answers and exceptions of agents are appended."""
PROGRAM: Final = "cmd:"
GROUP: Final = "rebelote.bots"
"""The entry points by which installed packages name agents."""


class AgentError(RuntimeError):
    """The fault of an agent that cannot go on: its kind, and a sentence."""

    def __init__(self, fault: Fault, sentence: str) -> None:
        super().__init__(fault, sentence)
        self.fault, self.sentence = fault, sentence

    def __str__(self) -> str:
        return self.sentence


def make(text: str, seed: int = 0) -> Bot:
    """Return the agent of a text; agents made alike play the same game again.

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
    """Return the agents that installed packages name, and where each is."""
    return {point.name: point.value for point in entry_points(group=GROUP)}


def _of_a_module(text: str, seed: int) -> Bot:
    made = _loaded(text)
    if not isinstance(made, type):
        return FunctionAgent(cast("Callable[[View], Action]", made))
    if not callable(getattr(made, "choose", None)):
        raise ValueError(f"{text}: an agent has a method choose(view)")
    try:
        bot: Bot = made(seed)
    except Exception as error:
        raise ValueError(f"{text} cannot be made with a seed: {_in_words(error)}") from error
    return bot


@cache
def _loaded(text: str) -> Callable[..., object]:
    """Return the class or function of a text. ValueError where there is none."""
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
        """Return the action, without an explanation."""
        return Thought(action=self.choose(view), code="")


# --- decisions ------------------------------------------------------------------------------------


def decide(agent: Bot, view: View) -> Action:
    """Return the action of an agent. AgentError, in one sentence, where it gives none.

    An exception in a bot of ours is raised as it is.
    """
    try:
        action = agent.choose(view)
    except AgentError:
        raise
    except IllegalActionError as error:
        raise AgentError("illegal", f"{asked(agent)}{error}") from error
    except Exception as error:
        if _is_ours(agent):
            raise
        _log("!", traceback.format_exc().encode())
        raise AgentError("crash", _in_words(error)) from error
    if not isinstance(action, Action):
        raise AgentError("answer", f"answered {_cut(repr(action))}: that is no action")
    return action


def illegal(agent: Bot, action: Action, error: IllegalActionError) -> AgentError:
    """Return the fault of an action that the rules refuse."""
    return AgentError("illegal", refused(agent, action, str(error)))


def refused(agent: Bot, action: Action, why: str) -> str:
    """Return the sentence for an action that is refused."""
    return f"{_answered(agent, action)}: {why}"


def asked(agent: Bot) -> str:
    """Return which request of a program a sentence is about; nothing for other agents."""
    return agent.program.last if isinstance(agent, ProgramAgent) else ""


def _answered(agent: Bot, action: Action) -> str:
    given = msgspec.json.encode(action, enc_hook=encode_hook).decode()
    return asked(agent).removesuffix(": ") or f"answered {given}"


def _is_ours(agent: Bot) -> bool:
    return type(agent).__module__.startswith("rebelote.") and not isinstance(agent, FunctionAgent)


def _in_words(error: Exception) -> str:
    """Return an exception with the last line of the agent's own file that led to it."""
    frames = traceback.extract_tb(error.__traceback__)
    home = str(Path(__file__).parent)
    own = [frame for frame in frames if not frame.filename.startswith(home)]
    said = f"{type(error).__name__}: {_cut(str(error))}".removesuffix(": ")
    if not own:
        return said
    name = Path(own[-1].filename).name
    return f"{said} ({name}, line {own[-1].lineno}, in {own[-1].name})"


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_ANSWER else line[:LONGEST_ANSWER] + "…"


def _log(sign: str, line: bytes) -> None:
    if path := os.environ.get(LOG):
        with open(path, "ab") as file:
            file.write(sign.encode() + b" " + line.rstrip(b"\n") + b"\n")


# --- programs -------------------------------------------------------------------------------------


class _Answer(msgspec.Struct, kw_only=True):
    """A program's answer: an action, or in short form the card that it plays."""

    id: int
    ok: bool = True
    action: Action | None = None
    card: Card | None = None
    error: dict[str, str] | str | None = None


_decode = msgspec.json.Decoder(_Answer, dec_hook=decode_hook).decode


@cache
def _program(command: str) -> Program:
    """Return the one process of a command, whose answers follow from the view alone."""
    words = words_of(command, windows=os.name == "nt")
    if not words:
        raise ValueError("cmd: names no program")
    if shutil.which(words[0]) is None:
        raise ValueError(f"cmd:{command}: there is no program {words[0]}")
    program = Program(words)
    atexit.register(program.stop)
    return program


def words_of(command: str, windows: bool) -> list[str]:
    """Return the words of a command as the shell of the system has them.

    >>> words_of(r"python 'my bot.py'", windows=False)
    ['python', 'my bot.py']
    >>> words_of(r'C:\\Python\\python.exe "my bot.py"', windows=True)
    ['C:\\\\Python\\\\python.exe', 'my bot.py']
    """
    if not windows:
        return shlex.split(command)
    return [word.strip('"') for word in shlex.split(command, posix=False)]


class Program:
    """A program that reads a request a line and writes an answer a line; started when needed.

    It has a session of its own, so that it is ended with all that it has started.
    """

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.last = ""
        """The last request by its number, and the answer as it came; the begin of a sentence."""
        self._process: subprocess.Popen[bytes] | None = None
        self._guard: subprocess.Popen[bytes] | None = None
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._numbers = itertools.count(1)

    def ask(self, request: dict[str, object]) -> _Answer:
        """Return the answer to a request.

        AgentError where it is late, none, or the program has ended.
        """
        process, limit = self._running()
        number = next(self._numbers)
        self.last = f"request {number}: "
        answer = self._reply(process, {"id": number, **request}, limit)
        self.last = f"request {number}, answered {_cut(answer.decode(errors='replace'))}: "
        try:
            result = _decode(answer)
        except (msgspec.MsgspecError, ValueError) as error:
            raise self._fault("answer", f"that is no answer: {error}") from None
        if result.id != number:
            raise self._fault("answer", f"that is no answer to {number}")
        if not result.ok:
            raise self._fault("answer", "that is an error")
        return result

    def _reply(
        self, process: subprocess.Popen[bytes], request: dict[str, object], limit: float
    ) -> bytes:
        line = msgspec.json.encode(request, enc_hook=encode_hook) + b"\n"
        _log(">", line)
        assert process.stdin is not None
        try:
            process.stdin.write(line)
            process.stdin.flush()
            answer = self._lines.get(timeout=limit)
        except OSError:
            answer = b""
        except queue.Empty:
            raise self._fault("timeout", f"no answer within {limit:g} seconds") from None
        if not answer:
            raise self._fault("crash", "the program has ended")
        _log("<", answer)
        return answer

    def _fault(self, fault: Fault, sentence: str) -> AgentError:
        """End the program, and return its fault."""
        self.stop()
        return AgentError(fault, self.last + sentence)

    def _running(self) -> tuple[subprocess.Popen[bytes], float]:
        """Return the process, and the seconds that it has for the next answer."""
        if self._process is not None and self._process.poll() is None:
            return self._process, TIME_LIMIT
        self.stop()
        try:
            self._process = subprocess.Popen(
                self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except OSError as error:
            raise AgentError("crash", f"{self.words[0]} cannot be started: {error}") from None
        self._guard = _guard(self._process.pid)
        self._lines = queue.Queue()
        assert self._process.stdout is not None
        reading = (self._process.stdout, self._lines)
        threading.Thread(target=_read, args=reading, daemon=True).start()
        return self._process, START_LIMIT

    def stop(self) -> None:
        """End the process and all that it has started; the next request starts another.

        Its output is left to the thread that reads it: a process that has left the session may
        hold it open.
        """
        if self._guard is not None:
            self._guard.kill()
            self._guard.communicate()
        if self._process is not None:
            _kill(self._process)
            self._process.wait()
            with contextlib.suppress(OSError):
                assert self._process.stdin is not None
                self._process.stdin.close()
        self._process = self._guard = None


def _guard(group: int) -> subprocess.Popen[bytes] | None:
    """Start what ends a program and its children once this process has ended, however it does."""
    if os.name == "nt":
        return None
    watch = f"cat >/dev/null; kill -KILL -{group}"
    return subprocess.Popen(
        ["/bin/sh", "-c", watch],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process with its children."""
    if os.name == "nt":
        command = ["taskkill", "/F", "/T", "/PID", str(process.pid)]
        subprocess.run(command, capture_output=True, check=False)
        process.kill()
    else:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)


def _read(stream: IO[bytes], lines: queue.Queue[bytes]) -> None:
    """Put the lines of a program into a queue, an empty one at its end, and close the stream."""
    with stream:
        while line := stream.readline(MOST_BYTES):
            lines.put(line)
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
        raise AgentError("answer", f"{self.program.last}an answer has an action or a card")

    def think(self, view: View) -> Thought:
        """Return the action, without an explanation."""
        return Thought(action=self.choose(view), code="")
