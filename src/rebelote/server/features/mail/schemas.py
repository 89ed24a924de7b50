"""HTTP schemas of e-mail addresses and mailed links: requests and responses."""

from __future__ import annotations

from typing import Literal

from rebelote.server.base.protocol.schemas import Message


class RecoveryOptions(Message, frozen=True):
    """GET /api/recovery: whether this server sends mail, to set another password by."""

    mail: bool


class EmailAddress(Message, frozen=True):
    """GET /api/me/address: the confirmed address, and one that waits to be confirmed; or empty."""

    confirmed: str
    pending: str


class NewEmailAddress(Message, frozen=True):
    """PUT /api/me/address: where to mail a link that confirms it; the password once more."""

    address: str
    password: str


class EmailAddressRemoval(Message, frozen=True):
    """DELETE /api/me/address; the password once more."""

    password: str


class MailLink(Message, frozen=True):
    """POST /api/mail-link: the secret of a link that was mailed."""

    secret: str


class MailLinkUse(Message, frozen=True):
    """The purpose of a link (`confirm`, `reset`), its account, and the address of its mail."""

    purpose: Literal["confirm", "reset"]
    name: str
    address: str


class ForgottenPassword(Message, frozen=True):
    """POST /api/forgotten: the name of an account, or its address."""

    who: str


class PasswordReset(Message, frozen=True):
    """POST /api/reset: the secret of a link that was mailed, and the password that it sets."""

    secret: str
    password: str
