"""Friends: requests that are accepted, presence as each allows it, invitations, partners."""
