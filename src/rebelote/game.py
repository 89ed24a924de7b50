"""A match played step by step: the short way into the library.

`Game` holds a match with its record, deals the cards, and takes actions as objects or as text.
Underneath are the values and functions of `rebelote.rules`, which never change: `game.match` is
the match at one moment, and can be kept or branched.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple, TypeVar, Unpack

from rebelote import agents, bots, drawing
from rebelote.analysis import par as pars
from rebelote.analysis import review as reviews
from rebelote.analysis.report import DealReport
from rebelote.bots import Bot
from rebelote.i18n import words
from rebelote.i18n.speech import advice
from rebelote.kernel import solver
from rebelote.rules import match as matches
from rebelote.rules import presets
from rebelote.rules.actions import (
    Action,
    Bid,
    Call,
    Double,
    Pass,
    Play,
    Redouble,
    Take,
)
from rebelote.rules.arguments import wrong_kind
from rebelote.rules.cards import Card, CardSet, Trump
from rebelote.rules.deal import Contracted, Cutting, Dealing, Playing, legal_actions, legal_cards
from rebelote.rules.match import Match, SheetRow
from rebelote.rules.melds import Kind
from rebelote.rules.option_types import Options
from rebelote.rules.options import Rules
from rebelote.rules.records import notation
from rebelote.rules.records.record import Record
from rebelote.rules.view import View, view

if TYPE_CHECKING:
    from typing import Self

    from rebelote.rules.contract import Contract
    from rebelote.rules.deal import Deal
    from rebelote.rules.scoring import Settlement
    from rebelote.rules.tallies import Points

_Call = TypeVar("_Call", bound=Call)


class Hint(NamedTuple):
    """A bot's action, its reason, and the expected gain in marks by action where computed."""

    action: Action
    why: str
    worth: dict[str, float]


class _State(NamedTuple):
    """The part of a game that an action changes."""

    match: Match
    record: Record
    chance: object


class Game:
    """A match in progress: four people, or as many as the rules seat.

    Seats are numbered in order of turn from 0; in games of pairs seats 0 and 2 are side 0. The cut
    and the packets are left to chance unless `by_hand` is set.

    Iterating over a game gives the seat to act until the match is over, and begins each next deal:

    >>> game = Game("flemish", seed=1, target=50)
    >>> for seat in game:
    ...     _ = game.act(game.hint("beginner").action)
    >>> game.over, max(game.scores) > 50
    (True, True)

    Args:
        rules: the name of a rule set (`rebelote.PRESETS`), or `Rules`.
        seed: makes the packs; the same seed gives the same packs. None: other packs each time.
        dealer: the seat that deals first; drawn by chance where it is None.
        names: of the players by seat, for the record.
        by_hand: whether the cut and the packets are actions of the players.
        options: options of the rules to change, such as `target=500`.

    Raises:
        ValueError: for an unknown rule set, option or value.
    """

    def __init__(
        self,
        rules: str | Rules = "french",
        *,
        seed: int | None = None,
        dealer: int | None = None,
        names: tuple[str, ...] = (),
        by_hand: bool = False,
        **options: Unpack[Options],
    ) -> None:
        if isinstance(rules, Rules):
            agreed = rules.agree(options) if options else rules
        elif isinstance(rules, str):
            agreed = presets.rules(rules, **options)
        else:
            raise wrong_kind("Game: rules", rules, "str or Rules")
        if not isinstance(names, tuple):
            raise wrong_kind("Game: names", names, "tuple of str")
        self.by_hand = by_hand
        self._chance = Random(seed)
        if dealer is None:
            _, dealer = matches.draw_dealer(agreed, self._chance)
        match = matches.start(agreed, matches.first_pack(agreed, self._chance), dealer)
        self._match, self._record = match, Record.begin(match, names)
        self._past: list[_State] = []
        self._prepare()

    @classmethod
    def from_record(cls, record: Record | str | Path, *, seed: int | None = None) -> Self:
        """Return the match of a record, ready to go on from its end.

        Args:
            record: a record, its text, or the path of a file with one.
            seed: makes the packs of the deals that follow.

        Raises:
            RecordError: for a text that is no record, with line, deal and action.
        """
        if isinstance(record, Path):
            record = record.read_text(encoding="utf-8-sig")
        if isinstance(record, str):
            record = Record.parse(record)
        if not isinstance(record, Record):
            raise wrong_kind("Game.from_record: record", record, "Record or str or Path")
        game = cls.__new__(cls)
        game.by_hand, game._chance, game._past = False, Random(seed), []
        game._match, game._record = record.replay(), record
        game._prepare()
        return game

    def copy(self) -> Self:
        """Return another game at the same point, with the same packs to come."""
        twin = type(self).__new__(type(self))
        twin.by_hand, twin._match, twin._record = self.by_hand, self._match, self._record
        twin._chance, twin._past = Random(), list(self._past)
        twin._chance.setstate(self._chance.getstate())
        return twin

    __copy__ = copy

    # --- what there is

    @property
    def match(self) -> Match:
        """The match as a value."""
        return self._match

    @property
    def record(self) -> Record:
        """The match so far as a record; `str(game.record)` is its text."""
        return self._record

    @property
    def rules(self) -> Rules:
        """The rules it is played by."""
        return self._match.rules

    @property
    def deal(self) -> Deal:
        """The deal in play, or the one that has just ended."""
        return self._match.deal

    @property
    def turn(self) -> int | None:
        """The seat to act; None between deals and after the match."""
        return self._match.to_act

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self._match.over

    @property
    def winner(self) -> int | None:
        """The side that has won the match."""
        return self._match.winner

    @property
    def scores(self) -> Points:
        """The marks of each side."""
        return self._match.scores

    @property
    def sheet(self) -> tuple[SheetRow, ...]:
        """The score sheet: a row for each deal."""
        return self._match.sheet

    @property
    def settlement(self) -> Settlement | None:
        """The settlement of the deal that has just ended."""
        return self._match.settlement

    @property
    def contract(self) -> Contract | None:
        """The contract of the deal, once there is one."""
        return self.deal.contract

    @property
    def hands(self) -> tuple[CardSet, ...]:
        """The hands by seat, all of them: `view` has what one seat may know."""
        return self.deal.hands

    @property
    def trick(self) -> tuple[Card, ...]:
        """The cards on the table in order of play."""
        return self.deal.trick

    @property
    def legal(self) -> list[Action]:
        """The legal actions of the seat to act; empty between deals."""
        return legal_actions(self.deal)

    @property
    def legal_cards(self) -> CardSet:
        """The cards that the seat to act may play; none outside the play."""
        return legal_cards(self.deal)

    def view(self, seat: int | None = None) -> View:
        """Return a seat's view, by default that of the seat to act. ValueError for no seat."""
        seat = self.turn if seat is None else seat
        if seat is None:
            raise ValueError("nobody is to act: name the seat whose view is requested")
        return view(self._match, self._seat(seat))

    def text(self, action: Action) -> str:
        """Return an action in the notation of records: `JS`, `90H`, `pass`."""
        return notation.word(action, self.rules)

    # --- what is done

    def act(self, action: Action | str, seat: int | None = None) -> Self:
        """Do what a seat decides; the seat to act where none is named.

        Args:
            action: an action, or its text in the notation of records (`JS`, `90H`, `pass`).
            seat: who does it, for what may be done out of turn.

        Raises:
            IllegalActionError: with the code, the sentence and the source of the rule.
            ValueError: for a text that is no action, or a number that is no seat.
        """
        if isinstance(action, str):
            action = self._read(action)
        turn = self.turn
        actor = self._seat(seat) if seat is not None else turn if turn is not None else 0
        after = matches.apply(self._match, actor, action)
        self._keep()
        self._match = after
        self._record = self._record.act(action, None if actor == turn else actor)
        self._prepare()
        return self

    def play(
        self,
        card: Card | str,
        *,
        announce: tuple[Kind, ...] | None = None,
        belote: bool | None = None,
    ) -> Self:
        """Play a card, for the seat to act.

        Args:
            card: the card, or its text.
            announce: what is announced with it; None: everything there is, `()`: nothing.
            belote: whether belote or rebelote is said, at tables where players say it themselves;
                None: where there is one.

        Raises:
            IllegalActionError: where the rules refuse the card.
            ValueError: for a text that is no card.
        """
        played = card if isinstance(card, Card) else Card(card)
        usual = next(
            (a for a in self.legal if isinstance(a, Play) and a.card is played), Play(played)
        )
        return self.act(
            Play(
                played,
                usual.announce if announce is None else announce,
                usual.belote if belote is None else belote,
            )
        )

    def bid(self, bid: str | Bid) -> Self:
        """Bid: `90H`, `capotS`, `bidC`. Raises as `act` does."""
        return self.act(self._call(bid, Bid, "a bid, such as 90H, capotS or bidC"))

    def take(self, trump: str | Trump) -> Self:
        """Take with this trump: `S`, `H`, `D`, `C`, `all`, `none`. Raises as `act` does."""
        return self.act(Take(_trump(trump)))

    def pass_(self) -> Self:
        """Pass in the auction. Raises as `act` does."""
        return self.act(Pass())

    def double(self, seat: int | None = None) -> Self:
        """Double the other side's bid. Raises as `act` does."""
        return self.act(Double(), seat)

    def redouble(self, seat: int | None = None) -> Self:
        """Redouble one's own side's bid. Raises as `act` does."""
        return self.act(Redouble(), seat)

    def next_deal(self) -> Self:
        """Begin the next deal. IllegalActionError while this one is played, and after the match."""
        pack = matches.new_pack(self._match, self._chance) if self.turn is None else None
        after = matches.next_deal(self._match, pack)
        self._keep()
        self._match, self._record = after, self._record.next_deal(pack)
        self._prepare()
        return self

    def undo(self, steps: int = 1) -> Self:
        """Take back the last actions. ValueError where there are not so many."""
        if not 1 <= steps <= len(self._past):
            raise ValueError(f"{steps} actions cannot be taken back: there are {len(self._past)}")
        self._match, self._record, chance = self._past[-steps]
        self._chance.setstate(chance)  # type: ignore[arg-type]
        del self._past[-steps:]
        return self

    def __iter__(self) -> Iterator[int]:
        """Yield the seat to act, until the match is over; the next deal begins by itself."""
        while not self.over:
            if self.turn is None:
                self.next_deal()
            if self.turn is not None:
                yield self.turn

    # --- what is known of it

    def hint(self, level: str = "master", *, seed: int = 0, language: str = "en") -> Hint:
        """Return a bot's advice to the seat to act, from that seat's view only.

        Args:
            level: `beginner`, `regular`, `club`, `expert` or `master`.
            seed: of its thought; the same seed gives the same answer.
            language: of the reason: `en`, `fr`, `nl`, `sv` or `bg`.

        Raises:
            ValueError: for an unknown level or language, or while nobody is to act.
        """
        thought = bots.make(level, seed).think(self.view())
        said = advice(words(language, self.rules.preset), thought)
        return Hint(thought.action, said, thought.worth)

    def play_out(self, *players: str | Bot, seed: int = 0) -> Self:
        """Let bots play the match to its end.

        Args:
            players: by seat, in turn where they are fewer: bots, or texts of agents as in
                `agents.make` (`club`, `module:Class`, `cmd:./engine`); *regular* where none is.
            seed: of bots given as text.

        Raises:
            ValueError: for an unknown agent.
        """
        named = list(itertools.islice(itertools.cycle(players or ("regular",)), self.rules.players))
        seated = [
            agents.make(player, seed + seat) if isinstance(player, str) else player
            for seat, player in enumerate(named)
        ]
        for seat in self:
            self.act(seated[seat].choose(self.view()))
        return self

    def solve(self, *, values: bool = False, line: bool = False) -> solver.Solution:
        """Solve the rest of the deal double dummy: every card seen, both sides at their best.

        Points are those of the cards and of the last trick, still to come, of sides 0 and 1. At a
        table for three the first is the taker's.

        Args:
            values: whether to give the points by legal card as well.
            line: whether to give a line of best play.

        Raises:
            ValueError: outside the play of a deal.
            NoKernelError: where the native module was not built.
        """
        deal = self.deal
        if not isinstance(deal, Playing):
            raise ValueError("a deal can be solved while its cards are played")
        return solver.solve(
            deal.hands,
            deal.leader,
            deal.trick,
            deal.law,
            values=values,
            line=line,
            maximisers=[deal.contract.attacker] if self.rules.players == 3 else None,
        )

    def par(self) -> pars.Par:
        """Return the contract that both sides come to with every card seen, and its marks.

        Raises:
            ValueError: outside an auction in which points are bid.
            NoKernelError: where the native module was not built.
        """
        return pars.par(self._match)

    def review(self, deal: int | None = None) -> DealReport:
        """Return the cost of each decision of a deal, in marks; see `docs/review.md`.

        Args:
            deal: its number from 1; None: the last one that is over.

        Raises:
            ValueError: where there is no such deal, or it is not over.
        """
        if deal is None:
            deal = self._match.number - (not self._match.written)
            if not deal:
                raise ValueError("no deal is over yet")
        return reviews.review_deal(self._record, deal)

    # --- how it looks

    def __str__(self) -> str:
        return drawing.text(self._match)

    def __repr__(self) -> str:
        return f"<Game {self.rules.preset}, deal {self._match.number}, scores {self.scores}>"

    def svg(self, seat: int | None = None) -> str:
        """Draw the table as an SVG picture, with all hands or that of one seat."""
        return drawing.svg(self._match, None if seat is None else self._seat(seat))

    def _repr_svg_(self) -> str:
        return self.svg()

    # --- within

    def _seat(self, seat: int) -> int:
        if seat not in range(self.rules.players):
            raise ValueError(f"seats are 0 to {self.rules.players - 1}, not {seat!r}")
        return seat

    def _read(self, text: str) -> Action:
        """Read an action from its text in the notation of the phase."""
        deal = self.deal
        lines = {Cutting: "cut", Dealing: "deal"}
        line = lines.get(type(deal), "play" if isinstance(deal, Contracted) else "call")
        return notation.READERS[line](text, self.rules)

    def _call(self, said: str | _Call, kind: type[_Call], example: str) -> _Call:
        try:
            call = notation.read_call(said) if isinstance(said, str) else said
        except ValueError:
            call = None
        if not isinstance(call, kind):
            raise ValueError(f"{said!r} is not {example}")
        return call

    def _keep(self) -> None:
        self._past.append(_State(self._match, self._record, self._chance.getstate()))

    def _prepare(self) -> None:
        """Cut and choose the packets by chance, unless players do it by hand."""
        while not self.by_hand and isinstance(self.deal, Cutting | Dealing):
            action, seat = self._chance.choice(self.legal), self.turn
            assert seat is not None
            self._match = matches.apply(self._match, seat, action)
            self._record = self._record.act(action)


def _trump(trump: str | Trump) -> Trump:
    if isinstance(trump, Trump):
        return trump
    try:
        return Trump(trump)
    except ValueError:
        allowed = ", ".join(t.value for t in Trump)
        raise ValueError(f"{trump!r} is not a trump; there are: {allowed}") from None
