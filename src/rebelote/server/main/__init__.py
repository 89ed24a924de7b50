"""The server put together: base, people, table, then each feature; and its life."""
