"""Builds the kernel for the page: WebAssembly, without Python.

The compiler's part for it is fetched by rustup where rustup is. Where there is none, the client is
built without the kernel, and the page plays at the levels that search nothing.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

HOME: Final = Path(__file__).resolve().parents[1]
TARGET: Final = "wasm32-unknown-unknown"
KERNEL: Final = HOME / "kernel" / "target" / TARGET / "release" / "_kernel.wasm"
"""Where the client's build (`web/offline.ts`) looks for it."""
BUILD: Final = (
    "cargo", "build", "--quiet", "--release", "--locked", "--target", TARGET,
    "--no-default-features", "--features", "wasm", "--manifest-path", "kernel/Cargo.toml",
)  # fmt: skip
PATIENCE: Final = 120
"""Seconds to fetch the compiler's part in."""
MISSING: Final = f"""\
Rust cannot compile for {TARGET} here, so the page has no solver and its bots search
nothing; all else works. To try again: `rustup target add {TARGET}`, then
`rm .venv/done/kernel-wasm; make setup`."""


def output(*command: str) -> str | None:
    """Return what a command prints; None where it fails, or takes too long."""
    if shutil.which(command[0]) is None:
        return None
    try:
        done = subprocess.run(
            command, cwd=HOME, capture_output=True, text=True, check=False, timeout=PATIENCE
        )
    except subprocess.TimeoutExpired:
        return None
    return None if done.returncode else done.stdout.strip()


def can_compile() -> bool:
    """Return whether the compiler has its part for the target."""
    folder = output("rustc", "--print", "target-libdir", "--target", TARGET)
    return folder is not None and any(Path(folder).glob("libcore-*"))


def build() -> bool:
    """Build the kernel; False where it cannot be, and then none is there."""
    KERNEL.unlink(missing_ok=True)
    if not can_compile() and output("rustup", "target", "add", TARGET) is None:
        return False
    if not can_compile():
        return False
    subprocess.run([sys.executable, "kernel/pins.py", "restore"], cwd=HOME, check=True)
    subprocess.run(BUILD, cwd=HOME, check=True)
    return True


if __name__ == "__main__":
    if not build():
        print(MISSING, file=sys.stderr)
