"""The shape of the code: imports, input and output, sizes, names, and what no file may say."""

from __future__ import annotations

import ast
import builtins
import io
import itertools
import json
import re
import statistics
import subprocess
import sys
import tokenize
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from types import ModuleType

import lock
import packages
import pytest
import wheels
from packages import HOME, MODULES, imported, local_imports, nodes_of, tree

import rebelote

# Packages that touch nothing outside: there `now` and chance are arguments.
PURE = """
    rules kernel knowledge bots i18n rehearsal games tournament analysis env learn offline
    server.table.model server.base.protocol
"""
IO_PACKAGES = """
    asyncio datetime glob http io logging multiprocessing os pathlib random secrets select shutil
    signal smtplib socket sqlite3 ssl subprocess sys tempfile threading time urllib
"""
# Modules that read the machine's clocks; the rest of the server asks the time source it is given.
CLOCKS = {
    "server.base.runtime.time_source",
    "server.base.runtime.watchdog",
    "server.base.ops.backup",
}
# Chance with a given seed is an argument like any other; so is a date that somebody else read, and
# to escape an address opens none. One module takes
# the place of another by `sys.modules`.
HARMLESS = {
    "random.Random",
    "datetime.UTC",
    "datetime.date",
    "datetime.datetime",
    "datetime.timedelta",
    "sys.modules",
    "urllib.parse.quote",
}

KIND = re.compile(r"\bauction_kind\b|(scoring|rules)\.settlement\b|\['settlement'\]")
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Module)

MEDIAN_LINES = 6
MOST_LINES = 25
MOST_ANY = 30
LONGEST_TITLE = 72
TITLES_SINCE = "2026-11-29T10:00Z"


def check_none(offenders: Iterable[str]) -> None:
    """Fail with every offender, a line each."""
    lines = sorted(offenders)
    assert not lines, "\n".join(["", *lines])


def of_the_server() -> list[str]:
    """Return the modules of the server, by name."""
    return [name for name in MODULES if name.startswith("server.")]


def text(name: str) -> str:
    return MODULES[name].read_text(encoding="utf-8")


# --- imports ------------------------------------------------------------------------------------


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = {name: local_imports(name) - {name} for name in MODULES}
    assert len(list(TopologicalSorter(graph).static_order())) >= len(MODULES)


def test_the_page_has_the_modules_that_its_table_imports() -> None:
    assert packages.offline() == packages.OFFLINE.read_text("utf-8"), "run make generated"


def test_only_the_solver_imports_the_native_module() -> None:
    check_none(n for n in MODULES if "_kernel" in local_imports(n) and n != "kernel.solver")


# --- input and output ---------------------------------------------------------------------------


def touches(name: str) -> Iterator[str]:
    """Yield a module's uses of the outside: clocks, chance, files, sockets, threads."""
    for full in imported(name):
        if full.partition(".")[0] in IO_PACKAGES.split() and full not in HARMLESS | {"random"}:
            yield full
    for node in nodes_of(MODULES[name]):
        match node:
            case ast.Call(func=ast.Name(id="open" | "print" | "input" as used)):
                yield used
            case ast.Attribute(value=ast.Name(id="random"), attr=used) if used != "Random":
                yield f"random.{used}"
            case ast.Attribute(
                value=ast.Name(id="date" | "datetime" as kind),
                attr="today" | "now" | "utcnow" as used,
            ):
                yield f"{kind}.{used}"


def test_pure_packages_touch_nothing_outside() -> None:
    assert set(PURE.split()) <= MODULES.keys()
    pure = (n for n in MODULES if not set(PURE.split()).isdisjoint(packages.parents(n)))
    check_none(f"{name} uses {used}" for name in pure for used in touches(name))


def test_the_server_asks_its_time_source() -> None:
    """So that a test can let time pass; `sleep` alone is real."""
    reading = r"(?<![\w.])(?:time\.(?:time|monotonic)(?:_ns)?|datetime\.now)\(|_loop\(\)\.time\("
    asking = (name for name in of_the_server() if name not in CLOCKS)
    check_none(f"{n} calls {call}" for n in asking for call in re.findall(reading, text(n)))


SQLITE_ALONE = {"server.base.ops.backup", "server.base.ops.move"} | {
    f"server.base.storage.{name}" for name in ("schema", "sqlite_store", "wipe")
}
"""Modules that know SQLite: the rest of the server knows `server.base.storage.store`, and its
errors."""
SQLITE_WORDS = re.compile(
    r"\bOR (?:IGNORE|REPLACE)\b|\bjson_(?:each|extract)\(|\bGLOB\b|\bIFNULL\("
    r"|\bPRAGMA\b|\bVACUUM\b|\browid\b|[(] ?[?][0-9]? IS NULL\b|\bWHERE [?][0-9]? IS NULL\b"
)


def test_few_modules_know_sqlite() -> None:
    """Statements elsewhere are such as PostgreSQL takes, but for the question marks."""
    others = [name for name in of_the_server() if name not in SQLITE_ALONE]
    check_none(f"{name} imports sqlite3" for name in others if "sqlite3" in imported(name))
    check_none(f"{n} says {word}" for n in others for word in SQLITE_WORDS.findall(text(n)))


def test_importing_the_package_loads_neither_server_nor_terminal() -> None:
    script = "import sys, rebelote; print(*sys.modules, sep='\\n')"
    command = [sys.executable, "-c", script]
    loaded = subprocess.run(command, capture_output=True, check=True, text=True).stdout.split()
    assert "rebelote" in loaded
    assert not {"asyncio", "click", "litestar", "openskill", "rich", "sqlite3", "uvicorn"} & set(
        loaded
    )


def test_the_table_in_the_page_needs_nothing_of_the_outside() -> None:
    """Check that it uses no network, disk or native module, and few packages of others."""
    names = packages.reached(*packages.IN_THE_PAGE)
    assert {"rules.play", "server.table.model.table", "kernel.solver"} <= names
    pure = (
        r"server([.]base([.]limits|[.]protocol([.]\w+)?)?|[.]table([.]model([.]\w+)?)?"
        r"|[.]features([.]calls_shown([.]auctions)?|[.]study([.](errors|schemas|work))?|[.]daily([.](puzzle_days|schemas))?"
        r"|[.]history([.](schemas|steps|viewing))?|[.]offline_matches([.]reading)?)?)?"
    )
    assert not [n for n in names if n.startswith("server") and not re.fullmatch(pure, n)]
    assert not [name for name in names - {"server"} if list(touches(name))]
    outside = {full.partition(".")[0] for name in names for full in imported(name)}
    theirs = outside - sys.stdlib_module_names - {"rebelote"}
    brought = {*wheels.PACKAGES} - {"typing-extensions"}  # which fsrs imports
    assert theirs == {*brought, "numpy", "structlog"}  # numpy: where one asks for it
    assert "structlog" not in {full for name in names - {"server"} for full in imported(name)}


LOADED_BY_THE_SERVER = """
    _cython_3_1_4 anyio click cython_runtime h11 litestar markupsafe msgspec multidict multipart
    prometheus_client pyicumessageformat sniffio structlog typing_extensions uvicorn websockets yaml
"""
"""Packages of others that a server may load that keeps a file and sends no push messages."""


def test_the_server_loads_no_more_than_it_needs() -> None:
    """If rich and greenlet are installed, structlog would read them: 4 MB for nothing.

    `cryptography` takes 10 MB, and only push messages need it; asyncpg and nats are for
    PostgreSQL alone. argon2, fsrs, regex and segno wait for the first password, answer, name and
    QR code, and `smtplib` for the first mail. What bots search with and what reviews deals is
    loaded by worker processes, the kernel with the first look at `/health`; lessons load what they
    are made with when one is requested.
    """
    script = "import sys, rebelote.server.main.app; print(*sys.modules, sep='\\n')"
    command = [sys.executable, "-c", script]
    loaded = subprocess.run(command, capture_output=True, check=True, text=True).stdout.split()
    outside = {name.partition(".")[0] for name in loaded} - sys.stdlib_module_names
    started = {"__main__", "__mp_main__", "_distutils_hack", "rebelote"}
    assert "structlog" in outside
    assert outside - started <= set(LOADED_BY_THE_SERVER.split())
    later = {"difflib", "email.headerregistry", "smtplib"}
    later |= {"rebelote.analysis.review", "rebelote.bots.levels", "rebelote.bots.heuristics"}
    later |= {"rebelote.learn.courses", "rebelote.rehearsal", "rebelote._kernel"}
    assert not later & set(loaded)


def test_a_node_without_a_nats_server_does_not_load_its_client() -> None:
    script = (
        "import sys; from rebelote.server.main import app\n"
        "from rebelote.server.base.cluster import joining\n"
        "assert joining.joined('postgresql://127.0.0.1/x', '') and not joining.remote_workers('')\n"
        "assert 'asyncpg' in sys.modules\n"
        "print('nats' in sys.modules)"
    )
    command = [sys.executable, "-c", script]
    assert subprocess.run(command, capture_output=True, check=True, text=True).stdout == "False\n"


# --- names --------------------------------------------------------------------------------------


def exceptions() -> Iterator[tuple[str, str]]:
    """Yield every module and exception that it defines."""
    known = {"Exception"}
    for name in MODULES:
        for node in nodes_of(MODULES[name]):
            if isinstance(node, ast.ClassDef):
                bases = {ast.unparse(base).rpartition(".")[2] for base in node.bases}
                if bases & known or any(base.endswith("Error") for base in bases):
                    known.add(node.name)
                    yield name, node.name


def test_exceptions_end_in_error() -> None:
    """`Quit` is no error: it leaves the terminal's loops, as `StopIteration` does."""
    defined = list(exceptions())
    assert len(defined) > 30
    check_none(
        f"{name} names {kind}" for name, kind in defined if not kind.endswith(("Error", "Quit"))
    )


def test_no_module_compares_the_name_of_a_kind() -> None:
    """Check that modules ask the object of an auction or settlement, not its name."""
    check_none(name for name in MODULES if any(compared_kinds(name)))


def compared_kinds(name: str) -> Iterator[str]:
    """Yield the comparisons of a kind's name with a text, or with a table of texts."""
    scopes = [scope for scope in nodes_of(MODULES[name]) if isinstance(scope, SCOPES)]
    for nodes in (list(nodes_in(scope)) for scope in scopes):
        held = {
            part.id
            for node in nodes
            if isinstance(node, ast.Assign | ast.NamedExpr) and KIND.search(ast.unparse(node.value))
            for part in ast.walk(node)
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
        }
        yield from (said for node in nodes if (said := compared_kind(node, held)))


def nodes_in(scope: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a function, or of a module, that lie in no function within it."""
    for child in ast.iter_child_nodes(scope):
        if not isinstance(child, SCOPES):
            yield child
            yield from nodes_in(child)


def compared_kind(node: ast.AST, held: set[str]) -> str:
    """Return the comparison of a kind's name, if this is one."""
    if isinstance(node, ast.Match) and is_kind(node.subject, held):
        return ast.unparse(node.subject)
    if not isinstance(node, ast.Compare):
        return ""
    sides = [node.left, *node.comparators]
    others = [side for side in sides if not is_kind(side, held)]
    compared = len(others) < len(sides) and any(map(holds_texts, others))
    return ast.unparse(node) if compared else ""


def is_kind(node: ast.expr, held: set[str]) -> bool:
    """Return whether an expression is the name of a kind, or a local that holds one."""
    return KIND.search(said := ast.unparse(node)) is not None or said in held


def holds_texts(node: ast.expr) -> bool:
    """Return whether an expression has a text, or is a constant of its module but `KINDS`."""
    parts = list(ast.walk(node))
    texts = any(isinstance(part, ast.Constant) and isinstance(part.value, str) for part in parts)
    return texts or (isinstance(node, ast.Name) and node.id.isupper() and node.id != "KINDS")


# --- sizes --------------------------------------------------------------------------------------


@cache
def code_lines(name: str) -> frozenset[int]:
    """Return the numbers of the lines that hold code: neither blank nor comment alone."""
    idle = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
    source = io.StringIO(text(name))
    spans = (
        range(token.start[0], token.end[0] + 1)
        for token in tokenize.generate_tokens(source.readline)
        if token.type not in idle
    )
    return frozenset(line for span in spans for line in span)


def functions(name: str) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in nodes_of(MODULES[name]):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def length(name: str, function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return the lines of code in a function's body, its docstring left out."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    if not body:
        return 0
    return len(code_lines(name) & set(range(body[0].lineno, (body[-1].end_lineno or 0) + 1)))


def test_most_functions_are_small() -> None:
    lengths = sorted(length(name, function) for name in MODULES for function in functions(name))
    assert statistics.median(lengths) <= MEDIAN_LINES
    assert lengths[len(lengths) * 9 // 10] <= MOST_LINES


def test_no_rule_is_long() -> None:
    check_none(
        f"{name}: {function.name} has {length(name, function)} lines"
        for name in MODULES
        if name.startswith("rules.")
        for function in functions(name)
        if length(name, function) > MOST_LINES
    )


# --- memory ---------------------------------------------------------------------------------------

KERNEL = HOME / "kernel"
SAFE = "#![forbid(unsafe_code)]"


def test_the_kernel_is_safe_code() -> None:
    """Every module forbids unsafe code but those of PyO3, where no code of ours may be unsafe, and
    the one that exports names."""
    sources = (KERNEL / "src").rglob("*.rs")
    unsafe = {path.name for path in sources if SAFE not in path.read_text("utf-8")}
    assert unsafe == {"lib.rs", "python.rs", "python_deals.rs", "wasm.rs"}
    exported = (KERNEL / "src" / "wasm.rs").read_text("utf-8")
    assert exported.count("unsafe") == 1 + exported.count("#[unsafe(no_mangle)]\npub extern")
    lints = tomllib.loads((KERNEL / "Cargo.toml").read_text("utf-8"))["lints"]["rust"]
    assert lints == {"unsafe_code": "deny"}
    ours = [KERNEL / "src" / name for name in unsafe - {"wasm.rs"}]
    assert not [path for path in ours if "unsafe_code" in path.read_text("utf-8")]


# --- names and words ----------------------------------------------------------------------------


def test_every_module_says_what_it_holds() -> None:
    check_none(name for name in MODULES if not ast.get_docstring(tree(name)))


DESCRIBED = {
    path.relative_to(HOME).as_posix(): path
    for of in ("src", "tests", "perf", "tools", "kernel")
    for path in (HOME / of).rglob("*.py")
}
"""The files whose docstrings begin with a noun phrase or an imperative."""


LOOSE = re.compile(r"(?:What|Who|How|By|Of|That|Those|Nothing)\b|.*[?](?:\s|$)")
"""The beginnings that leave a docstring without a noun or a verb."""


def docstrings(path: Path) -> Iterator[str]:
    """Yield the docstrings of a file, with those of values."""
    for node in nodes_of(path):
        body = getattr(node, "body", ())
        for text in body if isinstance(body, list) else ():
            if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant):
                yield str(text.value.value)


def test_every_docstring_begins_with_a_noun_or_a_verb() -> None:
    check_none(
        f"{name}: {text}"
        for name, path in DESCRIBED.items()
        for text in docstrings(path)
        if LOOSE.match(text.strip())
    )


def test_the_package_exports_every_public_name() -> None:
    public = {
        name
        for name in dir(rebelote)
        if not name.startswith("_") and not isinstance(getattr(rebelote, name), ModuleType)
    }
    assert sorted(rebelote.__all__) == sorted(public - {"annotations", "TYPE_CHECKING"})


def test_the_version_is_said_once_and_the_same() -> None:
    project = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert rebelote.__version__ == project["version"]
    assert f'"version":"{project["version"]}"' in (HOME / "docs" / "engine.md").read_text("utf-8")


def test_what_is_cited_is_the_last_release() -> None:
    changelog = (HOME / "CHANGELOG.md").read_text("utf-8")
    dated = re.search(r"(?m)^## (\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d)\)$", changelog)
    cited = (HOME / "CITATION.cff").read_text("utf-8")
    values = [re.search(rf"(?m)^{key}: (.+)$", cited) for key in ("version", "date-released")]
    assert dated and [value[1] for value in values if value] == list(dated.groups())


def test_the_changelog_has_a_short_dated_section_of_each_release() -> None:
    """Only the first has no date. The version of the package is the last, or in preparation."""
    text = (HOME / "CHANGELOG.md").read_text("utf-8")
    _, unreleased, *sections = re.split(r"(?m)^## ", text)
    version = rebelote.__version__
    assert unreleased.startswith("Unreleased\n")
    assert all(re.match(r"\d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)\n", one) for one in sections[:-1])
    assert f"Version {version}, in preparation" in unreleased or sections[0].startswith(version)
    assert all(one.count("\n") <= 80 for one in [unreleased, *sections])


# --- what no file may say -----------------------------------------------------------------------

# In parts, so that this file does not say them either.
HOSTS = [
    b".".join(parts)
    for parts in (
        (b"npmjs", b"org"),
        (b"npmjs", b"com"),
        (b"yarnpkg", b"com"),
        (b"pypi", b"org"),
        (b"pythonhosted", b"org"),
        (b"crates", b"io"),
        (b"golang", b"org"),
        (b"deb", b"debian", b"org"),
        (b"unpkg", b"com"),
        (b"jsdelivr", b"net"),
    )
]
DOWNLOADS = [b'"resolved' + b'":', b"registry" + b"+http", b"index" + b"-url"]


def project_files() -> list[Path]:
    """Return every file of the project: tracked, or new and not ignored."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=HOME, capture_output=True, check=True).stdout
    paths = (HOME / name.decode() for name in listed.split(b"\0") if name)
    return [path for path in paths if path.is_file()]


@pytest.mark.skipif(not (HOME / ".git").exists(), reason="an unpacked release knows no git")
def test_no_file_of_the_project_is_ignored() -> None:
    """Check it, as a package leaves out what git ignores."""
    command = ["git", "ls-files", "--cached", "--ignored", "--exclude-standard"]
    ignored = subprocess.run(command, cwd=HOME, capture_output=True, check=True, text=True).stdout
    check_none(ignored.splitlines())


@pytest.mark.skipif(not (HOME / ".git").exists(), reason="an unpacked release knows no git")
def test_no_python_file_escapes_the_linter() -> None:
    command = [sys.executable, "-m", "ruff", "check", "--show-files"]
    listed = subprocess.run(command, cwd=HOME, capture_output=True, check=True, text=True).stdout
    python = {str(path) for path in project_files() if path.suffix == ".py"}
    check_none(sorted(python - set(listed.splitlines())))


@pytest.mark.skipif(not (HOME / ".git").exists(), reason="an unpacked release knows no git")
def test_titles_of_commits_are_short() -> None:
    """Check those since the last release, or since the limit was agreed on."""
    command = ["git", "describe", "--tags", "--abbrev=0"]
    tag = subprocess.run(command, cwd=HOME, capture_output=True, text=True).stdout.strip()
    since = f"{tag}..HEAD" if tag else f"--since={TITLES_SINCE}"
    command = ["git", "log", "--format=%s", since]
    titles = subprocess.run(command, cwd=HOME, capture_output=True, check=True, text=True).stdout
    check_none(title for title in titles.splitlines() if len(title) > LONGEST_TITLE)


@pytest.mark.skipif(not (HOME / ".git").exists(), reason="an unpacked release knows no git")
def test_no_file_records_where_packages_come_from() -> None:
    offenders = {
        f"{path.relative_to(HOME)}: {word.decode()}"
        for path in project_files()
        for word in HOSTS + DOWNLOADS
        if word in path.read_bytes().lower()
    }
    assert not offenders


def test_every_dependency_is_pinned() -> None:
    text = (HOME / "pyproject.toml").read_text(encoding="utf-8")
    project = tomllib.loads(text)
    groups = project["dependency-groups"].values()
    extras = project["project"]["optional-dependencies"].values()
    requirements = project["project"]["dependencies"] + [
        name for group in (*groups, *extras) for name in group if isinstance(name, str)
    ]
    shared = [name for name in lock.FILES if name not in lock.ALONE]
    pins = [pin.name for pin in lock.pinned(*shared)]
    assert len(pins) == len(set(pins)), "a pin stands in one file only"
    named = {re.split(r"[;\[<>]", name)[0].strip() for name in requirements}
    assert named - {"rebelote"} <= set(pins), "an extra may hold other extras"


def test_every_file_that_is_installed_has_a_hash() -> None:
    assert not [pin.name for pin in lock.pinned(*lock.FILES) if not pin.hashes]
    modules = json.loads((HOME / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    assert not [name for name, module in modules.items() if name and "integrity" not in module]
    crates = tomllib.loads((KERNEL / "Cargo.pins").read_text("utf-8"))["package"]
    assert [crate["name"] for crate in crates if "checksum" not in crate] == ["rebelote-kernel"]


def test_nothing_is_installed_without_a_look_at_its_hash() -> None:
    """Our own package alone has none: it is installed as it stands, without what it needs."""
    makefile = (HOME / "Makefile").read_text(encoding="utf-8").replace("\\\n", " ")
    installs = re.findall(r".*\b(?:pip|npm|NPM\)) +(?:ci|install|i)\b.*", makefile)
    assert len(installs) == 3
    for line in installs:
        assert re.search("--require-hashes|--no-deps --editable [.]$|[)] ci ", line), line


# --- the tests themselves -------------------------------------------------------------------------

TESTS = {
    path.relative_to(HOME / "tests").as_posix(): path for path in (HOME / "tests").rglob("*.py")
}
SLEEP_MOST = 0.2
SLEEPS = {
    "support/waiting.py": "between two looks at a condition",
    "support/ending.py": "a shorter one for each that uvicorn asks for",
    "server/main/test_lifecycle.py": "the event loop is stalled on purpose",
}
"""Files whose sleeps may be longer or are not written as a figure, and why."""


def sleeps(name: str) -> Iterator[ast.Call]:
    """Yield every call of a function named `sleep`, or of a browser's wait for a length of time."""
    for node in nodes_of(TESTS[name]):
        match node:
            case ast.Call(func=ast.Attribute(attr="sleep" | "wait_for_timeout")):
                yield node


def is_short(call: ast.Call) -> bool:
    """Return whether it only lets others go on for a moment, between two looks at a condition."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    seconds = call.args[0].value if isinstance(call.args[0], ast.Constant) else None
    return name == "sleep" and isinstance(seconds, int | float) and seconds <= SLEEP_MOST


def test_no_test_waits_for_a_length_of_time() -> None:
    """Tests wait for a condition (`waiting.until`, `expect`) or move the clock (`in_process`)."""
    check_none(
        f"{name}, line {call.lineno}: {ast.unparse(call)}"
        for name in TESTS.keys() - SLEEPS.keys()
        for call in sleeps(name)
        if not is_short(call)
    )


CLOCK = re.compile(r"\b(?:monotonic|perf_counter|process_time|thread_time|time)(?:_ns)?\(\)")
CALLED = re.compile(r"(?:monotonic|perf_counter|process_time|thread_time|time)(?:_ns)?\s*\(")
"""A pattern found in every text with a `CLOCK`, whatever its layout."""
MEASURES = {
    "support/waiting.py": "how long a condition is waited for",
    "support/processor_time.py": "processor time of one thread, which no load adds to",
    "server/table/test_bot_pace.py": "two kinds of turns are held against each other",
}
"""Files that may compare or subtract two readings of a clock, and why."""


def readings(tree: ast.Module) -> set[str]:
    """Return the clock, and every name that a reading of it was given, also by another name."""
    given = [node for node in ast.walk(tree) if isinstance(node, ast.Assign)]
    times: set[str] = set()
    while True:
        more = {ast.unparse(t) for node in given if reads(node.value, times) for t in node.targets}
        if more <= times:
            return times
        times |= more


def reads(node: ast.expr, known: set[str]) -> bool:
    """Return whether a clock is read here, or a name with a reading stands here."""
    parts = {ast.unparse(part) for part in ast.walk(node) if isinstance(part, ast.expr)}
    return bool(parts & known) or any(CLOCK.search(part) for part in parts)


@cache
def measured(text: str) -> list[str]:
    """Return every difference of two readings of a clock, and every comparison of two."""
    if not CALLED.search(text):
        return []
    tree = ast.parse(text)
    known = readings(tree)
    pairs: list[tuple[ast.expr, ast.expr, ast.expr]] = []
    for node in ast.walk(tree):
        match node:
            case ast.BinOp(left, ast.Sub(), right):
                pairs.append((node, left, right))
            case ast.Compare(left, _, others):
                pairs += [(node, *two) for two in itertools.pairwise([left, *others])]
    return [ast.unparse(at) for at, *two in pairs if all(reads(one, known) for one in two)]


def test_no_test_measures_how_long_something_takes() -> None:
    """On a busy machine anything takes long."""
    check_none(
        f"{name}: {difference}"
        for name in TESTS.keys() - MEASURES.keys()
        for difference in measured(TESTS[name].read_text("utf-8"))
    )


@pytest.mark.parametrize(
    ("text", "differences"),
    [
        ("began = time.monotonic()\nassert time.monotonic() - began < 1", 1),
        ("end = time.monotonic() + 5\nlate = end\nwhile perf_counter() < late: pass", 1),
        ("self.at = loop.time()\nnow = loop.time()\ntook = now - self.at", 1),
        ("seen = time.time() - 86_400\nassert seen <= entry.at", 0),
    ],
)
def test_a_measured_time_is_found(text: str, differences: int) -> None:
    assert len(measured(text)) == differences


def test_no_test_reads_a_changing_page_element_by_element() -> None:
    """An element may be gone when its turn comes: `evaluate_all` reads all of them at once."""
    check_none(n for n, p in TESTS.items() if re.search(r"\.all\(\)", p.read_text("utf-8")))


def test_no_test_imports_another() -> None:
    """Shared code is a module of its own (`company`, `http_person`, `listening`)."""
    importing = re.compile(r"^\s*(?:from|import) (?:browser\.)?test_\w+", re.MULTILINE)
    check_none(
        f"{name}: {line.strip()}"
        for name, path in TESTS.items()
        for line in importing.findall(path.read_text("utf-8"))
    )


def test_every_file_of_tests_has_a_name_of_its_own() -> None:
    """If a folder is no package, pytest imports each file by its name only."""
    alone = [path for path in TESTS.values() if not path.with_name("__init__.py").exists()]
    counted = Counter(path.name for path in alone)
    assert not [name for name, times in counted.items() if times > 1 and name != "conftest.py"]


MOST_FIELDS = 4
POSITIONAL = {
    "rules.contract.Contract": "public, built by position in the games of others",
    "rules.records.record.Record": "public, built by position in programs of others",
    "rules.records.record.DealRecord": "built with `Record`",
}
"""Structs of more fields that are built by position, and why."""


def by_position(node: ast.ClassDef) -> bool:
    """Return whether a class is a struct of many fields that may be built by position."""
    heads = [*node.bases, *node.decorator_list]
    options = {it.arg for it in node.keywords}
    options |= {it.arg for head in heads if isinstance(head, ast.Call) for it in head.keywords}
    names = " ".join(map(ast.unparse, heads))
    if not ("frozen" in options or "Struct" in names or "dataclass" in names):
        return False
    fields = [it for it in node.body if isinstance(it, ast.AnnAssign)]
    own = [it for it in fields if not ast.unparse(it.annotation).startswith("ClassVar")]
    return len(own) > MOST_FIELDS and "kw_only" not in options


def test_structs_of_many_fields_are_built_by_name() -> None:
    """Check that a call says the name of each value; a named tuple has a place for each."""
    found = {
        f"{name}.{node.name}"
        for name in MODULES
        for node in nodes_of(MODULES[name])
        if isinstance(node, ast.ClassDef) and by_position(node)
    }
    check_none(found - POSITIONAL.keys())
    assert not POSITIONAL.keys() - found, "listed in vain"


def test_few_lines_say_that_a_value_may_be_anything() -> None:
    """`Any` switches the type checker off: where it stands, imports counted, it needs a reason."""
    lines = {
        (name, node.lineno)
        for name in MODULES
        for node in nodes_of(MODULES[name])
        if isinstance(node, ast.Name | ast.alias)
        and "Any" in (node.id if isinstance(node, ast.Name) else node.name,)
    }
    assert len(lines) <= MOST_ANY, sorted(lines)


RAISED = re.compile(
    r"\bRaises? (?:an? )?`*([A-Z]\w+)|(?<![\w.])([A-Z]\w*(?:Error|Exception))\b"
    r"|(?:^|[.;:]\s)\s*([A-Z][a-z]+) where\b|`([A-Z][a-z]+[A-Za-z]*)[`.(]"
)
"""The exceptions and classes that a docstring names: after *Raises*, by their ending, before
*where*, or in backticks."""
OTHER_WORDS = """
    Again Allowed Authorization Copy Empty False None Nothing Only Return True
"""
"""Words before *where*, or in backticks, that are none."""


def test_classes_in_docstrings_exist() -> None:
    nodes = [(name, node) for name in MODULES for node in nodes_of(MODULES[name])]
    known = {node.name for _, node in nodes if isinstance(node, ast.ClassDef)}
    known |= {node.id for _, node in nodes if isinstance(node, ast.Name)}
    known |= {
        (alias.asname or alias.name).rpartition(".")[2]
        for _, node in nodes
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    known |= set(dir(builtins)) | set(OTHER_WORDS.split())
    check_none(
        f"{name}:{node.lineno} {said}"
        for name, node in nodes
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        for groups in RAISED.findall(ast.get_docstring(node) or "")
        for said in groups
        if said and said not in known
    )


# --- each property finds its offender -------------------------------------------------------------

LONG_RULE = "def long() -> None:\n" + "    print()\n" * (MOST_LINES + 1)
WIDE_STRUCT = "class Wide(Struct, frozen=True):\n" + "    field: int\n" * (MOST_FIELDS + 1)
MODULE, TEST = "rules.planted", "rules/test_planted.py"
PLANTED: list[tuple[Callable[[], None], str, str]] = [
    (
        test_classes_in_docstrings_exist,
        MODULE,
        'def asked() -> None:\n    """Ask. Taken where another was faster."""\n',
    ),
    (test_classes_in_docstrings_exist, MODULE, "def ask() -> None:\n    'Ask, or `Unfinished`.'\n"),
    (test_only_the_solver_imports_the_native_module, MODULE, "from rebelote import _kernel"),
    (test_pure_packages_touch_nothing_outside, MODULE, "import os"),
    (test_pure_packages_touch_nothing_outside, MODULE, "open('file')"),
    (test_pure_packages_touch_nothing_outside, MODULE, "random.shuffle([])"),
    (test_the_server_asks_its_time_source, "server.planted", "now = time.time()"),
    (test_few_modules_know_sqlite, "server.planted", "import sqlite3"),
    (test_few_modules_know_sqlite, "server.planted", "'INSERT OR IGNORE INTO log'"),
    (test_no_rule_is_long, MODULE, LONG_RULE),
    (test_no_module_compares_the_name_of_a_kind, MODULE, "rules.auction.auction_kind == 'named'"),
    (test_no_module_compares_the_name_of_a_kind, MODULE, "rules.auction.auction_kind in PLAIN"),
    (test_no_module_compares_the_name_of_a_kind, MODULE, "rules.settlement in {'bid', 'marks'}"),
    (test_no_module_compares_the_name_of_a_kind, MODULE, "x = r.auction_kind\nx == 'named'"),
    (
        test_no_module_compares_the_name_of_a_kind,
        MODULE,
        "match a.scoring.settlement:\n    case 'bid': pass",
    ),
    (test_every_module_says_what_it_holds, MODULE, "x = 1"),
    (test_structs_of_many_fields_are_built_by_name, MODULE, WIDE_STRUCT),
    (test_every_docstring_begins_with_a_noun_or_a_verb, TEST, "def test() -> None:\n    'Why?'"),
    (test_every_docstring_begins_with_a_noun_or_a_verb, TEST, "X = 1\n'What it is.'"),
    (test_no_test_waits_for_a_length_of_time, TEST, "time.sleep(3)"),
    (test_no_test_waits_for_a_length_of_time, TEST, "page.wait_for_timeout(1)"),
    (test_no_test_measures_how_long_something_takes, TEST, "assert time.time() - time.time() < 1"),
    (test_no_test_reads_a_changing_page_element_by_element, TEST, f"page.locator('li').{'all'}()"),
    (test_no_test_imports_another, TEST, "from test_record import TEXT"),
]
"""A property, the name of a file that does not have it, and its text."""


@pytest.mark.parametrize(
    ("checked", "name", "planted"), PLANTED, ids=[checked.__name__ for checked, *_ in PLANTED]
)
def test_a_file_without_a_property_is_found(
    checked: Callable[[], None],
    name: str,
    planted: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "planted.py"
    path.write_text(planted, encoding="utf-8")
    for files in {TEST: (TESTS, DESCRIBED)}.get(name, (MODULES,)):
        monkeypatch.setitem(files, name, path)
    with pytest.raises(AssertionError, match=name):
        checked()
