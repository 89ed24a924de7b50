"""Tables in memory and everybody at them: lobby, bots, matchmaking queue, deal of the day."""
