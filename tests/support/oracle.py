"""The French game once more, slowly and to the letter: what the tests hold the library against.

Nothing is imported from the library; cards are two letters of text, rank then suit. Each function
asks the questions in the order in which the texts ask them.
"""

from __future__ import annotations

from itertools import combinations

RANKS = "789TJQKA"
SUITS = "SHDC"
TRUMP_HIGH_TO_LOW = "J9ATKQ87"
PLAIN_HIGH_TO_LOW = "ATKQJ987"
TRUMP_POINTS = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
PLAIN_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}


def beats(challenger: str, holder: str, trump: str) -> bool:
    """Return whether a card takes the trick from the card that holds it (`french:17-18`)."""
    if challenger[1] == holder[1]:
        order = TRUMP_HIGH_TO_LOW if challenger[1] == trump else PLAIN_HIGH_TO_LOW
        return order.index(challenger[0]) < order.index(holder[0])
    return challenger[1] == trump


def winner(trick: list[str], trump: str) -> int:
    """Return the index of the card that nobody in the trick beats."""
    for index, card in enumerate(trick):
        rivals = [other for other in trick if other != card]
        in_play = card[1] in (trick[0][1], trump)
        if in_play and not any(beats(other, card, trump) for other in rivals):
            return index
    raise AssertionError("every trick is won")


def legal(hand: list[str], trick: list[str], trump: str) -> set[str]:
    """Return the cards that may be played (`french:1`, `ffb:5.2`)."""
    if not trick:
        return set(hand)
    best = trick[winner(trick, trump)]
    partner_wins = winner(trick, trump) == len(trick) - 2
    of_the_suit = {card for card in hand if card[1] == trick[0][1]}
    trumps = {card for card in hand if card[1] == trump}
    higher = {card for card in trumps if best[1] != trump or beats(card, best, trump)}
    if of_the_suit:
        return (of_the_suit & higher or of_the_suit) if trick[0][1] == trump else of_the_suit
    if trick[0][1] == trump or not trumps or partner_wins:
        return set(hand)
    return higher or trumps


def points(cards: list[str], trump: str) -> int:
    """Return the points of a trick's cards."""
    return sum((TRUMP_POINTS if c[1] == trump else PLAIN_POINTS)[c[0]] for c in cards)


Announcement = tuple[str, ...]
"""The cards of an announcement, high to low."""


def announcements(hand: list[str]) -> list[Announcement]:
    """Return every announcement in a hand that could be made alone (`ffb-coinche:8`)."""
    result: list[Announcement] = []
    for suit in SUITS:
        for low in range(8):
            for high in range(low + 2, 8):
                run = [RANKS[i] + suit for i in range(high, low - 1, -1)]
                if all(card in hand for card in run):
                    result.append(tuple(run))
    for rank in "9TJQKA":
        square = [rank + suit for suit in SUITS]
        if all(card in hand for card in square):
            result.append(tuple(square))
    return result


def is_square(announcement: Announcement) -> bool:
    """Return whether this is four of a kind, not a run."""
    return announcement[0][0] == announcement[1][0]


def value(announcement: Announcement) -> int:
    """Return the points of an announcement."""
    if is_square(announcement):
        return {"J": 200, "9": 150}.get(announcement[0][0], 100)
    return {3: 20, 4: 50}.get(len(announcement), 100)


def most_points(hand: list[str]) -> int:
    """Return the highest worth of announcements without a common card, no run split."""
    every, best = announcements(hand), 0
    for count in range(4):
        for chosen in combinations(every, count):
            cards = [card for announcement in chosen for card in announcement]
            if len(cards) == len(set(cards)) and not split(chosen, hand):
                best = max(best, sum(value(announcement) for announcement in chosen))
    return best


def split(chosen: tuple[Announcement, ...], hand: list[str]) -> bool:
    """Return whether two runs are parts of one unbroken run."""
    squares = {card for a in chosen if is_square(a) for card in a}
    runs = [a for a in chosen if not is_square(a)]
    for first, second in combinations(runs, 2):
        if first[0][1] != second[0][1]:
            continue
        ranks = sorted(RANKS.index(card[0]) for card in first + second)
        between = [RANKS[i] + first[0][1] for i in range(ranks[0], ranks[-1] + 1)]
        if all(card in hand and card not in squares for card in between):
            return True
    return False


def strength(announcement: Announcement, trump: str) -> tuple[int, int, bool]:
    """Return kind (a square above a run, by points), top card, and trump (`french:31-32`)."""
    square = is_square(announcement)
    kind = 1000 + value(announcement) if square else min(len(announcement), 5)
    in_trump = not square and announcement[0][1] == trump
    return kind, RANKS.index(announcement[0][0]), in_trump


def side_that_counts(by_seat: list[list[Announcement]], trump: str) -> int | None:
    """Return the side whose best announcement is stronger; none if they are equal."""
    best = []
    for side in (0, 1):
        held = [a for seat in (side, side + 2) for a in by_seat[seat]]
        best.append(max((strength(a, trump) for a in held), default=(0, 0, False)))
    if best[0] == best[1]:
        return None
    return 0 if best[0] > best[1] else 1


def written(
    attack: int,
    tricks: tuple[int, int],
    trick_points: tuple[int, int],
    melds: tuple[int, int],
    belote: tuple[int, int],
    held: int,
) -> tuple[list[int], int]:
    """Return the marks of the French game, and the points then held (`french:20-25`, `ffb:10`)."""
    defence = 1 - attack
    capot = [90 if tricks[side] == 8 else 0 for side in (0, 1)]
    total = [trick_points[s] + capot[s] + melds[s] + belote[s] for s in (0, 1)]
    marks = [0, 0]
    if total[attack] == total[defence] and tricks[attack] > 0:
        marks[defence] = tens(total[defence])
        return marks, held + tens(total[attack])
    if total[attack] > total[defence] and tricks[attack] > 0:
        marks[attack], marks[defence] = tens(total[attack]) + held, tens(total[defence])
        return marks, 0
    base = 252 if tricks[defence] == 8 else 162
    marks[attack] = belote[attack]
    marks[defence] = tens(base + melds[0] + melds[1] + belote[defence]) + held
    return marks, 0


def tens(number: int) -> int:
    """Round to the nearest ten, five up (`ffb:10.3`)."""
    rest = number % 10
    return number - rest + (10 if rest >= 5 else 0)


# --- a whole deal, from the pack to the pack ------------------------------------------------------

Trick = tuple[list[str], int]
"""Four cards in order of play, and the seat that won them."""


def from_eldest(dealer: int) -> list[int]:
    """Return the seats in order of turn (`french:7`)."""
    return [(dealer + step) % 4 for step in (1, 2, 3, 4)]


def deal_five(pack: list[str], packets: tuple[int, ...], dealer: int) -> list[list[str]]:
    """Take twenty cards from the top of the pack: five each (`french:8`)."""
    hands: list[list[str]] = [[], [], [], []]
    for size in packets:
        for seat in from_eldest(dealer):
            hands[seat] += [pack.pop(0) for _ in range(size)]
    return hands


def deal_three(pack: list[str], hands: list[list[str]], attacker: int, dealer: int) -> None:
    """Deal the rest of the pack; its first card is the turned one (`french:9`)."""
    hands[attacker].append(pack.pop(0))
    for seat in from_eldest(dealer):
        while len(hands[seat]) < 8:
            hands[seat].append(pack.pop(0))


def play_tricks(hands: list[list[str]], cards: list[str], trump: str, eldest: int) -> list[Trick]:
    """Play the cards in this order; every one of them must be legal (`french:14-18`)."""
    left = [list(hand) for hand in hands]
    tricks: list[Trick] = []
    leader = eldest
    for start in range(0, 32, 4):
        trick: list[str] = []
        for turn in range(4):
            seat, card = (leader + turn) % 4, cards[start + turn]
            assert card in legal(left[seat], trick, trump), (seat, card)
            left[seat].remove(card)
            trick.append(card)
        leader = (leader + winner(trick, trump)) % 4
        tricks.append((trick, leader))
    return tricks


def said(announcement: Announcement) -> str:
    """Return the announcement as called in the first trick: `run3`, `square150`."""
    if is_square(announcement):
        return f"square{value(announcement)}"
    return f"run{min(len(announcement), 5)}"


def meant(hand: list[str], words: list[str], trump: str) -> list[Announcement]:
    """Return the strongest announcements of a hand that these words can stand for."""
    best: list[Announcement] = []
    for chosen in combinations(announcements(hand), len(words)):
        cards = [card for announcement in chosen for card in announcement]
        if sorted(map(said, chosen)) != sorted(words) or len(cards) != len(set(cards)):
            continue
        if split(chosen, hand):
            continue
        ranked = sorted(chosen, key=lambda a: strength(a, trump), reverse=True)
        if not best or [strength(a, trump) for a in ranked] > [strength(a, trump) for a in best]:
            best = ranked
    assert len(best) == len(words), (hand, words)
    return best


def deal_is_worth(
    hands: list[list[str]],
    words: list[list[str]],
    tricks: list[Trick],
    trump: str,
    attacker: int,
    held: int,
) -> tuple[list[int], int]:
    """Return the marks of both sides, and the points held afterwards (`french:20-33`)."""
    won, in_tricks = [0, 0], [0, 0]
    melds, belote = [0, 0], [0, 0]
    for cards, seat in tricks:
        won[seat % 2] += 1
        in_tricks[seat % 2] += points(cards, trump)
    in_tricks[tricks[-1][1] % 2] += 10
    assert sum(in_tricks) == 162
    announced = [meant(hands[seat], words[seat], trump) for seat in range(4)]
    side = side_that_counts(announced, trump)
    for seat, hand in enumerate(hands):
        if seat % 2 == side:
            melds[side] += sum(map(value, announced[seat]))
        if f"K{trump}" in hand and f"Q{trump}" in hand:
            belote[seat % 2] += 20
    return written(
        attacker % 2,
        (won[0], won[1]),
        (in_tricks[0], in_tricks[1]),
        (melds[0], melds[1]),
        (belote[0], belote[1]),
        held,
    )


def gather(tricks: list[Trick], dealer: int) -> list[str]:
    """Lay each trick upon its side's earlier ones, the next dealer's pile on top (`french:17`)."""
    piles: list[list[str]] = [[], []]
    for cards, seat in tricks:
        piles[seat % 2] = cards + piles[seat % 2]
    return piles[dealer % 2] + piles[1 - dealer % 2]


def regroup(stock: list[str], hands: list[list[str]], dealer: int) -> list[str]:
    """Lay the hands of a deal thrown in upon the stock, from eldest on (`french:9`)."""
    for seat in from_eldest(dealer):
        stock = hands[seat] + stock
    return stock
