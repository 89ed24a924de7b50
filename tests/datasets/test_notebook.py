"""The notebook runs, on fewer deals than it shows."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

NOTEBOOK = Path(__file__).parents[2] / "examples" / "taker.ipynb"
TEXT = "{http://www.w3.org/2000/svg}text"


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
    shares = [share.text for share in fromstring(names["Figure"]()._repr_svg_()).iter(TEXT)]
    assert [f"{share:.0%}" for _, share, _ in names["bars"]] == shares[:10:2]


def test_the_notebook_holds_what_its_cells_gave() -> None:
    cells = json.loads(NOTEBOOK.read_text("utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert all(cell["outputs"] for cell in code)
    assert not any(output["output_type"] == "error" for cell in code for output in cell["outputs"])
