"""The table in the page: play against bots without a network, in Python for WebAssembly."""
