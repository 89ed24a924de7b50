"""Steps of people in their browsers, for all tests of the client: sit down, click, type, go on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from axe_playwright_python.base import AxeResults
from axe_playwright_python.sync_playwright import Axe
from company import come, open_table
from http_person import Browser
from playwright.sync_api import Locator, Page, expect
from server_process import Person, Server
from waiting import until

from browser.conftest import QUICK, SIZES

MOVES = 400
"""More clicks than a deal can ask for, dead deals included."""
OFFERED = """(settled) => {
  const find = (selector) => document.querySelector(selector)
  const table = find('[data-testid=table]')
  if (!table || find('[data-testid=rematch]')) return ''
  if (table.dataset.free !== 'true') { find('.stage')?.click(); return '' }
  return ['[data-testid=cut]', '[data-testid^=packets-]', '[data-testid^=take-]',
    '[data-testid=pass]', ...(settled ? ['[data-testid=next-deal]:not([disabled])'] : []),
    '[data-testid=hand] [data-legal=true]'].find(find) ?? ''
}"""
"""The selector of all that may be clicked to go on; a tap on the felt where something is shown.

From the settlement to the next deal only on request.
"""
ASKED = """(hurried) => {
  const find = (selector) => document.querySelector(selector)
  const table = find('[data-testid=table]')
  if (!table) return false
  if (table.dataset.free !== 'true') {
    for (let taps = 0; hurried && taps < 40; taps++) find('.stage')?.click()
    return false
  }
  return !!find('[data-testid=settlement],[data-testid=cut],[data-testid=pass],' +
    '[data-testid^=packets-],[data-testid^=take-],[data-card][data-legal=true]')
}"""
"""Whether the table asks something of me; who is hurried taps the felt meanwhile, step by step."""
MOVED_ON = """before => document.querySelector('[data-testid=table]')?.dataset.version !== before"""
REACHED = """selector => {
  const find = (selector) => document.querySelector(selector)
  if (find('[data-testid=table]')?.dataset.free === 'true') return !!find(selector)
  for (let taps = 0; taps < 40; taps++) find('.stage')?.click()
  return false
}"""
"""Whether something is there and nothing is being shown any more; taps on the felt skip that."""
LOOK_EVERY = 20
"""Milliseconds from one look at a page to the next: a look at each frame has every frame drawn."""
VIOLATIONS = "asked => axe.run(asked).then(({ violations }) => ({ violations }))"
"""The violations that axe finds, without its other lists."""
PASSWORD = "trefle carreau coeur"
"""The password of accounts that are made in a browser."""


class Site(Protocol):
    @property
    def url(self) -> str: ...


def sit_down(page: Page, server: Server, preset: str = "french") -> None:
    """Open the address and go to a table: choose the rule set, and press the one big button."""
    like(page, **QUICK)
    page.goto(server.url)
    choose_rules(page, preset)
    page.get_by_test_id("play-now").click()
    expect(page.get_by_test_id("table")).to_be_visible()


def like(page: Page, **settings: object) -> None:
    """Apply these settings, and no others, from the next page on."""
    liked = json.dumps(json.dumps(settings))
    page.add_init_script(
        f"sessionStorage.getItem('liked') === {liked} || ("
        f"localStorage.setItem('rebelote.settings', {liked}), "
        f"sessionStorage.setItem('liked', {liked}))"
    )


def choose_rules(page: Page, preset: str) -> None:
    """Choose a rule set on the start page, in the dialog of rules and level."""
    expect(page.get_by_test_id("play-now")).to_be_visible()
    with choosing(page):
        chosen = page.get_by_test_id(f"preset-{preset}")
        page.locator("label", has=chosen).click()
        expect(chosen).to_be_checked()


@contextmanager
def choosing(page: Page) -> Iterator[None]:
    """Open the dialog of rules and level on the start page, also of earlier versions."""
    options = page.get_by_test_id("options")
    unfolded = options.locator("summary")
    if unfolded.count():
        unfolded.click()
    if page.locator("[data-testid^=preset-]").count():
        yield
        return
    options.click()
    yield
    page.get_by_test_id("chosen").click()
    expect(page.get_by_test_id("chosen")).to_have_count(0)


def phase(page: Page) -> str:
    return page.get_by_test_id("table").get_attribute("data-phase") or ""


def my_turn(page: Page) -> bool:
    """Watch until the table asks something of me; False once the deal is over."""
    page.wait_for_function(ASKED, arg=False, polling=LOOK_EVERY)
    return page.get_by_test_id("settlement").count() == 0


def hurry(page: Page) -> bool:
    """Tap the felt until the table asks something of me; False once the deal is over."""
    page.wait_for_function(ASKED, arg=True, polling=LOOK_EVERY)
    return page.get_by_test_id("settlement").count() == 0


def skip_to(page: Page, selector: str) -> None:
    """Tap on the felt until something is there, and nothing is being shown any more."""
    page.wait_for_function(REACHED, arg=selector, polling=LOOK_EVERY)


def legal_cards(page: Page) -> list[str]:
    return cards(page, '[data-testid=hand] [data-legal="true"]')


def click_once(page: Page) -> None:
    """Click whatever is asked for: take when it is offered, play the first legal card."""
    for name in ("cut", "packets-3-2"):
        if page.get_by_test_id(name).count():
            page.get_by_test_id(name).click()
            return
    bids = page.locator('[data-testid^="take-"]')
    if bids.count():
        bids.first.click()
        return
    card = page.locator(f'[data-card="{legal_cards(page)[0]}"][data-legal="true"]')
    card.click(position={"x": 12, "y": 20})


def press_once(page: Page) -> None:
    """Press whatever is asked for, by the keyboard only."""
    for name in ("cut", "packets-3-2"):
        if page.get_by_test_id(name).count():
            tab_to(page, f'[data-testid="{name}"]')
            page.keyboard.press("Enter")
            return
    if page.locator('[data-testid^="take-"]').count():
        tab_to(page, '[data-testid^="take-"]')
        page.keyboard.press("Enter")
        return
    tab_to(page, "[data-testid=hand] [data-card]")
    for _ in range(8):
        if page.evaluate("document.activeElement?.dataset.legal") == "true":
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until an element that matches has the focus."""
    for _ in range(60):
        if page.evaluate(f"!!document.activeElement?.matches('{selector}')"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reaches {selector}")


def moved_on(page: Page, act: Callable[[Page], None]) -> None:
    """Act, and wait until the table has moved on."""
    version = page.get_by_test_id("table").get_attribute("data-version")
    act(page)
    page.wait_for_function(MOVED_ON, arg=version, polling=LOOK_EVERY)


def play_a_deal(
    page: Page, act: Callable[[Page], None], turn: Callable[[Page], bool] = my_turn
) -> None:
    """Play until the settlement is there."""
    for _ in range(MOVES):
        if not turn(page):
            return
        moved_on(page, act)
    raise AssertionError("the deal does not end")


def hurry_through(page: Page) -> None:
    """Play a deal by clicks without watching."""
    play_a_deal(page, click_once, hurry)


def forward(page: Page) -> None:
    """Act once, or go on to the next deal, and wait until the table has moved on."""
    if page.get_by_test_id("next-deal").count():
        moved_on(page, lambda page: page.get_by_test_id("next-deal").click())
    else:
        moved_on(page, click_once)


def accessible(page: Page, *rules: str) -> None:
    """Check that the page has no barriers to access, and is no wider than the screen.

    `rules`: those of axe that are asked; all by default.
    """
    axe, only = Axe(), {"runOnly": rules} if rules else {}
    if not rules:  # a page has either, once its part of the program is there
        page.locator("main, [data-testid=shuffling]").first.wait_for(state="attached")
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe.axe_script)
    result = AxeResults(page.evaluate(VIOLATIONS, {"resultTypes": ["violations"], **only}))
    assert result.violations_count == 0, result.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def at_every_size(page: Page, check: Callable[[Page], None]) -> None:
    """Check a page as large as a phone and as a desktop; it has its size again afterwards."""
    before = page.viewport_size
    assert before is not None
    for width, height in SIZES.values():
        resize(page, width, height)
        check(page)
    resize(page, **before)


def resize(page: Page, width: int, height: int) -> None:
    """Give the window another size, and wait until the page has been drawn in it."""
    page.set_viewport_size({"width": width, "height": height})
    await_drawing(page)


def await_drawing(page: Page) -> None:
    """Wait until the page has been drawn as it is now."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def table_with_friends(server: Site, host: Page) -> str:
    """Open a table in two clicks, the rule set and friends; return its code."""
    host.goto(server.url)
    choose_rules(host, "flemish")
    host.get_by_test_id("play-friends").click()
    return host.get_by_test_id("table-code").inner_text()


def waiting_room(server: Server, host: Page, *others: tuple[Page, str, int], **form: Any) -> str:
    """Open the same table by the protocol, with others in their seats, by page, name and seat."""
    opened = open_table(server, "Max", **{"preset": "flemish", **form})
    for page, name, seat in others:
        person = come(server, opened, name)
        assert person.ask("sit", seat=seat)["type"] == "ack"
        come_in(page, person)
        person.close()
    come_in(host, opened)
    opened.close()
    return str(opened.seated["code"])


def open_option(page: Page, key: str) -> Locator:
    """Open the field of a house rule."""
    option = page.locator(f'[data-option="{key}"]')
    if not option.evaluate("it => it.open"):
        option.locator("summary").click()
    return option


def change_terms(host: Page, **terms: str) -> None:
    """Change, as the host, the terms of the match."""
    host.get_by_test_id("terms").click()
    for name, value in terms.items():
        if name == "target":
            host.get_by_test_id("house-rules").click()
            open_option(host, "target").get_by_test_id("rule-target").fill(value)
        else:
            host.get_by_test_id(f"terms-{name}").select_option(value)
    host.get_by_test_id("agree").click()
    expect(host.get_by_test_id("agree")).to_have_count(0)


def come_and_sit(server: Site, page: Page, code: str, name: str, seat: int) -> None:
    """Open the table by its code, take a seat and enter a name."""
    page.goto(f"{server.url}/join/{code}")
    page.get_by_test_id(f"seat-{seat}").click()
    page.get_by_test_id("name").fill(name)
    page.get_by_test_id("named").click()
    expect(page.get_by_test_id("table")).to_have_attribute("data-you", str(seat))


def comes_as(page: Page, person: Browser) -> None:
    name, _, value = person.cookie.partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": person.server.url}])


def come_in(page: Page, person: Person) -> None:
    """Take the place of a person who plays, in a browser."""
    name, _, value = person.seated["cookie"].partition("=")
    url = person.server.url
    page.context.add_cookies([{"name": name, "value": value, "url": url}])
    page.goto(f"{url}/#/table/{person.seated['table']}")
    expect(page.get_by_test_id("table")).to_have_attribute("data-free", "true")


def go_on(page: Page, settled: bool = True) -> bool:
    """Click what is offered, if anything is; from the settlement to the next deal if `settled`."""
    offered = page.evaluate(OFFERED, settled)
    if not offered:
        return False
    position = {"x": 12, "y": 20} if "legal" in offered else None
    page.locator(offered).first.click(position=position)  # type: ignore[arg-type]
    return True


def play(pages: list[Page], done: Callable[[], bool]) -> None:
    """Click with all people on what they are offered until `done`."""
    while not done():
        until(lambda: done() or sum(map(go_on, pages)))


def play_to_the_settlement(pages: list[Page]) -> None:
    """Click with all people until all see the settlement; nobody goes on yet."""

    def playing() -> list[Page]:
        return [page for page in pages if not page.get_by_test_id("settlement").count()]

    while playing():
        until(lambda: not playing() or sum(go_on(page, settled=False) for page in playing()))


def tricks(page: Page) -> int:
    """Count the tricks on show for both sides."""
    return page.locator("[data-testid=scores] .won").count()


def hand(page: Page) -> list[str]:
    """Return the cards in a hand, in order."""
    return cards(page, "[data-testid=hand] [data-card]")


def cards(page: Page, where: str) -> list[str]:
    """Return the cards of every such element, read in one go: a hand goes on changing meanwhile."""
    result: list[str] = page.locator(where).evaluate_all("all => all.map(one => one.dataset.card)")
    return result


def sign_up(page: Page, server: Server, name: str) -> None:
    page.goto(f"{server.url}/#/account")
    page.get_by_test_id("show-sign-up").click()
    page.get_by_test_id("account-name").fill(name)
    page.get_by_test_id("account-password").fill(PASSWORD)
    page.get_by_test_id("sign-up").click()
    expect(page.get_by_test_id("signed-in")).to_contain_text(name)


def sign_in(page: Page, server: Server, name: str, password: str) -> None:
    page.goto(f"{server.url}/#/account")
    page.get_by_test_id("account-name").fill(name)
    page.get_by_test_id("account-password").fill(password)
    page.get_by_test_id("sign-in").click()
