"""The puzzles of the days: their order, their published parts, and the rating of answers."""

from __future__ import annotations

import json
import re
from datetime import date, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from http_person import PASSWORD, Browser, in_the_file
from in_process import serving_in_process
from server_process import Server

from rebelote.analysis import puzzles
from rebelote.analysis.mistakes import GROUPS, group_of
from rebelote.analysis.puzzle_choice import FIRST, TEN, by_game, chosen, drill, nearest, store
from rebelote.analysis.themes import THEMES, theme_of
from rebelote.rules.cards import CARDS
from rebelote.rules.presets import PRESETS
from rebelote.rules.records.record import Record
from rebelote.rules.refusals import IllegalActionError
from rebelote.rules.view import spectator
from rebelote.server.base.protocol import schemas
from rebelote.server.features.daily.puzzle_days import DAYS_BACK
from rebelote.server.features.history.retention import DAY
from rebelote.server.features.study import work

ENOUGH = 8
"""A kind with fewer puzzles is repeated too soon."""
OTHER = next(game for game in by_game() if game != FIRST)


def asked(server: Server, game: str = FIRST) -> puzzles.Puzzle:
    """Return the puzzle of a game that the server asks today, with its answer."""
    received = json.loads(server.get(f"/api/puzzle?preset={game}")[1])
    ((secret,),) = in_the_file(server, "SELECT value FROM secrets WHERE name = 'puzzles'")
    return chosen(date.fromisoformat(received["day"]), bytes(secret), game)


@pytest.mark.parametrize("game", by_game())
def test_none_comes_again_before_all_of_its_kind_have_come(game: str) -> None:
    kinds = by_game()[game]
    days = [date(2026, 11, 21) + timedelta(number) for number in range(len(kinds) * 8)]
    several = [chosen(day, b"a secret", game) for day in days]
    assert {one.preset for one in several} == {game}
    assert [one.kind for one in several[: len(kinds)]] == [
        one.kind for one in several[len(kinds) : 2 * len(kinds)]
    ]
    for kind, lines in kinds.items():
        of_kind = [one.id for one in several if one.kind == kind]
        first = of_kind[: len(lines)]
        assert len(set(first)) == len(first)
    assert [one.id for one in several] != [chosen(day, b"another", game).id for day in days]


def test_every_kind_of_every_game_has_puzzles_for_a_week_and_a_day() -> None:
    counts = {
        (game, kind): len(lines) for game, of in by_game().items() for kind, lines in of.items()
    }
    assert not {name: count for name, count in counts.items() if count < ENOUGH}
    assert {"bela", "pilotta", "baloot", "bazar-blot"} <= set(by_game())


def test_who_plays_by_other_rules_is_asked_a_puzzle_of_the_game_nearest_to_them() -> None:
    assert [nearest(game) for game in by_game()] == list(by_game())
    assert nearest(None) == nearest("no-rule-set") == FIRST
    kinds = {preset: rules.auction.auction_kind for preset, rules in PRESETS.items()}
    received = {kinds[game] for game in by_game()}
    for preset, kind in kinds.items():
        assert kinds[nearest(preset)] == kind or kind not in received
    assert nearest("flemish3") == "flemish"


def test_each_game_has_a_puzzle_of_its_own_and_all_count_for_the_same_days_in_a_row(
    server: Server,
) -> None:
    ann = Browser(server, "Ann Games")
    first, other = (ann.get(f"/api/puzzle?preset={game}") for game in (FIRST, OTHER))
    assert (first["preset"], other["preset"]) == (FIRST, OTHER)
    assert list(first["presets"]) == list(other["presets"]) == list(by_game())
    assert first == ann.get("/api/puzzle"), "the first is meant where none is named"
    right = asked(server, OTHER).answer
    answered = ann.post(f"/api/puzzle?preset={OTHER}", 200, choice=right)
    assert answered["answered"]["right"] and answered["streak"] == 1
    assert ann.get("/api/puzzle")["answered"] is None
    wrong = ann.post("/api/puzzle", 200, choice=asked(server).decision.choice)
    assert (wrong["answered"]["right"], wrong["streak"]) == (False, 1)
    assert ann.get(f"/api/puzzle?preset={OTHER}")["streak"] == 1


def test_a_position_has_the_points_of_each_trick_so_far() -> None:
    kinds = by_game()["bga"]
    ending, call = (puzzles.decode(kinds[kind][0]) for kind in ("ending", "call"))
    received = json.loads(work.position(ending.record, 1, ending.decision.number))
    assert len(received["points"]) == len(received["view"]["tricks"]) > 0
    assert 0 < sum(received["points"]) < 258
    received = json.loads(work.position(call.record, 1, call.decision.number))
    assert received.get("points", []) == []


@pytest.mark.sqlite
def test_only_accounts_of_before_the_day_are_rated_and_rate_a_puzzle(tmp_path: Path) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        ann, new, guest = Browser(server), Browser(server), Browser(server, "Gus")
        ann.sign_up("Ann Account")
        server.time.advance(2 * DAY)
        new.sign_up("Nell New")
        before = ann.get("/api/puzzle")["rating"]
        for person in (guest, new):
            received = person.post("/api/puzzle", 200, choice=asked(server).decision.choice)
            assert (received["mine"], received["rating"]) == (None, before)
        right = ann.post("/api/puzzle", 200, choice=asked(server).answer)
        assert right["rating"]["value"] < before["value"]
        wrong = ann.post(
            f"/api/puzzle?preset={OTHER}", 200, choice=asked(server, OTHER).decision.choice
        )
        assert wrong["mine"]["value"] < right["mine"]["value"], "one rating for all games"
        exported = ann.get("/api/me/export")
        assert len(exported["puzzle_ratings"]) == 1
        ann.ask("DELETE", "/api/me", 204, {"password": PASSWORD})
        sql = "SELECT 1 FROM puzzle_ratings WHERE person = ?"
        assert not in_the_file(server, sql, exported["person"]["id"])


def test_an_answer_against_the_rules_is_refused_by_its_rule() -> None:
    for lines in (one for kinds in by_game().values() for one in kinds.values()):
        puzzle = puzzles.decode(lines[0])
        asked = (puzzle.record, 1, puzzle.decision.number)
        for choice in puzzle.decision.true:
            work.check(*asked, choice)
        step = next(islice(Record.parse(puzzle.record).steps(), puzzle.decision.number, None))
        held = {card.text for card in step.before.deal.hands[step.seat]}
        wrong = "redouble" if puzzle.decision.call else ({card.text for card in CARDS} - held).pop()
        with pytest.raises(IllegalActionError) as refused:
            work.check(*asked, wrong)
        turned = PRESETS[puzzle.preset].auction.auction_kind == "turned"
        call = "not-now" if turned else "no-double"
        expected = call if puzzle.decision.call else "not-your-card"
        assert refused.value.refusal.code == expected


def test_a_day_of_before_is_answered_for_pleasure_and_none_to_come(server: Server) -> None:
    ann = Browser(server, "Ann Before")
    today = date.fromisoformat(ann.get("/api/puzzle")["day"])
    yesterday = f"/api/puzzle?day={today - timedelta(1)}"
    choice = next(iter(_choices(ann.get(yesterday)["position"])))
    answered = ann.post(yesterday, 200, choice=choice)
    assert answered["answered"]["choice"] == choice
    assert answered["mine"] is None and answered["streak"] == 0
    for day in (
        today + timedelta(1),
        today - timedelta(DAYS_BACK + 1),
        "yesterday",
        f"{today:%G-W%V-%u}",
    ):
        ann.ask("GET", f"/api/puzzle?day={day}", 404)
        ann.ask("POST", f"/api/puzzle?day={day}", 404, {"choice": choice})
    assert server.post("/api/puzzle", json.dumps({"choice": choice}).encode())[0] == 401


def _choices(position: dict[str, Any]) -> list[str]:
    return list(position["calls"]) or position["view"]["legal"]["cards"]


def test_no_card_that_the_seat_did_not_know_is_named_before_the_answer(server: Server) -> None:
    puzzle, number = asked(server), asked(server).decision.number
    step = next(islice(Record.parse(puzzle.record).steps(), number, None))
    public = _cards(schemas.encode(spectator(step.before)))
    hands = step.before.deal.hands
    others = {card.text for seat, hand in enumerate(hands) if seat != step.seat for card in hand}
    shown = json.dumps(Browser(server, "Ann Secret").get("/api/puzzle")).encode()
    assert {card.text for card in hands[step.seat]} <= _cards(shown)
    assert not (others - public) & _cards(shown)
    assert b"advised" not in shown and b"expected" not in shown


def _cards(text: bytes) -> set[str]:
    return {result.decode() for result in re.findall(rb'"([2-9TJQKA][CDHS])"', text)}


def test_answers_are_taken_over_exported_and_erased(server: Server) -> None:
    holder, guest = Browser(server), Browser(server, "Gus Puzzle")
    holder.sign_up("Hana Puzzle")
    guest.post("/api/puzzle", 200, choice=asked(server).decision.advised[0])
    guest.log_in("Hana Puzzle")
    assert guest.get("/api/puzzle")["answered"]["right"]
    exported = guest.get("/api/me/export")
    assert exported["puzzle_answers"][0]["correct"]
    guest.ask("DELETE", "/api/me", 204, {"password": PASSWORD})
    for table in ("puzzle_answers", "puzzle_ratings"):
        sql = f"SELECT 1 FROM {table} WHERE person = ?"
        assert not in_the_file(server, sql, exported["person"]["id"])


def test_each_puzzle_of_the_file_has_one_answer_and_a_reason() -> None:
    groups = [lines for kinds in by_game().values() for lines in kinds.values()]
    every = [puzzles.decode(line) for lines in groups for line in lines]
    assert len({one.id for one in every}) == len(every)
    for one in every:
        step = next(islice(Record.parse(one.record).steps(), one.decision.number, None))
        assert step.seat == one.decision.seat
        assert step.before.rules == PRESETS[one.preset]
        assert one.decision.advised == one.decision.best != (one.decision.choice,)
        assert one.decision.why and len(one.decision.advised) == 1


UNDRILLED = ("declared", "other")
"""Groups of mistakes that are neither a call nor a card, or have no reason."""


@pytest.mark.parametrize("game", by_game())
def test_each_group_of_mistakes_has_ten_positions_those_of_the_game_first(game: str) -> None:
    for group in GROUPS:
        ids = drill(game, group)
        listed = [puzzles.decode(store()[id]) for id in ids]
        assert {group_of(one.decision) for one in listed} <= {group}
        assert len(set(ids)) == len(ids) == (0 if group in UNDRILLED else TEN)
        own = [one.preset == game for one in listed]
        assert own == sorted(own, reverse=True)


def test_a_drill_of_a_theme_has_puzzles_of_that_theme() -> None:
    for theme in THEMES:
        listed = [puzzles.decode(store()[id]) for id in drill(FIRST, theme)]
        assert listed and {theme_of(one) for one in listed} == {theme}


def test_a_drill_is_answered_without_being_stored_or_rated(server: Server) -> None:
    ann = Browser(server, "Ann Drill")
    listed = ann.get(f"/api/drills?preset={OTHER}")
    assert listed == {"preset": OTHER, "puzzles": list(drill(OTHER))}
    path = f"/api/drills/{listed['puzzles'][0]}"
    puzzle = puzzles.decode(store()[listed["puzzles"][0]])
    unsolved = ann.get(path)
    assert (unsolved["preset"], unsolved["theme"], unsolved["answered"]) == (OTHER, None, None)
    for choice, right in ((puzzle.decision.choice, False), (puzzle.answer, True)):
        solved = ann.post(path, 200, choice=choice)
        assert (solved["answered"]["right"], solved["theme"]) == (right, theme_of(puzzle))
    assert ann.get(path) == unsolved
    assert ann.get("/api/me/export")["puzzle_answers"] == []


def test_a_drill_about_nothing_known_and_a_puzzle_that_is_none_are_not_found(
    server: Server,
) -> None:
    ann = Browser(server, "Ann Nowhere")
    ann.ask("GET", "/api/drills?about=nothing", 404)
    ann.ask("GET", "/api/drills/nothing", 404)
    ann.ask("POST", "/api/drills/nothing", 404, {"choice": "pass"})
