"""The foundation of the server: storage, clocks, limits, messages, processes, nodes."""
