"""The fate of moves while many people ask for the review of their deal at once.

`make load REVIEWS=100` asks for them when a deal is over at so many tables, and again every second,
as pages do, until all are made.
"""

from __future__ import annotations

import asyncio
import time
from array import array
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from people import Party
from wire import Http

ASK_EVERY: Final = 1.0
GIVEN: Final = 600.0
"""Seconds in which all reviews are made."""


NOT_YET: Final = msgspec.Raw(b"null")


class Answer(msgspec.Struct):
    """An answer, as far as we need it."""

    seconds: float = 0.0
    reviewed: msgspec.Raw = NOT_YET


async def reviewed(parties: Sequence[Party], number: int) -> dict[str, Any]:
    """Have a deal reviewed at so many tables at once; return how many were, and the seconds.

    `told_s`: the longest wait that was announced; `answers`: by status.
    """
    chosen = parties[:number]
    async with asyncio.timeout(GIVEN):
        while not all(party.settled for party in chosen):
            await asyncio.sleep(ASK_EVERY)
    began = time.perf_counter()
    answers: Counter[int] = Counter()
    waits = array("d")

    async def ask(party: Party) -> None:
        http, path = Http(party.port), f"/api/tables/{party.table}/deals/1/review"
        answer = Answer()
        while answer.reviewed == NOT_YET and time.perf_counter() < began + GIVEN:
            status, _, body = await http.ask("GET", path, cookie=party.people[0].cookie)
            answers[status] += 1
            if status == 200:
                answer = msgspec.json.decode(body, type=Answer)
                waits.append(answer.seconds)
            if answer.reviewed == NOT_YET:
                await asyncio.sleep(ASK_EVERY)
        await http.close()
        made.append(answer.reviewed != NOT_YET)

    made: list[bool] = []
    await asyncio.gather(*(ask(party) for party in chosen))
    return {
        "asked": len(chosen),
        "made": sum(made),
        "seconds": round(time.perf_counter() - began, 1),
        "told_s": round(max(waits, default=0.0), 1),
        "answers": {str(status): count for status, count in sorted(answers.items())},
    }
