// Written by `make generated` from the server's own; do not edit.

/** How a field of an event is put in words. */
export const FORMS = ["plain", "start", "given", "player", "card", "the_card", "trump", "bid", "call", "kinds", "melds", "rank", "rule"] as const;

/** By event, the values of its sentence: form and field, none for the whole event. */
export const EVENT_VALUES = {
  "pack_sealed": {"seal": ["start", "commitment"]},
  "pack_made": {"count": ["given", "nonces"]},
  "seal_opened": {"number": ["plain", "number"]},
  "deal_began": {"number": ["plain", "number"]},
  "cards_dealt": {"card": ["card", "turned"]},
  "took": {"suit": ["trump", "trump"]},
  "bid_made": {"bid": ["bid", ""]},
  "call_said": {"call": ["call", ""]},
  "announced": {"kinds": ["kinds", "kinds"]},
  "card_played": {"card": ["the_card", "card"]},
  "disclosed": {"rank": ["rank", "rank"]},
  "demanded": {"other": ["player", "of"]},
  "challenged": {"other": ["player", "accused"]},
  "claim_refused": {"other": ["player", "of"]},
  "claim_failed": {"trick": ["plain", "trick"]},
  "false_play_found": {"card": ["the_card", "card"], "trick": ["plain", "trick"], "rule": ["rule", "code"]},
  "melds_shown": {"melds": ["melds", "melds"]},
  "trick_won": {"points": ["plain", "points"]},
} as const;

/** Digits of a seal that are shown. */
export const SEAL_DIGITS = 16;

/** The values of a reason that are cards, trumps or calls. */
export const REASON_NAMES = ["card", "other", "instead", "trump", "suit"] as const;

/** Values of a reason with a sentence of their own. */
export const REASON_FIGURES = ["stands", "ahead"] as const;

/** Calls with a word of their own where they are compared with others. */
export const CHOICES = ["pass", "double", "redouble"] as const;

/** The codes of a derivation in the order in which its rows stand. */
export const STEPS = ["cards", "last-trick", "tricks", "no-trumps-twice", "trick-melds", "sweep", "no-trick", "melds", "belote", "total", "made", "failed", "tie", "bid-made", "bid-failed", "eight", "misdeal", "all-points", "claim-failed", "all-bonuses", "failed-all", "failed-swept", "all-trick-melds", "defence-bonus", "attack-taken", "melds-to-defence", "belote-to-defence", "everything", "tens", "written-tricks", "written-bid", "written-bonuses", "written-melds", "stake", "written-belote", "belote-kept", "melds-kept", "rounded", "held-now", "held-paid", "marks"] as const;

/** Points that are too few to call one choice better than another. */
export const EVEN = 0.5;

/** Points that are too few to be given as a number. */
export const FEW = 2;
