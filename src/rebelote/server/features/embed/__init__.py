"""Replays on the pages of other sites: a page to be embedded, and oEmbed."""
