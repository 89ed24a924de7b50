"""Reviews of matches that four bots of one level play: what each level loses a card.

    .venv/bin/python perf/review_levels.py --matches 200 --jobs 2 --file build/levels.jsonl

The rule sets take turns; matches of the same number are begun from the same pack by every level.
Each match is a line of the file, from which a run that was ended goes on. The table is in
docs/review.md.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import msgspec

from rebelote import bots
from rebelote.analysis import review
from rebelote.analysis.report import DealReport, Kind
from rebelote.arena import confidence, spreading
from rebelote.arena.progress import shown
from rebelote.rules import deck, match, presets
from rebelote.rules.actions import Cut
from rebelote.rules.deal import Phase, cut_range
from rebelote.rules.options import Rules
from rebelote.rules.records.record import Record, Recorded
from rebelote.rules.view import view

RULES: Final = ("french", "flemish", "ffb-contree-2016")
DEALS: Final = 4
"""Deals of a match: a whole one has ten or so, and of those only the last are played otherwise."""


class Task(NamedTuple):
    """A match that four bots of a level play."""

    level: str
    number: int

    @property
    def preset(self) -> str:
        """The rule set whose turn it is."""
        return RULES[self.number % len(RULES)]


class Reviewed(msgspec.Struct, frozen=True):
    """The reviews of one match, summed up.

    `cards` and `calls`: decisions with a choice. `lost`: marks, by cards, of what the seats could
    know. `kinds`: cards of each kind. `call_errors`: errors among the calls. `clean`: deals without
    an error.
    """

    level: str
    number: int
    preset: str
    deals: int
    cards: int
    lost: float
    kinds: dict[Kind, int]
    calls: int
    call_errors: int
    clean: int

    @property
    def loss(self) -> float:
        return self.lost / self.cards

    @property
    def errors(self) -> int:
        """Cards that count as errors."""
        return self.kinds.get("imprecision", 0) + self.kinds.get("decisive", 0)


def rules_of(preset: str) -> Rules:
    """Return the rule set, for matches of so many deals."""
    return presets.rules(preset, end_deals=DEALS)


def played(task: Task) -> Record:
    """Play the match; all but the bots' decisions follows from its number, at every level."""
    rules, chance = rules_of(task.preset), Random(task.number)
    pack, dealer = deck.shuffled(chance, rules.pack), chance.randrange(rules.players)
    players = [bots.make(task.level, task.number * 10 + seat) for seat in range(rules.players)]
    state = Recorded.begin(match.start(rules, pack, dealer))
    while state.match.winner is None:
        seat, deal = state.match.to_act, state.match.deal
        if seat is None:
            state = state.next_deal(match.new_pack(state.match, chance))
        elif deal.phase is Phase.CUT:
            state = state.act(seat, Cut(chance.choice(cut_range(rules))))
        else:
            state = state.act(seat, players[seat].choose(view(state.match, seat)))
    return state.record


def reviewed(task: Task) -> Reviewed:
    """Play a match and review all its deals."""
    record = played(task)
    reports = [review.review_deal(record, deal) for deal in review.finished_deals(record)]
    return summed(task, reports)


def summed(task: Task, reports: Sequence[DealReport]) -> Reviewed:
    """Sum up the reviews of a match."""
    decisions = [each for report in reports for each in report.decisions if not each.forced]
    cards = [each for each in decisions if not each.call]
    calls = [each for each in decisions if each.call]
    return Reviewed(
        task.level,
        task.number,
        task.preset,
        len(reports),
        len(cards),
        sum(each.loss_known for each in cards),
        dict(Counter(each.kind for each in cards)),
        len(calls),
        sum(each.error for each in calls),
        sum(not report.errors for report in reports),
    )


def table(result: Iterable[Reviewed]) -> str:
    """Tabulate the matches by level, in Markdown."""
    every = list(result)
    lines = [
        "| level | matches | deals | known loss a card, French | Flemish | contrée "
        "| errors, of all cards with a choice | lucky | bad luck | errors of calls "
        "| deals without an error |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    levels = ((level, [each for each in every if each.level == level]) for level in bots.LEVELS)
    return "\n".join(lines + [_row(level, mine) for level, mine in levels if mine])


def _row(level: str, result: Sequence[Reviewed]) -> str:
    cards, deals = sum(each.cards for each in result), sum(each.deals for each in result)
    errors = sum(each.errors for each in result)
    calls, wrong = sum(each.calls for each in result), sum(each.call_errors for each in result)

    def share(kind: Kind) -> str:
        return f"{sum(each.kinds.get(kind, 0) for each in result) / cards:.1%}".replace("%", " %")

    losses = [_loss([each.loss for each in result if each.preset == name]) for name in RULES]
    cells = [
        level,
        f"{len(result):,}",
        f"{deals:,}",
        *losses,
        f"{errors:,} of {cards:,} ({100 * errors / cards:.1f} %)",
        share("lucky"),
        share("bad_luck"),
        f"{wrong:,} of {calls:,}",
        f"{100 * sum(each.clean for each in result) / deals:.0f} %",
    ]
    return f"| {' | '.join(cells)} |"


def _loss(losses: Sequence[float]) -> str:
    if len(losses) < 2:
        return "–"
    mean, half = confidence.mean(losses)
    return f"{mean:.2f} ± {half:.2f}"


def kept(file: Path) -> list[Reviewed]:
    """Read the matches of a file; a last line that was cut off is removed."""
    if not file.exists():
        return []
    text = file.read_bytes()
    whole = text[: text.rfind(b"\n") + 1]
    if whole != text:
        file.write_bytes(whole)
    return [msgspec.json.decode(line, type=Reviewed) for line in whole.splitlines()]


def main(arguments: Sequence[str] | None = None) -> int:
    style = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=style)
    parser.add_argument("--matches", type=int, default=200, help="of each level (default 200)")
    parser.add_argument("--jobs", type=int, default=1, help="how many at once (default 1)")
    parser.add_argument("--file", type=Path, required=True, help="where they are kept")
    asked = parser.parse_args(arguments)
    result = kept(asked.file)
    known = {Task(each.level, each.number) for each in result}
    every = (Task(level, number) for number in range(asked.matches) for level in bots.LEVELS)
    tasks = [task for task in every if task not in known]
    asked.file.parent.mkdir(parents=True, exist_ok=True)
    with asked.file.open("ab") as file:
        work = spreading.spread(reviewed, tasks, asked.jobs, None)
        for each in shown(work, "matches", len(known), len(known) + len(tasks)):
            file.write(msgspec.json.encode(each) + b"\n")
            file.flush()
            result.append(each)
    print(table(result))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
