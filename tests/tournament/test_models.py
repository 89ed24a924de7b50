"""Ready formats: each fits together, goes from the first draw to the last, and has its words."""

from __future__ import annotations

import pytest
from club_evenings import add_draw, entered

from rebelote.i18n import LANGUAGES, catalogue
from rebelote.rules.refusals import IllegalActionError
from rebelote.tournament.entries import Score, Scored
from rebelote.tournament.models import MODELS, Model
from rebelote.tournament.state import replayed
from rebelote.tournament.sums import possible


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
def test_a_model_is_played_to_its_end(model: Model) -> None:
    model.format.check()
    log = entered(model.format, 16)
    total = max(possible(model.format, 1), default=1000)
    with pytest.raises(IllegalActionError, match="no-more-rounds"):
        for number in range(1, 40):
            drawn = add_draw(log, f"phrase {number}")
            score = Score(points=(total - 100, 100))
            log += [Scored(number, game, score) for game in range(1, len(drawn.games) + 1)]
    finals = model.format.finalists.bit_length() - 1 if model.format.finalists else 0
    movements = {"round-robin": 15, "groups": 3, "howell": 15, "mitchell": 7, "knock-out": 4}
    before = movements.get(model.format.draw, model.format.rounds)
    assert len(replayed(log).rounds) == before + finals


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_model_has_a_name_that_is_read(language: str) -> None:
    names = {catalogue(language)[f"ui.club.model.{model.name}"] for model in MODELS}
    assert len(names) == len(MODELS)
