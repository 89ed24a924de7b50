"""Refusals: what a player reads when something cannot be done, and by which rule.

Every refusal has a code that clients translate (`refusal.<code>` in the catalogues), a sentence in
English, from which `make generated` writes the English catalogue and the documentation, and the
source of its rule. A player's mistake is answered with one of these; a
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
        "must-follow",
        "You hold the suit that was led: you must follow it.",
        "french:1 flemish:32 bga:55",
    ),
    Refusal(
        "must-rise",
        "Trump was led: you must play a higher one, since you hold it.",
        "french:1 flemish:33",
    ),
    Refusal(
        "must-trump",
        "You cannot follow suit and hold a trump: you must ruff.",
        "french:1 flemish:34 bga:55",
    ),
    Refusal(
        "must-overtrump",
        "The trick has been ruffed: you must overruff, since you can.",
        "ffb:5.2 flemish:33",
    ),
    Refusal(
        "must-undertrump", "You cannot overruff, but must still play a trump.", "ffb:5.2 flemish:35"
    ),
    Refusal(
        "no-undertrump", "You may not play a trump that does not win the trick.", "ffb-contree:5.2"
    ),
    Refusal("king-before-queen", "Belote: the king must be played before the queen.", "flemish:59"),
    Refusal("no-lead", "You may not lead that card while you hold others.", "reading:obligations"),
    Refusal("not-your-card", "That card is not in your hand.", "french:14-16"),
    Refusal("not-your-turn", "It is not your turn.", "french:9,14-16"),
    Refusal("not-now", "You cannot do that at this point of the deal.", "french:4-16"),
    Refusal(
        "cut-too-thin", "Each packet of the cut must have enough cards.", "french:5 flemish:37"
    ),
    Refusal(
        "packets-unknown",
        "The cards cannot be dealt in these packets here.",
        "french:8 contree:deal",
    ),
    Refusal(
        "wrong-suit", "That trump cannot be chosen in this round.", "french:9 flemish:9 bga:10"
    ),
    Refusal(
        "bid-too-low", "A bid must be higher than the one before.", "contree:auction contree:bids"
    ),
    Refusal("same-suit", "Whoever bid last may only change the suit.", "contree:passes"),
    Refusal("no-such-bid", "That cannot be bid here.", "contree:bids contree:trumps"),
    Refusal("doubled", "That bid is doubled: nobody may bid over it.", "contree:double"),
    Refusal(
        "no-double",
        "Only the other side’s bid can be doubled, and only your own redoubled.",
        "contree:double contree:redouble",
    ),
    Refusal(
        "no-redeal",
        "Only a hand of nothing but sevens, eights and nines is dealt again, before anybody has "
        "bought.",
        "baloot:kawesh",
    ),
    Refusal(
        "not-held", "You do not hold that announcement, or a card would count twice.", "flemish:53"
    ),
    Refusal("too-late-to-announce", "Announcements are made with your first card.", "french:30"),
    Refusal("no-belote", "That card is not part of a belote of yours.", "flemish:59 bga:63"),
    Refusal(
        "no-akka",
        "Akka is said of the highest card left of a plain suit, no ace, as it is led.",
        "baloot:akka",
    ),
    Refusal("nothing-to-show", "You have nothing to show with this card.", "flemish:51 french:30"),
    Refusal("nothing-to-demand", "That player has nothing to show you now.", "french:30"),
    Refusal("no-challenge", "Nobody can be challenged here, or it is too late.", "flemish:67"),
    Refusal("not-an-opponent", "You can only challenge an opponent.", "flemish:67"),
    Refusal("nothing-played", "That player has not played a card yet.", "flemish:67"),
    Refusal(
        "no-misdeal",
        "The table deals the cards, so no misdeal can be called; in a record it stands before the "
        "first card.",
        "french:11",
    ),
    Refusal(
        "no-claim",
        "You can claim the rest on your lead if no trick can be lost, whatever the others hold.",
        "reading:claims",
    ),
    Refusal("no-claim-asked", "Nobody is asking you to accept a claim.", "reading:claims"),
    Refusal("no-hint", "There are no hints at this table.", "table"),
    Refusal("one-hint", "One hint at a time: yours is still being worked out.", "table"),
    Refusal("too-many-hints", "That was a lot of hints: wait a little for the next one.", "table"),
    Refusal("needs-network", "This needs the network.", "table"),
    Refusal("helper-busy", "Many players are asking for hints: try again in a moment.", "table"),
    Refusal("bot-failed", "The bot fails at this position: it has no advice.", "table"),
    Refusal("review-failed", "The review of this deal fails: there is none to show.", "table"),
    Refusal("deal-not-over", "The deal is not over yet.", "french:15"),
    Refusal("match-not-over", "The match is not over yet.", "french:26"),
    Refusal("match-over", "The match is over.", "french:26"),
    Refusal("pack-awaited", "The pack is still being shuffled.", "reading:seals"),
    Refusal("no-pack-awaited", "No pack is waiting for a secret any more.", "reading:seals"),
    Refusal("wrong-reveal", "That secret does not match any commitment.", "reading:seals"),
    Refusal("stale", "The table has moved on since: look again.", "table"),
    Refusal("malformed", "That message could not be read.", "table"),
    Refusal("too-large", "That message is too large.", "table"),
    Refusal("too-many", "That is too much at once: wait a little.", "table"),
    Refusal("join-first", "Join a table first.", "table"),
    Refusal("not-seated", "Take a seat at the table first.", "table"),
    Refusal("already-seated", "This connection already has a seat at a table.", "table"),
    Refusal("no-such-table", "There is no such table.", "table"),
    Refusal("table-unreadable", "The saved data of this table cannot be read.", "table"),
    Refusal("who-are-you", "Say who you are first: a guest name is enough.", "table"),
    Refusal("not-yours", "Only the player in that seat may do that.", "table"),
    Refusal("not-the-host", "Only the host may do that.", "table"),
    Refusal("no-such-seat", "There is no such seat at this table.", "table"),
    Refusal(
        "other-protocol",
        "This page and the server have different versions: reload it. You keep your seat.",
        "table",
    ),
    Refusal("seat-empty", "A seat is still free: somebody has to take it first.", "table"),
    Refusal("seat-taken", "That seat is taken.", "table"),
    Refusal("not-invited", "This table is only for friends of the host.", "table"),
    Refusal("not-friends", "You are not friends.", "table"),
    Refusal("friends-full", "Your list of friends or of open requests is full.", "table"),
    Refusal("no-request", "This person takes no requests now.", "table"),
    Refusal("shown-out", "The host has removed you; you cannot come back.", "table"),
    Refusal("nobody-here", "Nobody from this table is here: sit down once somebody is.", "table"),
    Refusal("no-watching", "Watching is not allowed at this table.", "table"),
    Refusal(
        "match-under-way", "A match is in progress: that has to wait until it is over.", "table"
    ),
    Refusal("not-begun", "The match has not started yet.", "table"),
    Refusal("kept-apart", "Somebody here has blocked you, or you them.", "table"),
    Refusal(
        "no-take-back",
        "Only who plays alone with bots, in a match that is not rated, may take back a call or a "
        "card, and a hundred times at most.",
        "table",
    ),
    Refusal("nothing-to-take-back", "You have called or played nothing in this deal yet.", "table"),
    Refusal("deal-over", "The deal is over: nothing is taken back any more.", "table"),
    Refusal(
        "no-surrender",
        "This match cannot be given up: it is a deal of the day, or has more than two sides.",
        "table",
    ),
    Refusal("no-pause", "A quick match cannot be paused.", "table"),
    Refusal(
        "no-more-time", "Extra time is given once a deal, to the player whose turn it is.", "table"
    ),
    Refusal("phrases-only", "Only the fixed phrases may be used at this table.", "table"),
    Refusal(
        "no-talk-in-deal", "Only the fixed phrases may be used while a deal is played.", "table"
    ),
    Refusal("muted", "You may not chat here for the time being.", "table"),
    Refusal("banned", "You may not play here for the time being.", "table"),
    Refusal("name-taken", "Somebody else has that name, or one that looks like it.", "table"),
    Refusal(
        "reserved-name",
        "That name is reserved for bots or administrators: add something to it.",
        "table",
    ),
    Refusal(
        "bad-name",
        "A name has 2 to 24 letters of one script; digits, spaces and . - ’ too, and & between "
        "words.",
        "table",
    ),
    Refusal("bad-password", "A password has 8 to 128 characters.", "table"),
    Refusal("common-password", "That password is too common: choose another.", "table"),
    Refusal("wrong-login", "The name or the password is wrong.", "table"),
    Refusal("no-mail", "This server sends no mail.", "table"),
    Refusal("bad-address", "That is not an e-mail address.", "table"),
    Refusal("address-full", "That e-mail address belongs to five accounts already.", "table"),
    Refusal("link-expired", "The link has expired, or has been used already.", "table"),
    Refusal(
        "wrong-recovery-code",
        "The name or the recovery code is wrong, or the code has been used.",
        "table",
    ),
    Refusal("password-expired", "That temporary password was valid for three days only.", "table"),
    Refusal("have-account", "You already have an account.", "table"),
    Refusal("no-such-session", "That session no longer exists.", "table"),
    Refusal("account-first", "That needs an account: a guest can make one at any time.", "table"),
    Refusal("no-such-token", "This token is unknown, revoked or expired.", "table"),
    Refusal("token-scope", "The token does not allow this.", "table"),
    Refusal("too-many-tokens", "You have as many tokens or bots as an account may have.", "table"),
    Refusal("bots-own-tables", "A bot account sits at its own and its owner's tables.", "table"),
    Refusal("no-push", "This server sends no notifications.", "table"),
    Refusal("bad-push-service", "This server does not notify browsers by that service.", "table"),
    Refusal("admins-only", "Only an administrator may do that.", "table"),
    Refusal("no-such-report", "There is no such report.", "table"),
    Refusal("no-such-measure", "There is no such sanction, or it has ended.", "table"),
    Refusal("no-such-pair", "There is no such pair above the threshold.", "table"),
    Refusal(
        "answer-first",
        "Ask both players first: points are given back once both have answered, or after a week.",
        "table",
    ),
    Refusal("no-such-question", "You were not asked about that, or it has been decided.", "table"),
    Refusal("no-such-person", "There is no such person.", "table"),
    Refusal("no-such-portrait", "There is no such portrait.", "table"),
    Refusal("no-such-match", "There is no such match.", "table"),
    Refusal(
        "wrong-match-record",
        "This is not the record of a whole match against bots that follows the rules.",
        "table",
    ),
    Refusal(
        "offline-full",
        "The server has no room for more matches played without a network: hand yours in later. "
        "With an account there is more room.",
        "table",
    ),
    Refusal("no-record", "That is not the record of a match that follows the rules.", "table"),
    Refusal(
        "slow-record",
        "Reading this record took longer than the server allows: try a shorter one.",
        "table",
    ),
    Refusal("no-such-step", "This deal has no such step.", "table"),
    Refusal("no-such-replay", "There is no such shared replay.", "table"),
    Refusal(
        "replay-full",
        "So many people are looking at this match that there is no room for more.",
        "table",
    ),
    Refusal(
        "replay-lines-full",
        "There is no room for more moves or comments here until some are taken back.",
        "table",
    ),
    Refusal(
        "your-lines-full",
        "You have as many moves and comments here as one person may: take some back first.",
        "table",
    ),
    Refusal(
        "not-your-comment",
        "Only the person who wrote that, the host or an administrator can take it back.",
        "table",
    ),
    Refusal("not-in-pack", "That card is not in the pack of this game.", "table"),
    Refusal("card-twice", "A card cannot be in two places.", "table"),
    Refusal("wrong-hand-size", "Every hand must have as many cards as the rules deal.", "table"),
    Refusal(
        "wrong-turned-card",
        "The turned card must be in one of the hands; where none is turned, name none.",
        "table",
    ),
    Refusal(
        "private-match", "This match was private: only those who played may look at it.", "table"
    ),
    Refusal("foreign-origin", "That request came from another site’s page.", "table"),
    Refusal(
        "wrong-media-type", "The body of a request is JSON, sent as application/json.", "table"
    ),
    Refusal("closing", "The server is closing for maintenance: no new match starts.", "table"),
    Refusal("played-today", "You have already played this deal of the day.", "table"),
    Refusal("not-in-league", "Join the league first: only its members play its deals.", "table"),
    Refusal("league-full", "This league is full this month: join it in the next.", "table"),
    Refusal(
        "new-account",
        "An account plays in leagues from the day after it was created (UTC).",
        "table",
    ),
    Refusal(
        "file-damaged", "The server’s database is damaged: its operator has to repair it.", "table"
    ),
    Refusal(
        "told-tomorrow", "The deal of the day is revealed once the day is over (UTC).", "table"
    ),
    Refusal("wrong-options", "These rules cannot be combined.", "table"),
    Refusal(
        "match-too-long",
        "That match could take over 100 deals: play for fewer points or games.",
        "table",
    ),
    Refusal(
        "points-sum", "The points of the sides do not add up to those of the deal.", "french:20-21"
    ),
    Refusal("points-missing", "The points of the tricks are missing.", "french:20-21"),
    Refusal("points-impossible", "No tricks count so many points.", "french:20-21"),
    Refusal("no-such-contract", "These rules know no such contract.", "french:9 contree:bids"),
    Refusal("no-such-bonus", "By these rules nothing that is announced counts that.", "french:26"),
    Refusal("game-sum", "The two totals cannot be those of a game: add them up again.", "table"),
    Refusal("no-such-team", "There is no team with that number.", "table"),
    Refusal("scores-missing", "Scores of this round are still missing.", "table"),
    Refusal("too-few-teams", "There are too few teams for this draw.", "table"),
    Refusal("no-more-rounds", "All rounds have been drawn.", "table"),
    Refusal(
        "entries-closed",
        "Nobody can enter any more: the draw is made, or the evening is full.",
        "table",
    ),
    Refusal("no-such-event", "There is no such evening: check the address.", "table"),
    Refusal(
        "not-a-secretary",
        "Only a secretary can do that: open the secretaries’ link first.",
        "table",
    ),
    Refusal(
        "not-your-role",
        "Your role here does not include that: ask a secretary, or the owner.",
        "table",
    ),
    Refusal(
        "changed-meanwhile",
        "Another secretary has changed this in the meantime: look at it again.",
        "table",
    ),
    Refusal("event-full", "The log of this evening is full.", "table"),
    Refusal(
        "too-many-events",
        "You keep as many evenings as there may be: delete one first.",
        "table",
    ),
    Refusal("too-many-secretaries", "There are as many secretaries as there may be.", "table"),
    Refusal("no-such-club", "There is no such club, member or season: check the address.", "table"),
    Refusal(
        "member-known",
        "Another member already has this name: give each a name that differs.",
        "table",
    ),
    Refusal(
        "event-table",
        "This table belongs to an evening of a club, which decides who sits here and what follows.",
        "table",
    ),
    Refusal("club-full", "The club has as many of these as there may be.", "table"),
    Refusal(
        "too-many-clubs",
        "You keep as many clubs as there may be: delete one first.",
        "table",
    ),
    Refusal("wrong-slip", "This slip is of no game that is drawn now: ask the secretary.", "table"),
    Refusal("no-such-page", "There is nothing at this address.", "table"),
    Refusal("unknown-op", "There is no such request; `hello` lists them all.", "engine"),
    Refusal("wrong-field", "A field of the request is missing or wrong.", "engine"),
    Refusal("impossible-position", "That position cannot occur.", "engine"),
    Refusal("no-such-game", "There is no such game, or it is over.", "engine"),
    Refusal("no-kernel", "The solver was not built on this machine.", "engine"),
    Refusal("broken-record", "The record cannot be replayed beyond this point.", "engine"),
    Refusal("engine-fault", "This is a bug in Rebelote: please report it.", "engine"),
    Refusal(
        "too-many-guesses",
        "There were too many wrong passwords for this name. Sign in where you did before, use a "
        "recovery code, or try again in ten minutes.",
        "table",
    ),
    Refusal(
        "too-many-addresses",
        "Three e-mail addresses a day can be asked to confirm themselves, and twenty from one "
        "network: try again tomorrow.",
        "table",
    ),
    Refusal(
        "mail-full",
        "The server has no room for more mail at the moment: try again later.",
        "table",
    ),
    Refusal(
        "too-many-sockets",
        "You have the game open in too many windows: close one of them.",
        "table",
    ),
    Refusal(
        "too-many-tables",
        "You have too many tables open: leave one, and try again in a minute.",
        "table",
    ),
    Refusal(
        "network-full", "Too many people are connected from your network: try again soon.", "table"
    ),
    Refusal("wrong-host", "This server is reached at another address.", "table"),
    Refusal("too-slow", "The request took too long to arrive: try again.", "table"),
    Refusal(
        "server-error",
        "Something went wrong on the server. Its operator can find it in the log by this number:",
        "table",
    ),
    Refusal("server-busy", "The table could not save this: try again.", "table"),
    Refusal("table-delayed", "This table cannot go on just now: the server keeps trying.", "table"),
    Refusal(
        "table-stopped",
        "This table could not go on: act, or come again, to have it tried.",
        "table",
    ),
    Refusal("saving-delayed", "The server cannot save just now: moves wait until it can.", "table"),
    Refusal("result-delayed", "The result is not written yet: the server keeps trying.", "table"),
)

REFUSALS: Final = {refusal.code: refusal for refusal in _ALL}


class IllegalActionError(Exception):
    """A player's action that the rules refuse; carries the `refusal`."""

    def __init__(self, code: str) -> None:
        self.refusal = REFUSALS[code]
        super().__init__(f"{self.refusal.sentence} ({self.refusal.code}; {self.refusal.rule})")

    def __reduce__(self) -> tuple[type[IllegalActionError], tuple[str]]:
        """How it is passed from a worker process."""
        return IllegalActionError, (self.refusal.code,)
