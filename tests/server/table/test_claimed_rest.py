"""Claims of the rest at the tables of a real server."""

from __future__ import annotations

from typing import Any

import pytest
from company import act, all_receive, catch_up, four, seat_of, to_a_claim
from server_process import Person, Server

from rebelote import bots
from rebelote.rules import claims, options, presets
from rebelote.rules.actions import Refuse
from rebelote.rules.deal import Judged, Playing
from rebelote.rules.options import Rules
from rebelote.rules.refusals import IllegalActionError
from rebelote.rules.view import view
from rebelote.server.base.protocol import messages
from rebelote.server.base.protocol.occupants import Occupant
from rebelote.server.base.protocol.table_settings import Terms
from rebelote.server.table.model.event_log import Acted
from rebelote.server.table.model.state import Change
from rebelote.server.table.model.table import Table

TRICKS = 4
"""The tricks left when the rest can first be claimed in the deal of this seed."""
OPTIONS = ("--uncounted", "127.0.0.1", "--fixed-packs", "claim-22")


def claim(person: Person) -> dict[str, Any]:
    return person.ask("claim", expect=person.version)


def record(server: Server, person: Person) -> str:
    status, body = server.get(
        f"/api/tables/{person.seated['table']}/record", person.seated["cookie"]
    )
    assert status == 200
    return body.decode()


def test_a_claimed_rest_is_shown_to_all_and_settled_at_once_as_if_it_were_played(
    server: Server,
) -> None:
    people, onlooker = four(server), Person(server, {})
    onlooker.seated = {"table": people[0].seated["table"], "cookie": server.guest("Eef")}
    onlooker.sit()
    claimant = to_a_claim(people)
    version, hand = claimant.version, claimant.view["hand"]
    assert len(hand) == TRICKS and version is not None
    everybody = [*people, onlooker]
    all_receive(everybody, version)

    answer = claim(claimant)
    assert (answer["type"], answer["version"]) == ("ack", version + 1)
    all_receive(everybody, version + 1)
    for person in everybody:
        claimed, *cards = person.update["events"]
        assert (claimed["event"], claimed["seat"]) == ("rest_claimed", seat_of(claimant))
        assert sorted(claimed["cards"]) == sorted(hand)
        assert sum(event["event"] == "card_played" for event in cards) == 4 * TRICKS
        won = [event["seat"] for event in cards if event["event"] == "trick_won"]
        assert won == [seat_of(claimant)] * TRICKS
        assert person.view["phase"] == "deal_over" and person.view["settlement"]
        assert not person.update["may_claim"]
    claimant.send({"type": "claim", "id": answer["id"], "expect": version})
    assert claimant.receive("ack", "refused") == answer, "sent twice it counts once"

    again = four(server)
    assert to_a_claim(again).view["hand"] == hand
    for event in cards:
        if event["event"] == "card_played":
            player = again[event["seat"]]
            play = {"do": "play", "card": event["card"]}
            assert player.ask("act", expect=player.version, action=play)["type"] == "ack"
            all_receive(again, (player.version or 0) + 1)
    for name in ("settlement", "scores", "sheet", "tricks_won", "belote", "melds"):
        assert again[0].view[name] == people[0].view[name]
    assert record(server, again[0]) == record(server, people[0])

    server.stop()
    server.start()
    seen = people[1].view
    people[1].sit()
    assert people[1].view == seen, "the log says the same"


def test_who_cannot_know_it_may_not_claim_the_rest(server: Server) -> None:
    people = four(server)
    claimant = to_a_claim(people)
    version = claimant.version
    others = [person for person in people if person is not claimant]
    for person in others:
        refused = claim(person)
        assert (refused["type"], refused["code"]) == ("refused", "no-claim")
        assert "claim the rest" in refused["message"]
    action = claimant.action()
    assert action is not None
    claimant.send(action)
    claimant.receive("ack")
    catch_up(claimant)
    assert claim(claimant)["code"] == "no-claim", "who has led plays the trick"
    assert {catch_up(person)["version"] for person in people} == {(version or 0) + 1}


def answer(person: Person, accept: bool) -> dict[str, Any]:
    catch_up(person)
    return person.ask("answer_claim", expect=person.version, accept=accept)


def test_in_real_life_a_claim_is_accepted_by_the_opponents_or_played_out(server: Server) -> None:
    people = four(server, real_life=True)
    claimant = to_a_claim(people)
    seat, hand = seat_of(claimant), claimant.view["hand"]
    right, partner, left = (people[(seat + turn) % 4] for turn in (1, 2, 3))
    onlooker = Person(server, {})
    onlooker.seated = {"table": people[0].seated["table"], "cookie": server.guest("Eef")}
    onlooker.sit()
    assert claim(claimant)["type"] == "ack"
    for person in (*people, onlooker):
        catch_up(person)
        asked = person.update["claim"]
        shown = [] if person in (partner, onlooker) else sorted(hand)
        assert sorted(asked["cards"]) == shown, "nobody shows a hand to a partner for nothing"
        assert (asked["seat"], set(asked["asked"])) == (seat, {seat_of(right), seat_of(left)})
        events = person.update["events"]
        assert [e["cards"] for e in events if e["event"] == "rest_claimed"] == [[]]
    assert answer(partner, True)["code"] == "no-claim-asked"
    assert answer(right, True)["type"] == "ack"
    assert answer(right, True)["code"] == "no-claim-asked", "one answers once"

    server.stop()
    server.start()
    for person in people:
        assert person.sit()["claim"]["asked"] == [seat_of(left)]
    assert answer(left, False)["type"] == "ack"
    assert catch_up(claimant)["claim"] is None and claimant.view["phase"] == "play"
    assert not claimant.update["may_claim"], "once a deal"
    assert claim(claimant)["code"] == "no-claim"

    all_receive(people, claimant.version or 0)
    assert any(act(person, people) for person in people)
    second = to_a_claim(people)
    assert second is not claimant
    assert claim(second)["type"] == "ack"
    for turn in (1, 3):
        assert answer(people[(seat_of(second) + turn) % 4], True)["type"] == "ack"
    for person in people:
        assert catch_up(person)["claim"] is None
        assert person.view["phase"] == "deal_over" and person.view["settlement"]


def test_a_card_withdraws_a_claim_that_is_not_answered(server: Server) -> None:
    people = four(server, real_life=True)
    claimant = to_a_claim(people)
    assert claim(claimant)["type"] == "ack"
    all_receive(people, (claimant.version or 0) + 1)
    assert act(claimant, people)
    assert claimant.update["claim"] is None
    assert answer(people[(seat_of(claimant) + 1) % 4], True)["code"] == "no-claim-asked"


def begun(rules: Rules, seats: tuple[Occupant, ...], seed: int) -> Table:
    """Return a table of these people and bots, whose match has begun."""
    table = Table("claims")
    table.commit(table.agree(rules, Terms(), seats))
    table.commit(table.start(seed.to_bytes(32, "big")))
    return table


def test_bots_accept_exactly_what_their_cards_cannot_beat() -> None:
    rules = presets.rules("french").agree(options.REAL_LIFE)
    seats = (
        Occupant(name="Ann", bot=None, person="ann"),
        *(Occupant(name="Bot", bot="beginner") for _ in range(3)),
    )
    received = {True: 0, False: 0}
    for seed in range(40):
        table = begun(rules, seats, seed)
        bot = bots.make("random", seed)
        while (seat := table.to_act) is not None:
            if table.may_claim(0) and len(table.match.deal.hands[0]) < 4:
                deal = table.match.deal
                assert isinstance(deal, Playing)
                proved = not any(claims.may_refuse(deal, 0, seat) for seat in (1, 3))
                assert proved or not claims.may_claim(deal, 0)
                asked = table.receive(0, messages.Claim("c", table.version), b"")
                assert isinstance(asked, Change)
                table.commit(asked)
                while table.claim is not None and (change := table.bot_intervening()):
                    table.commit(change)
                assert table.claim is None
                assert (table.to_act is None) == proved
                received[proved] += 1
                break
            table.commit(table.act(seat, bot.choose(view(table.match, seat))))
    assert all(received.values())


def test_only_who_could_win_a_trick_has_a_claim_played_out() -> None:
    rules = presets.rules("baloot").as_in_real_life()
    seats = tuple(
        Occupant(name=name, bot=None, person=name) for name in ("Ann", "Ben", "Cas", "Dan")
    )
    received = set()
    for seed in range(30):
        table = begun(rules, seats, seed)
        bot = bots.make("random", seed)
        while (seat := table.to_act) is not None:
            deal = table.match.deal
            if isinstance(deal, Playing) and table.may_claim(seat):
                opponent = (seat + 1) % 4
                may = claims.may_refuse(deal, seat, opponent)
                asked = table.receive(seat, messages.Claim("c", table.version), b"")
                assert isinstance(asked, Change)
                table.commit(asked)
                refusal = messages.AnswerClaim("r", table.version, accept=False)
                if may:
                    answer = table.receive(opponent, refusal, b"")
                    assert isinstance(answer, Change) and isinstance(answer.entry, Acted)
                else:
                    with pytest.raises(IllegalActionError, match="no-trick-to-win"):
                        table.receive(opponent, refusal, b"")
                received.add(may)
                break
            table.commit(table.act(seat, bot.choose(view(table.match, seat))))
    assert received == {True, False}


def test_a_refused_claim_is_played_out_with_the_hand_open_where_it_may_lose_the_deal() -> None:
    rules = presets.rules("baloot").as_in_real_life()
    seats = (
        Occupant(name="Ann", bot=None, person="ann"),
        *(Occupant(name="Bot", bot="beginner") for _ in range(3)),
    )
    lost = 0
    for seed in range(40):
        table = begun(rules, seats, seed)
        bot = bots.make("random", seed)
        with pytest.raises(IllegalActionError, match="no-claim-asked"):
            table.receive(0, messages.Act("r", table.version, Refuse(1)), b"")
        while (seat := table.to_act) is not None:
            deal = table.match.deal
            beaten = isinstance(deal, Playing) and claims.may_refuse(deal, 0, 1)
            if table.may_claim(0) and beaten:
                asked = table.receive(0, messages.Claim("c", table.version), b"")
                assert isinstance(asked, Change)
                table.commit(asked)
                answer = table.bot_intervening()
                assert answer is not None and isinstance(answer.entry, Acted)
                table.commit(answer)
            if isinstance(table.match.deal, Playing) and table.match.deal.claimant == 0:
                assert table.claim is not None and table.claim.asked == ()
                assert set(table.claim.cards) == set(table.match.deal.hands[0])
                assert not table.may_claim(2)
            table.commit(table.act(seat, bot.choose(view(table.match, seat))))
        assert table.claim is None
        deal = table.match.deal
        if isinstance(deal, Judged):
            assert deal.verdict.of_claim and deal.verdict.accused == 0
            assert table.match.settlement is not None
            assert table.match.settlement.marks[1] >= 16 > 2 >= table.match.settlement.marks[0]
            lost += 1
    assert lost
