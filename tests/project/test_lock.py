"""No file is installed but those whose hashes stand beside the pins."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import lock
import pytest
import wheels

TOOL = Path(lock.__file__)
WHEEL = "belote_peer-1.0-py3-none-any.whl"
SOURCES = "belote_peer-1.0.tar.gz"
ELSEWHERE = "belote_peer-1.0-cp311-cp311-win_amd64.whl"
OTHERS = {
    SOURCES: "the sources",
    ELSEWHERE: "for another machine",
    "belote_peer-1.1-py3-none-any.whl": "another version",
    "belote_peer-1.0.exe": "nothing that pip installs",
}


Index = tuple[Path, dict[str, str]]
Ran = subprocess.CompletedProcess[str]


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def make_wheel(path: Path, code: str) -> None:
    info = "belote_peer-1.0.dist-info"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr("belote_peer.py", code)
        wheel.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: belote-peer\nVersion: 1.0")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any")
        wheel.writestr(f"{info}/RECORD", "")


class Answering(SimpleHTTPRequestHandler):
    """Serves a folder; pages are JSON of the packages' index."""

    def guess_type(self, path: str | os.PathLike[str]) -> str:
        return lock.JSON if str(path).endswith(".html") else "application/octet-stream"

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    """Yield the folder of a package index, and the settings that let pip use it."""
    folder = tmp_path / "simple" / "belote-peer"
    folder.mkdir(parents=True)
    make_wheel(folder / WHEEL, "print('a peer')")
    for name, content in OTHERS.items():
        (folder / name).write_text(content, encoding="utf-8")
    list_files(folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Answering, directory=tmp_path)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/simple"
        ours = {key: value for key, value in os.environ.items() if not key.startswith("PIP_")}
        yield folder, ours | {"PIP_CONFIG_FILE": os.devnull, "PIP_INDEX_URL": address}
        server.shutdown()


def list_files(folder: Path) -> None:
    files = [
        {"filename": path.name, "url": path.name, "hashes": {"sha256": sha256(path.read_bytes())}}
        for path in sorted(folder.iterdir())
        if path.name != "index.html"
    ]
    page = {"meta": {"api-version": "1.0"}, "name": "belote-peer", "files": files}
    (folder / "index.html").write_text(json.dumps(page), encoding="utf-8")


def run(environment: dict[str, str], *arguments: str) -> Ran:
    """Run Python with pip's settings."""
    command = [sys.executable, *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True)


def install(environment: dict[str, str], pins: Path, *options: str) -> Ran:
    """Install as the Makefile does, into a folder beside the pins."""
    where = ("--no-cache-dir", "--target", str(pins.parent / "installed"), *options)
    asked = ("--require-hashes", "--requirement", str(pins))
    return run(environment, "-m", "pip", "install", *where, *asked)


def pin_of_the_peer(tmp_path: Path) -> Path:
    pins = tmp_path / "pins.txt"
    pins.write_text("belote_peer==1.0\n", encoding="utf-8")
    return pins


@pytest.mark.full
def test_every_file_of_a_pinned_version_is_written_down_and_no_address(
    index: Index, tmp_path: Path
) -> None:
    folder, environment = index
    pins = pin_of_the_peer(tmp_path)
    assert run(environment, str(TOOL), "--check", str(pins)).returncode == 1
    assert run(environment, str(TOOL), str(pins)).returncode == 0
    assert run(environment, str(TOOL), "--check", str(pins)).returncode == 0
    files = (folder / name for name in (WHEEL, SOURCES, ELSEWHERE))
    expected = sorted(sha256(file.read_bytes()) for file in files)
    text = pins.read_text(encoding="utf-8")
    assert lock.read(text) == [lock.Pin("belote_peer", "1.0", tuple(expected))]
    assert "127.0.0.1" not in text


@pytest.mark.full
def test_a_file_that_was_exchanged_is_not_installed(index: Index, tmp_path: Path) -> None:
    folder, environment = index
    pins = pin_of_the_peer(tmp_path)
    assert run(environment, str(TOOL), str(pins)).returncode == 0
    good = install(environment, pins)
    assert good.returncode == 0, good.stderr
    assert (tmp_path / "installed" / "belote_peer.py").exists()
    (folder / SOURCES).unlink()  # pip would take them instead: their hash still holds
    make_wheel(folder / WHEEL, "print('a stranger')")
    list_files(folder)
    bad = install(environment, pins, "--upgrade")
    assert bad.returncode != 0
    assert sha256((folder / WHEEL).read_bytes()) in bad.stderr
    assert "a peer" in (tmp_path / "installed" / "belote_peer.py").read_text(encoding="utf-8")


@pytest.mark.full
def test_without_packages_of_the_right_hash_the_client_has_no_offline_play(
    index: Index, tmp_path: Path
) -> None:
    """A download that fails leaves nothing behind, says so, and stops no build."""
    _, environment = index
    exchanged = tmp_path / "simple" / "msgspec"
    exchanged.mkdir()
    python = next(option for option in wheels.platform() if "--platform" in option)
    version = next(pin.version for pin in lock.pinned("constraints.txt") if pin.name == "msgspec")
    make_wheel(exchanged / f"msgspec-{version}-cp314-cp314-{python.partition('=')[2]}.whl", "")
    list_files(exchanged)
    folder = tmp_path / "wheels"
    done = run({**environment, "PIP_NO_CACHE_DIR": "1"}, wheels.__file__, str(folder))
    assert (done.returncode, done.stderr.endswith(f"{wheels.MISSING}\n")) == (0, True), done.stderr
    assert "DO NOT MATCH THE HASHES" in done.stderr
    assert not [*folder.iterdir()]


@pytest.mark.full
def test_a_version_that_the_index_does_not_have_is_said(index: Index, tmp_path: Path) -> None:
    _, environment = index
    pins = tmp_path / "pins.txt"
    pins.write_text("belote_peer==2.0\n", encoding="utf-8")
    done = run(environment, str(TOOL), str(pins))
    assert (done.returncode, done.stderr) == (1, "The index has no file of belote_peer 2.0.\n")
    assert pins.read_text(encoding="utf-8") == "belote_peer==2.0\n"


@pytest.mark.parametrize("line", ["belote_peer", "belote_peer>=1", "belote_peer==1 --hash=md5:00"])
def test_a_line_that_is_no_pin_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="neither a pin nor a hash"):
        lock.read(line)
