"""The terminal's screen: events, cards, the derivation of a score, the sheet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from rebelote.i18n import Words
from rebelote.i18n.speech import Teller
from rebelote.rules import events
from rebelote.rules.cards import Card, Suit, Trump, strength_table
from rebelote.rules.events import Event, Events
from rebelote.rules.match import Match, SheetRow
from rebelote.rules.scoring import Settlement
from rebelote.rules.view import View

COLOURS: Final = {
    Suit.SPADES: "bold",
    Suit.HEARTS: "bold red",
    Suit.DIAMONDS: "bold yellow",
    Suit.CLUBS: "bold green",
}
STYLES: Final[dict[type[Event], str]] = {
    events.DealBegan: "bold",
    events.Took: "bold",
    events.BidMade: "bold",
    events.Doubled: "bold",
    events.Redoubled: "bold",
    events.RedealAsked: "bold",
    events.Announced: "cyan",
    events.ContestSettled: "cyan",
    events.MeldsShown: "cyan",
    events.TrickWon: "dim",
    events.DealEnded: "bold",
    events.MatchEnded: "bold",
}


class Page:
    """The printed output: events, cards, the derivation of a score, the sheet."""

    def __init__(self, say: Words, names: tuple[str, ...], seat: int | None = 0) -> None:
        self.say, self.names = say, names
        self.console = Console(highlight=False)
        self.teller = Teller(say, seat, names)

    def line(self, text: str | Text = "", style: str = "") -> None:
        """Print one line, slightly indented."""
        self.console.print(Text("  ").append(text), style=style)

    def sides(self) -> None:
        """Print the partners of each side."""
        if self.teller.alone or self.teller.seat is None:
            self.line(self.say("ui.comma").join(self.teller.sides))
            return
        for side in (0, 1):
            self.line(f"{self.teller.side(side)}: {self.say('ui.comma').join(self.names[side::2])}")

    def events(self, seen: Events) -> None:
        """Print every event in words, with an empty line before a deal."""
        for event in seen:
            if isinstance(event, events.DealBegan):
                self.line()
            self.line(self.teller.event(event), STYLES.get(type(event), ""))

    def sign(self, card: Card) -> Text:
        """Return a card as printed in the corner of the cards of this language."""
        return Text(self.say(f"index.{card.rank.letter}") + card.suit.sign, COLOURS[card.suit])

    def trick(self, title: str, leader: int, cards: Iterable[Card]) -> Text:
        """Return the cards of a trick, each after the name of its player."""
        text = Text(f"{title}:")
        for turn, card in enumerate(cards):
            text.append(f"  {self.names[(leader + turn) % len(self.names)]} ").append(
                self.sign(card)
            )
        return text

    def settlement(self, settlement: Settlement) -> None:
        """Print the derivation of the score, line by line."""
        table = Table.grid(padding=(0, 2))
        for justify in ("left", "left", "left", "right", "left"):
            table.add_column(justify=justify)
        for whose, what, points, rule in self.teller.settlement(settlement):
            table.add_row("", whose, Text(what), str(points), Text(rule, "dim"))
        self.console.print(table)

    def sheet(self, now: Match) -> None:
        """Print the score sheet."""
        self.line(self.say("sheet.title"), "bold")
        for row in now.sheet:
            self.line(f"{row.number:>4}. {self.totals(row)}   {self.result(row)}")
        if not now.sheet:
            self.line(self.say("sheet.empty"))
        if now.held:
            self.line(self.say("sheet.held", points=now.held))

    def totals(self, row: SheetRow) -> str:
        """Return each side's total after a deal, the own side first."""
        names = [self.teller.side(side) for side in range(len(row.totals))]
        return "   ".join(f"{n} {t:>5}" for n, t in zip(names, row.totals, strict=True))

    def result(self, row: SheetRow) -> str:
        """Name the outcome of a deal."""
        swept = f", {self.say('outcome.sweep')}" if row.sweep else ""
        return self.say(f"outcome.{row.outcome or 'dead'}") + swept

    def end_of_deal(self, ended: Match) -> None:
        """Print the derivation of the score, and the sheet."""
        if ended.settlement is not None:
            self.settlement(ended.settlement)
        self.sheet(ended)

    def table(self, now: View) -> None:
        """Print trump and taker, tricks, scores, and the trick in play."""
        if now.contract is None:
            return
        taker = self.names[now.contract.attacker]
        tricks = "-".join(map(str, now.tricks_won))
        scores = "-".join(map(str, now.scores))
        line = (
            Text(f"{self.say('trump.is')} ")
            .append(self.trump(now.contract.trump))
            .append(self.teller.bid_worth(now.contract))
            .append(f" ({taker})   ")
        )
        line.append(f"{self.say('ui.tricks', count=tricks)}   {self.say('sheet.total')}: {scores}")
        self.line()
        self.line(line)
        if now.trick.cards:
            self.line(self.trick(self.say("ui.trick"), now.trick.leader, now.trick.cards))

    def trump(self, trump: Trump) -> Text:
        """Return the sign of the trump suit, or all trumps or no trumps in words."""
        if trump.suit is None:
            return Text(self.teller.trump(trump))
        return Text(trump.suit.sign, COLOURS[trump.suit])

    def hand(self, now: View) -> None:
        """Print the hand with its cards numbered; illegal ones are faint."""
        text = Text()
        for number, card in enumerate(ordered(now), 1):
            sign = self.sign(card)
            if now.phase == "play" and now.legal and card not in now.legal.cards:
                sign = Text(sign.plain, "dim strike")
            text.append(f"{number} ", "dim").append(sign).append("   ")
        self.line(text)


def ordered(now: View) -> list[Card]:
    """Return the hand as it is shown and numbered: trumps first, each suit from high to low."""
    trump = now.contract.trump if now.contract else Trump.NONE
    height = strength_table(trump)
    return sorted(now.hand, key=lambda c: (c.suit != trump.suit, c.suit, -height[c]))
