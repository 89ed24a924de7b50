"""Moderation from the command line: administrators, sanctions, reports, the audit log."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

import click

from rebelote.cli import options

if TYPE_CHECKING:
    from rebelote.server.people.moderation import Moderation
    from rebelote.server.protocol.http_schemas import Reported

Done = TypeVar("Done")

account = click.argument("name")
reason = click.option("--reason", required=True, help="The reason; it is shown in the audit log.")
hours = click.option(
    "--hours", type=float, help="For how many hours; without it, until it is lifted."
)


@click.group()
def admin() -> None:
    """Moderate a server, also while it runs: administrators, sanctions, reports.

    Example: rebelote admin grant Ann --database club.sqlite
    """


@admin.command()
@account
@options.database
@options.needs("server")
def grant(name: str, database: str) -> None:
    """Make an account an administrator.

    Example: rebelote admin grant Ann
    """
    with _order(database) as order:
        _done(order.give_role("keeper", order.named(name), "admin"))
    print(f"{name} is now an administrator")


@admin.command()
@account
@options.database
@options.needs("server")
def revoke(name: str, database: str) -> None:
    """Remove the role of an administrator."""
    with _order(database) as order:
        _done(order.give_role("keeper", order.named(name), ""))
    print(f"{name} is no longer an administrator")


@admin.command()
@account
@options.database
@options.needs("server")
def password(name: str, database: str) -> None:
    """Set and print a temporary password, valid for three days; every session of the account ends.

    Example: rebelote admin password Ann
    """
    with _order(database) as order:
        print(_done(order.new_password("keeper", order.named(name))))


@admin.command(name="list")
@options.database
@options.needs("server")
def admins(database: str) -> None:
    """List the administrators."""
    with _order(database) as order:
        print("\n".join(one.name for one in order.admins()) or "there are no administrators")


@admin.command()
@account
@reason
@hours
@options.database
@options.needs("server")
def mute(name: str, reason: str, hours: float | None, database: str) -> None:
    """Mute somebody in chat; a running server applies it within seconds.

    NAME is the name of an account, or the id of a guest.

    Example: rebelote admin mute Ann --reason "shouting" --hours 24
    """
    _measured("mute", name, reason, hours, database)


@admin.command()
@account
@reason
@hours
@options.database
@options.needs("server")
def ban(name: str, reason: str, hours: float | None, database: str) -> None:
    """Ban somebody from playing; a running server applies it within seconds.

    NAME is the name of an account, or the id of a guest.

    Example: rebelote admin ban Ann --reason "leaves every game" --hours 24
    """
    _measured("ban", name, reason, hours, database)


@admin.command()
@click.argument("number", type=int)
@options.database
@options.needs("server")
def lift(number: int, database: str) -> None:
    """Lift the mute or ban with this number."""
    with _order(database) as order:
        _done(order.lift("keeper", number))
    print(f"sanction {number} is lifted")


@admin.command()
@click.option("--settled", is_flag=True, help="Print settled reports instead, the latest first.")
@click.option("--after", default="", help="Continue after this; the page before prints it.")
@options.database
@options.needs("server")
def reports(settled: bool, after: str, database: str) -> None:
    """Print open reports, grouped by the person they are about; those made by accounts first."""
    with _order(database) as order:
        more = _print_settled(order, after) if settled else _print_waiting(order, after)
    if more:
        print(f"more with: --after {more}")


def _print_settled(order: Moderation, after: str) -> str | None:
    """Print a page of settled reports; where the next one begins."""
    from rebelote.server.people import reports as queue

    found = queue.settled(order.store, int(after) if after.isdigit() else None)
    _print_reports(found)
    return str(found[-1].id) if len(found) == queue.ROWS else None


def _print_waiting(order: Moderation, after: str) -> str | None:
    """Print a page of open reports; where the next one begins."""
    from rebelote.server.people import reports as queue

    page = queue.groups(order.store, after)
    for group in page.groups:
        about = group.against_name or group.against
        print(f"{about}: {group.count} open, {group.accounts} of them by accounts")
        _print_reports(group.reports)
    return page.next


def _print_reports(found: Sequence[Reported]) -> None:
    """Print each report on two lines."""
    for told in found:
        about = told.against_name or told.against
        print(f"{told.id}: {told.by_name or told.by} reports {about}")
        print(f"   {told.reason}: {told.text}".replace("\n", "\n   "))


@admin.command()
@click.argument("number", type=int)
@click.argument("outcome")
@options.database
@options.needs("server")
def settle(number: int, outcome: str, database: str) -> None:
    """Settle the report with this number; OUTCOME is what was decided."""
    with _order(database) as order:
        _done(order.settle("keeper", number, outcome))
    print(f"report {number} is settled")


@admin.command(name="settle-all")
@click.argument("outcome")
@click.option(
    "--about", default="", help="The person they are about: the name of an account, or an id."
)
@click.option("--by", default="", help="The person who made them.")
@options.database
@options.needs("server")
def settle_all(outcome: str, about: str, by: str, database: str) -> None:
    """Settle all open reports about somebody, or by somebody."""
    from rebelote.server.protocol.http_schemas import SettledAll

    with _order(database) as order:
        whom = order.named(about).id if about else ""
        who = order.named(by).id if by else ""
        _done(order.settle_all("keeper", SettledAll(outcome, whom, who)))
    print("the reports are settled")


@admin.command()
@options.database
@options.needs("server")
def audit(database: str) -> None:
    """Print the audit log, the latest entry first."""
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
    from rebelote.server.protocol.http_schemas import NewMeasure

    with _order(database) as order:
        asked = NewMeasure(order.named(name).id, kind, reason, hours)
        _done(order.take("keeper", asked))
        print(f"sanction {order.measures(asked.person)[0].id}: {kind} {name}")


@contextmanager
def _order(database: str) -> Iterator[Moderation]:
    """The moderation of the server with this database; ValueError without one."""
    from rebelote.rules.refusals import IllegalAction
    from rebelote.server.ops.backup import damage_told
    from rebelote.server.people.accounts import Accounts
    from rebelote.server.people.moderation import Moderation
    from rebelote.server.storage.store import Store

    if not Path(database).is_file():
        raise ValueError(f"there is no {database}: name the server's database with --database")
    with damage_told(database), closing(Store(database, checkpoints=False)) as store:
        try:
            yield Moderation(Accounts(store))
        except IllegalAction as error:
            raise ValueError(error.refusal.sentence) from None


def _done(act: Coroutine[object, object, Done]) -> Done:
    return asyncio.run(act)
