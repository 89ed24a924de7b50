"""How far does each level think? All that sets the levels apart."""

from __future__ import annotations

from typing import Final, NamedTuple

from rebelote.rules.view import View


class Mind(NamedTuple):
    """How far a level thinks; one that looks at no world goes by rules of thumb alone.

    For a card `worlds` are played out as sound players would; with at most `exact` cards left in
    hand `solved` worlds are solved instead. For a call `bid_worlds` are played out. `weigh`:
    whether calls and silence make worlds likelier. `sifts`: how many times as many worlds are
    drawn, of which those are kept in which sound players would have played so.
    """

    worlds: int = 0
    exact: int = 0
    solved: int = 0
    bid_worlds: int = 0
    weigh: bool = False
    sifts: int = 1

    def solves(self, view: View) -> bool:
        """Whether worlds are solved here; three players, each alone, are played out to the end."""
        return len(view.hand) <= self.exact and view.rules.players == 4

    def looked_at(self, view: View) -> int:
        """How many worlds are looked at for a card here."""
        return self.solved if self.solves(view) else self.worlds


MINDS: Final = {
    "beginner": Mind(),
    "regular": Mind(worlds=16),
    "club": Mind(worlds=60, exact=2, solved=40, bid_worlds=40, weigh=True),
    "expert": Mind(worlds=150, exact=3, solved=60, bid_worlds=100, weigh=True, sifts=3),
    "master": Mind(worlds=600, exact=4, solved=120, bid_worlds=300, weigh=True, sifts=4),
}
"""The levels, weakest first."""
