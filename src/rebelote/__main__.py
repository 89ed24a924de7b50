"""`python -m rebelote`, the same as the command `rebelote`."""

from rebelote.cli import main

if __name__ == "__main__":
    main()
