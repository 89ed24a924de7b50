"""What may be said at a table, and when?

Fixed phrases and reactions are the same for everyone at any time, so none says anything of a hand.
Free text waits until the deal is over, and is left out where the table agreed to phrases alone.
"""

from __future__ import annotations

from typing import Final

from rebelote.refusals import IllegalAction
from rebelote.server.messages import Say
from rebelote.server.terms import Terms

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
TEXT_LENGTH: Final = 200


def check(said: Say, terms: Terms, in_deal: bool) -> None:
    """Whether this may be said now; IllegalAction where not."""
    if sum(map(bool, (said.phrase, said.reaction, said.text.strip()))) != 1:
        raise IllegalAction("malformed")
    if (said.phrase and said.phrase not in PHRASES) or (
        said.reaction and said.reaction not in REACTIONS
    ):
        raise IllegalAction("malformed")
    if len(said.text) > TEXT_LENGTH:
        raise IllegalAction("too-large")
    if said.text and terms.talk == "phrases":
        raise IllegalAction("phrases-only")
    if said.text and in_deal:
        raise IllegalAction("no-talk-in-deal")
