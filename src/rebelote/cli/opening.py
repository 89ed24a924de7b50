"""The command that opens an evening on this computer, for people without a terminal: open."""

from __future__ import annotations

import os
import socket
import sys
import threading
import time
import webbrowser
from functools import partial
from pathlib import Path
from typing import Final
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

import click

from rebelote.cli import options

NAME: Final = "rebelote.sqlite"
PORTS: Final = 20
"""Ports that are tried, one after the other."""
PATIENCE: Final = 60.0
"""Seconds until the server has to answer: the first start unpacks and compiles."""
START: Final = "/#/guide"
"""The page that the browser opens: how to run an evening."""
NO_NETWORK: Final = (
    "Phones cannot reach this computer yet: connect it to the Wi-Fi of the hall, or switch on its\n"
    "own hotspot. Then close this window and open Rebelote again."
)


def own_folder() -> Path:
    """Return the folder of the one-file program, or else the one the command is run in.

    Where the program may not write beside itself, it is the folder *Rebelote* of the user.
    """
    if not getattr(sys, "frozen", False):
        return Path.cwd()
    beside = Path(sys.executable).resolve().parent
    if os.access(beside, os.W_OK):
        return beside
    home = Path.home() / "Rebelote"
    home.mkdir(exist_ok=True)
    return home


def is_free(port: int) -> bool:
    """Return whether a server may listen on a port, on all addresses."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        if sys.platform != "win32":  # there it would let two servers share a port
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("0.0.0.0", port))
        except OSError:
            return False
        return True


def answers(port: int) -> bool:
    """Return whether Rebelote answers on a port of this computer."""
    opener = build_opener(ProxyHandler({}))
    try:
        with opener.open(f"http://127.0.0.1:{port}/health", timeout=2) as reply:
            return b'"expected"' in reply.read(4096)
    except URLError as error:
        return getattr(error, "code", 0) == 503  # it runs, and says what is missing
    except OSError:
        return False


def _show_when_ready(port: int, show: bool) -> None:
    end = time.monotonic() + PATIENCE
    while not answers(port) and time.monotonic() < end:
        time.sleep(0.1)
    print(f"On this computer: http://localhost:{port}{START}", flush=True)
    if show:
        webbrowser.open(f"http://localhost:{port}{START}")


def phone_address(port: int) -> str | None:
    """Return the address by which phones in the same network reach this computer, if any."""
    from rebelote.server.main.app import reached_at

    host = reached_at("0.0.0.0")
    return None if host in ("localhost", "127.0.0.1") else f"http://{host}:{port}"


def _print_address(port: int) -> None:
    import segno

    if (address := phone_address(port)) is None:
        print(NO_NETWORK)
        return
    print(f"Phones in the same Wi-Fi: {address}\n")
    segno.make_qr(address).terminal(compact=sys.platform != "win32", border=2)


@click.command(name="open")
@click.option(
    "--port",
    type=click.IntRange(1, 65535 - PORTS),
    default=8000,
    show_default=True,
    help="The first port to try.",
)
@click.option("--database", default="", metavar="FILE", help=f"By default {NAME} in this folder.")
@click.option("--browser/--no-browser", default=True, show_default=True, help="Open the browser.")
@options.games
@options.needs("server")
def open_evening(port: int, database: str, browser: bool) -> None:
    """Serve the network of a hall from this computer, and open its browser.

    Prints the address for phones with its QR code. All data is one file, beside the one-file
    program. If Rebelote is open here already, only the browser is opened.

    Example: rebelote open
    """
    from rebelote.cli.service import serve
    from rebelote.server.base.storage import lock_file

    file = Path(database) if database else own_folder() / NAME
    ports = range(port, port + PORTS)
    running = next(filter(answers, ports), None)
    # Windows has no lock on the file: there any Rebelote is taken for the one that has it.
    if running is not None and (sys.platform == "win32" or lock_file.served_by(str(file))):
        _show_when_ready(running, browser)
        return
    if (free := next(filter(is_free, ports), None)) is None:
        raise ValueError(f"no port from {ports[0]} to {ports[-1]} is free: choose one with --port")
    print(f"Everything is kept in {file}. Close this window to end; nothing is lost.")
    _print_address(free)
    threading.Thread(target=partial(_show_when_ready, free, browser), daemon=True).start()
    where = ("--host", "0.0.0.0", "--port", str(free), "--database", str(file))
    serve.main(where, prog_name="rebelote serve", standalone_mode=False)
