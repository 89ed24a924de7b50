"""Guests, accounts, sessions and passwords, over the real server."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from databases import address_of
from digests import at_full_cost
from earlier import first_release
from http_person import PASSWORD, Browser, command, in_the_file, log_of
from in_process import serving_in_process
from server_process import Person, Server, serving

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.storage import schema, wipe
from rebelote.server.base.storage.sqlite_store import SqliteStore
from rebelote.server.main.compose import store_of
from rebelote.server.people import erased_names, passwords, privacy, recovery, sessions
from rebelote.server.people.accounts import PORTRAITS, Accounts
from rebelote.server.people.personal import Personal, of_erasure, of_takeover, undeclared
from rebelote.server.web.feature import declared

# --- guests ---------------------------------------------------------------------------------------


def test_only_the_route_for_it_changes_a_name(server: Server) -> None:
    """A page that takes an account for a new guest must not rename it."""
    guest, holder = Browser(server, "Gus"), Browser(server)
    holder.sign_up("Holder Hedda")
    for person, name in ((guest, "Gus"), (holder, "Holder Hedda")):
        known = person.get("/api/me")
        assert person.post("/api/me", 200, name="An older name") == known
        assert person.get("/api/me")["name"] == name
        renamed = person.ask("PUT", "/api/me/name", 200, {"name": f"{name} II"})
        assert (renamed["id"], renamed["name"]) == (known["id"], f"{name} II")
    assert Browser(server).code("PUT", "/api/me/name", 401, name="Nemo") == "who-are-you"


def test_a_portrait_is_chosen_by_its_number(server: Server) -> None:
    """A portrait that is not drawn is refused; a visitor without a session cannot have one."""
    ann = Browser(server, "Ann")
    assert ann.me["portrait"] == 0
    assert ann.ask("PUT", "/api/me/portrait", 200, {"portrait": PORTRAITS})["portrait"] == PORTRAITS
    for wrong in (-1, PORTRAITS + 1):
        assert ann.code("PUT", "/api/me/portrait", 422, portrait=wrong) == "no-such-portrait"
    assert ann.get("/api/me")["portrait"] == PORTRAITS
    assert Browser(server).code("PUT", "/api/me/portrait", 401, portrait=1) == "who-are-you"


def test_a_portrait_goes_with_the_account_and_is_exported(server: Server) -> None:
    ann = Browser(server, "Ann")
    ann.ask("PUT", "/api/me/portrait", 200, {"portrait": 3})
    ann.sign_up("Ann of the portrait")
    assert ann.get("/api/me")["portrait"] == 3
    assert ann.get(f"/api/people/{ann.me['id']}")["portrait"] == 3
    assert ann.get("/api/me/export")["person"]["portrait"] == 3


def test_others_see_at_the_table_which_portrait_is_chosen(server: Server) -> None:
    """Others see it at once; it is not in the log, from which it could not be erased."""
    seated = server.new_table(name="Ann", begin=False)
    with closing(Person(server, {**seated, "cookie": server.guest("Bo")})) as other:
        assert other.sit()["players"][0]["portrait"] == 0
        ann = Browser(server)
        ann.cookie = seated["cookie"]
        ann.ask("PUT", "/api/me/portrait", 200, {"portrait": 5})
        while other.update["players"][0]["portrait"] != 5:
            other.receive("update", "changed")
    assert all(b"portrait" not in entry for *_, entry in log_of(server, seated["table"]))


def test_a_guest_is_known_by_the_cookie_alone(server: Server) -> None:
    ann = Browser(server, "  Ann   B. ")
    assert ann.me["name"] == "Ann B."
    assert ann.get("/api/me") == ann.me
    assert (ann.me["account"], ann.me["role"], ann.me["settings"]) == (False, "", {})
    assert Browser(server).get("/api/me") is None
    stranger = Browser(server)
    stranger.cookie = "rebelote=" + "x" * 32
    assert stranger.get("/api/me") is None


@pytest.mark.parametrize("given", ["Гост 417", "Invité 417", "Gäst 417", "Guest 417"])
def test_the_name_of_a_guest_without_one_is_stored_in_one_language(
    server: Server, given: str
) -> None:
    guest = Browser(server, given)
    assert guest.me["name"] == "Guest 417"
    assert guest.ask("PUT", "/api/me/name", 200, {"name": "Gast 12"})["name"] == "Guest 12"
    assert in_the_file(server, "SELECT name FROM people WHERE id = ?", guest.me["id"]) == [
        ("Guest 12",)
    ]


def test_guests_whose_names_a_page_stored_in_bulgarian_have_english_ones(tmp_path: Path) -> None:
    """The step from the first release renames them, but no accounts and no chosen names."""
    were = {"g": "Гост 417", "h": "Гост Иван", "i": "Гост", "j": "Guest 418", "k": "Гост 5a"}
    rows = [(key, name, None) for key, name in were.items()] + [("a", "Гост 419", "гост419")]
    with first_release(tmp_path / "log.sqlite") as file:
        file.executemany(
            "INSERT INTO people (id, name, account_name, created, seen) VALUES (?, ?, ?, 0, 0)",
            rows,
        )
    store = SqliteStore(str(tmp_path / "log.sqlite"))
    people = dict(asyncio.run(store.read("SELECT id, name FROM people")))
    store.close()
    assert people == {**were, "g": "Guest 417", "a": "Гост 419"}


def test_the_cookie_is_out_of_reach_of_scripts_and_of_other_sites(server: Server) -> None:
    _, _, headers = server.ask("POST", "/api/me", b'{"name": "Ann"}')
    cookie = headers["set-cookie"]
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(cookie.split("; "))
    assert "Secure" not in cookie and "Domain" not in cookie
    secret = cookie.partition("=")[2].partition(";")[0]
    assert len(secret) == 32  # 24 bytes: 192 bits
    for path in server.database.parent.iterdir():
        assert secret.encode() not in path.read_bytes()


@pytest.mark.parametrize(
    "name", ["", "A", "x" * 25, "a@b", "<b>", "A\u202eB", "..", "- -", "a\x00b"]
)
def test_a_bad_name_is_refused(server: Server, name: str) -> None:
    assert Browser(server).code("POST", "/api/me", 422, name=name) == "bad-name"


def test_a_guest_may_change_the_name_and_the_table_sees_it(server: Server) -> None:
    ann = Browser(server, "Ann")
    person = ann.sit()
    assert ann.ask("PUT", "/api/me/name", 200, {"name": "Anneke"})["id"] == ann.me["id"]
    while person.update["players"][0]["name"] != "Anneke":
        person.next()


# --- accounts -------------------------------------------------------------------------------------


def test_an_account_is_the_same_person_under_a_new_secret(server: Server) -> None:
    ann = Browser(server, "Guest")
    before = ann.cookie
    assert ann.sign_up("Berta")["id"] == ann.me["id"]
    assert ann.cookie != before
    assert ann.get("/api/me")["account"] is True
    old = Browser(server)
    old.cookie = before
    assert old.get("/api/me") is None
    assert ann.code("POST", "/api/me/account", 409, name="Berta 2", password=PASSWORD)
    assert Browser(server).log_in("b-e r T a")["id"] == ann.me["id"]


def test_a_name_belongs_to_its_account(server: Server) -> None:
    Browser(server).sign_up("Dora Maar")
    asked = {"name": "dora.maar", "password": PASSWORD}
    assert Browser(server).code("POST", "/api/me/account", 409, **asked) == "name-taken"
    assert Browser(server).code("POST", "/api/me", 409, name="DORAMAAR") == "name-taken"
    eva = Browser(server, "Eva")
    assert eva.code("PUT", "/api/me/name", 409, name="Dora-Maar") == "name-taken"
    eva.sign_up("Eva Luna")
    assert eva.ask("PUT", "/api/me/name", 200, {"name": "Eva Sol"})["name"] == "Eva Sol"
    assert Browser(server).code("POST", "/api/login", 401, name="Eva Luna", password=PASSWORD)
    assert Browser(server).log_in("Eva Sol")["id"] == eva.me["id"]


def test_two_who_want_the_same_name_at_once_do_not_both_get_it(server: Server) -> None:
    from concurrent.futures import ThreadPoolExecutor

    def sign_up(number: int) -> int:
        body = json.dumps({"name": "Twice", "password": PASSWORD}).encode()
        return server.ask("POST", "/api/me/account", body, Browser(server, "One").cookie)[0]

    with ThreadPoolExecutor(6) as pool:
        assert sorted(pool.map(sign_up, range(6))) == [201, 409, 409, 409, 409, 409]


def test_a_wrong_password_and_an_unknown_name_are_answered_alike(server: Server) -> None:
    Browser(server).sign_up("Fanny")
    wrong = Browser(server).ask("POST", "/api/login", 401, {"name": "Fanny", "password": "wrong"})
    unknown = Browser(server).ask("POST", "/api/login", 401, {"name": "Nobody", "password": "x"})
    assert wrong == unknown
    assert wrong["code"] == "wrong-login"


def test_an_e_mail_address_is_neither_refused_nor_kept(server: Server) -> None:
    """Older clients send one; nothing was ever done with it."""
    gerda = Browser(server)
    gerda.sign_up("Gerda", email="gerda@hidden.example")
    for path in server.database.parent.iterdir():
        assert b"hidden.example" not in path.read_bytes()
    assert "email" not in gerda.get("/api/me/export")["person"]


def test_addresses_that_were_kept_before_are_taken_out(tmp_path: Path) -> None:
    path = tmp_path / "log.sqlite"
    with first_release(path) as file:
        sql = "INSERT INTO people (id, name, created, seen, email) VALUES (?, 'Ann', 0, 0, ?)"
        file.executemany(sql, [(f"p{n}", f"ann{n}@hidden.example") for n in range(99)])
    store = SqliteStore(str(path))
    assert asyncio.run(store.read("SELECT count(*) FROM people")) == [(99,)]
    store.close()
    for file_of_it in tmp_path.iterdir():
        assert b"hidden.example" not in file_of_it.read_bytes()


def test_the_file_keeps_an_argon2id_digest_and_no_password(tmp_path: Path) -> None:
    with at_full_cost(), serving_in_process(tmp_path / "log.sqlite") as server:
        Browser(server).sign_up("Hanna")
        sql = "SELECT password FROM people WHERE name = 'Hanna'"
        ((digest,),) = in_the_file(server, sql)
        assert digest.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
        for path in server.database.parent.iterdir():
            assert PASSWORD.encode() not in path.read_bytes()


# --- passwords ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "password",
    [
        "correct horse battery",
        "æøåéüñçß",
        "暗号暗証番号言葉",
        "x7$kQ-2m",
        " leading and trailing ",
        "🃏🃏 belote 🂡🂱🃁",
    ],
)
def test_a_password_may_be_of_any_signs(server: Server, password: str) -> None:
    someone = Browser(server)
    someone.post("/api/me/account", 201, name=f"P{abs(hash(password))}"[:20], password=password)
    assert Browser(server).post(
        "/api/login", 200, name=f"P{abs(hash(password))}"[:20], password=password
    )
    changed = password.swapcase() if password.swapcase() != password else password + " "
    asked = {"name": f"P{abs(hash(password))}"[:20], "password": changed}
    assert Browser(server).code("POST", "/api/login", 401, **asked) == "wrong-login"


def test_a_password_has_8_to_128_characters(server: Server) -> None:
    guest = Browser(server, "Ida")
    for password in ("", "x7$kQ-2", "x7$kQ-2m" * 16 + "!"):
        asked = {"name": "Ida", "password": password}
        assert guest.code("POST", "/api/me/account", 422, **asked) == "bad-password"
    passwords.check("x7$kQ-2m zYp" * 10 + "12345678")  # 128 are not too many


@pytest.mark.parametrize(
    "password",
    ["password", "Passw0rd!", "12345678", "87654321", "azertyuiop", "qwerty123", "11111111",
     "abcabcabc", "aabbccdd", "iloveyou", "motdepasse", "wachtwoord1", "lösenord", "belote123",
     "!rebelote!", "homelesspa", "FQRG7CS493", "n0=acc3ss", "FootballFootball",
     "25121984", "1984-12-25", "zaq12wsx", "1q2w3e4r"],
)  # fmt: skip
def test_what_everybody_tries_first_is_no_password(password: str) -> None:
    with pytest.raises(IllegalActionError) as refused:
        passwords.check(password)
    assert refused.value.refusal.code == "common-password"


def test_nothing_is_kept_of_a_sign_up_that_is_refused(server: Server) -> None:
    Browser(server).sign_up("Taken Name")
    counted = "SELECT (SELECT count(*) FROM people), (SELECT count(*) FROM sessions)"
    before = in_the_file(server, counted)
    for name, password, code in (
        ("Nina New", "12345678", "common-password"),
        ("Nina New", "short", "bad-password"),
        ("taken name", PASSWORD, "name-taken"),
        ("admin", PASSWORD, "reserved-name"),
    ):
        browser = Browser(server)
        status = {"name-taken": 409}.get(code, 422)
        asked = {"name": name, "password": password}
        assert browser.code("POST", "/api/me/account", status, **asked) == code
        assert not browser.cookie
    assert in_the_file(server, counted) == before


def test_ones_own_name_is_no_password(server: Server) -> None:
    asked = {"name": "Zebedeus", "password": "zebedeus99"}
    assert Browser(server).code("POST", "/api/me/account", 422, **asked) == "own-name-password"


def test_another_password_ends_every_other_session(server: Server) -> None:
    jo, other = Browser(server), Browser(server)
    jo.sign_up("Josefien")
    other.log_in("Josefien")
    before = jo.cookie
    asked = {"old": "not this one", "new": "another lamp, further"}
    assert jo.code("POST", "/api/me/password", 401, **asked) == "wrong-login"
    asked = {"old": PASSWORD, "new": "password1"}
    assert jo.code("POST", "/api/me/password", 422, **asked) == "common-password"
    jo.post("/api/me/password", 204, old=PASSWORD, new="another lamp, further")
    assert jo.cookie != before
    assert jo.get("/api/me")["name"] == "Josefien"
    assert other.get("/api/me") is None
    assert jo.code("POST", "/api/login", 401, name="Josefien", password=PASSWORD)


def test_a_recovery_code_sets_another_password_once(server: Server) -> None:
    mina, elsewhere = Browser(server), Browser(server)
    mina.sign_up("Wilhelmina")
    assert mina.get("/api/me/recovery-codes") == {"left": 0}
    asked = {"password": "not this one"}
    assert mina.code("POST", "/api/me/recovery-codes", 401, **asked) == "wrong-login"
    first = mina.post("/api/me/recovery-codes", 200, password=PASSWORD)["codes"]
    codes = mina.post("/api/me/recovery-codes", 200, password=PASSWORD)["codes"]
    assert len(set(codes)) == recovery.CODES and not set(codes) & set(first)
    in_file = [path.read_bytes() for path in server.database.parent.iterdir() if path.is_file()]
    assert not any(code.encode() in read for code in codes for read in in_file)

    new = "another lamp, further"
    for wrong in (first[0], "", "K7QD-29XN-BHWT"):
        asked = {"name": "Wilhelmina", "code": wrong, "password": new}
        assert elsewhere.code("POST", "/api/recover", 401, **asked) == "wrong-recovery-code"
    asked = {"name": "Nobody There", "code": codes[0], "password": new}
    assert elsewhere.code("POST", "/api/recover", 401, **asked) == "wrong-recovery-code"
    asked = {"name": "wilhelmina", "code": codes[0], "password": "password1"}
    assert elsewhere.code("POST", "/api/recover", 422, **asked) == "common-password"
    asked["password"], asked["code"] = new, codes[0].lower().replace("-", " ")
    assert elsewhere.post("/api/recover", 200, **asked)["name"] == "Wilhelmina"
    assert elsewhere.get("/api/me/recovery-codes") == {"left": recovery.CODES - 1}
    assert mina.get("/api/me") is None
    assert elsewhere.code("POST", "/api/recover", 401, **asked) == "wrong-recovery-code"
    assert mina.code("POST", "/api/login", 401, name="Wilhelmina", password=PASSWORD)
    mina.post("/api/login", 200, name="Wilhelmina", password=new)


def test_a_guest_has_no_recovery_codes_and_a_deleted_account_leaves_none(server: Server) -> None:
    guest = Browser(server, "Guestina")
    asked = {"password": PASSWORD}
    assert guest.code("POST", "/api/me/recovery-codes", 401, **asked) == "who-are-you"
    guest.sign_up("Leaving Soon")
    codes = guest.post("/api/me/recovery-codes", 200, **asked)["codes"]
    assert in_the_file(server, "SELECT count(*) FROM recovery_codes") >= [(len(codes),)]
    person = guest.get("/api/me")["id"]
    guest.ask("DELETE", "/api/me", 204, asked)
    left = f"SELECT count(*) FROM recovery_codes WHERE person = '{person}'"
    assert in_the_file(server, left) == [(0,)]


def test_guessing_recovery_codes_is_slowed_down_by_address(tmp_path: Path) -> None:
    options = ("--trusted-proxy", "127.0.0.1", "--limit", "address.recover=3/86400")
    with serving(tmp_path / "log.sqlite", *options) as server:
        victim = Browser(server)
        victim.sign_up("Victim")
        asked = {"name": "Victim", "code": "K7QD-29XN-BHWT", "password": "another lamp, further"}
        for _ in range(3):
            result = Browser(server).code("POST", "/api/recover", 401, **asked)
            assert result == "wrong-recovery-code"
        assert Browser(server).code("POST", "/api/recover", 429, **asked) == "too-many"


def test_digests_wait_for_each_other_and_not_without_a_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(passwords, "WAITING", 8)

    async def many() -> list[Any]:
        digests = passwords.Digests()
        jobs = [digests.of("x7$kQ-2m") for _ in range(passwords.WAITING + 3)]
        return await asyncio.gather(*jobs, return_exceptions=True)

    made = asyncio.run(many())
    refused = [each for each in made if isinstance(each, IllegalActionError)]
    assert [each.refusal.code for each in refused] == ["too-many"] * 3
    assert len(set(made) - set(refused)) == passwords.WAITING


# --- sessions -------------------------------------------------------------------------------------


def test_logging_out_kills_the_session_and_its_sockets(server: Server) -> None:
    kim = Browser(server)
    kim.sign_up("Kimberley T")
    person = kim.sit()
    before = kim.cookie
    kim.ask("POST", "/api/logout", 204)
    assert kim.cookie == 'rebelote=""'
    kim.cookie = before
    assert kim.get("/api/me") is None
    with pytest.raises(Exception, match="1012"):
        while True:
            person.next()


def test_sessions_are_listed_and_ended_one_by_one(server: Server) -> None:
    lea, phone = Browser(server), Browser(server)
    lea.sign_up("Leonora C")
    phone.log_in("Leonora C")
    result = lea.get("/api/me/sessions")
    assert [session["this"] for session in result].count(True) == 1
    assert len(result) == 2
    other = next(session["id"] for session in result if not session["this"])
    stranger = Browser(server, "Stranger")
    assert stranger.code("DELETE", f"/api/me/sessions/{other}", 404) == "no-such-session"
    lea.ask("DELETE", f"/api/me/sessions/{other}", 204)
    assert phone.get("/api/me") is None
    assert lea.get("/api/me")["name"] == "Leonora C"
    phone.log_in("Leonora C")
    lea.ask("DELETE", "/api/me/sessions", 204)
    assert phone.get("/api/me") is None
    assert len(lea.get("/api/me/sessions")) == 1


def noticed(browser: Browser) -> list[str]:
    """Return the notices that a browser gets of what was done to its account elsewhere."""
    return [notice["what"] for notice in browser.get("/api/me/notices")]


def dismiss(browser: Browser) -> None:
    last = browser.get("/api/me/notices")[0]["id"]
    browser.ask("DELETE", f"/api/me/notices/{last}", 204)


def test_a_login_from_another_browser_is_shown_until_it_is_dismissed(server: Server) -> None:
    ada, phone = Browser(server), Browser(server)
    ada.sign_up("Adelheid N")
    before = time.time()
    phone.log_in("Adelheid N")
    assert noticed(phone) == []
    (notice,) = ada.get("/api/me/notices")
    assert notice["what"] == "signed-in"
    assert before - 1 < notice["at"] < time.time() + 1
    ada.ask("DELETE", f"/api/me/notices/{notice['id'] + 2**70}", 204)
    assert noticed(ada) == ["signed-in"]
    dismiss(ada)
    assert noticed(ada) == []
    late = Browser(server)
    late.log_in("Adelheid N")
    assert noticed(late) == []
    assert noticed(ada) == noticed(phone) == ["signed-in"]
    assert Browser(server, "Guest N").get("/api/me/notices") == []
    assert Browser(server).code("GET", "/api/me/notices", 401) == "who-are-you"


def test_nobody_keeps_their_own_login_from_the_holder_of_an_account(server: Server) -> None:
    """Neither dismissing it in any session nor ending the holder's sessions hides it."""
    holder, thief, again = Browser(server), Browser(server), Browser(server)
    holder.sign_up("Berthold N")
    for one in (thief, again):
        one.log_in("Berthold N")
    dismiss(thief)
    dismiss(again)
    assert noticed(thief) == noticed(again) == []
    assert "signed-in" in noticed(holder)
    thief.ask("DELETE", "/api/me/sessions", 204)
    assert holder.get("/api/me") is None
    holder.log_in("Berthold N")
    assert "signed-in" in noticed(holder)


def test_a_changed_password_is_shown_to_the_holder_who_returns(server: Server) -> None:
    cleo, tablet = Browser(server), Browser(server)
    cleo.sign_up("Cleopatra N")
    cleo.post("/api/me/password", 204, old=PASSWORD, new="another lamp, further")
    assert noticed(cleo) == []
    tablet.log_in("Cleopatra N", "another lamp, further")
    assert noticed(tablet) == ["password-changed"]
    given = command(server, "password", "Cleopatra N").split()[-1]
    tablet.log_in("Cleopatra N", given)
    assert noticed(tablet)[:1] == ["password-changed"]
    dismiss(tablet)
    assert noticed(tablet) == []


def test_who_comes_back_to_a_browser_they_used_before_is_not_news(server: Server) -> None:
    asked = json.dumps({"name": "Dorothea N", "password": PASSWORD}).encode()
    _, _, headers = server.ask("POST", "/api/me/account", asked)
    cookies = [kept.partition(";")[0] for kept in headers.get_all("set-cookie")]
    assert server.ask("POST", "/api/login", asked, cookies[1])[0] == 200
    first = Browser(server)
    first.cookie = cookies[0]
    assert noticed(first) == []
    Browser(server).log_in("Dorothea N")
    assert noticed(first) == ["signed-in"]


def test_notices_are_few_go_with_time_and_are_part_of_ones_data(server: Server) -> None:
    ella, phone = Browser(server), Browser(server)
    me = ella.sign_up("Ellinor N")["id"]
    sql = "INSERT INTO notices (person, at, what, session) VALUES (?, ?, 'signed-in', '')"
    for at in range(sessions.NOTICES):
        in_the_file(server, sql, me, time.time() - 60 + at)
    in_the_file(server, sql, me, time.time() - sessions.NOTICE_SECONDS - sessions.DAY)
    assert len(noticed(ella)) == sessions.NOTICES
    phone.log_in("Ellinor N")
    assert len(noticed(ella)) == sessions.NOTICES
    held = json.loads(server.get("/api/me/export", ella.cookie)[1])["notices"]
    assert len(held) == sessions.NOTICES
    assert held[0].keys() == {"at", "what"}


def test_a_session_that_is_not_used_ends(server: Server) -> None:
    """An account's session ends after thirty days, a guest's after half a year."""
    mia, guest = Browser(server), Browser(server, "Mia Guest")
    account = mia.sign_up("Mia Account")["id"]
    for days, still in ((29, True), (31, False)):
        seen = time.time() - days * sessions.DAY
        sql = "UPDATE sessions SET seen = ? WHERE person IN (?, ?)"
        in_the_file(server, sql, seen, account, guest.me["id"])
        assert [is_signed_in(server, browser) for browser in (mia, guest)] == [still, True]
    in_the_file(server, "UPDATE sessions SET seen = 0 WHERE person = ?", guest.me["id"])
    assert not is_signed_in(server, guest)


async def opened(path: Path) -> Accounts:
    people = Accounts(store_of(address_of(path)))
    await people.store.start()
    await people.timekeeper.load()
    return people


def is_signed_in(server: Server, browser: Browser) -> bool:
    """Return whether a newly started server knows the session of this browser."""

    async def ask() -> bool:
        people = await opened(server.database)
        person = await people.sessions.who(browser.cookie.partition("=")[2])
        await people.store.stop()
        return person is not None

    return asyncio.run(ask())


def test_what_is_remembered_of_sessions_is_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "REMEMBERED", 10)

    async def many() -> None:
        people = await opened(tmp_path / "log.sqlite")
        known = [await people.new_guest(f"Guest {n}", "") for n in range(30)]
        assert all([await people.sessions.who(secret) == person for person, secret in known])
        assert len(people.sessions._remembered) == 10
        await people.store.stop()

    asyncio.run(many())


def test_a_session_is_read_from_memory_until_something_changes(tmp_path: Path) -> None:
    async def ask() -> None:
        people = await opened(tmp_path / "log.sqlite")
        person, secret = await people.new_guest("Nora", "")
        assert await people.sessions.who(secret) == person
        await people.write(("DELETE FROM sessions", ()))
        assert await people.sessions.who(secret) == person
        people.sessions.invalidate(person.id)
        assert await people.sessions.who(secret) is None
        await people.store.stop()

    asyncio.run(ask())


# --- settings and others --------------------------------------------------------------------------


def test_settings_are_kept_with_the_account(server: Server) -> None:
    olga = Browser(server)
    olga.sign_up("Olga")
    olga.ask("PUT", "/api/me/settings", 204, {"theme": "dark", "hold": 1.2})
    assert Browser(server).log_in("Olga")["settings"] == {"theme": "dark", "hold": 1.2}
    assert olga.code("PUT", "/api/me/settings", 413, much="x" * 4096) == "too-large"
    assert olga.get("/api/me")["settings"] == {"theme": "dark", "hold": 1.2}


def test_guests_are_not_found_by_name(server: Server) -> None:
    someone = Browser(server, "Quirina")
    assert someone.get("/api/people?name=quirina") == []
    assert someone.get("/api/people?name=") == []


def test_who_is_blocked_does_not_come_to_the_table(server: Server) -> None:
    sara, tom = Browser(server, "Sara"), Browser(server, "Tom")
    sara.ask("PUT", f"/api/me/relations/{tom.me['id']}", 204, {"kind": "block"})
    table = server.new_table(cookie=sara.cookie, begin=False)
    visitor = Person(server, {**table, "cookie": tom.cookie})
    visitor.knock()
    assert visitor.receive("refused")["code"] == "kept-apart"


# --- a guest's games become an account's ----------------------------------------------------------


def test_at_login_the_guests_games_seats_and_circle_come_along(server: Server) -> None:
    home = Browser(server)
    account = home.sign_up("Ulrika Eleonora")["id"]
    guest, friend = Browser(server, "On the phone"), Browser(server, "Friend")
    friend.sign_up("Friend of Ulrika")
    friend.ask("PUT", f"/api/friends/{guest.me['id']}", 204)
    guest.ask("PUT", f"/api/friends/{friend.me['id']}", 204)
    person = guest.sit()
    table, other = person.seated["table"], guest.me["id"]
    person.play_until(lambda view: view["phase"] == "play")
    played = (table, 9, 0, other, None, "french", time.time(), False, True, 900, 100)
    in_the_file(
        server, f"INSERT INTO played VALUES ({', '.join('?' * 11)}, NULL, NULL, false)", *played
    )

    assert guest.log_in("Ulrika Eleonora")["id"] == account
    with pytest.raises(Exception, match="1012"):
        while True:
            person.next()
    again = Person(server, {**person.seated, "cookie": guest.cookie})
    update = again.sit()
    assert update["you"] == 0
    assert update["host"] is True
    assert (update["players"][0]["name"], update["players"][0]["person"]) == (
        "Ulrika Eleonora",
        account,
    )
    again.play_until(lambda view: len(view["sheet"]) >= 1)
    again.close()
    assert home.get("/api/me/relations")[0]["person"] == friend.me["id"]
    assert in_the_file(server, "SELECT table_id FROM played WHERE person = ?", account) == [
        (table,)
    ]
    assert in_the_file(server, "SELECT table_id FROM seated WHERE person = ?", account) == [
        (table,)
    ]
    assert not in_the_file(server, "SELECT 1 FROM people WHERE id = ?", other)
    entries = in_the_file(server, "SELECT entry FROM log")
    assert entries and not any(other.encode() in entry for (entry,) in entries)

    server.kill()
    server.start()
    later = Person(server, {**person.seated, "cookie": guest.cookie})
    update = later.sit()
    assert (update["you"], update["players"][0]["name"]) == (0, "Ulrika Eleonora")


def test_who_played_against_oneself_does_not_sit_twice(server: Server) -> None:
    home, guest = Browser(server), Browser(server, "My other phone")
    home.sign_up("Vera V")
    table = server.new_table(cookie=home.cookie, begin=False)
    one, two = (Person(server, {**table, "cookie": b.cookie}) for b in (home, guest))
    one.sit()
    two.sit()
    assert two.ask("sit", seat=1)["type"] == "ack"
    guest.log_in("Vera V")
    again = Person(server, {**table, "cookie": guest.cookie})
    players = again.sit()["players"]
    assert again.update["you"] == 0
    assert (players[1]["name"], players[1]["bot"]) == ("", False)


# --- one's own data -------------------------------------------------------------------------------


def test_all_that_is_kept_of_one_can_be_taken_along(server: Server) -> None:
    wim = Browser(server)
    me = wim.sign_up("Willemijn")["id"]
    person = wim.sit()
    wim.ask("PUT", "/api/me/settings", 204, {"theme": "dark"})
    status, body, headers = server.ask("GET", "/api/me/export", None, wim.cookie)
    held = json.loads(body)
    assert status == 200
    assert headers["content-disposition"].startswith("attachment; filename=")
    assert held["person"]["id"] == me
    assert json.loads(held["person"]["settings"]) == {"theme": "dark"}
    assert [row["id"] for row in held["tables"]] == [person.seated["table"]]
    assert len(held["sessions"]) == 1
    assert b"argon2" not in body and wim.cookie.partition("=")[2].encode() not in body


def columns_of(file: sqlite3.Connection) -> list[tuple[str, str]]:
    """Return every column of a file, as table and name."""
    tables = [row[0] for row in file.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    sql = "SELECT name FROM pragma_table_info(?)"
    return [(table, row[0]) for table in tables for row in file.execute(sql, (table,))]


def test_every_column_that_names_a_person_is_declared_by_the_feature_that_keeps_it() -> None:
    with closing(sqlite3.connect(":memory:")) as file:
        schema.bring_up_to_date(file)
        known = {(one.table, one.column) for one in declared()}
        assert undeclared(columns_of(file), declared()) == []
        assert known <= set(columns_of(file))
        file.execute("CREATE TABLE favourite_decks (person TEXT PRIMARY KEY, deck TEXT NOT NULL)")
        assert undeclared(columns_of(file), declared()) == ["favourite_decks.person"]
        decks = Personal(table="favourite_decks", key=(), taken_over=True, exported="deck")
        assert undeclared(columns_of(file), (*declared(), decks)) == []


@pytest.mark.parametrize("made", [of_takeover, of_erasure])
def test_no_row_names_a_person_who_has_gone(made: Callable[[Any], Iterator[str]]) -> None:
    """Each table has a row of one person for every column that may name one."""
    with closing(sqlite3.connect(":memory:")) as file:
        schema.bring_up_to_date(file)
        file.execute("PRAGMA ignore_check_constraints = TRUE")
        for table, column in sorted({(one.table, one.column) for one in declared()}):
            fill(file, table, column)
        for sql in made(declared()):
            file.execute(sql, ("gone", "other")[: 1 + ("?2" in sql)])
        left = [
            (table, column)
            for table, column in columns_of(file)
            if file.execute(f"SELECT 1 FROM {table} WHERE {column} = 'gone'").fetchall()
        ]
        assert left == []


def fill(file: sqlite3.Connection, table: str, person: str) -> None:
    """Insert a row in which this column names `gone`; the others hold values of their types."""
    rows = file.execute("SELECT name, type FROM pragma_table_info(?)", (table,)).fetchall()
    known = {"TEXT": f"{table} {person}", "BLOB": b"x"}
    values: list[object] = ["gone" if name == person else known.get(kind, 1) for name, kind in rows]
    at = next((i for i, (name, kind) in enumerate(rows) if (name, kind) == ("id", "INTEGER")), None)
    if at is not None:
        values[at] = None
    marks = ", ".join("?" * len(rows))
    file.execute(f"INSERT INTO {table} VALUES ({marks})", values)


def test_deletion_takes_name_and_id_out_of_every_file(tmp_path: Path) -> None:
    """Games stay, others play on, and the raw bytes of file and log hold none of it."""
    with serving(tmp_path / "log.sqlite") as server:
        xenia, yara = Browser(server), Browser(server, "Yara")
        me = xenia.sign_up("Xenia Xanthippe")["id"]
        table = server.new_table(cookie=xenia.cookie, begin=False, terms={"talk": "free"})
        host, other = (Person(server, {**table, "cookie": b.cookie}) for b in (xenia, yara))
        host.sit()
        other.sit()
        assert other.ask("sit", seat=1)["type"] == "ack"
        host.ask("say", text="hello from Greece")
        yara.post("/api/reports", 204, table=table["table"], person=me, reason="abuse", text="rude")
        assert host.ask("begin")["type"] == "ack"
        yara.ask("PUT", f"/api/me/relations/{me}", 204, {"kind": "friend"})
        assert xenia.code("DELETE", "/api/me", 401, password="wrong") == "wrong-login"
        xenia.ask("DELETE", "/api/me", 204, {"password": PASSWORD})

        assert xenia.get("/api/me") is None
        assert xenia.code("POST", "/api/login", 401, name="Xenia Xanthippe", password=PASSWORD)
        other.close()  # a node that is late with the log has everybody at the table come again
        assert other.sit()["players"][0]["bot"]
        other.play_until(lambda view: len(view["sheet"]) >= 1)
        other.close()
        traces = [b"xenia", b"anthippe", me.encode(), b"hello from Greece"]
        for path in tmp_path.iterdir():
            content = path.read_bytes().lower()
            assert not [trace for trace in traces if trace.lower() in content], path.name
        status, record = server.get(f"/api/tables/{table['table']}/record", yara.cookie)
        assert status == 200 and b"Yara" in record


def test_nobody_takes_the_name_of_an_erased_account_for_some_months(tmp_path: Path) -> None:
    """Friends and clubs know people by name, and would take a new holder for the old one."""
    with serving(tmp_path / "log.sqlite") as server:
        xenia, other, guest = Browser(server), Browser(server, "Other"), Browser(server, "Guest")
        xenia.sign_up("Xenia Xanthippe")
        xenia.ask("DELETE", "/api/me", 204, {"password": PASSWORD})
        signing_up = {"name": "xenia xanthippe", "password": PASSWORD}
        assert other.code("POST", "/api/me/account", 409, **signing_up) == "name-taken"
        assert other.code(
            "POST", "/api/me/account", 409, **{**signing_up, "name": "XeniaXanthịppe"}
        )
        assert guest.code("PUT", "/api/me/name", 409, name="Xenia Xanthippe") == "name-taken"
        export = json.dumps(other.get("/api/me/export"))
        for (digest,) in in_the_file(server, "SELECT digest FROM erased_names"):
            assert digest not in export
        guest.ask("DELETE", "/api/me", 204)
        assert len(in_the_file(server, "SELECT 1 FROM erased_names")) == 2, "of accounts alone"
        in_the_file(server, "UPDATE erased_names SET expires = 1")
        other.sign_up("Xenia Xanthippe")


def test_only_so_many_names_of_erased_accounts_are_kept_and_none_for_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(erased_names, "MOST", 2)

    async def erase() -> None:
        people = await opened(tmp_path / "log.sqlite")
        for name in ("Xenia", "Yara"):
            person, _ = await people.sign_up(None, name, PASSWORD, "")
            await privacy.forget(people, person.id, privacy.nobody(), declared())
        assert [await people.erased_names.has(name) for name in ("Xenia", "Yara")] == [False, True]
        await people.write(("UPDATE erased_names SET expires = 1", ()))
        await privacy.forget_unused(people, declared())
        assert await people.store.read("SELECT 1 FROM erased_names") == []
        await people.store.stop()

    asyncio.run(erase())


def test_a_guest_leaves_without_a_password(server: Server) -> None:
    zita = Browser(server, "Zita")
    zita.sit()
    zita.ask("DELETE", "/api/me", 204)
    assert zita.get("/api/me") is None
    assert not in_the_file(server, "SELECT 1 FROM seated WHERE person = ?", zita.me["id"])


def test_what_a_deletion_leaves_in_free_places_is_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Divided pages of the file may keep old halves, so a small file is rewritten."""
    path = tmp_path / "log.sqlite"
    SqliteStore(str(path)).close()
    file = sqlite3.connect(path)
    file.execute("PRAGMA secure_delete=OFF")
    sql = "INSERT INTO people (id, name, created, seen) VALUES (?, 'Somebody', 0, 0)"
    file.executemany(sql, [(f"person-{number}",) for number in range(50)])
    file.execute("DELETE FROM people")
    file.commit()
    file.close()
    store = SqliteStore(str(path))
    monkeypatch.setattr(wipe, "SMALL", 0)
    assert store.wipe(["person-7"]) is False
    assert b"person-7" in path.read_bytes()
    monkeypatch.undo()
    assert store.wipe(["person-7"]) is True
    store.close()
    assert b"person-7" not in b"".join(file.read_bytes() for file in tmp_path.iterdir())


@pytest.mark.sqlite
def test_after_a_deletion_another_program_does_not_take_the_database_for_its_own(
    tmp_path: Path,
) -> None:
    """The server's locks hold: a program that opens and closes the file removes no log of its."""
    with serving(tmp_path / "log.sqlite") as server:
        Browser(server, "Zacharias").ask("DELETE", "/api/me", 204)
        assert in_the_file(server, "SELECT count(*) FROM people") == [(0,)]
        assert (tmp_path / "log.sqlite-wal").exists()
        Browser(server, "Zara")
        assert in_the_file(server, "SELECT name FROM people") == [("Zara",)]
        server.kill()
        server.start()
        assert in_the_file(server, "SELECT name FROM people") == [("Zara",)]


def test_guests_who_have_not_come_for_long_are_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "log.sqlite"

    async def wait() -> None:
        people = await opened(path)
        old, _ = await people.new_guest("Old guest", "")
        young, _ = await people.new_guest("Young guest", "")
        account, _ = await people.new_guest("Holder", "")
        await people.sign_up(account, "Holder", PASSWORD, "")
        long_ago = time.time() - sessions.SESSION_SECONDS - sessions.DAY
        sql = "UPDATE people SET seen = ? WHERE id IN (?, ?)"
        await people.write((sql, (long_ago, old.id, account.id)))
        assert await privacy.forget_unused(people, declared()) == 1
        assert await people.person(old.id) is None
        assert await people.person(young.id) is not None
        assert await people.person(account.id) is not None
        await people.store.stop()

    asyncio.run(wait())
    assert b"Old guest" not in b"".join(file.read_bytes() for file in tmp_path.iterdir())
