"""An e-mail address and a forgotten password, in browsers, beside a real SMTP server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from in_process import InProcess, serving_in_process
from playwright.sync_api import expect
from smtp_server import Mailbox

from browser.conftest import Visit
from browser.steps import PASSWORD, accessible, sign_in, sign_up


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    mailbox = Mailbox()
    with mailbox.open():
        yield mailbox


@pytest.fixture
def mailing(mailbox: Mailbox, tmp_path: Path) -> Iterator[InProcess]:
    with serving_in_process(tmp_path / "log.sqlite", smtp=mailbox.smtp) as server:
        yield server


@pytest.mark.journey
def test_a_forgotten_password_is_replaced_by_mail(
    visit: Visit, mailing: InProcess, mailbox: Mailbox
) -> None:
    phone, desk = visit("phone"), visit("desktop")
    sign_up(phone, mailing, "Anna")
    phone.get_by_test_id("codes-noted").click()
    phone.goto(f"{mailing.url}/#/account/security")
    phone.get_by_test_id("address-new").fill("anna@mail.example")
    phone.get_by_test_id("address-password").fill(PASSWORD)
    phone.get_by_test_id("address-save").click()
    expect(phone.get_by_test_id("address-pending")).to_contain_text("anna@mail.example")
    accessible(phone)
    (link,) = re.findall(r"http\S+/#/\S+", mailbox.next("anna@mail.example").get_content())
    desk.goto(link)
    expect(desk.get_by_test_id("link-about")).to_contain_text("Anna")
    accessible(desk)
    desk.get_by_test_id("link-confirm").click()
    expect(desk.get_by_test_id("done")).to_be_visible()
    phone.reload()
    expect(phone.get_by_test_id("address-confirmed")).to_contain_text("anna@mail.example")

    desk.get_by_test_id("link-account").click()
    desk.get_by_test_id("forgotten").click()
    expect(desk.get_by_test_id("forgotten-by-code")).to_be_visible()
    desk.get_by_test_id("forgotten-who").fill("anna")
    accessible(desk)
    desk.get_by_test_id("forgotten-send").click()
    expect(desk.get_by_test_id("done")).to_be_visible()
    (link,) = re.findall(r"http\S+/#/\S+", mailbox.next("anna@mail.example").get_content())
    desk.goto(link)
    desk.get_by_test_id("link-password").fill(f"{PASSWORD} pique")
    accessible(desk)
    desk.get_by_test_id("link-reset").click()
    expect(desk.get_by_test_id("done")).to_be_visible()
    desk.get_by_test_id("link-account").click()
    expect(desk.get_by_test_id("signed-in")).to_contain_text("Anna")
    phone.goto(link)
    expect(phone.get_by_test_id("wrong")).to_contain_text("has expired, or has been used")
    accessible(phone)
    phone.reload()
    sign_in(phone, mailing, "Anna", f"{PASSWORD} pique")
    expect(phone.get_by_test_id("signed-in")).to_contain_text("Anna")
    phone.get_by_test_id("account-security").click()
    phone.get_by_test_id("address-password").fill(f"{PASSWORD} pique")
    phone.get_by_test_id("address-remove").click()
    expect(phone.get_by_test_id("address-confirmed")).to_have_count(0)
    assert "Anna" in mailbox.next("anna@mail.example").get_content()
