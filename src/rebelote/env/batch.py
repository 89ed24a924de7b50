"""Many tables at once in the kernel: the same numbers, masks, observations and returns as `Env`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, Unpack

from rebelote.env import actions, auctions, observation
from rebelote.env.observation import kind_code
from rebelote.env.single import agreed, check_seed
from rebelote.kernel import solver
from rebelote.rules import melds, settlements
from rebelote.rules.cards import SUIT_TRUMPS, TRUMPS, CardSet, Rank, Suit, Trump, card
from rebelote.rules.contract import Contract
from rebelote.rules.melds import Meld, Melds
from rebelote.rules.option_types import Options
from rebelote.rules.options import Rules
from rebelote.rules.tallies import BELOTE, LAST_TRICK, ContractTerms, Tally

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from rebelote.kernel.solver import Deals

MOST_TABLES: Final = 100_000
MeldRow = tuple[int, list[int], int]
"""Points, how many of each kind, and the mask of the cards."""


def unfit(rules: Rules) -> Iterator[str]:
    """Yield the options of these rules that only `Env` can play."""
    trumps = [trump for trump in TRUMPS if not rules.belote_is_sure(trump)]
    if rules.players != 4:
        yield f"{rules.players} players"
    if rules.conduct.assistance == "none":
        yield "assistance=none"
    if not rules.bidding.tabulated:
        yield f"auction_kind={rules.auction.auction_kind}"
    if rules.auction.first_lead != "eldest":
        yield f"first_lead={rules.auction.first_lead}"
    if any(rules.law(trump).bonuses for trump in TRUMPS):
        yield f"trick_melds={rules.melds.trick_melds}"
    if rules.melds.eight_of_suit != "run":
        yield f"eight_of_suit={rules.melds.eight_of_suit}"
    if rules.melds.announced and rules.melds.meld_contest != "together":
        yield f"meld_contest={rules.melds.meld_contest}"
    if rules.melds.announced and rules.melds.meld_said != "first_card":
        yield f"meld_said={rules.melds.meld_said}"
    if rules.melds.announced and rules.melds.meld_tie_order != "first_trick":
        yield f"meld_tie_order={rules.melds.meld_tie_order}"
    if rules.bidding.ranks_trumps and trumps:
        yield "a belote that a discard loses"


class _Referee:
    """The rules' answers to the kernel, which caches them."""

    def __init__(self, rules: Rules, contracts: Sequence[Contract]) -> None:
        self.rules, self.terms = rules, list(dict.fromkeys(map(_terms, contracts)))

    def marks(
        self,
        terms: int,
        attack: int,
        points: int,
        tricks: int,
        alone: bool,
        melds: tuple[int, int],
        belote: tuple[int, int],
    ) -> tuple[int, ...]:
        """Return each side's marks for a result; `points` and `tricks` are the attack's."""
        contract = self.terms[terms]
        asked = ContractTerms.of(contract, self.rules.law_of(contract))
        theirs = asked.cards + LAST_TRICK - points
        own, others = (points, theirs), (tricks, self.rules.hand_size - tricks)
        tally = Tally(
            attack=attack,
            points=own if attack == 0 else own[::-1],
            tricks=others if attack == 0 else others[::-1],
            melds=melds,
            belote=belote,
            alone=alone,
            **asked._asdict(),
        )
        return settlements.settle(tally, 0, self.rules.scoring).marks

    def melds(self, hand: int, trump: int) -> MeldRow:
        """Return the announcements of a hand in a contract."""
        return _row(self._best(hand, TRUMPS[trump]))

    def _best(self, hand: int, trump: Trump) -> Melds:
        return melds.best_melds(CardSet(hand), self.rules.melds.under(trump))

    def contest(self, hands: Sequence[int], trump: int) -> int:
        """Return the sides whose announcements count, a bit each; the first hand leads."""
        named = {seat: self._best(hand, TRUMPS[trump]) for seat, hand in enumerate(hands)}
        under = self.rules.melds.under(TRUMPS[trump])
        side = melds.contest(named, TRUMPS[trump], under, self.rules.sides, 0).side
        return 0 if side is None else 1 << side


def _terms(contract: Contract) -> Contract:
    """Reduce a contract to the terms that decide its worth: any suit becomes spades."""
    trump = SUIT_TRUMPS[0] if contract.trump in SUIT_TRUMPS else contract.trump
    return Contract(0, trump, contract.value, contract.stake)


def _row(named: Melds) -> MeldRow:
    kinds = [0] * 10
    for meld in named:
        kinds[kind_code(meld.kind)] += 1
    return sum(meld.kind.points for meld in named), kinds, _cards(named).mask


def _cards(named: Sequence[Meld]) -> CardSet:
    return CardSet.of(one for meld in named for one in meld.cards)


def _claim(named: Melds, trump: Trump, rules: Rules) -> int:
    """Return the rank of the best of these announcements; higher wins."""
    claims = (melds.claim(meld, 0, trump, rules.melds) for meld in named)
    return max((claim.kind * 64 + claim.height * 2 + claim.trump for claim in claims), default=0)


def _of_a_suit(cards: int, rules: Rules) -> tuple[MeldRow, list[int]]:
    """Return the announcements of spades, and their claims in a plain suit and in trumps."""
    named = melds.best_melds(CardSet(cards), rules.melds)
    return _row(named), [_claim(named, trump, rules) for trump in (Trump.HEARTS, Trump.SPADES)]


def _squares(rules: Rules, trump: Trump) -> list[MeldRow]:
    """Return the rows of four of a kind in a contract, by rank."""
    fours = (CardSet.of(card(suit, rank) for suit in Suit) for rank in Rank)
    return [_row(melds.best_melds(four, rules.melds.under(trump))) for four in fours]


def _announcements(rules: Rules) -> tuple[object, ...] | None:
    """Build the kernel's tables of announcements; None under rules without any."""
    if not rules.melds.announced:
        return None
    return (
        [_of_a_suit(mask, rules) for mask in range(256)],
        [_squares(rules, trump) for trump in TRUMPS],
        [rules.melds.announced_in(trump) for trump in TRUMPS],
        rules.show_trick,
        rules.melds.meld_tie == "earliest",
    )


def _deals(rules: Rules) -> Deals:
    """Return the tables of the kernel. ValueError for rules that only `Env` can play."""
    if wrong := list(unfit(rules)):
        raise ValueError(f"a batch cannot play {', '.join(wrong)}: Env can")
    called = auctions.table(rules)
    referee = _Referee(rules, called.contracts)
    contracts = [
        (auctions.coded(contract), referee.terms.index(_terms(contract)))
        for contract in called.contracts
    ]
    named = {(contract.trump, bool(contract.closed)) for contract in called.contracts}
    every = [(trump, closed) for closed in (False, True) for trump in TRUMPS]
    laws = [solver.kernel_law(rules.law(*one)) if one in named else None for one in every]
    return solver.many_deals()(
        called.states,
        called.starts,
        contracts,
        rules.deal.packets[0],
        rules.bidding.turns_up,
        (actions.REDEAL.first, auctions.LOW.mask),
        (
            [[pair.mask for pair in rules.law(trump).belotes] for trump in TRUMPS],
            BELOTE,
            rules.belote.belote_said == "second",
        ),
        _announcements(rules),
        actions.size(rules),
        (list(observation.STARTS.values()), observation.SIZE),
        laws,
        (referee.marks, referee.melds, referee.contest),
    )


class Batch:
    """Many tables at once, each with a deal in play; after its end the next one is dealt.

    The arrays have a row a table and are written in place by each step.

    Args:
        rules: the name of a rule set, or `Rules`; for four players, with help.
        tables: how many.
        seed: of the packs and dealers. Table `i` deals what `Env(rules, seed=seed, table=i)` does.
        threads: how many to use; the interpreter lock is released meanwhile.
        options: options of the rules to change.

    Raises:
        ValueError: for an unknown rule set or option, and for rules that only `Env` can play.
        NoKernelError: where the native module was not built.
    """

    observations: NDArray[np.uint8]
    """The observation of the seat to act, laid out by `observation.PARTS`."""
    masks: NDArray[np.bool_]
    """Its legal actions."""
    seats: NDArray[np.uint8]
    """The seat to act."""
    done: NDArray[np.bool_]
    """Whether the last step ended a deal; the observation is of the next one."""
    returns: NDArray[np.int32]
    """The marks by seat of the deal that the last step ended; 0 where it ended none."""

    def __init__(
        self,
        rules: str | Rules = "french",
        tables: int = 1,
        *,
        seed: int = 0,
        threads: int = 1,
        **options: Unpack[Options],
    ) -> None:
        import numpy as np

        if threads < 1:
            raise ValueError(f"threads are 1 or more, not {threads}")
        if not 1 <= tables <= MOST_TABLES:
            raise ValueError(f"tables are 1 to {MOST_TABLES}, not {tables}")
        self.rules, self.tables, self.threads = agreed(rules, options), tables, threads
        self._deals = _deals(self.rules)
        self.action_count = actions.size(self.rules)
        self.observations = np.zeros((tables, observation.SIZE), np.uint8)
        self.seats = np.zeros(tables, np.uint8)
        self.returns = np.zeros((tables, 4), np.int32)
        self._chosen = np.zeros(tables, np.int32)
        masks, done = np.zeros((tables, self.action_count), np.uint8), np.zeros(tables, np.uint8)
        self.masks, self.done = masks.view(np.bool_), done.view(np.bool_)
        self._arrays = (self.observations, masks, self.seats, done, self.returns)
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """Deal the first deals of a seed."""
        check_seed(seed)
        self._deals.reset(seed, self.tables, self._arrays)

    def __repr__(self) -> str:
        return f"<Batch {self.rules.preset}: {self.tables} tables>"

    def step(self, actions: ArrayLike) -> None:
        """Do an action at each table. ValueError, and nothing is done, where one is not legal."""
        import numpy as np

        given = np.asarray(actions)
        if given.size and given.dtype.kind not in "iu":
            raise ValueError(f"actions are {given.dtype}, not whole numbers")
        chosen = np.ascontiguousarray(given, np.int32)
        self._deals.step(chosen, self._arrays, self.threads)

    def choose(self) -> NDArray[np.int32]:
        """Return a legal action of each table, all equally likely; the array is written again."""
        self._deals.choose(self._chosen)
        return self._chosen

    def play(self, steps: int) -> int:
        """Do so many random actions at each table, and return the number of deals ended.

        The arrays are as after the last of them.
        """
        if steps < 0:
            raise ValueError(f"steps are 0 or more, not {steps}")
        return self._deals.play(steps, self._arrays, self.threads)
