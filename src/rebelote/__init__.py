"""What can a program do with Rebelote? Everything the library offers is named here."""

__version__ = "0.1.0"

__all__: list[str] = []
