"""Attacks by records that are handed in, and by reviews."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import secrets
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Final

import httpx

from attacks.floods import flood
from attacks.once import finding, tried
from attacks.target import Refused, Someone, address, serving
from rebelote import legal_actions
from rebelote.rules import match as matches
from rebelote.rules import presets
from rebelote.rules.fairness import Stream
from rebelote.rules.records.record import Recorded

RECORD_BYTES: Final = 100_000
"""About as much as is taken of a record."""
PATIENCE: Final = 100.0
"""Seconds that a stranger waits: workers have a low priority, and the machine may be busy."""
NAMES: Final = ('{"b": 1}', "[1, 2]", "null", "17", r'"\ud800"', r'"\u202e"', f'"{"x" * 9000}"')
"""Texts that are no names."""


@cache
def record(deals: int) -> str:
    """Build the record of so many deals."""
    rules = presets.rules("french", target=10**5)
    pack = matches.first_pack(rules, Stream(bytes(32)))
    so_far = Recorded.begin(matches.start(rules, pack, 0))
    for number in itertools.count(1):
        while (seat := so_far.match.to_act) is not None:
            so_far = so_far.act(seat, legal_actions(so_far.match.deal)[-1])
        if number == deals:
            return str(so_far.record)
        stream = Stream(number.to_bytes(32, "big"))
        so_far = so_far.next_deal(matches.new_pack(so_far.match, stream))
    raise AssertionError


def another(deals: int) -> str:
    """Add a remark of its own, so that it is another record."""
    return record(deals).replace("[Dealer", f"; {secrets.token_hex(8)}\n[Dealer", 1)


def bomb() -> str:
    """Build a short match with remarks up to the size that is taken."""
    short = another(2)
    return short + ";\n" * ((RECORD_BYTES - len(short)) // 2)


# --- one address stops all that reads records -----------------------------------------------------


async def varied(mal: Someone, text: str) -> int:
    """Return the status of the answer to a record that is played on in another way."""
    body = {"record": text, "deal": 1, "step": 1, "actions": []}
    return (await mal.ask("POST", "/api/replays/variation", body)).status_code


@finding("S1", "one address keeps all others from having records read", quick=False)
async def verifier_taken(folder: Path) -> str:
    """Twelve long records in flight from one address, while a stranger has short ones read."""
    async with serving(folder) as target:
        mal, ann = Someone(target), await Someone(target, address(1)).come("Ann")
        ann.client.timeout = PATIENCE
        long = record(190)

        async def keep_asking() -> None:
            while True:
                for text in (bomb(), long):
                    with contextlib.suppress(OSError, httpx.HTTPError):
                        await varied(mal, text)
                    await asyncio.sleep(0.1)

        asking = [asyncio.create_task(keep_asking()) for _ in range(12)]
        try:
            await asyncio.sleep(1)
            statuses = Counter[int]()
            for path in ("/api/replays", "/api/shared-replays"):
                statuses[(await ann.ask("POST", path, {"record": another(1)})).status_code] += 1
        finally:
            for task in asking:
                task.cancel()
        refused = statuses[429]
        return f"{refused} of 2 short records of a stranger were refused" if refused else ""


@flood("S1")
async def bombs(mal: Someone, number: int) -> None:
    """Records that take long to read, several at a time."""
    while True:
        texts = [bomb(), bomb(), another(190)]
        await asyncio.gather(*(varied(mal, text) for text in texts))


# --- replays in memory ----------------------------------------------------------------------------


async def looked_at(mal: Someone, text: str) -> int:
    """Return the status of the answer to a record that is looked at."""
    return (await mal.ask("POST", "/api/replays", {"record": text})).status_code


@finding("S2", "replays of records handed in stay in memory", quick=False)
async def replays_kept(folder: Path) -> str:
    """Look at six long records, each from an address of its own."""
    async with serving(folder) as target:
        await looked_at(Someone(target), another(1))
        before = target.memory
        for each in range(6):
            mal = Someone(target, address(each))
            mal.client.timeout = PATIENCE
            await looked_at(mal, another(190))
        grown = target.memory - before
        return f"{grown:.0f} MB more after 6 records" if grown > 30 else ""


@flood("S2")
async def long_replays(mal: Someone, number: int) -> None:
    """Long records to be looked at, each from an address of its own."""
    for each in itertools.count():
        other = Someone(mal.target, address(4 * (each % 300) + number))
        await looked_at(other, another(190))
        await other.client.aclose()


# --- the queue of reviews -------------------------------------------------------------------------


async def played(who: Someone, deals: int) -> str:
    """Play a match of so many deals to its end."""
    table = await who.table(level="beginner", preset="bga", options={"end_deals": deals})
    line = await who.socket(table)
    await line.play(lambda view: view["phase"] == "match_over")
    await line.close()
    return str((await who.get(f"/api/matches/{table}"))["match"])


@finding("S3", "five requests fill the queue of reviews", quick=False)
async def reviews_taken(folder: Path) -> str:
    """Have three matches of six deals reviewed at once; then a stranger asks for one review."""
    async with serving(folder) as target:
        mal, ann = await Someone(target).come(), await Someone(target, address(1)).come("Ann")
        mine = [await played(mal, 6) for _ in range(3)]
        other = await played(ann, 1)
        await asyncio.gather(
            *(mal.post(f"/api/me/matches/{match}/practice") for match in mine),
            *(mal.ask("GET", f"/api/matches/{mine[0]}/deals/{n}/review") for n in range(7, 100)),
        )
        try:
            result = await ann.get(f"/api/matches/{other}/deals/1/review")
        except Refused as error:
            return f"a stranger's review was refused: {error}"
        ahead = int(result["ahead"])
        return f"{ahead} reviews are ahead of a stranger's" if ahead > 2 else ""


@flood("S3")
async def many_reviews(mal: Someone, number: int) -> None:
    """Reviews of whole matches, and opinions on each of their actions."""
    await mal.come(f"Mal {number}")
    match = await played(mal, 4)
    while True:
        with contextlib.suppress(Refused):
            await mal.post(f"/api/me/matches/{match}/practice")
        for action in range(40):
            await mal.ask("GET", f"/api/matches/{match}/deals/1/actions/{action}/opinion")


# --- what stands in a record ----------------------------------------------------------------------


def misnamed(name: str, seat: int) -> str:
    """Build a record in which a seat has this for a name."""
    return another(1).replace("[Dealer", f"[Seat {seat} {name}]\n[Dealer", 1)


@finding("S6", "names in a record are no text, or of seats that there are not")
async def hostile_names(folder: Path) -> str:
    """Hand in each, to be looked at alone and together."""
    async with serving(folder) as target:
        mal = await Someone(target).come()
        taken = 0
        for name, seat in [*((name, 0) for name in NAMES), ('"Eva"', 4)]:
            for path in ("/api/replays", "/api/shared-replays"):
                taken += await tried([mal.post(path, record=misnamed(name, seat))])
        return f"{taken} of 16 such records were taken" if taken else ""


@finding("S15", "a lone surrogate in a record is a fault of the server")
async def surrogates(folder: Path) -> str:
    """In a name, an option and a remark."""
    async with serving(folder) as target:
        mal = await Someone(target).come()
        lone = r'"\ud800"'
        texts = [misnamed(lone, 0), another(1).replace("[Dealer", f"[Option x {lone}]\n[Dealer", 1)]
        statuses = Counter([await looked_at(mal, text) for text in texts])
        return f"{statuses[500]} of 2 were a fault" if statuses[500] else ""


@flood("S6")
async def many_names(mal: Someone, number: int) -> None:
    """Records with such names, without a pause."""
    while True:
        for name in NAMES:
            await looked_at(mal, misnamed(name, number))
