"""Par: the best auction of both sides with every card seen, against a search of all auctions."""

from __future__ import annotations

import pytest
from needs import needs_kernel
from volume import volume

from rebelote import Game
from rebelote.analysis.par import par
from rebelote.analysis.worth import TrueAuction
from rebelote.bots.payoffs import MarksOnly
from rebelote.rules.auctions import AuctionSoFar
from rebelote.rules.contract import Contract
from rebelote.rules.deal import Bidding
from rebelote.rules.view import view

pytestmark = needs_kernel


class EveryAuction:
    """The marks of side 0 less those of side 1 by the best calls of four seats, call by call."""

    def __init__(self, game: Game) -> None:
        assert isinstance(game.deal, Bidding)
        self.deal, self.rules = game.deal, game.rules
        self.seen = view(game.match, game.deal.eldest)
        self.worth = TrueAuction(MarksOnly(self.rules, (0, 0)))
        self.known: dict[tuple[Contract | None, int, int], float] = {}

    def best(self, so_far: AuctionSoFar) -> float:
        of = self.rules.bidding
        standing = of.contract(so_far)
        if of.over(so_far):
            if standing is None:
                return 0.0
            return self.worth.of(self.deal, self.seen, standing).ahead(0)
        seat = of.speaker(so_far)
        key = (standing, so_far.passes, seat)
        if key not in self.known:
            choose = max if self.rules.sides[seat] == 0 else min
            self.known[key] = choose(
                self.best(so_far.after(seat, call)) for call in of.offers(so_far)
            )
        return self.known[key]


@pytest.mark.parametrize("preset", ["ffb-contree-2016", "pagat-coinche"])
@pytest.mark.parametrize("seed", range(volume(quick=1, full=12, long=40)))
def test_par_is_the_best_of_every_auction(preset: str, seed: int) -> None:
    game = Game(preset, seed=seed, highest_bid=110)
    every = EveryAuction(game)
    assert par(game.match).ahead(0) == every.best(every.deal.auction)


def test_par_of_a_game() -> None:
    result = Game("ffb-contree-2016", seed=2).par()
    assert result.contract is not None
    assert (result.contract.value, result.marks, result.exact) == ("capot", (500, 0), True)


def test_par_is_asked_in_an_auction_of_points() -> None:
    with pytest.raises(ValueError, match="par is that of"):
        Game("french", seed=1).par()
    with pytest.raises(ValueError, match="par is that of"):
        Game("ffb-contree-2016", seed=1).bid("80H").pass_().pass_().pass_().par()
