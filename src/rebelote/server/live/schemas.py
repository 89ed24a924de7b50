"""HTTP schemas of tables: requests and responses."""

from __future__ import annotations

from rebelote.rules.view import RuleCard
from rebelote.server.protocol.schemas import Digest, JsonObject, Message
from rebelote.server.protocol.table_settings import RequestedTerms, Terms
from rebelote.server.protocol.updates import Player


class NewTable(Message, frozen=True, kw_only=True):
    """POST /api/tables: a table whose host one is, in seat 0.

    `begin`: bots take the other seats and the match begins at once; then `digest` commits to a
    nonce for its first pack (`docs/fairness.md`). `real_life`: announce, show and say belote
    yourself; false cards can be played and challenged.
    """

    preset: str = "french"
    options: JsonObject = {}  # noqa: RUF012
    real_life: bool = False
    level: str = "club"
    terms: RequestedTerms = RequestedTerms()
    begin: bool = True
    digest: Digest | None = None


class Seated(Message, frozen=True):
    """The answer: the table, one's seat, and the code others come by."""

    table: str
    seat: int
    code: str


class TableCard(Message, frozen=True):
    """GET /api/tables/{id} (or its code): what one sits down to. Also the rows of the lobby.

    `rule_card`: the address of the page with every rule.
    """

    table: str
    code: str
    rules: RuleCard
    rule_card: str
    terms: Terms
    players: tuple[Player, ...]
    watching: int
    playing: bool
