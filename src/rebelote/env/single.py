"""One table in Python: the environment that says what is true, by rules and views."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from rebelote.env import actions, observation
from rebelote.env.chance import Stream
from rebelote.rules import match as matches
from rebelote.rules import presets, settlements
from rebelote.rules.actions import Action
from rebelote.rules.deal import Bidding, Deal, Dealing, PlayedOut, deal_first, tally
from rebelote.rules.deck import shuffled
from rebelote.rules.match import Match
from rebelote.rules.option_types import Options
from rebelote.rules.options import Rules
from rebelote.rules.tallies import Points
from rebelote.rules.view import view

if TYPE_CHECKING:
    from typing import Self

    import numpy as np
    from numpy.typing import NDArray


def agreed(rules: str | Rules, options: Options) -> Rules:
    """Return rules, by name or given, with some options changed; ValueError for unknown ones."""
    if isinstance(rules, Rules):
        return rules.agree(options) if options else rules
    return presets.rules(rules, **options)


def dealt(rules: Rules, chance: Stream) -> Bidding:
    """Deal from a freshly shuffled pack, with a random dealer."""
    dealer = chance.randrange(rules.players)
    pack = shuffled(chance, rules.pack)
    ready = Dealing(rules=rules, dealer=dealer, pack=pack, depth=None)
    return deal_first(ready, rules.deal.packets[0])


def check_seed(seed: int) -> None:
    """Check that a seed has 64 bits: another would deal as one of these. ValueError."""
    if not 0 <= seed < 1 << 64:
        raise ValueError(f"a seed is 0 to 2**64 - 1, not {seed}")


def marks(deal: Deal) -> Points:
    """Return each side's marks for a deal with nothing held before it; zeros for a dead deal."""
    if not isinstance(deal, PlayedOut):
        return (0,) * deal.rules.side_count
    return settlements.settle(tally(deal), 0, deal.rules.scoring).marks


class Env:
    """One table; an episode is a deal, dealt from a shuffled pack.

    >>> env = Env("french", seed=1)
    >>> while not env.over:
    ...     env.step(env.legal[0])
    >>> env.returns
    (0, 0, 0, 0)

    Args:
        rules: the name of a rule set (`rebelote.PRESETS`), or `Rules`.
        seed: of the packs and dealers: the same seed deals the same.
        table: which table of the seed it is; table 3 deals what table 3 of a `Batch` does.
        silence: whether a seat may play a card without its announcements (`actions.SILENT`).
        options: options of the rules to change.

    Raises:
        ValueError: for an unknown rule set, option or value.
    """

    def __init__(
        self,
        rules: str | Rules = "french",
        *,
        seed: int = 0,
        table: int = 0,
        silence: bool = False,
        **options: Unpack[Options],
    ) -> None:
        self.rules, self.silence = agreed(rules, options), silence
        self.action_count = actions.size(self.rules)
        self.reset(seed, table)

    def reset(self, seed: int | None = None, table: int = 0) -> None:
        """Deal the next deal; with a seed the first one of that seed."""
        if seed is not None:
            check_seed(seed)
            self._chance = Stream.of_table(seed, table)
        self._go(Match(rules=self.rules, deal=dealt(self.rules, self._chance)))
        self.history: list[tuple[int, int]] = []
        """Seat and action of each step since the cards were dealt."""

    def __repr__(self) -> str:
        now = f"returns={self.returns}" if self.over else f"seat={self.seat}"
        return f"<Env {self.rules.preset}: {len(self.history)} actions, {now}>"

    def copy(self) -> Self:
        """Return another table at the same point, with the same deals to come."""
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._chance, twin.history = Stream(self._chance.state), list(self.history)
        return twin

    __copy__ = copy

    def _go(self, match: Match) -> None:
        self.match = match
        """The deal as a value, with every hand."""
        self._offered: dict[int, Action] = actions.offered(match.deal, self.silence)

    @property
    def seat(self) -> int | None:
        """The seat to act; None once the deal is over."""
        return self.match.deal.to_act

    @property
    def over(self) -> bool:
        """Whether the deal is over."""
        return self.seat is None

    @property
    def legal(self) -> list[int]:
        """The actions of the seat to act, from low to high; none once the deal is over."""
        return sorted(self._offered)

    @property
    def mask(self) -> NDArray[np.bool_]:
        """The same as an array of `action_count`."""
        import numpy as np

        mask = np.zeros(self.action_count, np.bool_)
        mask[self.legal] = True
        return mask

    def observe(self, seat: int | None = None) -> NDArray[np.uint8]:
        """Return a seat's observation (`observation.PARTS`), by default that of the seat to act.

        ValueError for an unknown seat, or for the default once the deal is over.
        """
        import numpy as np

        if seat is None and self.over:
            raise ValueError("the deal is over: nobody is to act; name a seat")
        seat = self.seat if seat is None else seat
        if seat is None or not 0 <= seat < self.rules.players:
            raise ValueError(f"a seat is 0 to {self.rules.players - 1}, not {seat}")
        return np.frombuffer(observation.encode(view(self.match, seat)), np.uint8)

    def step(self, action: int) -> None:
        """Do this for the seat to act. ValueError where it may not."""
        seat = self.seat
        if seat is None or action not in self._offered:
            raise ValueError(f"action {action} is not legal; legal are {self.legal}")
        self.history.append((seat, int(action)))
        self._go(matches.apply(self.match, seat, self._offered[action]))

    @property
    def returns(self) -> Points:
        """The marks of the deal by seat, those of its side; zeros while the deal is played."""
        written = marks(self.match.deal)
        return tuple(written[side] for side in self.rules.sides)
