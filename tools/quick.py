"""The first answer after a change: `make test-quick`.

Tests of the rules, the client and each package (tests/quick.txt), and linters and types of what
changed: of the files that differ from the branch that is followed, or from the last commit.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

HOME: Final = Path(__file__).resolve().parent.parent
BIN: Final = HOME / ".venv" / "bin"


class Job(NamedTuple):
    """A command, and where it runs."""

    name: str
    command: tuple[str, ...]
    folder: Path = HOME


class Answer(NamedTuple):
    """The end of a job."""

    job: Job
    status: int
    output: str
    seconds: float


def run(job: Job) -> Answer:
    """Run a job to its end."""
    began = time.monotonic()
    path = os.pathsep.join((str(BIN), os.environ["PATH"]))  # where `make setup` may put Node.js
    done = subprocess.run(
        job.command,
        cwd=job.folder,
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    return Answer(job, done.returncode, done.stdout, time.monotonic() - began)


def lines_of(*command: str) -> list[str]:
    """Return the lines that git prints; none where it fails, or outside a checkout."""
    try:
        done = subprocess.run(command, cwd=HOME, capture_output=True, text=True, check=False)
    except OSError:
        return []
    return done.stdout.splitlines() if done.returncode == 0 else []


def changed() -> list[str]:
    """Return the files changed since this branch left the one it follows, and new ones."""
    base = lines_of("git", "merge-base", "HEAD", "@{upstream}") or ["HEAD"]
    differ = lines_of("git", "diff", "--name-only", "--diff-filter=d", base[0])
    return sorted({*differ, *lines_of("git", "ls-files", "--others", "--exclude-standard")})


def tests() -> Iterator[Job]:
    """Yield the jobs that are always run."""
    spread = ("--quiet", "--numprocesses=2", "--dist=loadscope")
    yield Job("Python tests", (str(BIN / "pytest"), *spread, "@tests/quick.txt"))
    yield Job("client tests", ("npm", "test", "--silent"), HOME / "web")


def of_python(files: list[str]) -> Iterator[Job]:
    """Yield the checks of style and types of Python files."""
    if files:
        yield Job("style", (str(BIN / "ruff"), "check", *files))
        yield Job("format", (str(BIN / "ruff"), "format", "--check", *files))
        yield Job("types", (str(BIN / "mypy"),))
    if any(name.startswith("src/rebelote/") for name in files):
        yield Job("generated files", ("make", "--silent", "check-generated"))


def of_client(files: list[str]) -> Iterator[Job]:
    """Yield the checks of style and types of the client; types of all files at once."""
    web = HOME / "web"
    if within := [name.removeprefix("web/") for name in files if name.startswith("web/")]:
        known = ("--ignore-unknown", "--log-level", "warn")
        yield Job("client format", ("npx", "prettier", "--check", *known, *within), web)
        yield Job("client types", ("npm", "run", "--silent", "types"), web)
    if code := [name for name in within if name.endswith((".ts", ".svelte", ".js", ".mjs"))]:
        yield Job("client style", ("npx", "eslint", "--no-warn-ignored", *code), web)


def of_kernel(files: list[str]) -> Iterator[Job]:
    """Yield the checks of format, lints and stubs of the kernel."""
    if any(name.startswith("kernel/") for name in files):
        yield Job("kernel", ("make", "--silent", "check-kernel"))


def main() -> int:
    """Run everything at once; print what failed, and how long each part took."""
    files = changed()
    python = [name for name in files if name.endswith(".py")]
    jobs = [*tests(), *of_python(python), *of_client(files), *of_kernel(files)]
    began = time.monotonic()
    failed = 0
    with ThreadPoolExecutor(3) as pool:
        for answer in pool.map(run, jobs):
            failed += answer.status != 0
            verdict = "failed" if answer.status else "passed"
            print(f"{answer.job.name}: {verdict} ({answer.seconds:.1f} s)", flush=True)
            if answer.status:
                print(answer.output, flush=True)
    print(f"{len(files)} changed files looked at; {time.monotonic() - began:.0f} s in all")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
