"""Moderation from the command line: administrators, sanctions, reports, the audit log."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, Protocol, TypeVar

import click

from rebelote.cli import options

if TYPE_CHECKING:
    from rebelote.server.base.storage.store import Store
    from rebelote.server.people.moderation import Moderation
    from rebelote.server.people.schemas import Reported

Result = TypeVar("Result")
OPERATOR: Final = "keeper"
"""The name in the audit log of who acts at the command line."""

account = click.argument("name")
reason = click.option("--reason", required=True, help="The reason; it is shown in the audit log.")
hours = click.option(
    "--hours",
    type=options.Finite(min=0, min_open=True),
    help="For how many hours; without it, until it is lifted.",
)


class Done(Protocol):
    """Has something done, and gives what came of it."""

    def __call__(self, act: Coroutine[object, object, Result], /) -> Result: ...


def on_person(command: Callable[..., None]) -> Callable[..., None]:
    """Make a command a sanction: whom, why, and for how long."""
    return account(reason(hours(command)))


@click.group()
def admin() -> None:
    """Moderate a server, also while it runs: administrators, sanctions, reports.

    Example: rebelote admin grant Ann --database club.sqlite
    """


@admin.command()
@account
@options.on_server
def grant(name: str, database: str) -> None:
    """Make an account an administrator.

    Example: rebelote admin grant Ann
    """
    with _order(database) as (order, done):
        done(order.give_role(OPERATOR, done(order.named(name)), "admin"))
    print(f"{name} is now an administrator")


@admin.command()
@account
@options.on_server
def revoke(name: str, database: str) -> None:
    """Remove the role of an administrator."""
    with _order(database) as (order, done):
        done(order.give_role(OPERATOR, done(order.named(name)), ""))
    print(f"{name} is no longer an administrator")


@admin.command()
@account
@options.on_server
def password(name: str, database: str) -> None:
    """Set and print a temporary password, valid for three days; every session of the account ends.

    Example: rebelote admin password Ann
    """
    with _order(database) as (order, done):
        print(done(order.new_password(OPERATOR, done(order.named(name)))))


@admin.command(name="list")
@options.on_server
def admins(database: str) -> None:
    """List the administrators."""
    with _order(database) as (order, done):
        print("\n".join(one.name for one in done(order.admins())) or "there are no administrators")


@admin.command()
@on_person
@options.on_server
def mute(name: str, reason: str, hours: float | None, database: str) -> None:
    """Mute a person in chat; a running server applies it within seconds.

    NAME is the name of an account, or the id of a guest.

    Example: rebelote admin mute Ann --reason "shouting" --hours 24
    """
    _measured("mute", name, reason, hours, database)


@admin.command()
@on_person
@options.on_server
def ban(name: str, reason: str, hours: float | None, database: str) -> None:
    """Ban a person from playing; a running server applies it within seconds.

    NAME is the name of an account, or the id of a guest.

    Example: rebelote admin ban Ann --reason "leaves every game" --hours 24
    """
    _measured("ban", name, reason, hours, database)


@admin.command()
@click.argument("number", type=int)
@options.on_server
def lift(number: int, database: str) -> None:
    """Lift the mute or ban with this number."""
    with _order(database) as (order, done):
        done(order.revoke(OPERATOR, number))
    print(f"sanction {number} is lifted")


@admin.command()
@click.option("--settled", is_flag=True, help="Print settled reports instead, the latest first.")
@click.option("--after", default="", help="Continue after this; the page before prints it.")
@options.on_server
def reports(settled: bool, after: str, database: str) -> None:
    """Print open reports, grouped by the person they are about; those made by accounts first."""
    with _order(database) as (order, done):
        more = _print_settled(order, done, after) if settled else _print_waiting(order, done, after)
    if more:
        print(f"more with: --after {more}")


def _print_settled(order: Moderation, done: Done, after: str) -> str | None:
    """Print a page of settled reports; where the next one begins."""
    from rebelote.server.people import reports as queue

    result = done(queue.settled(order.store, int(after) if after.isdigit() else None))
    _print_reports(result)
    return str(result[-1].id) if len(result) == queue.ROWS else None


def _print_waiting(order: Moderation, done: Done, after: str) -> str | None:
    """Print a page of open reports; where the next one begins."""
    from rebelote.server.people import reports as queue

    page = done(queue.groups(order.store, after))
    for group in page.groups:
        about = group.against_name or group.against
        print(f"{about}: {group.count} open, {group.accounts} of them by accounts")
        _print_reports(group.reports)
    return page.next


def _print_reports(reports: Sequence[Reported]) -> None:
    for report in reports:
        about = report.against_name or report.against
        print(f"{report.id}: {report.by_name or report.by} reports {about}")
        print(f"   {report.reason}: {report.text}".replace("\n", "\n   "))


@admin.command()
@click.argument("number", type=int)
@click.argument("outcome")
@options.on_server
def settle(number: int, outcome: str, database: str) -> None:
    """Settle the report with this number; OUTCOME is what was decided."""
    with _order(database) as (order, done):
        done(order.settle(OPERATOR, number, outcome))
    print(f"report {number} is settled")


@admin.command(name="settle-all")
@click.argument("outcome")
@click.option(
    "--about", default="", help="The person they are about: the name of an account, or an id."
)
@click.option("--by", default="", help="The person who made them.")
@options.on_server
def settle_all(outcome: str, about: str, by: str, database: str) -> None:
    """Settle all open reports about a person, or by a person."""
    from rebelote.server.people.schemas import SettledAll

    with _order(database) as (order, done):
        whom = done(order.named(about)).id if about else ""
        who = done(order.named(by)).id if by else ""
        done(order.settle_all(OPERATOR, SettledAll(outcome, whom, who)))
    print("the reports are settled")


@admin.command()
@options.on_server
def audit(database: str) -> None:
    """Print the audit log, the latest entry first."""
    from datetime import UTC, datetime

    import msgspec

    with _order(database) as (order, done):
        for act in done(order.audit()):
            at = datetime.fromtimestamp(act.at, UTC)
            by, about = act.by_name or act.by, act.about_name or act.about
            details = msgspec.to_builtins(act.facts)
            said = ", ".join(f"{name} {value}" for name, value in details.items())
            print(f"{at:%Y-%m-%d %H:%M} {by} {act.act} {about}{said and ': '}{said}")


def _measured(
    kind: Literal["mute", "ban"], name: str, reason: str, hours: float | None, database: str
) -> None:
    from rebelote.server.people.schemas import NewSanction

    with _order(database) as (order, done):
        asked = NewSanction(done(order.named(name)).id, kind, reason, hours)
        done(order.impose(OPERATOR, asked))
        print(f"sanction {done(order.sanctions(asked.person))[0].id}: {kind} {name}")


@contextmanager
def _order(database: str) -> Iterator[tuple[Moderation, Done]]:
    """Open the moderation of the server with this database, and its pending work.

    ValueError without a database.
    """
    from rebelote.rules.refusals import IllegalActionError
    from rebelote.server.base.ops.backup import damage_reported
    from rebelote.server.base.storage.postgres_settings import is_address
    from rebelote.server.people.accounts import Accounts
    from rebelote.server.people.moderation import Moderation

    checked = nullcontext() if is_address(database) else damage_reported(database)
    with checked, asyncio.Runner() as runner:
        store = _store(database, runner.run)
        try:
            accounts = Accounts(store)
            runner.run(accounts.timekeeper.load())
            yield Moderation(accounts), runner.run
        except IllegalActionError as error:
            raise ValueError(error.refusal.sentence) from None
        finally:
            runner.run(store.stop())


def _store(database: str, done: Done) -> Store:
    """Return the store beside that of the server."""
    from rebelote.server.base.storage.postgres_settings import is_address
    from rebelote.server.base.storage.sqlite_store import SqliteStore

    if is_address(database):
        with options.needs("postgres"):
            from rebelote.server.base.storage.postgres_connections import prepare
            from rebelote.server.base.storage.postgres_store import PostgresStore
        done(prepare(database))
        store = PostgresStore(database)
        done(store.start())
        return store
    if not Path(database).is_file():
        raise ValueError(f"there is no {database}: name the server's database with --database")
    return SqliteStore(database, checkpoints=False)
