"""A match against bots in a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import chain, islice
from pathlib import Path
from random import Random, SystemRandom
from typing import Final

from rich.text import Text

from rebelote import bots
from rebelote.bots import shown
from rebelote.i18n import sources, words
from rebelote.i18n.speech import advice, advised_name, call_shown, player_names
from rebelote.knowledge import conduct
from rebelote.rules import deck, events, match
from rebelote.rules.actions import Action
from rebelote.rules.match import Match
from rebelote.rules.options import Rules
from rebelote.rules.records import notation
from rebelote.rules.records.record import Record, Recorded
from rebelote.rules.records.replay import positions
from rebelote.rules.refusals import IllegalActionError
from rebelote.rules.view import View, view
from rebelote.terminal.parsing import choices, question, read
from rebelote.terminal.screen import Page

NAMES: Final = ("Margot", "Lucien", "Odette")


class Quit(Exception):
    """The player has had enough."""


class TerminalGame:
    """A match as one person at seat 0 sees it, with its record."""

    def __init__(
        self, language: str, rules: Rules, seed: int | None, level: str = "regular"
    ) -> None:
        self.say = words(language, rules.preset)
        self.unit = int(self.say("value.unit"))
        self.chance: Random = Random(seed) if seed is not None else SystemRandom()
        others = range(1, rules.players)
        self.bots = {seat: bots.make(level, self.chance.randrange(1 << 30)) for seat in others}
        named = (self.say(f"bot.name.{name}") for name in NAMES[: len(others)])
        self.page = Page(self.say, (self.say("seat.you"), *named))
        pack = deck.shuffled(self.chance, rules.pack)
        begun = match.start(rules, pack, self.chance.randrange(rules.players))
        self.so_far = Recorded.begin(begun, self.page.names)

    @property
    def match(self) -> Match:
        """The match now."""
        return self.so_far.match

    # --- the match

    def play(self) -> None:
        """Play until a side has won, or the player quits."""
        self.help()
        self.page.sides()
        self.page.events(events.match_began(self.match))
        while not self.over():
            if self.match.to_act is None:
                self.next_deal()
            elif self.match.to_act in self.bots:
                now = view(self.match, self.match.to_act)
                self.act(self.match.to_act, self.bots[self.match.to_act].choose(now))
            elif (action := self.my_action()) is not None:
                self.act(0, action)

    def over(self) -> bool:
        """Return whether the match is over; score a deal at its end, when it may be challenged."""
        while self.match.to_act is None:
            self.page.end_of_deal(self.match)
            challenge = self.my_action() if view(self.match, 0).may.challenge else None
            if challenge is None:
                return self.match.over
            self.act(0, challenge)
        return False

    def act(self, seat: int, action: Action) -> None:
        """Do it, record it, and print what happened; bots may act at once."""
        before = self.match
        self.so_far = self.so_far.act(seat, action)
        self.page.events(events.narrate(before, seat, action, self.match))
        for watcher, step in islice(conduct.interventions(self.match, self.bots), 1):
            self.act(watcher, step)

    def next_deal(self) -> None:
        self.so_far = self.so_far.next_deal(match.new_pack(self.match, self.chance))
        self.page.events(events.deal_began(self.match))

    # --- asking

    def my_action(self) -> Action | None:
        """Ask until the answer is an action that the rules allow; None to have the next deal."""
        now = view(self.match, 0)
        self.page.table(now)
        if now.phase in ("bidding", "play"):
            self.page.hand(now)
        while True:
            answer = self.ask(f"{question(now, self.say)} [{choices(now, self.unit)}]")
            if answer.lower() in self.commands:
                self.commands[answer.lower()]()
            elif not answer and now.legal is None:
                return None
            elif (action := self.understood(answer, now)) is not None:
                return action

    def understood(self, answer: str, now: View) -> Action | None:
        """Read a typed action; print the refusal and return None where there is none."""
        try:
            action = read(answer, now, self.say, self.page.names)
            match.apply(self.match, 0, action)
        except IllegalActionError as error:
            why = error.refusal
            self.page.line(f"{self.say(f'refusal.{why.code}')} {self.cited(why.rule)}".rstrip())
            return None
        except ValueError:
            self.page.line(self.say("terminal.unread", choices=choices(now, self.unit)))
            return None
        return action

    def cited(self, rule: str) -> str:
        """Return the source of a rule in brackets; empty where it is no rule of the game."""
        result = sources.labels(rule, self.say)
        return f"[{result}]" if result else ""

    def ask(self, question: str) -> str:
        """Read a line from the player; the end of input is a wish to stop."""
        self.page.console.print(Text(f"{question} > "), end="")
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.strip()

    @property
    def commands(self) -> dict[str, Callable[[], None]]:
        """The commands that are valid at any time."""
        return {
            "help": self.help,
            "hint": self.hint,
            "calls": self.calls,
            "last": self.last_trick,
            "sheet": lambda: self.page.sheet(self.match),
            "quit": self.quit,
        }

    def help(self) -> None:
        """Print the commands."""
        self.page.line(self.say("terminal.help"), "dim")
        rules = self.match.rules
        if rules.conduct.assistance == "none":
            kinds = view(self.match, 0).rules.kinds
            kind = self.page.teller.kind
            named = (f"{notation.kind_word(k, rules)} {kind(k)}" for k in kinds)
            listed = self.say("ui.comma").join(named) or "—"
            self.page.line(self.say("terminal.help.real", kinds=listed), "dim")

    def hint(self) -> None:
        """Print a master's advice with its reason; refuse under rules of real life."""
        now = view(self.match, 0)
        if now.legal is None or self.match.rules.conduct.assistance == "none":
            self.page.line(self.say("refusal.no-hint"))
            return
        thought = bots.make(bots.LEVELS[-1], self.chance.randrange(1 << 30)).think(now)
        deed = notation.word(thought.action, self.match.rules)
        said = self.say("ui.hint.text", action=f"{advised_name(self.say, thought.action) or deed}.")
        self.page.line(f"{said} {advice(self.say, thought)}")

    def calls(self) -> None:
        """Print what each call of the auction shows; refuse under rules of real life."""
        now = view(self.match, 0)
        if self.match.rules.conduct.assistance == "none":
            self.page.line(self.say("refusal.no-hint"))
            return
        for number, called in enumerate(now.calls):
            name, word = self.page.names[called.seat], notation.call_word(called.call)
            said = advised_name(self.say, called.call) or word
            meaning = call_shown(self.say, shown.by_call(now, number))
            self.page.line(f"{name}: {said}. {meaning}", "dim")

    def quit(self) -> None:
        raise Quit

    def last_trick(self) -> None:
        """Print the last trick, where it may be looked at."""
        last = view(self.match, 0).last_trick
        if last is None:
            self.page.line(self.say("last_trick.none"))
        else:
            self.page.line(self.page.trick(self.say("last_trick.title"), last.leader, last.cards))


def play(
    language: str,
    rules: Rules,
    seed: int | None = None,
    save: str | None = None,
    level: str = "regular",
) -> None:
    """Play a match; its record is saved however it ends, in a file that is tried first."""
    game = TerminalGame(language, rules, seed, level)
    if save is not None:
        _write(save, game.so_far.record)
    try:
        game.play()
    except (Quit, EOFError, KeyboardInterrupt):
        game.page.line()
        game.page.line(game.say("terminal.stopped"))
    finally:
        if save is not None:
            _write(save, game.so_far.record)


def _write(file: str, record: Record) -> None:
    Path(file).write_text(str(record), encoding="utf-8")


def replay(record: Record, language: str) -> None:
    """Print a recorded match as a spectator saw it."""
    say = words(language, record.rules.preset)
    page = Page(say, player_names(say, record.seat_names), seat=None)
    page.sides()
    for position in chain.from_iterable(positions(record)):
        page.events(position.events)
        match = position.match
        if match.settlement is not None and match.to_act is None:
            page.settlement(match.settlement)
    page.sheet(record.replay())
