"""The shape of the code: layers, input and output, sizes, names, and what no file may say."""

from __future__ import annotations

import ast
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
from packages import HOME, MODULES, imported, layer, local_imports, nodes_of, tree

import rebelote

# Packages that touch nothing outside: there `now` and chance are arguments.
PURE = """
    rules kernel knowledge bots i18n rehearsal games club analysis env learn offline server.tables
    server.protocol
"""
IO_PACKAGES = """
    asyncio datetime glob http io logging multiprocessing os pathlib random secrets select shutil
    signal smtplib socket sqlite3 ssl subprocess sys tempfile threading time urllib
"""
# Modules that read the machine's clocks; the rest of the server asks the time source it is given.
CLOCKS = {"server.runtime.time_source", "server.runtime.watchdog", "server.ops.backup"}
# Chance with a given seed is an argument like any other; so is a date that somebody else read, and
# to escape an address opens none.
HARMLESS = {"random.Random", "datetime.timedelta", "urllib.parse.quote"}

MEDIAN_LINES = 6
MOST_LINES = 25
MOST_ANY = 30


def check_none(offenders: Iterable[str]) -> None:
    """Fail with every offender, a line each."""
    lines = sorted(offenders)
    assert not lines, "\n".join(["", *lines])


def of_the_server() -> list[str]:
    """The modules of the server, by name."""
    return [name for name in MODULES if name.startswith("server.")]


def text(name: str) -> str:
    """The source of a module."""
    return MODULES[name].read_text(encoding="utf-8")


# --- layers -------------------------------------------------------------------------------------


def test_every_module_has_a_layer() -> None:
    check_none(
        name for name in MODULES if not any(p in packages.LAYERS for p in packages.parents(name))
    )


def test_a_module_imports_only_from_its_own_and_lower_layers() -> None:
    check_none(
        f"{name} may not import {other}"
        for name in MODULES
        for other in local_imports(name)
        if layer(other) > layer(name)
    )


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = {name: local_imports(name) - {name} for name in MODULES}
    assert len(list(TopologicalSorter(graph).static_order())) >= len(MODULES)


def test_the_picture_of_the_packages_is_true() -> None:
    assert packages.page() == packages.PAGE.read_text("utf-8"), "run make generated"
    assert packages.offline() == packages.OFFLINE.read_text("utf-8"), "run make generated"


def test_only_the_solver_imports_the_native_module() -> None:
    check_none(n for n in MODULES if "_kernel" in local_imports(n) and n != "kernel.solver")


# --- input and output ---------------------------------------------------------------------------


def touches(name: str) -> Iterator[str]:
    """What a module uses of the outside: clocks, chance, files, sockets, threads."""
    for full in imported(name):
        if full.partition(".")[0] in IO_PACKAGES.split() and full not in HARMLESS | {"random"}:
            yield full
    for node in nodes_of(MODULES[name]):
        match node:
            case ast.Call(func=ast.Name(id="open" | "print" | "input" as used)):
                yield used
            case ast.Attribute(value=ast.Name(id="random"), attr=used) if used != "Random":
                yield f"random.{used}"


def test_pure_packages_touch_nothing_outside() -> None:
    assert set(PURE.split()) <= MODULES.keys()
    pure = (n for n in MODULES if not set(PURE.split()).isdisjoint(packages.parents(n)))
    check_none(f"{name} uses {used}" for name in pure for used in touches(name))


def test_the_server_asks_its_time_source() -> None:
    """So that a test can let time pass; `sleep` alone is real."""
    reading = r"(?<![\w.])(?:time\.(?:time|monotonic)(?:_ns)?|datetime\.now)\(|_loop\(\)\.time\("
    asking = (name for name in of_the_server() if name not in CLOCKS)
    check_none(f"{n} calls {call}" for n in asking for call in re.findall(reading, text(n)))


SQLITE_ALONE = {"server.ops.backup", "server.ops.move"} | {
    f"server.storage.{name}" for name in ("schema", "sqlite_store", "wipe")
}
"""Modules that know SQLite: the rest of the server knows `server.storage.store`, and its errors."""
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
    """There is no network, no disk, no kernel; two packages of others are downloaded for it."""
    names = packages.reached(*packages.IN_THE_PAGE)
    assert {"rules.play", "server.tables.table", "kernel.solver"} <= names
    above = ("http", "live", "people", "ratings", "storage", "runtime", "telemetry")
    assert not {name for name in names if name.split(".")[1:2] and name.split(".")[1] in above}
    assert not [name for name in names - {"server"} if list(touches(name))]
    outside = {full.partition(".")[0] for name in names for full in imported(name)}
    theirs = outside - sys.stdlib_module_names - {"rebelote"}
    assert theirs == {*wheels.PACKAGES, "numpy", "structlog"}  # numpy: where one asks for it
    assert "structlog" not in {full for name in names - {"server"} for full in imported(name)}


LOADED_BY_THE_SERVER = """
    _cython_3_1_4 anyio click cython_runtime h11 litestar markupsafe msgspec multidict multipart
    prometheus_client pyicumessageformat sniffio structlog typing_extensions uvicorn websockets yaml
"""
"""Packages of others that a server may load that keeps a file and sends no push messages."""


def test_the_server_loads_no_more_than_it_needs() -> None:
    """Where rich and greenlet are installed, structlog would read them: 4 MB for nothing.

    `cryptography` takes 10 MB, and only push messages need it; asyncpg and nats are for
    PostgreSQL alone. argon2, fsrs, regex and segno wait for the first password, answer, name and
    QR code, and `smtplib` for the first mail. What bots search with and what reviews deals is
    loaded by worker processes, the kernel with the first look at `/health`; lessons load what they
    are made with when one is requested.
    """
    script = "import sys, rebelote.server.app; print(*sys.modules, sep='\\n')"
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
        "import sys; from rebelote.server import app\n"
        "from rebelote.server.cluster import joining\n"
        "assert joining.joined('postgresql://127.0.0.1/x', '') and not joining.remote_workers('')\n"
        "assert 'asyncpg' in sys.modules\n"
        "print('nats' in sys.modules)"
    )
    command = [sys.executable, "-c", script]
    assert subprocess.run(command, capture_output=True, check=True, text=True).stdout == "False\n"


# --- names --------------------------------------------------------------------------------------


DIALECT = frozenset(
    [
        "anew",
        "apart",
        "due",
        "facts",
        "folded",
        "found",
        "hear",
        "heard",
        "hearing",
        "hears",
        "relieved",
        "somebody",
        "stood",
        "tell",
        "telling",
        "tells",
        "thinker",
        "thinkers",
        "ties",
        "told",
        "wanted",
        "whoever",
    ]
)
"""Words for which the field has others: publish, receive, request, result, overdue, relations."""
OF_THE_WIRE = {"told_by", "facts", "bots_due", "stood_in", "FalsePlayFound"}
"""Fields of messages and names of events that pages have got since 0.1.0."""
TERMS = {
    "server.study": {"due"},  # of spaced repetition: when an error is to be played again
    "web/src/replay": {"due"},
    "club": {"ties"},  # equals in a standing
    "club/test_event": {"ties"},
    "web/src/club": {"ties"},  # a field of the format
}
"""Where such a word is the term of the field: modules and folders, by how their names begin."""


def named(path: Path) -> Iterator[str]:
    """What a file names: itself, functions, classes, arguments, variables and fields.

    A test is named by a sentence.
    """
    yield path.stem
    for node in nodes_of(path):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                if not name.startswith("test_"):
                    yield name
            case ast.ClassDef(name=name) | ast.arg(arg=name):
                yield name
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name


# Neither styles nor comments nor texts.
NO_CODE = re.compile(
    r"<style.*?</style>|/\*.*?\*/|<!--.*?-->|(?<!:)//[^\n]*|'(?:[^'\\\n]|\\.)*'", re.DOTALL
)
CLIENT = {
    path.relative_to(HOME).as_posix(): path
    for ending in ("*.ts", "*.svelte")
    for path in (HOME / "web" / "src").rglob(ending)
    if path.name not in ("messages.ts", "constants.ts", "tableWords.ts", "sentences.ts")
}
"""The sources of the client, without those that are written from the server's."""


def named_in_client(path: Path) -> Iterator[str]:
    """Every identifier of a source of the client."""
    yield path.stem
    yield from re.findall(r"[A-Za-z_$][\w$]*", NO_CODE.sub("''", path.read_text("utf-8")))


def words_of(identifier: str) -> set[str]:
    """The words of an identifier, in lower case."""
    return set(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", identifier).lower().split("_"))


def unusual(file: str, names: Iterable[str]) -> Iterator[str]:
    """The identifiers of a file that are not in the words of the field."""
    allowed = {word for at, words in TERMS.items() if file.startswith(at) for word in words}
    for name in set(names) - OF_THE_WIRE:
        if words_of(name) & DIALECT - allowed:
            yield f"{file} names {name}"


def test_identifiers_are_in_the_words_of_the_field() -> None:
    python = {**MODULES, **TESTS, **{path.stem: path for path in (HOME / "tools").rglob("*.py")}}
    check_none(line for file, path in python.items() for line in unusual(file, named(path)))


def test_identifiers_of_the_client_are_in_the_words_of_the_field() -> None:
    assert len(CLIENT) > 300
    files = CLIENT.items()
    check_none(line for file, path in files for line in unusual(file, named_in_client(path)))


PROSE = re.compile(
    r"(?<![`\w-])(anew|hears?|heard|somebody|st(and|ands|anding|ood) in for|stand-ins?"
    r"|tell(s|ing)?|thinkers?|told|wanted|whoever)(?![`\w-])"
)
PROGRAMS = {
    path.relative_to(HOME).as_posix(): path
    for folder in ("tools", "perf")
    for path in (HOME / folder).rglob("*.py")
}
"""The sources of our tools and measurements."""


def docstrings(path: Path) -> Iterator[str]:
    """The docstrings of a file, those of attributes included."""
    for node in nodes_of(path):
        match node:
            case ast.Expr(value=ast.Constant(value=str(said))):
                yield said


def test_docstrings_are_in_the_words_of_the_field() -> None:
    check_none(
        f"{name} says {match[0]!r}"
        for name, path in [*MODULES.items(), *PROGRAMS.items(), *TESTS.items()]
        for said in docstrings(path)
        for match in PROSE.finditer(said.lower())
    )


def test_tests_are_named_in_the_words_of_the_field() -> None:
    check_none(
        f"{file} names {node.name}"
        for file, path in TESTS.items()
        for node in nodes_of(path)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        if PROSE.search(node.name.replace("_", " "))
    )


def exceptions() -> Iterator[tuple[str, str]]:
    """Every module and exception that it defines."""
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


# --- sizes --------------------------------------------------------------------------------------


@cache
def code_lines(name: str) -> frozenset[int]:
    """The numbers of the lines that hold code: neither blank nor comment alone."""
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
    """The lines of code in a function's body, its docstring left out."""
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
    """Every module forbids unsafe code but those of PyO3, where no code of ours may be unsafe."""
    sources = (KERNEL / "src").rglob("*.rs")
    unsafe = {path.name for path in sources if SAFE not in path.read_text("utf-8")}
    assert unsafe == {"lib.rs", "python.rs", "python_deals.rs"}
    lints = tomllib.loads((KERNEL / "Cargo.toml").read_text("utf-8"))["lints"]["rust"]
    assert lints == {"unsafe_code": "deny"}
    ours = [KERNEL / "src" / name for name in unsafe]
    assert not [path for path in ours if "unsafe_code" in path.read_text("utf-8")]


# --- names and words ----------------------------------------------------------------------------


def test_every_module_says_what_it_holds() -> None:
    check_none(name for name in MODULES if not ast.get_docstring(tree(name)))


DESCRIBED = {
    path.relative_to(HOME).as_posix(): path
    for of in ("src", "tests", "bench", "tools", "kernel")
    for path in (HOME / of).rglob("*.py")
}
"""The files whose docstrings begin with a noun phrase or an imperative."""


def questions(path: Path) -> list[str]:
    """The docstrings of a file whose first line asks a question."""
    kinds = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    docs = [ast.get_docstring(node) or "" for node in nodes_of(path) if isinstance(node, kinds)]
    return [doc for doc in docs if re.search(r"[?](?:\s|$)", doc.partition("\n")[0])]


def test_no_docstring_begins_with_a_question() -> None:
    check_none(f"{name}: {doc}" for name, path in DESCRIBED.items() for doc in questions(path))


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
    """Every file of the project: tracked, or new and not ignored."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=HOME, capture_output=True, check=True).stdout
    paths = (HOME / name.decode() for name in listed.split(b"\0") if name)
    return [path for path in paths if path.is_file()]


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
    pins = [pin.name for pin in lock.pinned(*lock.FILES)]
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
    "server/ops/test_lifecycle.py": "the event loop is stalled on purpose",
}
"""Files whose sleeps may be longer or are not written as a figure, and why."""


def sleeps(name: str) -> Iterator[ast.Call]:
    """Every call of a function named `sleep`, or of a browser's wait for a length of time."""
    for node in nodes_of(TESTS[name]):
        match node:
            case ast.Call(func=ast.Attribute(attr="sleep" | "wait_for_timeout")):
                yield node


def is_short(call: ast.Call) -> bool:
    """Whether it only lets others go on for a moment, between two looks at a condition."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    seconds = call.args[0].value if isinstance(call.args[0], ast.Constant) else None
    return name == "sleep" and isinstance(seconds, int | float) and seconds <= SLEEP_MOST


def test_no_test_waits_for_a_length_of_time() -> None:
    """It waits for a condition (`waiting.until`, `expect`) or moves the clock (`in_process`)."""
    check_none(
        f"{name}, line {call.lineno}: {ast.unparse(call)}"
        for name in TESTS.keys() - SLEEPS.keys()
        for call in sleeps(name)
        if not is_short(call)
    )


CLOCK = re.compile(r"\b(?:monotonic|perf_counter|process_time|thread_time|time)(?:_ns)?\(\)")
CALLED = re.compile(r"(?:monotonic|perf_counter|process_time|thread_time|time)(?:_ns)?\s*\(")
"""What stands in every text in which there is a `CLOCK`, however it is laid out."""
MEASURES = {
    "support/waiting.py": "how long a condition is waited for",
    "server/live/test_bot_pace.py": "two kinds of turns are held against each other",
}
"""Files that may compare or subtract two readings of a clock, and why."""


def readings(tree: ast.Module) -> set[str]:
    """The clock, and every name that a reading of it was given, also by another name."""
    given = [node for node in ast.walk(tree) if isinstance(node, ast.Assign)]
    times: set[str] = set()
    while True:
        more = {ast.unparse(t) for node in given if reads(node.value, times) for t in node.targets}
        if more <= times:
            return times
        times |= more


def reads(node: ast.expr, known: set[str]) -> bool:
    """Whether a clock is read here, or one of the names stands here that a reading was given."""
    parts = {ast.unparse(part) for part in ast.walk(node) if isinstance(part, ast.expr)}
    return bool(parts & known) or any(CLOCK.search(part) for part in parts)


@cache
def measured(text: str) -> list[str]:
    """Every difference of two readings of a clock, and every comparison of two."""
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
    """What several tests use is a module of its own (`company`, `http_person`, `listening`)."""
    importing = re.compile(r"^\s*(?:from|import) (?:browser\.)?test_\w+", re.MULTILINE)
    check_none(
        f"{name}: {line.strip()}"
        for name, path in TESTS.items()
        for line in importing.findall(path.read_text("utf-8"))
    )


def test_every_file_of_tests_has_a_name_of_its_own() -> None:
    """Where a folder is no package, pytest imports each file by its name alone."""
    alone = [path for path in TESTS.values() if not path.with_name("__init__.py").exists()]
    counted = Counter(path.name for path in alone)
    assert not [name for name, times in counted.items() if times > 1 and name != "conftest.py"]


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


# --- each property finds its offender -------------------------------------------------------------

LONG_RULE = "def long() -> None:\n" + "    print()\n" * (MOST_LINES + 1)
MODULE, TEST, SOURCE = "rules.planted", "rules/test_planted.py", "web/src/planted.ts"
PLANTED: list[tuple[Callable[[], None], str, str]] = [
    (test_every_module_has_a_layer, "planted", ""),
    (
        test_a_module_imports_only_from_its_own_and_lower_layers,
        MODULE,
        "from rebelote.server import app",
    ),
    (test_only_the_solver_imports_the_native_module, MODULE, "from rebelote import _kernel"),
    (test_pure_packages_touch_nothing_outside, MODULE, "import os"),
    (test_pure_packages_touch_nothing_outside, MODULE, "open('file')"),
    (test_pure_packages_touch_nothing_outside, MODULE, "random.shuffle([])"),
    (test_the_server_asks_its_time_source, "server.planted", "now = time.time()"),
    (test_few_modules_know_sqlite, "server.planted", "import sqlite3"),
    (test_few_modules_know_sqlite, "server.planted", "'INSERT OR IGNORE INTO log'"),
    (test_no_rule_is_long, MODULE, LONG_RULE),
    (test_every_module_says_what_it_holds, MODULE, "x = 1"),
    (test_docstrings_are_in_the_words_of_the_field, MODULE, "'What somebody is told.'"),
    (test_docstrings_are_in_the_words_of_the_field, TEST, "'What somebody is told.'"),
    (test_tests_are_named_in_the_words_of_the_field, TEST, "def test_it_is_told() -> None: ..."),
    (test_identifiers_are_in_the_words_of_the_field, MODULE, "told = 1"),
    (test_identifiers_are_in_the_words_of_the_field, TEST, "def told() -> None: ..."),
    (test_identifiers_of_the_client_are_in_the_words_of_the_field, SOURCE, "const told = 1"),
    (test_no_docstring_begins_with_a_question, TEST, "def test() -> None:\n    'Why?'"),
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
    for files in {TEST: (TESTS, DESCRIBED), SOURCE: (CLIENT,)}.get(name, (MODULES,)):
        monkeypatch.setitem(files, name, path)
    with pytest.raises(AssertionError, match=name):
        checked()
