"""Mutation tests of the rules: one change at a time, and whether a test notices.

`python tools/mutants.py` tries every change of the modules in LAW, each in a process of its own:
one within a function first with the vectors alone, in a process forked from one that has read
them; what they do not notice, and every other, with all of FILES in a process that rereads them.
`python tools/mutants.py play melds:17` those of one module, and one change. No file of the project
is touched. build/mutants.txt then names the changes that no test noticed: each is either the same
law in other words, or asks for a vector.
"""

from __future__ import annotations

import ast
import gc
import os
import re
import signal
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from multiprocessing import get_context
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import NamedTuple

import hypothesis  # noqa: F401  # read once here, and not in every process
import pytest

HOME = Path(__file__).resolve().parent.parent
PACKAGE = HOME / "src" / "rebelote" / "rules"
REPORT = HOME / "build" / "mutants.txt"
LAW = ("play", "melds", "scoring")
SECONDS = 90
"""A change with which the tests take more of a processor's time than this is noticed."""

FILES = (
    *("vectors", "games", "oracles", "oracle", "properties"),
    *("squares", "belote_all_trumps", "trick_melds", "bulgarian", "bulgarian_oracle"),
    *("contree_oracle", "klaverjas_oracle", "bela_oracle", "laid_down"),
)
EVERY = "vector or golden or whole_matches"
ASKED = {
    "play": "legal or plain_suits or belote_all_trumps or trick_melds or written",
    "melds": "announcements or test_bulgarian.py or squares",
    "scoring": (
        "written or write or lines_of_a_score or settlements or trick_melds or bulgarian"
        " or laid_down"
    ),
}
"""Which tests are run: some whatever is changed, some for one module alone."""
SLOW = "worth_most"
FEWER = {
    "test_oracle": {"POSITIONS": 12_000, "HANDS": 6_000, "MATCHES": 5},
    "test_oracles": {"ASKED": 1_200},
}
"""How many fewer cases the oracles have than in `make test-full`: a change is tried in seconds."""


# --- the changes ----------------------------------------------------------------------------------


class Place(NamedTuple):
    """Where a node hangs: the field of its parent, and the number in the field's list."""

    parent: ast.AST
    field: str
    number: int | None
    within: str
    in_function: bool

    def put(self, node: ast.AST) -> None:
        """Hang another node there."""
        if self.number is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.number] = node


class Mutant(NamedTuple):
    """A module with one change: its number, where and what, and the whole text."""

    module: str
    number: int
    received: str
    text: str
    in_function: bool = False


OTHERS: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Add,),
    ast.FloorDiv: (ast.Mult,),
    ast.Mod: (ast.FloorDiv,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
    ast.BitXor: (ast.BitOr,),
    ast.LShift: (ast.RShift,),
    ast.RShift: (ast.LShift,),
}
CALLED = {"max": "min", "min": "max", "any": "all", "all": "any"}
CITATION = re.compile(r"^[a-z-]+:[\da-z]")
UNREAD = {"annotation", "returns", "decorator_list", "keywords of a class", "type_params"}
"""What is no law: types, decorators, what a class is made of."""


def places(
    parent: ast.AST, within: str = "", in_function: bool = False
) -> Iterator[tuple[Place, ast.AST]]:
    """Every node that may be changed, with its place; outer ones first."""
    if isinstance(parent, ast.ClassDef | ast.FunctionDef):
        within = f"{within}.{parent.name}".lstrip(".")
    in_function = in_function or isinstance(parent, ast.FunctionDef)
    for field, value in ast.iter_fields(parent):
        if field in UNREAD or (isinstance(parent, ast.ClassDef) and field != "body"):
            continue
        for number, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(node, ast.AST) and not unread(node):
                yield Place(parent, field, number, within, in_function), node
                yield from places(node, within, in_function)


def unread(node: ast.AST) -> bool:
    """Docstrings, messages, imports, and the values that a type has."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.JoinedStr() | ast.Import() | ast.ImportFrom():
            return True
        case ast.Subscript(value=ast.Name(id="Literal")):
            return True
        case ast.Constant(value=str(text)):
            return bool(CITATION.search(text))
    return False


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """What could replace a node."""
    for other in OTHERS.get(type(node), ()):
        yield other()
    match node:
        case ast.BoolOp(op=op, values=values):
            for left_out in range(len(values)):
                rest = [v for number, v in enumerate(values) if number != left_out]
                yield rest[0] if len(rest) == 1 else ast.BoolOp(op, rest)
        case ast.UnaryOp(operand=operand):
            yield operand
        case ast.IfExp(body=body, orelse=orelse):
            yield from (body, orelse)
        case ast.If(body=first, orelse=second):
            for truth in (True, False):
                yield ast.If(ast.Constant(truth), first, second)
        case ast.comprehension(target=target, iter=walked, ifs=[*tests]):
            for left_out in range(len(tests)):
                kept = [t for number, t in enumerate(tests) if number != left_out]
                yield ast.comprehension(target, walked, kept, 0)
        case ast.Constant(value=value):
            yield from map(ast.Constant, other_values(value))
        case ast.Return(value=ast.Constant(value=None)):
            return
        case ast.Return(value=ast.expr()):
            yield ast.Return(ast.Constant(None))
        case ast.Expr() | ast.AugAssign() | ast.Raise():
            yield ast.Pass()
        case ast.Assign(targets=[ast.Subscript()]):
            yield ast.Pass()
        case ast.Slice(lower=lower, upper=upper, step=step):
            if lower:
                yield ast.Slice(None, upper, step)
            if upper:
                yield ast.Slice(lower, None, step)
            if step:
                yield ast.Slice(lower, upper, None)
        case ast.Call():
            yield from other_calls(node)


def other_values(value: object) -> tuple[bool | int | str, ...]:
    """What else a constant could be."""
    if isinstance(value, bool):
        return (not value,)
    if isinstance(value, int):
        return value + 1, value - 1
    return (f"{value}~",) if isinstance(value, str) else ()


def other_calls(call: ast.Call) -> Iterator[ast.expr]:
    """The opposite function, one keyword less, or what was to be sorted unsorted."""
    function = call.func.id if isinstance(call.func, ast.Name) else ""
    if function in CALLED:
        yield ast.Call(ast.Name(CALLED[function]), call.args, call.keywords)
    if function == "sorted":
        yield ast.Call(ast.Name("list"), call.args, [])
    for left_out in call.keywords:
        kept = [keyword for keyword in call.keywords if keyword is not left_out]
        yield ast.Call(call.func, call.args, kept)


def mutants(module: str) -> Iterator[Mutant]:
    """A module with every change in turn."""
    tree, number, line = ast.parse(source(module).read_text("utf-8")), 0, 0
    for place, node in places(tree):
        line = getattr(node, "lineno", line)
        for other in changes(node):
            before = shown(place.parent if isinstance(node, ast.operator | ast.cmpop) else node)
            place.put(other)
            after = shown(place.parent if isinstance(node, ast.operator | ast.cmpop) else other)
            text = ast.unparse(ast.fix_missing_locations(tree))
            place.put(node)
            number += 1
            received = f"{place.within or module}, line {line}: {before}  ->  {after}"
            yield Mutant(module, number, received, text, place.in_function)


def source(module: str) -> Path:
    """The file of a module."""
    return PACKAGE / f"{module}.py"


def shown(node: ast.AST) -> str:
    """A node on one line."""
    if isinstance(node, ast.boolop):
        return type(node).__name__.lower()
    return " ".join(ast.unparse(node).split())[:110]


# --- a first look ---------------------------------------------------------------------------------

KEPT = type(lru_cache(print))


def noticed_at_once(mutant: Mutant) -> bool:
    """Whether a vector notices a change within a function, put in where the function stands."""
    vectors = import_module("test_vectors")  # only here: a trial reads the law anew
    if child := os.fork():
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 0
    status = 1
    try:
        limit_time()
        put_in(mutant)
        for vector in vectors.VECTORS:
            vectors.test_vector(*vector)
        status = 0
    finally:
        os._exit(status)


def put_in(mutant: Mutant) -> None:
    """Give each function of the module the code that it has with the change."""
    module = sys.modules[f"rebelote.rules.{mutant.module}"]
    changed = ModuleType(module.__name__)
    exec(compile(mutant.text, str(source(mutant.module)), "exec"), vars(changed))
    for function, other in zip(functions(module), functions(changed), strict=True):
        function.__code__, function.__defaults__ = other.__code__, other.__defaults__
    for kept in gc.get_objects():
        if isinstance(kept, KEPT):
            kept.cache_clear()


def functions(module: ModuleType) -> Iterator[FunctionType]:
    """Those of a module and its classes, in order."""
    for value in list(vars(module).values()):
        if getattr(value, "__module__", "") == module.__name__:
            for held in vars(value).values() if isinstance(value, type) else [value]:
                yield from function_of(held)


def function_of(held: object) -> Iterator[FunctionType]:
    """The function that a method, a property or a cached function is made of, if any."""
    for name in ("fget", "__func__", "__wrapped__"):
        held = getattr(held, name, None) or held
    if isinstance(held, FunctionType):
        yield held


def limit_time() -> None:
    """End this process's tests once they take too long."""
    signal.signal(signal.SIGPROF, too_long)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)


def too_long(_signal: int, _frame: object) -> None:
    """Ends a test."""
    raise TimeoutError


# --- one trial ------------------------------------------------------------------------------------


class Changed(SourceFileLoader):
    """Loads a module from a text that is not in its file."""

    text = ""

    def get_code(self, fullname: str) -> CodeType:
        """The changed law."""
        return compile(self.text, self.path, "exec")


class Finder(MetaPathFinder):
    """Finds the changed module before the one on disk."""

    def __init__(self, module: str, text: str) -> None:
        self.module = module
        self.text = text

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The changed module, if that is imported."""
        if fullname != f"rebelote.rules.{self.module}":
            return None
        file = str(source(self.module))
        loader = Changed(fullname, file)
        loader.text = self.text
        return spec_from_file_location(fullname, file, loader=loader)


class Fewer:
    """Lets pytest ask the oracles less."""

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """After the test modules were read, before any test."""
        for name, numbers in FEWER.items():
            for expected, number in numbers.items():
                setattr(sys.modules[name], expected, number)


def trial(module: str, text: str) -> int:
    """The tests under a changed module; pytest's exit status."""
    sys.meta_path.insert(0, Finder(module, text))
    os.environ["REBELOTE_TESTS"] = "full"
    quick = ["-x", "-q", "--no-header", "--tb=no", "-p", "no:cacheprovider"]
    expected = f"({EVERY} or {ASKED[module]}) and not {SLOW}"
    files = [f"tests/rules/test_{name}.py" for name in FILES]
    return pytest.main([*quick, "-k", expected, *files], plugins=[Fewer()])


def noticed(mutant: Mutant) -> bool:
    """Whether a test fails, or does not end. To be called only once in a process."""
    limit_time()
    silence = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(silence, stream)
    return trial(mutant.module, mutant.text) != 0


# --- all of them ----------------------------------------------------------------------------------


def chosen(wishes: Sequence[str]) -> Iterator[Mutant]:
    """The mutants of the modules, or the single ones, that were requested."""
    for module in LAW:
        if not wishes or any(wish.partition(":")[0] == module for wish in wishes):
            for mutant in mutants(module):
                if not wishes or {module, f"{module}:{mutant.number}"} & set(wishes):
                    yield mutant


def report(tried: Sequence[Mutant], survivors: Sequence[Mutant]) -> str:
    """A line for each module, and one for each survivor."""
    all_of, left = Counter(m.module for m in tried), Counter(m.module for m in survivors)
    scores = [f"{name}: {all_of[name] - left[name]} of {all_of[name]} noticed" for name in all_of]
    return "\n".join([*scores, "", *map(received, survivors), ""])


def received(mutant: Mutant) -> str:
    """One change, on one line."""
    return f"{mutant.module}:{mutant.number} {mutant.received}"


def main(wishes: Sequence[str]) -> None:
    """Try the changes on every core, at a low priority."""
    os.nice(10)
    os.chdir(HOME)
    os.environ.update({"CI": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"})
    sys.path += ["tests/rules", "tests/support"]
    tried, survivors = list(chosen(wishes)), []
    unchanged = [Mutant(module, 0, "", source(module).read_text("utf-8")) for module in LAW]
    inside = [*unchanged, *(mutant for mutant in tried if mutant.in_function)]
    fork = get_context("fork")
    with fork.Pool() as readers:
        seen = dict(zip(inside, readers.imap(noticed_at_once, inside), strict=True))
    left = [mutant for mutant in tried if not seen.get(mutant)]
    with fork.Pool(maxtasksperchild=1) as processes:
        if any(seen[m] for m in unchanged) or any(processes.map(noticed, unchanged, chunksize=1)):
            sys.exit("The tests fail already where nothing is changed.")
        for mutant, noticed_now in zip(left, processes.imap(noticed, left), strict=True):
            if not noticed_now:
                survivors.append(mutant)
                print(received(mutant), flush=True)
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(report(tried, survivors), "utf-8")
    print(report(tried, survivors).partition("\n\n")[0])


if __name__ == "__main__":
    main(sys.argv[1:])
