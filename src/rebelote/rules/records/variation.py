"""A variation: a deal of a record played on in another way than it was."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rebelote.rules.actions import Play
from rebelote.rules.deal import Bidding, Playing, calls_out_of_turn, legal_actions
from rebelote.rules.match import Match
from rebelote.rules.records.notation import Deed, OutOfTurn, word
from rebelote.rules.records.record import Record, Recorded, whose
from rebelote.rules.refusals import IllegalActionError


def varied(record: Record, deal: int, step: int, words: Sequence[str] = ()) -> Recorded:
    """Return the match after so many steps of a deal, counted from 1, then these calls and cards.

    `words`: as in a record. IllegalActionError `no-such-step` where the record does not go so far,
    `not-now` for what may not be done there; RecordError.
    """
    history = record.history()
    if not (1 <= deal <= len(history) and 0 <= step < len(history[deal - 1])):
        raise IllegalActionError("no-such-step")
    state = Recorded(history[deal - 1][step], _cut_off(record, deal, step))
    for said in words:
        state = done(state, said)
    return state


def done(state: Recorded, said: str) -> Recorded:
    """Return the match after one more call or card, in the word of a record. IllegalActionError
    `not-now`."""
    deeds = offered(state.match)
    if said not in deeds:
        raise IllegalActionError("not-now")
    return state.act(*whose(deeds[said], state.match))


def offered(match: Match) -> dict[str, Deed]:
    """Return the calls and cards that may follow, by their words in a record.

    A card is there with all that can be said with it, and in silence. Nothing before the first
    call: another cut would be another deal.
    """
    if not isinstance(match.deal, Bidding | Playing):
        return {}
    return {word(deed, match.rules): deed for deed in _deeds(match)}


def _deeds(match: Match) -> list[Deed]:
    deeds: list[Deed] = []
    for action in legal_actions(match.deal):
        deeds += [action, Play(action.card)] if isinstance(action, Play) else [action]
    for seat in range(match.rules.players):
        deeds += [OutOfTurn(seat, call) for call in calls_out_of_turn(match.deal, seat)]
    return deeds


def _cut_off(record: Record, deal: int, step: int) -> Record:
    """Return the record up to there; whether time was up later is left out."""
    *before, last = record.deals[:deal]
    comments = tuple(comment for comment in last.comments if comment.after <= step)
    last = msgspec.structs.replace(last, actions=last.actions[:step], comments=comments, time="")
    return msgspec.structs.replace(record, deals=(*before, last))
