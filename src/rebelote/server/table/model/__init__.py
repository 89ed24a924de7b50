"""One table as a value: its event log, seats, clock and record; no input or output."""
