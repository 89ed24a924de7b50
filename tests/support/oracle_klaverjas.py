"""Klaverjas a second time, from its duty tables and by no code of ours.

Calls are words (`pass`, `H`), cards two letters (`TH`), seats 0 to 3 with partners opposite,
seat 3 the dealer. `city` is Amsterdam or Rotterdam. Everything is written out with plain numbers.
"""

from __future__ import annotations

from collections.abc import Sequence

from oracle_cards import PLAIN_RANKS, beats, winner

NAMES = set("SHDC")


class Auction:
    """One auction, call by call.

    `first`: the seat that speaks first; `bound`: whether it must name at once, else after four
    passes. `raises`: what may be said once a suit is named, the sides in turn.
    """

    def __init__(self, first: int, bound: bool, raises: Sequence[str] = ()) -> None:
        self.first, self.bound, self.raises = first, bound, [*raises]
        self.speaker, self.passes = first, 0
        self.player, self.trump, self.stake = -1, "", 1

    @property
    def ended(self) -> bool:
        """Whether a suit has been named, and nobody may raise any more."""
        return self.trump != "" and (not self.raises or self.passes == 2)

    def offered(self) -> set[str]:
        if self.trump:
            return {"pass", self.raises[0]}
        return NAMES if self.bound or self.passes == 4 else {"pass"} | NAMES

    def say(self, call: str) -> None:
        if call == "pass":
            self.passes += 1
            self.speaker = (self.speaker + (2 if self.trump else 1)) % 4
            return
        if self.trump:
            self.raises.pop(0)
            self.stake *= 2
        else:
            self.player, self.trump = self.speaker, call
        self.passes, self.speaker = 0, (self.speaker + 1) % 4


def legal(hand: Sequence[str], trick: Sequence[str], trump: str, city: str) -> set[str]:
    """Return the cards that may be played, row by row of the table of both cities."""
    every = set(hand)
    if not trick:
        return every
    led, best = trick[0][1], winner(trick, trump)
    partner, top = best == len(trick) - 2, trick[best]
    of_suit = {card for card in hand if card[1] == led}
    trumps = {card for card in hand if card[1] == trump}
    over = {card for card in trumps if beats(card, top, trump)}
    if led == trump:
        return over or trumps or every
    if of_suit:
        return of_suit
    if not trumps:
        return every
    if city == "Rotterdam":
        return over or trumps if top[1] == trump else trumps
    if top[1] != trump:
        return every if partner else trumps
    if partner:
        return (every - trumps) | over or every
    return over or every - trumps or every


def roem(trick: Sequence[str], trump: str, jacks: int) -> int:
    """Return the roem of a trick; `jacks` is the worth of four jacks."""
    if len({card[0] for card in trick}) == 1:
        return jacks if trick[0][0] == "J" else 100
    result = 0
    for suit in "SHDC":
        held = "".join(rank if rank + suit in trick else " " for rank in PLAIN_RANKS)
        longest = max(map(len, held.split()), default=0)
        result += {3: 20, 4: 50}.get(longest, 0)
    return result + 20 * ({"K" + trump, "Q" + trump} <= set(trick))


def settle(
    own: tuple[int, int], fallen: tuple[int, int], tricks: tuple[int, int], stake: int = 1
) -> tuple[int, int]:
    """Return the marks; all pairs (points of cards, roem, tricks) have the playing side first."""
    if stake > 1:
        ahead = own[0] + fallen[0] - own[1] - fallen[1]
        made = ahead > 0 or (ahead == 0 and stake in (2, 8))
        every = 162 * stake + sum(fallen) + 100 * (tricks[0] == 8)
        return (every, 0) if made else (0, every)
    if tricks[0] == 8:
        return 162 + 100 + sum(fallen), 0
    if own[0] + fallen[0] > own[1] + fallen[1]:
        return own[0] + fallen[0], own[1] + fallen[1]
    return 0, 162 + sum(fallen)
