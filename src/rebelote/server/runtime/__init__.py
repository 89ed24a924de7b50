"""What the running process shares: clocks, supervised background tasks, rate limits."""
