"""Attacks on a server of our own, one module a kind; `tools/attack.py` runs them."""
