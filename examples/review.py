"""The costliest decisions of a match between beginners."""

from rebelote import Game
from rebelote.analysis.report import costliest

game = Game("french", seed=5, target=200).play_out("beginner")
for row in game.sheet:
    report = game.review(row.number)
    for decision in costliest(report.decisions, 2):
        print(
            f"deal {row.number}, seat {decision.seat}: {decision.action} "
            f"cost {decision.loss_known:.0f} marks; better was {decision.advised[0]}"
        )
