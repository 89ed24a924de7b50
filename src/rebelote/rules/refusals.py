"""Refusals: what a player reads when something cannot be done, and by which rule.

Every refusal has a code that clients translate (`refusal.<code>` in the catalogues), a sentence in
English, from which `make generated` writes the English catalogue and the documentation, and the
source of its rule. A player's mistake is answered with one of these; a
programmer's mistake raises something else.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Refusal(NamedTuple):
    """The reason of a refusal."""

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
        "Trumps were led: you must play a higher one, as you have one.",
        "french:1 flemish:33",
    ),
    Refusal(
        "must-trump",
        "You cannot follow suit but hold a trump: you must ruff.",
        "french:1 flemish:34 bga:55",
    ),
    Refusal(
        "must-overtrump",
        "The trick has been ruffed: you must overruff, since you can.",
        "ffb:5.2 flemish:33",
    ),
    Refusal(
        "must-undertrump",
        "You cannot overruff, but you must still play a trump.",
        "ffb:5.2 flemish:35",
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
        "wrong-suit", "Those trumps cannot be chosen in this round.", "french:9 flemish:9 bga:10"
    ),
    Refusal(
        "bid-too-low", "A bid must be higher than the one before.", "contree:auction contree:bids"
    ),
    Refusal("same-suit", "The last bidder may bid again only in another suit.", "contree:passes"),
    Refusal("no-such-bid", "That cannot be bid here.", "contree:bids contree:trumps"),
    Refusal("doubled", "That bid is doubled: nobody may bid over it.", "contree:double"),
    Refusal(
        "no-double",
        "Only the other side’s bid can be doubled, and only your own redoubled.",
        "contree:double contree:redouble",
    ),
    Refusal(
        "sun-past-100",
        "A sun can be doubled once, by a side with at most 100 against one with more.",
        "baloot:raises",
    ),
    Refusal(
        "sun-from-100",
        "A sun can be doubled once, by a side with fewer than 100 against one with 100 or more.",
        "baloot:raises question:73",
    ),
    Refusal(
        "no-redeal",
        "Only a hand of just sevens, eights and nines can be redealt.",
        "baloot:kawesh",
    ),
    Refusal(
        "redeal-bought",
        "Somebody has bought: at this table the cards are no longer redealt.",
        "baloot:kawesh",
    ),
    Refusal(
        "not-held", "You do not hold that announcement, or a card would count twice.", "flemish:53"
    ),
    Refusal("too-late-to-announce", "Announcements are made with your first card.", "french:30"),
    Refusal(
        "announce-first",
        "Everybody says in turn what they announce before the first card is played.",
        "bela:announcements",
    ),
    Refusal("no-belote", "That card is not part of your belote.", "flemish:59 bga:63"),
    Refusal(
        "no-akka",
        "Say akka only when leading the highest card left in a plain suit, and not an ace.",
        "baloot:akka",
    ),
    Refusal("nothing-to-show", "You have nothing to show with this card.", "flemish:51 french:30"),
    Refusal("nothing-to-demand", "That player has nothing to show you now.", "french:30"),
    Refusal("no-challenge", "Nobody can be challenged here, or it is too late.", "flemish:67"),
    Refusal("not-an-opponent", "You can only challenge an opponent.", "flemish:67"),
    Refusal("nothing-played", "That player has not played a card yet.", "flemish:67"),
    Refusal(
        "no-misdeal",
        "The table deals, so no misdeal can be declared; in a record, a misdeal comes before "
        "the first card.",
        "french:11",
    ),
    Refusal(
        "no-claim",
        "You can claim the rest only on your lead, and only if you cannot lose a trick, "
        "whatever the others hold.",
        "reading:claims",
    ),
    Refusal("no-claim-asked", "Nobody is asking you to accept a claim.", "reading:claims"),
    Refusal(
        "no-trick-to-win",
        "You cannot win a trick against these cards, so you cannot have them played out.",
        "baloot:sawa question:96",
    ),
    Refusal("no-hint", "There are no hints at this table.", "table"),
    Refusal("one-hint", "One hint at a time: yours is still being worked out.", "table"),
    Refusal("too-many-hints", "That was a lot of hints: wait a little for the next one.", "table"),
    Refusal("needs-network", "This needs an internet connection.", "table"),
    Refusal("helper-busy", "Many players are asking for hints: try again in a moment.", "table"),
    Refusal("bot-failed", "The bot cannot handle this position: it has no advice.", "table"),
    Refusal("review-failed", "This deal could not be reviewed.", "table"),
    Refusal("deal-not-over", "The deal is not over yet.", "french:15"),
    Refusal("match-not-over", "The match is not over yet.", "french:26"),
    Refusal("match-over", "The match is over.", "french:26"),
    Refusal("pack-awaited", "The pack is still being shuffled.", "reading:seals"),
    Refusal("no-pack-awaited", "No pack is waiting for a secret now.", "reading:seals"),
    Refusal("wrong-reveal", "That secret does not match any commitment.", "reading:seals"),
    Refusal("stale", "The table has moved on since: look again.", "table"),
    Refusal(
        "id-used",
        "A message with this id was sent before, and asked for something else.",
        "table",
    ),
    Refusal("malformed", "That message could not be read.", "table"),
    Refusal("too-large", "That message is too large.", "table"),
    Refusal("too-many", "That is too much at once: wait a little.", "table"),
    Refusal("join-first", "Join a table first.", "table"),
    Refusal("not-seated", "Take a seat at the table first.", "table"),
    Refusal("already-seated", "This connection already has a seat at a table.", "table"),
    Refusal("no-such-table", "There is no such table.", "table"),
    Refusal("table-unreadable", "The saved data of this table cannot be read.", "table"),
    Refusal("log-unreadable", "The data saved here cannot be read.", "table"),
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
    Refusal("relations-full", "You cannot mute or block more people.", "table"),
    Refusal("no-request", "This person is not taking requests at the moment.", "table"),
    Refusal("shown-out", "The host has removed you; you cannot come back.", "table"),
    Refusal("nobody-here", "Nobody from this table is here: sit down once somebody is.", "table"),
    Refusal("no-watching", "Watching is not allowed at this table.", "table"),
    Refusal(
        "match-under-way", "A match is in progress: that has to wait until it is over.", "table"
    ),
    Refusal("not-begun", "The match has not started yet.", "table"),
    Refusal("kept-apart", "Somebody here has blocked you, or you have blocked them.", "table"),
    Refusal(
        "no-take-back",
        "Take-backs are only for playing alone with bots in an unrated match, at most a "
        "hundred times.",
        "table",
    ),
    Refusal(
        "nothing-to-take-back", "You have not called or played anything in this deal yet.", "table"
    ),
    Refusal("deal-over", "The deal is over: nothing can be taken back now.", "table"),
    Refusal(
        "no-surrender",
        "This match cannot be given up: it is a deal of the day, or has more than two sides.",
        "table",
    ),
    Refusal("no-pause", "This match cannot be paused.", "table"),
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
        "Names need 2 to 24 letters of one script; digits, spaces and . - ’ too, and & between "
        "words.",
        "table",
    ),
    Refusal(
        "bad-title",
        "Names of evenings, clubs and their players have 1 to 60 characters.",
        "table",
    ),
    Refusal("bad-password", "Passwords need 8 to 128 characters.", "table"),
    Refusal("common-password", "That password is too common: choose another.", "table"),
    Refusal(
        "own-name-password",
        "That password contains your name or address: choose another.",
        "table",
    ),
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
    Refusal("account-first", "That needs an account: guests can create one at any time.", "table"),
    Refusal("no-such-token", "This token is unknown, revoked or expired.", "table"),
    Refusal("token-scope", "The token does not allow this.", "table"),
    Refusal("too-many-tokens", "Your account has reached its limit of tokens or bots.", "table"),
    Refusal(
        "bots-own-tables", "A bot account may sit only at its own tables and its owner’s.", "table"
    ),
    Refusal("no-push", "This server sends no notifications.", "table"),
    Refusal(
        "bad-push-service", "This server cannot notify browsers through that service.", "table"
    ),
    Refusal("admins-only", "Only an administrator may do that.", "table"),
    Refusal("no-such-report", "There is no such report.", "table"),
    Refusal("no-such-measure", "There is no such sanction, or it has ended.", "table"),
    Refusal("no-such-pair", "There is no such pair above the threshold.", "table"),
    Refusal(
        "answer-first",
        "Ask both players first: rating is given back once both have answered, or after a week.",
        "table",
    ),
    Refusal("no-such-question", "You were not asked about that, or it has been decided.", "table"),
    Refusal("no-such-person", "There is no such person.", "table"),
    Refusal("no-such-portrait", "There is no such portrait.", "table"),
    Refusal("no-such-match", "There is no such match.", "table"),
    Refusal(
        "wrong-match-record",
        "This is not a complete, legal record of a match against bots.",
        "table",
    ),
    Refusal(
        "offline-full",
        "The server has no room for more offline matches: upload yours later. Accounts have "
        "more room.",
        "table",
    ),
    Refusal("no-record", "That is not a legal match record.", "table"),
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
        "You have reached your limit of moves and comments here: take some back first.",
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
        "wrong-media-type", "The request body must be JSON, sent as application/json.", "table"
    ),
    Refusal("closing", "The server is closing for maintenance: no new match can start.", "table"),
    Refusal("played-today", "You have already played this deal of the day.", "table"),
    Refusal("not-in-league", "Join the league first: only its members play its deals.", "table"),
    Refusal("league-full", "This league is full this month: join it in the next.", "table"),
    Refusal(
        "new-account",
        "Accounts can play in leagues from the day after they were created (UTC).",
        "table",
    ),
    Refusal(
        "file-damaged", "The server’s database is damaged: its operator has to repair it.", "table"
    ),
    Refusal(
        "told-tomorrow", "The deal of the day is revealed once the day is over (UTC).", "table"
    ),
    Refusal("told-later", "This deal is revealed once every table has played it.", "table"),
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
    Refusal("points-impossible", "No tricks add up to that many points.", "french:20-21"),
    Refusal("no-such-contract", "These rules have no such contract.", "french:9 contree:bids"),
    Refusal("no-such-bonus", "Under these rules no announcement is worth that.", "french:26"),
    Refusal("game-sum", "These two totals are impossible for a game: add them up again.", "table"),
    Refusal("no-such-team", "There is no team with that number.", "table"),
    Refusal("scores-missing", "Scores of this round are still missing.", "table"),
    Refusal(
        "phrase-first", "Give a phrase from the room first: the draw follows from it.", "table"
    ),
    Refusal("too-few-teams", "There are too few teams for this draw.", "table"),
    Refusal(
        "place-fixed",
        "An evening in a hall cannot be moved online, nor the other way round.",
        "table",
    ),
    Refusal(
        "rounds-drawn",
        "Rounds have been drawn: only changes that leave them as they are can be made.",
        "table",
    ),
    Refusal(
        "draw-stands",
        "A draw can be undone until a result of its round is entered; a draw online stands.",
        "table",
    ),
    Refusal(
        "twice-in-round",
        "In a round a team sits in one place, and it never meets itself.",
        "table",
    ),
    Refusal(
        "wrong-sides",
        "These teams cannot meet at this table: both sides need as many players as in the format, "
        "and in a duplicate its movement says who meets.",
        "table",
    ),
    Refusal("reason-missing", "Say in a few words why: the hall reads it.", "table"),
    Refusal(
        "table-played",
        "One of these tables has a result already: say whether it stays or is taken back.",
        "table",
    ),
    Refusal(
        "result-stands", "This game has a result already; a secretary can correct it.", "table"
    ),
    Refusal("no-result", "This game has no result to delete.", "table"),
    Refusal(
        "joined-by-link",
        "Players join an evening online with its link; they are not entered by a secretary.",
        "table",
    ),
    Refusal(
        "played-in-hall",
        "This evening is played in a hall: its secretary enters the players.",
        "table",
    ),
    Refusal(
        "dealt-by-server",
        "The server deals the cards of an evening online; nobody lays them out.",
        "table",
    ),
    Refusal("not-undoable", "This entry of the log cannot be undone.", "table"),
    Refusal(
        "founded-once",
        "A club or an evening is created once, by the first entry of its log.",
        "table",
    ),
    Refusal("no-more-rounds", "All rounds have been drawn.", "table"),
    Refusal(
        "entries-closed",
        "Entries are closed: the draw has been made, or the evening is full.",
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
    Refusal(
        "sent-out",
        "A secretary of this evening has sent you away; you cannot come back.",
        "table",
    ),
    Refusal(
        "members-only",
        "Only members of the club take part in this evening: ask its secretary for the link.",
        "table",
    ),
    Refusal(
        "joined-too-often",
        "You have joined and left too often: ask a secretary to enter you again.",
        "table",
    ),
    Refusal("event-full", "The log of this evening is full.", "table"),
    Refusal(
        "too-many-events",
        "You have reached the limit of evenings: delete one first.",
        "table",
    ),
    Refusal("too-many-secretaries", "No more secretaries can be added.", "table"),
    Refusal("no-such-club", "There is no such club, member or season: check the address.", "table"),
    Refusal(
        "member-known",
        "Another member already has this name: choose a different one.",
        "table",
    ),
    Refusal(
        "event-table",
        "This table belongs to a club evening, which decides who sits here and what comes next.",
        "table",
    ),
    Refusal("club-full", "The club cannot have any more of these.", "table"),
    Refusal(
        "season-too-long",
        "These evenings are more than one season can count: make two seasons of them.",
        "table",
    ),
    Refusal(
        "too-many-clubs",
        "You have reached the limit of clubs: delete one first.",
        "table",
    ),
    Refusal(
        "file-broken",
        "This is not a file of an evening or a club that Rebelote has saved, or it is damaged.",
        "table",
    ),
    Refusal(
        "file-newer",
        "A newer Rebelote has saved this file: update this one first.",
        "table",
    ),
    Refusal(
        "file-too-large",
        "A file of an evening or a club has 4 MB at most.",
        "table",
    ),
    Refusal(
        "file-later",
        "Tables have yet to play deals of this evening, so its results are secret: "
        "save it as a file afterwards.",
        "table",
    ),
    Refusal(
        "wrong-sheet",
        "This recovery sheet is not valid: a newer one was printed, or it was made invalid.",
        "table",
    ),
    Refusal("wrong-slip", "This slip is not for a current game: ask the secretary.", "table"),
    Refusal(
        "wrong-card",
        "This code belongs to no team of this evening: ask the secretary.",
        "table",
    ),
    Refusal(
        "no-address",
        "Phones cannot reach this address: give the one that this computer has in its network.",
        "table",
    ),
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
        "You can confirm three e-mail addresses a day, and one network twenty: try again tomorrow.",
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
        "This table is stuck: play, or come back, and the server tries again.",
        "table",
    ),
    Refusal("saving-delayed", "The server cannot save just now: moves wait until it can.", "table"),
    Refusal(
        "result-delayed", "The result has not been saved yet: the server keeps trying.", "table"
    ),
)

REFUSALS: Final = {refusal.code: refusal for refusal in _ALL}


class IllegalActionError(Exception):
    """A player's action that the rules refuse; carries the `refusal`."""

    def __init__(self, code: str) -> None:
        self.refusal = REFUSALS[code]
        super().__init__(f"{self.refusal.sentence} ({self.refusal.code}; {self.refusal.rule})")

    def __reduce__(self) -> tuple[type[IllegalActionError], tuple[str]]:
        """Return the form in which a worker process passes it on."""
        return IllegalActionError, (self.refusal.code,)
