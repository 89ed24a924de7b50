"""The constants of the client, which are those of the server."""

from __future__ import annotations

from rebelote.i18n import LANGUAGES, catalogue
from rebelote.rules import presets
from rebelote.rules.refusals import REFUSALS
from rebelote.server.base.protocol import messages
from rebelote.server.main.typescript import constants, typescript


def test_every_code_that_ends_a_visit_or_delays_it_is_a_refusal() -> None:
    assert {*messages.FATAL_CODES, *messages.RETRY_CODES} <= REFUSALS.keys()


def test_every_rule_set_and_language_is_among_the_constants() -> None:
    text = constants()
    for name, rules in presets.PRESETS.items():
        assert f'\n  "{name}": {{"players": {rules.players},' in text
    for language in LANGUAGES:
        assert f'\n  "{language}": "{catalogue(language)["language.name"]}",' in text


def test_comments_are_whole_sentences() -> None:
    """A comment is the first paragraph of a docstring, which may take more than one line."""
    comments = [line for line in typescript().splitlines() if line.startswith("/** ")]
    assert len(comments) > 150
    assert not [line for line in comments if not line.endswith((". */", "`. */", ": */"))]
