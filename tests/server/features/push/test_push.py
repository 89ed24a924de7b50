"""Web push: absent players are notified of their turn, by a real push service on this machine."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from company import play_until
from cryptography.hazmat.primitives.asymmetric import ec
from http_person import Browser, in_the_file
from in_process import InProcess, serving_in_process
from listening import named_in
from push_service import PushService, Subscriber, claims, decoded, encoded, push_service
from server_process import Person
from waiting import until

from rebelote.server.features.push import delivery, encryption
from rebelote.server.features.push.delivery import Sender
from rebelote.server.features.push.notifier import (
    GRACE_SECONDS,
    LIFETIME_SECONDS,
    REMIND_SECONDS,
    PushNotifier,
)
from rebelote.server.features.push.subscriptions import FAILURES, SUBSCRIPTIONS, PushSubscriptions

CONTACT = "mailto:keeper@club.example"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PushService]:
    with push_service(tmp_path_factory.mktemp("push")) as service:
        yield service


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, service: PushService) -> Iterator[InProcess]:
    """Yield a server that may send to this machine's push service, and trusts its certificate."""
    database = tmp_path_factory.mktemp("server") / "log.sqlite"
    sender = Sender(CONTACT, (ip_network("127.0.0.1"),))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SSL_CERT_FILE", str(service.certificate))
        with serving_in_process(database, push=sender) as server:
            yield server


class Subscribed(Browser):
    """A person whose browser is notified."""

    def __init__(self, server: InProcess, name: str, service: PushService) -> None:
        super().__init__(server, name)
        self.push = Subscriber(service)
        self.subscribe()

    def subscribe(self, status: int = 204) -> Any:
        return self.ask("PUT", "/api/me/push", status, self.push.form)


def table_of(server: InProcess, *people: Browser, **terms: str) -> list[Person]:
    """Seat these people at a begun table, with bots in the other seats."""
    table = server.new_table(
        cookie=people[0].cookie, begin=False, level="beginner", terms={"pace": "none", **terms}
    )
    there = [Person(server, {**table, "cookie": one.cookie}) for one in people]
    for seat, person in enumerate(there):
        person.sit()
        if seat:
            assert person.ask("sit", seat=seat)["type"] == "ack"
    assert there[0].ask("begin")["type"] == "ack"
    for person in there:
        while not person.view:
            person.receive("update")
    return there


def leave(server: InProcess, *people: Person) -> None:
    """Close the pages of these people one by one, and wait until the server has noticed."""
    for person in people:
        me = json.loads(server.get("/api/me", person.seated["cookie"])[1])["id"]
        room = server.core.lobby.tables[person.seated["table"]].room
        person.close()
        until(lambda: me not in room.connected)  # noqa: B023, asked at once


def to_act(view: dict[str, Any]) -> bool:
    return bool(view["legal"])


def test_an_absent_player_is_notified_once_of_their_turn_and_once_more_after_hours(
    server: InProcess, service: PushService
) -> None:
    """The message is encrypted to the browser, signed by the server's key, and names no card."""
    ann, bea = Browser(server, "Ann"), Subscribed(server, "Bea", service)
    there = table_of(server, bea, ann)
    play_until(there, to_act)
    leave(server, there[1], there[0])
    server.run_chores()
    assert not bea.push.received, "whoever has just left is not called back at once"
    server.time.advance(GRACE_SECONDS + 1)
    server.run_chores()
    server.run_chores()
    [reported], [sent] = bea.push.messages, bea.push.received
    assert reported == {
        "title": "Your turn in Belote",
        "body": f"The table with Ann, {bots_of(there[0])} is waiting for you.",
        "url": f"/#/table/{there[0].seated['table']}",
        "tag": f"rebelote.{there[0].seated['table']}",
        "lang": "en",
    }
    assert not named_in(bea.push.decrypted(sent.body))
    assert there[0].seated["table"] not in json.dumps(sent.headers)
    assert sent.headers["ttl"] == str(LIFETIME_SECONDS)
    assert sent.headers["content-encoding"] == "aes128gcm"
    claimed = claims(sent.headers["authorization"], bea.get("/api/push")["key"])
    now = server.time.source.wall()
    assert claimed["aud"] == service.origin and claimed["sub"] == CONTACT
    assert now < claimed["exp"] < now + 24 * 3600
    server.time.advance(REMIND_SECONDS + 60)
    server.run_chores()
    server.run_chores()
    assert [one["title"] for one in bea.push.messages[1:]] == ["Your table is still waiting"]
    assert bea.push.received[1].headers["topic"] == sent.headers["topic"], "it replaces the first"
    there[0].sit()
    leave(server, there[0])
    server.time.advance(GRACE_SECONDS + 1)
    server.run_chores()
    assert len(bea.push.messages) == 3, "another absence is told of again"


def test_guests_without_a_name_are_named_in_the_language_of_the_notified(
    server: InProcess, service: PushService
) -> None:
    bea, guest = Subscribed(server, "Bea", service), Browser(server, "Guest 417")
    sql = "UPDATE push_subscriptions SET language = 'fr' WHERE endpoint = ?"
    in_the_file(server, sql, bea.push.endpoint)
    there = table_of(server, bea, guest)
    play_until(there, to_act)
    leave(server, there[1], there[0])
    server.time.advance(GRACE_SECONDS + 1)
    server.run_chores()
    [sent] = bea.push.messages
    assert sent["body"].startswith("La table avec Invité 417, ")


def bots_of(person: Person) -> str:
    """Return the bots at a table, as an update lists them."""
    return ", ".join(who["name"] for who in person.update["players"] if who["bot"])


def test_a_player_replaced_by_a_bot_is_notified_once_in_their_language(
    server: InProcess, service: PushService
) -> None:
    ann, bea = Browser(server, "Ann"), Subscribed(server, "Bea", service)
    sql = "UPDATE push_subscriptions SET language = 'fr' WHERE endpoint = ?"
    in_the_file(server, sql, bea.push.endpoint)
    here, away = table_of(server, ann, bea)
    leave(server, away)
    server.time.advance(11)
    play_until([here], lambda view: view["settlement"])
    assert [it["seat"] for it in here.events if it["event"] == "stood_in"] == [1]
    server.run_chores()
    server.run_chores()
    [reported] = bea.push.messages
    assert reported["title"] == "Un robot joue à votre place." and "Ann" in reported["body"]


def test_a_player_against_bots_alone_or_present_is_not_notified(
    server: InProcess, service: PushService
) -> None:
    ann, bea = Subscribed(server, "Ann", service), Subscribed(server, "Bea", service)
    [alone] = table_of(server, ann)
    alone.play_until(to_act)
    leave(server, alone)
    both = table_of(server, bea, ann)
    play_until(both, to_act)
    leave(server, both[1])
    server.time.advance(GRACE_SECONDS + 1)
    server.run_chores()
    assert not bea.push.received
    assert not [one for one in ann.push.messages if alone.seated["table"] in one["url"]]
    leave(server, both[0])


@pytest.fixture
def answering(service: PushService) -> Iterator[PushService]:
    """Yield the push service, whose answers a test may change."""
    yield service
    service.status = 201


def test_a_subscription_that_the_push_service_has_ended_is_removed(
    server: InProcess, answering: PushService
) -> None:
    for answering.status in (404, 410):
        bea = waited_for(server, answering)
        assert len(bea.push.received) == 1
        assert not bea.get("/api/me/export")["push_subscriptions"]


def test_a_subscription_that_fails_again_and_again_is_removed(
    server: InProcess, answering: PushService
) -> None:
    """A redirect is a failure too, and is not followed."""
    answering.status = 302
    bea = waited_for(server, answering)
    assert len(bea.push.received) == 1
    assert "/elsewhere" not in [one.path for one in answering.received]
    for number in range(1, FAILURES):
        sql = "SELECT failures FROM push_subscriptions WHERE endpoint = ?"
        assert in_the_file(server, sql, bea.push.endpoint) == [(number,)]
        server.work(server.core[PushSubscriptions].failed(bea.push.endpoint))
    assert not bea.get("/api/me/export")["push_subscriptions"]


def waited_for(server: InProcess, service: PushService) -> Subscribed:
    """Return Bea, notified of a table that waits for her while she is away."""
    bea = Subscribed(server, "Bea", service)
    wait_for(server, bea)
    return bea


def wait_for(server: InProcess, bea: Browser) -> None:
    """Have Bea leave a table on her turn, and let it wait for long enough."""
    there = table_of(server, bea, Browser(server, "Ann"))
    play_until(there, to_act)
    leave(server, there[1], there[0])
    server.time.advance(GRACE_SECONDS + 1)
    server.run_chores()


def test_no_notice_is_sent_after_unsubscribing_logging_out_or_erasure(
    server: InProcess, service: PushService
) -> None:
    ann, bea, cas, dov = (
        Subscribed(server, name, service) for name in ("Ann", "Bea", "Cas", "Dov")
    )
    ann.ask("DELETE", "/api/me/push", 204, {"endpoint": bea.push.endpoint})
    assert len(bea.get("/api/me/export")["push_subscriptions"]) == 1, "another's browser"
    ann.ask("DELETE", "/api/me/push", 204, {"endpoint": ann.push.endpoint})
    assert not ann.get("/api/me/export")["push_subscriptions"]
    cas.post("/api/logout", 204)
    dov.ask("DELETE", "/api/me", 204)
    sql = "SELECT 1 FROM push_subscriptions WHERE endpoint = ?"
    left = [bool(in_the_file(server, sql, one.push.endpoint)) for one in (ann, bea, cas, dov)]
    assert left == [False, True, False, False]


def test_a_browser_belongs_to_the_last_person_who_signed_in_there(
    server: InProcess, service: PushService
) -> None:
    bea, eve = Subscribed(server, "Bea", service), Subscribed(server, "Eve", service)
    stolen = {**eve.push.form, "endpoint": bea.push.endpoint}
    eve.ask("PUT", "/api/me/push", 204, stolen)
    assert owner(server, bea.push) == bea.me["id"], "an address alone is not enough"
    eve.ask("PUT", "/api/me/push", 204, bea.push.form)
    assert owner(server, bea.push) == eve.me["id"]


def owner(server: InProcess, push: Subscriber) -> str:
    """Return the person whose browser it is taken for."""
    sql = "SELECT person FROM push_subscriptions WHERE endpoint = ?"
    [(person,)] = in_the_file(server, sql, push.endpoint)
    return str(person)


def test_a_person_has_a_few_browsers_the_oldest_gives_way(
    server: InProcess, service: PushService
) -> None:
    bea = Subscribed(server, "Bea", service)
    first = bea.push.endpoint
    for _ in range(SUBSCRIPTIONS):
        server.time.advance(1)
        bea.push = Subscriber(service)
        bea.subscribe()
    kept = [row["endpoint"] for row in bea.get("/api/me/export")["push_subscriptions"]]
    assert len(kept) == SUBSCRIPTIONS and first not in kept


INSIDE = (
    "http://push.example/a",
    "https://10.0.0.1/a",
    "https://[::1]/a",
    "https://[::ffff:10.0.0.1]/a",
    "https://[64:ff9b::a00:1]/a",
    "https://169.254.169.254/latest/meta-data",
    "https://localhost/a",
    "https://2130706433/a",
    "https://[fec0::1]/",
    "https://[2606:4700::5efe:7f00:1]/",
    "https://[2606:4700::200:5efe:a00:1]/",
    "https://[64:ff9b:1::a00:1]/",
    "https://a:b@push.example/",
    "https://push.example/a\nHost: b",
    "https://push.example:x/",
    "file:///etc/passwd",
    "",
)
"""Where a browser's push service is not."""


def test_nothing_is_sent_to_addresses_within_the_house(
    server: InProcess, service: PushService
) -> None:
    ann = Browser(server, "Ann")
    for endpoint in INSIDE:
        form = {**Subscriber(service).form, "endpoint": endpoint}
        assert ann.code("PUT", "/api/me/push", 422, **form) == "bad-push-service", endpoint
    form = {**Subscriber(service).form, "endpoint": "https://push.example/" + "a" * 2000}
    assert ann.code("PUT", "/api/me/push", 400, **form) == "malformed"


def test_a_name_that_leads_into_the_house_is_found_out_when_it_is_resolved() -> None:
    with pytest.raises(delivery.ForbiddenAddressError):
        delivery.resolved("localhost", delivery.PORT, ())
    own = (ip_network("127.0.0.1"), ip_network("::1"))
    assert set(delivery.resolved("localhost", delivery.PORT, own)) <= {"127.0.0.1", "::1"}


def test_a_subscription_that_leads_into_the_house_is_dropped(
    server: InProcess, service: PushService
) -> None:
    """The subscription is dropped however it came into the database."""
    bea = Subscribed(server, "Bea", service)
    sql = "UPDATE push_subscriptions SET endpoint = ? WHERE endpoint = ?"
    in_the_file(server, sql, "https://10.0.0.1/a", bea.push.endpoint)
    wait_for(server, bea)
    assert not bea.get("/api/me/export")["push_subscriptions"]


def test_a_subscription_whose_name_cannot_be_looked_up_has_not_failed(
    server: InProcess, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No connection was tried: the resolver may be away, or others' names may keep it busy."""

    def away(host: str, port: int) -> list[str]:
        asked.append(host)
        raise socket.gaierror(socket.EAI_AGAIN, "again")

    asked: list[str] = []
    bea = Subscribed(server, "Bea", service)
    sql = "UPDATE push_subscriptions SET endpoint = ? WHERE endpoint = ?"
    in_the_file(server, sql, "https://push.example/a", bea.push.endpoint)
    monkeypatch.setattr(server.core[PushNotifier].delivery.names, "_resolve", away)
    wait_for(server, bea)
    assert asked == ["push.example"]
    failures = "SELECT failures FROM push_subscriptions WHERE endpoint = 'https://push.example/a'"
    assert in_the_file(server, failures) == [(0,)]


def test_keys_that_are_none_are_refused(server: InProcess, service: PushService) -> None:
    ann = Browser(server, "Ann")
    for key in ("p256dh", "auth"):
        for wrong in ("", "AAAA", "%" * 20, "A" * 2000):
            form = {**Subscriber(service).form, key: wrong}
            assert ann.code("PUT", "/api/me/push", 400, **form) == "malformed"


def test_a_server_without_push_sends_nothing(tmp_path: Path, service: PushService) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        ann = Browser(server, "Ann")
        assert ann.get("/api/push") == {"key": None}
        form = Subscriber(service).form
        assert ann.code("PUT", "/api/me/push", 409, **form) == "no-push"


def test_the_key_stays_the_same_after_a_restart(server: InProcess) -> None:
    before = Browser(server).get("/api/push")["key"]
    assert len(decoded(before)) == 65
    server.stop()
    server.start()
    assert Browser(server).get("/api/push")["key"] == before


def test_a_message_is_encrypted_as_the_standard_says() -> None:
    """The example of RFC 8291, appendix A."""
    number = int.from_bytes(decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
    public = (
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    )
    body = encryption.encrypt(
        b"When I grow up, I want to be a watermelon",
        decoded(public),
        decoded("BTBZMqHH6r4Tts7J_aSIgg"),
        decoded("DGv6ra1nlYgDCS1FRnbzlw"),
        ec.derive_private_key(number, ec.SECP256R1()),
    )
    assert encoded(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmY"
        "WAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexS"
        "gSxsj_Qulcy4a-fN"
    )


def test_a_friend_who_is_invited_is_notified(server: InProcess, service: PushService) -> None:
    ann, bea = Browser(server, "Ann"), Subscribed(server, "Bea", service)
    ann.sign_up("Ann who invites")
    for one, other in ((ann, bea), (bea, ann)):
        one.ask("PUT", f"/api/friends/{other.me['id']}", 204)
    [table] = table_of(server, ann)
    body = {"person": bea.me["id"], "table": table.seated["table"]}
    ann.ask("POST", "/api/friends/invitations", 204, body)
    until(lambda: len(bea.push.received) == 1)
    reported = bea.push.messages[0]
    assert reported["title"] == "Ann who invites invites you to a table"
    assert reported["url"] == f"/#/table/{table.seated['table']}"


def test_a_player_is_notified_of_the_table_of_an_evening(
    server: InProcess, service: PushService
) -> None:
    by, bea = Browser(server, "Ann"), Subscribed(server, "Bea", service)
    agreed = {"entrants": "melee", "draw": "lots", "rounds": 1, "deals": 1, "place": "online"}
    event = by.post("/api/tournaments", 201, name="Friday", format=agreed)["tournament"]
    for player in (bea, *(Browser(server, name) for name in ("Cé", "Dré", "Eva"))):
        player.post(f"/api/tournaments/{event}/players", 200, partner=0)
    version = by.get(f"/api/tournaments/{event}")["version"]
    by.post(f"/api/tournaments/{event}/draw", 200, version=version, phrase="three diamonds")
    until(lambda: len(bea.push.received) == 1)
    [called] = bea.push.messages
    table = bea.get(f"/api/tournaments/{event}/players")["table"]
    assert (called["title"], called["body"]) == ("Your table is ready", "Friday")
    assert called["url"] == f"/#/table/{table}"
