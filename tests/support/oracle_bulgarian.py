"""Bulgarian belot a second time, from its text and by no code of ours.

Calls are words (`pass`, `bidH`, `bidall`, `double`, `redouble`), cards two letters (`TH`), seats 0
to 3 with partners opposite. Everything is written out with plain numbers.
"""

from __future__ import annotations

from collections.abc import Sequence

CONTRACTS = ["C", "D", "H", "S", "none", "all"]
TRUMP_RANKS = "78QKTA9J"
PLAIN_RANKS = "789JQKTA"
RUN_RANKS = "789TJQKA"
TRUMP_POINTS = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
PLAIN_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}


class Auction:
    """One auction, call by call; seat 0 speaks first."""

    def __init__(self) -> None:
        self.speaker, self.passes, self.stake = 0, 0, 1
        self.level, self.bidder = -1, None  # type: tuple[int, int | None]
        self.ended = False

    def offered(self) -> set[str]:
        result = {"pass"} | {f"bid{name}" for name in CONTRACTS[self.level + 1 :]}
        if self.bidder is not None:
            own = self.bidder % 2 == self.speaker % 2
            if own and self.stake == 2:
                result.add("redouble")
            if not own and self.stake == 1:
                result.add("double")
        return result

    def say(self, call: str) -> None:
        self.passes = self.passes + 1 if call == "pass" else 0
        if call == "double":
            self.stake = 2
        elif call == "redouble":
            self.stake = 4
        elif call != "pass":
            self.level, self.bidder, self.stake = CONTRACTS.index(call[3:]), self.speaker, 1
        self.speaker = (self.speaker + 1) % 4
        self.ended = self.passes == (4 if self.bidder is None else 3)


def power(card: str, led: str, trump: str) -> int:
    """Return the strength of a card in its trick, 0 if it cannot win."""
    if trump == "all":
        return 1 + TRUMP_RANKS.index(card[0]) if card[1] == led else 0
    if card[1] == trump:
        return 100 + TRUMP_RANKS.index(card[0])
    return 1 + PLAIN_RANKS.index(card[0]) if card[1] == led else 0


def legal(hand: Sequence[str], trick: Sequence[str], trump: str) -> set[str]:
    """Return the cards that may be played to a trick."""
    if not trick:
        return set(hand)
    led = trick[0][1]
    powers = [power(card, led, trump) for card in trick]
    best = max(powers)
    partner = powers.index(best) == len(trick) - 2
    follow = {card for card in hand if card[1] == led}
    if follow:
        if trump != "all" and led != trump:
            return follow
        return {card for card in follow if power(card, led, trump) > best} or follow
    trumps = {card for card in hand if card[1] == trump}
    if partner or not trumps:
        return set(hand)
    if best < 100:
        return trumps
    return {card for card in trumps if power(card, led, trump) > best} or set(hand)


def points(cards: Sequence[str], trump: str) -> int:
    """Return the points of cards, before no trumps is doubled."""
    return sum(
        (TRUMP_POINTS if trump in (card[1], "all") else PLAIN_POINTS)[card[0]] for card in cards
    )


def tens(mine: int, theirs: int, trump: str, *, waits: bool) -> int:
    """Return one side's points in tens; `waits`: whether they hang if both have as many."""
    whole, rest = divmod(mine, 10)
    edge = {"all": 4, "none": 5}.get(trump, 6)
    if rest == edge and mine != theirs:
        return whole + (mine < theirs)
    return whole + (rest > edge or (rest == edge and waits))


def settle(
    trump: str,
    stake: int,
    tricks: tuple[int, int],
    swept: int | None,
    bonuses: tuple[int, int],
    hanging: int,
) -> tuple[int, int, int]:
    """Return both sides' marks, declarers first, and the points that hang; `tricks` with last
    ten."""
    times = 2 if trump == "none" else 1
    mine, theirs = (
        tricks[side] * times + bonuses[side] + (90 if swept == side else 0) for side in (0, 1)
    )
    pot = (mine + theirs + 5) // 10 * stake
    if mine == theirs:
        if stake > 1:
            return 0, 0, hanging + pot
        waiting = tens(mine, theirs, trump, waits=True)
        return 0, tens(theirs, mine, trump, waits=False), hanging + waiting
    if stake > 1 or mine < theirs:
        return (pot + hanging, 0, 0) if mine > theirs else (0, pot + hanging, 0)
    return (
        tens(mine, theirs, trump, waits=False) + hanging,
        tens(theirs, mine, trump, waits=False),
        0,
    )


def announcements(named: Sequence[Sequence[Sequence[str]]]) -> tuple[int, int]:
    """Return both sides' points for each seat's announcements: runs high to low, or four alike."""
    result = [0, 0]
    for squares in (False, True):
        best: list[tuple[int, int]] = [(0, 0), (0, 0)]
        worth = [0, 0]
        for seat, held in enumerate(named):
            for meld in held:
                rank = meld[0][0]
                if (meld[1][0] == rank) is not squares:
                    continue
                if squares:
                    key = (1, "QKTA9J".index(rank))
                    value = {"J": 200, "9": 150}.get(rank, 100)
                else:
                    key = (len(meld), RUN_RANKS.index(rank))
                    value = {3: 20, 4: 50}.get(len(meld), 100)
                best[seat % 2] = max(best[seat % 2], key)
                worth[seat % 2] += value
        if best[0] != best[1]:
            ahead = 0 if best[0] > best[1] else 1
            result[ahead] += worth[ahead]
    return result[0], result[1]


def belotes(
    hands: Sequence[Sequence[str]], tricks: Sequence[tuple[int, Sequence[str]]], trump: str
) -> tuple[int, int]:
    """Count twenty for king and queen of trump if the first was led, followed suit or ruffed."""
    result = [0, 0]
    suits = {"all": "SHDC", "none": ""}.get(trump, trump)
    for seat, hand in enumerate(hands):
        for suit in suits:
            pair = [f"K{suit}", f"Q{suit}"]
            if not set(pair) <= set(hand):
                continue
            leader, cards = next(trick for trick in tricks if set(pair) & set(trick[1]))
            led = cards[0][1]
            result[seat % 2] += 20 * (leader == seat or suit in (led, trump))
    return result[0], result[1]
