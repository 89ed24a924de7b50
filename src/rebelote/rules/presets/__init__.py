"""The presets: rule sets with a name. One file each, found by itself; each defines `RULES`."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Final, Unpack

from rebelote.rules.option_types import Options
from rebelote.rules.options import Rules

_ALL: Final[tuple[Rules, ...]] = tuple(
    import_module(f"{__name__}.{module.name}").RULES for module in iter_modules(__path__)
)
PRESETS: Final[dict[str, Rules]] = {rules.preset: rules for rules in _ALL}


def rules(preset: str = "french", /, **options: Unpack[Options]) -> Rules:
    """Return the rules of a preset with some options changed; ValueError for an unknown name."""
    if preset not in PRESETS:
        raise ValueError(
            f"{preset!r} is not a rule set; there are: {', '.join(PRESETS)}, "
            "or those of a game that is loaded: --game NAME"
        )
    return PRESETS[preset].agree(options) if options else PRESETS[preset]
