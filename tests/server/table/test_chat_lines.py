"""The chat of a table: the recipients of a line, and the number of lines kept."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Literal

from company import Visitor
from slow_store import SlowStore

from rebelote.rules import presets
from rebelote.server.base.protocol.messages import Said, Say
from rebelote.server.base.protocol.occupants import FREE
from rebelote.server.base.protocol.table_settings import Terms
from rebelote.server.features.ratings.results import Results
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.database import Person
from rebelote.server.table.live_table import LiveTable
from rebelote.server.table.lobby import Lobby
from rebelote.server.table.room import TableMetadata
from rebelote.server.table.table_chat import LINES_KEPT
from rebelote.server.table.table_services import TableServices


class Parlour:
    """A table where nobody sits and anybody may look on."""

    def __init__(self, lobby: Lobby, live: LiveTable) -> None:
        self.lobby, self.live = lobby, live

    async def comes(self, name: str) -> Visitor:
        """Bring a new guest to the table, and return their line."""
        person, _ = await self.lobby.accounts.new_guest(name, "")
        visitor = Visitor(person)
        await self.live.join(visitor, None)
        return visitor

    async def says(self, person: Person, text: str) -> None:
        await self.live.chat.post(person, Say("1", text=text))


def at_a_table(tmp_path: Path, story: Callable[[Parlour], Awaitable[None]]) -> None:
    async def whole() -> None:
        store = SlowStore(str(tmp_path / "chat.sqlite"))
        room = await parlour(store)
        try:
            await story(room)
        finally:
            room.lobby.services.bot_workers.close()
            store.close()

    asyncio.run(whole())


async def parlour(store: SlowStore) -> Parlour:
    accounts = Accounts(store)
    await accounts.timekeeper.load()
    lobby = Lobby(TableServices(store=store, accounts=accounts, results=Results(store)))
    host, _ = await accounts.new_guest("Host", "")
    rules = presets.rules("french")
    return Parlour(
        lobby, await lobby.create(TableMetadata(host=host.id), rules, Terms(), (FREE,) * 4)
    )


def lines_sent_to(visitor: Visitor) -> list[str]:
    """Return the lines of chat that a visitor was sent."""
    return [message.text for message in visitor.incoming if isinstance(message, Said)]


def test_no_lines_are_sent_to_those_who_muted_or_blocked_their_author(tmp_path: Path) -> None:
    async def story(room: Parlour) -> None:
        ann, bo = await room.comes("Ann"), await room.comes("Bo")
        avoided: tuple[Literal["mute"], Literal["block"]] = ("mute", "block")
        for kind in avoided:
            await room.lobby.accounts.relations.avoid(ann.person, bo.person.id, kind)
            await room.says(bo.person, kind)
            await room.lobby.accounts.relations.remove(ann.person, bo.person.id)
        await room.says(bo.person, "later")
        assert (lines_sent_to(ann), lines_sent_to(bo)) == (["later"], [*avoided, "later"])

    at_a_table(tmp_path, story)


def test_the_last_lines_are_kept_for_a_report_and_no_more(tmp_path: Path) -> None:
    async def story(room: Parlour) -> None:
        ann = await room.comes("Ann")
        for number in range(LINES_KEPT + 3):
            await room.says(ann.person, f"line {number}")
        kept = [line.text for line in room.live.chat.lines]
        assert kept == [f"line {number}" for number in range(3, LINES_KEPT + 3)]

    at_a_table(tmp_path, story)
