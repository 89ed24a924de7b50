"""Each thing that an attacker could do, tried once; what still works is a sentence.

The names are those that the audit of the first release gave them (docs/security.md).
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import secrets
import shutil
import signal
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from websockets.exceptions import ConnectionClosed, InvalidStatus

from attacks.target import (
    ATTACKER,
    PASSWORD,
    Line,
    Refused,
    Someone,
    Target,
    address,
    serving,
)
from rebelote.rules.fairness import seal

Attack = Callable[[Path], Awaitable[str]]
"""Attacks a fresh server in this folder; a sentence that says what works, empty where it holds."""


class Finding(NamedTuple):
    """One attack: the audit's name for it, what is tried, and how."""

    name: str
    what: str
    attack: Attack
    quick: bool


FINDINGS: list[Finding] = []


def finding(name: str, what: str, quick: bool = True) -> Callable[[Attack], Attack]:
    """Put an attack on the list; those that are not `quick` are left out of the short form."""

    def note(attack: Attack) -> Attack:
        FINDINGS.append(Finding(name, what, attack, quick))
        return attack

    return note


GONE: Final = (ConnectionClosed, InvalidStatus, OSError, TimeoutError, EOFError)
"""Errors by which a line ends that the server does not want."""


async def tried(many: Sequence[Awaitable[Any]]) -> int:
    """Count those that are not refused."""
    answers = await asyncio.gather(*many, return_exceptions=True)
    return sum(not isinstance(answer, Refused | OSError | TimeoutError) for answer in answers)


async def comes_to_rest(count: Callable[[], int], looks: int = 40, pause: float = 0.5) -> bool:
    """Return whether a count stays the same over six looks, sooner or later."""
    last, same = count(), 0
    for _ in range(looks):
        await asyncio.sleep(pause)
        now = count()
        same = same + 1 if now == last else 0
        last = now
        if same == 6:
            return True
    return False


# --- tables ---------------------------------------------------------------------------------------


@finding("H1", "bots alone play for ever, with nobody there")
async def bots_for_ever(folder: Path) -> str:
    """Open tables of bots without an end, get up, and leave."""
    async with serving(folder) as target:
        mal = await Someone(target).come()
        for target_score in (10**9, 10**6, 100_000, 10_000):
            with contextlib.suppress(Refused):
                options = {"target": target_score}
                table = await mal.table(level="beginner", preset="bga", options=options)
                break
        else:
            table = await mal.table(level="beginner", preset="bga")
        line = await mal.socket(table)
        with contextlib.suppress(Refused):
            await line.ask("stand")
        await line.close()
        await mal.post("/api/logout")
        if not await comes_to_rest(target.log_lines):
            return f"{target.log_lines()} lines of log and more, with nobody there"
    return ""


@finding("H1b", "one person keeps any number of tables running")
async def tables_without_number(folder: Path) -> str:
    """Open tables of bots at which one stays."""
    async with serving(folder) as target:
        mal, running = await Someone(target).come(), 0
        for _ in range(20):
            with contextlib.suppress(Refused, *GONE):
                await mal.socket(await mal.table(level="beginner", preset="bga"))
                running += 1
        return f"{running} of 20 tables run at once" if running > 12 else ""


@finding("H2", "memory is kept for tables that do not exist")
async def tables_that_do_not_exist(folder: Path) -> str:
    """Ask for the records of tables with long made-up ids."""
    async with serving(folder) as target:
        mal = await Someone(target).come()
        await mal.ask("GET", f"/api/tables/{'x' * 12}/record")
        before = target.memory
        for _ in range(8):
            paths = [f"/api/tables/{secrets.token_hex(6)}{'x' * 50_000}/record" for _ in range(50)]
            await asyncio.gather(*(mal.ask("GET", path) for path in paths), return_exceptions=True)
        grown = target.memory - before
        return f"{grown:.0f} MB more after 400 requests" if grown > 12 else ""


@finding("H3", "records without measure")
async def records(folder: Path) -> str:
    """Ask for one record 300 times."""
    async with serving(folder) as target:
        host = await Someone(target, address(0)).come("Ann")
        table = await host.table(level="beginner", preset="bga", options={"end_deals": 1})
        line = await host.socket(table)
        await line.play(lambda view: view["phase"] == "match_over")
        mal = await Someone(target).come()
        answers = await asyncio.gather(
            *(mal.ask("GET", f"/api/tables/{table}/record") for _ in range(300))
        )
        received = sum(answer.status_code == 200 for answer in answers)
        return f"{received} of 300 at once were answered" if received > 200 else ""


@finding("H4", "/verify computes for anybody, as often as they like")
async def verifying(folder: Path) -> str:
    """Hand in a record 40 times without a cookie."""
    async with serving(folder) as target:
        mal = Someone(target)
        answers = await asyncio.gather(
            *(
                mal.ask("POST", "/verify", content=b"record=x", headers={"Origin": origin(target)})
                for _ in range(40)
            )
        )
        checked = sum(answer.status_code == 200 for answer in answers)
        return f"{checked} of 40 records were checked" if checked > 20 else ""


def origin(target: Target) -> str:
    """Return the origin of a page of the server's own."""
    return f"http://127.0.0.1:{target.port}"


@finding("H5", "a long Host header makes the server draw")
async def long_host(folder: Path) -> str:
    """Say another host, of 2,500 and of 3,500 letters."""
    async with serving(folder) as target:
        mal, works = Someone(target), []
        for length in (300, 2500, 3500):
            answer = await mal.ask("GET", "/rules/french", headers={"Host": "a" * length})
            if answer.status_code not in (400, 403, 421, 429):
                works.append(f"{length} letters: {answer.status_code}")
        return ", ".join(works)


@finding("H6", "who opens a table with a seed knows every card of it")
async def seeded(folder: Path) -> str:
    """Send the seed over HTTP, and publish the seal before it is shown."""
    async with serving(folder) as target:
        mal = await Someone(target).come()
        try:
            table = await mal.table(seed=7, preset="bga", level="beginner", begin=False)
        except Refused:
            return ""
        line = await mal.socket(table)
        await line.ask("begin")
        seals = {
            event.get("commitment") or event.get("seal")
            for event in _events(line)
            if event["event"] == "pack_sealed"
        }
        known = {seal(hashlib.sha256(f"7 {played_at}".encode()).digest()) for played_at in range(9)}
        return "the secret of the pack is the seed's" if seals & known else ""


def _events(line: Line) -> list[dict[str, Any]]:
    return [event for message in line.incoming for event in message.get("events", ())]


# --- ratings --------------------------------------------------------------------------------------


@finding("H7", "a private table is rated by changing its terms")
async def rated_by_terms(folder: Path) -> str:
    """Change the terms of one's own table to rated."""
    async with serving(folder) as target:
        mal = await Someone(target).come()
        table = await mal.table(begin=False, preset="bga", level="beginner")
        terms = {"rated": True, "pace": "fast"}
        with contextlib.suppress(Refused):
            await mal.post(f"/api/tables/{table}/terms", preset="bga", terms=terms)
            return "accepted"
        return ""


async def _matched(people: Sequence[Someone], given: float, **expected: Any) -> list[str]:
    """Return the table that the quick match gives each, empty where none was in time."""

    async def one(person: Someone) -> str:
        line = await person.socket()
        await line.send(
            {"type": "seek", "id": "seek-1", "preset": "french", "pace": "fast", **expected}
        )
        with contextlib.suppress(TimeoutError, Refused):
            async with asyncio.timeout(given):
                return str((await line.receive("matched"))["table"])
        return ""

    return list(await asyncio.gather(*(one(person) for person in people)))


@finding("H8", "in rated matches the pack is gathered, and so known from the second deal on")
async def gathered_packs(folder: Path) -> str:
    """Four accounts from four addresses, and whether the pack of their rated match is shuffled."""
    async with serving(folder) as target:
        people = [await Someone(target, address(n)).sign_up(f"Player {n}x") for n in range(4)]
        tables = await _matched(people, 20)
        if not all(tables):
            return "no table was found for four strangers"
        card = await people[0].get(f"/api/tables/{tables[0]}")
        details = target.rows("SELECT entry FROM log WHERE table_id = ? AND seq = 1", tables[0])
        agreed = details[0][0]
        fresh = b'"each_deal_full"' in agreed
        return "" if fresh else f"{card['rules']['preset']}: the pack is gathered"


@finding("H9", "hints without measure")
async def hints(folder: Path) -> str:
    """Eight sockets of one guest ask for hints in a loop."""
    async with serving(folder) as target:
        mal = await Someone(target).come()
        table = await mal.table(level="beginner")
        lines = []
        for _ in range(8):
            with contextlib.suppress(Refused, *GONE):
                lines.append(await mal.socket(table))
        for line in lines:
            with contextlib.suppress(*GONE):
                await line.play(lambda view: view["to_act"] == view["seat"])
        given = await asyncio.gather(*(_hints(line, 10) for line in lines))
        return f"{sum(given)} of 80 hints at once" if sum(given) > 40 else ""


async def _hints(line: Line, many: int) -> int:
    """Count the hints given, of so many requests."""
    expect = line.update["version"]
    for number in range(many):
        message_id = f"{id(line)}-{number}"
        await line.send({"type": "hint", "id": message_id, "expect": expect})
    given = 0
    for _ in range(many):
        with contextlib.suppress(Refused, *GONE):
            await line.receive("hinted")
            given += 1
    return given


@finding("M1", "one person sits at several seats of a rated table")
async def several_seats(folder: Path) -> str:
    """Four accounts from one address look for a rated match."""
    async with serving(folder) as target:
        people = [await Someone(target).sign_up(f"Player {n}x") for n in range(4)]
        result = [table for table in await _matched(people, 8) if table]
        together = len(result) - len(set(result))
        return f"{together + 1} of them sit at one table" if together else ""


# --- looking on -----------------------------------------------------------------------------------


@finding("M2", "who looks on sees all four hands, and sits down as somebody else")
async def four_hands(folder: Path) -> str:
    """Look at each seat by a socket of its own; then come as a new guest and sit down."""
    async with serving(folder) as target:
        ann = await Someone(target, address(0)).come("Ann")
        table = await ann.table(level="beginner", terms={"watch": "seat", "sit": "open"})
        playing = await ann.socket(table)
        await playing.play(
            lambda view: (
                bool(view["legal"]) and "cut" not in view["legal"]["actions"] and bool(view["hand"])
            )
        )
        mal, hands = await Someone(target).come(), set()
        for seat in range(4):
            with contextlib.suppress(Refused, *GONE):
                line = await mal.socket(table, watch=seat)
                await line.drain(0.3)
                hands |= {
                    tuple(message["view"]["hand"])
                    for message in line.incoming
                    if message["type"] == "update" and message["view"]
                }
        seen = len({hand for hand in hands if hand})
        works = [f"{seen} hands at once"] if seen > 1 else []
        with contextlib.suppress(Refused, *GONE):
            again = await Someone(target).come("Mel")
            await (await again.socket(table)).ask("sit", seat=2)
            works += ["then a seat as a new guest"] if seen else []
        return ", ".join(works)


@finding("M3", "where nobody may watch, everything is told")
async def unwatched(folder: Path) -> str:
    """Come to a table with `watch: none` and listen."""
    async with serving(folder) as target:
        ann = await Someone(target, address(0)).come("Ann")
        table = await ann.table(level="beginner", terms={"watch": "none"})
        playing = await ann.socket(table)
        mal = await Someone(target).come()
        try:
            line = await mal.socket(table)
        except (Refused, *GONE):
            return ""
        await playing.play(lambda view: view["contract"] is not None)
        await line.drain(0.5)
        received = [event["event"] for event in _events(line)]
        return f"{len(received)} events were told" if received else ""


# --- sockets and requests -------------------------------------------------------------------------


@finding("M4", "sockets without number, talk by the socket, messages that never end")
async def sockets(folder: Path) -> str:
    """Open 150 sockets as one guest, talk on 20, and begin a message on one."""
    works = []
    async with serving(folder) as target:
        mal = await Someone(target).come()
        table = await mal.table(level="beginner", begin=False)
        lines = []
        for _ in range(150):
            with contextlib.suppress(Refused, *GONE):
                lines.append(await mal.socket(table))
        alive = sum([await line.is_open() for line in lines])
        works += [f"{alive} sockets of one guest"] if alive > 30 else []
        said = await _sayings(lines[:20])
        works += [f"{said} sayings at once"] if said > 10 else []
    async with serving(folder / "again") as target:
        mal = await Someone(target).come()
        line = await mal.socket(await mal.table(level="beginner", begin=False))
        works += ["20,000 fragments of a message"] if await _fragments(line, 20_000) else []
    return ", ".join(works)


async def _sayings(lines: Sequence[Line]) -> int:
    """Count the reactions that the first socket receives, of five from each."""
    if not lines:
        return 0
    for number, line in enumerate(lines):
        for turn in range(5):
            with contextlib.suppress(*GONE):
                await line.send({"type": "say", "id": f"{number}-{turn}", "reaction": "clap"})
    await lines[0].drain(1.5)
    return sum(message["type"] == "said" for message in lines[0].incoming)


async def _fragments(line: Line, many: int) -> bool:
    """Whether a message of so many pieces of one byte may go on."""

    async def pieces() -> Any:
        yield '{"type":"ping","x":"'
        for _ in range(many):
            yield "x"
            await asyncio.sleep(0)
        raise asyncio.CancelledError

    with contextlib.suppress(asyncio.CancelledError, *GONE):
        await line.socket.send(pieces())
    with contextlib.suppress(*GONE):
        await asyncio.wait_for(line.socket.wait_closed(), 2)
        return False
    return True


@finding("M5", "half-sent requests are kept for ever", quick=False)
async def half_sent(folder: Path) -> str:
    """Begin 60 requests and send no more."""
    async with serving(folder) as target:
        opened = [
            await asyncio.open_connection("127.0.0.1", target.port, local_addr=(ATTACKER, 0))
            for _ in range(60)
        ]
        for _, writer in opened:
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nX: ")

        async def is_kept(reader: asyncio.StreamReader) -> bool:
            with contextlib.suppress(TimeoutError, OSError):
                await asyncio.wait_for(reader.read(), 20)
                return False
            return True

        kept = sum(await asyncio.gather(*(is_kept(reader) for reader, _ in opened)))
        for _, writer in opened:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()
        return f"{kept} of 60 are open after 20 s" if kept else ""


# --- people ---------------------------------------------------------------------------------------

LOOK_ALIKES: Final = (
    "Anna\ufe0f Peeters", "Anna\u034f Peeters", "Anna\U000e0100 Peeters", "Anna\u180b Peeters",
    "Anna\u17b4 Peeters", "Anna\u3164Peeters", "\u0410nna Peeters", "Anna Peeter\u1e63",
    "\u3164\u3164", "\u115f\u1160\uffa0", "A" + "\u0301" * 22, "Margot", "admin", "Moderator",
)  # fmt: skip
"""Names that are read as another's, or as no name."""


@finding("M6", "names that look like somebody's account")
async def look_alikes(folder: Path) -> str:
    """Sign up under look-alikes of an account's name, each from an address of its own."""
    async with serving(folder) as target:
        await Someone(target, address(0)).sign_up("Anna Peeters")
        taken = []
        for number, name in enumerate(LOOK_ALIKES, 1):
            with contextlib.suppress(Refused):
                await Someone(target, address(number)).sign_up(name)
                taken.append(name)
        return f"{len(taken)} of {len(LOOK_ALIKES)}: {taken}" if taken else ""


@finding("M7", "after SIGTERM the file alone is empty")
async def stopped(folder: Path) -> str:
    """Stop the server, copy the file alone, and look into the copy."""
    async with serving(folder) as target:
        mal = await Someone(target).come()
        await mal.table(level="beginner", begin=False)
        await asyncio.to_thread(target.stop, signal.SIGTERM)
        copy = folder / "copy.sqlite"
        shutil.copy(target.database, copy)
        with contextlib.closing(sqlite3.connect(copy)) as connection:
            try:
                people = connection.execute("SELECT count(*) FROM people").fetchone()[0]
                tables = connection.execute("SELECT count(*) FROM tables").fetchone()[0]
            except sqlite3.Error as error:
                return str(error)
        return "" if (people, tables) == (1, 1) else f"{people} people, {tables} tables"


LEAPING: Final = """
import asyncio, sys, time
real, sleep = time.time, asyncio.sleep
time.time = lambda: real() + 200 * 86_400
asyncio.sleep = lambda delay, result=None: sleep(0.2 if delay >= 300 else delay, result)
from rebelote.cli import main
main()
"""
"""The server with a clock that is 200 days ahead, and whose hours pass at once."""


@finding("M8", "a clock that jumps takes guests and sessions")
async def leaping_clock(folder: Path) -> str:
    """Serve for five seconds with a clock 200 days ahead; then come back with the right one."""
    target = Target(folder)
    await target.start()
    try:
        ann = await Someone(target, address(0)).sign_up("Ann Account")
        bob = await Someone(target, address(1)).come("Bob")
    finally:
        await asyncio.to_thread(target.stop)
    wrong = Target(folder, script=LEAPING)
    wrong.port = target.port
    await wrong.start()
    await asyncio.sleep(5)
    await asyncio.to_thread(wrong.stop)
    await target.start()
    try:
        known = [await person.get("/api/me") for person in (ann, bob)]
    finally:
        await target.dismiss()
        await asyncio.to_thread(target.stop)
    lost = [name for name, me in zip(("an account", "a guest"), known, strict=True) if me is None]
    return f"the session of {' and '.join(lost)} is gone" if lost else ""


@finding("M9", "writing without a limit: terms and seats")
async def writing(folder: Path) -> str:
    """Change the terms 300 times and swap seats 300 times."""
    async with serving(folder) as target:
        mal = await Someone(target).come()
        table = await mal.table(level="beginner", begin=False)
        before = target.log_lines()
        paces = ("slow", "fast")
        changes = [
            mal.post(f"/api/tables/{table}/terms", preset="bga", terms={"pace": paces[n % 2]})
            for n in range(300)
        ]
        await tried(changes)
        line = await mal.socket(table)
        for number in range(300):
            with contextlib.suppress(Refused):
                await line.ask("swap", seats=[number % 4, (number + 1) % 4])
        written = target.log_lines() - before
        return f"{written} lines written by 600 requests" if written > 150 else ""


@finding("M10", "a private table is found through a profile")
async def private_table(folder: Path) -> str:
    """Play a deal at a private table; a stranger looks at the profile."""
    async with serving(folder) as target:
        ann = await Someone(target, address(0)).sign_up("Ann Account")
        options = {"end_deals": 1}
        table = await ann.table(level="beginner", preset="bga", options=options)
        line = await ann.socket(table)
        await line.play(lambda view: view["phase"] == "match_over")
        for _ in range(50):
            profile = (await Someone(target).ask("GET", f"/api/people/{ann.id}")).text
            if "matches" in profile and '"matches":[]' not in profile:
                break
            await asyncio.sleep(0.1)
        return "the profile tells the table's id" if table in profile else ""


@finding("M11", "who is banned on the machine plays on", quick=False)
async def banned(folder: Path) -> str:
    """Ban a person whose socket is open, and have them act."""
    async with serving(folder) as target:
        mal = await Someone(target).sign_up("Mal Account")
        line = await mal.socket(await mal.table(level="beginner", begin=False))
        received = await asyncio.to_thread(
            target.command, "admin", "ban", "Mal Account", "--reason", "x"
        )
        for number in range(60):
            try:
                seat = 1 + number % 3
                await line.ask("sit", seat=seat)
            except (Refused, *GONE):
                return ""
            await asyncio.sleep(0.5)
        return f"acts after 30 s ({received.strip()})"


@finding("M12", "the list of reports is filled, and what comes after is never seen")
async def reports(folder: Path) -> str:
    """Twenty-one guests report five times each; then comes a real report."""
    async with serving(folder) as target:
        ann = await Someone(target, address(0)).sign_up("Ann Account")
        table = await ann.table(level="beginner", begin=False)
        await ann.socket(table)
        bob = await Someone(target, address(1)).sign_up("Bob Account")
        at_table = await bob.socket(table)
        await at_table.ask("sit", seat=2)
        for number in range(21):
            with contextlib.suppress(Refused, *GONE):
                mal = await Someone(target).come(f"Mal {number}")
                await mal.socket(table)
                form = {"table": table, "person": ann.id, "reason": "other", "text": "x" * 1000}
                await tried([mal.post("/api/reports", **form) for _ in range(5)])
        await bob.post("/api/reports", table=table, person=ann.id, reason="abuse", text="REAL ONE")
        target.command("admin", "grant", "Ann Account")
        administrator = Someone(target, address(0))
        await administrator.post("/api/login", name="Ann Account", password=PASSWORD)
        listed = await administrator.ask("GET", "/api/admin/reports")
        printed = await asyncio.to_thread(target.command, "admin", "reports")
        works = ["not on the page"] if "REAL ONE" not in listed.text else []
        works += ["not printed"] if "REAL ONE" not in printed else []
        return ", ".join(works)


@finding("M13", "the server alone chooses the pack")
async def chosen_pack(folder: Path) -> str:
    """A commitment to a nonce of the player, and whether the next seal answers it."""
    async with serving(folder) as target:
        ann = await Someone(target).come()
        table = await ann.table(level="beginner", preset="bga", begin=False)
        line = await ann.socket(table)
        digest = hashlib.sha256(secrets.token_bytes(32)).hexdigest()
        await line.send({"type": "commit", "id": "commit-1", "digest": digest})
        with contextlib.suppress(Refused):
            await line.ask("begin")
        await line.drain(4)
        said = str(line.incoming)
        return "" if digest in said else "no secret but the server's goes into the pack"


@finding("M14", "the deal of the day is told to whoever plays it twice")
async def daily_twice(folder: Path) -> str:
    """Play the day's deal as a guest; read its record, and look whether it counts."""
    async with serving(folder) as target:
        mal = await Someone(target).come()
        table = (await mal.ask("POST", "/api/daily")).json()["table"]
        line = await mal.socket(table)
        await line.play(lambda view: view["phase"] == "match_over")
        works = []
        if (await mal.ask("GET", f"/api/tables/{table}/record")).status_code == 200:
            works.append("its record is told on the same day")
        await asyncio.sleep(0.5)
        if (await mal.get("/api/daily"))["played"]:
            works.append("a guest counts")
        return ", ".join(works)


@finding("M16", "one cancelled wait ends the writer")
async def cancelled_wait(folder: Path) -> str:
    """Cancel a wait for the writer, then write again."""
    from rebelote.server.base.storage.sqlite_store import SqliteStore

    store = SqliteStore(str(folder / "club.sqlite"))
    for _ in range(20):
        write = store.write(("INSERT OR REPLACE INTO secrets VALUES ('x', ?)", (b"x",)))
        waiting = asyncio.create_task(asyncio.wait_for(asyncio.wrap_future(write), 30))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
    write = store.write(("INSERT OR REPLACE INTO secrets VALUES ('x', ?)", (b"y",)))
    try:
        await asyncio.wait_for(asyncio.wrap_future(write), 5)
    except TimeoutError:
        return "nothing is written any more"
    store.close()
    return ""
