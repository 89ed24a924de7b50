"""Settings of the tests: no deadlines, and reproducible in continuous integration."""

import os

from hypothesis import settings

settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")

# Hundreds of servers and commands are started: each would compile every module anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
