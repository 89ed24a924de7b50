"""What does `python -m rebelote.cli` do? The same as the command `rebelote`."""

from rebelote.cli import main

if __name__ == "__main__":
    main()
