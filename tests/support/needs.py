"""Marks for tests that need the kernel."""

from __future__ import annotations

import pytest

from rebelote.kernel import solver

needs_kernel = pytest.mark.skipif(
    not solver.KERNEL, reason="the kernel is not built here: install Rust and run `make setup`"
)
