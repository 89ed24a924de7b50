"""Parts of the running process: clocks, supervised background tasks, rate limits."""
