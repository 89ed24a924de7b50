"""The table in the page: what plays against bots without a network, in Python for WebAssembly."""
