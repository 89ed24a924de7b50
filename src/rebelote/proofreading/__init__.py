"""Checks of the catalogues that a machine can make, and the page for native readers."""
