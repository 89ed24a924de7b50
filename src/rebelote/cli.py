"""What can be done from a shell? Play, serve, replay, measure; errors are one sentence."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TextIO, TypeVar

from cyclopts import App, Parameter

import rebelote
from rebelote.rules import Rules
from rebelote.scoring import LAST_TRICK

if TYPE_CHECKING:
    from rebelote.server.admin import Admin
    from rebelote.server.forms import Reported

app = App(
    name="rebelote",
    help="Belote by the exact rules: play it, serve it, replay it, measure its bots.",
    version=rebelote.__version__,
)

File = Annotated[str, Parameter(allow_leading_hyphen=True)]
Switches = Annotated[tuple[str, ...], Parameter(negative=())]
Port = Annotated[int, Parameter(help="The port to listen on.")]


@app.command
def serve(
    *,
    host: str = "127.0.0.1",
    port: Port = 8000,
    database: str = "rebelote.sqlite",
    trusted_proxy: str = "",
    public_url: str = "",
    uncounted: str = "",
    limit: Switches = (),
    backup_to: str | None = None,
    backup_every: float = 15.0,
    backup_keep: int = 96,
    log_json: bool = False,
    bot_pace: float = 0.3,
    fixed_packs: str | None = None,
) -> None:
    """Serve the game to browsers, every table kept in one SQLite file.

    Example: rebelote serve --port 8080 --database club.sqlite --backup-to copies

    Parameters
    ----------
    host
        The address to listen on; 0.0.0.0 lets the whole network in.
    database
        The file in which every table is kept.
    trusted_proxy
        Whom to believe where a visitor comes from, and by https: the proxy's address.
    public_url
        The one address by which people may ask, as https://club.example; it stands in links.
    uncounted
        Addresses or networks from which no requests are counted, by comma. Their people are
        vouched for: the quick match puts them together, though not for ratings.
    limit
        A limit that is to be another, as `--limit person.talk=5/2`; as often as needed.
    backup_to
        A folder in which copies of the file are made while it is served.
    backup_every
        Minutes between copies.
    backup_keep
        How many copies are kept.
    log_json
        Write the log as one JSON object a line.
    bot_pace
        Seconds of the beat on which bots act at tables with people; 0: as soon as they can.
    fixed_packs
        For tests alone: a seed that fixes every pack. Nothing is sealed, nothing is rated.
    """
    from rebelote.server import app as server
    from rebelote.server.backup import Keeper

    keeper = None if backup_to is None else Keeper(backup_to, backup_every, backup_keep)
    server.serve(
        host,
        port,
        database,
        trusted_proxy,
        uncounted,
        keeper,
        log_json,
        limit,
        fixed_packs,
        public_url,
        bot_pace,
    )


@app.command
def backup(to: File, /, *, database: str = "rebelote.sqlite") -> None:
    """Copy a server's file, checked and whole, also while it is served.

    Example: rebelote backup copies --database club.sqlite

    Parameters
    ----------
    to
        A new file; or a folder, in which the copy is called by its time.
    database
        The file in which every table is kept.
    """
    from rebelote.server.backup import back_up, damage_told

    with damage_told(database):
        print(f"the copy is {back_up(database, to)}")


@app.command
def restore(copy: File, /, *, database: str = "rebelote.sqlite", force: bool = False) -> None:
    """Make a copy the file of a server again; all its tables go on.

    Example: rebelote restore copies/rebelote-20260131T204500Z.sqlite --database club.sqlite

    Parameters
    ----------
    copy
        What `rebelote backup` has written.
    database
        The file in which every table is to be kept.
    force
        Put it in the place of a file that is there already.
    """
    from rebelote.server import backup as copies

    copies.restore(copy, database, force)
    print(f"{database} is what {copy} was; serve it with: rebelote serve --database {database}")


@app.command
def drain(*, database: str = "rebelote.sqlite", wait: bool = True) -> None:
    """End a server once its deals are over, within 150 seconds; what is left is frozen, not lost.

    Example: rebelote drain --database club.sqlite

    Parameters
    ----------
    database
        The file that is being served.
    wait
        Come back only when the server has ended.
    """
    from rebelote.server import claim

    process = claim.ask_to_drain(database)
    print(f"the server (process {process}) ends when its deals are over", flush=True)
    if wait:
        claim.await_end(database)


@app.command
def play(
    preset: str = "french",
    /,
    *,
    set: Switches = (),
    real_life: bool = False,
    level: str = "club",
    language: str = "en",
    target: int | None = None,
    seed: int | None = None,
    save: str | None = None,
) -> None:
    """Play a match against bots in this terminal.

    Example: rebelote play flemish --real-life --language nl --save match.txt

    Parameters
    ----------
    preset
        The rule set: french, flemish, flemish3 or bga.
    set
        A switch of the rules, as `--set undertrump=free`; as often as needed.
    real_life
        Announce, show and say belote yourself; false cards can be played and challenged.
    level
        How well the bots play: beginner, regular, club, expert or master.
    language
        fr, nl, sv or en.
    target
        The total that ends the match.
    seed
        The same number deals the same packs and gives the same bots.
    save
        The file in which the record of the match is written.
    """
    from rebelote import terminal

    rules = _rules(preset, set)
    rules = rules.as_in_real_life() if real_life else rules
    agreed = rules.agree({} if target is None else {"target": target})
    terminal.play(language, agreed, seed, save, level)


@app.command
def rules(
    preset: str = "french",
    /,
    *,
    set: Switches = (),
    language: str = "en",
    json: bool = False,
) -> None:
    """Print a rule card: what differs from the rule set, and every rule with its source.

    Example: rebelote rules flemish --set undertrump=free --language nl

    Parameters
    ----------
    preset
        The rule set: french, flemish, flemish3 or bga.
    set
        A switch of the rules, as `--set undertrump=free`; as often as needed.
    language
        fr, nl, sv or en.
    json
        Print it as JSON.
    """
    from rebelote import rulecard

    card = rulecard.as_json if json else rulecard.text
    print(card(_rules(preset, set), language))


@app.command
def engine(*, schema: bool = False) -> None:
    """Answer questions about rules, scores and games, one JSON object a line each way.

    Example: echo '{"op": "hello"}' | rebelote engine

    Parameters
    ----------
    schema
        Print the JSON Schema of every request and answer instead.
    """
    from rebelote import engine as protocol

    protocol.main(schema)


@app.command
def verify(file: File, /) -> None:
    """Prove of a record that each sealed pack was fixed before the cut.

    Example: rebelote verify match.txt

    Parameters
    ----------
    file
        The record; - reads standard input.
    """
    from rebelote import fairness
    from rebelote.record import Record

    for sentence in fairness.verify(Record.parse(_read(file))):
        print(sentence)


@app.command
def replay(file: File, /, *, language: str = "en", json: bool = False) -> None:
    """Tell recorded matches in words, deal by deal; a file may hold many.

    Example: rebelote replay match.txt

    Parameters
    ----------
    file
        The record; - reads standard input.
    language
        fr, nl, sv or en.
    json
        Write each record as one line of JSON instead.
    """
    from rebelote import terminal
    from rebelote.record import read_many

    with _lines(file) as lines:
        found = 0
        for record in read_many(lines):
            found += 1
            if json:
                print(record.json())
            else:
                terminal.replay(record, language)
        if not found:
            raise ValueError("there is no deal in this record")


@Parameter(name="*")
@dataclass(frozen=True)
class Measuring:
    """What is played in the arena, and by whom it is worked out.

    Parameters
    ----------
    rules
        The rule set: french, flemish, flemish3 or bga.
    set
        A switch of the rules, as `--set undertrump=free`; as often as needed.
    deals
        How many deals, each from a fresh pack: 200 unless told otherwise.
    matches
        So many whole matches instead, packs gathered and shuffled as the rules say.
    seed
        The same number gives the same packs.
    jobs
        How many are played at once: 1 unless told otherwise.
    cluster
        Play on a Ray cluster: HOST:PORT, ray://HOST:PORT, or local for one on this machine.
    save
        A file of what was played; the same command goes on from there.
    json
        Print one JSON line.
    """

    rules: str = "french"
    set: Switches = ()
    deals: int | None = None
    matches: int | None = None
    seed: int = 1
    jobs: int | None = None
    cluster: str | None = None
    save: str | None = None
    json: bool = False

    def asked(self) -> dict[str, Any]:
        """The same as `arena.compare` and `arena.pool` want it."""
        if self.deals is not None and self.matches is not None:
            raise ValueError("single deals or whole matches: say --deals or --matches")
        fresh = () if self.matches is not None else ("shuffle=each_deal_full",)
        return {
            "rules": _rules(self.rules, (*self.set, *fresh)),
            "deals": 200 if self.deals is None else self.deals,
            "matches": self.matches,
            "seed": self.seed,
            "jobs": self.jobs,
            "cluster": self.cluster,
            "saved": None if self.save is None else Path(self.save),
        }


arena = App(
    name="arena",
    help="Measure bots: the same packs, played once for each way to seat them.\n\n"
    "Example: rebelote arena master regular --rules bga --deals 500 --jobs 2\n\n"
    "Example: rebelote arena pool beginner regular club --matches 100 --save pool.jsonl",
)
app.command(arena)


@arena.default
def measure_pair(
    first: str = "regular", second: str = "beginner", /, *, how: Measuring = Measuring()
) -> None:
    """Measure one bot against another.

    Parameters
    ----------
    first
        The bot that is measured.
    second
        The bot it plays against.
    """
    from rebelote import arena as contest

    with _kept(how.save):
        found = contest.compare(first, second, **how.asked())
    print(contest.as_json(found) if how.json else contest.text(found, how.seed))


@arena.command(name="pool")
def measure_pool(*bots: str, how: Measuring = Measuring()) -> None:
    """Measure everybody against everybody: ratings, beginner's held at 1000, and every pair.

    Example: rebelote arena pool beginner regular club --deals 500 --jobs 2

    Parameters
    ----------
    bots
        Two bots or more.
    """
    from rebelote import arena as contest

    with _kept(how.save):
        found = contest.pool(bots, **how.asked())
    print(contest.as_json(found) if how.json else contest.pool_text(found, how.seed))


@contextmanager
def _kept(file: str | None) -> Iterator[None]:
    """Say what is left of a run that stops; without its cluster the exit code is 2."""
    from rebelote.arena import Unreachable

    there = f"; {file} keeps what was played: run it again to go on" if file else ""
    try:
        yield
    except Unreachable as error:
        print(f"rebelote: {error}{there}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(f"\nrebelote: stopped{there}")


@app.command
def solve(
    file: File,
    /,
    *,
    rules: str = "french",
    set: Switches = (),
    sweep: int = 0,
    belote: int = 0,
    last_trick: int = LAST_TRICK,
) -> None:
    """Solve positions exactly: JSON lines with contract, leader, hands, perhaps trick and taken.

    Example: rebelote solve deals.jsonl --rules flemish --belote 20

    Parameters
    ----------
    file
        One position a line; - reads standard input.
    rules
        The rule set: french, flemish or bga.
    set
        A switch of the rules, as `--set undertrump=free`; as often as needed.
    sweep
        What taking every trick adds, as 90; `taken` of a line says who has how many.
    belote
        What king and queen of trump in one hand add, as 20.
    last_trick
        What the last trick adds.
    """
    from rebelote.solving import Terms, solved

    chosen, terms = _rules(rules, set), Terms(sweep, belote, last_trick)
    with _lines(file) as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                try:
                    print(solved(line, chosen, terms), flush=True)
                except ValueError as error:
                    raise ValueError(f"line {number}: {error}") from error


admin = App(
    name="admin",
    help="Keep order on a server, also while it runs: admins, measures, reports.\n\n"
    "Example: rebelote admin grant Ann --database club.sqlite",
)
app.command(admin)
Database = Annotated[str, Parameter(help="The file in which the server keeps everything.")]


@admin.command
def grant(name: str, /, *, database: Database = "rebelote.sqlite") -> None:
    """Make the holder of an account an admin.

    Example: rebelote admin grant Ann

    Parameters
    ----------
    name
        The account's name.
    """
    with _order(database) as order:
        _done(order.give_role("keeper", order.named(name), "admin"))
    print(f"{name} is an admin now")


@admin.command
def revoke(name: str, /, *, database: Database = "rebelote.sqlite") -> None:
    """Take the role of an admin back.

    Parameters
    ----------
    name
        The account's name.
    """
    with _order(database) as order:
        _done(order.give_role("keeper", order.named(name), ""))
    print(f"{name} is no admin any more")


@admin.command
def password(name: str, /, *, database: Database = "rebelote.sqlite") -> None:
    """Give somebody who lost theirs a password for three days, and print it; their sessions end.

    Example: rebelote admin password Ann

    Parameters
    ----------
    name
        The account's name.
    """
    with _order(database) as order:
        print(_done(order.new_password("keeper", order.named(name))))


@admin.command(name="list")
def admins(*, database: Database = "rebelote.sqlite") -> None:
    """Print who is an admin."""
    with _order(database) as order:
        print("\n".join(one.name for one in order.admins()) or "nobody is an admin")


@admin.command
def mute(
    name: str, /, *, reason: str, hours: float | None = None, database: Database = "rebelote.sqlite"
) -> None:
    """Keep somebody from speaking; a server that runs notices within seconds.

    Example: rebelote admin mute Ann --reason "shouting" --hours 24

    Parameters
    ----------
    name
        The account's name, or the id of a guest.
    reason
        Why; it stands in the audit.
    hours
        For how long; until it is lifted where nothing is said.
    """
    _measured("mute", name, reason, hours, database)


@admin.command
def ban(
    name: str, /, *, reason: str, hours: float | None = None, database: Database = "rebelote.sqlite"
) -> None:
    """Keep somebody from playing; a server that runs notices within seconds.

    Example: rebelote admin ban Ann --reason "leaves every game" --hours 24

    Parameters
    ----------
    name
        The account's name, or the id of a guest.
    reason
        Why; it stands in the audit.
    hours
        For how long; until it is lifted where nothing is said.
    """
    _measured("ban", name, reason, hours, database)


@admin.command
def lift(number: int, /, *, database: Database = "rebelote.sqlite") -> None:
    """Take a measure back.

    Parameters
    ----------
    number
        The measure's, as it was printed.
    """
    with _order(database) as order:
        _done(order.lift("keeper", number))
    print(f"measure {number} is lifted")


@admin.command
def reports(
    *, settled: bool = False, after: str = "", database: Database = "rebelote.sqlite"
) -> None:
    """Print the reports that wait, by whom they are about: first those that accounts made.

    Parameters
    ----------
    settled
        Those that are settled instead, the latest first.
    after
        The next page, as the one before says.
    """
    from rebelote.server import reports as queue

    with _order(database) as order:
        if settled:
            last = int(after) if after.isdigit() else None
            found = queue.settled(order.store, last)
            more = str(found[-1].id) if len(found) == queue.ROWS else None
            _print_reports(found)
        else:
            page = queue.groups(order.store, after)
            more = page.next
            for group in page.groups:
                about = group.against_name or group.against
                print(f"{about}: {group.count} waiting, {group.accounts} of them by accounts")
                _print_reports(group.reports)
    if more:
        print(f"there are more: --after {more}")


def _print_reports(found: Sequence[Reported]) -> None:
    """A report on two lines each."""
    for told in found:
        about = told.against_name or told.against
        print(f"{told.id}: {told.by_name or told.by} tells of {about}")
        print(f"   {told.reason}: {told.text}".replace("\n", "\n   "))


@admin.command
def settle(number: int, outcome: str, /, *, database: Database = "rebelote.sqlite") -> None:
    """Say what came of a report.

    Parameters
    ----------
    number
        The report's.
    outcome
        In a few words.
    """
    with _order(database) as order:
        _done(order.settle("keeper", number, outcome))
    print(f"report {number} is settled")


@admin.command(name="settle-all")
def settle_all(
    outcome: str, /, *, about: str = "", by: str = "", database: Database = "rebelote.sqlite"
) -> None:
    """Say what came of all reports that wait about somebody, or that somebody made.

    Parameters
    ----------
    outcome
        In a few words.
    about
        Whom they are about: the name of an account, or an id.
    by
        Who made them.
    """
    from rebelote.server.forms import SettledAll

    with _order(database) as order:
        whom = order.named(about).id if about else ""
        who = order.named(by).id if by else ""
        _done(order.settle_all("keeper", SettledAll(outcome, whom, who)))
    print("they are settled")


@admin.command
def audit(*, database: Database = "rebelote.sqlite") -> None:
    """Print what was done by those who keep order, the latest first."""
    from datetime import UTC, datetime

    import msgspec

    with _order(database) as order:
        for act in order.audit():
            at = datetime.fromtimestamp(act.at, UTC)
            by, about = act.by_name or act.by, act.about_name or act.about
            facts = msgspec.to_builtins(act.facts)
            said = ", ".join(f"{name} {value}" for name, value in facts.items())
            print(f"{at:%Y-%m-%d %H:%M} {by} {act.act} {about}{said and ': '}{said}")


def _measured(
    kind: Literal["mute", "ban"], name: str, reason: str, hours: float | None, database: str
) -> None:
    from rebelote.server.forms import NewMeasure

    with _order(database) as order:
        asked = NewMeasure(order.named(name).id, kind, reason, hours)
        _done(order.take("keeper", asked))
        print(f"measure {order.measures(asked.person)[0].id}: {kind} {name}")


@contextmanager
def _order(database: str) -> Iterator[Admin]:
    """The order of the server that keeps everything in this file; ValueError without one."""
    from rebelote.refusals import IllegalAction
    from rebelote.server.accounts import Accounts
    from rebelote.server.admin import Admin
    from rebelote.server.backup import damage_told
    from rebelote.server.store import Store

    if not Path(database).is_file():
        raise ValueError(f"there is no {database}: say with --database where the server keeps it")
    with damage_told(database), closing(Store(database, checkpoints=False)) as store:
        try:
            yield Admin(Accounts(store))
        except IllegalAction as error:
            raise ValueError(error.refusal.sentence) from None


Done = TypeVar("Done")


def _done(act: Coroutine[Any, Any, Done]) -> Done:
    return asyncio.run(act)


bench = App(name="bench", help="Measure this machine.\n\nExample: rebelote bench --quick")
app.command(bench)


@bench.default
def measure(*, quick: bool = False, json: bool = False) -> None:
    """Measure rules, kernel, solver, bots, log and server on this machine.

    Example: rebelote bench --quick

    Parameters
    ----------
    quick
        Coarser figures in about 20 seconds.
    json
        Print one JSON line.
    """
    from rebelote import bench as measures

    measures.main(quick, json)


@bench.command(name="solve")
def measure_solving(
    *, deals: str, rules: str = "french", set: Switches = (), json: bool = False
) -> None:
    """Measure how long these deals take to solve, in processor time of one thread.

    Example: rebelote bench solve --deals deals.jsonl --rules french

    Parameters
    ----------
    deals
        A file of deals as `rebelote solve` reads them.
    rules
        The rule set: french, flemish or bga.
    set
        A switch of the rules, as `--set undertrump=free`; as often as needed.
    json
        Print one JSON line.
    """
    from rebelote.bench import solver

    with _lines(deals) as lines:
        solver.main(lines, _rules(rules, set), json)


def _rules(preset: str, switches: Sequence[str]) -> Rules:
    """The rule set with these switches; ValueError says what is wrong with them."""
    from rebelote import rulecard

    pairs = [switch.partition("=") for switch in switches]
    for name, equals, _ in pairs:
        if not equals:
            raise ValueError(f"{name!r} is no switch: write it as name=value")
    return rulecard.rules_from(preset, {name: value for name, _, value in pairs})


def _lines(file: str) -> AbstractContextManager[TextIO]:
    return nullcontext(sys.stdin) if file == "-" else open(file, encoding="utf-8")


def _read(file: str) -> str:
    return sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")


def main() -> None:
    """Run a command; a mistake of the user's is one sentence and exit code 1."""
    try:
        app()
    except (ValueError, OSError, RuntimeError) as error:
        sys.exit(f"rebelote: {error}")
    except (KeyboardInterrupt, EOFError):
        sys.exit("\nrebelote: stopped")


if __name__ == "__main__":
    main()
