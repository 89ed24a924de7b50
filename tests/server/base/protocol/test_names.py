"""Names: real ones of all the world, and none that passes for another."""

from __future__ import annotations

import asyncio
import functools
import unicodedata
from pathlib import Path

import pytest
from earlier import first_release
from http_person import PASSWORD, Browser, in_the_file
from hypothesis import given
from hypothesis import strategies as st
from server_process import Server, serving

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.protocol import names
from rebelote.server.base.protocol.table_settings import BOT_NAMES
from rebelote.server.people import passwords

REAL = [
    "Zoë", "Jean-Luc P.", "Åsa", "R2 D2", "Sean O’Neil", "Jan d’Hondt", "’t Hart",
    "J.-P. Sartre", "Gal·la", "Nuñez", "Łukasz", "Ðorđe", "Ștefan", "Ángström",
    "Nguyễn Thị Ánh", "Ẹ̀kọ́", "Kaʻiulani", "Günther",
    "Иван Петров", "Дем’ян", "Γιώργος", "დავით", "Հայկ", "עזרא", "דָּוִד", "محمد", "فاطمة الزهراء",
    "李小龙", "田中 太郎", "ジャン・リュック", "田中Ann", "김철수", "李 Ann", "ㄅㄆ李",
    "สมชาย", "น้ำผึ้ง", "မြန်မာ", "ကျွန်ုပ်", "प्रिया", "தமிழ்", "አበበ", "བསྒྲུབས", "ⵜⴰⵎⴰⵣⵉⵖⵜ",
]  # fmt: skip
CONFUSABLE = [
    chr(int(line.split(" ;")[0], 16))
    for line in names.confusables().splitlines()
    if " ; " in line and not line.startswith("#")
]
UNSEEN = (
    "\ufe0f\u034f\U000e0100\u180b\u180f\u17b4\u17b5\u3164\u115f\u1160\uffa0\u00ad\u200b\u200d\u202e"
)
LOOK_ALIKES = [
    *(f"Anna{sign} Peeters" for sign in UNSEEN),
    "Аnna Peeters",  # a Cyrillic A
    "Anna Peeterѕ",
    "Anna Peeterṣ",
    "Anna Ꮲeeters",
    "Ａnna Ｐeeters",
    "ANNA-peeters",
    "Anna P\u0435eters",
    "Annа Рeеtеrѕ",
]
NO_NAMES = [
    "\u3164\u3164",
    "\u115f\u1160\uffa0",
    "⠀⠀",
    "A" + "\u0301" * 22,
    "Zo\u0308\u0308e",
    "ä\u0301\u0302\u0303",
    "''",
    "- -",
    "O''Neil",
    "Jean--Luc",
    "Annа",  # Latin and Cyrillic
    "アㄅ",
    "𓀀𓀀",
    "I\u20dd",
    "Ann🃏",
    "\u0301nna",
    "½½",
    "ꓸꓸ",
    "a@b",
]


@pytest.mark.parametrize("name", REAL)
def test_real_names_of_all_the_world_are_taken(name: str) -> None:
    assert names.tidy(name) == unicodedata.normalize("NFC", name)
    assert not names.is_reserved(name)


@pytest.mark.parametrize("name", NO_NAMES)
def test_what_is_not_seen_or_mixes_scripts_is_no_name(name: str) -> None:
    with pytest.raises(IllegalActionError, match="bad-name"):
        names.tidy(name)


def test_apostrophes_and_wide_letters_are_written_one_way() -> None:
    assert {names.tidy(f"O{sign}Neil") for sign in "'’‘ʼ`´＇"} == {"O’Neil"}
    assert names.tidy("Ｊｅａｎ‐Ｌｕｃ") == "Jean-Luc"


def test_names_that_are_read_alike_are_one_name() -> None:
    assert names.key("JEAN-luc  p.") == names.key("jeanluc P") == names.key("ｊｅａｎｌｕｃｐ")
    assert names.key("Zoe\u0308") == names.key("zoë")
    assert names.key("O’Neil") == names.key("o'neil") == names.key("oneil")
    assert names.key("Ann") != names.key("Anna")


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("Ella", "EIIa", True),
        ("Вера", "Bepa", True),
        ("сора", "Copa", True),
        ("Peeters", "Peeterṣ", True),
        ("Łukasz", "Lukasz", True),
        ("Ella", "Elia", False),
        ("Märta", "Marta", False),
        ("Åsa", "Asa", False),
        ("Mia", "Mla", False),
    ],
)
def test_what_looks_alike_has_one_skeleton_and_other_names_have_not(
    one: str, other: str, alike: bool
) -> None:
    assert (names.skeleton(one) == names.skeleton(other)) is alike


# --- whatever is typed ----------------------------------------------------------------------------

LETTERS = "aAeElLIo0O1-'’ .éạșłAアィ田李김аеоРС\u0301\u0323\u200b\ufe0fᏢꓸ"
TYPED = st.one_of(st.text(max_size=30), st.text(st.sampled_from(LETTERS), max_size=12))
LIKELY = st.one_of(
    st.sampled_from(REAL),
    st.text(st.sampled_from("aAeElLIo0O1éạșłđ"), min_size=2, max_size=24),
    st.text(st.sampled_from("абеоРСійї"), min_size=2, max_size=24),
    st.text(st.sampled_from("田李アガ゛ーAe"), min_size=2, max_size=24),
    TYPED,
)


def tidied(name: str) -> str:
    try:
        return names.tidy(name)
    except IllegalActionError as error:
        assert error.refusal.code == "bad-name"
        return ""


@given(LIKELY)
def test_a_name_that_is_taken_stays_as_it_is_and_is_seen(typed: str) -> None:
    if not (name := tidied(typed)):
        return
    assert names.tidy(name) == name
    assert 2 <= len(name) <= 24
    assert names.key(name) and names.skeleton(name)
    categories = {unicodedata.category(sign) for sign in name}
    assert not categories & {"Cc", "Cf", "Co", "Cs", "Me", "Zl", "Zp"}


@given(LIKELY)
def test_keys_do_not_depend_on_how_a_name_is_encoded(typed: str) -> None:
    if not (name := tidied(typed)):
        return
    for form in ("NFC", "NFD", "NFKC"):
        same = unicodedata.normalize(form, name)
        assert (names.key(same), names.skeleton(same)) == (names.key(name), names.skeleton(name))


@given(TYPED, st.sampled_from(UNSEEN), st.integers(0, 30))
def test_nothing_that_is_not_seen_makes_another_name(typed: str, unseen: str, at: int) -> None:
    with pytest.raises(IllegalActionError):
        names.tidy(f"{typed[:at]}{unseen}{typed[at:]}")


@given(st.sampled_from("AlOeps"), st.sampled_from("AlOeps"))
def test_every_confusable_of_the_table_is_refused_or_has_the_same_skeleton(
    one: str, other: str
) -> None:
    """Each letter of a name in turn is replaced by its confusables in the table of Unicode."""
    name = f"{one}{other}"
    assert len(taken_for(one)) > 10
    for sign in taken_for(one):
        if alike := tidied(f"{sign}{other}"):
            assert names.skeleton(alike) == names.skeleton(name)


@functools.cache
def taken_for(letter: str) -> list[str]:
    """Return the characters that look like this letter."""
    return [sign for sign in CONFUSABLE if names.prototype(sign) == letter]


# --- the server -----------------------------------------------------------------------------------


def test_nobody_passes_for_the_holder_of_an_account(server: Server) -> None:
    anna = Browser(server)
    anna.sign_up("Anna Peeters")
    for name in LOOK_ALIKES:
        someone = Browser(server)
        asked = {"name": name, "password": PASSWORD}
        received = someone.ask("POST", "/api/me/account", 409 if tidied(name) else 422, asked)
        assert received["code"] in ("name-taken", "bad-name"), name
        assert someone.ask("POST", "/api/me", 409 if tidied(name) else 422, {"name": name})
    result = Browser(server, "Zoeker").get("/api/people?name=anna+peeters")
    assert [one["name"] for one in result] == ["Anna Peeters"]
    assert anna.ask("PUT", "/api/me/name", 200, {"name": "ANNA PEETERṢ"})["name"] == "ANNA PEETERṢ"
    assert Browser(server).log_in("anna peeterṣ")["id"] == anna.get("/api/me")["id"]


@pytest.mark.parametrize("name", ["Sean O'Neil", "Jan d’Hondt", "Łukasz", "Иван", "田中 太郎"])
def test_people_with_real_names_have_accounts_and_come_back(server: Server, name: str) -> None:
    someone = Browser(server)
    me = someone.sign_up(name)
    assert me["name"] == name.replace("'", "’")
    for typed in (name, me["name"], name.upper()):
        assert Browser(server).log_in(typed)["id"] == me["id"]


@pytest.mark.parametrize(
    "name",
    [*BOT_NAMES, "MARGOT", "Mаrgоt", "admin", "Administrator", "Ann Administrator", "Beheerder",
     "Modérateur", "Administratör", "Администратор", "Rebelote", "gone", "Sys tem", "Support",
     "Serveur", "Сървър"],
)  # fmt: skip
def test_nobody_is_called_as_bots_or_keepers_are(server: Server, name: str) -> None:
    code = Browser(server).code("POST", "/api/me", 422, name=name)
    assert code == ("reserved-name" if tidied(name) else "bad-name")
    asked = {"name": name, "password": PASSWORD}
    assert Browser(server).code("POST", "/api/me/account", 422, **asked) == code


def test_a_name_beside_a_reserved_one_is_free(server: Server) -> None:
    for name in ("Margot P.", "Gone Fishing", "Lucienne"):
        assert Browser(server, name).me["name"] == name


# --- accounts from before -------------------------------------------------------------------------


@pytest.mark.sqlite
def test_accounts_from_before_keep_their_names_and_are_found_by_them(tmp_path: Path) -> None:
    """The accounts: two alike, one reserved, one with a character that is now an apostrophe."""
    older = ["Olga Berg", "Оlga Berg", "Margot", "Демʼян", "\u3164\u3164", "Nina"]
    digest = asyncio.run(passwords.Digests().of(PASSWORD))
    with first_release(tmp_path / "log.sqlite") as file:
        sql = (
            "INSERT INTO people (id, name, created, seen, account_name, password) "
            "VALUES (?, ?, ?, 0, ?, ?)"
        )
        for number, name in enumerate(older):
            file.execute(sql, (f"p{number}", name, number, names.old_key(name), digest))
    with serving(tmp_path / "log.sqlite") as server:
        held = in_the_file(server, "SELECT name, skeleton IS NOT NULL FROM people ORDER BY created")
        assert held == [*zip(older, (1, 0, 1, 1, 0, 1), strict=True)]
        for name in older:
            assert Browser(server).log_in(name)["name"] == name
        again = Browser(server)
        again.log_in("Margot")
        assert again.ask("PUT", "/api/me/name", 200, {"name": "Margot"})["name"] == "Margot"
        assert Browser(server).code("POST", "/api/me", 409, name="Olga Berg") == "name-taken"
        asked = {"name": "Дем'ян", "password": PASSWORD}
        assert Browser(server).code("POST", "/api/me/account", 409, **asked) == "name-taken"
        assert "names that look like an older account's" in server.stop()


@pytest.mark.parametrize("name", ["Marie & Paul", "Ann & Bob & Cas", "Мария & Иван"])
def test_two_people_may_be_one_name(name: str) -> None:
    assert names.tidy(name) == name
    assert names.key(name) == names.key(name.replace(" &", ""))
    assert names.skeleton(name) == names.skeleton(name.replace(" &", ""))


@pytest.mark.parametrize("name", ["Marie&Paul", "& Paul", "Paul &", "A & & B", "Admin & Мария"])
def test_an_ampersand_stands_between_words_of_one_script(name: str) -> None:
    with pytest.raises(IllegalActionError, match="bad-name"):
        names.tidy(name)
    assert names.is_reserved("Admin & Bob")


@pytest.mark.parametrize(("name", "sign"), [("Ann_B", "_"), ("Ann!", "!"), ("Ann 🙂", "🙂")])
def test_the_sign_that_cannot_stand_in_a_name_is_said(name: str, sign: str) -> None:
    with pytest.raises(names.WrongSignError) as received:
        names.tidy(name)
    assert received.value.sign == sign and received.value.refusal.code == "bad-name"
