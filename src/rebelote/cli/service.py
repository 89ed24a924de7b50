"""Commands that run a server, or play at one: serve, backup, restore, drain, join."""

from __future__ import annotations

import gc
import os
import sys
from typing import TYPE_CHECKING, Final

import click

from rebelote.cli import options

if TYPE_CHECKING:
    from rebelote.server.features.mail.smtp import SmtpServer

MINUTES_MOST: Final = 366 * 24 * 60.0
"""Minutes between backups at most."""


@click.command()
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="The address to listen on; 0.0.0.0 accepts the whole network.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="The port to listen on.",
)
@options.database
@click.option(
    "--wire",
    default="",
    envvar="REBELOTE_WIRE",
    metavar="URL",
    help="A NATS server over which several nodes of one PostgreSQL exchange messages: "
    "nats://host:port. Also read from REBELOTE_WIRE.",
)
@click.option(
    "--trusted-proxy",
    default="",
    metavar="ADDRESS",
    help="The address of a reverse proxy whose X-Forwarded-For and -Proto headers are trusted.",
)
@click.option(
    "--public-url",
    default="",
    metavar="URL",
    help="The public address, e.g. https://club.example: used in links, and the only one answered.",
)
@click.option(
    "--uncounted",
    default="",
    metavar="NETWORKS",
    help="Comma-separated addresses or networks exempt from rate limits by address. You vouch for "
    "their people: matchmaking puts them together, unrated.",
)
@click.option(
    "--limit",
    multiple=True,
    metavar="NAME=RATE",
    help="Change a rate limit or quota, e.g. `--limit person.chat=5/2`; can be repeated.",
)
@click.option(
    "--backup-to",
    metavar="FOLDER",
    help="Back up the database to this folder while it is served.",
)
@click.option(
    "--backup-every",
    type=options.Finite(min=0, min_open=True, max=MINUTES_MOST),
    default=15.0,
    show_default=True,
    help="Minutes between backups.",
)
@click.option(
    "--backup-keep",
    type=click.IntRange(1),
    default=96,
    show_default=True,
    help="How many backups are kept.",
)
@click.option(
    "--smtp",
    default="",
    metavar="URL",
    help="Send mail by this server: smtps://user@mail.example, smtp://user@mail.example?starttls. "
    "Its password is read from REBELOTE_SMTP_PASSWORD or a file. Needs --public-url.",
)
@click.option(
    "--smtp-password-file",
    type=click.Path(),
    metavar="FILE",
    help="The file with the password of the mail server.",
)
@click.option(
    "--mail-from",
    default="",
    metavar="ADDRESS",
    help="The address that mail comes from, e.g. 'Our club <club@club.example>'.",
)
@click.option("--log-json", is_flag=True, help="Log one JSON object a line.")
@click.option(
    "--bot-pace",
    type=options.Finite(0, 10),
    default=0.3,
    show_default=True,
    help="Period of the beat on which bots act at tables with people; 0: as soon as they can.",
)
@click.option(
    "--push",
    default="",
    metavar="CONTACT",
    help="Send push messages to those who ask for them; push services may write to this address, "
    "e.g. mailto:keeper@club.example.",
)
@click.option(
    "--push-to",
    default="",
    metavar="NETWORKS",
    help="Comma-separated addresses or networks of push services of your own, beside the public "
    "ones.",
)
@click.option(
    "--fixed-packs",
    metavar="SEED",
    help="For tests only: a seed for every pack. Nothing is sealed or rated.",
)
@options.games
@options.needs("server")
def serve(
    host: str,
    port: int,
    database: str,
    wire: str,
    trusted_proxy: str,
    public_url: str,
    uncounted: str,
    limit: tuple[str, ...],
    backup_to: str | None,
    backup_every: float,
    backup_keep: int,
    smtp: str,
    smtp_password_file: str | None,
    mail_from: str,
    log_json: bool,
    bot_pace: float,
    push: str,
    push_to: str,
    fixed_packs: str | None,
) -> None:
    """Run the server; every table is stored in one SQLite database, or in PostgreSQL.

    Example: rebelote serve --port 8080 --database club.sqlite --backup-to copies
    """
    gc.disable()  # nothing of what is loaded now goes again: see server.base.runtime.garbage
    from rebelote.server.base.cluster.joining import check_wire
    from rebelote.server.base.ops.backup import BackupSchedule
    from rebelote.server.base.storage.postgres_settings import is_address
    from rebelote.server.main import app as server

    gc.freeze()

    if is_address(database):
        with options.needs("postgres"):
            import asyncpg  # noqa: F401, for its sentence where it is missing
    if wire:
        check_wire(database, wire)
        with options.needs("postgres"):
            import nats  # noqa: F401, for its sentence where it is missing
    if push:
        with options.needs("push"):
            import cryptography  # noqa: F401, loaded once it is used
    backups = None if backup_to is None else BackupSchedule(backup_to, backup_every, backup_keep)
    server.serve(
        host,
        port,
        database,
        trusted_proxy,
        uncounted,
        backups,
        log_json,
        limit,
        fixed_packs,
        public_url,
        bot_pace,
        push,
        push_to,
        _smtp(smtp, smtp_password_file, mail_from),
        wire,
    )


def _smtp(url: str, password_file: str | None, sender: str) -> SmtpServer | None:
    from rebelote.server.features.mail.smtp import configured

    if not url:
        if sender or password_file:
            raise ValueError("--mail-from and --smtp-password-file need --smtp")
        return None
    secret = os.environ.get("REBELOTE_SMTP_PASSWORD", "")
    if password_file is not None:
        secret = options.read(password_file).strip()
    return configured(url, sender, secret)


@click.command()
@click.option(
    "--wire",
    required=True,
    envvar="REBELOTE_WIRE",
    metavar="URL",
    help="The NATS server over which nodes ask: nats://host:port. Also read from REBELOTE_WIRE.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 1024),
    default=os.cpu_count() or 1,
    show_default="one for each processor",
    help="Worker processes.",
)
@options.games
@options.needs("server")
def think(wire: str, workers: int) -> None:
    """Think for the bots of nodes that are served with the same --wire, until stopped.

    Example: rebelote think --wire nats://nats.example:4222
    """
    import asyncio

    from rebelote.server.base.cluster.joining import check_nats
    from rebelote.server.base.telemetry import logs

    check_nats(wire)
    with options.needs("postgres"):
        from rebelote.server.base.ops.remote_worker import RemoteWorker
    logs.configure(False)
    asyncio.run(RemoteWorker(workers).run(wire))


@click.command()
@click.argument("server")
@click.argument("agent")
@click.option(
    "--token-file",
    required=True,
    metavar="FILE",
    help="A file with the token of a bot account that may play; - is standard input.",
)
@click.option("--table", metavar="ID", help="The table to join; without it one is opened.")
@click.option("--seat", type=click.IntRange(0, 3), help="The seat to take at that table.")
@options.preset
@options.switches
@click.option("--level", default="club", show_default=True, help="How well the others play.")
@click.option("--once", is_flag=True, help="End with the first connection that breaks.")
@options.agent_log
@options.games
@options.needs("server")
def join(
    server: str,
    agent: str,
    token_file: str,
    table: str | None,
    seat: int | None,
    preset: str,
    switches: tuple[str, ...],
    level: str,
    once: bool,
) -> None:
    """Have an AGENT play a match at a table of a SERVER, by the token of a bot account.

    AGENT is what the arena takes: a level, module:Class, module:function, or "cmd:PROGRAM".

    After a broken connection or a restart of the server it comes back and plays on; with --table,
    so does the command itself.

    Example: rebelote join http://localhost:8000 careful:careful --token-file token.txt
    """
    from rebelote import agents, remote_table
    from rebelote.rules.presets import PRESETS

    player, token = agents.make(agent), options.read(token_file).strip()
    if table is None:
        own = options.rules_from(preset, switches).differs(PRESETS[preset])
        terms = {"preset": preset, "options": own, "level": level, "begin": True}
        table = remote_table.open_table(server, token, terms)
    print(f"{server}/#/table/{table}", flush=True)

    def report(why: str, wait: float) -> None:
        print(f"{why}; again in {wait:.1f} s", file=sys.stderr, flush=True)

    scores = remote_table.play(server, token, table, player, seat, once=once, on_lost=report)
    print(" to ".join(map(str, scores)))


@click.command()
@click.argument("to")
@options.on_server
def backup(to: str, database: str) -> None:
    """Back up a server's database, also while the server runs; the backup is checked.

    TO is a new file, or a folder in which the backup is named by its time.

    Example: rebelote backup copies --database club.sqlite
    """
    from rebelote.server.base.ops.backup import back_up, damage_reported

    options.of_file(database, "back it up with pg_basebackup or pg_dump")
    with damage_reported(database):
        print(f"the backup is {back_up(database, to)}")


@click.command()
@click.argument("copy")
@options.database
@click.option("--force", is_flag=True, help="Replace an existing database.")
@options.needs("server")
def restore(copy: str, database: str, force: bool) -> None:
    """Restore a backup; all its tables resume.

    COPY is a backup made by `rebelote backup` or `serve --backup-to`.

    Example: rebelote restore copies/rebelote-20260131T204500Z.sqlite --database club.sqlite
    """
    from rebelote.server.base.ops import backup as copies

    options.of_file(database, "a backup of an SQLite file becomes such a file")
    copies.restore(copy, database, force)
    print(f"{database} is restored from {copy}; now run: rebelote serve --database {database}")


@click.command()
@options.database
@click.option(
    "--wait/--no-wait",
    default=True,
    show_default=True,
    help="Return only when the server has stopped.",
)
def drain(database: str, wait: bool) -> None:
    """Stop a server once its deals are over, after 150 seconds at the latest; nothing is lost.

    Example: rebelote drain --database club.sqlite
    """
    from rebelote.server.base.storage import lock_file

    options.of_file(database, "send the server SIGUSR1 instead")
    process = lock_file.ask_to_drain(database)
    print(f"the server (process {process}) stops when its deals are over", flush=True)
    if wait:
        lock_file.await_end(database)


@click.command()
@click.argument("origin", metavar="FROM")
@click.argument("target", metavar="TO")
@options.needs("server")
def move(origin: str, target: str) -> None:
    """Copy everything from one database into a new one, and check that it arrived.

    FROM and TO are files, or databases in PostgreSQL. Nobody may serve either; FROM stays as it is.

    Example: rebelote move club.sqlite postgresql://club@localhost/rebelote
    """
    import asyncio

    from rebelote.server.base.ops import move as moving
    from rebelote.server.base.storage.postgres_settings import shown

    def show(copied: moving.Copied) -> None:
        print(f"{copied.table:20} {copied.rows:10,} rows  SHA-256 {copied.digest[:16]}")

    asyncio.run(moving.move(origin, target, show))
    print(f"the same is there as was sent; now run: rebelote serve --database {shown(target)}")
