"""A tournament of cards: a contest of teams or single players at real tables.

Pure functions. A tournament is a log of entries (`entries`), which `state` reduces to its
state; `draws` makes the next draw from a state and a public phrase, `standings` ranks, `sums`
checks what two sides wrote by the rules of the game.
"""
