// Written by `make generated` from the server's own; do not edit.

/** The rule sets, the usual one first. */
export const PRESETS = ["french", "french-plain", "bela-bitola", "bga", "flemish", "flemish3", "coinche", "bazar-blot", "bazar-blot-301", "bga-coinche", "cannes-2016", "coinchons", "exoty-coinche", "ffb-coinchee-2015", "ffb-contree-2016", "iscool-coinche", "montpellier-2016", "pagat-coinche", "pilotta", "pilotta-kypros", "stephanoise-1996", "bulgarian", "bela", "klaverjas-amsterdam-kbn", "klaverjas-utrecht", "klaverjas-forehand", "klaverjas-kraken", "klaverjas-rotterdam-nku", "baloot", "baloot-jawaker"] as const;

/** The code of a verdict on a claim that failed. */
export const CLAIM_FAILED = "claim-failed" as const;

/** What a page asks of each rule set. */
export const PRESET_SUMMARIES = {
  "french": {"players": 4, "direction": "ccw", "hand_size": 8, "left_out": "", "auction": "turned", "must_name": "first_again", "turns_up": true, "round3": "none", "no_suit_bids": "none", "no_suit_points": "scaled", "target": 1000, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false, "melds": "full", "run_points": [20, 50, 100, 100, 100, 100], "squares": "usual", "low_carre_points": 0},
  "french-plain": {"players": 4, "direction": "ccw", "hand_size": 8, "left_out": "", "auction": "turned", "must_name": "first_again", "turns_up": true, "round3": "none", "no_suit_bids": "none", "no_suit_points": "scaled", "target": 1000, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false, "melds": "none", "run_points": [20, 50, 100, 100, 100, 100], "squares": "usual", "low_carre_points": 0},
  "bela-bitola": {"players": 4, "direction": "ccw", "hand_size": 8, "left_out": "", "auction": "turned", "must_name": "first_again", "turns_up": true, "round3": "none", "no_suit_bids": "none", "no_suit_points": "scaled", "target": 1001, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false, "melds": "full", "run_points": [20, 50, 100, 100, 100, 100], "squares": "usual", "low_carre_points": 0},
  "bga": {"players": 4, "direction": "ccw", "hand_size": 8, "left_out": "", "auction": "turned", "must_name": "first_again", "turns_up": true, "round3": "all_or_no_trump", "no_suit_bids": "none", "no_suit_points": "scaled", "target": 1000, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false, "melds": "none", "run_points": [20, 50, 100, 100, 100, 100], "squares": "usual", "low_carre_points": 0},
  "flemish": {"players": 4, "direction": "cw", "hand_size": 8, "left_out": "", "auction": "turned", "must_name": "first_again", "turns_up": true, "round3": "none", "no_suit_bids": "none", "no_suit_points": "scaled", "target": 101, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false, "melds": "full", "run_points": [20, 50, 100, 100, 100, 100], "squares": "usual", "low_carre_points": 0},
  "flemish3": {"players": 3, "direction": "cw", "hand_size": 10, "left_out": "7S 7C", "auction": "turned", "must_name": "first_again", "turns_up": true, "round3": "none", "no_suit_bids": "none", "no_suit_points": "scaled", "target": 101, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false, "melds": "full", "run_points": [20, 50, 100, 100, 100, 100], "squares": "usual", "low_carre_points": 0},
  "coinche": {"players": 4, "direction": "ccw", "hand_size": 8, "left_out": "", "auction": "rising", "must_name": "first_again", "turns_up": false, "round3": "none", "no_suit_bids": "both", "no_suit_points": "scaled", "target": 1000, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false, "melds": "none", "run_points": [20, 50, 100, 100, 100, 100], "squares": "usual", "low_carre_points": 0},
  "bazar-blot": {"players": 4, "direction": "cw", "hand_size": 8, "left_out": "", "auction": "rising", "must_name": "first_again", "turns_up": false, "round3": "none", "no_suit_bids": "no_trumps", "no_suit_points": "scaled", "target": 101, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false, "melds": "full", "run_points": [20, 50, 100, 100, 100, 100], "squares": "bazar-blot", "low_carre_points": 0},
  "bazar-blot-301": {"players": 4, "direction": "cw", "hand_size": 8, "left_out": "", "auction": "rising", "must_name": "first_again", "turns_up": false, "round3": "none", "no_suit_bids": "no_trumps", "no_suit_points": "scaled", "target": 301, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false, "melds": "full", "run_points": [20, 50, 100, 100, 100, 100], "squares": "bazar-blot", "low_carre_points": 0},
  "bga-coinche": {"players": 4, "direction": "ccw", "hand_size": 8, "left_out": "", "auction": "rising", "must_name": "first_again", "turns_up": false, "round3": "none", "no_suit_bids": "both", "no_suit_points": "scaled", "target": 2000, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false, "melds": "none", "run_points": [20, 50, 100, 100, 100, 100], "squares": "usual", "low_carre_points": 0},
  "cannes-2016": {"players": 4, "direction": "ccw", "hand_size": 8, "left_out": "", "auction": "rising", "must_name": "first_again", "turns_up": false, "round3": "none", "no_suit_bids": "none", "no_suit_points": "scaled", "target": 2001, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false, "melds": "none", "run_points": [20, 50, 100, 100, 100, 100], "squares": "usual", "low_carre_points": 0},
  "coinchons": {"players": 4, "direction": "ccw", "hand_size": 8, "left_out": "", "auction": "rising", "must_name": "first_again", "turns_up": false, "round3": "none", "no_suit_bids": "none", "no_suit_points": "scaled", "target": 2000, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false, "melds": "none", "run_points": [20, 50, 100, 100, 100, 100], "squares": "usual", "low_carre_points": 0},
  "exoty-coinche": {"players": 4, "direction": "ccw", "hand_size": 8, "left_out": "", "auction": "rising", "must_name": "first_again", "turns_up": false, "round3": "none", "no_suit_bids": "both", "no_suit_points": "scaled", "target": 2000, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false, "melds": "full", "run_points": [20, 50, 100, 100, 100, 100], "squares": "usual", "low_carre_points": 0},
  "ffb-coinchee-2015": {"players": 4, "direction": "ccw", "hand_size": 8, "left_out": "", "auction": "rising", "must_name": "first_again", "turns_up": false, "round3": "none", "no_suit_bids": "none", "no_suit_points": "scaled", "target": 2000, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": true, "melds": "full", "run_points": [20, 50, 100, 100, 100, 100], "squares": "usual", "low_carre_points": 0},
  "ffb-contree-2016": {"players": 4, "direction": "ccw", "hand_size": 8, "left_out": "", "auction": "rising", "must_name": "first_again", "turns_up": false, "round3": "none", "no_suit_bids": "none", "no_suit_points": "scaled", "target": 2000, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false, "melds": "none", "run_points": [20, 50, 100, 100, 100, 100], "squares": "usual", "low_carre_points": 0},
  "iscool-coinche": {"players": 4, "direction": "cw", "hand_size": 8, "left_out": "", "auction": "rising", "must_name": "first_again", "turns_up": false, "round3": "none", "no_suit_bids": "both", "no_suit_points": "scaled", "target": 1000, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false, "melds": "full", "run_points": [20, 50, 100, 100, 100, 100], "squares": "usual", "low_carre_points": 0},
  "montpellier-2016": {"players": 4, "direction": "ccw", "hand_size": 8, "left_out": "", "auction": "rising", "must_name": "first_again", "turns_up": false, "round3": "none", "no_suit_bids": "none", "no_suit_points": "scaled", "target": 2000, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false, "melds": "none", "run_points": [20, 50, 100, 100, 100, 100], "squares": "usual", "low_carre_points": 0},
  "pagat-coinche": {"players": 4, "direction": "ccw", "hand_size": 8, "left_out": "", "auction": "rising", "must_name": "first_again", "turns_up": false, "round3": "none", "no_suit_bids": "none", "no_suit_points": "scaled", "target": 2000, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false, "melds": "none", "run_points": [20, 50, 100, 100, 100, 100], "squares": "usual", "low_carre_points": 0},
  "pilotta": {"players": 4, "direction": "ccw", "hand_size": 8, "left_out": "", "auction": "rising", "must_name": "first_again", "turns_up": false, "round3": "none", "no_suit_bids": "none", "no_suit_points": "scaled", "target": 351, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false, "melds": "full", "run_points": [20, 50, 100, 100, 100, 100], "squares": "usual", "low_carre_points": 0},
  "pilotta-kypros": {"players": 4, "direction": "ccw", "hand_size": 8, "left_out": "", "auction": "rising", "must_name": "first_again", "turns_up": false, "round3": "none", "no_suit_bids": "none", "no_suit_points": "scaled", "target": 351, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false, "melds": "full", "run_points": [20, 50, 100, 100, 100, 100], "squares": "usual", "low_carre_points": 0},
  "stephanoise-1996": {"players": 4, "direction": "ccw", "hand_size": 8, "left_out": "", "auction": "rising", "must_name": "first_again", "turns_up": false, "round3": "none", "no_suit_bids": "no_trumps", "no_suit_points": "scaled", "target": 1995, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false, "melds": "full", "run_points": [20, 50, 100, 100, 100, 100], "squares": "usual", "low_carre_points": 0},
  "bulgarian": {"players": 4, "direction": "ccw", "hand_size": 8, "left_out": "", "auction": "ranked", "must_name": "first_again", "turns_up": false, "round3": "none", "no_suit_bids": "none", "no_suit_points": "unscaled", "target": 151, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false, "melds": "full", "run_points": [20, 50, 100, 100, 100, 100], "squares": "usual", "low_carre_points": 0},
  "bela": {"players": 4, "direction": "ccw", "hand_size": 8, "left_out": "", "auction": "named", "must_name": "last", "turns_up": false, "round3": "none", "no_suit_bids": "none", "no_suit_points": "scaled", "target": 1001, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false, "melds": "full", "run_points": [20, 50, 100, 100, 100, 100], "squares": "usual", "low_carre_points": 0},
  "klaverjas-amsterdam-kbn": {"players": 4, "direction": "cw", "hand_size": 8, "left_out": "", "auction": "named", "must_name": "first_again", "turns_up": false, "round3": "none", "no_suit_bids": "none", "no_suit_points": "scaled", "target": 1000, "end_deals": 16, "belote": "none", "trick_melds": "roem", "beat_defence": false, "melds": "none", "run_points": [20, 50, 100, 100, 100, 100], "squares": "usual", "low_carre_points": 0},
  "klaverjas-utrecht": {"players": 4, "direction": "cw", "hand_size": 8, "left_out": "", "auction": "named", "must_name": "first", "turns_up": false, "round3": "none", "no_suit_bids": "none", "no_suit_points": "scaled", "target": 1000, "end_deals": 16, "belote": "none", "trick_melds": "roem", "beat_defence": false, "melds": "none", "run_points": [20, 50, 100, 100, 100, 100], "squares": "usual", "low_carre_points": 0},
  "klaverjas-forehand": {"players": 4, "direction": "cw", "hand_size": 8, "left_out": "", "auction": "named", "must_name": "first", "turns_up": false, "round3": "none", "no_suit_bids": "none", "no_suit_points": "scaled", "target": 1000, "end_deals": 16, "belote": "none", "trick_melds": "roem-all-100", "beat_defence": false, "melds": "none", "run_points": [20, 50, 100, 100, 100, 100], "squares": "usual", "low_carre_points": 0},
  "klaverjas-kraken": {"players": 4, "direction": "cw", "hand_size": 8, "left_out": "", "auction": "named", "must_name": "first", "turns_up": false, "round3": "none", "no_suit_bids": "none", "no_suit_points": "scaled", "target": 1000, "end_deals": 16, "belote": "none", "trick_melds": "roem", "beat_defence": false, "melds": "none", "run_points": [20, 50, 100, 100, 100, 100], "squares": "usual", "low_carre_points": 0},
  "klaverjas-rotterdam-nku": {"players": 4, "direction": "cw", "hand_size": 8, "left_out": "", "auction": "named", "must_name": "first_again", "turns_up": false, "round3": "none", "no_suit_bids": "none", "no_suit_points": "scaled", "target": 1000, "end_deals": 16, "belote": "none", "trick_melds": "roem-all-100", "beat_defence": false, "melds": "none", "run_points": [20, 50, 100, 100, 100, 100], "squares": "usual", "low_carre_points": 0},
  "baloot": {"players": 4, "direction": "ccw", "hand_size": 8, "left_out": "", "auction": "purchase", "must_name": "first_again", "turns_up": true, "round3": "none", "no_suit_bids": "none", "no_suit_points": "unscaled", "target": 152, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false, "melds": "full", "run_points": [20, 50, 100, 100, 100, 100], "squares": "baloot", "low_carre_points": 0},
  "baloot-jawaker": {"players": 4, "direction": "ccw", "hand_size": 8, "left_out": "", "auction": "purchase", "must_name": "first_again", "turns_up": true, "round3": "none", "no_suit_bids": "none", "no_suit_points": "unscaled", "target": 152, "end_deals": null, "belote": "counts", "trick_melds": "none", "beat_defence": false, "melds": "full", "run_points": [20, 50, 100, 100, 100, 100], "squares": "baloot", "low_carre_points": 0},
} as const;

/** The rule set that is offered at first, by language. */
export const USUAL_PRESETS = {
  "fr": "french",
  "nl": "flemish",
  "nl-NL": "klaverjas-amsterdam-kbn",
  "sv": "french",
  "bg": "bulgarian",
  "hr": "bela",
  "el": "pilotta",
  "ar": "baloot",
  "hy": "bazar-blot-301",
  "en": "french",
} as const;

/** The options of a table without any help. */
export const REAL_LIFE = {
  "assistance": "none",
  "revoke_policy": "challenge",
  "meld_show_mode": "manual",
  "belote_announce": "manual",
} as const;

/** Options of a place for strangers, in which no rule differs. */
export const OF_THE_PLACE = {
  "shuffle": "each_deal_full",
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

/** The answerers where a deal is played on. */
export const ANSWERERS = ["beginner", "regular", "club", "expert", "master", "perfect"] as const;

/** The most prizes of a tournament besides those by place. */
export const MOST_AWARDS = 20;

/** The greatest amount of money, in cents. */
export const MOST_CENTS = 10000000;

/** The greatest total of a game of a tournament. */
export const MOST_POINTS = 100000;

/** The most deals of a game of a tournament. */
export const MOST_DEALS = 100;

/** What a tournament counts beside the totals: `ui.club.count.<kind>`. */
export const COUNT_KINDS = ["roem", "nat", "pit"] as const;

/** The roles that an owner gives: `ui.clubs.role.<role>`. */
export const GIVEN_ROLES = ["secretary", "helper", "member"] as const;

/** The themes of puzzles: `puzzle.theme.<theme>`. */
export const THEMES = ["bid", "pass", "lead_trumps", "cash", "exit", "win", "ruff", "finesse", "feed", "save", "keep"] as const;

/** The levels that play without a network: the others need the native module. */
export const OFFLINE_LEVELS = ["beginner", "regular"] as const;

/** The paces of a table. */
export const PACES = ["none", "slow", "normal", "fast"] as const;

/** The paces of the quick match. */
export const QUICK_PACES = ["slow", "normal", "fast"] as const;

/** The languages that are spoken here. */
export const LANGUAGES = ["fr", "nl", "sv", "bg", "hr", "el", "ar", "hy", "en"] as const;

/** The languages whose lines run from right to left. */
export const RIGHT_TO_LEFT = ["ar"] as const;

/** Variants of a language, which say some sentences otherwise, by their tag. */
export const VARIANTS = {
  "nl-NL": "nl",
} as const;

/** What each language calls itself. */
export const LANGUAGE_NAMES = {
  "fr": "Français",
  "nl": "Nederlands",
  "sv": "Svenska",
  "bg": "Български",
  "hr": "Hrvatski",
  "el": "Ελληνικά",
  "ar": "العربية",
  "hy": "Հայերեն",
  "en": "English",
  "nl-NL": "Nederlands (Nederland)",
} as const;

/** The name of guests without one, by language. */
export const GUEST_NAMES = {
  "fr": "Invité {number}",
  "nl": "Gast {number}",
  "sv": "Gäst {number}",
  "bg": "Гост {number}",
  "hr": "Gost {number}",
  "el": "Επισκέπτης {number}",
  "ar": "ضيف {number}",
  "hy": "Հյուր {number}",
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

/** What squares are worth by name and contract, `none` without trumps, by rank. */
export const SQUARES = {
  "usual": {"suit": {"J": 200, "9": 150, "A": 100, "K": 100, "Q": 100, "T": 100}},
  "baloot": {"suit": {"A": 100, "K": 100, "Q": 100, "J": 100, "T": 100}, "none": {"K": 100, "Q": 100, "J": 100, "T": 100, "A": 200}},
  "bazar-blot": {"suit": {"J": 200, "9": 140, "A": 110, "K": 100, "Q": 100, "T": 100}, "none": {"K": 100, "Q": 100, "J": 100, "T": 100, "A": 190}},
} as const;

/** What falls in one trick counts, by kind of roem. */
export const ROEM = {
  "roem": {"three": 20, "four": 50, "pair": 20, "alike": 100, "jacks": 200},
  "roem-all-100": {"three": 20, "four": 50, "pair": 20, "alike": 100, "jacks": 100},
  "roem-honours": {"three": 20, "four": 50, "pair": 20, "alike": 100, "jacks": 200},
} as const;

/** What a belote and the last trick count. */
export const BONUSES = {
  "belote": 20,
  "last": 10,
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

/** Characters of the name of a set of rules. */
export const RULES_NAME_LONGEST = 40;

/** How many portraits there are to choose from. */
export const PORTRAIT_COUNT = 16;

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
  "sun-past-100": "sun_double",
  "sun-from-100": "sun_double",
  "no-redeal": "kawesh",
  "redeal-bought": "kawesh_bought",
  "not-held": "section-melds",
  "too-late-to-announce": "meld_show_trick",
  "announce-first": "meld_said",
  "no-belote": "section-belote",
  "no-akka": "akka",
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
