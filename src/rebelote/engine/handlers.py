"""Handlers of requests about the rules, which remember no game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Final, assert_never

import msgspec

import rebelote
from rebelote import bots
from rebelote.analysis.report import UnfinishedMatchError
from rebelote.analysis.review import finished_deals, review_deal
from rebelote.engine import messages
from rebelote.engine.messages import Cards, Problem, RulesAsked
from rebelote.i18n import SPOKEN, coded, rulecard, words
from rebelote.i18n.speech import why
from rebelote.kernel import solver
from rebelote.kernel.solving import Bonuses, check_bonuses
from rebelote.knowledge import conduct
from rebelote.rules import auctions, deck, melds, play, presets, scoring, settlements, tallies, view
from rebelote.rules.auctions.state import calls_of
from rebelote.rules.cards import Card, CardSet, Trump, parse_cards
from rebelote.rules.codec import decode_hook
from rebelote.rules.contract import Contract
from rebelote.rules.deal import dealt_out, turned_card
from rebelote.rules.options import SEATINGS, Rules
from rebelote.rules.records import dotted, notation
from rebelote.rules.records.record import Record, RecordError
from rebelote.rules.refusals import REFUSALS
from rebelote.rules.view import Legal, SeenDeal, View, contract_of, rule_card

MOST_RECORD: Final = 1_000_000
"""Characters of a record that is replayed."""


class RequestRefusedError(Exception):
    """A request that cannot be answered: a code, and where more can be said, a sentence."""

    def __init__(self, code: str, sentence: str = "", index: int | None = None) -> None:
        why = REFUSALS[code]
        self.problem = Problem(why.code, sentence or why.sentence, why.rule, index)
        super().__init__(self.problem.message)


# --- what is asked --------------------------------------------------------------------------------


def rules_of(asked: RulesAsked) -> Rules:
    """Return the requested rules; RequestRefusedError for unknown ones."""
    try:
        if isinstance(asked, str):
            return presets.rules(asked)
        return _changed(msgspec.json.encode(asked))
    except (ValueError, TypeError) as error:
        raise RequestRefusedError("wrong-options", str(error)) from None


@lru_cache(maxsize=256)
def _changed(asked: bytes) -> Rules:
    options = msgspec.json.decode(asked)
    return presets.rules(options.pop("base", "french"), **options)


def cards_of(asked: Cards, rules: Rules, most: int) -> tuple[Card, ...]:
    """Cards as they were given; RequestRefusedError for a card twice, too many, or none of the
    pack."""
    try:
        cards = _read(asked) if isinstance(asked, str) else tuple(asked)
    except ValueError as error:
        raise RequestRefusedError("wrong-field", str(error)) from None
    matched = CardSet.of(cards)
    if len(matched) != len(cards):
        raise RequestRefusedError("impossible-position", "a card appears twice")
    if not matched <= rules.pack:
        raise RequestRefusedError(
            "impossible-position", f"{matched - rules.pack} is not in the pack"
        )
    if len(cards) > most:
        raise RequestRefusedError("impossible-position", f"{len(cards)} cards are more than {most}")
    return cards


def _read(text: str) -> tuple[Card, ...]:
    return dotted.hand(text) if dotted.is_hand(text) else parse_cards(text)


def hands_of(asked: list[Cards] | str) -> Sequence[Cards]:
    """Return the hands by seat, as a list or as a deal in dotted form; RequestRefusedError."""
    if not isinstance(asked, str):
        return asked
    try:
        return tuple(map(list, dotted.hands(asked)))
    except ValueError as error:
        raise RequestRefusedError("wrong-field", str(error)) from None


def seat_of(seat: int, rules: Rules, what: str) -> int:
    """Return a seat of the table; RequestRefusedError for any other number."""
    if not 0 <= seat < rules.players:
        raise RequestRefusedError(
            "wrong-field", f"{what} is a seat, 0 to {rules.players - 1}, not {seat}"
        )
    return seat


def _together(parts: Iterable[Iterable[Card]]) -> None:
    """Refuse cards that appear in two places."""
    every = [card for part in parts for card in part]
    if len(CardSet.of(every)) != len(every):
        raise RequestRefusedError("impossible-position", "a card appears in two places")


# --- about the rules ------------------------------------------------------------------------------


def hello(request: messages.Hello) -> messages.Welcome:
    """Return the engine's name, version, requests and rule sets."""
    return messages.Welcome(
        name="Rebelote",
        version=rebelote.__version__,
        ops=messages.OPS,
        rules=tuple(presets.PRESETS),
    )


def options(request: messages.RulesOf) -> messages.Options:
    """Return a rule set in full."""
    if request.language not in SPOKEN:
        raise RequestRefusedError("wrong-field", f"language is one of {', '.join(SPOKEN)}")
    rules = rules_of(request.rules)
    return messages.Options(
        options=rules.flat(),
        differs=rules.differs(presets.PRESETS[rules.preset]),
        card=tuple(line.sentence for line in rulecard.differing(rules, request.language)),
    )


def legal(request: messages.LegalCards) -> messages.Legal:
    """Return the legal cards, and the refusal of each other card."""
    rules = rules_of(request.rules)
    players = request.players or rules.players
    law = rules.law(request.contract, request.closed)
    if players != rules.players:
        law = msgspec.structs.replace(law, partners=SEATINGS[players].paired)
    trick = cards_of(request.trick, rules, players - 1)
    held = cards_of(request.hand, rules, rules.hand_size)
    _together((held, trick))
    hand = CardSet.of(held)
    cards = play.legal(hand, trick, law)
    return messages.Legal(
        cards=tuple(sorted(card.text for card in cards)),
        refused={
            card.text: PROBLEMS[code]
            for card, code in play.refusals(hand - cards, hand, trick, law)
        },
    )


PROBLEMS: Final = {code: Problem(*refusal) for code, refusal in REFUSALS.items()}


def winner(request: messages.TrickWinner) -> messages.Winner:
    """Return the winner of a trick and its points."""
    rules = rules_of(request.rules)
    trick = cards_of(request.trick, rules, rules.players)
    if not trick:
        raise RequestRefusedError("impossible-position", "there is no card in this trick")
    index, law = play.winner(trick, request.contract), rules.law(request.contract)
    return messages.Winner(index=index, points=play.trick_points(trick, law))


def best_melds(request: messages.BestMelds) -> messages.Melds:
    """Return the best announcements of a hand."""
    matched = _melds_of(request.hand, rules_of(request.rules), request.contract)
    return messages.Melds(
        melds=tuple(map(messages.NamedMeld.of, matched)),
        points=sum(meld.kind.points for meld in matched),
    )


def _melds_of(asked: Cards, rules: Rules, trump: Trump) -> melds.Melds:
    hand = CardSet.of(cards_of(asked, rules, rules.hand_size))
    agreed = rules.melds.under(trump)
    return melds.best_melds(hand, agreed) if agreed.announced else ()


def contest(request: messages.WhoseMelds) -> messages.Contest:
    """Decide the contest of announcements."""
    rules = rules_of(request.rules)
    eldest = seat_of(request.eldest, rules, "eldest")
    by_seat = _announced(request, rules)
    matched = melds.contest(
        dict(enumerate(by_seat)),
        request.contract,
        rules.melds.under(request.contract),
        rules.sides,
        eldest,
    )
    counting = [matched.counting(held, rules.sides[seat]) for seat, held in enumerate(by_seat)]
    counted = tuple(sum(meld.kind.points for meld in held) for held in counting)
    return messages.Contest(side=matched.side, by=matched.by, points=sum(counted), by_seat=counted)


def _announced(request: messages.WhoseMelds, rules: Rules) -> list[melds.Melds]:
    """Return the announcements by seat, from the request's melds or its whole hands."""
    if (request.hands is None) == (request.melds is None):
        raise RequestRefusedError("wrong-field", "give either hands or melds, by seat")
    hands, said = hands_of(request.hands or []), request.melds or []
    if (given := len(hands or said)) != rules.players:
        raise RequestRefusedError("wrong-field", f"{rules.players} players announce, not {given}")
    if hands:
        _together(cards_of(hand, rules, rules.hand_size) for hand in hands)
        return [_melds_of(hand, rules, request.contract) for hand in hands]
    agreed = rules.melds.under(request.contract)
    return [tuple(_said_meld(meld, rules, agreed) for meld in seat) for seat in said]


def _said_meld(said: messages.SaidMeld, rules: Rules, agreed: melds.MeldRules) -> melds.Meld:
    cards = cards_of(said.cards, rules, rules.hand_size)
    matched = melds.of_cards(CardSet.of(cards), agreed)
    if matched is None:
        shown = " ".join(map(str, cards))
        raise RequestRefusedError("impossible-position", f"{shown or 'no card'} is no announcement")
    return matched


def settle(request: messages.Settle) -> messages.SettledDeal:
    """Settle a deal: return the marks of each side and the steps to them."""
    rules = rules_of(request.rules)
    attack = rules.sides[seat_of(request.attacker, rules, "attacker")]
    nothing = [0] * rules.side_count
    bonuses = (request.melds, request.belote, request.trick_melds)
    parts = (request.points, request.tricks, *(part or nothing for part in bonuses))
    if any(len(part) != len(nothing) for part in parts):
        raise RequestRefusedError("wrong-field", f"give {len(nothing)} numbers, one a side")
    bid = request.value if isinstance(request.value, int) else 0
    given = (request.held, bid, *(abs(n) for part in parts for n in part))
    if not all(0 <= n < 1 << 31 for n in given):
        raise RequestRefusedError("wrong-field", "that is no number of points")
    if why := auctions.impossible(rules.auction, request.value, request.stake):
        raise RequestRefusedError("impossible-position", why)
    points, tricks, announced, belote, fallen = map(tuple, parts)
    if any(belote) and rules.belote.belote == "none":
        raise RequestRefusedError("impossible-position", "there is no belote by these rules")
    contract = Contract(request.attacker, request.contract, request.value, request.stake)
    terms = tallies.ContractTerms.of(contract, rules.law_of(contract))
    if rules.left_in_stock:
        terms = terms._replace(cards=sum(points) - tallies.LAST_TRICK)
    tally = tallies.Tally(
        attack=attack,
        points=points,
        tricks=tricks,
        melds=announced,
        belote=belote,
        trick_melds=fallen,
        alone=request.alone,
        dealt=rules.part_dealt,
        **terms._asdict(),
    )
    try:
        written = settlements.settle(tally, request.held, rules.scoring)
    except ValueError as error:
        raise RequestRefusedError("impossible-position", str(error)) from None
    return messages.SettledDeal(
        outcome=written.outcome,
        marks=written.marks,
        held=written.held,
        lines=tuple(_line(line) for line in written.lines),
    )


def _line(line: scoring.Line) -> str:
    """Return one step of a derivation in words."""
    return f"side {line.side}: {_step(line.code)}: {line.points} ({line.rule})"


@cache
def _step(code: str) -> str:
    return coded(words("en"), f"score.{code}")


def auction(request: messages.AuctionOf) -> messages.Bidding:
    """Return the state of an auction, or which of its calls was not allowed."""
    rules = rules_of(request.rules)
    kind, eldest = rules.bidding, seat_of(request.eldest, rules, "eldest")
    if kind.turns_up != (request.turned is not None):
        needs = "needs" if kind.turns_up else "has no"
        raise RequestRefusedError("wrong-field", f"this auction {needs} turned card")
    if request.scores and len(request.scores) != rules.side_count:
        raise RequestRefusedError("wrong-field", f"give {rules.side_count} scores, one a side")
    so_far = auctions.AuctionSoFar(
        rules.auction,
        rules.sides,
        eldest,
        request.turned,
        (),
        rules.early_doubles,
        request.scores,
    )
    for index, said in enumerate(request.calls):
        so_far = _with_call(so_far, kind, said, index)
    over = kind.over(so_far)
    contract = kind.contract(so_far)
    seats = range(rules.players)
    may = {} if over else {seat: kind.out_of_turn(so_far, seat) for seat in seats}
    return messages.Bidding(
        to_speak=None if over else kind.speaker(so_far),
        offers=() if over else tuple(map(notation.call_text, kind.offers(so_far))),
        out_of_turn={s: tuple(map(notation.call_text, calls)) for s, calls in may.items() if calls},
        contract=contract,
        over=over,
        dead=over and contract is None,
    )


def _with_call(
    so_far: auctions.AuctionSoFar, kind: auctions.Auction, said: str | messages.CallOf, index: int
) -> auctions.AuctionSoFar:
    """Return the auction with one more call. RequestRefusedError names the rule against it."""
    if kind.over(so_far):
        raise RequestRefusedError("not-now", index=index)
    speaker = kind.speaker(so_far)
    seat, text = (speaker, said) if isinstance(said, str) else (said.seat, said.call)
    try:
        call = notation.read_call(text.removeprefix("take ").replace(" ", ""))
    except ValueError:
        raise RequestRefusedError("wrong-field", f"{text!r} is no call", index) from None
    if call in kind.out_of_turn(so_far, seat):
        return so_far.after(seat, call)
    if seat != speaker:
        raise RequestRefusedError("not-your-turn", index=index)
    if call not in kind.offers(so_far):
        raise RequestRefusedError(kind.refusal(so_far, call), index=index)
    return so_far.after(seat, call)


def deal(request: messages.DealOut) -> messages.DealtHands:
    """Deal a pack out to the seats."""
    rules = rules_of(request.rules)
    pack = cards_of(request.deck, rules, len(rules.pack))
    if len(pack) != len(rules.pack):
        raise RequestRefusedError(
            "impossible-position", f"a pack has {len(rules.pack)} cards, not {len(pack)}"
        )
    eldest = rules.eldest(seat_of(request.dealer, rules, "dealer"))
    packets = request.packets or rules.deal.packets[0]
    if packets not in rules.deal.packets:
        raise RequestRefusedError("packets-unknown")
    first = deck.deal_first(pack, packets, rules.players, eldest)
    full = None
    if request.attacker is not None:
        attacker = seat_of(request.attacker, rules, "attacker")
        full = dealt_out(rules, pack, first, eldest, attacker)
    turned = turned_card(rules, pack, packets)
    return messages.DealtHands(hands=first, turned=turned, full=full)


def solve(request: messages.Solve) -> messages.Solved:
    """Solve a position with best play by all."""
    rules = rules_of(request.rules)
    leader = seat_of(request.leader, rules, "leader")
    trick = cards_of(request.trick, rules, rules.players - 1)
    hands = [CardSet.of(cards_of(hand, rules, rules.hand_size)) for hand in hands_of(request.hands)]
    law = rules.law(request.contract)
    bonuses = Bonuses(request.sweep, request.belote, request.last_trick)
    try:
        check_bonuses(bonuses, rules, request.contract)
        matched = solver.solve(
            hands,
            leader,
            trick,
            law,
            values=request.cards,
            taken=request.taken,
            **bonuses._asdict(),
        )
    except ValueError as error:
        raise RequestRefusedError("impossible-position", str(error)) from None
    except solver.NoKernelError as error:
        raise RequestRefusedError("no-kernel", str(error)) from None
    values = {card.text: points for card, points in (matched.values or {}).items()}
    return messages.Solved(points=matched.points, values=values if request.cards else None)


def replay(request: messages.Replay) -> messages.Replayed:
    """Replay a recorded match to its result."""
    match = record_of(request.text).replay()
    return messages.Replayed(scores=match.scores, deals=match.number, result=match.winner)


def record_of(text: str) -> Record:
    """Read the record of a request; RequestRefusedError for an invalid one."""
    if len(text) > MOST_RECORD:
        raise RequestRefusedError("too-large")
    try:
        return Record.parse(text)
    except RecordError as error:
        raise RequestRefusedError("broken-record", str(error)) from None


def reviewed(record: Record, deal: int | None) -> messages.Reviewed:
    """Review this deal of a record, or all that are finished."""
    if not solver.KERNEL:
        raise RequestRefusedError("no-kernel")
    try:
        if deal is not None:
            return messages.Reviewed(**msgspec.structs.asdict(review_deal(record, deal)))
    except UnfinishedMatchError:
        raise RequestRefusedError("deal-not-over") from None
    except ValueError as error:
        raise RequestRefusedError("wrong-field", str(error)) from None
    every = [review_deal(record, number) for number in finished_deals(record)]
    return messages.Reviewed(deals=tuple(every))


# --- about bots -----------------------------------------------------------------------------------


def _view(request: messages.Bid | messages.PlayCard, phase: str) -> View:
    """Read the view of a request and complete it; RequestRefusedError for an invalid one."""
    given = dict(request.view)
    if request.rules is not None:
        given["rules"] = msgspec.to_builtins(rule_card(rules_of(request.rules)))
    try:
        seen = msgspec.convert({"phase": phase, "dealer": 0, **given}, View, dec_hook=decode_hook)
        rules = view.rules_of(seen)
    except (ValueError, TypeError) as error:
        raise RequestRefusedError("wrong-field", f"view: {error}") from None
    if seen.phase != phase:
        raise RequestRefusedError("not-now")
    seat_of(seen.seat, rules, "seat")
    return _with_legal(seen, rules)


def _with_legal(seen: View, rules: Rules) -> View:
    """Return the view with its legal actions, computed here and not taken from the request."""
    _check_cards(seen, rules)
    if seen.phase == "bidding":
        offered = calls_of(rules.bidding, view.auction_of(seen, rules), seen.hand)
        return msgspec.structs.replace(seen, legal=view.calls_offered(offered))
    law = rules.law_of(contract_of(seen))
    cards = play.legal(seen.hand, seen.trick.cards, law)
    announce = conduct.best_announcements(seen, rules)
    legal = Legal(actions=("play",), cards=tuple(cards), announce=announce)
    return msgspec.structs.replace(seen, legal=legal, hand_sizes=_hand_sizes(seen, rules))


def _hand_sizes(seen: View, rules: Rules) -> tuple[int, ...]:
    """Return the number of cards left by seat; a seat that has played to the trick has one less."""
    turns = ((seat - seen.trick.leader) % rules.players for seat in range(rules.players))
    return tuple(len(seen.hand) - (turn < len(seen.trick.cards)) for turn in turns)


def _check_cards(seen: View, rules: Rules) -> None:
    """Refuse a view whose cards cannot lie so."""
    if not seen.hand or not 0 < len(seen.hand) <= rules.hand_size:
        raise RequestRefusedError("impossible-position", "view: there is no hand")
    if seen.phase == "bidding":
        _check_auction(seen, rules)
    if seen.phase == "play" and seen.contract is None:
        raise RequestRefusedError("impossible-position", "view: play needs a contract")
    tricks = [trick.cards for trick in seen.tricks]
    if len(seen.trick.cards) >= rules.players or any(len(t) != rules.players for t in tricks):
        raise RequestRefusedError(
            "impossible-position", "view: a trick has too many or too few cards"
        )
    _together((seen.hand, seen.trick.cards, *tricks))
    seats = (seen.trick.leader, *(s for trick in seen.tricks for s in (trick.leader, trick.winner)))
    for seat in (seen.contract.attacker if seen.contract else 0, *seats):
        seat_of(seat, rules, "view: a player")
    if seen.remembered:
        for seat in (seen.dealer, *(call.seat for call in seen.calls)):
            seat_of(seat, rules, "view: a player")
    for deal in seen.remembered:
        _check_remembered(deal, rules)


def _check_auction(seen: View, rules: Rules) -> None:
    """Refuse a view in which no call can be made."""
    for call in seen.calls:
        seat_of(call.seat, rules, "view: a player")
    turned = (seen.turned is not None) == rules.bidding.turns_up
    if not turned or rules.bidding.over(view.auction_of(seen, rules)):
        raise RequestRefusedError(
            "impossible-position",
            "view: bidding needs a call to make, and a turned card where one is turned",
        )


def _check_remembered(deal: SeenDeal, rules: Rules) -> None:
    """Refuse a remembered deal whose cards cannot have lain so."""
    tricks = [trick.cards for trick in deal.tricks]
    _together((deal.trick.cards, *tricks))
    seen = CardSet.of(card for trick in (deal.trick.cards, *tricks) for card in trick)
    if not seen <= rules.pack or any(len(trick) != rules.players for trick in tricks):
        raise RequestRefusedError(
            "impossible-position", "view: a remembered trick cannot have been played"
        )
    winners = (trick.winner for trick in deal.tricks)
    for seat in (deal.dealer, *winners, *(call.seat for call in deal.calls)):
        seat_of(seat, rules, "view: a player remembered")


def _bot(request: messages.Bid | messages.PlayCard) -> bots.Bot:
    try:
        return bots.make(request.bot)
    except ValueError as error:
        raise RequestRefusedError("wrong-field", str(error)) from None


def bid(request: messages.Bid) -> messages.Called:
    """Return a bot's call, with its reason."""
    thought = _bot(request).think(_view(request, "bidding"))
    return messages.Called(
        action=thought.action, why=why(words("en"), thought), worth=thought.worth
    )


def play_card(request: messages.PlayCard) -> messages.BotCard:
    """Return the card that a bot plays, with its reason."""
    thought = _bot(request).think(_view(request, "play"))
    return messages.BotCard(
        card=getattr(thought.action, "card", None),
        action=thought.action,
        why=why(words("en"), thought),
        worth=thought.worth,
    )


# --- which handler --------------------------------------------------------------------------------


def handle(request: messages.StatelessRequest) -> messages.Answer:
    """Answer a request; RequestRefusedError where there is no answer."""
    match request:
        case messages.Hello():
            return hello(request)
        case messages.RulesOf():
            return options(request)
        case messages.LegalCards():
            return legal(request)
        case messages.TrickWinner():
            return winner(request)
        case messages.BestMelds():
            return best_melds(request)
        case messages.WhoseMelds():
            return contest(request)
        case messages.Settle():
            return settle(request)
        case messages.AuctionOf():
            return auction(request)
        case messages.DealOut():
            return deal(request)
        case messages.Solve():
            return solve(request)
        case messages.Replay():
            return replay(request)
        case messages.Bid():
            return bid(request)
        case messages.PlayCard():
            return play_card(request)
    assert_never(request)
