"""`THIRD-PARTY.txt` lists all that a wheel holds of others."""

from __future__ import annotations

import re
import tomllib

import notices
from documented import HOME

IMPORT = re.compile(r"""(?:from|import) ['"](@[\w-]+/[\w-]+|[\w-]+)(?:/[\w./-]+)?['"]""")
ONLY_BUILD = {
    *("heck", "proc-macro2", "pyo3-build-config", "pyo3-macros", "pyo3-macros-backend", "quote"),
    *("rebelote-kernel", "syn", "target-lexicon", "unicode-ident"),
}
"""Crates of which nothing ends in the kernel, and our own."""


def test_every_notice_is_of_the_version_that_is_pinned() -> None:
    assert notices.missing() == []


def test_every_package_that_the_client_imports_is_listed() -> None:
    sources = [
        path for path in (HOME / "web" / "src").rglob("*") if path.suffix in (".ts", ".svelte")
    ]
    imported = {name for path in sources for name in IMPORT.findall(path.read_text("utf-8"))}
    assert "svelte" in imported
    assert imported - {*notices.FROM_NPM} == set()


def test_every_crate_is_listed_or_builds_only() -> None:
    pins = tomllib.loads((HOME / "kernel" / "Cargo.pins").read_text("utf-8"))["package"]
    assert {crate["name"] for crate in pins} == {*notices.FROM_CARGO, *ONLY_BUILD}


def test_the_package_holds_the_notices() -> None:
    project = tomllib.loads((HOME / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["license-files"] == ["LICENSE", "THIRD-PARTY.txt"]
