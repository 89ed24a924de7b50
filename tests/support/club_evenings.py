"""Tournaments that tests play: the log grows as a secretary would write it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from rebelote.tournament.draws import draw
from rebelote.tournament.entries import Created, Drawn, Entered, Entry, Score, Scored
from rebelote.tournament.formats import Format
from rebelote.tournament.state import Tournament, replayed

CONTEST = Format(house={"rounding": "none"})
Scores = Callable[[int, int], Score]


def entered(format: Format, teams: int) -> list[Entry]:
    """Build the log of a tournament in which so many teams take part."""
    names = [Entered(f"Team {number}") for number in range(1, teams + 1)]
    return [Created("A tournament", format), *names]


def chance_scores(seed: int, deals: int = 12) -> Scores:
    """Build a source of scores of twelve deals: the same for the same seed, round and game."""

    def score(round: int, game: int) -> Score:
        chance = Random(f"{seed} {round} {game}")
        belotes, sweeps = chance.randrange(deals // 2), chance.choice((0, 0, 0, 1))
        total = 162 * deals + 20 * belotes + 90 * sweeps
        first = chance.randrange(total // 4, 3 * total // 4)
        return Score(points=(first, total - first), belotes=belotes, sweeps=sweeps)

    return score


def best_of_three(seed: int) -> Scores:
    """Build a source of scores of matches that end with two games won: 2 to 0, or 2 to 1."""

    def score(round: int, game: int) -> Score:
        chance = Random(f"best of {seed} {round} {game}")
        games = 2, chance.randrange(2)
        return Score(points=games if chance.random() < 0.5 else games[::-1])

    return score


def roem_scores(seed: int, deals: int) -> Scores:
    """Build a source of scores of so many deals of klaverjas, some with roem in their tricks."""

    def score(round: int, game: int) -> Score:
        chance = Random(f"roem {seed} {round} {game}")
        total = 162 * deals + 20 * chance.randrange(2 * deals)
        first = chance.randrange(total // 4, 3 * total // 4)
        return Score(points=(first, total - first))

    return score


def add_draw(log: list[Entry], phrase: str) -> Drawn:
    """Draw the next round."""
    drawn = draw(replayed(log), phrase)
    log.append(drawn)
    return drawn


def add_scores(log: list[Entry], scores: Scores) -> None:
    """Enter all scores of the last round."""
    tournament = replayed(log)
    number = len(tournament.rounds)
    games = range(1, len(tournament.rounds[-1].games) + 1)
    log += [Scored(number, game, scores(number, game)) for game in games]


def played(format: Format, teams: int, rounds: int, seed: int = 0) -> list[Entry]:
    """Build the log of a tournament of so many rounds."""
    log = entered(format, teams)
    for number in range(1, rounds + 1):
        add_draw(log, f"phrase {seed} {number}")
        add_scores(log, chance_scores(seed, format.deals or 12))
    return log


def numbers_of(tournament: Tournament, round: int) -> list[int]:
    """Return the numbers of all in a round, at tables or sitting out."""
    result = tournament.rounds[round - 1]
    seated = [one for game in result.games for side in game.sides for one in side]
    return sorted([*seated, *result.byes])
