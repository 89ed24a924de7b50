"""The former name of `rebelote.tournament`, deprecated since version 0.3.0."""

from __future__ import annotations

import pkgutil
import sys
import warnings
from importlib import import_module

from rebelote import tournament
from rebelote.tournament import state

warnings.warn(
    "rebelote.club is deprecated: import rebelote.tournament", DeprecationWarning, stacklevel=2
)
__path__: list[str] = []
"""No folder: what is below it are the modules of `rebelote.tournament`."""
for module in pkgutil.iter_modules(tournament.__path__):
    sys.modules[f"{__name__}.{module.name}"] = import_module(f"{tournament.__name__}.{module.name}")
sys.modules[f"{__name__}.event"] = state
