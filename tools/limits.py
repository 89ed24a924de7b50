"""Write docs/limits.md: every limit of the server, from the code that holds it.

Rates and quotas are the rows of `server.base.runtime.rate_limits`; the others are constants that
are declared by `server.base.limits.limit` where they apply.
"""

from __future__ import annotations

import ast
import re
from collections import OrderedDict
from collections.abc import Iterator
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import Final, NamedTuple

import rebelote
from rebelote.rules.refusals import REFUSALS
from rebelote.server.base.runtime import rate_limits
from rebelote.server.web import slim_websocket

HOME: Final = Path(__file__).parent.parent
PAGE: Final = HOME / "docs" / "limits.md"
SERVER: Final = Path(rebelote.__file__).parent / "server"


class Declared(NamedTuple):
    """A limit as its module declares it: see `server.base.limits.limit`."""

    name: str
    value: float
    what: str
    unit: str = ""
    per: str = ""
    beyond: str = ""
    option: str = ""

    @property
    def package(self) -> str:
        """The package of the server that it belongs to."""
        return self.name.rsplit(".", 2)[0]

    @property
    def heading(self) -> str:
        """The package as the page heads its limits."""
        name = self.package.removeprefix("features.").removeprefix("base.")
        return re.sub("[._]", " ", name).capitalize()


def declared() -> Iterator[Declared]:
    """Yield every limit that a module of the server declares, in the order of the modules."""
    for path in sorted(SERVER.rglob("*.py")):
        module = ".".join(path.relative_to(SERVER).with_suffix("").parts).removesuffix(".__init__")
        for node in ast.parse(path.read_text("utf-8")).body:
            match node:
                case ast.AnnAssign(
                    target=ast.Name(id=name),
                    value=ast.Call(func=ast.Name(id="limit"), args=[_, what], keywords=more),
                ):
                    loaded = import_module(f"rebelote.server.{module}")
                    details = {one.arg or "": ast.literal_eval(one.value) for one in more}
                    value = getattr(loaded, name)
                    yield Declared(f"{module}.{name}", value, ast.literal_eval(what), **details)


# --- the page -------------------------------------------------------------------------------------

HEAD: Final = """\
# Rate limits, quotas and other limits

Every limit of the server, written by `make generated` from the code.
Beyond a limit the answer is a code and a sentence, and nothing is lost: wait and try again.

Limits *by address* apply to one IPv4 address, or one IPv6 network of 64 bits; a network of 48
bits may do ten times as much.
Limits *by person* apply to everything that a guest or account does in all browsers and sockets.
Limits *by table* apply to everything done at one table, from whatever network.
Limits *of the server* apply to everything that it does, for all callers together.

A rate is a token bucket: so many at once, and one more every so many seconds.
A quota is what may be open or in progress at the same time.
The operator changes each by its name; the option can be repeated:

```sh
rebelote serve --limit person.chat=10/1 --limit address.logins=20
```

Other limits are constants in the code; the last column names them.

`--uncounted 192.168.1.0/24` exempts a network that you know, such as a club's own.
"""


def page() -> str:
    result = sorted(declared(), key=lambda one: one.heading)
    groups = groupby(result, key=lambda one: (one.package, one.heading))
    sections = (_section(*key, group) for key, group in groups)
    return "\n".join([HEAD, _rates(), _frames(), _quotas(), *sections])


FRAMES: Final = dict.fromkeys(("FRAMES", "CONTROL_FRAMES"), "the socket is closed (1008)")
"""Rates of one socket, and what follows beyond them."""
UNITS: Final = ((86_400, "days"), (3600, "h"), (60, "min"))
"""Units of time, and the seconds they have."""


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else f"{value:g}"


def _value(value: float, unit: str) -> str:
    """Write a number with its unit; long times in days, hours or minutes."""
    if unit == "s" and value > 60:
        seconds, unit = next(result for result in UNITS if value >= result[0])
        value /= seconds
        unit = unit.removesuffix("s") if value == 1 else unit
    return f"{_number(value)} {unit}".strip()


def _beyond(received: str) -> str:
    """Return the consequence beyond a limit: a refusal with its sentence, or an event."""
    return f"`{received}`: {REFUSALS[received].sentence}" if received in REFUSALS else received


def _rates() -> str:
    rows = ["## Rates", "", "| name | limits | at once | one more every |", "|---|---|--:|--:|"]
    codes: OrderedDict[str, list[str]] = OrderedDict({"too-many": []})
    for name, row in sorted(rate_limits.rows().items()):
        if isinstance(row, rate_limits.Rate):
            rows.append(f"| `{name}` | {row.of} | {_number(row.most)} | {_seconds(row.seconds)} |")
            codes.setdefault(row.code, []).append(f"`{name}`")
    usual = f"Beyond them the answer is {_beyond(codes.popitem(last=False)[0])}"
    others = (f"{', '.join(names)}: {_beyond(code)}" for code, names in codes.items())
    return "\n".join([*rows, "", usual, *others, ""])


def _frames() -> str:
    """Write the rates of one socket, which no option changes."""
    rows = ["## Frames", "", "| limits | at once | one more every | beyond it | set by |"]
    rows.append("|---|--:|--:|---|---|")
    for name, beyond in FRAMES.items():
        row = getattr(slim_websocket, name)
        figures = f"{_number(row.most)} | {_seconds(row.seconds)}"
        rows.append(f"| {row.of} | {figures} | {beyond} | `server.web.slim_websocket.{name}` |")
    return "\n".join([*rows, ""])


def _seconds(seconds: float) -> str:
    return f"{_number(seconds)} s" if seconds >= 1 else f"1/{_number(1 / seconds)} s"


def _quotas() -> str:
    rows = ["## Quotas", "", "| name | limits | most | beyond |", "|---|---|--:|---|"]
    for name, row in sorted(rate_limits.rows().items()):
        if isinstance(row, rate_limits.Quota):
            rows.append(f"| `{name}` | {row.of} | {_number(row.most)} | {_beyond(row.code)} |")
    return "\n".join([*rows, ""])


def _about(package: str) -> list[str]:
    about = import_module(f"rebelote.server.{package}".rstrip(".")).__doc__
    return [about, ""] if about else []


def _section(package: str, heading: str, result: Iterator[Declared]) -> str:
    """Write the limits of a package."""
    rows = [f"## {heading}", "", *_about(package)]
    rows += ["| limit | value | for each | beyond it | set by |", "|---|--:|---|---|---|"]
    for one in result:
        value = _value(one.value, one.unit)
        how = f"`serve {one.option}`" if one.option else f"`server.{one.name}`"
        rows.append(f"| {one.what} | {value} | {one.per} | {_beyond(one.beyond)} | {how} |")
    return "\n".join([*rows, ""])


def files() -> Iterator[tuple[Path, str]]:
    yield PAGE, page()
