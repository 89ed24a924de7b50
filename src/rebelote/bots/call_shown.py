"""The meaning of a call, as values: `bots.shown` finds it."""

from __future__ import annotations

from typing import Literal

import msgspec

Values = dict[str, str | int]
Code = Literal["suit", "all", "none", "double", "redouble", "redeal", "nothing"]


class CallShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """The meaning of a call for everybody at the table: the sentence `call.shows.<code>`.

    `suit`: of `trump` so many cards at `least`, the turned card included, in half of the hands
    `usual` or more; with the `honours` `both`, `jack`, `nine`, one of them (`either`), or `any`.
    `all`, `none`: so many jacks, or aces, at `least`. `double`, `redouble`, `redeal` promise no
    card, nor does a call that shows `nothing`.
    """

    code: Code
    values: Values = {}
