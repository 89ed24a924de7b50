"""What may a player be told when something cannot be done, and which rule says so?

Every refusal has a code that clients translate (`refusal.<code>` in the catalogues), a sentence in
English, and the source of its rule. A player's mistake is answered with one of these; a
programmer's mistake raises something else.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Refusal(NamedTuple):
    """Why something was refused."""

    code: str
    sentence: str
    rule: str


_ALL = (
    Refusal(
        "must-follow", "You hold the suit that was led: follow it.", "french:1 flemish:32 bga:55"
    ),
    Refusal(
        "must-rise", "Trump was led: play a higher one, for you hold it.", "french:1 flemish:33"
    ),
    Refusal(
        "must-trump", "You cannot follow and hold a trump: ruff.", "french:1 flemish:34 bga:55"
    ),
    Refusal("must-overtrump", "The trick is ruffed: overruff, for you can.", "ffb:5.2 flemish:33"),
    Refusal("must-undertrump", "You cannot overruff, but must play a trump.", "ffb:5.2 flemish:35"),
    Refusal("no-undertrump", "You may not play a trump that does not win.", "ffb-contree:5.2"),
    Refusal("king-before-queen", "Belote: the king is played before the queen.", "flemish:59"),
    Refusal("not-your-card", "That card is not in your hand.", "french:14-16"),
    Refusal("not-your-turn", "It is not your turn.", "french:9,14-16"),
    Refusal("not-now", "That cannot be done at this point of the deal.", "french:4-16"),
    Refusal("cut-too-thin", "Each packet of the cut must be large enough.", "french:5 flemish:37"),
    Refusal("packets-unknown", "The first five cards are dealt 3 then 2, or 2 then 3.", "french:8"),
    Refusal(
        "wrong-suit", "That trump may not be named in this round.", "french:9 flemish:9 bga:10"
    ),
    Refusal(
        "not-held", "You do not hold what you announce, or a card would count twice.", "flemish:53"
    ),
    Refusal("too-late-to-announce", "Announcements are named with one's first card.", "french:30"),
    Refusal(
        "no-belote", "That card is no king or queen of a belote of yours.", "flemish:59 bga:63"
    ),
    Refusal(
        "nothing-to-show", "Nothing of yours can be shown with this card.", "flemish:51 french:30"
    ),
    Refusal("nothing-to-demand", "That player has nothing to show you now.", "french:30"),
    Refusal("no-challenge", "Nobody can be challenged here, or not any more.", "flemish:67"),
    Refusal("not-an-opponent", "Only an opponent can be challenged.", "flemish:67"),
    Refusal("nothing-played", "That player has not played a card yet.", "flemish:67"),
    Refusal("no-misdeal", "A misdeal can only be told here before the first card.", "french:11"),
    Refusal("no-hint", "Nobody helps at this table.", "table"),
    Refusal("one-hint", "One hint at a time: yours is still being thought about.", "table"),
    Refusal("too-many-hints", "That was a lot of hints; wait a little for the next one.", "table"),
    Refusal("helper-busy", "Many ask for a hint just now; try again in a moment.", "table"),
    Refusal("deal-not-over", "The deal is not over yet.", "french:15"),
    Refusal("match-not-over", "The match is not over yet.", "french:26"),
    Refusal("match-over", "The match is over.", "french:26"),
    Refusal("pack-awaited", "The pack is still being shuffled.", "reading:seals"),
    Refusal("no-pack-awaited", "No pack waits for a secret any more.", "reading:seals"),
    Refusal("wrong-reveal", "Nobody promised that secret.", "reading:seals"),
    Refusal("stale", "The table has moved on since; look again.", "table"),
    Refusal("malformed", "That message could not be read.", "table"),
    Refusal("too-large", "That message is too large.", "table"),
    Refusal("too-many", "That is too much at once; wait a little.", "table"),
    Refusal("join-first", "Come to a table first: the first message is join.", "table"),
    Refusal("not-seated", "Sit down at the table first.", "table"),
    Refusal("already-seated", "This connection sits at a table already.", "table"),
    Refusal("no-such-table", "There is no such table.", "table"),
    Refusal("table-unreadable", "What is kept of this table cannot be read.", "table"),
    Refusal("who-are-you", "Say first who you are: a guest's name is enough.", "table"),
    Refusal("not-yours", "Only its own player may do that.", "table"),
    Refusal("not-the-host", "Only the host of the table may do that.", "table"),
    Refusal("no-such-seat", "There is no such seat at this table.", "table"),
    Refusal("other-protocol", "This page is not of the server's version: load it again.", "table"),
    Refusal("seat-empty", "A seat is free; let somebody sit down first.", "table"),
    Refusal("seat-taken", "Somebody sits there.", "table"),
    Refusal("not-invited", "This table is for the friends of its host.", "table"),
    Refusal("shown-out", "The host of this table has sent you away.", "table"),
    Refusal("nobody-here", "Nobody of this table is here; sit down once somebody is.", "table"),
    Refusal("no-watching", "Nobody may watch this table.", "table"),
    Refusal("match-under-way", "A match is under way; that waits until it is over.", "table"),
    Refusal("not-begun", "The match has not begun yet.", "table"),
    Refusal("kept-apart", "Somebody at this table does not want to meet you.", "table"),
    Refusal("no-pause", "A table of the quick match is not paused.", "table"),
    Refusal("no-more-time", "More time is given once a deal, to the one who is to act.", "table"),
    Refusal("phrases-only", "At this table only the fixed phrases are said.", "table"),
    Refusal("no-talk-in-deal", "While cards are played, only the fixed phrases are said.", "table"),
    Refusal("muted", "You may not speak here for the time being.", "table"),
    Refusal("banned", "You may not play here for the time being.", "table"),
    Refusal("name-taken", "Somebody else has that name, or one that looks like it.", "table"),
    Refusal("reserved-name", "That name is a bot's or the keepers'; add something to it.", "table"),
    Refusal("bad-name", "A name has 2 to 24 letters of one script; figures, . - ’ too.", "table"),
    Refusal("bad-password", "A password has at least 8 characters and at most 128.", "table"),
    Refusal("common-password", "That password is among those everybody tries first.", "table"),
    Refusal("wrong-login", "That name and password do not belong together.", "table"),
    Refusal("password-expired", "That password was given for three days only.", "table"),
    Refusal("have-account", "You have an account already.", "table"),
    Refusal("no-such-session", "That session is no more.", "table"),
    Refusal("admins-only", "Only an admin may do that.", "table"),
    Refusal("no-such-report", "There is no such report.", "table"),
    Refusal("no-such-measure", "There is no such measure, or not any more.", "table"),
    Refusal("no-such-person", "There is no such person.", "table"),
    Refusal("foreign-origin", "That was asked from another site's page.", "table"),
    Refusal("closing", "The server closes for maintenance; no new match begins.", "table"),
    Refusal("played-today", "You have played the deal of this day.", "table"),
    Refusal("file-damaged", "The server's file is damaged; its keeper must see to it.", "table"),
    Refusal("told-tomorrow", "The deal of the day is told once the day is over (UTC).", "table"),
    Refusal("wrong-options", "These rules cannot be played together.", "table"),
    Refusal(
        "match-too-long",
        "That match could take over 100 deals; play for fewer points or games.",
        "table",
    ),
    Refusal("no-such-page", "There is nothing at this address.", "table"),
    Refusal("unknown-op", "There is no such request; `hello` lists all.", "engine"),
    Refusal("wrong-field", "A field of the request is missing or wrong.", "engine"),
    Refusal("impossible-position", "Such a position cannot come up.", "engine"),
    Refusal("no-such-game", "There is no such game, or not any more.", "engine"),
    Refusal("no-kernel", "The solver was not built on this machine.", "engine"),
    Refusal("broken-record", "The record cannot be played from here on.", "engine"),
    Refusal("engine-fault", "This is our fault: please report it.", "engine"),
    Refusal("too-many-guesses", "Too many wrong passwords for this name from elsewhere.", "table"),
    Refusal("too-many-sockets", "You have this game open too often: close a window.", "table"),
    Refusal("too-many-tables", "You have enough tables open: leave one, wait a minute.", "table"),
    Refusal("network-full", "Too many are here from your network; try again soon.", "table"),
    Refusal("wrong-host", "This server answers under another address.", "table"),
    Refusal("too-slow", "That did not arrive whole in time; try again.", "table"),
    Refusal("server-error", "This is our fault; the server's log has it by this number.", "table"),
    Refusal("server-busy", "The table could not write this down; try again.", "table"),
)

REFUSALS: Final = {refusal.code: refusal for refusal in _ALL}


class IllegalAction(Exception):
    """A player's action that the rules refuse; carries the `refusal`."""

    def __init__(self, code: str) -> None:
        self.refusal = REFUSALS[code]
        super().__init__(f"{self.refusal.sentence} ({self.refusal.code}; {self.refusal.rule})")

    def __reduce__(self) -> tuple[type[IllegalAction], tuple[str]]:
        """How it is passed from a worker process."""
        return IllegalAction, (self.refusal.code,)
