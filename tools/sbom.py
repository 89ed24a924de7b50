"""Writes what a release is made of as an SBOM (CycloneDX 1.6, JSON) to the standard output.

It lists what is pinned: packages of Python that the server runs with, crates of the kernel, and
modules of the client, each with the digest that is checked before it is installed.
"""

from __future__ import annotations

import base64
import json
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import lock

import rebelote

HOME: Final = Path(__file__).parent.parent
ALGORITHMS: Final = {"sha256": "SHA-256", "sha384": "SHA-384", "sha512": "SHA-512"}

Component = dict[str, Any]


def document() -> Component:
    """Return the whole SBOM."""
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "name": "rebelote",
                "version": rebelote.__version__,
                "purl": f"pkg:pypi/rebelote@{rebelote.__version__}",
                "licenses": [{"license": {"id": "Apache-2.0"}}],
            }
        },
        "components": [*_packages(), *_crates(), *_modules()],
    }


def _component(kind: str, name: str, version: str, algorithm: str, *digests: str) -> Component:
    return {
        "type": "library",
        "name": name,
        "version": version,
        "purl": f"pkg:{kind}/{name.replace('@', '%40')}@{version}",
        "hashes": [{"alg": algorithm, "content": digest} for digest in digests],
    }


def _packages() -> Iterator[Component]:
    for pin in lock.pinned("constraints.txt"):
        yield _component("pypi", pin.name, pin.version, "SHA-256", *pin.hashes)


def _crates() -> Iterator[Component]:
    pins = tomllib.loads((HOME / "kernel" / "Cargo.pins").read_text("utf-8"))["package"]
    for crate in pins:
        if digest := crate.get("checksum"):  # the kernel itself has none
            yield _component("cargo", crate["name"], crate["version"], "SHA-256", digest)


def _modules() -> Iterator[Component]:
    """Yield the modules that the client is built from and with."""
    locked = json.loads((HOME / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    for path, module in locked.items():
        if digest := module.get("integrity"):
            algorithm, _, text = digest.partition("-")
            name, content = path.rpartition("node_modules/")[2], base64.b64decode(text).hex()
            yield _component("npm", name, module["version"], ALGORITHMS[algorithm], content)


if __name__ == "__main__":
    json.dump(document(), sys.stdout, indent=1)
