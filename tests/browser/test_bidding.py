"""Matches of games that are bid for: calls by touch on a phone and by the keyboard at a desk."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing

import pytest
from company import FRIENDS
from playwright.sync_api import Page, expect
from seated import Position, result, seated
from server_process import Server
from staging import Distance, Plan, staged
from waiting import until

from browser.conftest import QUICK, Visit
from browser.guest import derivation
from browser.steps import accessible, come_in, like, moved_on, skip_to
from rebelote import Match
from rebelote.i18n import words
from rebelote.rules import presets
from rebelote.rules.actions import (
    Action,
    Bid,
    Double,
    NamedCall,
    Pass,
    Play,
    Redouble,
    Take,
    points_bid,
    with_capot,
)
from rebelote.rules.cards import SUIT_TRUMPS, Trump
from rebelote.rules.deal import Phase, PlayedOut, Playing, calls_on_offer, legal_actions
from rebelote.rules.match import apply
from rebelote.rules.options import Rules

IN_SIGHT = """card => {
  const box = card.getBoundingClientRect()
  const parts = [0.5, 0.3, 0.15, 0.7, 0.85]
  for (const down of parts) for (const along of parts) {
    const [x, y] = [box.width * along, box.height * down]
    if (card.contains(document.elementFromPoint(box.x + x, box.y + y))) return { x, y }
  }
  return { x: 12, y: 20 }
}"""
"""A point of a card that no other lies over."""
CLICKS: dict[type[Action], tuple[str, str]] = {
    Pass: ("pass", "p"),
    Double: ("double", "xx"),
    Redouble: ("redouble", "xx"),
}
"""The button and the key of a call."""
Checks = Mapping[tuple[int, Action], Callable[[Page], None]]
"""Checks made before a person calls, by seat and call."""


class Company:
    """Ann with a phone, Bea at a desk, and two more, who do what is staged for each deal.

    Calls and the first card are made on the pages, the other cards by the protocol.
    """

    def __init__(self, visit: Visit, server: Server, rules: Rules, seed: str) -> None:
        self.number = 0
        """The number of the deal in play, from 1."""
        self.table = seated(server, Position(rules, seed).to(bidding), FRIENDS)
        for without_page in (2, 3):  # at once: a bot plays for who is not there
            self.table.people[without_page].sit()
        self.pages = self.phone, self.desk = visit("phone"), visit("desktop")
        for seat, page in enumerate(self.pages):
            like(page, **QUICK, dealByHand=True)  # so that nobody cuts by chance
            come_in(page, self.table.people[seat])

    def close(self) -> None:
        self.table.close()

    @property
    def truth(self) -> Match:
        return self.table.truth

    # --- a deal

    def deal(
        self, plans: Sequence[Plan], expected: Distance, before: Checks | None = None
    ) -> Match:
        """Play a deal by one of these plans that ends as planned, with checks before calls."""
        self.number += 1
        match = self.table.play_on(lambda it: it.number == self.number and bidding(it))
        for seat, action in staged(match, plans, expected):
            has_page = seat < len(self.pages)
            if not has_page:  # what a page did last may still be on its way
                until(lambda: self.truth.to_act == seat)  # noqa: B023
            if isinstance(action, Play) and has_page and not match.deal.tricks:
                self.lay(seat, action.card.text)
            elif isinstance(action, Play) or not has_page:
                self.table.send(seat, action)
            elif not is_only_call(match):
                self.call(seat, action, (before or {}).get((seat, action)))
            match = apply(match, seat, action)
        assert match.settlement is not None, "these hands do not allow it"
        for page in self.pages:
            skip_to(page, "[data-testid=settlement]")
        return self.truth

    def next_deal(self) -> None:
        """Go on with Ann and Bea; the others follow with the next deal."""
        for seat in range(len(self.pages)):
            self.ready(seat, "[data-testid=next-deal]:not([disabled])")
            self.pages[seat].get_by_test_id("next-deal").click()

    # --- on a page

    def ready(self, seat: int, selector: str) -> Page:
        """Return the page, once such an element is there and nothing is being shown any more."""
        page = self.pages[seat]
        skip_to(page, selector)
        return page

    def lay(self, seat: int, card: str) -> None:
        selector = f'[data-testid=hand] [data-card="{card}"][data-legal="true"]'
        page = self.ready(seat, selector)
        page.mouse.move(0, 0)  # off the card under the pointer, which lies above its neighbours
        chosen = page.locator(selector)
        moved_on(page, lambda _: chosen.click(position=chosen.evaluate(IN_SIGHT)))

    def call(self, seat: int, call: Action, check: Callable[[Page], None] | None) -> None:
        """Call by touch on the phone, by keyboard at the desk."""
        name, key = CLICKS.get(type(call), ("bidding-box", ""))
        if isinstance(call, Take):
            name = f"take-{call.trump.value}"
        if isinstance(call, NamedCall):
            name = f"say-{call.name}"
        page = self.ready(seat, f"[data-testid={name}], [data-testid={name}-now]")
        if check:
            check(page)
        if page is self.desk and not isinstance(call, Take | NamedCall):
            keys = typed(call, self.truth.rules) if isinstance(call, Bid) else key
            moved_on(page, lambda _: press(page, keys))
        elif isinstance(call, Bid):
            moved_on(page, lambda _: tap_bid(page, call))
        elif page is self.desk:
            moved_on(page, lambda _: page.get_by_test_id(name).click(click_count=taps(call)))
        else:
            moved_on(page, lambda _: tap(page, f'[data-testid^="{name}"]', taps(call)))


def taps(call: Action) -> int:
    """Return how often a call is tapped: what raises the stake is asked for again."""
    raised = isinstance(call, NamedCall) and call.name != "ashkal"
    return 2 if raised or isinstance(call, Double | Redouble) else 1


def tap(page: Page, button: str, times: int) -> None:
    for _ in range(times):
        page.locator(button).tap()


def bidding(match: Match) -> bool:
    """Return whether the cards are dealt, and nobody has called yet."""
    return match.deal.phase is Phase.BIDDING and not match.deal.calls


def is_only_call(match: Match) -> bool:
    """Return whether there is no choice of a call, so that the page makes it by itself."""
    return match.deal.phase is Phase.BIDDING and len(calls_on_offer(match.deal)) == 1


def press(page: Page, keys: Sequence[str]) -> None:
    for key in keys:
        page.keyboard.press(key)


def typed(bid: Bid, rules: Rules) -> list[str]:
    """Return the keys of a bid: `90h`, `all`; `9h` where tens are said."""
    points = points_bid(bid.value)
    unit = int(words("en", rules.preset)("value.unit"))
    value = bid.value or "" if points is None else points // unit
    return [*f"{value}{bid.trump.value.lower()}", "Enter"]


def tap_bid(page: Page, bid: Bid) -> None:
    """Tap a bid: whether it asks for every trick, then its value, where there are such choices."""
    if isinstance(bid.value, str) and points_bid(bid.value):
        page.get_by_test_id("with-capot").tap()
    if bid.value is not None:
        page.get_by_test_id(f"value-{bid.value}").tap()
    page.get_by_test_id(f"bid-{bid.trump.value}").tap()


def trumps(page: Page) -> list[str]:
    """Return the trumps of the box, in its order."""
    buttons = page.locator("[data-testid=bidding-box] .suit-button")
    result: list[str] = buttons.evaluate_all("all => all.map(one => one.dataset.testid.slice(4))")
    return result


def settled(page: Page, match: Match) -> dict[str, list[int]]:
    """Return the rows on a page of my side and theirs: as the server has them, line by line."""
    rows = derivation(page)
    assert match.settlement is not None
    mine = 0 if page.get_by_test_id("table").get_attribute("data-you") in ("0", "2") else 1
    for line in match.settlement.lines:
        if line.side is not None:
            assert rows[line.code][line.side ^ mine] == line.points, line
    assert rows["marks"] == [match.settlement.marks[mine], match.settlement.marks[mine ^ 1]]
    return rows


# --- the matches ----------------------------------------------------------------------------------


def level(match: Match) -> int:
    """Measure how far the sides are from a tie."""
    assert match.settlement is not None
    if match.settlement.outcome == "tie":
        return 0
    totals = [line.points for line in match.settlement.lines if line.code == "total"]
    return 1 + abs(totals[0] - totals[1])


def ends(outcome: str) -> Distance:
    """Ends so, and neither side has every trick."""

    def distance(match: Match) -> int:
        assert match.settlement is not None
        winners = {trick.winner % 2 for trick in match.deal.tricks}
        return int(match.settlement.outcome != outcome or len(winners) < 2)

    return distance


def with_roem(match: Match) -> int:
    """Made by Ann's side, with roem in its tricks."""
    assert match.settlement is not None
    fallen = [line for line in match.settlement.lines if line.code == "trick-melds"]
    mine = any(line.side == 0 for line in fallen)
    return 2 * (match.settlement.outcome != "made") + (not mine)


def with_announcements(match: Match) -> int:
    """Made by Ann's side, whose announcements count while the others have named some as well."""
    assert match.settlement is not None and isinstance(match.deal, PlayedOut)
    counted = any(line.code == "melds" and line.side == 0 for line in match.settlement.lines)
    against = any(match.deal.announced[seat] for seat in (1, 3))
    return 4 * (match.settlement.outcome != "made") + 2 * (not counted) + (not against)


def lost_tricks(match: Match) -> int:
    return sum(trick.winner % 2 for trick in match.deal.tricks)


def test_a_match_of_bulgarian_belot_hangs_and_is_won_redoubled(
    visit: Visit, server: Server
) -> None:
    with closing(Company(visit, server, presets.rules("bulgarian", target=100), "2")) as company:
        phone, desk = company.pages
        clubs, all_trumps, none = map(Bid, (Trump.CLUBS, Trump.ALL, Trump.NONE))
        first = company.deal(
            [[(0, clubs), (1, Double()), (0, Redouble()), (1, all_trumps)]],
            level,
            {
                (0, clubs): all_in_rank,
                (0, Redouble()): reported_of_clubs,
                (1, all_trumps): redoubled,
            },
        )
        assert first.held
        assert settled(phone, first)["held-now"] == settled(desk, first)["held-now"][::-1]
        for page in company.pages:
            expect(page.get_by_test_id("scores")).to_contain_text(f"+{first.held}")
            expect(page.get_by_test_id("settled-bid")).to_contain_text("all trumps")
        phone.get_by_test_id("open-sheet").tap()
        expect(phone.get_by_test_id(f"sheet-{company.number}")).to_have_text("Bea: tie")
        accessible(phone)
        phone.keyboard.press("Escape")

        company.next_deal()
        second = company.deal([[(0, none), (1, Double()), (0, Redouble())]], ends("made"))
        rows = settled(phone, second)
        assert settled(desk, second)["marks"] == rows["marks"][::-1]
        assert rows["stake"][0] == 4 and rows["held-paid"][0] == first.held
        expect(phone.get_by_test_id("contract").locator(".bid")).to_have_text("×4")
        over(company)


@pytest.mark.journey
def test_a_match_of_coinche_is_doubled_out_of_turn_and_won_by_capot(
    visit: Visit, server: Server
) -> None:
    with closing(Company(visit, server, presets.rules("bga-coinche", target=1000), "5")) as company:
        phone, desk = company.pages
        mine, theirs = Bid(Trump.HEARTS, 90), Bid(Trump.SPADES, 100)
        first = company.deal(
            [[(0, mine), (1, theirs), (0, Double())]],
            ends("failed"),
            {(0, mine): from_82, (1, theirs): is_typed, (0, Double()): out_of_turn},
        )
        assert settled(phone, first)["marks"] == settled(desk, first)["marks"][::-1]
        expect(desk.get_by_test_id("contract").locator(".bid")).to_have_text("100×2")
        expect(phone.get_by_test_id("settled-bid")).to_have_text("Bea: 100 spades, doubled")

        company.next_deal()
        capots = [[(0, Bid(trump, "capot"))] for trump in Trump]
        second = company.deal(capots, lost_tricks)
        assert settled(phone, second)["marks"][0] >= 500
        expect(phone.get_by_test_id("result-line")).to_have_text(
            "Last deal: You bid capot and took every trick"
        )
        over(company)


def test_a_match_of_klaverjas_is_nat_and_then_made_with_roem(visit: Visit, server: Server) -> None:
    rules = presets.rules("klaverjas-rotterdam-nku", end_deals=2)
    with closing(Company(visit, server, rules, "3")) as company:
        phone, desk = company.pages
        suits = [[(1, Take(trump))] for trump in SUIT_TRUMPS]
        first = company.deal(suits, ends("failed"), {(1, plan[0][1]): any_suit for plan in suits})
        assert settled(phone, first)["marks"][1] == 0
        assert settled(desk, first)["marks"][0] == 0
        expect(phone.get_by_test_id("settlement")).to_contain_text("nat")

        company.next_deal()
        second = company.deal([[(0, Take(trump))] for trump in SUIT_TRUMPS], with_roem)
        assert settled(phone, second)["trick-melds"][0] > 0
        accessible(phone)
        over(company)


def test_a_match_of_bela_falls_and_is_made_with_announcements(visit: Visit, server: Server) -> None:
    rules = presets.rules("bela", end_deals=2)
    with closing(Company(visit, server, rules, "3")) as company:
        phone, desk = company.pages
        suits = [[(1, Take(trump))] for trump in SUIT_TRUMPS]
        first = company.deal(suits, ends("failed"), {(1, plan[0][1]): six_cards for plan in suits})
        assert settled(desk, first)["marks"][0] == 0
        assert settled(phone, first)["marks"][0] >= 162
        expect(phone.get_by_test_id("settlement")).to_contain_text("pad")

        company.next_deal()
        second = company.deal([[(0, Take(trump))] for trump in SUIT_TRUMPS], with_announcements)
        assert settled(phone, second)["melds"][0] > 0
        expect(phone.get_by_test_id("settlement")).to_contain_text("Zvanja")
        accessible(phone)
        over(company)


def test_a_match_of_baloot_is_a_sun_lost_and_then_won_by_the_coffee(
    visit: Visit, server: Server
) -> None:
    with closing(Company(visit, server, presets.rules("baloot"), "3")) as company:
        phone, desk = company.pages
        sun, closed = Take(Trump.NONE), NamedCall("closed-double")
        first = company.deal([[(1, sun)]], ends("failed"), {(1, sun): hokum_or_sun})
        assert settled(phone, first)["marks"][0] >= 26
        assert settled(desk, first)["marks"][0] == 0
        expect(desk.get_by_test_id("settlement")).to_contain_text("Marks for the tricks")

        company.next_deal()
        raised = [(1, closed), *((seat, NamedCall(name)) for seat, name in COFFEE)]
        suits: list[Plan] = [[(0, Take(trump)), *raised] for trump in SUIT_TRUMPS]
        checks: Checks = {(1, closed): to_raise, (0, NamedCall("gahwa")): at_four}
        second = company.deal(suits, ends("made"), checks)
        assert settled(phone, second)["stake"][0] == 4
        expect(phone.get_by_test_id("contract")).to_contain_text("gahwa")
        expect(desk.get_by_test_id("contract").locator(".bid")).to_have_text("☕")
        accessible(phone)
        over(company)


def test_a_match_of_bazar_blot_has_a_capot_lost_and_a_rekontra_at_boy(
    visit: Visit, server: Server
) -> None:
    rules = presets.rules("bazar-blot", target=60)
    with closing(Company(visit, server, rules, "3")) as company:
        phone, desk = company.pages
        capots = [[(0, Bid(trump, with_capot(80)))] for trump in SUIT_TRUMPS]
        before: Checks = {(0, plan[0][1]): in_tens for plan in capots}
        first = company.deal(capots, ends("failed"), before)
        assert settled(phone, first)["marks"][0] == 0
        assert settled(desk, first)["marks"][0] >= 24
        expect(desk.get_by_test_id("contract").locator(".bid b")).to_have_text("8 capot")

        company.next_deal()
        boy = Bid(Trump.NONE, 100)
        plan: Plan = [(1, boy), (0, Double()), (1, Redouble())]
        checks: Checks = {(0, Double()): kontra, (1, Redouble()): rekontra}
        second = company.deal([plan], ends("failed"), checks)
        assert settled(phone, second)["stake"][0] == 5
        assert settled(desk, second)["marks"] == settled(phone, second)["marks"][::-1]
        expect(phone.get_by_test_id("settlement")).to_contain_text("10")
        accessible(phone)
        over(company)


COFFEE = ((0, "three"), (1, "closed-four"), (0, "gahwa"))
"""The raises after a double, by seat."""


# --- what is seen before a call -------------------------------------------------------------------


def hokum_or_sun(page: Page) -> None:
    offered = page.locator('[data-testid^="take-"]')
    assert offered.count() == 2
    expect(page.get_by_test_id("table")).to_contain_text("Do you buy?")


def to_raise(page: Page) -> None:
    assert page.locator("[data-testid=hand] [data-card]").count() == 8
    expect(page.get_by_test_id("table")).to_contain_text("Do you raise?")
    expect(page.get_by_test_id("double")).to_have_text("Dabal")
    expect(page.get_by_test_id("say-closed-double")).to_have_text("Dabal, closed")


def at_four(page: Page) -> None:
    assert page.locator("[data-testid=say-gahwa], [data-testid=pass]").count() == 2
    accessible(page)


def in_tens(page: Page) -> None:
    chips = page.locator("[data-testid=bid-values] .value")
    assert chips.all_inner_texts()[:3] == ["8", "9", "10"]
    expect(page.get_by_test_id("with-capot")).to_have_attribute("aria-pressed", "false")


def kontra(page: Page) -> None:
    expect(page.get_by_test_id("double")).to_have_text("Kontra")


def rekontra(page: Page) -> None:
    expect(page.get_by_test_id("redouble")).to_have_text("Rekontra")
    expect(page.get_by_test_id("table")).to_contain_text("Kontra! Your call?")


def any_suit(page: Page) -> None:
    assert page.locator('[data-testid^="take-"]').count() == len(SUIT_TRUMPS)


def six_cards(page: Page) -> None:
    any_suit(page)
    assert page.locator("[data-testid=hand] [data-card]").count() == 6


def all_in_rank(page: Page) -> None:
    assert trumps(page) == ["C", "D", "H", "S", "none", "all"]
    accessible(page)


SMALL = ((320, 568), (360, 640), (640, 360))
"""Phones on which the bidding box leaves little room."""
HISTORY = """() => {
  const shown = [...document.querySelectorAll('.calls')].filter((one) => one.offsetParent)
  const calls = shown.flatMap((one) => [...one.querySelectorAll('[data-call]')])
  const frame = shown[0].getBoundingClientRect(), last = calls.at(-1).getBoundingClientRect()
  const over = [...document.querySelectorAll('button, [data-card], .chip')].filter((one) => {
    const box = one.getBoundingClientRect()
    if (!one.offsetParent || shown[0].contains(one)) return false
    return box.left < frame.right && frame.left < box.right &&
      box.top < frame.bottom && frame.top < box.bottom
  })
  return {
    lists: shown.length, calls: calls.length, over: over.map((one) => one.outerHTML),
    newest: last.left >= frame.left - 1 && last.right <= frame.right + 1 &&
      last.top >= frame.top - 1 && last.bottom <= frame.bottom + 1,
  }
}"""
"""The layout of the list of calls: one list, its newest call in sight, covering no other part."""


def every_call_is_listed(page: Page, calls: int) -> None:
    """On the smallest phones, too; the page has its own size again after."""
    own = page.viewport_size
    assert own is not None
    listed = {"lists": 1, "calls": calls, "over": [], "newest": True}
    for width, height in SMALL:
        page.set_viewport_size({"width": width, "height": height})
        until(lambda: page.evaluate(HISTORY) == listed)
        accessible(page)
    page.set_viewport_size(own)


def reported_of_clubs(page: Page) -> None:
    every_call_is_listed(page, page.locator("[data-testid=auction] [data-call]").count())
    assert trumps(page) == ["D", "H", "S", "none", "all"]
    expect(page.get_by_test_id("standing-bid")).to_contain_text("You: clubs, doubled")
    page.get_by_test_id("standing-means").tap()
    expect(page.get_by_test_id("auction")).to_contain_text("needs more points than the other")
    accessible(page)


def redoubled(page: Page) -> None:
    expect(page.get_by_test_id("standing-bid")).to_contain_text("Ann: clubs, redoubled")


def from_82(page: Page) -> None:
    expect(page.get_by_test_id("value-82")).to_be_checked()
    accessible(page)


def is_typed(page: Page) -> None:
    page.keyboard.type("110n")
    expect(page.get_by_test_id("bid-means")).to_contain_text("110 no trumps")
    page.keyboard.press("Escape")


def out_of_turn(page: Page) -> None:
    expect(page.get_by_test_id("double-now")).to_be_visible()
    expect(page.get_by_test_id("bidding-box")).to_have_count(0)
    accessible(page)


def over(company: Company) -> None:
    """Check that Ann's side has won the match, and both pages show it."""
    assert company.truth.winner == 0
    for page, title in zip(company.pages, ("Match won", "Match lost"), strict=True):
        expect(page.locator("#result")).to_have_text(title)
        expect(page.get_by_test_id("rematch")).to_be_enabled()


def announcing(match: Match) -> bool:
    """Return whether seat 0 says now, before the first card, what it holds."""
    return isinstance(match.deal, Playing) and match.deal.announcer == 0


def test_zvanja_are_said_before_the_first_card(phone: Page, server: Server) -> None:
    rules = presets.rules("bela", meld_said="before_play", cut_min=None)
    position = result(
        rules,
        announcing,
        lambda match: isinstance(match.deal, Playing) and match.deal.melds_offered(0) != (),
        lambda match: legal_actions(match.deal)[0],
    )
    like(phone, **QUICK)
    come_in(phone, seated(server, position).people[0])
    expect(phone.get_by_test_id("announcing")).to_be_visible()
    expect(phone.get_by_test_id("announcing").get_by_role("checkbox").first).to_be_checked()
    accessible(phone)
    phone.get_by_test_id("announce-all").click()
    expect(phone.get_by_test_id("announcing")).to_have_count(0)
