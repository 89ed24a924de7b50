"""The parts of Rebelote that PyInstaller does not find by following imports.

Features and commands are imported by their names, and the sources are part of the build id.
"""

import os
from pathlib import Path

from PyInstaller.utils.hooks import collect_data_files, collect_submodules, copy_metadata

datas = collect_data_files("rebelote", include_py_files=True, excludes=["**/__pycache__"])
datas += copy_metadata("rebelote", recursive=True)  # the licences of what is packed
datas += [(str(file), ".") for file in Path(os.__file__).parent.glob("LICENSE.txt")]  # Python's
hiddenimports = collect_submodules("rebelote")
