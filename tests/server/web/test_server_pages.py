"""The server's own pages: rule cards, the check of a record, the record of a table."""

from __future__ import annotations

import http.client
import json
import re
from itertools import cycle
from random import Random
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

import pytest
import segno
from documented import HOME
from markupsafe import escape
from server_process import Person, Server, seated

from rebelote import Record
from rebelote.i18n import LANGUAGES, catalogue, other_sites, rule_words, rulecard, sources
from rebelote.rules import presets
from rebelote.server.features.site.page_routes import BODY_LIMIT


def page(server: Server, path: str, **headers: str) -> str:
    """Return the text of an existing page."""
    with urlopen(Request(server.url + path, headers=headers), timeout=60) as answer:
        assert answer.status == 200
        return str(answer.read().decode())


def problem(server: Server, path: str, cookie: str = "") -> tuple[int, str, str]:
    """Return the status, code and sentence of a request that cannot be carried out."""
    status, body = server.get(path, cookie)
    result = json.loads(body)
    return status, result["code"], result["message"]


# --- sources --------------------------------------------------------------------------------------


def test_the_page_of_sources_has_every_place_that_a_rule_card_links_to(server: Server) -> None:
    there = set(re.findall(r'id="([^"]+)"', page(server, "/sources")))
    assert there == sources.all_anchors()
    for preset in presets.PRESETS:
        linked = set(
            re.findall(r'/sources#([^"]+)"', page(server, f"/rules/{preset}?lang=sv&sources=1"))
        )
        assert linked and linked <= there


def test_no_rule_is_shown_as_a_code_on_a_rule_card(server: Server) -> None:
    text = page(server, "/rules/flemish?lang=nl&format=text")
    cited = "Vlaams reglement, regel 35; Board Game Arena, regel 57; FFB 5.2; Bulgaarse regels"
    assert f"[{cited}]" in text
    assert not re.search(r"\b(?:flemish|bga|french|ffb):\d", text)


# --- rule cards -----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_set_is_listed_in_every_language(server: Server, language: str) -> None:
    text, say = page(server, f"/rules?lang={language}"), rule_words(language)
    assert f'<html lang="{language}"' in text
    for preset in presets.PRESETS:
        assert f'href="/rules/{preset}?lang={language}"' in text
        assert say(f"preset.{preset}") in text
    for other in set(LANGUAGES) - {language}:
        assert f'href="/rules?lang={other}"' in text
        assert catalogue(other)["language.name"] in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_of_other_sites_are_listed_and_their_rule_sets_name_them(
    server: Server, language: str
) -> None:
    listed, say = page(server, f"/rules?lang={language}"), rule_words(language)
    assert '<h2 id="there">' in listed
    for site in other_sites.SITES:
        assert (
            f"<bdi>{escape(site.name)}</bdi>: " in listed
            and str(escape(say(site.sentence))) in listed
        )
        for preset in site.presets:
            card = page(server, f"/rules/{preset}?lang={language}")
            assert f'href="/rules?lang={language}#there"' in card
    assert "#there" not in page(server, f"/rules/french?lang={language}")


def test_the_sites_are_those_of_the_documentation() -> None:
    text = (HOME / "docs" / "as-there.md").read_text(encoding="utf-8")
    table = text[: text.index("## Jawaker")]
    named = set(re.findall(r"rules/en/([\w-]+)\.md", table))
    assert named == {preset for site in other_sites.SITES for preset in site.presets}


@pytest.mark.parametrize(
    ("preset", "language"), list(zip(presets.PRESETS, cycle(LANGUAGES), strict=False))
)
def test_a_rule_card_says_every_rule(server: Server, preset: str, language: str) -> None:
    """Each rule set is checked in one language, and each language comes in turn."""
    text = page(server, f"/rules/{preset}?lang={language}&format=text")
    assert text == rulecard.text(presets.rules(preset), language)
    card = page(server, f"/rules/{preset}?lang={language}")
    assert f'<html lang="{language}"' in card
    lines = list(rulecard.lines(presets.rules(preset), language))
    assert re.findall(r'<li id="(\w+)">', card) == [line.key for line in lines]
    assert len(lines) == text.count("\n  - ")
    assert card.count("<section") == card.count("/sources") == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_card_shows_what_cards_count_and_leads_home(server: Server, language: str) -> None:
    card = page(server, f"/rules/bga?lang={language}")
    orders = re.findall(r'<ol class="order">(.*?)</ol>', card, re.DOTALL)
    points = [re.findall(r"</svg>\s*(\d+)</li>", order) for order in orders]
    assert [sum(map(int, counted)) for counted in points] == [62, 30, 38, 38]
    jack = catalogue(language)["index.J"]
    assert all(f">{jack}</text>" in order for order in orders)
    assert len(set(re.findall(r'aria-label="([^"]+)" width', card))) == 16
    assert '<a href="/">' in card and 'class="button" href="/#/rules/bga"' in card


def test_pages_name_no_colour_that_they_lack(server: Server) -> None:
    card = page(server, "/rules/french")
    used, stated = (set(re.findall(form, card)) for form in (r"var\((--[\w-]+)", r"(--[\w-]+): #"))
    assert used and used <= stated


def test_house_rules_are_described_and_refused_in_words(server: Server) -> None:
    result = json.loads(page(server, "/api/rules/flemish?lang=fr&rounding=none&target=201"))
    assert result["points"] == 2 and result["differs"] == {"rounding": "none", "target": 201}
    assert set(result["problem"]["options"]) == {"unit", "rounding"}
    assert result["problem"]["sentence"] == rule_words("fr")("conflict.unit-rounding")
    long = json.loads(page(server, "/api/rules/french?lang=nl&target=900000"))
    assert long["problem"]["sentence"] == catalogue("nl")["refusal.match-too-long"]
    assert json.loads(page(server, "/api/rules/french"))["problem"] is None
    assert problem(server, "/api/rules/french?undertrump=never")[:2] == (422, "wrong-options")


def test_the_card_of_a_table_without_help(server: Server) -> None:
    real = presets.rules("flemish").as_in_real_life()
    received = page(server, "/rules/flemish?real_life=1&lang=nl&format=text")
    assert received == rulecard.text(real, "nl") != rulecard.text(presets.rules("flemish"), "nl")


def test_a_switch_stands_first_and_in_the_qr_code(server: Server) -> None:
    path = "/rules/flemish?undertrump=free&cut_min=12"
    card = page(server, f"{path}&lang=nl")
    differs = card.partition("<section")[2].partition("</section>")[0]
    assert differs.count("<li>") == 2 and "12" in differs
    link = server.url + rulecard.link(presets.rules("flemish", undertrump="free", cut_min=12))
    assert segno.make(link).svg_inline(scale=4, border=2) in card
    assert link.replace("&", "&amp;") in card
    assert page(server, link.removeprefix(server.url) + "&lang=nl") == card


def test_a_rule_card_for_programs(server: Server) -> None:
    contracts = quote('["melds"]')
    path = f"/rules/bga?melds=full&contract_counts={contracts}&booms=3&format=json"
    result = json.loads(page(server, path))
    assert result["preset"] == "bga"
    assert result["differs"] == {"melds": "full", "contract_counts": ["melds"], "booms": 3}
    assert presets.rules("bga", **result["differs"]).ending.booms == result["options"]["booms"] == 3
    keys = [rule["key"] for rule in result["rules"]]
    assert len(keys) == len(set(keys)) and {"melds", "booms", "round3"} <= set(keys)
    assert all(rule["sentence"] and rule["source"] for rule in result["rules"])


@pytest.mark.parametrize(
    ("expected", "given"),
    [
        ("sv-SE,en;q=0.5", "sv"),
        ("de, nl;q=0.8", "nl"),
        ("bg-BG,bg;q=0.9", "bg"),
        ("hr-HR,hr;q=0.9", "hr"),
        ("el-CY,el;q=0.9", "el"),
        ("ar-SA,ar;q=0.9", "ar"),
        ("hy-AM,hy;q=0.9", "hy"),
        ("de", "en"),
        ("", "en"),
    ],
)
def test_a_rule_card_speaks_the_browsers_language(
    server: Server, expected: str, given: str
) -> None:
    headers = {"accept-language": expected}
    assert f'<html lang="{given}"' in page(server, "/rules/french", **headers)
    assert '<html lang="fr">' in page(server, "/rules/french?lang=fr", **headers)


WRONG = {
    "/rules/poker": "'poker' is not a rule set",
    "/rules/flemish?undertrump=never": "'never'",
    "/rules/flemish?nonsense=1": "nonsense is not an option",
    "/rules/flemish?preset=french": "preset is not an option",
    "/rules/flemish?cut_min=99": "1 to 16",
    "/rules/flemish?target=NaN": "target",
    "/rules/flemish?target=1e999": "target",
    "/rules/flemish?target=-5": "target is 1 to",
    "/rules/flemish?players=3": "packets",
    "/rules/flemish?contract_counts=melds": "contract_counts",
    "/rules/flemish?undertrump=%3Cb%3E": "'<b>'",
}


@pytest.mark.parametrize("path", WRONG)
def test_a_wrong_switch_is_refused_with_a_reason(server: Server, path: str) -> None:
    status, code, sentence = problem(server, path)
    assert (status, code) == (422, "wrong-options")
    assert WRONG[path] in sentence


def test_what_is_nested_too_deeply_is_refused(server: Server) -> None:
    deep = "[" * 5000
    assert problem(server, f"/rules/flemish?packets={quote(deep)}")[0] in (400, 422)
    body = b'{"options":{"packets":' + deep.encode() + b"]" * 5000 + b"}}"
    assert server.post("/api/tables", body)[1]["code"] == "malformed"


# --- the record of a table ------------------------------------------------------------------------


def address(person: Person) -> str:
    """Return the path of the record of a person's table."""
    return f"/api/tables/{person.seated['table']}/record"


@pytest.fixture(scope="module")
def record(server: Server) -> str:
    """Return the record of two Flemish deals."""
    person = seated(server, preset="flemish")
    person.play_until(lambda view: len(view["sheet"]) >= 2)
    person.close()
    return page(server, address(person), cookie=person.seated["cookie"])


@pytest.mark.parametrize("preset", presets.PRESETS)
def test_a_record_is_published_once_a_deal_is_over(server: Server, preset: str) -> None:
    person = seated(server, preset=preset)
    assert problem(server, address(person), person.seated["cookie"])[:2] == (409, "deal-not-over")
    person.play_until(lambda view: view["phase"] == "play")
    assert problem(server, address(person), person.seated["cookie"])[:2] == (409, "deal-not-over")
    person.play_until(lambda view: view["sheet"] and view["sheet"][-1]["outcome"])
    received = Record.parse(page(server, address(person), cookie=person.seated["cookie"]))
    after = received.replay()
    assert list(after.scores) == person.view["scores"]
    assert after.rules == presets.rules(preset)
    person.play_until(lambda view: view["phase"] == "play")
    assert Record.parse(page(server, address(person), cookie=person.seated["cookie"])) == received


# --- the check of a record ------------------------------------------------------------------------


def checked(server: Server, text: str) -> str:
    body = urlencode({"record": text}).encode()
    with urlopen(Request(f"{server.url}/verify", body), timeout=60) as answer:
        result = str(answer.read().decode())
    return result.partition('<ul aria-live="polite">')[2].partition("</ul>")[0]


def test_a_true_record_is_proven(server: Server, record: str) -> None:
    assert '<label for="record">' in page(server, "/verify")
    proofs = checked(server, record)
    deals = Record.parse(record).deals
    assert proofs.count("<li>") == len(deals) >= 2
    assert "deal 1: proven: the pack was fixed before the cut" in proofs
    assert "not " not in proofs


def changed(record: str, header: str, to: str) -> str:
    """Return the record with the first of these headers changed."""
    lines = record.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith(f"[{header} "))
    lines[at] = f"[{header} {to}]"
    return "\n".join(lines) + "\n"


def test_a_record_that_was_tampered_with_is_refused(server: Server, record: str) -> None:
    written = Record.parse(record).deals[0]
    other = bytes(Random(1).randbytes(32)).hex()
    assert "does not fit the seal" in checked(server, record.replace(written.secret, other))
    assert "does not fit the seal" in checked(server, record.replace(written.seal, other))
    assert written.pack is not None
    first, second = (card.text for card in written.pack[:2])
    lines = record.splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if f"{first} {second}" in line)
    lines[at] = lines[at].replace(f"{first} {second}", f"{second} {first}", 1)
    assert "not proven" in checked(server, "".join(lines))


def test_what_is_no_record_is_refused_and_shown_as_it_was_typed(server: Server) -> None:
    for text in ("", "hello", "[Deal 1]", "[" * 30_000, "\x00", "x" * 30_000):
        assert checked(server, text).startswith("<li>not proven: ")
    body = urlencode({"record": "</textarea><script>x</script>"}).encode()
    with urlopen(Request(f"{server.url}/verify", body), timeout=60) as answer:
        assert b"<script>" not in answer.read()


def test_a_record_that_is_too_long_is_refused_unread(server: Server) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.putrequest("POST", "/verify")
    connection.putheader("content-type", "application/x-www-form-urlencoded")
    connection.putheader("content-length", str(BODY_LIMIT + 1))
    connection.endheaders()
    answer = connection.getresponse()
    assert (answer.status, json.loads(answer.read())["code"]) == (413, "too-large")
    connection.close()
