"""Accounts: names, passwords, sessions, settings, personal data."""
