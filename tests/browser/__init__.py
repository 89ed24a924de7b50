"""Browser tests: a person plays whole games in Chromium."""
