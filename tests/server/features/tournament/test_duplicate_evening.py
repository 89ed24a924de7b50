"""An evening of duplicate on a server: entered deal by deal, and compared for its readers."""

from __future__ import annotations

from typing import Any

from evenings_on_server import Evening, scored
from http_person import Browser
from in_process import InProcess, serving_in_process

from rebelote.rules import presets
from rebelote.rules.fairness import seal
from rebelote.tournament.packs import laid_deal

NAMES = ("Ann and Bo", "Cé and Dré", "Eva and Finn", "Gil and Hugo", "Ida and Jo", "Kim and Lea")
SERVING = serving_in_process


class Duplicate(Evening):
    """An evening of duplicate, and the hall that looks on."""

    def __init__(self, server: InProcess, draw: str, **more: Any) -> None:
        format = {"draw": draw, "rounds": 0, "deals": 2, "ties": [], **more}
        super().__init__(Browser(server, "Secretary"), **format)
        self.hall = Browser(server)
        self.teams(*NAMES)

    @property
    def seen(self) -> Any:
        """The state of the evening as a player sees it."""
        return self.hall.get(self.here)

    def score_last(self) -> Any:
        """Score the last round; each North and South has more than at the table after it."""
        rounds = self.state["rounds"]
        return self.enter(
            *(
                deal_scored(len(rounds), number, 100 - 10 * game["table"])
                for number, game in enumerate(rounds[-1]["games"], 1)
            )
        )


def deal_scored(round: int, game: int, first: int) -> dict[str, Any]:
    """Return the secretary's entry of both totals of a deal."""
    return scored(round, game, first, 162 - first)


def points(state: Any, deal: int) -> list[Any]:
    """Return the points and values that each table has for a deal."""
    games = [game for played in state["rounds"] for game in played["games"]]
    return [(game["points"], game["values"]) for game in games if game["deal"] == deal]


def test_a_howell_is_entered_deal_by_deal_and_compared(server: InProcess) -> None:
    evening = Duplicate(server, "howell")
    assert evening.state["expected"] == 5
    drawn = evening.draw()
    games = drawn["rounds"][0]["games"]
    assert [(game["table"], game["deal"]) for game in games] == [
        (table, deal) for table in (1, 2, 3) for deal in (1, 2)
    ]
    state = evening.score_last()
    assert points(state, 1) == points(evening.seen, 1)
    assert [values for _, values in points(state, 1)] == [[100, 0], [50, 50], [0, 100]]
    first = state["standings"][0]
    assert (first["rank"], first["value"], first["played"], first["points"]) == (1, 100, 2, 100)
    corrected = evening.enter(deal_scored(1, 5, 120))
    assert [values for _, values in points(corrected, 1)] == [[50, 50], [0, 100], [100, 0]]


def test_a_season_counts_no_result_of_a_hidden_deal(server: InProcess) -> None:
    evening = Duplicate(server, "howell")
    club = evening.by.post("/api/clubs", 201, name="The Owls")["club"]
    here, season = f"/api/clubs/{club}", {"name": "2026", "rule": {"best": 1}}
    evening.by.post(f"{here}/tournaments", 200, tournament=evening.event)
    for entry in (
        {"entry": "season-opened", **season},
        {"entry": "season-changed", "season": 1, **season, "events": [evening.event]},
    ):
        version = evening.by.get(here)["version"]
        evening.by.post(f"{here}/entries", 200, version=version, entries=[entry])
    evening.draw()
    before = evening.hall.get(f"{here}/seasons/1")["rows"]
    evening.enter(deal_scored(1, 1, 90), deal_scored(1, 3, 80))  # deal 1 at two of three tables
    assert evening.hall.get(f"{here}/seasons/1")["rows"] == before
    evening.enter(deal_scored(1, 5, 70))
    assert evening.hall.get(f"{here}/seasons/1")["rows"] != before


def test_a_deal_is_hidden_from_the_hall_until_every_table_has_played_it(server: InProcess) -> None:
    evening = Duplicate(server, "mitchell")
    evening.draw()
    evening.score_last()
    assert all(shown is not None for shown, _ in points(evening.state, 1))
    for seen in (evening.seen, evening.by.get(f"{evening.here}?hall=true")):
        assert points(seen, 1) == [(None, None)]
        assert {game["state"] for game in seen["rounds"][0]["games"]} == {"over"}
        assert {row["played"] for row in seen["standings"]} == {0}
        assert seen["next"] == "draw"
    for phrase in ("second", "third"):
        evening.draw(phrase)
        evening.score_last()
    seen = evening.seen
    assert seen["next"] == "over" and seen["standings"] == evening.state["standings"]
    assert len(points(seen, 1)) == 3 and all(shown for shown, _ in points(seen, 1))


def test_the_two_lines_of_a_mitchell_are_ranked_apart(server: InProcess) -> None:
    evening = Duplicate(server, "mitchell")
    assert {row["line"] for row in evening.state["standings"]} == {""}
    evening.draw()
    rows = evening.seen["standings"]
    assert [row["line"] for row in rows] == ["north"] * 3 + ["east"] * 3
    assert {row["rank"] for row in rows} == {1}


def test_teams_of_four_play_a_match_at_two_tables(server: InProcess) -> None:
    evening = Duplicate(server, "swiss", rounds=2, entrants="fours", comparison="butler")
    drawn = evening.draw()
    games = drawn["rounds"][0]["games"]
    assert [(game["table"], game["deal"]) for game in games[:4]] == [(1, 1), (1, 2), (2, 1), (2, 2)]
    assert games[2]["sides"] == games[0]["sides"][::-1]
    assert [match["counts"] for match in drawn["rounds"][0]["matches"]] == [None] * 3
    state = evening.score_last()
    first = state["rounds"][0]["matches"][0]
    assert first["teams"] == [games[0]["sides"][0][0], games[0]["sides"][1][0]]
    assert (first["gains"], first["deals"], first["counts"]) == ([2, 0], 2, [11, 9])
    assert points(state, 1)[:2] == [([90, 72], [1, -1]), ([80, 82], [-1, 1])]
    assert evening.seen["standings"] == state["standings"]
    assert sorted(row["points"] for row in state["standings"]) == [9, 9, 9, 11, 11, 11]
    hidden = evening.enter({"entry": "cleared", "round": 1, "game": 9})
    assert hidden["rounds"][0]["matches"][0]["counts"] == [11, 9]
    assert {match["counts"] for match in evening.seen["rounds"][0]["matches"]} == {None}
    evening.enter(deal_scored(1, 9, 50))
    assert [deal["deal"] for deal in evening.by.get(f"{evening.here}/cards?drawn=2")["deals"]] == [
        3,
        4,
    ]
    second = evening.draw("again")["rounds"][1]["matches"]
    met = [set(match["teams"]) for match in state["rounds"][0]["matches"]]
    assert all(set(match["teams"]) not in met for match in second)


def test_a_deal_is_checked_by_the_rules_and_entered_from_its_table(server: InProcess) -> None:
    evening = Duplicate(server, "howell")
    evening.draw()
    assert evening.refused(422, scored(1, 1, 100, 100)) == "game-sum"
    totals = evening.by.get(f"{evening.here}/totals")
    assert totals["deals"] == 162 and totals["possible"][:3] == [0, 162, 182]
    keys = evening.keys()
    for side, (own, other) in enumerate(((100, 62), (62, 100))):
        phone = Browser(server)
        slip = phone.post(f"{evening.here}/game", 200, key=keys[3][side], own=own, other=other)
        assert (slip["table"], slip["deal"]) == (2, 2)
    assert evening.state["rounds"][0]["games"][3]["points"] == [100, 62]


def test_cards_are_sealed_and_laid_by_the_desk_alone(server: InProcess) -> None:
    evening = Duplicate(server, "howell")
    sealed = evening.seen["seal"]
    assert evening.by.code("GET", f"{evening.here}/cards?drawn=1", 404) == "no-such-game"
    evening.draw("three diamonds")
    deals = evening.by.get(f"{evening.here}/cards?drawn=1")["deals"]
    assert [deal["deal"] for deal in deals] == [1, 2]
    assert [deal["dealer"] for deal in deals] == ["north", "west"]
    for deal in deals:
        hands = [card for hand in deal["hands"] for card in hand["cards"]]
        assert len({*hands, deal["turned"], *deal["stock"]}) == 32 and len(hands) == 20
    assert [deal["deal"] for deal in evening.by.get(f"{evening.here}/cards?drawn=5")["deals"]] == [
        9,
        10,
    ]
    assert evening.by.code("GET", f"{evening.here}/cards?drawn=6", 404) == "no-such-game"
    player = Browser(server, "Player")
    assert player.code("GET", f"{evening.here}/cards?drawn=1", 403) == "not-a-secretary"
    assert evening.seen["cards"] == ""
    evening.score_last()
    for round in range(2, 6):
        evening.draw(f"phrase {round}")
        assert evening.state["cards"] == ""
        evening.score_last()
    secret = bytes.fromhex(evening.seen["cards"])
    assert evening.seen["seal"] == sealed == seal(secret)
    rules = presets.rules("french-plain").agree({"rounding": "none"})
    laid = laid_deal(rules, secret, "Three  Diamonds", 2)
    assert [str(card) for card in laid.hands[0][1]] == deals[1]["hands"][0]["cards"]


def test_a_deal_in_which_all_passed_is_written_as_nothing(server: InProcess) -> None:
    evening = Duplicate(server, "howell")
    evening.draw()
    assert evening.enter(scored(1, 1, 0, 0))["rounds"][0]["games"][0]["points"] == [0, 0]


def test_who_comes_late_and_what_does_not_fit_is_refused(server: InProcess) -> None:
    evening = Duplicate(server, "mitchell")
    evening.draw()
    assert evening.refused(409, {"entry": "entered", "name": "Late"}) == "entries-closed"
    wrong = {"draw": "howell", "deals": 0, "ties": []}
    code = evening.by.code("POST", "/api/tournaments", 422, name="No deals", format=wrong)
    assert code == "wrong-options"
