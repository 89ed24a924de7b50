"""`rebelote`, which serves the page that lies in the folder PAGE of the environment.

So a page as an earlier version built it comes from today's server.
"""

from __future__ import annotations

import os
from pathlib import Path

from rebelote.cli import main
from rebelote.server.web import static_files

if __name__ == "__main__":
    static_files.CLIENT = Path(os.environ["PAGE"])  # type: ignore[misc]
    main()
