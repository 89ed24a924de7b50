"""A deal given by hand: 32 cards tapped, or typed; then its calls and cards, and looked at."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from server_process import Server

from browser.conftest import SIZES
from browser.steps import accessible, at_every_size, resize
from rebelote.rules.records.record import Record

PACK = [rank + suit for suit in "SHDC" for rank in "789TJQKA"]
HANDS = [PACK[seat::4] for seat in range(4)]


def by_hand(page: Page, server: Server, preset: str) -> None:
    """The board of a game with no cards given."""
    page.goto(f"{server.url}/#/replay")
    page.get_by_test_id("either-on").click()
    page.get_by_test_id("byhand-preset").select_option(preset)


def tap_all(page: Page) -> None:
    """Tap three hands card by card, and give the rest with one button."""
    for hand in HANDS[:3]:
        for card in hand:
            page.get_by_test_id(f"byhand-{card}").click()
    expect(page.get_by_test_id("byhand-seat-3")).to_have_attribute("aria-pressed", "true")
    page.get_by_test_id("byhand-rest").click()


def enter(page: Page, what: str, keyboard: bool = False) -> None:
    """Enter one more call or card, the first legal one."""
    box = page.get_by_test_id("varied-next")
    done = int(box.get_attribute("data-done") or 0)
    button = box.locator(what).first
    if keyboard:
        button.focus()
        page.keyboard.press("Enter")
    else:
        button.click()
    expect(box).to_have_attribute("data-done", str(done + 1))


def in_view(page: Page, name: str) -> None:
    """Check that all of it is visible at every size without scrolling, and accessible."""

    def check(page: Page) -> None:
        expect(page.get_by_test_id(name)).to_be_in_viewport(ratio=1)
        accessible(page)

    at_every_size(page, check)


def test_a_deal_is_tapped_played_to_its_end_and_looked_at(phone: Page, server: Server) -> None:
    by_hand(phone, server, "french")
    expect(phone.get_by_test_id("byhand-look")).to_be_disabled()
    tap_all(phone)
    phone.get_by_test_id("byhand-turned").select_option(HANDS[0][5])
    accessible(phone)
    phone.get_by_test_id("byhand-look").click()
    in_view(phone, "varied-next")
    enter(phone, "[data-testid^=varied-take]")
    in_view(phone, "varied-next")
    phone.get_by_test_id("varied-undo").click()
    expect(phone.get_by_test_id("varied-next")).to_have_attribute("data-done", "0")
    enter(phone, "[data-testid^=varied-take]")
    for _ in range(32):
        enter(phone, "[data-testid^=varied-play]", keyboard=True)
    expect(phone.get_by_test_id("replay-result")).to_be_visible()
    viewer = phone.get_by_test_id("replay")
    phone.get_by_test_id("replay-slider").fill("0")
    expect(viewer).to_have_attribute("data-step", "0")
    phone.get_by_test_id("replay-next").click()
    expect(viewer).to_have_attribute("data-step", "1")
    with phone.expect_download() as saved:
        phone.get_by_test_id("byhand-save").click()
    record = Record.parse(saved.value.path().read_text("utf-8"))
    dealt = record.replay().deal.dealt
    assert [set(map(str, hand)) for hand in dealt] == list(map(set, HANDS))


def test_one_stops_where_one_likes_and_goes_on(desktop: Page, server: Server) -> None:
    by_hand(desktop, server, "bga-coinche")
    tap_all(desktop)
    resize(desktop, *SIZES["phone"])  # what may be done is scrolled to once it is there
    desktop.get_by_test_id("byhand-look").click()
    in_view(desktop, "bidding-box")
    enter(desktop, "[data-testid=bid-H]")
    last = desktop.get_by_test_id("replay").get_attribute("data-last") or ""
    desktop.get_by_test_id("replay-slider").fill("0")
    expect(desktop.get_by_test_id("varied-next")).to_have_count(0)
    desktop.get_by_test_id("replay-slider").fill(last)
    for _ in range(4):
        enter(desktop, "[data-testid=varied-pass]")
    enter(desktop, "[data-testid^=varied-play]")
    desktop.get_by_test_id("byhand-change").click()
    expect(desktop.get_by_test_id("byhand-seat-0")).to_contain_text("8/8")


def test_hands_are_typed(phone: Page, server: Server) -> None:
    by_hand(phone, server, "flemish3")
    pack = [card for card in PACK if phone.get_by_test_id(f"byhand-{card}").count()]
    assert len(pack) == 30
    typed = phone.get_by_test_id("byhand-typed")
    typed.fill("JS, 11H")
    typed.press("Enter")
    expect(phone.get_by_text("Cards are written like this: JS 10H 7D")).to_be_visible()
    for seat in range(3):
        phone.get_by_test_id(f"byhand-seat-{seat}").click()
        typed.fill(" ".join(pack[seat * 10 : seat * 10 + 10]).replace("T", "10"))
        typed.press("Enter")
        expect(phone.get_by_test_id(f"byhand-seat-{seat}")).to_contain_text("10/10")
    phone.get_by_test_id("byhand-turned").select_option(pack[6])
    phone.get_by_test_id("byhand-look").click()
    expect(phone.get_by_test_id("varied-next")).to_be_visible()
