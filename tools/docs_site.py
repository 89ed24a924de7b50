"""The parts of the site beyond `mkdocs.yml`: outside pages, the reference, the server's policy.

The pages are written for a forge: headings have its anchors, a list needs no empty line before
it, and links lead to files of the repository. Here a link to a page of the site is adapted to it,
and one to a source file becomes its text.
"""

from __future__ import annotations

import ast
import gzip
import hashlib
import posixpath
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

HOME: Final = Path(__file__).parent.parent
OUTSIDE: Final = {
    "changelog.md": "CHANGELOG.md",
    "contributing.md": "CONTRIBUTING.md",
    "examples.md": "examples/README.md",
    "perf.md": "perf/README.md",
}
"""Pages of the site that do not lie in `docs/`."""
RULES: Final = "rebelote.rules."
REFERENCE: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "game": ("A game", ("rebelote.game",)),
    "actions": ("Actions", (f"{RULES}actions",)),
    "cards": ("Cards", (f"{RULES}cards", f"{RULES}melds", f"{RULES}deck")),
    "match": (
        "Matches",
        tuple(RULES + name for name in ("match", "deal", "contract", "scoring", "view")),
    ),
    "rules": (
        "Rules",
        tuple(RULES + name for name in ("arguments", "options", "presets", "refusals")),
    ),
    "records": ("Records", (f"{RULES}records.record",)),
}
"""Pages of the public names of `rebelote`: title, and the modules that the names come from."""
OBJECTS: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "bots": (
        "Bots and arena",
        (
            *("rebelote.bots.make", "rebelote.bots.LEVELS", "rebelote.bots.Bot"),
            *("rebelote.bots.Thought", "rebelote.agents.make", "rebelote.agents.AgentError"),
            *("rebelote.arena.compare", "rebelote.arena.Result"),
            *("rebelote.arena.pool", "rebelote.arena.Pool", "rebelote.arena.progress.shown"),
            *("rebelote.bots.random_bot.simplest", "rebelote.bots.policy.advantages"),
            *(f"{RULES}cards.{name}" for name in ("point_table", "strength_table")),
            *("rebelote.remote_table.play", "rebelote.remote_table.open_table"),
        ),
    ),
    "analysis": (
        "Solver and review",
        (
            *("rebelote.kernel.solver.solve", "rebelote.kernel.solver.Solution"),
            *("rebelote.kernel.solver.solve_many", "rebelote.kernel.solver.playouts"),
            *("rebelote.kernel.solver.Playouts", "rebelote.kernel.solver.NoKernelError"),
            *("rebelote.analysis.par.par", "rebelote.analysis.par.Par"),
            *("rebelote.batch.review_many", "rebelote.batch.Reviewed"),
            *("rebelote.analysis.review.review_deal", "rebelote.analysis.report.DealReport"),
            *("rebelote.analysis.report.Decision", "rebelote.analysis.report.Share"),
            "rebelote.analysis.report.costliest",
        ),
    ),
    "data": (
        "Deals as data",
        (
            *("rebelote.data.deal_rows", "rebelote.data.DealRow"),
            *("rebelote.data.decision_rows", "rebelote.data.DecisionRow"),
            *("rebelote.data.observation_rows", "rebelote.data.ObservationRow"),
            *("rebelote.data.write", "rebelote.data.Plan", "rebelote.data.play"),
        ),
    ),
    "environments": (
        "Environments for learning",
        (
            *("rebelote.env.Env", "rebelote.env.Batch", "rebelote.env.aec.env"),
            *("rebelote.env.actions", "rebelote.env.observation"),
        ),
    ),
    "games": (
        "Games of one's own",
        (
            *("rebelote.games.Game", "rebelote.games.load"),
            f"{RULES}auctions.state.Auction",
            *(f"{RULES}auctions.state.AuctionSoFar", f"{RULES}contract.Called"),
            *("rebelote.bots.calling.Calling", "rebelote.bots.plain_calling.PlainCalling"),
            *(f"{RULES}scoring.{name}" for name in ("ContractResult", "Payment", "Line")),
            *(f"{RULES}tallies.Tally", f"{RULES}scoring_rules.ScoringRules"),
            *(f"{RULES}own_options.OwnOption", "rebelote.i18n.sources.Source"),
            *(f"{RULES}scoring.{name}" for name in ("Outcome", "compared", "won")),
            *(f"{RULES}trick_melds.Bonuses", f"{RULES}trick_melds.roem"),
            *(f"{RULES}cards.SUIT_TRUMPS", "rebelote.bots.turned.hand_worth"),
            *(f"{RULES}settlements.{name}" for name in ("SettlementKind", "Spread")),
        ),
    ),
    "club": (
        "Evenings of a club",
        (
            *("rebelote.tournament.formats.Format", "rebelote.tournament.state.replayed"),
            *(f"rebelote.tournament.entries.{name}" for name in ("Created", "Entered", "Scored")),
            *("rebelote.tournament.entries.Score", "rebelote.tournament.draws.draw"),
            *("rebelote.tournament.standings.standings", "rebelote.tournament.duplicate.howell"),
            *(
                "rebelote.tournament.duplicate.Result",
                "rebelote.tournament.duplicate.duplicate_standings",
            ),
            "rebelote.tournament.fours.victory_points",
            *(
                f"rebelote.tournament.league.{name}"
                for name in ("compared_day", "league_table", "SECOND")
            ),
        ),
    ),
}
"""Pages of what is public beside it: title, and what they show."""
OPTIONS: Final = HOME / "src" / "rebelote" / "rules" / "option_types.py"
"""The options of the rules with their values, one class of fields."""

FENCE: Final = re.compile(r"^ *(```|~~~).*?^ *\1 *$", re.M | re.S)
LINK: Final = re.compile(r"(!?)\[((?:[^\[\]`]|`[^`]*`|\[[^\]]*\])*)\]\(([^)\s]+)\)")
ITEM: Final = re.compile(r" *(?:[-*]|\d+\.) ")
SCRIPT: Final = re.compile(r"<script>(.*?)</script>", re.S)
UNUSED: Final = ("404.html", "sitemap.xml", "sitemap.xml.gz", "assets/images/favicon.png")
PACKED: Final = ("*.css", "*.js", "*.json")
"""Patterns of files that servers send as `NAME.gz` where a browser accepts it."""

scripts: dict[str, str] = {}
"""The scripts taken out of pages, by the names of their files."""


def slug(heading: str, separator: str) -> str:
    """Return the anchor that a forge gives a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", separator)


def on_config(config: MkDocsConfig) -> None:
    """Give headings the anchors that links in the pages use."""
    config.mdx_configs["toc"]["slugify"] = slug


# --- pages that are not in docs/ ------------------------------------------------------------------


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Add the pages from outside, and the reference."""
    from mkdocs.structure.files import File

    pages = {name: (HOME / path).read_text("utf-8") for name, path in OUTSIDE.items()}
    for name, text in (pages | reference()).items():
        files.append(File.generated(config, name, content=text))


def reference() -> dict[str, str]:
    """Write the pages of the reference, which mkdocstrings fills from the docstrings."""
    public = public_names()
    pages = {}
    for name, (title, modules) in REFERENCE.items():
        entries = [public.pop(entry) for entry in [*public] if public[entry][0] in modules]
        entries.sort(key=lambda entry: (modules.index(entry[0]), entry[1]))
        pages[f"reference/{name}.md"] = "\n\n".join(
            [f"# {title}", *(f"::: {module}.{entry}" for module, entry in entries)]
        )
    if public:
        raise ValueError(f"on no page of the reference: {', '.join(public)}")
    for name, (title, objects) in OBJECTS.items():
        shown = (f"::: {path}\n    options: {{show_root_full_path: true}}" for path in objects)
        pages[f"reference/{name}.md"] = "\n\n".join([f"# {title}", *shown])
    pages["reference/options.md"] = options()
    return pages


def options() -> str:
    """Write the page of the options: a table of their declarations."""
    (every,) = (node for node in _nodes(OPTIONS) if isinstance(node, ast.ClassDef))
    values = {name: kind for name, kind, _, _ in _fields(every)}
    rows = {
        name: f"| `{name}` | {_listed(values[name])} | {_code(default)} | {meaning} |"
        for path in OPTIONS.parent.rglob("*.py")
        if path != OPTIONS
        for node in _nodes(path)
        if isinstance(node, ast.ClassDef) and node.name != "Options"
        for name, kind, default, meaning in _fields(node)
        if name in values and meaning and "Switch(" in kind
    }
    head = [
        "# Options of the rules",
        "",
        "Each is a keyword argument of `rebelote.Rules` and `rebelote.Game`, and "
        "`--set NAME=VALUE` on the command line. The default is that of French belote; what stands "
        "in brackets is the [source](../sources.md). The [rules in words](../rules/README.md) list "
        "the function that reads each.",
        "",
        "| option | values | default | what it says |",
        "|---|---|---|---|",
    ]
    return "\n".join([*head, *(rows[name] for name in values if name in rows)])


def _nodes(path: Path) -> list[ast.stmt]:
    return ast.parse(path.read_text("utf-8")).body


def _fields(node: ast.ClassDef) -> Iterator[tuple[str, str, str, str]]:
    """Yield the fields of a class: name, type, default, and the docstring below it."""
    for field, after in zip(node.body, [*node.body[1:], None], strict=True):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            said = after.value if isinstance(after, ast.Expr) else None
            text = said.value if isinstance(said, ast.Constant) else ""
            default = ast.unparse(field.value) if field.value else ""
            yield (
                field.target.id,
                ast.unparse(field.annotation),
                default,
                " ".join(str(text).split()),
            )


def _listed(kind: str) -> str:
    result = re.fullmatch(r"Literal\[(.*)\]", kind, re.S)
    values = ast.literal_eval(f"[{result[1]}]") if result else [kind]
    return ", ".join(_code(str(value)) for value in values)


def _code(text: str) -> str:
    bare = text.strip("'")
    return f"`{bare}`" if bare else ""


def public_names() -> dict[str, tuple[str, str]]:
    """Return the names in `rebelote.__all__`, each with the module that it is imported from."""
    tree = ast.parse((HOME / "src" / "rebelote" / "__init__.py").read_text("utf-8"))
    return {
        name.asname or name.name: (node.module or "", name.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rebelote")
        for name in node.names
        if name.name != "game"
    }


# --- Markdown as a forge reads it -----------------------------------------------------------------


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Adapt links, and let a list follow a line of text."""
    here = page.file.src_uri
    written = OUTSIDE.get(here, f"docs/{here}")
    if here.startswith("rules/") and not here.startswith(("rules/README", "rules/en/")):
        page.meta["search"] = {"exclude": True}  # each language would make the index as much larger
    return outside_code(
        markdown, lambda text: spaced(LINK.sub(lambda m: link(m, here, written), text))
    )


def outside_code(markdown: str, change: Callable[[str], str]) -> str:
    """Change the text outside code blocks."""
    parts: list[str] = []
    end = 0
    for block in FENCE.finditer(markdown):
        parts += [change(markdown[end : block.start()]), block[0]]
        end = block.end()
    return "".join((*parts, change(markdown[end:])))


def link(match: re.Match[str], here: str, written: str) -> str:
    """Return a page's link as the site has it; only its text where it leads to a source file."""
    picture, text, address = match.groups()
    target, mark, anchor = address.partition("#")
    if not target or ":" in target:
        return match[0]
    path = posixpath.normpath(posixpath.join(posixpath.dirname(written), target))
    to = next((name for name, outside in OUTSIDE.items() if outside == path), None)
    if to is None and path.startswith("docs/"):
        to = path.removeprefix("docs/")
    elif path == "README.md":
        to = "index.md"
    if to is None:
        return text if (HOME / path).exists() else match[0]
    return (
        f"{picture}[{text}]({posixpath.relpath(to, posixpath.dirname(here) or '.')}{mark}{anchor})"
    )


def spaced(text: str) -> str:
    """Insert an empty line between a line of text and a list that follows it."""
    lines: list[str] = []
    for line in text.split("\n"):
        before = lines[-1] if lines else ""
        if ITEM.match(line) and before.strip() and not (ITEM.match(before) or before[0] == " "):
            lines.append("")
        lines.append(line)
    return "\n".join(lines)


# --- what the server's policy allows --------------------------------------------------------------


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Move the scripts within a page to files: the server's policy allows no others."""
    base = posixpath.relpath("assets", posixpath.dirname(page.file.url) or ".")

    def moved(match: re.Match[str]) -> str:
        name = f"inline.{hashlib.sha256(match[1].encode()).hexdigest()[:8]}.js"
        scripts[name] = match[1]
        return f'<script src="{base}/{name}"></script>'

    return SCRIPT.sub(moved, output)


def on_post_build(config: MkDocsConfig) -> None:
    """Write these scripts, drop what no page uses, and pack what is large."""
    site = Path(config.site_dir)
    for name, text in scripts.items():
        (site / "assets" / name).write_text(text, encoding="utf-8")
    unused = [site / name for name in UNUSED]
    for path in (*unused, *site.rglob("*.map"), *site.rglob("lunr/**/*.js")):
        path.unlink(missing_ok=True)
    for path in (result for pattern in PACKED for result in site.rglob(pattern)):
        path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(path.read_bytes(), mtime=0))
