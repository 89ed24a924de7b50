"""A copy of the checkout in which faults are put, with what `make setup` has made.

The libraries and Node's modules are linked. The kernel and the client are built there when a test
needs them, and only then; what was built without a fault comes back with the sources.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from faults import HOME, Fault

TARGET: Final = HOME / "build" / "seeded_faults"
"""Where cargo keeps what does not differ from run to run."""
LINKED: Final = (".venv", "web/node_modules", "web/wheels")
KERNEL: Final = "src/rebelote/_kernel.abi3.so"
CLIENT: Final = "src/rebelote/server/static"
MANIFEST: Final = ("--locked", "--manifest-path", "kernel/Cargo.toml")


class Copy:
    """The copy in a folder of its own, with at most one fault in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bin = HOME / ".venv" / "bin"
        self.environment = {
            **os.environ,
            "CARGO_TARGET_DIR": str(TARGET),
            "CI": "1",  # the same examples of a property each time
            "PATH": os.pathsep.join((str(self.bin), os.environ["PATH"])),
            "PYTHONPATH": str(folder / "src"),
        }
        self._original = folder / "build" / "original"
        self._fault: Fault | None = None
        self._client_is_faulty = False

    def check(self) -> None:
        """Stop unless Python imports what lies here."""
        asked = (str(self.bin / "python"), "-c", "import rebelote; print(rebelote.__file__)")
        result = self.output(asked)
        if not Path(result).is_relative_to(self.folder):
            sys.exit(f"Python imports {result}, and not what lies in {self.folder}.")

    def output(self, command: Sequence[str], within: str = "") -> str:
        """Run a command here, and return its output; CalledProcessError where it fails."""
        done = subprocess.run(
            command,
            cwd=self.folder / within,
            env=self.environment,
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
        return done.stdout.strip()

    # --- faults

    def put(self, fault: Fault) -> None:
        """Put a fault in its place, and in the kernel where it is one of the kernel's."""
        self._fault = fault
        path = self.folder / fault.file
        text = path.read_text("utf-8")
        self._original.parent.mkdir(exist_ok=True)
        shutil.copy2(path, self._original)
        if text.count(fault.old) != 1:
            sys.exit(f"{fault.name}: its old text does not occur once in {fault.file}.")
        if fault.in_kernel:
            self._keep(KERNEL, self.build_kernel)
        path.write_text(text.replace(fault.old, fault.new), "utf-8")
        if fault.in_kernel:
            self.build_kernel()

    def restore(self) -> None:
        """Take the fault out again.

        Python knows by the time of a file that it is the old one, and cargo that it is another.
        """
        if self._fault is not None:
            path = self.folder / self._fault.file
            shutil.copy2(self._original, path)
            if self._fault.in_kernel:
                path.touch()
                shutil.copy2(self._kept(KERNEL), self.folder / KERNEL)
        self._fault = None
        if self._client_is_faulty:
            self._copy_tree(self._kept(CLIENT), self.folder / CLIENT)
            self._client_is_faulty = False

    # --- what is built

    def build_kernel(self) -> None:
        """Build the native module."""
        self.output(("cargo", "build", "--quiet", "--release", "--lib", *MANIFEST))
        shutil.copy2(TARGET / "release" / "lib_kernel.so", self.folder / KERNEL)

    def _without_fault(self, act: Callable[[], None]) -> None:
        """Do something while the fault is out."""
        fault = self._fault
        self.restore()
        act()
        if fault is not None:
            self.put(fault)

    def build_client(self) -> None:
        """Build what a browser is sent: once without a fault, and with one of the client's."""
        faulty = self._fault is not None and self._fault.in_client
        if not faulty:
            self._keep(CLIENT, self._bundle)
        elif not self._client_is_faulty:
            self._without_fault(lambda: self._keep(CLIENT, self._bundle))
            self._client_is_faulty = True
            self._bundle()

    def _bundle(self) -> None:
        self.output(("npm", "run", "--silent", "build"), "web")

    def _keep(self, built: str, build: Callable[[], None]) -> None:
        """Build something without a fault, and keep it beside, where that was not done."""
        kept = self._kept(built)
        if kept.exists():
            return
        build()
        kept.parent.mkdir(exist_ok=True)
        if (self.folder / built).is_dir():
            self._copy_tree(self.folder / built, kept)
        else:
            shutil.copy2(self.folder / built, kept)

    def _kept(self, built: str) -> Path:
        return self.folder / "build" / Path(built).name

    @staticmethod
    def _copy_tree(source: Path, target: Path) -> None:
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(source, target)


@contextmanager
def copied() -> Iterator[Copy]:
    """Yield a copy with every file that git tracks, or would."""
    with TemporaryDirectory(prefix="seeded-faults-") as folder:
        copy = Copy(Path(folder).resolve())
        for name in _files():
            target = copy.folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(HOME / name, target)
        for name in LINKED:
            (copy.folder / name).symlink_to(HOME / name)
        for source in (copy.folder / "kernel" / "src").rglob("*.rs"):
            source.touch()  # what cargo keeps of another run may have a fault in it
        if (HOME / CLIENT).is_dir():
            shutil.copytree(HOME / CLIENT, copy.folder / CLIENT)
        copy.check()
        yield copy


def _files() -> list[str]:
    """Return the files of the checkout, and what `make setup` has made beside them."""
    listed = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    result = subprocess.run(listed, cwd=HOME, check=True, stdout=subprocess.PIPE, text=True).stdout
    names = {*result.split("\0"), KERNEL, "kernel/Cargo.lock"} - {""}
    return sorted(name for name in names if (HOME / name).is_file())
