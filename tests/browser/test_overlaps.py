"""Overlaps: all that is read or tapped lies free, on phones and at 200 % zoom.

Every page, key screen and dialog is looked at in each size, scrolled from top to bottom: each line
of text and each control has to be reachable where it is drawn, within the width of the screen.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect
from seated import plays, settled, speaks
from server_process import Server

from browser.guest import ME, Open, at, table
from browser.steps import await_drawing, like

SIZES: Final = ((320, 640), (360, 640), (390, 640), (640, 400))
"""Phones, and a desktop of 1280 × 800 at 200 % zoom."""
COVERED: Final = """() => {
  const found = new Set()
  const name = (one) => (one.dataset?.testid ?? one.getAttribute?.('aria-label')
    ?? `${one.tagName.toLowerCase()}.${one.getAttribute?.('class') ?? ''}`)
  const seen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const top = document.querySelector('dialog[open], :popover-open') ??
    document.querySelector('[data-testid=settlement]') ?? document.body
  const sticky = (one) => {
    for (let at = one; at && at !== top; at = at.parentElement)
      if (['sticky', 'fixed'].includes(getComputedStyle(at).position)) return at
    return null
  }
  // What is seen of a box through all that scrolls or clips about it.
  const clipped = (one, box) => {
    let { left, right, top, bottom } = box
    for (let at = one.parentElement; at; at = at.parentElement) {
      const style = getComputedStyle(at)
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue
      const around = at.getBoundingClientRect()
      ;[left, right] = [Math.max(left, around.left), Math.min(right, around.right)]
      ;[top, bottom] = [Math.max(top, around.top), Math.min(bottom, around.bottom)]
    }
    ;[top, bottom] = [Math.max(top, 0), Math.min(bottom, innerHeight)]
    return { left, right, top, bottom }
  }
  // Of a card in a fan its index is seen, which another test holds.
  const UNSEEN = '.sr, .skip, [aria-hidden=true], option, [hidden], [data-card]'
  const look = (one, boxes, said) => {
    if (!seen(one) || one.closest(UNSEEN)) return
    if (one.closest('details:not([open])') && !one.closest('summary')) return
    for (const box of boxes) {
      if (box.width < 2 || box.height < 2) continue
      if (box.left < -1 || box.right > innerWidth + 1) {
        const scrolls = [...ancestors(one)].some((at) =>
          at.scrollWidth > at.clientWidth + 1 && getComputedStyle(at).overflowX !== 'visible')
        if (!scrolls) found.add(`${said} leaves the screen`)
      }
      const part = clipped(one, box)
      const least = Math.min(8, box.height / 2)
      if (part.right - part.left < 4 || part.bottom - part.top < least) continue
      const x = (part.left + part.right) / 2, y = (part.top + part.bottom) / 2
      const over = document.elementFromPoint(x, y)
      if (!over || one.contains(over) || over.contains(one)) continue
      const label = one.closest('label')
      if (label?.contains(over)) continue
      // Content scrolls below what sticks to an edge; that is seen once it is scrolled.
      if (sticky(over) && !sticky(one)) continue
      if (getComputedStyle(over).pointerEvents === 'none') continue
      found.add(`${said} under ${name(over)}`)
    }
  }
  function* ancestors(one) { for (let at = one; at; at = at.parentElement) yield at }
  const texts = document.createTreeWalker(top, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const node = texts.currentNode, text = node.nodeValue.trim()
    if (!text || !node.parentElement || node.parentElement.closest('style, script, svg')) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    look(node.parentElement, range.getClientRects(), `"${text.slice(0, 30)}"`)
  }
  for (const one of top.querySelectorAll('button, a[href], input, select, textarea'))
    look(one, [one.getBoundingClientRect()], name(one))
  if (document.documentElement.scrollWidth > innerWidth + 1) found.add('the page is too wide')
  return [...found]
}"""
SCROLL: Final = """() => {
  const open = document.querySelector('dialog[open], :popover-open')
  const scrolls = (one) => one.scrollHeight > one.clientHeight + 2 &&
    !['visible', 'hidden', 'clip'].includes(getComputedStyle(one).overflowY)
  const areas = [document.scrollingElement, ...(open ?? document).querySelectorAll('*'),
    ...(open ? [open] : [])]
    .filter((one, i) => (i === 0 && !open) || scrolls(one))
  const before = areas.map((one) => one.scrollTop)
  areas.forEach((one) => { one.scrollTop += one.clientHeight * 0.6 })
  return areas.some((one, i) => one.scrollTop > before[i] + 1)
}"""
TOP: Final = """() => { for (const one of document.querySelectorAll('*')) one.scrollTop = 0 }"""
SCREENFULS: Final = 12
"""As far down as a page is looked at."""
LONG: Final = "WolfeschlegelsteinhausenbergerdorffvoralternwarenGewissenha"
"""With a figure before it the longest name, without a space."""


class Screen(NamedTuple):
    """A screen: how one comes to it, and what is clicked there, one thing after the other."""

    open: Open
    clicks: tuple[str, ...] = ()


def desk(page: Page, server: Server) -> None:
    """Open the standing of an evening, at its desk."""
    page.goto(f"{server.url}/#/club")
    page.get_by_test_id("club-name").fill("Mardi")
    page.get_by_test_id("club-create").click()
    page.get_by_test_id("club-list").fill("\n".join(f"{number}{LONG}" for number in range(4)))
    page.get_by_test_id("club-add").click()
    page.get_by_test_id("club-draw").click()
    page.get_by_test_id("club-phrase").fill("trèfle")
    page.get_by_test_id("club-draw-now").click()
    first = page.get_by_test_id("club-first").first
    first.fill("1000")
    page.get_by_test_id("club-offered").first.click()
    expect(page.get_by_test_id("club-standings")).to_contain_text("1")


PLAY: Final = table("french", plays(ME, 2, 2), "[data-testid=hand] [data-legal=true]")
AUCTION: Final = table("ffb-contree-2016", speaks(ME), "[data-testid=bidding-box]")
SETTLED: Final = table("french", settled, "[data-testid=next-deal]")
SCREENS: Final = {
    "start": Screen(at("", "[data-testid=daily]")),
    "options": Screen(at("", "[data-testid=options]"), ("options",)),
    "waiting": Screen(at("", "[data-testid=play-friends]"), ("play-friends",)),
    "chat": Screen(at("", "[data-testid=play-friends]"), ("play-friends", "talk-open")),
    "find": Screen(at("find", "[data-testid=seek]")),
    "today": Screen(at("today", "h1")),
    "learn": Screen(at("learn", "[data-testid=learn-begin]")),
    "lesson": Screen(at("learn/trick", "h1")),
    "me": Screen(at("me", "[data-testid=me]")),
    "account": Screen(at("account", "h1")),
    "friends": Screen(at("friends", "h1")),
    "ranking": Screen(at("ranking", "h1")),
    "rules": Screen(at("rules", "[data-option]")),
    "sheet": Screen(at("sheet", "h1")),
    "settings": Screen(at("settings", "dialog")),
    "standing": Screen(desk),
    "play": Screen(PLAY),
    "menu": Screen(PLAY, ("menu",)),
    "own face": Screen(PLAY, ("portrait-of-0",)),
    "last trick": Screen(PLAY, ("last-trick",)),
    "auction": Screen(AUCTION),
    "settled": Screen(SETTLED),
    "count": Screen(SETTLED, ("count",)),
    "score sheet": Screen(SETTLED, ("open-sheet",)),
    "review": Screen(SETTLED, ("review-deal",)),
}


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(locale="fr-FR", reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(60_000)
    like(page, knows="yes", name="Ann", speedAsked=True, language="fr")
    yield page
    context.close()


def covered(page: Page) -> list[str]:
    """Return the names of all that is covered or cut in any size, from top to bottom."""
    wrong: dict[str, str] = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(TOP)
        for _ in range(SCREENFULS):
            await_drawing(page)
            for one in page.evaluate(COVERED):
                wrong.setdefault(one, f"{width} × {height}: {one}")
            if not page.evaluate(SCROLL):
                break
    return sorted(wrong.values())


@pytest.mark.parametrize("name", SCREENS)
def test_nothing_lies_over_anything(page: Page, server: Server, name: str) -> None:
    screen = SCREENS[name]
    page.goto("about:blank")
    width, height = SIZES[1]
    page.set_viewport_size({"width": width, "height": height})
    screen.open(page, server)
    for click in screen.clicks:
        page.get_by_test_id(click).first.click()
    page.wait_for_load_state("networkidle")
    wrong = covered(page)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", ["play", "auction"])
def test_nothing_lies_over_anything_from_right_to_left(
    browser: Browser, server: Server, name: str
) -> None:
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    like(page, knows="yes", name="Ann", speedAsked=True, language="ar")
    SCREENS[name].open(page, server)
    page.wait_for_load_state("networkidle")
    wrong = covered(page)
    context.close()
    assert not wrong, "\n".join(wrong)
