"""Attacks by the rules: messages that the page never sends, though a table knows them."""

from __future__ import annotations

import contextlib
from pathlib import Path

from attacks.once import finding
from attacks.target import Refused, Someone, serving


@finding("W1", "a seat calls a misdeal though the table dealt, and the dealer's side pays")
async def misdeal(folder: Path) -> str:
    """Call one in the auction of a table whose house rule makes it cost 162."""
    async with serving(folder) as target:
        mal = await Someone(target).come()
        options = {"misdeal": "penalty_162"}
        table = await mal.table(level="beginner", preset="french", options=options)
        line = await mal.socket(table)
        await line.play(lambda view: view["phase"] in ("bidding", "play"))
        with contextlib.suppress(Refused):
            await line.ask("act", expect=line.update["version"], action={"do": "misdeal"})
            return "the deal is over without a card"
    return ""
