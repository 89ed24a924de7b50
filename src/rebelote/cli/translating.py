"""The command for native readers: a page of sentences to correct, and its way back."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rebelote.cli import options


@click.command()
@click.argument("language")
@click.option(
    "--read",
    "corrected",
    metavar="FILE",
    help="Read a corrected page, check it, and write what is right into the catalogues; "
    "- is standard input.",
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The text file to write; the page is printed by default.",
)
def words(language: str, corrected: str | None, out: Path | None) -> None:
    """Write the sentences that players see most, for a native reader to correct.

    Example: rebelote words hr --out hr.txt
    """
    from rebelote.proofreading import page

    if corrected is None:
        text = page.page(language)
        if out is None:
            print(text, end="")
        else:
            out.write_text(text, encoding="utf-8")
        return
    reading = page.read(language, options.read(corrected))
    page.write(reading.right)
    for line, fault in reading.wrong:
        print(f"rebelote: line {line}: {fault}", file=sys.stderr)
    print(
        f"{len(reading.right)} sentences written" + ("; run make generated" * bool(reading.right))
    )
    if reading.wrong:
        sys.exit(1)
