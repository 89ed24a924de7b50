"""The layout of the table: nothing that is shown hides what a player has to read."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from seated import first, passing, plays, result, seated, speaks
from server_process import Server
from waiting import until

from browser.conftest import QUICK
from browser.guest import ME
from browser.steps import come_in, like, tricks
from rebelote import Match, apply
from rebelote.rules.melds import best_melds

SIZES = [(360, 640), (320, 568), (640, 360), (1280, 800)]
LOOKS = 150
"""More looks at the table than the auction and two tricks take."""
STEP = 300
"""Milliseconds from one look to the next: less than anything is shown for."""
HIDDEN = """() => {
  const box = (element) => element.getBoundingClientRect()
  const found = []
  const owned = (index, owner) => {
    const { left, right, top, bottom } = box(index)
    for (const x of [left + 1, (left + right) / 2, right - 1])
      for (const y of [top + 1, (top + bottom) / 2, bottom - 1]) {
        const over = document.elementFromPoint(x, y)
        if (!owner.contains(over))
          return found.push(`index of ${owner.innerText || owner.dataset.card} under ` +
            `${over?.closest('[class]')?.outerHTML.slice(0, 120)}`)
      }
  }
  for (const card of document.querySelectorAll('[data-testid=trick] li'))
    for (const index of card.querySelectorAll('.index')) owned(index, card)
  for (const card of document.querySelectorAll('[data-testid=hand] [data-card]'))
    owned(card.querySelector('.index'), card)
  const apart = (a, b) =>
    a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top
  for (const seat of document.querySelectorAll('[data-seat]'))
    for (const said of seat.querySelectorAll('.speech, .shown'))
      for (const other of document.querySelectorAll('[data-seat]'))
        for (const part of other === seat ? [] :
          other.querySelectorAll('.fan span, .chip, .portrait'))
          if (!apart(box(said), box(part)))
            found.push(`${said.innerText || 'cards'} of ${seat.dataset.seat} lies on ` +
              `${part.className} of ${other.dataset.seat}`)
  for (const name of document.querySelectorAll('[data-seat] .name bdi'))
    if (name.scrollWidth > name.clientWidth + 1) found.push(`the name ${name.innerText} is cut`)
  for (const said of document.querySelectorAll('.speech, .shown'))
    if (box(said).left < 0 || box(said).right > innerWidth || box(said).top < 0)
      found.push(`${said.innerText || 'cards'} leave the screen`)
  return found
}"""
SEEN = """() => Array.from(document.querySelectorAll('.speech, .shown, [data-testid=trick] li'),
  (one) => one.dataset.testid ?? one.innerText)"""

ACT = """() => {
  if (document.querySelector('[data-testid=table]').dataset.free !== 'true') return false
  const offered = document.querySelector('[data-testid=cut], [data-testid^=packets-], ' +
    '[data-testid^=take-], [data-testid=hand] [data-legal=true]')
  offered?.click()
  return !!offered
}"""
"""My bid or card in one go: with the page's clock standing still, nothing comes between."""


def will_hold(match: Match, *seats: int) -> bool:
    """Return whether these and nobody else have something to announce once I take."""
    state = apply(match, ME, first(match))
    held = [bool(best_melds(hand, state.rules.melds)) for hand in state.deal.hands]
    return held == [seat in seats for seat in range(4)]


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Yield a player on a phone, whose clock the test turns by hand."""
    context = browser.new_context(
        viewport={"width": 360, "height": 640}, reduced_motion="reduce", locale="en-GB"
    )
    page = context.new_page()
    page.set_default_timeout(60_000)
    yield page
    context.close()


def look(page: Page) -> None:
    """Check that nothing is hidden at any window size."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        with contextlib.suppress(AssertionError):  # until the window is drawn in its new size
            until(lambda: page.evaluate(HIDDEN) == [], patience=30)
        assert page.evaluate(HIDDEN) == [], (width, height)
    page.set_viewport_size({"width": 360, "height": 640})


def go_on(page: Page) -> None:
    """Play my card or bid, if it is my turn; then let time pass."""
    table = page.get_by_test_id("table")
    version = table.get_attribute("data-version") or ""
    if page.evaluate(ACT):
        expect(table).not_to_have_attribute("data-version", version)
    page.clock.run_for(STEP)


@pytest.mark.parametrize("seats", [(2,), (1, 3)], ids=["across", "beside"])
def test_nothing_said_or_shown_hides_an_index_or_another_seat(
    page: Page, server: Server, seats: tuple[int, ...]
) -> None:
    position = result("french", speaks(ME), lambda match: will_hold(match, *seats), passing)
    like(page, **QUICK)
    come_in(page, seated(server, position).people[ME])
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    seen: set[str] = set()
    shown: list[Any] = []
    for _ in range(LOOKS):
        now = page.evaluate(SEEN)
        if now != shown:
            look(page)
            shown = now
            seen.update(now)
        if tricks(page) >= 2:
            break
        go_on(page)
    assert seen & {f"shown-{seat}" for seat in seats}
    assert seen & {f"speech-{seat}" for seat in range(4) if seat != ME}


OUTSIDE = """() =>
  [...document.querySelectorAll('[data-testid=hand] [data-card]')].filter((card) => {
  const { left, right, top, height } = card.getBoundingClientRect()
  const next = card.nextElementSibling?.getBoundingClientRect().left ?? right
  const tapped = document.elementFromPoint((left + next) / 2, top + height / 2)
  return left < 0 || right > innerWidth || next - left < 24 || !card.contains(tapped)
}).map((card) => card.dataset.card)"""
"""The cards of the hand that leave the screen, or have no place to be tapped."""
WINDOWS = [*SIZES, (390, 844), (568, 320), (844, 390), (768, 1024), (1024, 768), (1366, 768)]


@pytest.mark.parametrize("rules", ["french", "ffb-contree-2016"])
def test_each_card_of_the_hand_lies_on_the_screen_and_can_be_tapped(
    page: Page, server: Server, rules: str
) -> None:
    reached = plays(ME, 0, 0) if rules == "french" else speaks(ME)
    come_in(page, seated(server, result(rules, reached, lambda _: True)).people[ME])
    expect(page.get_by_test_id("hand").locator("[data-card]")).to_have_count(8)
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        with contextlib.suppress(AssertionError):  # until the window is drawn in its new size
            until(lambda: page.evaluate(OUTSIDE) == [], patience=30)
        assert page.evaluate(OUTSIDE) == [], (width, height)


def side(page: Page, place: str) -> float:
    """Return the distance of a seat from the left of the screen."""
    box = page.locator(f"[data-place={place}], .seat.{place}").first.bounding_box()
    assert box
    return box["x"]


def test_seats_lie_as_at_the_table_where_lines_run_from_right_to_left(
    page: Page, server: Server
) -> None:
    like(page, **QUICK, language="ar", knows="yes")
    page.goto(server.url)
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    page.get_by_test_id("play-friends").click()
    expect(page.get_by_test_id("table-code")).to_be_visible()
    assert side(page, "left") < side(page, "right")
    page.get_by_test_id("named").click()  # asked for a name, and stays a guest
    page.get_by_test_id("begin").click()
    expect(page.locator("[data-place=left]")).to_be_visible()
    assert side(page, "left") < side(page, "right")
