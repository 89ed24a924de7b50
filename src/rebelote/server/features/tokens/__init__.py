"""Programs of other people: access tokens with scopes, and accounts for bots."""
