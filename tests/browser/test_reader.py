"""The announcements of a screen reader, the keyboard, and a line that is slow or gone.

A transcript of a whole deal is kept for each language in `transcripts/`, to be read by a person:
`REBELOTE_TRANSCRIPTS=write pytest tests/browser/test_reader.py` rewrites them.
"""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from http_person import in_the_file
from playwright.sync_api import Page, expect
from server_process import Server, serving
from waiting import until

from browser.conftest import QUICK, Visit
from browser.steps import (
    ASKED,
    accessible,
    click_once,
    like,
    my_turn,
    play_a_deal,
    sit_down,
    tab_to,
)

TRANSCRIPTS = Path(__file__).parent / "transcripts"
HEAD = (
    "# What a screen reader is told of one deal; what begins with ! interrupts what it is saying.\n"
)
RECORDER = """
globalThis.told = []
const LIVE = '[aria-live], [role=log], [role=status], [role=alert]'
const OF_THE_MOMENT = '[data-testid=shuffling], [data-testid=line]'
const clean = (node) => (node?.textContent ?? '').replace(/\\s+/g, ' ').trim()
new MutationObserver((mutations) => {
  const whole = new Set()
  for (const { target, addedNodes } of mutations) {
    const at = target.nodeType === 1 ? target : target.parentElement
    const region = at?.closest(LIVE)
    if (!region || region.matches(OF_THE_MOMENT)) continue
    if (region.getAttribute('role') !== 'log') { whole.add(region); continue }
    for (const node of addedNodes) if (clean(node)) told.push(clean(node))
  }
  for (const region of whole) {
    const loud = region.getAttribute('role') === 'alert' ||
      region.getAttribute('aria-live') === 'assertive'
    if (clean(region)) told.push((loud ? '! ' : '') + clean(region))
  }
}).observe(document, { childList: true, subtree: true, characterData: true })
"""
"""Takes down what live regions say, in order: of a log what is added, of others the whole."""
LINE = """
globalThis.WebSocket = class extends WebSocket {
  constructor(...where) { super(...where); globalThis.line = this }
  set onmessage(hear) { super.onmessage = hear && ((told) => { if (!this.deaf) hear(told) }) }
  send(message) {
    super.send(message)
    if (this.deaf && JSON.parse(message).type === 'act') setTimeout(() => this.close(), 500)
  }
}
"""
"""The page's line to the server, so that it can be lost."""
LOST = "() => { line.deaf = true }"
"""The loss of a line: it receives no more, and is gone soon after the next action was sent."""
LOST_AT = 3
"""The choice after which the line is lost: the next question has the words of this one."""


@pytest.fixture(scope="module")
def known_packs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Yield a server whose tables all have the packs of the transcripts."""
    options = ("--uncounted", "127.0.0.1", "--fixed-packs", "transcript")
    with serving(tmp_path_factory.mktemp("reader") / "log.sqlite", *options) as server:
        yield server


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_whole_deal_as_a_screen_reader_reads_it(
    visit: Visit, known_packs: Server, language: str
) -> None:
    """Every question is announced, even if the line was lost since the last of the same words."""
    page = visit("desktop", "Anna")
    like(page, **QUICK, name="Anna", language=language)
    page.add_init_script(RECORDER + LINE)
    page.goto(known_packs.url)
    page.get_by_test_id("play-now").click()
    expect(page.get_by_test_id("question")).to_have_text(re.compile(r"\S"))  # it is heard
    choices = count(1)

    def choose(page: Page) -> None:
        if next(choices) == LOST_AT:
            page.evaluate(LOST)
        click_once(page)

    play_a_deal(page, choose)
    expect(page.get_by_test_id("settlement")).to_be_visible()
    said = HEAD + "\n".join(page.evaluate("told")) + "\n"
    kept = TRANSCRIPTS / f"{language}.txt"
    if os.environ.get("REBELOTE_TRANSCRIPTS") == "write":
        kept.write_text(said)
    assert said == kept.read_text()


def settle(page: Page, **liked: object) -> None:
    """Apply settings to the page from now on."""
    page.evaluate(
        "changes => localStorage.setItem('rebelote.settings', JSON.stringify("
        "{...JSON.parse(localStorage.getItem('rebelote.settings')), ...changes}))",
        liked,
    )
    page.reload()


def test_the_keyboard_reaches_the_hand_and_the_state_is_announced(
    visit: Visit, server: Server
) -> None:
    page = visit("desktop", "Anna")
    sit_down(page, server)
    while my_turn(page) and not page.locator("[data-card][data-legal=true]").count():
        click_once(page)
    expect(page).to_have_title("● Your turn – Rebelote")
    expect(page.get_by_role("heading", level=1)).to_have_text("Belote, deal 1")
    assert page.get_by_test_id("question").get_attribute("aria-live") == "assertive"
    page.keyboard.press("r")
    standing = page.get_by_test_id("standing")
    expect(standing).to_contain_text("Trumps: ")
    expect(standing).to_contain_text("Tricks: We 0, They 0.")
    assert "secret" not in (said := page.get_by_test_id("log").inner_text()) and "Seal" not in said

    page.evaluate("document.activeElement?.blur()")
    tab_to(page, "[data-testid=skip]")
    accessible(page)
    page.keyboard.press("Enter")
    assert page.evaluate("!!document.activeElement.dataset.card")
    tab_to(page, "[data-testid=scores]")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("!!document.activeElement.dataset.card")
    page.keyboard.press("s")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")

    settle(page, shortcuts=False, oneSentence=True)
    my_turn(page)
    for key in "slt?r1":
        page.keyboard.press(key)
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(standing).to_contain_text("Tricks: We 0, They 0.")
    expect(standing).not_to_contain_text("Your")
    click_once(page)
    my_turn(page)
    expect(standing).to_have_text("")  # the score and the trick it told of have passed
    received = page.get_by_test_id("log").locator("p").all_inner_texts()
    assert any("wins the trick" in line or "win the trick" in line for line in received)
    alone = [line for line in received if re.search("plays? the", line) and "elote" not in line]
    assert not alone, "a card is told by itself where something is said with it"


@pytest.mark.service_worker
def test_a_line_that_is_slow_or_gone_says_so_at_once(visit: Visit, server: Server) -> None:
    page = visit("phone", "Anna")
    page.set_viewport_size({"width": 320, "height": 568})
    sit_down(page, server)
    my_turn(page)
    accessible(page)
    line = page.get_by_test_id("line")
    expect(line).to_have_count(0)
    page.context.set_offline(True)
    expect(line).to_contain_text("Offline")
    accessible(page)
    page.context.set_offline(False)
    expect(line).to_have_count(0)
    my_turn(page)
    assert server.process is not None
    server.process.send_signal(signal.SIGSTOP)
    try:
        click_once(page)
        expect(line).to_contain_text("Sending…")
    finally:
        server.process.send_signal(signal.SIGCONT)
    expect(line).to_have_count(0)
    my_turn(page)


LOOKED_AT = "Object.defineProperty(document, 'visibilityState', {configurable: true, value: '%s'})"
HIDE, SEEN = LOOKED_AT % "hidden", LOOKED_AT % "visible"
SHOWN = """async () => {
  const worker = await navigator.serviceWorker.ready
  return (await worker.getNotifications()).map((shown) => shown.title)
}"""


def play_until_notified(page: Page) -> bool:
    """Act while it is still one's turn: who takes and leads gets no second announcement."""
    asked = page.evaluate(ASKED, False)
    received: list[str] = page.evaluate(SHOWN)
    if asked and not received:
        click_once(page)
    return received == ["Your turn in Belote"]


@pytest.mark.service_worker
def test_who_asks_for_it_is_notified_of_their_turn_while_they_look_elsewhere(
    visit: Visit, server: Server
) -> None:
    page = visit("desktop", "Anna")
    page.context.grant_permissions(["notifications"], origin=server.url)
    page.goto(f"{server.url}/#/settings")
    page.get_by_test_id("notify").check()
    expect(page.get_by_test_id("notify")).to_be_checked()
    page.keyboard.press("Escape")
    page.get_by_test_id("play-now").click()
    my_turn(page)
    assert page.evaluate(SHOWN) == [], "whoever looks at the table needs none"
    page.evaluate(HIDE)
    click_once(page)
    until(lambda: play_until_notified(page))
    expect(page).to_have_title("● Your turn – Rebelote")
    page.evaluate(SEEN)
    click_once(page)
    until(lambda: page.evaluate(SHOWN) == [])


PUSH_SERVICE = """
const p256dh = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-' +
  'AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'
const keys = {p256dh, auth: 'AAAAAAAAAAAAAAAAAAAAAA'}, endpoint = 'https://push.example/a'
const unsubscribe = async () => { delete localStorage.subscribed; return true }
const found = {endpoint, unsubscribe, toJSON: () => ({endpoint, keys})}
PushManager.prototype.subscribe = async () => (localStorage.subscribed = 1, found)
PushManager.prototype.getSubscription = async () => localStorage.subscribed ? found : null
"""
"""A browser's push service, which one without a screen does not have."""
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1"


@pytest.mark.service_worker
def test_a_device_is_notified_with_the_page_closed_where_its_holder_asks_for_it(
    visit: Visit, tmp_path: Path
) -> None:
    """A browser that forbids notifications says so."""
    options = ("--uncounted", "127.0.0.1", "--push", "mailto:keeper@club.example")
    with serving(tmp_path / "log.sqlite", *options) as server:
        page = visit("phone", "Anna")
        page.add_init_script(PUSH_SERVICE)
        page.goto(f"{server.url}/#/settings")
        page.get_by_test_id("notify").click()
        expect(page.get_by_role("alert")).to_contain_text("does not allow notifications")
        expect(page.get_by_test_id("notify")).not_to_be_checked()
        accessible(page)
        page.context.grant_permissions(["notifications"], origin=server.url)
        box = page.get_by_test_id("push")
        expect(box).not_to_be_checked()
        box.check()
        asked = "SELECT endpoint, language FROM push_subscriptions"
        until(lambda: in_the_file(server, asked) == [("https://push.example/a", "en")])
        accessible(page)
        in_the_file(server, "DELETE FROM push_subscriptions")
        page.reload()
        until(lambda: bool(in_the_file(server, asked)))  # a page that opens subscribes again
        received = {"title": "Your turn", "body": "Bea waits", "url": "/#/table/x", "tag": "t"}
        assert pushed(page, server.url, json.dumps(received)) == [
            ["Your turn", "Bea waits", f"{server.url}/#/table/x"]
        ]
        expect(box).to_be_checked()
        box.uncheck()
        until(lambda: not in_the_file(server, asked))
        phone = visit("phone", user_agent=IPHONE)
        phone.add_init_script("delete window.PushManager")
        phone.goto(f"{server.url}/#/settings")
        expect(phone.get_by_text("first put Rebelote on the home screen")).to_be_visible()
        expect(phone.get_by_test_id("push")).to_have_count(0)


def pushed(page: Page, origin: str, text: str) -> list[list[str]]:
    """Return the notifications that the service worker shows for a push message."""
    browser = page.context.new_cdp_session(page)
    known: list[str] = []
    browser.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda received: known.extend(
            one["registrationId"]
            for one in received["registrations"]
            if one["scopeURL"].startswith(origin)
        ),
    )
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    browser.send("ServiceWorker.enable")
    until(lambda: page.evaluate("1") == 1 and bool(known))
    shown = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
      .map(({title, body, data}) => [title, body, data])"""

    def delivered() -> list[list[str]]:
        """Delivered again at each look: one with the same tag takes the place of the one before."""
        where = {"origin": origin, "registrationId": known[-1], "data": text}
        browser.send("ServiceWorker.deliverPushMessage", where)
        return list(page.evaluate(shown))

    return until(delivered)
