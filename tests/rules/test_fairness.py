"""Seals: what they prove, and how a broken one shows."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pack_vectors
import pytest
from drawn_matches import act, play_match

from rebelote import Record
from rebelote.rules import deck, fairness, match, presets
from rebelote.rules.cards import CARDS
from rebelote.rules.deal import Over, gathered
from rebelote.rules.fairness import Stream
from rebelote.rules.options import Rules


def sealed_match(rules: Rules, seed: int, people: int = 0, withheld: int = 0) -> Record:
    """Return a match whose packs are made from secrets, recorded with its seals.

    So many `people` commit to nonces for each pack, and so many of them never reveal theirs.
    """
    chance = Random(seed)
    sealed = drawn(chance, rules, people, withheld)
    state = match.start(rules, match.first_pack(rules, stream(sealed)), 0)
    record = with_seal(Record.begin(state), sealed)
    while not state.over and state.number < 8:
        if state.to_act is None:
            sealed = drawn(chance, rules, people, withheld)
            pack = match.new_pack(state, stream(sealed))
            state, record = match.next_deal(state, pack), record.next_deal(pack)
            record = with_seal(record, sealed) if pack else record
        else:
            state, record = act(chance, state, record)
    return record


def drawn(chance: Random, rules: Rules, people: int, withheld: int) -> dict[str, Any]:
    """Draw seal, secret, commitments and nonces of a deal."""
    secret = chance.randbytes(32)
    result: dict[str, Any] = {"seal": fairness.seal(secret), "secret": secret.hex()}
    if not people:
        return result
    empty = ("",) * (rules.players - people)
    nonces = tuple(chance.randbytes(16).hex() for _ in range(people))
    committed = tuple(fairness.commitment(bytes.fromhex(nonce)) for nonce in nonces)
    revealed = (*("",) * withheld, *nonces[withheld:], *empty)
    return result | {"commitments": (*committed, *empty), "nonces": revealed}


def stream(sealed: dict[str, Any]) -> Stream:
    return Stream(fairness.pack_seed(bytes.fromhex(sealed["secret"]), sealed.get("nonces", ())))


def with_seal(record: Record, sealed: dict[str, Any]) -> Record:
    return with_deal(record, -1, **sealed)


def with_deal(record: Record, number: int, **what: Any) -> Record:
    """Return the record with something else in one of its deals."""
    deals = list(record.deals)
    deals[number] = msgspec.structs.replace(deals[number], **what)
    return msgspec.structs.replace(record, deals=tuple(deals))


@pytest.mark.parametrize("preset", presets.PRESETS)
def test_every_sealed_pack_is_proven(preset: str) -> None:
    record = Record.parse(str(sealed_match(presets.rules(preset), 4)))
    proofs = list(fairness.verify(record))
    assert len(proofs) == len(record.deals) >= 2
    assert "proven" in proofs[0]
    assert all("proven" in p or "gathered" in p for p in proofs)


@pytest.mark.parametrize("preset", presets.PRESETS)
def test_packs_that_players_had_a_hand_in_are_proven_and_written_down(preset: str) -> None:
    record = sealed_match(presets.rules(preset), 5, people=3, withheld=1)
    text = str(record)
    assert Record.parse(text) == record and str(Record.parse(text)) == text
    assert Record.from_json(record.json()) == record
    proofs = list(fairness.verify(record))
    added = "proven: the pack was fixed before the cut; 2 players added secrets of their own"
    assert proofs[0] == f"deal 1: {added}, 1 did not reveal theirs"
    assert all("proven" in p or "gathered" in p for p in proofs)


def test_how_many_had_a_hand_in_it_is_said() -> None:
    said = {
        people: next(fairness.verify(sealed_match(presets.rules("bga"), 5, people)))
        for people in (0, 1, 4)
    }
    assert said[0].endswith("; no player added a secret")
    assert said[1].endswith("; 1 player added a secret of their own")
    assert said[4].endswith("; 4 players added secrets of their own")


def test_a_nonce_that_was_exchanged_left_out_or_slipped_in_shows() -> None:
    record = sealed_match(presets.rules("bga"), 5, people=3)
    mine, *others = record.deals[0].nonces
    other = fairness.commitment(bytes(16))
    cheated: dict[str, dict[str, Any]] = {
        "nonce of seat 0 is not": {"nonces": ("00" * 16, *others)},
        "nonce of seat 1 is not": {"nonces": (mine, mine, *others[1:])},
        "nonce of seat 3 is not": {"nonces": (mine, *others[:-1], "00" * 16)},
        "nonce of seat 2 is not": {"commitments": (*record.deals[0].commitments[:2], other, "")},
        "does not make this pack": {"nonces": ("", *others)},
        "not every seat has": {"nonces": (mine,)},
    }
    for what, change in cheated.items():
        with pytest.raises(ValueError, match=what):
            list(fairness.verify(with_deal(record, 0, **change)))
    for odd in ("zz" * 16, mine.upper(), mine[:-2], f"{mine} "):
        with pytest.raises(ValueError, match="nonce of seat 0 is not"):
            list(fairness.verify(with_deal(record, 0, nonces=(odd, *others))))
    with pytest.raises(ValueError, match="not every seat has"):
        list(fairness.verify(with_deal(record, 0, commitments=())))
    without = with_deal(record, 0, commitments=(), nonces=())
    with pytest.raises(ValueError, match="does not make this pack"):
        list(fairness.verify(without))


def test_the_worked_example_of_the_page_is_true() -> None:
    page = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text("utf-8")
    alone, with_one = pack_vectors.seeds()[:2]
    received = (alone["seal"], alone["of_four"][:23], with_one["commitments"][0])
    for text in (*received, with_one["seed"], with_one["of_four"][:23]):
        assert f"`{text}`" in page
    assert len(fairness.LABEL) == 14


def test_checkers_in_other_languages_have_the_vectors_that_are_made_here() -> None:
    assert json.loads(pack_vectors.FILE.read_text("utf-8")) == pack_vectors.vectors()


def test_a_pack_that_was_exchanged_shows() -> None:
    record = sealed_match(presets.rules("bga"), 4)
    other = play_match(presets.rules("bga"), 9)[1]
    false = msgspec.structs.replace(
        other.deals[0], seal=record.deals[0].seal, secret=record.deals[0].secret
    )
    cheated = msgspec.structs.replace(other, deals=(false,))
    with pytest.raises(ValueError, match="does not make this pack"):
        list(fairness.verify(cheated))


def test_a_secret_that_does_not_fit_its_seal_shows() -> None:
    record = sealed_match(presets.rules("bga"), 4)
    last = msgspec.structs.replace(record.deals[0], secret="00" * 32)
    with pytest.raises(ValueError, match="does not fit the seal"):
        list(fairness.verify(msgspec.structs.replace(record, deals=(last,))))


def test_the_same_secret_gives_the_same_pack_everywhere() -> None:
    """Written down once: a reader who checks in another language can compare."""
    pack = deck.shuffled(Stream(bytes(32)))
    assert " ".join(map(str, pack[:8])) == EXPECTED
    assert fairness.seal(bytes(32)).startswith("66687aadf862bd77")


EXPECTED = "9H 9S 9D AD QH KH QC 8D"


def test_every_card_comes_everywhere_equally_often() -> None:
    chance, places = Random(2), Counter[tuple[int, int]]()
    packs = 8_000
    for _ in range(packs):
        pack = deck.shuffled(Stream(chance.randbytes(32)))
        places.update((place, card.index) for place, card in enumerate(pack))
    expected = packs / 32
    surprise = sum((places[p, c] - expected) ** 2 / expected for p in range(32) for c in range(32))
    assert 31 * 31 - 6 * (2 * 31 * 31) ** 0.5 < surprise < 31 * 31 + 6 * (2 * 31 * 31) ** 0.5


# --- the pack that is hardly shuffled -------------------------------------------------------------


def rising_sequences(pack: deck.Pack, before: deck.Pack) -> int:
    """Count the passes, top to bottom, that pick the old pack out of the new one."""
    place = {card: at for at, card in enumerate(pack)}
    return 1 + sum(place[a] > place[b] for a, b in itertools.pairwise(before))


def test_riffling_is_not_a_thorough_shuffle() -> None:
    """Four riffles leave at most 16 rising sequences (`flemish:37`); a shuffled pack often has
    more."""
    chance = Random(3)
    for times in (1, 2, 3, 4):
        result = [rising_sequences(deck.riffled(CARDS, times, chance), CARDS) for _ in range(2_000)]
        assert max(result) <= 2**times
    thorough = [rising_sequences(deck.shuffled(chance), CARDS) for _ in range(2_000)]
    assert sum(count > 16 for count in thorough) > 800


def test_neighbours_stay_together_when_riffled() -> None:
    chance, together, separate = Random(4), 0, 0
    for _ in range(2_000):
        riffled, thorough = deck.riffled(CARDS, 2, chance), deck.shuffled(chance)
        together += neighbours(riffled)
        separate += neighbours(thorough)
    assert together > 5 * separate


def neighbours(pack: deck.Pack) -> int:
    return sum(b.index == a.index + 1 for a, b in itertools.pairwise(pack))


def test_the_flemish_pack_is_the_gathered_one_riffled() -> None:
    rules = presets.rules("flemish")
    states, record = play_match(rules, 1)
    ends = [state for state in states if state.to_act is None and not state.over]
    for end, recorded in zip(ends, record.deals[1:], strict=False):
        assert isinstance(end.deal, Over)
        before = gathered(end.deal, rules.sides[match.next_dealer(end)])
        assert recorded.pack is not None
        assert rising_sequences(recorded.pack, before) <= 16
