"""A package built here: complete, and running where nothing else is installed."""

from __future__ import annotations

import fcntl
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from importlib.metadata import distributions
from pathlib import Path

import environments
import pytest
from environments import Environment
from playing import play_a_card
from server_process import Server, seated

CLIENT = environments.PACKAGE / "server" / "static" / "index.html"
PYRIGHT = environments.HOME / "build" / "pyright-packages"
"""Where `make check-examples` and `make test-full` put it."""
SERVER = environments.PACKAGE / "server"
CARRIED = {
    path.relative_to(environments.PACKAGE.parent).as_posix()
    for path in (
        *(SERVER / "base" / "storage" / "migrations").glob("*.sql"),
        *(SERVER / "static" / "assets" / "offline").rglob("*.*"),
    )
    if path.is_file()
}
"""The schema, and all that the page stores for offline play, its kernel included."""
pytestmark = [
    pytest.mark.skipif(not shutil.which("cargo"), reason="without Rust there is no kernel to pack"),
    pytest.mark.skipif(not CLIENT.is_file(), reason="the client is not built: run `make setup`"),
]


def pip(*words: str | Path) -> None:
    """Run pip, which asks no index here."""
    command = [sys.executable, "-m", "pip", "--quiet", *map(str, words)]
    said = subprocess.run(command, cwd=environments.HOME, capture_output=True, text=True)
    assert said.returncode == 0, said.stderr


def installed(wheel: Path, folder: Path, extra: str) -> Environment:
    """Install a wheel with its requirements into an environment."""
    made = Environment(folder)
    pip("--python", made.python, "install", "--no-index", "--no-deps", wheel)
    (ours,) = distributions(name="rebelote", path=[str(made.packages)])
    made.link(*environments.required(ours.requires or (), extra).values())
    return made


class Installed(Server):
    """A server by the command that a wheel has installed, without a look at the sources."""

    def __init__(self, where: Environment) -> None:
        super().__init__(where.folder / "club.sqlite")
        self.program = ("env", "-u", "PYTHONPATH", str(where.folder / "bin" / "rebelote"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the package: one worker at a time, as all do it in one folder."""
    folder = tmp_path_factory.mktemp("dist")
    with (tmp_path_factory.getbasetemp().parent / "wheel.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ".")
    (made,) = folder.iterdir()
    return made


@pytest.mark.full
def test_a_wheel_serves_the_game_where_nothing_else_is_installed(
    wheel: Path, tmp_path: Path
) -> None:
    assert re.search(r"-cp311-abi3-\w+\.whl$", wheel.name)
    names = zipfile.ZipFile(wheel).namelist()
    assert not CARRIED - {*names}
    assert "rebelote/py.typed" in names
    assert {name.rpartition("/licenses/")[2] for name in names if "/licenses/" in name} >= {
        "LICENSE",
        "THIRD-PARTY.txt",
    }
    where = installed(wheel, tmp_path / "environment", "server")
    place = where.run("-c", "import rebelote, rebelote._kernel as k; print(k.__file__)")
    assert Path(place.stdout.strip()).is_relative_to(where.folder), place.stderr
    server = Installed(where)
    server.start()
    try:
        status, page = server.get("/")
        assert status == 200
        parts = re.findall(r'(?:src|href)="(/assets/[^"]+)"', page.decode())
        assert parts and {server.get(part)[0] for part in parts} == {200}
        received = json.loads(server.get("/health")[1])
        assert received["actual"]["client"] and received["actual"]["kernel"]
        person = seated(server)
        play_a_card(person)
        person.close()
    finally:
        server.stop()


@pytest.mark.full
def test_the_types_of_the_examples_are_right_by_two_checkers(wheel: Path, tmp_path: Path) -> None:
    where = installed(wheel, tmp_path / "environment", "server")
    where.link(*environments.required(environments.asked_for("learn")).values())
    programs = tmp_path / "examples"
    shutil.copytree(environments.HOME / "examples", programs)
    (programs / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}', encoding="utf-8")
    paths = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    mypy = ["mypy", "--strict", "--python-executable", str(where.python), "."]
    pyright = ["pyright", "--pythonpath", str(where.python), "."]
    for words in (mypy, pyright) if PYRIGHT.is_dir() else (mypy,):
        done = subprocess.run(
            [sys.executable, "-m", *words],
            cwd=programs,
            capture_output=True,
            text=True,
            env={**environments.outside(), **paths, "PYTHONPATH": str(PYRIGHT)},
        )
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    "hook", ["get_requires_for_build_wheel()", "get_requires_for_build_editable()"]
)
def test_a_build_without_cargo_says_so_in_one_sentence(hook: str) -> None:
    said = subprocess.run(
        [sys.executable, "-c", f"import backend; backend.{hook}"],
        capture_output=True,
        text=True,
        env={
            "PATH": "",
            "CARGO": "/nowhere/cargo",
            "PYTHONPATH": str(environments.HOME / "tools" / "build"),
        },
    )
    assert said.returncode == 1 and said.stderr.count("\n") == 1, said.stderr
    assert "there is no cargo here: install Rust" in said.stderr


@pytest.mark.full
def test_a_wheel_can_leave_the_client_out(tmp_path: Path) -> None:
    made = tmp_path / "rebelote-1-cp311-abi3-any.whl"
    listed = "rebelote/__init__.py,,\nrebelote/server/static/index.html,,\n"
    with zipfile.ZipFile(made, "w") as whole:
        whole.writestr("rebelote/__init__.py", "")
        whole.writestr("rebelote/server/static/index.html", "page")
        whole.writestr("rebelote-1.dist-info/RECORD", listed)
    script = (
        "import sys, backend; from pathlib import Path\n"
        "assert backend.includes_client(None) and backend.includes_client({'client': 'yes'})\n"
        "if not backend.includes_client({'client': 'no'}):\n"
        "    backend.leave_out(Path(sys.argv[1]), 'rebelote/server/static/')\n"
        "backend.includes_client({'client': 'maybe'})"
    )
    said = subprocess.run(
        [sys.executable, "-c", script, str(made)],
        capture_output=True,
        text=True,
        env={**environments.outside(), "PYTHONPATH": str(environments.HOME / "tools" / "build")},
    )
    assert "client=maybe: it is yes or no" in said.stderr
    with zipfile.ZipFile(made) as small:
        assert small.namelist() == ["rebelote/__init__.py", "rebelote-1.dist-info/RECORD"]
        assert small.read("rebelote-1.dist-info/RECORD") == b"rebelote/__init__.py,,\n"


@pytest.mark.full
def test_the_sources_hold_the_client_and_all_that_builds_a_wheel(tmp_path: Path) -> None:
    script = "import sys, backend; print(backend.build_sdist(sys.argv[1]))"
    command = [sys.executable, "-c", script, str(tmp_path)]
    said = subprocess.run(
        command,
        cwd=environments.HOME,
        capture_output=True,
        text=True,
        env={**environments.outside(), "PYTHONPATH": "tools/build"},
    )
    assert said.returncode == 0, said.stderr
    (made,) = tmp_path.iterdir()
    with tarfile.open(made) as sources:
        names = {name.partition("/")[2] for name in sources.getnames()}
    expected = {
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "THIRD-PARTY.txt",
        "tools/build/backend.py",
    }
    kernel = {"kernel/Cargo.toml", "kernel/Cargo.lock", "kernel/Cargo.pins", "kernel/pins.py"}
    package = {"src/rebelote/__init__.py", "src/rebelote/server/static/index.html"}
    carried = {f"src/{name}" for name in CARRIED}
    assert not (expected | kernel | package | carried) - names
    assert not [name for name in names if name.endswith((".so", ".pyc", ".sqlite"))]
