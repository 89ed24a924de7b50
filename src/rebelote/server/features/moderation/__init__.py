"""Moderation: reports, sanctions, and their enforcement at open sockets."""
