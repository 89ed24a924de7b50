"""How is a match played in a terminal? The same game against three bots, by typing."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random, SystemRandom
from typing import Final

from rich.console import Console
from rich.text import Text

from rebelote import bots, deck, events, match
from rebelote.cards import Card, Suit, Trump, strength_table
from rebelote.deal import Action, Cut, Packets, Pass, Play, Take
from rebelote.events import Events
from rebelote.i18n import words
from rebelote.match import Match
from rebelote.record import Record
from rebelote.refusals import IllegalAction
from rebelote.rules import Rules
from rebelote.speech import Teller
from rebelote.view import Legal, View, view

NAMES: Final = ("Margot", "Lucien", "Odette")
SIGNS: Final = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
COLOURS: Final = {
    Suit.SPADES: "bold",
    Suit.HEARTS: "bold red",
    Suit.DIAMONDS: "bold yellow",
    Suit.CLUBS: "bold green",
}


class Quit(Exception):
    """The player has had enough."""


class Game:
    """A match as one person at seat 0 sees it, with its record."""

    def __init__(self, language: str, rules: Rules, seed: int | None) -> None:
        self.say = words(language)
        self.console = Console(highlight=False)
        self.chance: Random = Random(seed) if seed is not None else SystemRandom()
        self.bots = [bots.make("regular", self.chance.randrange(1 << 30)) for _ in range(4)]
        self.teller = Teller(self.say, 0, (self.say("seat.you"), *NAMES))
        self.match = match.start(rules, deck.shuffled(self.chance), self.chance.randrange(4))
        self.record = Record.begin(self.match, self.teller.names)

    # --- the match

    def play(self) -> None:
        """Until somebody has won, or the player quits."""
        self.tell(events.match_began(self.match))
        while self.match.winner is None:
            if self.match.to_act is None:
                self.end_of_deal()
                self.next_deal()
            elif self.match.to_act == 0:
                self.act(self.my_action())
            else:
                now = view(self.match, self.match.to_act)
                self.act(self.bots[self.match.to_act].choose(now))
        self.end_of_deal()

    def act(self, action: Action) -> None:
        """Do it, write it down, and tell what happened."""
        before, seat = self.match, self.match.to_act
        assert seat is not None
        self.match = match.apply(before, seat, action)
        self.record = self.record.act(action)
        self.tell(events.narrate(before, seat, action, self.match))

    def next_deal(self) -> None:
        """Deal again."""
        pack = match.new_pack(self.match, self.chance)
        self.match = match.next_deal(self.match, pack)
        self.record = self.record.next_deal(pack)
        self.tell(events.deal_began(self.match))

    def tell(self, seen: Events) -> None:
        """Every event in words."""
        for event in seen:
            self.console.print(f"  {self.teller.event(event)}", markup=False)

    def end_of_deal(self) -> None:
        """The derivation of the score, and the sheet."""
        if self.match.settlement is not None:
            for line in self.teller.settlement(self.match.settlement):
                self.console.print(f"    {line}", markup=False)
        self.sheet()

    def sheet(self) -> None:
        """The score sheet."""
        us, them = self.say("side.us"), self.say("side.them")
        self.console.print(f"  {self.say('sheet.title')}", style="bold")
        for row in self.match.sheet:
            result = self.say(f"outcome.{row.outcome or 'dead'}")
            totals = f"{us} {row.totals[0]:>5}   {them} {row.totals[1]:>5}"
            self.console.print(f"    {row.number:>2}. {totals}   {result}")
        if self.match.held:
            self.console.print(f"    {self.say('sheet.held', points=self.match.held)}")

    # --- asking

    def my_action(self) -> Action:
        """Ask until the answer is an action that the rules allow."""
        now = view(self.match, 0)
        assert now.legal is not None
        self.show(now)
        while True:
            answer = self.ask(self.question(now))
            if answer.lower() in self.commands:
                self.commands[answer.lower()]()
                continue
            try:
                action = read(answer, now, now.legal)
                match.apply(self.match, 0, action)
            except IllegalAction as error:
                why = error.refusal
                self.console.print(
                    f"  {self.say(f'refusal.{why.code}')} [{why.rule}]", markup=False
                )
            except ValueError:
                self.console.print(f"  {self.say('terminal.help')}", markup=False)
            else:
                return action

    def ask(self, question: str) -> str:
        """A line from the player; the end of input is a wish to stop."""
        self.console.print(f"{question}> ", end="", markup=False)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.strip()

    @property
    def commands(self) -> dict[str, Callable[[], None]]:
        """What may be typed at any time."""
        return {
            "help": lambda: self.console.print(f"  {self.say('terminal.help')}", markup=False),
            "last": self.last_trick,
            "sheet": self.sheet,
            "quit": self.quit,
        }

    def quit(self) -> None:
        """Leave."""
        raise Quit

    def last_trick(self) -> None:
        """The last trick, where it may be looked at."""
        trick = view(self.match, 0).last_trick
        cards = " ".join(map(str, trick.cards)) if trick else self.say("last_trick.none")
        self.console.print(f"  {self.say('last_trick.title')}: {cards}")

    def question(self, now: View) -> str:
        """What is asked for."""
        if now.phase == "bidding" and now.turned is not None:
            suit = self.say(f"suit.{now.turned.suit.letter}")
            return self.say("ask.round1" if len(now.calls) < 4 else "ask.round2", suit=suit)
        if now.phase == "play":
            return self.say("ask.play" if now.trick.cards else "ask.lead")
        return self.say(f"ask.{now.phase}")

    def show(self, now: View) -> None:
        """The hand, its cards numbered, those that may not be played faint."""
        if now.phase not in ("bidding", "play"):
            return
        line = Text("  ")
        for number, card in enumerate(ordered(now), 1):
            legal = now.phase == "bidding" or (now.legal and card in now.legal.cards)
            line.append(f"{number}:", style="dim")
            sign = f"{self.say(f'index.{card.rank.letter}')}{SIGNS[card.suit]}"
            line.append(f"{sign}  ", style=COLOURS[card.suit] if legal else "dim strike")
        self.console.print(line)


def ordered(now: View) -> list[Card]:
    """The hand as it is shown and numbered: trumps first, each suit from high to low."""
    trump = now.contract.trump if now.contract else Trump.NONE
    height = strength_table(trump)
    return sorted(now.hand, key=lambda c: (c.suit != trump.suit, c.suit, -height[c]))


def read(answer: str, now: View, legal: Legal) -> Action:
    """The action that was typed; ValueError for what cannot be read."""
    if now.phase == "cut":
        return Cut(int(answer) if answer else 16)
    if now.phase == "packets":
        first, _, second = (answer or "3-2").partition("-")
        return Packets((int(first), int(second)))
    if now.phase == "bidding":
        return _read_call(answer, legal)
    said = tuple(meld.kind for meld in legal.announce)
    return Play(_read_card(answer, now), said)


def _read_call(answer: str, legal: Legal) -> Action:
    if answer.lower() in ("", "p", "pass"):
        return Pass()
    if answer.lower() in ("t", "take"):
        return Take(legal.trumps[0])
    return Take(Trump(answer.upper()))


def _read_card(answer: str, now: View) -> Card:
    hand = ordered(now)
    if answer.isdigit() and 1 <= int(answer) <= len(hand):
        return hand[int(answer) - 1]
    return Card(answer.upper().replace("10", "T"))


def play(language: str, rules: Rules, seed: int | None = None, save: str | None = None) -> None:
    """Play a match; its record is saved however it ends."""
    game = Game(language, rules, seed)
    game.console.print(f"  {game.say('terminal.help')}", markup=False)
    try:
        game.play()
    except (Quit, EOFError, KeyboardInterrupt):
        game.console.print(f"\n  {game.say('terminal.stopped')}", markup=False)
    finally:
        if save is not None:
            Path(save).write_text(str(game.record), encoding="utf-8")


def replay(text: str, language: str) -> None:
    """Tell a recorded match in words; RecordError names the line that is wrong."""
    record = Record.parse(text)
    names = record.names or tuple("0123")
    say = words(language)
    teller, console = Teller(say, -1, names), Console(highlight=False)
    last: Match | None = None
    for step in record.steps():
        if last is None or step.before.number != last.number:
            console.print(f"{teller.event(events.deal_began(step.before)[0])}", style="bold")
        for event in events.narrate(step.before, step.seat, step.action, step.after):
            console.print(f"  {teller.event(event)}", markup=False)
        last = step.after
    ended = record.replay()
    console.print(f"0+2: {ended.scores[0]}   1+3: {ended.scores[1]}", style="bold")
