"""Contrée and coinche a second time, from their texts and by no code of ours.

Calls are words (`pass`, `90S`, `capotH`, `double`, `redouble`), seats 0 to 3 with partners
opposite, seat 0 first. Each rule set is written out on its own, with plain numbers.
"""

from __future__ import annotations

SUITS = ["S", "H", "D", "C"]
LIKE_PAGAT = {
    *("pagat-coinche", "coinche", "iscool-coinche", "exoty-coinche"),
    *("coinchons", "montpellier-2016"),
}
"""Pagat's coinche, and the sites and clubs that call as it does."""
FOR_DOUBLED_SIDE = {"ffb-contree-2016", "bga-coinche", *LIKE_PAGAT}
"""Where only the two that were doubled speak after it."""
TIMES = {"cannes-2016": 3, "iscool-coinche": 3}
"""The factor of a redouble, if not four."""


def values(preset: str) -> list[str]:
    """List the values that can be bid, from low to high."""
    top = {
        "ffb-contree-2016": 160,
        "cannes-2016": 260,
        "ffb-coinchee-2015": 650,
        "bga-coinche": 180,
        "stephanoise-1996": 650,
        "pilotta": 240,
        "pilotta-kypros": 240,
    }.get(preset, 160)
    first = "82" if preset in ("bga-coinche", "stephanoise-1996") else "80"
    return [first, *(str(n) for n in range(90, top + 10, 10)), "capot"]


def trumps(preset: str) -> list[str]:
    """List the possible trumps."""
    both = ["none", "all"]
    more = {"bga-coinche": both, "stephanoise-1996": ["none"], "coinche": both}
    more |= {"iscool-coinche": both, "exoty-coinche": both}
    return SUITS + more.get(preset, [])


def split(call: str) -> tuple[str, str]:
    """Return the value and the trump of a bid."""
    for end in ("none", "all", *SUITS):
        if call.endswith(end):
            return call[: -len(end)], end
    raise ValueError(call)


class Auction:
    """One auction, call by call."""

    def __init__(self, preset: str) -> None:
        self.preset = preset
        self.bidder: int | None = None
        self.bid = ""
        self.stake = 1
        self.passes = 0
        self.speaker = 0
        self.ended = False

    def offered(self) -> set[str]:
        result = {"pass"}
        result |= self.doubling(self.speaker)
        barred = self.stake > 1 and self.preset != "stephanoise-1996"
        for height, value in enumerate(values(self.preset)):
            for trump in trumps(self.preset):
                if barred or not self.higher(height, trump):
                    continue
                result.add(value + trump)
        return result

    def higher(self, height: int, trump: str) -> bool:
        if self.bidder is None:
            return True
        value, stands = split(self.bid)
        if self.speaker == self.bidder and trump == stands:
            return False
        return height > values(self.preset).index(value)

    def doubling(self, seat: int) -> set[str]:
        """Return whether this seat may double or redouble, turn or no turn."""
        if self.bidder is None or self.ended:
            return set()
        against = (seat - self.bidder) % 2 == 1
        if self.stake == 1:
            return {"double"} if against else set()
        return {"redouble"} if self.stake == 2 and not against else set()

    def out_of_turn(self, seat: int) -> set[str]:
        """Return the calls open to a seat out of turn."""
        free = self.preset in {"bga-coinche", *LIKE_PAGAT}
        return self.doubling(seat) if free and seat != self.speaker else set()

    def say(self, seat: int, call: str) -> None:
        if call == "pass":
            self.passes += 1
        else:
            self.passes = 0
        if call == "double":
            self.stake = 2
        elif call == "redouble":
            self.stake = TIMES.get(self.preset, 4)
            self.ended = True
        elif call != "pass":
            self.bidder, self.bid, self.stake = seat, call, 1
            ends = self.preset in {"stephanoise-1996", *LIKE_PAGAT}
            self.ended = ends and call.startswith("capot")
        self.speaker = (seat + 1) % 4
        narrow = self.stake > 1 and self.preset in FOR_DOUBLED_SIDE
        if narrow and self.bidder is not None and (self.speaker - self.bidder) % 2 == 1:
            self.speaker = (self.speaker + 1) % 4
        enough = 4 if self.bidder is None or self.preset == "bga-coinche" else 3
        if narrow:
            enough = 2
        self.ended = self.ended or self.passes >= enough


def ten(points: int, least_up: int) -> int:
    """Round to tens, up from this last digit on."""
    rest = points % 10
    return points - rest + (10 if rest >= least_up else 0)


def settle(
    preset: str,
    value: str,
    trump: str,
    stake: int,
    cards: tuple[int, int],
    swept: int | None,
    melds: tuple[int, int],
    belote: tuple[int, int],
) -> tuple[int, int]:
    """Return the marks of attack and defence; all pairs have the attack first.

    `cards` with the last ten, `swept` 0 or 1 for who took every trick.
    """
    written = {
        "ffb-contree-2016": ffb_contree,
        "cannes-2016": cannes,
        "ffb-coinchee-2015": ffb_coinchee,
        "pagat-coinche": pagat,
        "bga-coinche": bga,
        "stephanoise-1996": stephanoise,
        "coinche": site,
        "iscool-coinche": iscool,
        "exoty-coinche": site,
        "coinchons": coinchons,
        "montpellier-2016": site,
        "pilotta": pilotta,
        "pilotta-kypros": kypros,
    }[preset](value, trump, stake, cards, swept, melds, belote)
    least_up = {"cannes-2016": 6, "bga-coinche": 10}.get(preset, 5)
    if preset.startswith("pilotta"):
        return ten(written[0], 5) // 10, ten(written[1], 5) // 10
    return written if least_up == 10 else (ten(written[0], least_up), ten(written[1], least_up))


Pair = tuple[int, int]


def ffb_contree(
    value: str, trump: str, stake: int, cards: Pair, swept: int | None, melds: Pair, belote: Pair
) -> Pair:
    both = belote[0] + belote[1]
    if value == "capot":
        if swept != 0:
            return 0, 500 * stake + both
        return (500 + belote[0], belote[1]) if stake == 1 else (500 * stake + both, 0)
    bid = int(value)
    tricks = 252 if swept == 0 else cards[0]
    others = 252 if swept == 1 else cards[1]
    made = tricks + belote[0] >= bid
    if stake > 1:
        line = 160 * stake + bid * stake + both
        return (line, 0) if made else (0, line)
    return (tricks + bid + belote[0], others + belote[1]) if made else (0, 160 + bid + both)


def stephanoise(
    value: str, trump: str, stake: int, cards: Pair, swept: int | None, melds: Pair, belote: Pair
) -> Pair:
    """Settle as in the federation's contrée where its text is silent, with announcements added."""
    mine, theirs = melds[0] + belote[0], melds[1] + belote[1]
    twice = 2 if trump == "none" else 1
    if value == "capot":
        line = 500 * twice * stake
        if swept != 0:
            return 0, line + mine + theirs
        return (line + mine, theirs) if stake == 1 else (line + mine + theirs, 0)
    bid = (80 if value == "82" else int(value)) * twice
    tricks = 252 if swept == 0 else cards[0]
    others = 252 if swept == 1 else cards[1]
    made = swept != 1 and tricks + mine >= int(value)
    if stake > 1:
        line = (160 + bid) * stake + mine + theirs
        return (line, 0) if made else (0, line)
    return (tricks + bid + mine, others + theirs) if made else (0, 160 + bid + mine + theirs)


def cannes(
    value: str, trump: str, stake: int, cards: Pair, swept: int | None, melds: Pair, belote: Pair
) -> Pair:
    both = belote[0] + belote[1]
    if value == "capot":
        if swept == 0:
            return 252 + 270 * stake + belote[0], belote[1]
        return 0, 252 + 270 * stake + both
    bid = int(value)
    tricks = 252 if swept == 0 else cards[0]
    others = 252 if swept == 1 else cards[1]
    if tricks + belote[0] >= bid:
        return tricks + bid * stake + belote[0], others + belote[1]
    return 0, 162 + bid * stake + both


def ffb_coinchee(
    value: str, trump: str, stake: int, cards: Pair, swept: int | None, melds: Pair, belote: Pair
) -> Pair:
    if swept is not None:
        every = melds[0] + melds[1]
        melds = (every, 0) if swept == 0 else (0, every)
    tricks = 252 if swept == 0 else cards[0]
    others = 252 if swept == 1 else cards[1]
    mine, theirs = tricks + melds[0] + belote[0], others + melds[1] + belote[1]
    if value == "capot":
        bid, made = 250, swept == 0
    else:
        bid = int(value)
        made = mine >= bid and mine > theirs
    if not made:
        return belote[0], (160 + melds[0] + melds[1] + belote[1] + bid) * stake
    if stake == 1:
        return mine + bid, theirs
    base = 250 if swept == 0 else 160
    return (base + melds[0] + melds[1] + belote[0] + bid) * stake, belote[1]


def pagat(
    value: str, trump: str, stake: int, cards: Pair, swept: int | None, melds: Pair, belote: Pair
) -> Pair:
    if value == "capot":
        if swept == 0:
            return 500 * stake + belote[0], 0
        return belote[0], 500 * stake
    bid = int(value)
    tricks = 250 if swept == 0 else cards[0]
    others = 250 if swept == 1 else cards[1]
    if tricks + belote[0] >= (82 if bid == 80 else bid):
        return tricks + belote[0] + bid * stake, others
    return belote[0], 160 + bid * stake


def site(
    value: str, trump: str, stake: int, cards: Pair, swept: int | None, melds: Pair, belote: Pair
) -> Pair:
    return _site(value, stake, cards, swept, melds, belote, melds[0] + belote[0])


def iscool(
    value: str, trump: str, stake: int, cards: Pair, swept: int | None, melds: Pair, belote: Pair
) -> Pair:
    """Settle; neither announcements nor belote help to make the contract."""
    return _site(value, stake, cards, swept, melds, belote, 0)


def _site(
    value: str,
    stake: int,
    cards: Pair,
    swept: int | None,
    melds: Pair,
    belote: Pair,
    help_: int,
) -> Pair:
    mine, theirs = melds[0] + belote[0], melds[1] + belote[1]
    if value == "capot":
        if swept == 0:
            return 500 * stake + mine, theirs
        return belote[0], 500 * stake + melds[0] + theirs
    bid = int(value)
    tricks = 250 if swept == 0 else cards[0]
    others = 250 if swept == 1 else cards[1]
    if swept != 1 and tricks + help_ >= (82 if bid == 80 else bid):
        return tricks + mine + bid * stake, others + theirs
    return belote[0], 160 + bid * stake + melds[0] + theirs


def coinchons(
    value: str, trump: str, stake: int, cards: Pair, swept: int | None, melds: Pair, belote: Pair
) -> Pair:
    if value == "capot":
        return _site(value, stake, cards, swept, melds, belote, belote[0])
    bid = int(value)
    made = swept != 1 and cards[0] + belote[0] >= (82 if bid == 80 else bid)
    if stake > 1:
        line = (160 + bid) * stake
        return (line + belote[0], belote[1]) if made else (belote[0], line + belote[1])
    if made:
        return cards[0] + bid + belote[0], cards[1] + belote[1]
    return belote[0], 160 + bid + belote[1]


def pilotta(
    value: str, trump: str, stake: int, cards: Pair, swept: int | None, melds: Pair, belote: Pair
) -> Pair:
    every = sum(melds) + sum(belote) + (162 if swept is None else 250)
    tricks, others = (250 if swept == side else cards[side] for side in (0, 1))
    mine, theirs = tricks + melds[0] + belote[0], others + melds[1] + belote[1]
    bid = 250 if value == "capot" else int(value)
    made = swept == 0 if value == "capot" else swept != 1 and mine >= bid
    if not made:
        return 0, every + bid * stake
    return (mine + bid, theirs) if stake == 1 else (every + bid * stake, 0)


def kypros(
    value: str, trump: str, stake: int, cards: Pair, swept: int | None, melds: Pair, belote: Pair
) -> Pair:
    """Settle without the bid: what was taken, or all of it, as often as the stake says."""
    tricks, others = (250 if swept == side else cards[side] for side in (0, 1))
    mine, theirs = tricks + melds[0] + belote[0], others + melds[1] + belote[1]
    made = swept == 0 if value == "capot" else swept != 1 and mine >= int(value)
    if made and stake == 1:
        return mine, theirs
    every = (sum(melds) + sum(belote) + (162 if swept is None else 250)) * stake
    return (every, 0) if made else (0, every)


def bga(
    value: str, trump: str, stake: int, cards: Pair, swept: int | None, melds: Pair, belote: Pair
) -> Pair:
    tricks = 250 if swept == 0 else cards[0]
    others = 250 if swept == 1 else cards[1]
    bid = {"82": 80, "capot": 250}.get(value) or int(value)
    made = swept == 0 if value == "capot" else tricks + belote[0] >= int(value)
    if not made:
        return belote[0], (bid + 162 + belote[1]) * stake
    return (bid + tricks + belote[0]) * stake, 0 if stake > 1 else others + belote[1]
