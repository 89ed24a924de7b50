"""Faults of sentences that a machine can see, from the glossary and for every language."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple

from rebelote.i18n import messages
from rebelote.i18n.glossary import Pattern, Row, Term, glossaries
from rebelote.proofreading.sentences import Sentence

CATEGORIES: Final[Mapping[str, frozenset[str]]] = {
    **dict.fromkeys(("fr", "nl", "sv", "bg", "el", "en"), frozenset({"one", "other"})),
    "hr": frozenset({"one", "few", "other"}),
    "ar": frozenset({"zero", "one", "two", "few", "many", "other"}),
    "hy": frozenset({"other"}),
}
"""The plural categories of whole numbers that change a word (CLDR); Armenian nouns stay singular
after a number."""
EXACT: Final = {"zero": "=0", "one": "=1", "two": "=2"}
"""The branches for one number that stand for a category."""


class Fault(NamedTuple):
    """A fault of a sentence: the lint, the place, the match, and why that is wrong."""

    lint: str
    sentence: Sentence
    match: str
    why: str

    def __str__(self) -> str:
        said = f"{self.sentence.file} {self.sentence.key}: {self.sentence.text!r}"
        return f"{self.lint}: {self.match!r} in {said}; {self.why}"


class Language:
    """A language with all its sentences, those of English by place, and its glossary."""

    def __init__(
        self, code: str, sentences: Sequence[Sentence], english: Sequence[Sentence]
    ) -> None:
        self.code = code
        self.sentences = sentences
        self.glossary = glossaries()[code]
        self._english = {(each.file, each.key): each.text for each in english}
        self._wholes: dict[str, str] = {}

    def in_english(self, sentence: Sentence) -> str | None:
        """Return the English sentence of the same place; None where a game has no own word."""
        place = sentence.file.replace(f"{self.code}.json", "en.json"), sentence.key
        return self._english.get(place)

    def whole(self, expression: re.Pattern[str]) -> str:
        """Return all the text that an expression may match, in lines."""
        first = "".join(_texts(expression, _KINDS))
        if first not in self._wholes:
            texts = (text for one in self.sentences for text in _texts(expression, one))
            self._wholes[first] = "\n".join(texts)
        return self._wholes[first]


_KINDS: Final = Sentence("en.json", "", "{n, plural, other {{m}}}")
"""A sentence whose texts differ by what an expression reads."""
Lint = Callable[[Language], Iterator[Fault]]


# --- of the glossary ------------------------------------------------------------------------------


@cache
def expressions(row: Row) -> tuple[re.Pattern[str], ...]:
    """Return what a row must not find; forbidden words are whole words, in either case."""
    if isinstance(row, Pattern):
        return (re.compile(row.pattern, re.MULTILINE),)
    assert isinstance(row, Term)
    flags = re.MULTILINE | re.IGNORECASE
    return tuple(re.compile(rf"(?<!\w)(?:{word})(?!\w)", flags) for word in row.forbidden)


def _texts(expression: re.Pattern[str], sentence: Sentence) -> tuple[str, ...]:
    """Return what of a sentence an expression reads: braces and plurals only where it has them."""
    if "plural" in expression.pattern or "select" in expression.pattern:
        return (sentence.text,)
    return sentence.variants if "{" in expression.pattern else sentence.said


def matches(row: Row, sentence: Sentence) -> Iterator[str]:
    """Find each of a row's expressions in a sentence, at most once."""
    for expression in expressions(row):
        for text in _texts(expression, sentence):
            if match := expression.search(text):
                yield match[0]
                break


def covered(row: Row, language: Language) -> Iterator[Sentence]:
    """Yield the sentences that a row is about, by its keys and games.

    At the tables of a game, a term's row for that game stands in place of the one for all.
    """
    games = elsewhere = frozenset[str]()
    if isinstance(row, Term):
        same = (each for each in language.glossary.terms if each.term == row.term)
        games, elsewhere = frozenset(row.games), frozenset(g for each in same for g in each.games)
    keys = re.compile(row.keys)
    for sentence in language.sentences:
        there = sentence.game in games if games else sentence.game not in elsewhere
        if there and keys.search(sentence.key):
            yield sentence


def forbidden_words(language: Language) -> Iterator[Fault]:
    """Find words that must not stand for a term of the glossary."""
    for row in language.glossary.terms:
        if row.forbidden:
            yield from _of_row(language, row, "word", f"say {row.word} ({row.term})")


def patterns(language: Language) -> Iterator[Fault]:
    """Find the glossary's patterns of fault."""
    for row in language.glossary.patterns:
        yield from _of_row(language, row, row.name, row.why)


def _of_row(language: Language, row: Row, lint: str, why: str) -> Iterator[Fault]:
    if any(expression.search(language.whole(expression)) for expression in expressions(row)):
        for sentence in covered(row, language):
            if sentence.key not in row.allowed_in:
                yield from (Fault(lint, sentence, match, why) for match in matches(row, sentence))


# --- of every language ----------------------------------------------------------------------------


def _plurals(parts: messages.Message) -> Iterator[Mapping[str, Sequence[object]]]:
    """Yield the branches of each plural of a message, those within branches too."""
    for part in parts:
        if isinstance(part, Mapping) and isinstance(options := part.get("options"), Mapping):
            if part["type"] == "plural":
                yield options
            for branch in options.values():
                yield from _plurals(branch)


def _has_one_form(options: Mapping[str, Sequence[object]]) -> bool:
    """Return whether a plural names one number only, else an abbreviation (`# h`)."""
    text = "".join(part for part in options["other"] if isinstance(part, str))
    return len(options) == 2 and any(name[0] == "=" for name in options) and len(text.strip()) < 4


def plural_categories(language: Language) -> Iterator[Fault]:
    """Find plurals that lack a category of their language."""
    needed = CATEGORIES[language.code]
    for sentence in language.sentences:
        for options in _plurals(sentence.parts):
            if _has_one_form(options):
                continue
            lacking = [one for one in needed if not {one, EXACT.get(one, one)} & options.keys()]
            if lacking:
                yield Fault(
                    "plural-category", sentence, ", ".join(options), f"lacks {', '.join(lacking)}"
                )


_COUNTED: Final = re.compile(r"#[ \u00a0](\w+)")
_NUMBERED: Final = re.compile(r"\{(\w+)(?:, number)?\}[ \u00a0](\w+)")


def _inflected(language: Language) -> set[str]:
    """Collect the words after a number that differ between the branches of some plural."""
    result: set[str] = set()
    for sentence in language.sentences:
        if ", plural," in sentence.text:
            heads: dict[str, set[str]] = defaultdict(set)
            for variant in sentence.variants:
                for position, word in enumerate(_COUNTED.findall(variant)):
                    heads[str(position)].add(word)
            for words in heads.values():
                if any(a != b and _are_akin(a, b) for a, b in pairwise(sorted(words))):
                    result |= words
    return result


def _are_akin(one: str, other: str) -> bool:
    """Return whether two words are forms of one, by their beginnings."""
    return one[:2] == other[:2]


def counted_without_plural(language: Language) -> Iterator[Fault]:
    """Find a placeholder before a noun that the language inflects after a number."""
    nouns = _inflected(language)
    keys = {sentence.key for sentence in language.sentences}
    exempt = FIXED if len(CATEGORIES[language.code]) > 2 else FIXED | NEVER_ONE
    if exempt > FIXED:
        exempt |= {key for key in keys if f"{key}.1" in keys}
    for sentence in language.sentences:
        for variant in sentence.variants if sentence.key not in exempt else ():
            counted = [each for each in _NUMBERED.findall(variant) if each[0] not in NO_NUMBERS]
            if faulty := [f"{{{name}}} {noun}" for name, noun in counted if noun in nouns]:
                why = "a word that changes with the number needs a plural"
                yield Fault("no-plural", sentence, ", ".join(faulty), why)
                break


NO_NUMBERS: Final = frozenset(
    {"name", "names", "other", "by", "about", "before", "instead", "sum", "share"}
)
"""Placeholders for names, and for text that is made elsewhere."""
FIXED: Final = frozenset(
    {
        "mail.confirm.text",  # 24 hours
        "ui.league.rules.season",  # 20 days
        "ui.statistics.soon",  # 30 deals
        "ui.help.belote",  # 20 points
        "call.named",  # 3 or 5 cards
        "conflict.stock",  # 14 cards
        "conflict.cut-min",  # half of a pack
        "conflict.packets",  # 5 to 9 cards
        "rule.highest_bid",  # whole tens
        "review.moment",  # decimals
        "value.with-capot",  # the bid of both
    }
)
"""Sentences with numbers that are always the same, or always in one plural category."""
NEVER_ONE: Final = frozenset(
    {
        "bid.means",
        "bid.means.more",
        "bid.means.with-capot",
        "sheet.target",
        "ui.start.target",
        "ui.challenge.stake",
        "ui.fairness.part",
        "why.worth",
        "advice.worth",
        "guide.cost",
        "guide.sure.some",
        "rule.run_length_rank_cap",
    }
)
"""Sentences whose numbers are two or more: languages with two forms need no plural for them."""


def same_as_english(language: Language) -> Iterator[Fault]:
    """Find sentences that are those of English, but for names and single words."""
    if language.code == "en":
        return
    for sentence in language.sentences:
        if sentence.text == language.in_english(sentence):
            said = (each.replace("{}", "").split() for each in sentence.said)
            if any(len([w for w in words if re.fullmatch("[a-z]{2,}", w)]) > 1 for words in said):
                yield Fault("english", sentence, sentence.text, "this is the English sentence")


_NUMBER: Final = re.compile(r"\d+(?:[.,\u00a0\u202f ]\d{3}(?!\d))*")


def numbers(sentence: Sentence) -> set[str]:
    """Collect the numbers of a sentence, however their thousands are written."""
    written = (_NUMBER.findall(said) for said in sentence.said)
    return {re.sub(r"\D", "", number) for each in written for number in each}


IN_WORDS: Final = {"two": "2", "three": "3", "four": "4", "nine": "9", "ten": "10", "twenty": "20"}
"""Numbers that English writes as words where other languages may have digits."""


def other_numbers(language: Language) -> Iterator[Fault]:
    """Find sentences whose numbers are not those of the English sentence."""
    for sentence in language.sentences:
        english = language.in_english(sentence)
        if english is None or language.code == "en":
            continue
        here = numbers(sentence)
        there = numbers(Sentence(sentence.file, sentence.key, english))
        said = re.findall(r"[a-z]+", english.lower())
        there |= {number for word, number in IN_WORDS.items() if word in said and number in here}
        if here != there:
            differing = ", ".join(sorted(here ^ there))
            yield Fault("number", sentence, differing, f"English has other numbers: {english!r}")


def typed_numbers(language: Language) -> Iterator[Fault]:
    """Find numbers of rules that are typed into lessons and help instead of made from the rules."""
    for sentence in language.sentences:
        if (typed := numbers(sentence)) and _OF_RULES.search(f"{sentence.file} {sentence.key}"):
            why = "make it from the rules: a hole in the sentence"
            yield Fault("typed-number", sentence, ", ".join(sorted(typed)), why)


_OF_RULES: Final = re.compile(
    r"^learn/| ui\.help\.(?!keys\.)"
    r"| rule\.(?:belote\.counts|squares|trick_melds|settlement\.marks|no_suit_points)\b"
)
"""Sentences that say how much something counts, by their file and key."""


# --- of typography --------------------------------------------------------------------------------

QUOTES: Final[Mapping[str, str]] = {
    "fr": "«»“”’",
    "nl": "“”‘’",
    "sv": "”’",
    "bg": "„“’‘",
    "hr": "„”’",
    "el": "«»“”’",
    "ar": "«»’",
    "hy": "«»",
    "en": "“”‘’",
}
"""The quotation marks and apostrophes of each language."""
_ALL_QUOTES: Final = "\"'´«»‹›„“”‟‚‘’‛"
_PAIRS: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "fr": (("«", "»"), ("“", "”")),
    "nl": (("“", "”"),),
    "bg": (("„", "“"),),
    "hr": (("„", "”"),),
    "el": (("«", "»"), ("“", "”")),
    "ar": (("«", "»"),),
    "hy": (("«", "»"),),
    "en": (("“", "”"),),
}
"""The quotation marks that open and close, which must be as many; Swedish has one for both."""
_SIGNS_NAMED: Final = ("refusal.bad-name", "ui.settings.shortcuts.hint", "terminal.help.real")
"""Sentences that name signs, which then stand between spaces."""
_PERCENT: Final[Mapping[str, str]] = {
    "fr": r"(?<![(\u00a0\u202f])%",
    "sv": r"[ \d]%",
    "hr": r"[ \d]%",
}
"""A percent sign without the no-break space that these languages have before it."""
_BEFORE_SIGNS: Final[Mapping[str, str]] = {
    "fr": r"(?<![\u00a0\u202f?!])[?!:;](?!\w)",
    "hr": r"[ \u00a0\u202f](?:[,.;?!]|:(?! \{))(?![\w.])",
}
"""Signs with a space before them, or in French without a no-break one."""
_OTHER_SIGNS: Final[Mapping[str, str]] = {
    "el": r"(?<=[α-ώ])\?",
    "ar": r"(?<=[\u0621-\u064a])[,;?]",
    "hy": r"(?<=[ա-և])[:?!]",
}
"""Signs of other scripts."""
_EVERYWHERE: Final = r"\.\.\.|(?<=\S)  +(?=\S)|^ |(?<=\w) - (?=\w)|\d ?x ?\d"
"""Three dots for an ellipsis, double spaces, a hyphen for a dash, an x for ×."""


def _spaces(code: str) -> str:
    """Build the expression of spaces that the custom of a language does not have."""
    inside = [rf"{opening} | {closing}" for opening, closing in _PAIRS.get(code, ())]
    if code == "fr":
        inside = ["«(?!\u00a0)|(?<!\u00a0)»"]
    percent = _PERCENT.get(code, r"[ \u00a0\u202f]%")
    signs = _BEFORE_SIGNS.get(code, r"[ \u00a0\u202f][,.;:?!،؛؟։՝](?![\w.])")
    return "|".join((signs, percent, *inside))


def typography(language: Language) -> Iterator[Fault]:
    """Find quotation marks, spaces, ellipses and dashes that are not the custom of a language."""
    code = language.code
    foreign = "".join(sorted(set(_ALL_QUOTES) - set(QUOTES[code])))
    rules = {
        f"[{re.escape(foreign)}]": f"the quotation marks are {QUOTES[code]}",
        _spaces(code): "the space before or after this sign is not the custom",
        _EVERYWHERE: "write …, one space, – or ×",
    }
    if code in _OTHER_SIGNS:
        rules[_OTHER_SIGNS[code]] = "this sign belongs to another script"
    for expression, why in rules.items():
        for sentence in language.sentences:
            for said in sentence.said if sentence.key not in _SIGNS_NAMED else ():
                if match := re.search(expression, said):
                    yield Fault("typography", sentence, match[0], why)
                    break


def open_quotes(language: Language) -> Iterator[Fault]:
    """Find quotations that are opened and not closed."""
    for sentence in language.sentences:
        for opening, closing in _PAIRS.get(language.code, ()):
            if any(said.count(opening) != said.count(closing) for said in sentence.said):
                yield Fault("quote", sentence, opening, "a quotation is not closed")


# --- of what is filled in -------------------------------------------------------------------------

BARE_CARDS: Final = (
    "state.turned",
    "event.cards_dealt",
    "ui.turned",
    "ui.played",
)
"""Sentences that list a card without an article: the others are filled with `rank.the.*`."""
_WITH_ARTICLES: Final = frozenset({"fr", "en", "el", "hr"})
"""Languages in which a card within a sentence has an article or a case."""
_ACCUSATIVE: Final[Mapping[str, str]] = {
    "el": r"(?:^|[.·] |(?<!από)(?<!με): |\bείναι )\{(?:card|other|instead)\}",
    "hr": r"(?:^|[.:] |\bto je )\{(?:card|other|instead)\}",
}
"""Places of the nominative, where a card with its article is in the accusative."""


CARDS_NAMED: Final = ("why.", "advice.", "reason.", "review.", "ui.review.", "count.")
"""Beginnings of the keys of sentences that name cards and calls as subjects."""


def card_forms(language: Language) -> Iterator[Fault]:
    """Find a card without article after a word, and one in the accusative as a subject."""
    for sentence in language.sentences:
        expression, why = "", ""
        if sentence.key in BARE_CARDS and language.code in _WITH_ARTICLES:
            expression, why = r"\w \{card\}", "a card after a word needs its article"
        elif sentence.key in ("review.silent", "ui.review.in_trick"):
            continue  # parts of sentences
        elif sentence.key.startswith(CARDS_NAMED):
            expression, why = _ACCUSATIVE.get(language.code, ""), "the card is in the accusative"
        for variant in sentence.variants if expression else ():
            if match := re.search(expression, variant):
                yield Fault("card", sentence, match[0], why)
                break


_LATIN_BRACKET: Final = re.compile(r"\([^(){}]*\b[a-z]{3,}[^(){}]*\)")


def foreign_brackets(language: Language) -> Iterator[Fault]:
    """Find words of another language in brackets, in languages with another script."""
    if language.code in ("bg", "el", "ar", "hy"):
        for sentence in language.sentences:
            for said in sentence.said:
                if match := _LATIN_BRACKET.search(said):
                    yield Fault("foreign", sentence, match[0], "say it in the language's own words")
                    break


# --- of people ------------------------------------------------------------------------------------

ADVICE: Final = ("why.", "advice.", "ui.hint.", "ui.opinion.")
"""The beginnings of the keys of advice, which a bot, a hint and a master's opinion share."""
FIRST_PERSON: Final[Mapping[str, str]] = {
    "fr": r"\b(?:je|j’|me|m’|mon|ma|mes|moi)\b",
    "nl": r"\b(?:ik|mij|mijn)\b",
    "sv": r"\b(?:jag|mig|min|mitt|mina)\b",
    "bg": r"\b(?:аз|ме|мен|ми|мо(?:й|я|ят|ята|ето|ите|и)|очаквам|имам|давам|държа)\b",
    "hr": r"\b(?:ja|mene|mi|moj\w*|moja|moje|mojeg|očekujem|imam|držim|dajem)\b",
    "el": r"\b(?:εγώ|εμένα|μου|περιμένω|έχω|κρατάω|δίνω)\b",
    "ar": r"\b(?:أنا|شريكي|عندي|معي|أتوقع|أرمي|أعطي|أملك|بعدي)\b",
    "hy": r"\b(?:իմ|ինձ|ունեմ|եմ|\w+նեմ)\b",
    "en": r"\b(?:I|me|my|mine)\b",
}
"""Words by which the speaker speaks of itself."""
_NAME: Final = r"\{(?:name|other|by|about|seat|who)\}"
GENDER: Final[Mapping[str, str]] = {
    "fr": rf"{_NAME} (?:est|n’est pas|a été|s’est|était) (?:\w+ment )?(?:prêt|parti|absent|venu"
    r"|connecté|averti|obligé|seul|renvoyé|invité|remplacé|exempt|assis|banni|exclu)\b",
    "nl": rf"{_NAME}[^.;:]*\b(?:hij|hem|zij|haar)\b|{_NAME} [^.;:]*\bmet zijn\b",
    "sv": r"\b(?:han|hon|honom|henne|hans|hennes)\b",
    "bg": rf"{_NAME} (?:не )?(?:се )?(?:е |беше )?(?:\w+л|готов|сам|поканен|свързан)\b",
    "hr": rf"{_NAME} (?:je |nije |se )?(?:\w+(?:ao|io)|spreman|odsutan|pozvan|sam)\b",
    "el": rf"\b(?:ο|η|τον|την|του|της|στον|στην) {_NAME}|{_NAME} είναι (?:έτοιμ|μόν|απών)",
    "ar": rf"{_NAME} (?:لا |لم |لن )?ي\w+|\b(?!يد )ي\w+ {_NAME}",
    "en": r"\b(?:he|she|him|her|his|hers)\b",
}
"""Forms that say whether a man or a woman plays; names come without it, and Armenian has none."""


def first_person(language: Language) -> Iterator[Fault]:
    """Find advice in which the program speaks of itself."""
    why = "a hint speaks to the reader, and a reason is read as a bot's and as a master's"
    for sentence in language.sentences:
        if sentence.key.startswith(ADVICE):
            yield from _first(sentence, FIRST_PERSON[language.code], "first-person", why)


def gender_of_names(language: Language) -> Iterator[Fault]:
    """Find forms that make a player a man or a woman; bots are who they are."""
    if expression := GENDER.get(language.code):
        why = "no sentence may need the gender of a player"
        for sentence in language.sentences:
            if not sentence.key.startswith(("bot.", "ui.programs.bot.")):
                yield from _first(sentence, expression, "gender", why)


def _first(sentence: Sentence, expression: str, lint: str, why: str) -> Iterator[Fault]:
    """Yield the first place of an expression in a sentence, in either case."""
    for variant in sentence.variants:
        if match := re.search(expression, variant, re.IGNORECASE):
            yield Fault(lint, sentence, match[0], why)
            return


LINTS: Final[Mapping[str, Lint]] = {
    "forbidden_words": forbidden_words,
    "patterns": patterns,
    "plural_categories": plural_categories,
    "counted_without_plural": counted_without_plural,
    "same_as_english": same_as_english,
    "other_numbers": other_numbers,
    "typed_numbers": typed_numbers,
    "typography": typography,
    "open_quotes": open_quotes,
    "card_forms": card_forms,
    "foreign_brackets": foreign_brackets,
    "first_person": first_person,
    "gender_of_names": gender_of_names,
}


def received(lint: str, language: Language) -> list[Fault]:
    """Return the faults that a lint finds, but for those that the glossary exempts."""
    exempt = {
        key for row in language.glossary.exemptions if row.lint == lint for key in row.allowed_in
    }
    return [fault for fault in LINTS[lint](language) if fault.sentence.key not in exempt]


def faults(language: Language) -> list[Fault]:
    return [fault for lint in LINTS for fault in received(lint, language)]


def new_faults(
    code: str,
    before: Sequence[Sentence],
    after: Sequence[Sentence],
    english: Sequence[Sentence],
) -> list[Fault]:
    """Return the faults of sentences that have changed."""
    changed = {(one.file, one.key) for one in set(after) - set(before)}
    there = faults(Language(code, after, english)) if changed else []
    return [fault for fault in there if (fault.sentence.file, fault.sentence.key) in changed]


def unneeded(language: Language) -> Iterator[str]:
    """Name each row whose keys are none, and each key that it allows without need."""
    for row in (*language.glossary.terms, *language.glossary.patterns):
        name = row.term if isinstance(row, Term) else getattr(row, "name", "")
        there = list(covered(row, language))
        if row.keys and not there:
            yield f"{name}: no key is like {row.keys}"
        for key in row.allowed_in:
            if not any(one.key == key and any(matches(row, one)) for one in there):
                yield f"{name}: {key} is allowed without need"
    for exempt in language.glossary.exemptions:
        seen = {fault.sentence.key for fault in LINTS[exempt.lint](language)}
        for key in set(exempt.allowed_in) - seen:
            yield f"{exempt.lint}: {key} is exempt without need"
