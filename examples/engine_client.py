"""A client of the engine: any program in any language can do the same over a pipe."""

import json
import subprocess
import sys
from typing import Any

engine = subprocess.Popen(
    [sys.executable, "-m", "rebelote", "engine"],
    stdin=subprocess.PIPE,
    stdout=subprocess.PIPE,
    text=True,
)


def ask(**request: object) -> Any:
    """Send a request, and return the engine's answer."""
    assert engine.stdin is not None and engine.stdout is not None
    print(json.dumps(request), file=engine.stdin, flush=True)
    return json.loads(engine.stdout.readline())


print(ask(op="hello")["name"])
print(ask(op="legal", rules="flemish", contract="S", hand="KS 8S AH", trick="QS"))
print(ask(op="auction", rules="ffb-contree-2016", eldest=0, calls=["80 S", "pass"])["offers"][:3])
assert engine.stdin is not None
engine.stdin.close()
engine.wait()
