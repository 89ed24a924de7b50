"""HTTP schemas of tables: requests and responses."""

from __future__ import annotations

from rebelote.rules.view import RuleCard
from rebelote.server.base.protocol.schemas import Digest, JsonObject, Message
from rebelote.server.base.protocol.table_settings import RequestedTerms, Terms
from rebelote.server.base.protocol.updates import Player


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


class OwnTable(Message, frozen=True, kw_only=True):
    """A row of GET /api/me/tables: a table at which one's match is under way.

    `to_act`: whether it waits for one's action, or for one's agreement to the next deal. `scores`:
    by side, one's own first. `version`: of the table, as in every update.
    """

    table: str
    seat: int
    version: int
    to_act: bool
    rules: RuleCard
    scores: tuple[int, ...]
    players: tuple[Player, ...]


class TableCard(Message, frozen=True, kw_only=True):
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
