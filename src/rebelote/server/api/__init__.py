"""What can be asked over HTTP? One module a subject; each names its `HANDLERS`, `app` serves them.

A handler is given `state` (`lobby`, `accounts`, `store`), `me` (the person the cookie says; refused
as `who-are-you` without one) and `somebody` (the same, or None).
"""
