"""Ids of messages: acknowledged again with the same content, refused with other content."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from company import open_table
from databases import looking_into
from server_process import Person, Server, seated, serving


def second_deal(view: dict[str, Any]) -> bool:
    return bool(view["deal_number"] > 1 and view["phase"] in ("deal_over", "match_over"))


def own_turn(view: dict[str, Any]) -> bool:
    return bool(view["legal"])


def repeated(person: Person, message: dict[str, Any]) -> dict[str, Any]:
    """Send a message, and return its answer."""
    person.send(message)
    return person.receive("ack", "refused")


@pytest.mark.parametrize("restart", [False, True], ids=["", "after a restart"])
def test_every_id_of_finished_deals_keeps_its_content(tmp_path: Path, restart: bool) -> None:
    with serving(tmp_path / "log.sqlite") as server, closing(seated(server)) as person:
        person.play_until(second_deal)
        person.play_until(lambda view: view["deal_number"] > 2 and own_turn(view))
        done = {asked: person.asked[asked] for asked in person.acked}
        assert len(done) > 18
        if restart:
            person.close()
            server.kill()
            server.start()
            person.sit()
            person.play_until(own_turn)
        version, action = person.version, (person.action() or {})["action"]
        for asked, message in done.items():
            other = {"type": "act", "id": asked, "expect": version, "action": action}
            assert repeated(person, other)["code"] == "id-used"
            assert repeated(person, message)["version"] == person.acked[asked]
        assert person.version == version, "nothing was carried out"
        assert repeated(person, {**other, "id": "fresh"})["type"] == "ack"


def test_what_a_command_expects_is_part_of_its_content(server: Server) -> None:
    with closing(seated(server)) as person:
        person.play_until(own_turn)
        message = person.action() or {}
        assert repeated(person, message)["type"] == "ack"
        person.receive("update")
        person.play_until(own_turn)
        later = {**message, "expect": person.version}
        assert repeated(person, later)["code"] == "id-used"


def test_an_id_of_a_seat_is_not_one_of_an_action(server: Server) -> None:
    with closing(open_table(server)) as host:
        sit = {"type": "seat_bot", "id": "bot", "seat": 1}
        version = repeated(host, sit)["version"]
        assert repeated(host, {**sit, "seat": 2})["code"] == "id-used"
        assert repeated(host, {"type": "pause", "id": "bot", "on": True})["code"] == "id-used"
        assert repeated(host, sit)["version"] == version
        assert host.ask("begin")["type"] == "ack"
        host.play_until(own_turn)
        action = {**(host.action() or {}), "id": "bot"}
        assert repeated(host, action)["code"] == "id-used"


def test_a_message_of_an_older_release_is_acknowledged_again(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite") as server, closing(seated(server)) as person:
        person.play_until(own_turn)
        message = person.action() or {}
        version = repeated(person, message)["version"]
        person.close()
        server.stop()
        with looking_into(server.database) as file:
            file.execute("UPDATE log SET content = NULL")
            file.commit()
        server.start()
        person.sit()
        assert repeated(person, message)["version"] == version
