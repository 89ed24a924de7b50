"""Chat: messages allowed at a table, and their times.

Fixed phrases and reactions are the same for everyone at any time, so none says anything of a hand.
Free text waits until the deal is over, and is left out where the table agreed to phrases alone.
"""

from __future__ import annotations

import itertools
import unicodedata
from typing import Final

import msgspec

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.messages import Say
from rebelote.server.base.protocol.names import Pattern
from rebelote.server.base.protocol.table_settings import Terms

PHRASES: Final = (
    "hello",
    "good_luck",
    "one_moment",
    "back",
    "thanks",
    "well_played",
    "sorry",
    "no_matter",
    "bravo_partner",
    "another",
    "good_game",
    "bye",
)
"""The phrases; the catalogues have them as `phrase.<name>`."""
REACTIONS: Final = ("clap", "smile", "laugh", "wow", "sad", "heart")
"""The reactions; the catalogues have them as `reaction.<name>`."""
TEXT_LENGTH: Final = limit(200, "a chat message", unit="characters", beyond="too-large")
REPORT_LENGTH: Final = limit(1000, "a report, a reason", unit="characters", beyond="malformed")
MARKS: Final = limit(
    4, "combining marks on a letter of a chat message", per="letter", beyond="the rest is cut"
)
LINES: Final = limit(20, "lines of a report", per="report", beyond="the rest is cut")


def checked(message: Say, terms: Terms, in_deal: bool) -> Say:
    """Return a message with its text cleaned; IllegalActionError where it may not be sent."""
    if len(message.text) > TEXT_LENGTH:
        raise IllegalActionError("too-large")
    message = msgspec.structs.replace(message, text=clean(message.text))
    if sum(map(bool, (message.phrase, message.reaction, message.text))) != 1:
        raise IllegalActionError("malformed")
    if (message.phrase and message.phrase not in PHRASES) or (
        message.reaction and message.reaction not in REACTIONS
    ):
        raise IllegalActionError("malformed")
    if message.text and terms.talk == "phrases":
        raise IllegalActionError("phrases-only")
    if message.text and in_deal:
        raise IllegalActionError("no-talk-in-deal")
    return message


# --- what people write ----------------------------------------------------------------------------

_UNSEEN: Final = Pattern(
    r"[[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]--[\u200c\u200d\ufe0e\ufe0f]]",
    version=1,
)
"""Controls, signs that turn the direction, and what else is not seen; not joiners and selectors."""
_LOOSE: Final = Pattern(
    r"(?<![\p{L}\p{M}\p{S}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{S}])"
    r"|(?<![\p{S}\p{N}\p{P}])[\ufe0e\ufe0f]"
)
"""Joiners that join nothing, and selectors of nothing: Persian, Hindi and emoji need the others."""
_STACKED: Final = Pattern(rf"(\p{{M}}{{{MARKS}}})\p{{M}}+")
_SEEN: Final = Pattern(r"[\p{L}\p{N}\p{P}\p{S}]")


def clean(text: str) -> str:
    """Return a line as it is shown to others: nothing in it that is not seen, or that spills over.

    Empty where nothing is to be seen.

    >>> clean(" one\\n\\u202etwo\\x00 "), clean("\\u200b \\u2800")
    ('one two', '')
    """
    text = _UNSEEN.compiled.sub("", unicodedata.normalize("NFC", " ".join(text.split())))
    text = " ".join(_STACKED.compiled.sub(r"\1", _LOOSE.compiled.sub("", text)).split())
    return text if _SEEN.compiled.search(text) else ""


def clean_lines(text: str) -> str:
    """Return the same for a text of several lines; empty ones are left out."""
    lines = filter(None, map(clean, text.splitlines()))
    return "\n".join(itertools.islice(lines, LINES))
