"""Personal data of e-mail: links are kept as digests, which are not exported."""

from __future__ import annotations

from typing import Final

from rebelote.server.personal import Personal

PERSONAL: Final = (
    Personal(table="email_addresses", exported="address, confirmed"),
    Personal(table="mail_links", exported="purpose, address, expires"),
)
