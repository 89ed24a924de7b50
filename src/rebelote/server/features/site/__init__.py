"""The pages of the server itself, its description of the interface, and `/health`."""
