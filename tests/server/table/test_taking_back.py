"""Taking back a call or a card, alone with bots, in a match that counts nowhere."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from company import acked, catch_up, open_table, play_until, pull_the_plug, two_people
from http_person import Browser
from hypothesis import given
from hypothesis import strategies as st
from in_process import serving_in_process
from server_process import serving

from rebelote import bots
from rebelote.rules import match, presets
from rebelote.rules.actions import Action
from rebelote.rules.refusals import IllegalActionError
from rebelote.rules.view import view
from rebelote.server.base.protocol import messages
from rebelote.server.base.protocol.occupants import FREE, Occupant
from rebelote.server.base.protocol.table_settings import Terms
from rebelote.server.table.model import record_export, seating
from rebelote.server.table.model.state import Change
from rebelote.server.table.model.table import Table

ME = 0


class Alone:
    """A table with one person and bots, and its log."""

    def __init__(self, preset: str, seed: int) -> None:
        self.chance = Random(seed)
        self.player = bots.make("random", seed)
        self.table = Table("alone")
        self.log: list[tuple[int, str | None, bytes]] = []
        rules = presets.rules(preset)
        seats = (Occupant(name="Ann", bot=None, person="ann"), *([FREE] * (rules.players - 1)))
        self.commit(self.table.agree(rules, Terms(), seating.filled(seats, "beginner")))
        self.commit(self.table.start(self.chance.randbytes(32)))

    def commit(self, change: Change) -> None:
        self.log.append((self.table.version + 1, change.client_id, change.encoded()))
        self.table.commit(change)

    def act(self, action: Action | None = None) -> Action:
        """Have the seat to act do this, or anything."""
        seat = self.table.to_act
        assert seat is not None
        action = action or self.player.choose(view(self.table.match, seat))
        self.commit(self.table.act(seat, action))
        return action

    def until(self, expected: int, cards: int = 0) -> bool:
        """Play on until this seat is to act, with so many cards left at most; False at the end."""
        while (seat := self.table.to_act) is not None:
            hands = self.table.match.deal.hands
            if seat == expected and hands and len(hands[seat]) <= cards:
                return True
            self.act()
        return False

    def take_back(self) -> None:
        asked = messages.TakeBack(f"back {self.table.version}", self.table.version)
        change = self.table.receive(ME, asked, b"")
        assert isinstance(change, Change)
        self.commit(change)


@given(
    seed=st.integers(0, 500),
    preset=st.sampled_from(sorted(presets.PRESETS)),
    cards=st.integers(3, 9),
    more=st.integers(0, 5),
)
def test_the_same_action_again_gives_the_same_state(
    seed: int, preset: str, cards: int, more: int
) -> None:
    at = Alone(preset, seed)
    if not at.until(ME, cards):
        return
    before = at.table.match
    action = at.act()
    after = at.table.match
    while at.table.to_act not in (None, ME) and more:
        at.act()
        more -= 1
    if at.table.to_act is None:
        return
    assert at.table.may_take_back(ME)
    at.take_back()
    assert at.table.match == before and at.table.practice
    assert at.act(action) == action
    assert at.table.match == after
    assert Table.restore("alone", at.log).match == after
    at.until(-1)
    record = record_export.record([line for _, _, line in at.log])
    if record is not None and len(record.after_each_deal()) == at.table.match.number:
        assert record.replay() == at.table.match


def test_nothing_is_taken_back_before_ones_first_call_nor_after_the_deal() -> None:
    at = Alone("french", 1)
    with pytest.raises(IllegalActionError, match="anything in this deal"):
        at.take_back()
    assert not at.table.may_take_back(ME)
    at.until(-1)
    with pytest.raises(IllegalActionError, match="The deal is over"):
        at.take_back()
    assert match.legal_actions(at.table.match) == []


def test_a_card_taken_back_stays_so_after_sigkill(tmp_path: Path) -> None:
    with serving(tmp_path / "club.sqlite") as server, closing(open_table(server)) as ann:
        assert ann.ask("begin")["type"] == "ack"
        people = [ann]
        play_until(people, lambda seen: len(seen["hand"]) == 8 and seen["to_act"] == ME)
        before = catch_up(ann)["view"]
        card = before["legal"]["cards"][0]
        play = {"do": "play", "card": card}
        assert ann.ask("act", expect=ann.version, action=play)["type"] == "ack"
        while card in ann.view["hand"] or ann.view["to_act"] != ME:
            ann.receive("update")
        assert catch_up(ann)["may_take_back"]
        back = {"type": "take_back", "id": "oh no", "expect": ann.version}
        version = acked(ann, back)
        pull_the_plug(server, people)
        assert acked(ann, back) == version
        assert ann.update["practice"]
        seen = ann.update["view"]
        assert (seen["hand"], seen["trick"]) == (before["hand"], before["trick"])


def test_a_match_in_which_something_was_taken_back_counts_nowhere(tmp_path: Path) -> None:
    with serving_in_process(tmp_path / "club.sqlite") as server:
        browser = Browser(server, "Ann")
        form = {"level": "beginner", "preset": "bga", "options": {"end_deals": 1}}
        with closing(browser.sit(**form)) as ann:
            ann.play_until(lambda seen: seen["trick"]["cards"] and seen["to_act"] == ME)
            ann.play_until(lambda seen: len(seen["hand"]) < 8 and seen["to_act"] == ME)
            assert ann.ask("take_back", expect=catch_up(ann)["version"])["type"] == "ack"
            catch_up(ann)
            ann.play_until(lambda seen: seen["phase"] == "match_over")
            assert catch_up(ann)["practice"] and not ann.update["may_take_back"]
        assert browser.get("/api/me/matches")["matches"] == []
        badges = browser.get(f"/api/people/{browser.me['id']}/badges")
        assert (badges["matches"], badges["badges"]) == (0, [])


def test_beside_another_person_nothing_is_taken_back(tmp_path: Path) -> None:
    with serving_in_process(tmp_path / "club.sqlite") as server:
        host, _ = people = two_people(server, "none")
        play_until(people, lambda seen: len(seen["hand"]) < 8 and seen["to_act"] == ME)
        assert not catch_up(host)["may_take_back"]
        assert host.ask("take_back", expect=host.version)["code"] == "no-take-back"
