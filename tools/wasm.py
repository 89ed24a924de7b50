"""Builds the kernel for the page: WebAssembly, without Python.

The compiler's part for it is fetched by rustup where rustup is. Debian's compiler (`rustc-web`) has
no such part: it is compiled from its sources, which root installs. Where neither can be had, the
client is built without the kernel, and the page plays at the levels that search nothing.
"""

from __future__ import annotations

import os
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
FROM_SOURCES: Final = ("-Z", "build-std=std,panic_abort")
"""Words more for a compiler that compiles its own part first."""
SETTINGS: Final = {
    "RUSTC_BOOTSTRAP": "1",  # or no stable compiler takes `-Z`
    "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER": "wasm-ld",  # Debian's, of the package lld
}
DEBIAN: Final = ("apt-get", "install", "--yes", "--no-remove", "rust-web-src", "lld")
PATIENCE: Final = 120
"""Seconds to fetch the compiler's part in."""
MISSING: Final = f"""\
Rust cannot compile for {TARGET} here, so the page has no solver and its bots search
nothing; all else works. To try again: `rustup target add {TARGET}`, or on Debian
`apt-get install rustc-web cargo-web rust-web-src lld`, then
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
    if not can_compile():
        output("rustup", "target", "add", TARGET)
    if can_compile():
        _restore_pins()
        subprocess.run(BUILD, cwd=HOME, check=True)
        return True
    if not has_sources() and _is_debian():
        output(*DEBIAN)
    return has_sources() and _build_from_sources()


def has_sources() -> bool:
    """Return whether the compiler's part can be compiled: its sources and a linker are here."""
    home = output("rustc", "--print", "sysroot")
    if home is None or shutil.which("wasm-ld") is None:
        return False
    return (Path(home) / "lib" / "rustlib" / "src" / "rust" / "library" / "std").is_dir()


def _is_debian() -> bool:
    """Return whether the compiler is Debian's, and packages may be installed."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return root and output("dpkg", "--status", "rustc-web") is not None


def _build_from_sources() -> bool:
    """Build it all; False where that fails: it needs a network, or what cargo has stored."""
    _restore_pins()
    command = (*BUILD, *FROM_SOURCES)
    return subprocess.run(command, cwd=HOME, env=os.environ | SETTINGS, check=False).returncode == 0


def _restore_pins() -> None:
    subprocess.run([sys.executable, "kernel/pins.py", "restore"], cwd=HOME, check=True)


def main() -> None:
    """Build the kernel, or say what the page lacks without it."""
    if not build():
        print(MISSING, file=sys.stderr)


if __name__ == "__main__":
    main()
