"""Mail messages: plain text in the reader's language, without pictures or tracking."""

from __future__ import annotations

from email.utils import formatdate
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from rebelote.i18n import words
from rebelote.server.base.limits import limit

if TYPE_CHECKING:
    from email.headerregistry import Address
    from email.message import EmailMessage

RESET_SECONDS: Final = limit(
    3600,
    "validity of a link that sets another password",
    unit="s",
    per="link",
    beyond="link-expired",
)
CONFIRM_SECONDS: Final = limit(
    86_400,
    "validity of a link that confirms an e-mail address",
    unit="s",
    per="link",
    beyond="link-expired",
)

Purpose = Literal["confirm", "reset"]


class MailSender(NamedTuple):
    """The common parts of all mail: its sender, and this server's public address."""

    address: Address
    public_url: str

    def link(self, purpose: Purpose, secret: str) -> str:
        """Build the address of the page; the secret is in the fragment, which is never sent."""
        return f"{self.public_url.rstrip('/')}/#/{purpose}/{secret}"


class MailDraft(NamedTuple):
    """A mail before it is stored: its recipient, language, time and id."""

    sender: MailSender
    to: str
    language: str
    now: float
    id: str

    def confirmation(self, name: str, secret: str) -> EmailMessage:
        """Return the link that confirms an address."""
        say = words(self.language)
        link = self.sender.link("confirm", secret)
        hours = CONFIRM_SECONDS // 3600
        text = say("mail.confirm.text", name=one_line(name), link=link, hours=hours)
        return self._message(say("mail.confirm.subject"), text)

    def reset(self, secrets: dict[str, str]) -> EmailMessage:
        """Return the links that set another password: a secret for the name of each account."""
        say = words(self.language)
        links = "\n\n".join(
            say("mail.reset.account", name=one_line(name), link=self.sender.link("reset", secret))
            for name, secret in secrets.items()
        )
        text = say("mail.reset.text", links=links, minutes=RESET_SECONDS // 60)
        return self._message(say("mail.reset.subject"), text)

    def removed(self, name: str) -> EmailMessage:
        """Build the notice that this address was removed from the account."""
        say = words(self.language)
        return self._message(
            say("mail.removed.subject"), say("mail.removed.text", name=one_line(name))
        )

    def _message(self, subject: str, text: str) -> EmailMessage:
        """Return the message with its headers; the policy refuses a line break within one."""
        from email.message import EmailMessage
        from email.policy import SMTP

        say, message = words(self.language), EmailMessage(policy=SMTP)
        message["From"], message["To"], message["Subject"] = self.sender.address, self.to, subject
        message["Date"] = formatdate(self.now)
        message["Message-ID"] = f"<{self.id}@{self.sender.address.domain}>"
        message["Auto-Submitted"] = "auto-generated"
        signed = say("mail.signed", url=self.sender.public_url)
        message.set_content(f"{text}\n\n-- \n{signed}\n", cte="quoted-printable")
        message["Content-Language"] = self.language
        return message


def one_line(name: str) -> str:
    """Return a name within a sentence.

    >>> one_line("Ann\\r\\nBcc: all@club.example")
    'Ann Bcc: all@club.example'
    """
    return " ".join(name.split())
