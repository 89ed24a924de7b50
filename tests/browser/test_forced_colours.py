"""Forced colours: signs are drawn in the system's, and nothing is shown by a background alone."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.sync_api import expect
from seated import Position, seated, speaks
from server_process import Server

from browser.conftest import Visit
from browser.steps import come_in

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
    come_in(page, seated(server, Position().to(speaks(0))).people[0])
    expect(page.get_by_test_id("pass")).to_be_visible()
    assert page.evaluate(SEEN) == {
        "picture": "none",
        "shapeless": [],
        "signs": 0,
        "chip": "solid",
    }
