"""Accounts, passwords, privacy, moderation and reports."""
