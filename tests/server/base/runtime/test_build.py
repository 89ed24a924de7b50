"""The build: the same for the same code, another once anything of it changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from rebelote.server.base.runtime.build import build_id


@pytest.fixture
def package(tmp_path: Path) -> Path:
    for name in ("rules/play.py", "rules/weights.json", "server/static/app.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1")
    return tmp_path


def asked_again(package: Path) -> str:
    build_id.cache_clear()
    return build_id(package)


@pytest.mark.parametrize("name", ["rules/play.py", "rules/weights.json", "rules/new.sql"])
def test_another_code_or_data_is_another_build(package: Path, name: str) -> None:
    before = asked_again(package)
    (package / name).write_text("2")
    assert asked_again(package) != before


@pytest.mark.parametrize(
    "name", ["server/static/app.py", "rules/__pycache__/play.pyc", "_kernel.abi3.so"]
)
def test_what_is_made_of_the_sources_makes_no_other_build(package: Path, name: str) -> None:
    before = asked_again(package)
    (package / name).parent.mkdir(exist_ok=True)
    (package / name).write_text("2")
    assert asked_again(package) == before


def test_a_file_that_goes_by_another_name_makes_another_build(package: Path) -> None:
    before = asked_again(package)
    (package / "rules/play.py").rename(package / "rules/law.py")
    assert asked_again(package) != before


def test_the_build_of_this_package_is_short_and_stays() -> None:
    assert len(build_id()) == 12
    assert build_id() == asked_again(Path(__file__).parents[4] / "src" / "rebelote")
