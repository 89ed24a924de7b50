"""Typed face of the native module `rebelote._kernel`: the double-dummy solver and its tasks."""
