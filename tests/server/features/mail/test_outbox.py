"""The outbox with a real SMTP server: waiting mail, displaced mail, and order of sending."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator

import pytest
from in_process import MovableTime
from smtp_server import Mailbox

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.features.mail import outbox, smtp
from rebelote.server.features.mail.addresses import TRY_SECONDS
from rebelote.server.features.mail.messages import RESET_SECONDS, MailDraft, MailSender
from rebelote.server.features.mail.outbox import Outbox

SENDER = MailSender(smtp.sender_of("club@club.example"), "https://club.example")


class Post:
    """An outbox, the SMTP server that it sends to, and the time."""

    def __init__(self, mailbox: Mailbox) -> None:
        self.mailbox, self.time = mailbox, MovableTime()
        self.outbox = Outbox(mailbox.smtp, "club.example", self.time.source)

    def ask(self, to: str, urgent: bool = False) -> str:
        """Have a link mailed that sets a password, or confirms an address; the refusal's code."""
        draft = MailDraft(SENDER, to, "en", 0.0, "id")
        message = draft.reset({"Ann": "s"}) if urgent else draft.confirmation("Ann", "s")
        try:
            self.outbox.put(message, RESET_SECONDS if urgent else TRY_SECONDS, urgent)
        except IllegalActionError as error:
            return error.refusal.code
        return ""

    async def send(self) -> None:
        await self.outbox.send()
        assert self.outbox._sending is not None
        await self.outbox._sending

    @property
    def taken(self) -> list[str]:
        """The addresses to which mail went out, in order."""
        return [str(message["To"]) for message in self.mailbox.taken]


Story = Callable[[Post], Awaitable[None]]


@pytest.fixture(autouse=True)
def few_places(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave an eighth of the places, so that few mails fill the outbox."""
    for name in ("WAITING", "WAITING_NOT_URGENT", "DEFERRED_MOST"):
        monkeypatch.setattr(outbox, name, getattr(outbox, name) // 8)


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    mailbox = Mailbox()
    with mailbox.open():
        yield mailbox


def received(story: Story, mailbox: Mailbox) -> None:
    async def run() -> None:
        await story(Post(mailbox))

    asyncio.run(run())


def test_links_for_passwords_have_places_of_their_own_and_go_out_first(mailbox: Mailbox) -> None:
    async def story(post: Post) -> None:
        most = outbox.WAITING_NOT_URGENT
        asked = [post.ask(f"{number}@club{number}.example") for number in range(most + 1)]
        assert asked == [""] * most + ["mail-full"]
        assert list(post.outbox.warnings) == ["mail-full"]
        assert post.ask("holder@club.example", urgent=True) == ""
        await post.send()
        assert post.taken[0] == "holder@club.example"
        assert len(post.taken) == most + 1 and not len(post.outbox)
        post.time.advance(outbox.WARN_SECONDS)
        assert not list(post.outbox.warnings)

    received(story, mailbox)


def test_mail_that_was_put_off_keeps_no_place_from_mail_that_was_not_tried(
    mailbox: Mailbox,
) -> None:
    """A person may name any number of domains that defer all mail, for any time."""
    mailbox.defers = (".later.example",)

    async def story(post: Post) -> None:
        domains = outbox.WAITING_NOT_URGENT // outbox.DEFERRED_BY_DOMAIN + 1
        for number in range(domains):
            for which in range(outbox.DEFERRED_BY_DOMAIN):
                assert post.ask(f"{which}@x.{number}.later.example") == ""
            await post.send()
        assert post.outbox.deferred == outbox.DEFERRED_BY_DOMAIN  # all are later.example's
        assert post.ask("ann@club.example") == ""
        assert post.ask("holder@club.example", urgent=True) == ""
        await post.send()
        assert post.taken == ["holder@club.example", "ann@club.example"]
        post.time.advance(TRY_SECONDS)
        await post.send()
        assert not len(post.outbox)

    received(story, mailbox)


def test_an_outbox_full_of_postponed_mail_is_reported_and_takes_new_mail(
    mailbox: Mailbox,
) -> None:
    mailbox.defers = (".later",)

    async def story(post: Post) -> None:
        most = outbox.WAITING_NOT_URGENT
        for number in range(most):
            assert post.ask(f"stranger@{number}.later") == ""
        await post.send()
        assert post.outbox.deferred == most
        assert list(post.outbox.warnings) == ["mail-deferred"]
        condition = post.outbox.condition()
        assert not condition.ok and condition.actual["deferred"] == most
        assert [post.ask(f"new@{number}.later") for number in range(most)] == [""] * most
        assert post.ask("one@more.later") == "mail-full"  # none of these was tried yet
        assert post.ask("holder@club.example", urgent=True) == ""
        await post.send()
        assert post.taken == ["holder@club.example"]
        assert post.ask("ann@club.example") == ""

    received(story, mailbox)


def test_a_mail_at_which_the_smtp_server_hangs_up_keeps_no_other_waiting(mailbox: Mailbox) -> None:
    mailbox.hangs_up = ("@poison.example",)

    async def story(post: Post) -> None:
        for who in ("a@poison.example", "b@poison.example", "ann@club.example"):
            assert post.ask(who) == ""
        for _ in range(3):
            await post.send()
            post.time.advance(60)
        assert post.taken == ["ann@club.example"]

    received(story, mailbox)


def test_a_link_for_a_password_that_was_put_off_gives_way_to_another_such_alone(
    mailbox: Mailbox,
) -> None:
    post = Post(mailbox)
    for number in range(outbox.WAITING):
        assert post.ask(f"holder@{number}.later", urgent=True) == ""
    for mail in post.outbox._waiting.values():
        mail.backoff.failed(0.0)
    assert post.ask("stranger@club.example") == "mail-full"
    assert post.outbox.deferred == outbox.WAITING
    assert post.ask("holder@club.example", urgent=True) == ""
    assert post.outbox.deferred == outbox.WAITING - 1
