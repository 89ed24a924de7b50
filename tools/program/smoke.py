"""Tries the program in one file: in an empty folder, without Python in reach, killed in between.

`python -m program.smoke` exits with a sentence where something is wrong.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any, Final
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, ProxyHandler, Request, build_opener

from program.build import PROGRAM

PORT: Final = 18_000
PATIENCE: Final = 180.0
"""Seconds until it answers: the first start unpacks the program, and a scanner may read it."""
KEPT: Final = ("SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "HOME", "USERPROFILE", "LANG")
"""Variables without which no program runs."""
ADDRESS: Final = f"http://127.0.0.1:{PORT}"
PAIRS: Final = 8

environment = {name: os.environ[name] for name in KEPT if name in os.environ}
browser = build_opener(ProxyHandler({}), HTTPCookieProcessor(CookieJar()))


def request(path: str, body: object = None) -> Any:
    """Return the answer to a request, decoded from JSON; it has to succeed."""
    data = None if body is None else json.dumps(body).encode()
    asked = Request(ADDRESS + path, data, {"Content-Type": "application/json", "Origin": ADDRESS})
    with browser.open(asked, timeout=30) as answer:
        return json.loads(answer.read())


def command(program: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the program with words, which has to succeed."""
    return subprocess.run(
        [str(program), *words],
        env=environment,
        cwd=program.parent,
        capture_output=True,
        check=True,
        timeout=PATIENCE,
        encoding="utf-8",
    )


def kill(process: int) -> None:
    """Kill a process and the one that it started, which is the program as it was unpacked."""
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(process)], check=True)
    else:
        os.killpg(process, signal.SIGKILL)


@contextmanager
def opened(program: Path) -> Iterator[str]:
    """Open the program as a secretary does, yield its first lines, and kill it at the end."""
    output = program.with_suffix(".txt")
    words = (str(program), "open", "--port", str(PORT), "--no-browser")
    with output.open("wb") as file:
        process = subprocess.Popen(
            words, env=environment, stdout=file, stderr=file, start_new_session=True
        )
    try:
        end = time.monotonic() + PATIENCE
        while "On this computer" not in output.read_text("utf-8", "replace"):
            if process.poll() is not None or time.monotonic() > end:
                sys.exit(output.read_text("utf-8", "replace") or "It does not answer.")
            time.sleep(0.2)
        yield output.read_text("utf-8", "replace")
    except HTTPError as error:
        sys.exit(f"{error} at {error.url}\n{output.read_text('utf-8', 'replace')}")
    finally:
        kill(process.pid)
        process.wait()


def check(condition: bool, fault: str) -> None:
    if not condition:
        sys.exit(fault)


def main() -> None:
    """Try it. SystemExit with a sentence where something is wrong."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        program = Path(shutil.copy2(PROGRAM, folder))
        version = command(program, "--version").stdout.strip()
        deals = command(program, "arena", "club", "beginner", "--deals", "2", "--jobs", "2")
        check("card points a deal" in deals.stdout, "The arena prints no result.")
        with opened(program) as said:
            check("rebelote.sqlite" in said, "It does not say where everything is kept.")
            actual = request("/health")["actual"]
            check(actual["client"] and actual["kernel"], f"Not everything is there: {actual}")
            request("/api/me", {"name": "Simone"})
            name = {"name": "Concours d’essai", "format": {"preset": "french"}}
            tournament = request("/api/tournaments", name)
            here = f"/api/tournaments/{tournament['tournament']}"
            check(request(here)["name"] == name["name"], "The tournament has another name.")
            again = command(program, "open", "--port", str(PORT), "--no-browser").stdout
            check("localhost" in again, "A second start does not find the first.")
        check((program.parent / "rebelote.sqlite").exists(), "The file is not beside the program.")
        with opened(program):
            check(request(here)["name"] == name["name"], "The tournament is gone.")
        print(f"{PROGRAM.name} {version}: {PROGRAM.stat().st_size / 1e6:.0f} MB, all is well")


if __name__ == "__main__":
    main()
