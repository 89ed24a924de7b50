"""Sealed packs in the browser: its nonce, its checks, and a server that cheats."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect
from seated import Position, behind, seated, settled
from server_process import Server

from browser.steps import accessible, come_in, hurry, sit_down, skip_to

DIGITS = re.compile("^[0-9a-f]{64}$")
ANOTHER = "00" * 32
"""A secret that is not the server's."""
EXCHANGED = "Warning: the seal of this pack was replaced."
SHUFFLING = "The players are shuffling the pack together."


def unforged(received: dict[str, Any]) -> list[dict[str, Any]]:
    return [received]


PONG = '{"type":"pong"}'


class Line:
    """The line between page and server, on which packs may be late, and much be forged."""

    def __init__(self, page: Page) -> None:
        self.holds_packs = False
        self.forge: Callable[[dict[str, Any]], list[dict[str, Any]]] = unforged
        self._held: list[str | bytes] = []
        page.route_web_socket(re.compile(r"/ws(\?|$)"), self._joined)

    def _joined(self, route: WebSocketRoute) -> None:
        self._route = route
        route.connect_to_server().on_message(self._received)

    def _received(self, frame: str | bytes) -> None:
        holds = self._held or (self.holds_packs and '"pack_made"' in str(frame))
        if holds and frame != PONG:
            self._held.append(frame)
            return
        for received in self.forge(json.loads(frame)):
            self._route.send(json.dumps(received))

    def release(self) -> None:
        """Let through what was held back, and all that follows."""
        self.holds_packs = False
        for frame in self._held:
            self._route.send(frame)
        self._held.clear()


def digest(secret: str) -> str:
    """Return the seal that a secret fits."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def sealed_in(received: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield from (event for event in received.get("events", ()) if event["event"] == "pack_sealed")
    yield from filter(None, [(received.get("pack") or {}).get("sealed")])


def play_to_the_settlement(page: Page, server: Server) -> None:
    """Play to the settlement while the page looks on; its secret is in the earlier pack."""
    assert hurry(page)
    with closing(behind(server, page)) as me:
        me.play_on(settled)
    skip_to(page, "[data-testid=settlement]")


def test_the_browser_adds_a_secret_and_checks_the_pack(page: Page, server: Server) -> None:
    sit_down(page, server)
    play_to_the_settlement(page, server)
    expect(page.get_by_test_id("next-deal")).to_be_in_viewport(ratio=1)
    page.get_by_test_id("proof").click()
    seal = page.get_by_test_id("seal")
    expect(seal).to_contain_text(
        "Checked: the pack was fixed before the cut, with one player’s secret, yours."
    )
    expect(seal.get_by_role("region")).to_have_count(0)
    seal.locator("summary").click()
    expect(page.get_by_test_id("seal-digits")).to_have_text(DIGITS)
    checks = page.get_by_test_id("seal-checks").locator("li")
    expect(checks).to_have_text([re.compile(": yes$")] * 6)
    digits = seal.locator("dd")
    expect(digits).to_have_text([DIGITS, DIGITS, DIGITS, re.compile("^[0-9a-f]{32}$")])
    expect(seal.locator("dt").last).to_have_text("You: secret")
    expect(seal.get_by_role("link", name="Check a record")).to_have_attribute("href", "/verify")
    accessible(page)
    expect(page.get_by_test_id("cheated")).to_have_count(0)


# --- a server that cheats -------------------------------------------------------------------------


def test_a_server_that_exchanges_the_secret_is_found_out(phone: Page, server: Server) -> None:
    def forged(received: dict[str, Any]) -> list[dict[str, Any]]:
        for event in received.get("events", ()):
            if event["event"] == "seal_opened":
                event["secret"] = ANOTHER
        return [received]

    Line(phone).forge = forged
    sit_down(phone, server)
    play_to_the_settlement(phone, server)
    expect(phone.get_by_test_id("cheated")).to_contain_text("the secret does not match the seal")
    seal = phone.get_by_test_id("seal")
    expect(seal).to_contain_text("Warning")
    seal.locator("summary").click()
    expect(phone.get_by_test_id("seal-checks")).to_contain_text("secret matches the seal: no")
    expect(phone.get_by_test_id("seal-checks")).to_contain_text("were seen: could not be checked")
    accessible(phone)


def test_a_seal_that_is_exchanged_while_the_pack_is_awaited_is_found_out(
    phone: Page, server: Server
) -> None:
    """The server has the players' secrets and looks for another secret of its own that suits it."""

    def forged(received: dict[str, Any]) -> list[dict[str, Any]]:
        again = json.loads(json.dumps(received))
        seals = [seal for seal in sealed_in(again) if any(seal["commitments"])]
        for seal in seals:
            seal["commitment"] = digest(ANOTHER)
        return (
            [received, again] if seals and "pack_made" not in json.dumps(received) else [received]
        )

    Line(phone).forge = forged
    sit_down(phone, server)
    expect(phone.get_by_test_id("cheated")).to_have_text(EXCHANGED)
    accessible(phone)


def test_a_seal_that_is_exchanged_once_the_cards_are_dealt_is_found_out(
    phone: Page, server: Server
) -> None:
    """Secret and seal fit each other, as they would at the end; the page kept the seal it saw."""

    def forged(received: dict[str, Any]) -> list[dict[str, Any]]:
        for seal in sealed_in(received):
            seal["commitment"] = digest(ANOTHER)
        return [received]

    line = Line(phone)
    sit_down(phone, server)
    assert hurry(phone)
    expect(phone.get_by_test_id("cheated")).to_have_count(0)
    line.forge = forged
    phone.reload()
    expect(phone.get_by_test_id("cheated")).to_have_text(EXCHANGED)
    accessible(phone)


# --- while a pack is awaited ----------------------------------------------------------------------


def test_it_is_said_that_the_first_pack_is_being_made(phone: Page, server: Server) -> None:
    line = Line(phone)
    line.holds_packs = True
    sit_down(phone, server)
    expect(phone.get_by_test_id("shuffling")).to_have_text(SHUFFLING)
    expect(phone.get_by_test_id("waiting")).to_have_count(0)
    accessible(phone)
    line.release()
    expect(phone.get_by_test_id("hand")).to_be_visible()
    expect(phone.get_by_test_id("shuffling")).to_have_text("")


def test_it_is_said_that_the_next_pack_is_being_made(phone: Page, server: Server) -> None:
    line = Line(phone)
    come_in(phone, seated(server, Position("flemish", seed=None).to(settled)).people[0])
    line.holds_packs = True
    paper = phone.get_by_test_id("settlement").locator(".paper")
    expect(phone.get_by_test_id("next-deal")).to_be_enabled()
    # The paper slides in, and its lines are as high as its letters.
    phone.evaluate(
        "Promise.all(document.getAnimations().map((one) => one.finished)).then(() => {})"
    )
    phone.evaluate("document.body.offsetHeight, document.fonts.ready.then(() => {})")
    before = paper.bounding_box()
    phone.get_by_test_id("next-deal").click()
    expect(phone.get_by_test_id("shuffling")).to_have_text(SHUFFLING)
    assert paper.bounding_box() == before
    expect(phone.get_by_test_id("next-deal")).to_be_disabled()
    accessible(phone)
    line.release()
    expect(phone.get_by_test_id("settlement")).to_have_count(0)
    expect(phone.get_by_test_id("shuffling")).to_have_text("")
