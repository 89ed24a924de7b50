"""How is a server run? Served, copied, restored, drained."""

from __future__ import annotations

import click

from rebelote.cli import options


@click.command()
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="The address to listen on; 0.0.0.0 lets the whole network in.",
)
@click.option("--port", type=int, default=8000, show_default=True, help="The port to listen on.")
@options.database
@click.option(
    "--trusted-proxy",
    default="",
    metavar="ADDRESS",
    help="Whom to believe where a visitor comes from, and by https: the proxy's address.",
)
@click.option(
    "--public-url",
    default="",
    metavar="URL",
    help="The one address by which people may ask, as https://club.example; it stands in links.",
)
@click.option(
    "--uncounted",
    default="",
    metavar="NETWORKS",
    help="Addresses or networks from which no requests are counted, by comma. Their people are "
    "vouched for: the quick match puts them together, though not for ratings.",
)
@click.option(
    "--limit",
    multiple=True,
    metavar="NAME=RATE",
    help="A limit that is to be another, as `--limit person.talk=5/2`; as often as needed.",
)
@click.option(
    "--backup-to",
    metavar="FOLDER",
    help="A folder in which copies of the file are made while it is served.",
)
@click.option(
    "--backup-every", type=float, default=15.0, show_default=True, help="Minutes between copies."
)
@click.option(
    "--backup-keep", type=int, default=96, show_default=True, help="How many copies are kept."
)
@click.option("--log-json", is_flag=True, help="Write the log as one JSON object a line.")
@click.option(
    "--bot-pace",
    type=float,
    default=0.3,
    show_default=True,
    help="Seconds of the beat on which bots act at tables with people; 0: as soon as they can.",
)
@click.option(
    "--fixed-packs",
    metavar="SEED",
    help="For tests alone: a seed that fixes every pack. Nothing is sealed, nothing is rated.",
)
@options.needs("server")
def serve(
    host: str,
    port: int,
    database: str,
    trusted_proxy: str,
    public_url: str,
    uncounted: str,
    limit: tuple[str, ...],
    backup_to: str | None,
    backup_every: float,
    backup_keep: int,
    log_json: bool,
    bot_pace: float,
    fixed_packs: str | None,
) -> None:
    """Serve the game to browsers, every table kept in one SQLite file.

    Example: rebelote serve --port 8080 --database club.sqlite --backup-to copies
    """
    from rebelote.server import app as server
    from rebelote.server.ops.backup import BackupSchedule

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
    )


@click.command()
@click.argument("to")
@options.database
@options.needs("server")
def backup(to: str, database: str) -> None:
    """Copy a server's file, checked and whole, also while it is served.

    TO is a new file; or a folder, in which the copy is called by its time.

    Example: rebelote backup copies --database club.sqlite
    """
    from rebelote.server.ops.backup import back_up, damage_told

    with damage_told(database):
        print(f"the copy is {back_up(database, to)}")


@click.command()
@click.argument("copy")
@options.database
@click.option("--force", is_flag=True, help="Put it in the place of a file that is there already.")
@options.needs("server")
def restore(copy: str, database: str, force: bool) -> None:
    """Make a copy the file of a server again; all its tables go on.

    COPY is what `rebelote backup` has written.

    Example: rebelote restore copies/rebelote-20260131T204500Z.sqlite --database club.sqlite
    """
    from rebelote.server.ops import backup as copies

    copies.restore(copy, database, force)
    print(f"{database} is what {copy} was; serve it with: rebelote serve --database {database}")


@click.command()
@options.database
@click.option(
    "--wait/--no-wait",
    default=True,
    show_default=True,
    help="Come back only when the server has ended.",
)
def drain(database: str, wait: bool) -> None:
    """End a server once its deals are over, within 150 seconds; what is left is frozen, not lost.

    Example: rebelote drain --database club.sqlite
    """
    from rebelote.server.storage import lock_file

    process = lock_file.ask_to_drain(database)
    print(f"the server (process {process}) ends when its deals are over", flush=True)
    if wait:
        lock_file.await_end(database)


COMMANDS = (serve, backup, restore, drain)
