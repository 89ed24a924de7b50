// Written by `python -m rebelote.server.typescript` from the server's own; do not edit.

/** The rule sets, the usual one first. */
export const PRESETS = ["french", "french-plain", "bga", "flemish", "flemish3", "coinche", "bga-coinche", "cannes-2016", "coinchons", "exoty-coinche", "ffb-coinchee-2015", "ffb-contree-2016", "iscool-coinche", "montpellier-2016", "pagat-coinche", "stephanoise-1996", "bulgarian", "klaverjas-rotterdam-nku", "klaverjas-amsterdam-kbn", "klaverjas-forehand"] as const;

/** What a page asks of each rule set. */
export const PRESET_FACTS = {
  "french": {"players": 4, "hand_size": 8, "left_out": "", "auction": "turned", "turns_up": true, "round3": "none", "no_suit_bids": "none", "no_suit_points": "scaled", "target": 1000, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false},
  "french-plain": {"players": 4, "hand_size": 8, "left_out": "", "auction": "turned", "turns_up": true, "round3": "none", "no_suit_bids": "none", "no_suit_points": "scaled", "target": 1000, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false},
  "bga": {"players": 4, "hand_size": 8, "left_out": "", "auction": "turned", "turns_up": true, "round3": "all_or_no_trump", "no_suit_bids": "none", "no_suit_points": "scaled", "target": 1000, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false},
  "flemish": {"players": 4, "hand_size": 8, "left_out": "", "auction": "turned", "turns_up": true, "round3": "none", "no_suit_bids": "none", "no_suit_points": "scaled", "target": 101, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false},
  "flemish3": {"players": 3, "hand_size": 10, "left_out": "7S 7C", "auction": "turned", "turns_up": true, "round3": "none", "no_suit_bids": "none", "no_suit_points": "scaled", "target": 101, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false},
  "coinche": {"players": 4, "hand_size": 8, "left_out": "", "auction": "rising", "turns_up": false, "round3": "none", "no_suit_bids": "both", "no_suit_points": "scaled", "target": 1000, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false},
  "bga-coinche": {"players": 4, "hand_size": 8, "left_out": "", "auction": "rising", "turns_up": false, "round3": "none", "no_suit_bids": "both", "no_suit_points": "scaled", "target": 2000, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false},
  "cannes-2016": {"players": 4, "hand_size": 8, "left_out": "", "auction": "rising", "turns_up": false, "round3": "none", "no_suit_bids": "none", "no_suit_points": "scaled", "target": 2001, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false},
  "coinchons": {"players": 4, "hand_size": 8, "left_out": "", "auction": "rising", "turns_up": false, "round3": "none", "no_suit_bids": "none", "no_suit_points": "scaled", "target": 2000, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false},
  "exoty-coinche": {"players": 4, "hand_size": 8, "left_out": "", "auction": "rising", "turns_up": false, "round3": "none", "no_suit_bids": "both", "no_suit_points": "scaled", "target": 2000, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false},
  "ffb-coinchee-2015": {"players": 4, "hand_size": 8, "left_out": "", "auction": "rising", "turns_up": false, "round3": "none", "no_suit_bids": "none", "no_suit_points": "scaled", "target": 2000, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": true},
  "ffb-contree-2016": {"players": 4, "hand_size": 8, "left_out": "", "auction": "rising", "turns_up": false, "round3": "none", "no_suit_bids": "none", "no_suit_points": "scaled", "target": 2000, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false},
  "iscool-coinche": {"players": 4, "hand_size": 8, "left_out": "", "auction": "rising", "turns_up": false, "round3": "none", "no_suit_bids": "both", "no_suit_points": "scaled", "target": 1000, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false},
  "montpellier-2016": {"players": 4, "hand_size": 8, "left_out": "", "auction": "rising", "turns_up": false, "round3": "none", "no_suit_bids": "none", "no_suit_points": "scaled", "target": 2000, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false},
  "pagat-coinche": {"players": 4, "hand_size": 8, "left_out": "", "auction": "rising", "turns_up": false, "round3": "none", "no_suit_bids": "none", "no_suit_points": "scaled", "target": 2000, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false},
  "stephanoise-1996": {"players": 4, "hand_size": 8, "left_out": "", "auction": "rising", "turns_up": false, "round3": "none", "no_suit_bids": "no_trumps", "no_suit_points": "scaled", "target": 1995, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false},
  "bulgarian": {"players": 4, "hand_size": 8, "left_out": "", "auction": "ranked", "turns_up": false, "round3": "none", "no_suit_bids": "none", "no_suit_points": "unscaled", "target": 151, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false},
  "klaverjas-rotterdam-nku": {"players": 4, "hand_size": 8, "left_out": "", "auction": "named", "turns_up": false, "round3": "none", "no_suit_bids": "none", "no_suit_points": "scaled", "target": 1000, "end_deals": 16, "belote": "none", "trick_melds": "roem-all-100", "beat_defence": false},
  "klaverjas-amsterdam-kbn": {"players": 4, "hand_size": 8, "left_out": "", "auction": "named", "turns_up": false, "round3": "none", "no_suit_bids": "none", "no_suit_points": "scaled", "target": 1000, "end_deals": 16, "belote": "none", "trick_melds": "roem", "beat_defence": false},
  "klaverjas-forehand": {"players": 4, "hand_size": 8, "left_out": "", "auction": "named", "turns_up": false, "round3": "none", "no_suit_bids": "none", "no_suit_points": "scaled", "target": 1000, "end_deals": 16, "belote": "none", "trick_melds": "roem-all-100", "beat_defence": false},
} as const;

/** The words of their own that tables of a rule set have, by their name. */
export const TABLE_WORDS = {
  "klaverjas-rotterdam-nku": "klaverjas",
  "klaverjas-amsterdam-kbn": "klaverjas",
  "klaverjas-forehand": "klaverjas",
} as const;

/** These words, by name and language. */
export const OVERRULED = {
  "klaverjas": {"fr": {"outcome.failed": "nat", "outcome.sweep": "pit", "sheet.row.failed": "{name} : nat", "sheet.row.sweep": "{name} : pit", "score.sweep": "Pit : tous les plis", "score.trick-melds": "Roem", "score.all-trick-melds": "Tout le roem", "score.failed": "Pas plus que la défense : nat"}, "nl": {"suit.D": "ruiten", "rank.J": "boer", "rank.Q": "vrouw", "rank.the.J": "boer", "rank.the.Q": "vrouw", "rank.many.J": "boeren", "rank.many.Q": "vrouwen", "ask.cut": "Jij mag afnemen", "action.cut": "Afnemen", "event.pack_cut.you": "Jij neemt af.", "event.pack_cut": "{name} neemt af.", "why.cut": "Afnemen is afnemen.", "ask.ready": "Klaar voor het volgende spel?", "action.ready": "Volgend spel", "event.deal_began.you": "Spel {number}. Jij geeft.", "event.deal_began": "Spel {number}. {name} geeft.", "event.deal_ended": "Het spel is uit. Wij {us}, zij {them}.", "outcome.made": "gehaald", "outcome.failed": "nat", "outcome.sweep": "pit", "sheet.deal": "Spel", "ui.last_deal": "laatste spel", "sheet.deals": "{count, plural, one {Partij van één spel} other {Partij van # spelen}}", "sheet.deal.of": "Spel {number} van {count}", "sheet.empty": "Nog geen spel gespeeld", "sheet.row.made": "{name}: gehaald", "sheet.row.failed": "{name}: nat", "sheet.row.sweep": "{name}: pit", "score.sweep": "Pit: alle slagen", "score.trick-melds": "Roem", "score.all-trick-melds": "Alle roem", "score.made": "Meer dan de tegenpartij: gehaald", "score.failed": "Niet meer dan de tegenpartij: nat", "score.all-points": "Alle punten van het spel", "score.all-bonuses": "En alle roem tot dan toe", "score.false_play": "Verzaakt: het spel werd gestopt", "refusal.must-follow": "Je hebt de gevraagde kleur: je moet bekennen.", "refusal.must-trump": "Je kunt niet bekennen en hebt troef: je moet introeven.", "refusal.must-overtrump": "De slag is ingetroefd: je moet overtroeven, want je kunt het.", "refusal.must-undertrump": "Je kunt niet overtroeven, maar moet ondertroeven: speel troef.", "refusal.no-undertrump": "Ondertroeven mag hier niet.", "end.decided": "Spel {number} gaf de doorslag. {what}", "end.last": "Laatste spel", "end.curve": "{count, plural, one {De stand in één spel} other {De stand in # spelen}}", "end.fact.made": "{count, plural, one {spel gehaald} other {spelen gehaald}}", "end.fact.sweeps": "{count, plural, one {pit} other {pitten}}", "end.fact.felled": "{count, plural, one {keer zij nat} other {keer zij nat}}", "end.fact.best": "beste spel", "ui.help.failed": "Haalt wie speelt niet meer dan de anderen, dan is hij nat: de tegenpartij schrijft 162 en alle roem.", "ui.help.end.deals": "{count, plural, one {Wie na één spel het meest heeft, wint.} other {Wie na # spelen het meest heeft, wint.}}", "ui.help.duties.text": "Beken als je kunt. De rest hangt af van de regels van de tafel: die staan stuk voor stuk op haar regelkaart.", "ui.help.roem": "Roem, wat in één slag samenvalt, voor wie de slag wint: drie op een rij 20, vier 50, heer en vrouw van troef (stuk) 20, vier gelijke 100.", "why.to_partners_void": "Mijn maat heeft die kleur niet meer en kan introeven.", "why.unreadable": "Zonder boer of negen, en toch ongeveer {lead, number} punten beter dan {instead}, {interval, number} meer of minder.", "reason.is.may_ruff": "Een tegenstander die nog moest spelen had geen {suit} en kon misschien introeven.", "reason.is.ruff": "De slag kon ingetroefd worden.", "reason.is.into_a_ruff": "Een tegenstander had geen {suit} en kon misschien introeven.", "reason.is.for_a_ruff": "De maat had geen {suit} en kon misschien introeven.", "reason.is.hand_both": "Boer en negen waren erbij.", "reason.is.hand_jack": "De boer was erbij, de negen niet.", "reason.is.hand_nine": "De negen was erbij, de boer niet.", "reason.is.hand_neither": "Boer noch negen.", "reason.is.hand_honours": "{aces, plural, =0 {Geen aas} one {Eén aas} other {# azen}} en {jacks, plural, =0 {geen boer} one {één boer} other {# boeren}} in de hand."}, "sv": {"outcome.failed": "nat", "outcome.sweep": "pit", "sheet.row.failed": "{name}: nat", "sheet.row.sweep": "{name}: pit", "score.sweep": "Pit: alla stick", "score.trick-melds": "Roem", "score.all-trick-melds": "All roem", "score.failed": "Inte fler än de andra: nat"}, "bg": {"outcome.failed": "нат", "outcome.sweep": "пит", "sheet.row.failed": "{name}: нат", "sheet.row.sweep": "{name}: пит", "score.sweep": "Пит: всички взятки", "score.trick-melds": "Роем", "score.all-trick-melds": "Всички роем", "score.failed": "Не повече от другите: нат"}, "en": {"outcome.failed": "nat", "outcome.sweep": "pit", "sheet.row.failed": "{name}: nat", "sheet.row.sweep": "{name}: pit", "score.sweep": "Pit: every trick", "score.trick-melds": "Roem", "score.all-trick-melds": "All roem", "score.failed": "Not more than the others: nat"}},
} as const;

/** The rule set that is offered at first, by language. */
export const USUAL_PRESETS = {
  "fr": "french",
  "nl": "flemish",
  "sv": "french",
  "bg": "bulgarian",
  "en": "french",
} as const;

/** The options of a table without any help. */
export const REAL_LIFE = {
  "assistance": "none",
  "revoke_policy": "challenge",
  "meld_show_mode": "manual",
  "belote_announce": "manual",
} as const;

/** Options that mean something only in records. */
export const OF_RECORDS = ["misdeal"] as const;

/** The side of each seat, by how many play. */
export const SIDES = {
  "2": [0, 1],
  "3": [0, 1, 2],
  "4": [0, 1, 0, 1],
} as const;

/** The levels of bots, from weak to strong. */
export const LEVELS = ["beginner", "regular", "club", "expert", "master"] as const;

/** The levels that play without a network: the others need the native module. */
export const OFFLINE_LEVELS = ["beginner"] as const;

/** The paces of a table. */
export const PACES = ["none", "slow", "normal", "fast"] as const;

/** The paces of the quick match. */
export const QUICK_PACES = ["slow", "normal", "fast"] as const;

/** The languages that are spoken here. */
export const LANGUAGES = ["fr", "nl", "sv", "bg", "en"] as const;

/** What each language calls itself. */
export const LANGUAGE_NAMES = {
  "fr": "Français",
  "nl": "Nederlands",
  "sv": "Svenska",
  "bg": "Български",
  "en": "English",
} as const;

/** The name of guests without one, by language. */
export const GUEST_NAMES = {
  "fr": "Invité {number}",
  "nl": "Gast {number}",
  "sv": "Gäst {number}",
  "bg": "Гост {number}",
  "en": "Guest {number}",
} as const;

/** The language in which the names of guests without one are stored. */
export const STORED_LANGUAGE = "en" as const;

/** The ranks in trumps, from high to low. */
export const TRUMP_ORDER = "J9ATKQ87" as const;

/** The ranks in other suits, from high to low. */
export const PLAIN_ORDER = "ATKQJ987" as const;

/** What each rank counts, from high to low, in each kind of suit and contract. */
export const CARD_POINTS = {
  "trump": [["J", 20], ["9", 14], ["A", 11], ["T", 10], ["K", 4], ["Q", 3], ["8", 0], ["7", 0]],
  "plain": [["A", 11], ["T", 10], ["K", 4], ["Q", 3], ["J", 2], ["9", 0], ["8", 0], ["7", 0]],
  "all": [["J", 13], ["9", 9], ["A", 6], ["T", 5], ["K", 3], ["Q", 2], ["8", 0], ["7", 0]],
  "none": [["A", 19], ["T", 10], ["K", 4], ["Q", 3], ["J", 2], ["9", 0], ["8", 0], ["7", 0]],
  "all-pagat": [["J", 14], ["9", 9], ["A", 6], ["T", 5], ["K", 3], ["Q", 1], ["8", 0], ["7", 0]],
  "all-unscaled": [["J", 20], ["9", 14], ["A", 11], ["T", 10], ["K", 4], ["Q", 3], ["8", 0], ["7", 0]],
  "none-unscaled": [["A", 11], ["T", 10], ["K", 4], ["Q", 3], ["J", 2], ["9", 0], ["8", 0], ["7", 0]],
} as const;

/** What can be said at any time: `phrase.<name>`. */
export const PHRASES = ["hello", "good_luck", "one_moment", "back", "thanks", "well_played", "sorry", "no_matter", "bravo_partner", "another", "good_game", "bye"] as const;

/** What can be shown at any time: `reaction.<name>`. */
export const REACTIONS = ["clap", "smile", "laugh", "wow", "sad", "heart"] as const;

/** Characters of a text that is said. */
export const TEXT_LENGTH = 200;

/** Characters of a report, or of the reason of a sanction. */
export const REPORT_LENGTH = 1000;

/** Characters of a note that one keeps of a match. */
export const NOTE_LENGTH = 500;

/** The parts of somebody's statistics: `ui.statistics.part.<part>`. */
export const STATISTICS_PARTS = ["marks", "takes", "losses"] as const;

/** Values below which a figure is said to rest on few. */
export const FEW_VALUES = 30;

/** Characters of a name. */
export const NAME_LENGTH = 24;

/** Characters of an e-mail address. */
export const ADDRESS_LENGTH = 254;

/** The kinds of sanction: `ui.moderation.kind.<kind>`. */
export const SANCTIONS = ["mute", "ban"] as const;

/** What somebody can be to me: `ui.<kind>`. */
export const RELATIONS = ["friend", "mute", "block"] as const;

/** Why somebody is reported: `ui.report.<reason>`. */
export const REPORT_REASONS = ["abuse", "cheating", "leaving", "name", "other"] as const;

/** The line of the rule card by which something is refused. */
export const REFUSED_BY = {
  "must-follow": "section-play",
  "must-rise": "rise_trump_led",
  "must-trump": "cut_when_void",
  "must-overtrump": "cut_when_void",
  "must-undertrump": "undertrump",
  "no-undertrump": "undertrump",
  "king-before-queen": "belote_order",
  "no-lead": "section-play",
  "cut-too-thin": "cut_min",
  "packets-unknown": "packets",
  "wrong-suit": "round2_turned_suit",
  "bid-too-low": "auction_kind",
  "no-such-bid": "highest_bid",
  "same-suit": "raise_oneself",
  "doubled": "overbid_double",
  "no-double": "double",
  "not-held": "section-melds",
  "too-late-to-announce": "meld_show_trick",
  "no-belote": "section-belote",
  "nothing-to-show": "meld_show_trick",
  "nothing-to-demand": "meld_show_on_demand",
  "no-challenge": "revoke_policy",
  "not-an-opponent": "revoke_policy",
  "nothing-played": "revoke_policy",
} as const;

/** Refusals without an id after which a page does not connect to the table again. */
export const FATAL_CODES = ["no-such-table", "table-unreadable", "not-invited", "kept-apart", "no-watching", "shown-out", "banned", "who-are-you", "other-protocol"] as const;

/** Refusals of a connection after which a page tries again later, and says why. */
export const RETRY_CODES = ["too-many-sockets", "network-full", "too-many"] as const;
