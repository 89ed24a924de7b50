"""How is a match played in a terminal? The same game against three bots, by typing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random, SystemRandom
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from rebelote import bots, deck, events, match
from rebelote.actions import Action, Cut, Packets, Pass, Play, Take
from rebelote.cards import Card, Rank, Suit, Trump, strength_table
from rebelote.events import Event, Events
from rebelote.i18n import Words, words
from rebelote.match import Match
from rebelote.record import Record
from rebelote.refusals import IllegalAction
from rebelote.rules import Rules
from rebelote.scoring import Settlement
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
STYLES: Final[dict[type[Event], str]] = {
    events.DealBegan: "bold",
    events.Took: "bold",
    events.Announced: "cyan",
    events.ContestSettled: "cyan",
    events.MeldsShown: "cyan",
    events.TrickWon: "dim",
    events.DealEnded: "bold",
    events.MatchEnded: "bold",
}


class Quit(Exception):
    """The player has had enough."""


class Page:
    """What is printed: events, cards, the derivation of a score, the sheet."""

    def __init__(self, say: Words, names: tuple[str, ...]) -> None:
        self.say, self.names = say, names
        self.console = Console(highlight=False)
        self.teller = Teller(say, 0, names)

    def line(self, text: str | Text = "", style: str = "") -> None:
        """One line, a little to the right."""
        self.console.print(Text("  ").append(text), style=style)

    def sides(self) -> None:
        """Who plays with whom."""
        for side in (0, 1):
            self.line(f"{self.teller.side(side)}: {self.names[side]}, {self.names[side + 2]}")

    def events(self, seen: Events) -> None:
        """Every event in words; a deal begins after an empty line."""
        for event in seen:
            if isinstance(event, events.DealBegan):
                self.line()
            self.line(self.teller.event(event), STYLES.get(type(event), ""))

    def sign(self, card: Card) -> Text:
        """A card as it stands in the corner of the cards of this language."""
        return Text(self.say(f"index.{card.rank.letter}") + SIGNS[card.suit], COLOURS[card.suit])

    def trick(self, title: str, leader: int, cards: Iterable[Card]) -> Text:
        """Who played which card."""
        text = Text(f"{title}:")
        for turn, card in enumerate(cards):
            text.append(f"  {self.names[(leader + turn) % 4]} ").append(self.sign(card))
        return text

    def settlement(self, settlement: Settlement) -> None:
        """How the score was derived, line by line."""
        table = Table.grid(padding=(0, 2))
        for justify in ("left", "left", "left", "right", "left"):
            table.add_column(justify=justify)
        for whose, what, points, rule in self.teller.settlement(settlement):
            table.add_row("", whose, Text(what), str(points), Text(rule, "dim"))
        self.console.print(table)

    def sheet(self, now: Match) -> None:
        """The score sheet."""
        self.line(self.say("sheet.title"), "bold")
        us, them = self.say("side.us"), self.say("side.them")
        for row in now.sheet:
            result = self.say(f"outcome.{row.outcome or 'dead'}")
            result += f", {self.say('outcome.sweep')}" * row.sweep
            totals = f"{us} {row.totals[0]:>5}   {them} {row.totals[1]:>5}"
            self.line(f"{row.number:>4}. {totals}   {result}")
        if not now.sheet:
            self.line(self.say("sheet.empty"))
        if now.held:
            self.line(self.say("sheet.held", points=now.held))

    def end_of_deal(self, ended: Match) -> None:
        """The derivation of the score, and the sheet."""
        if ended.settlement is not None:
            self.settlement(ended.settlement)
        self.sheet(ended)

    def table(self, now: View) -> None:
        """Trump and taker, tricks, scores; the trick in play."""
        if now.contract is None:
            return
        suit, taker = now.contract.trump.suit, self.names[now.contract.attacker]
        trump = Text(SIGNS[suit], COLOURS[suit]) if suit is not None else now.contract.trump.value
        tricks = "-".join(map(str, now.tricks_won))
        scores = "-".join(map(str, now.scores))
        line = Text(f"{self.say('trump.is')} ").append(trump).append(f" ({taker})   ")
        line.append(f"{self.say('ui.tricks', count=tricks)}   {self.say('sheet.total')}: {scores}")
        self.line()
        self.line(line)
        if now.trick.cards:
            self.line(self.trick(self.say("ui.trick"), now.trick.leader, now.trick.cards))

    def hand(self, now: View, legal: Legal) -> None:
        """The hand, its cards numbered, those that may not be played faint."""
        text = Text()
        for number, card in enumerate(ordered(now), 1):
            sign = self.sign(card)
            if now.phase == "play" and card not in legal.cards:
                sign = Text(sign.plain, "dim strike")
            text.append(f"{number} ", "dim").append(sign).append("   ")
        self.line(text)


class Game:
    """A match as one person at seat 0 sees it, with its record."""

    def __init__(self, language: str, rules: Rules, seed: int | None) -> None:
        self.say = words(language)
        self.chance: Random = Random(seed) if seed is not None else SystemRandom()
        self.bots = [bots.make("regular", self.chance.randrange(1 << 30)) for _ in range(4)]
        self.page = Page(self.say, (self.say("seat.you"), *NAMES))
        self.match = match.start(rules, deck.shuffled(self.chance), self.chance.randrange(4))
        self.record = Record.begin(self.match, self.page.names)

    # --- the match

    def play(self) -> None:
        """Until somebody has won, or the player quits."""
        self.help()
        self.page.sides()
        self.page.events(events.match_began(self.match))
        while self.match.winner is None:
            if self.match.to_act is None:
                self.page.end_of_deal(self.match)
                self.next_deal()
            elif self.match.to_act == 0:
                self.act(self.my_action())
            else:
                now = view(self.match, self.match.to_act)
                self.act(self.bots[self.match.to_act].choose(now))
        self.page.end_of_deal(self.match)

    def act(self, action: Action) -> None:
        """Do it, write it down, and tell what happened."""
        before, seat = self.match, self.match.to_act
        assert seat is not None
        self.match = match.apply(before, seat, action)
        self.record = self.record.act(action)
        self.page.events(events.narrate(before, seat, action, self.match))

    def next_deal(self) -> None:
        """Deal again."""
        pack = match.new_pack(self.match, self.chance)
        self.match = match.next_deal(self.match, pack)
        self.record = self.record.next_deal(pack)
        self.page.events(events.deal_began(self.match))

    # --- asking

    def my_action(self) -> Action:
        """Ask until the answer is an action that the rules allow."""
        now = view(self.match, 0)
        assert now.legal is not None
        self.page.table(now)
        if now.phase in ("bidding", "play"):
            self.page.hand(now, now.legal)
        while True:
            answer = self.ask(f"{question(now, self.say)} [{choices(now, now.legal)}]")
            if answer.lower() in self.commands:
                self.commands[answer.lower()]()
            elif (action := self.understood(answer, now, now.legal)) is not None:
                return action

    def understood(self, answer: str, now: View, legal: Legal) -> Action | None:
        """The action that was typed; None, once the player has been told, where there is none."""
        try:
            action = read(answer, now, legal, self.say)
            match.apply(self.match, 0, action)
        except IllegalAction as error:
            why = error.refusal
            self.page.line(f"{self.say(f'refusal.{why.code}')} [{why.rule}]")
            return None
        except ValueError:
            self.page.line(self.say("terminal.unread", choices=choices(now, legal)))
            return None
        return action

    def ask(self, question: str) -> str:
        """A line from the player; the end of input is a wish to stop."""
        self.page.console.print(Text(f"{question} > "), end="")
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.strip()

    @property
    def commands(self) -> dict[str, Callable[[], None]]:
        """What may be typed at any time."""
        return {
            "help": self.help,
            "last": self.last_trick,
            "sheet": lambda: self.page.sheet(self.match),
            "quit": self.quit,
        }

    def help(self) -> None:
        """What may be typed."""
        self.page.line(self.say("terminal.help"), "dim")

    def quit(self) -> None:
        """Leave."""
        raise Quit

    def last_trick(self) -> None:
        """The last trick, where it may be looked at."""
        last = view(self.match, 0).last_trick
        if last is None:
            self.page.line(self.say("last_trick.none"))
        else:
            self.page.line(self.page.trick(self.say("last_trick.title"), last.leader, last.cards))


def ordered(now: View) -> list[Card]:
    """The hand as it is shown and numbered: trumps first, each suit from high to low."""
    trump = now.contract.trump if now.contract else Trump.NONE
    height = strength_table(trump)
    return sorted(now.hand, key=lambda c: (c.suit != trump.suit, c.suit, -height[c]))


def question(now: View, say: Words) -> str:
    """What is asked for."""
    if now.phase == "bidding" and now.turned is not None:
        suit = say(f"suit.{now.turned.suit.letter}")
        return say("ask.round1" if len(now.calls) < 4 else "ask.round2", suit=suit)
    if now.phase == "play":
        return say("ask.play" if now.trick.cards else "ask.lead")
    return say(f"ask.{now.phase}")


def choices(now: View, legal: Legal) -> str:
    """What may be answered, in short; what Enter takes stands first."""
    if now.phase == "cut":
        return f"{legal.cut_min}..{legal.cut_max}"
    if now.phase == "packets":
        return ", ".join(f"{first}-{second}" for first, second in legal.packets)
    if now.phase == "bidding":
        several = [trump.value for trump in legal.trumps] if len(legal.trumps) > 1 else ["t"]
        return ", ".join(["p", *several])
    return " ".join(str(n) for n, card in enumerate(ordered(now), 1) if card in legal.cards)


def read(answer: str, now: View, legal: Legal, say: Words) -> Action:
    """The action that was typed; ValueError for what cannot be read."""
    if now.phase == "cut":
        return Cut(int(answer) if answer else (legal.cut_min + legal.cut_max) // 2)
    if now.phase == "packets":
        first, _, second = answer.partition("-")
        return Packets((int(first), int(second)) if answer else legal.packets[0])
    if now.phase == "bidding":
        return _read_call(_suits_as_letters(answer), legal)
    said = tuple(meld.kind for meld in legal.announce)
    return Play(_read_card(_suits_as_letters(answer), now, legal, say), said)


def _suits_as_letters(answer: str) -> str:
    for suit, sign in SIGNS.items():
        answer = answer.replace(sign, suit.letter)
    return answer.upper()


def _read_call(answer: str, legal: Legal) -> Action:
    if answer in ("", "P", "PASS"):
        return Pass()
    if answer in ("T", "TAKE") and len(legal.trumps) == 1:
        return Take(legal.trumps[0])
    return Take(Trump(answer))


def _read_card(answer: str, now: View, legal: Legal, say: Words) -> Card:
    """A card by its number, by its corner in this language, or by its English letters."""
    hand = ordered(now)
    if not answer and len(legal.cards) == 1:
        return legal.cards[0]
    if answer.isdigit() and 1 <= int(answer) <= len(hand):
        return hand[int(answer) - 1]
    corners = {say(f"index.{rank.letter}").upper(): rank.letter for rank in Rank}
    rank, suit = answer[:-1], answer[-1:]
    return Card(corners.get(rank, rank) + suit)


def play(language: str, rules: Rules, seed: int | None = None, save: str | None = None) -> None:
    """Play a match; its record is saved however it ends, in a file that is tried first."""
    game = Game(language, rules, seed)
    if save is not None:
        _write(save, game.record)
    try:
        game.play()
    except (Quit, EOFError, KeyboardInterrupt):
        game.page.line()
        game.page.line(game.say("terminal.stopped"))
    finally:
        if save is not None:
            _write(save, game.record)


def _write(file: str, record: Record) -> None:
    Path(file).write_text(str(record), encoding="utf-8")


def replay(record: Record, language: str) -> None:
    """Tell a recorded match as seat 0 saw it."""
    names = record.names or ("0", "1", "2", "3")[: record.rules.players]
    page = Page(words(language), names)
    page.sides()
    last: Match | None = None
    for step in record.steps():
        if last is None or step.before.number != last.number:
            page.events(events.deal_began(step.before))
        page.events(events.narrate(step.before, step.seat, step.action, step.after))
        if step.after.settlement is not None and step.after.to_act is None:
            page.settlement(step.after.settlement)
        last = step.after
    page.sheet(record.replay())
