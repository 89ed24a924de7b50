"""The notebook runs, on fewer deals than it shows."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).parents[2] / "examples" / "taker.ipynb"


def test_the_notebook_learns_what_cards_are_worth() -> None:
    cells = json.loads(NOTEBOOK.read_text("utf-8"))["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    names: dict[str, Any] = {}
    for text in code:
        exec(re.sub(r"^DEALS = \d+$", "DEALS = 200", text, flags=re.MULTILINE), names)
    weights = names["weights"]
    assert weights.shape == (16,) and names["error"](names["guess"]) < 60
    # By every text the jack of trumps is worth most.
    assert weights.argmax() == names["RANKS"].index("J")
