"""The one-file program: `rebelote open` where it is started without words, else `rebelote`."""

from __future__ import annotations

import multiprocessing
import os
import sys

if __name__ == "__main__":
    multiprocessing.freeze_support()
    if sys.argv[1:3] == ["-I", "-c"]:  # the server runs a line of Python in another process
        sys.argv = ["-c", *sys.argv[4:]] if (code := sys.argv[3]) else []
        exec(code)
        sys.exit()
    # The bootloader's own libraries are not for the browser that is started from here.
    for name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"):
        if (usual := os.environ.pop(f"{name}_ORIG", None)) is not None:
            os.environ[name] = usual
        else:
            os.environ.pop(name, None)
    from rebelote.cli import main

    sys.argv[1:] = sys.argv[1:] or ["open"]
    try:
        main()
    except SystemExit as end:
        if end.code and len(sys.argv) == 2 and sys.stdin and sys.stdin.isatty():
            print(end.code, file=sys.stderr)
            input("Press Enter to close this window. ")
        raise
