"""Forced colours: signs are drawn in the system's, and nothing is told by a ground alone."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.sync_api import expect
from server_process import Server
from waiting import until

from browser.conftest import Visit
from browser.steps import sit_down

SEEN = """() => {
  const style = (selector) => getComputedStyle(document.querySelector(selector))
  const text = getComputedStyle(document.body).color
  const shaped = [...document.querySelectorAll('.button')].filter(
    (button) => button.offsetParent && getComputedStyle(button).outlineStyle === 'none')
  const signs = [...document.querySelectorAll('.button .suit, .chip .suit')].filter(
    (sign) => getComputedStyle(sign).color !== getComputedStyle(sign.parentElement).color)
  return {
    picture: style('.felt').backgroundImage,
    shapeless: shaped.map((button) => button.innerText),
    signs: signs.length,
    chip: style('.chip').outlineStyle,
  }
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_table_keeps_its_shapes(
    visit: Visit, server: Server, scheme: Literal["light", "dark"]
) -> None:
    page = visit("phone", forced_colors="active", color_scheme=scheme)
    sit_down(page, server)
    asked = page.get_by_test_id("pass").or_(page.locator("[data-legal=true]")).first
    until(lambda: page.evaluate("document.querySelector('.stage')?.click()") or asked.count())
    expect(asked).to_be_visible()
    assert page.evaluate(SEEN) == {
        "picture": "none",
        "shapeless": [],
        "signs": 0,
        "chip": "solid",
    }
