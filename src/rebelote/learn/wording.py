"""The sentences of a step: words of the lessons, filled with numbers and words of the rule set.

No number of a rule stands in a catalogue: each is asked of the rules here. What a table says of its
own game, such as what belote is or why a card is refused, is said here as it is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from rebelote.i18n import LearnWords, Words, learn_words, spoken_at, words
from rebelote.i18n.speech import bid_name, capital
from rebelote.learn.answers import Answer, answers, contested, law, settled
from rebelote.learn.lessons import Goal, Step
from rebelote.rules import play, tallies
from rebelote.rules.auctions.named import NAMED
from rebelote.rules.cards import (
    PLAIN_ORDER,
    TRUMP_ORDER,
    Card,
    Trump,
    parse_cards,
    point_table,
)
from rebelote.rules.options import Rules
from rebelote.rules.play import Law

SAME_QUESTION: Final = {
    "trumps.beneath": "trumps.partner",
    "belote.apart": "belote.counts",
    "every.jack": "without.ace",
}
"""Steps that ask what another one asks, where the law answers otherwise."""


class Speaker(NamedTuple):
    """The words of the lessons and of the tables, in a language at tables of a rule set."""

    rules: Rules
    guide: LearnWords
    say: Words

    @classmethod
    def of(cls, rules: Rules, language: str) -> Speaker:
        """Return the speaker of a language, or of its variant where the game is played."""
        guide = learn_words(spoken_at(language, rules.preset))
        return cls(rules, guide, words(language, rules.preset))

    def key(self, key: str) -> str:
        """Return the key of a sentence, or of the one for this kind of rules where there is one."""
        own = (f"{key}.{kind}" for kind in kinds(self.rules))
        return next((name for name in own if name in self.guide.keys), key)

    def __call__(self, key: str, **values: object) -> str:
        """Return a sentence of the lessons in the words for this kind of rules."""
        return self.guide(self.key(key), **values)


def kinds(rules: Rules) -> Iterator[str]:
    """Yield the kinds of rules for which sentences may differ, the narrowest first."""
    yield rules.auction.auction_kind
    if rules.settling.needs_bids:
        yield "bid"
    yield from {"rising": ("ranked",), "purchase": ("named",)}.get(rules.auction.auction_kind, ())
    if rules.scoring.unit > 1:
        yield "tens"
    if rules.belote.belote_order == "king_first":
        yield "king_first"
    yield {"twice": "twice", "second": "second"}.get(rules.belote.belote_said, "once")


# --- questions ------------------------------------------------------------------------------------


def question(key: str, step: Step, speaker: Speaker) -> str:
    """Return the question of a step, or the one that all of its lesson ask."""
    own = speaker.key(f"{SAME_QUESTION.get(key, key)}.ask")
    asked = own if own in speaker.guide.keys else f"{key.partition('.')[0]}.ask"
    return speaker(asked, **values(step, speaker))


def because(key: str, step: Step, answer: Answer, speaker: Speaker) -> str:
    """Return the comment on an answer: a refusal in its own words, or the sentence of the step."""
    if answer.refusal:
        return speaker.say(f"refusal.{answer.refusal}")
    own = f"{key}.{'right' if answer.right else 'wrong'}"
    if speaker.key(own) in speaker.guide.keys:
        return speaker(own, **values(step, speaker))
    if answer.right:
        return RIGHT.get(step.measure or step.goal.value, _rule)(step, speaker)
    wrong = f"wrong.{step.goal.value}"
    return speaker(wrong if wrong in speaker.guide.keys else "wrong.choice")


def title(lesson: str, speaker: Speaker) -> str:
    """Return the title of a lesson, in the words of the table where it has them."""
    if lesson in TITLES:
        return capital(speaker.say(TITLES[lesson]))
    return speaker(f"lesson.{lesson}")


TITLES: Final = {
    "belote": "score.belote",
    "announce": "score.melds",
    "roem": "score.trick-melds",
    "without": "suit.none",
    "every": "suit.all",
}
"""The words of the tables that are titles of lessons."""


def goal(speaker: Speaker) -> str:
    """Return the aim of the game, as the help of its tables states it."""
    return speaker.say(GOALS.get(auction_form(speaker.rules), "ui.help.goal"))


def auction_form(rules: Rules) -> str:
    """Return the kind of auction; `forced` where the first to speak must name trumps."""
    forced = rules.bidding is NAMED and rules.auction.must_name == "first"
    return "forced" if forced else rules.auction.auction_kind


GOALS: Final = {
    "rising": "ui.help.goal.bid",
    "ranked": "ui.help.goal.ranked",
    "named": "ui.help.goal.named",
    "forced": "ui.help.goal.forced",
}
"""The sentences on the aim of the game, by the form of the auction, where it has its own."""


# --- why an answer is right -----------------------------------------------------------------------


def _rule(step: Step, speaker: Speaker) -> str:
    """Return the rule that forbids the other cards, the one that leaves fewest."""
    refused = [answer.refusal for answer in answers(step, speaker.rules) if answer.refusal]
    return speaker.say(f"refusal.{max(refused, key=NARROW.index)}")


NARROW: Final = (
    "must-follow",
    "must-trump",
    "must-undertrump",
    "no-undertrump",
    "must-rise",
    "must-overtrump",
)
"""Why cards are refused, the widest rule first."""


def _highest(step: Step, speaker: Speaker) -> str:
    return speaker("without.none.right")


def _written(step: Step, speaker: Speaker) -> str:
    """Return what each side writes, and what waits."""
    written = settled(step, speaker.rules)
    us, them = written.marks
    said = [speaker("guide.over.written", us=us, them=them)]
    if written.outcome == "failed":
        said.insert(0, speaker.say(_failed(speaker.rules)))
    if written.held:
        said.append(speaker("contract.tie.held", held=written.held))
    return " ".join(said)


def _failed(rules: Rules) -> str:
    return "ui.help.failed.bid" if rules.settling.needs_bids else "ui.help.failed"


def _in_trick(step: Step, speaker: Speaker) -> str:
    """Return the sum of the cards of a trick and of what falls together in it."""
    own = law(step, speaker.rules)
    cards, fallen = play.card_points(step.trick, own), play.trick_bonus(step.trick, own)
    return f"{cards} + {fallen} = {cards + fallen}"


def _contested(step: Step, speaker: Speaker) -> str:
    side = contested(step, speaker.rules).side
    return speaker(f"announce.equal.{'nobody' if side is None else 'us'}")


def _worth(step: Step, speaker: Speaker) -> str:
    return speaker("without.ace.right", **values(step, speaker))


RIGHT: Final[Mapping[str, Callable[[Step, Speaker], str]]] = {
    "made": _written,
    "written": _written,
    "marks": _written,
    "points": _in_trick,
    "contest": _contested,
    "card": _worth,
    Goal.WINNER.value: _highest,
}
"""Why an answer is right, by measure or goal, where its step has no sentence of its own."""


# --- numbers and names of the rule set ------------------------------------------------------------


def values(step: Step, speaker: Speaker) -> dict[str, object]:
    """Return the values of all holes that a sentence about a step may have."""
    rules, say = speaker.rules, speaker.say
    us, them = step.taken
    belote = tallies.BELOTE * (rules.belote.belote != "none")
    return {
        **_of_cards(step, speaker),
        **_of_announcements(step, speaker),
        "us": us,
        "them": them,
        "sum": us + belote,
        "all": tallies.DEAL_POINTS,
        "last": tallies.LAST_TRICK,
        "by": speaker("by", bid=bid_name(say, step.trump or Trump.HEARTS, step.value or None)),
        "need": speaker("contract.need", all=tallies.DEAL_POINTS),
        "name": say("score.belote") if belote else "",
        "said": say("said.belote"),
        "again": say("said.rebelote"),
        "trump": capital(say(f"suit.{step.trump.value}")) if step.trump else "",
    }


def _of_cards(step: Step, speaker: Speaker) -> dict[str, object]:
    """Return what cards count, and their order where there are trumps and where there are none."""
    plain, high = point_table(Trump.CLUBS), point_table(Trump.HEARTS)
    each = {rank: plain[Card(f"{rank}H")] for rank in "ATKQJ"}
    own = law(step, speaker.rules)
    parts = [own.points[card] for card in step.trick if own.points[card]]
    trumps = step.trump is not None
    order = (TRUMP_ORDER if trumps else PLAIN_ORDER)[::-1]
    return {
        **each,
        "nine": high[Card("9H")],
        "jack": high[Card("JH")],
        "parts": " + ".join(map(str, parts)),
        "cards": sum(parts),
        "order": speaker.say("ui.comma").join(speaker.say(f"rank.{rank}") for rank in order),
    }


def _of_announcements(step: Step, speaker: Speaker) -> dict[str, object]:
    """Return the sentences of the tables on belote, announcements and roem, and their points."""
    melds, say = speaker.rules.melds, speaker.say
    three, four, five = melds.run_points[:3]
    held = next(iter(step.hand), None)
    points = law(step, speaker.rules).points[held] if held else 0
    if step.measure == "square" and held:
        points = melds.square_points(held.rank)
    return {
        "belote": say("ui.help.belote", points=tallies.BELOTE)
        if step.goal is Goal.PAIR
        else tallies.BELOTE,
        "announce": say("ui.help.announce", three=three, four=four, five=five),
        "roem": say("ui.help.roem", **roem(speaker)) if melds.trick_melds != "none" else "",
        "points": points,
    }


def roem(speaker: Speaker) -> dict[str, object]:
    """Return the values for the sentence on roem, by the kind that the rules name."""
    law = speaker.rules.law(Trump.HEARTS)
    jacks, alike = (_bonus(" ".join(f"{rank}{suit}" for suit in "SHDC"), law) for rank in "JA")
    more = "" if jacks == alike else f" ({speaker.say('rank.many.J')} {jacks})"
    return {
        "three": _bonus("7S 8S 9S", law),
        "four": _bonus("7S 8S 9S TS", law),
        "pair": _bonus("KH QH", law),
        "alike": f"{alike}{more}",
    }


def _bonus(text: str, law: Law) -> int:
    return play.trick_bonus(parse_cards(text), law)
