"""Pins of the kernel's crates: Cargo's lock file, kept here without download addresses.

`python kernel/pins.py restore` writes Cargo.lock from Cargo.pins, asking cargo where packages come
from; `python kernel/pins.py save` writes Cargo.pins from Cargo.lock.
"""

import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
LOCK = HERE / "Cargo.lock"
PINS = HERE / "Cargo.pins"
SOURCE = re.compile(r"^source = .*\n", re.MULTILINE)
CHECKSUM = re.compile(r"^(?=checksum = )", re.MULTILINE)


def save() -> None:
    """Write the lock file without its sources; names, versions and checksums stay."""
    PINS.write_text(SOURCE.sub("", LOCK.read_text(encoding="utf-8")), encoding="utf-8")


def restore() -> None:
    """Put back before each checksum the source that cargo itself writes."""
    pins = PINS.read_text(encoding="utf-8")
    if LOCK.exists() and SOURCE.sub("", LOCK.read_text(encoding="utf-8")) == pins:
        return
    LOCK.unlink(missing_ok=True)
    manifest = str(HERE / "Cargo.toml")
    subprocess.run(["cargo", "generate-lockfile", "-q", "--manifest-path", manifest], check=True)
    source = SOURCE.search(LOCK.read_text(encoding="utf-8"))
    if source is None:
        sys.exit("cargo names no source in its lock file")
    LOCK.write_text(CHECKSUM.sub(lambda _: source.group(), pins), encoding="utf-8")


if __name__ == "__main__":
    {"save": save, "restore": restore}[sys.argv[1]]()
