"""Arguments of the wrong kind, answered with a sentence.

A public function is decorated with `checked`: nothing is looked at before the call, which may be
one of millions; only where it fails by accident are its arguments compared with the annotations.
`checked_first` compares them before each call.
"""

from __future__ import annotations

import inspect
import reprlib
from collections.abc import Callable, Collection, Iterable
from functools import cache, wraps
from types import CodeType, NoneType, UnionType
from typing import Final, Literal, ParamSpec, TypeVar, Union, get_args, get_origin, get_type_hints

_P = ParamSpec("_P")
_R = TypeVar("_R")


class ArgumentError(TypeError):
    """An argument of a kind that the function does not take."""


def checked(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """The function, which raises `ArgumentError` where a wrong argument makes it fail."""
    begins_later = inspect.isgeneratorfunction(function)
    if begins_later:
        return checked_first(function)

    @wraps(function)
    def call(*args: _P.args, **named: _P.kwargs) -> _R:
        try:
            return function(*args, **named)
        except ArgumentError:
            raise
        except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError):
            if sentence := _problem(function, args, named):
                raise ArgumentError(sentence) from None
            raise

    return call


def checked_first(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """The function, which raises `ArgumentError` for a wrong argument before it begins.

    For what is called seldom, and would take such an argument without failing.
    """

    @wraps(function)
    def call(*args: _P.args, **named: _P.kwargs) -> _R:
        if sentence := _problem(function, args, named):
            raise ArgumentError(sentence)
        return function(*args, **named)

    return call


_FIELDS: Final[dict[type, dict[str, object]]] = {}
"""The fields of a class and their types, once they were looked up."""


def check_fields(value: object) -> None:
    """Raise `ArgumentError` where a field of a class with annotations is of another type."""
    made = type(value)
    if made not in _FIELDS:
        _FIELDS[made] = get_type_hints(made)
    for name, kind in _FIELDS[made].items():
        if not _fits(one := getattr(value, name), kind):
            raise ArgumentError(_sentence(made.__name__, name, one, kind))


def _sentence(owner: str, name: str, value: object, kind: object) -> str:
    """What is wrong with a value, and what it should be."""
    return f"{owner}: {name} is {reprlib.repr(value)}, and should be {_named(kind)}"


def _problem(
    function: Callable[..., object], args: tuple[object, ...], named: dict[str, object]
) -> str:
    """Which argument is not what its annotation says; empty where all are, or one is missing."""
    signature = _signature(function)
    try:
        given = signature.bind(*args, **named).arguments
    except TypeError:
        return ""
    for name, value in given.items():
        parameter = signature.parameters[name]
        kind = _kind(parameter.annotation, function)
        values: Iterable[object] = [value]
        if parameter.kind is parameter.VAR_KEYWORD:
            continue
        if parameter.kind is parameter.VAR_POSITIONAL:
            values = given[name]
        for one in values:
            if not _fits(one, kind):
                return _sentence(function.__qualname__, name, one, kind)
    return ""


@cache
def _signature(function: Callable[..., object]) -> inspect.Signature:
    """The parameters of a function and their annotations, looked up once."""
    return inspect.signature(function)


def _kind(annotation: object, function: Callable[..., object]) -> object:
    """The type of an annotation; `object` without one, or where type checkers alone know it."""
    if annotation is inspect.Parameter.empty:
        return object
    if not isinstance(annotation, str):
        return annotation
    try:
        return eval(_compiled(annotation), inspect.unwrap(function).__globals__)
    except (NameError, TypeError):
        return object


@cache
def _compiled(annotation: str) -> CodeType:
    return compile(annotation, "annotation", "eval")


def _fits(value: object, kind: object) -> bool:
    """Whether a value is of a type, as far as that can be said at run time."""
    if type(kind) is type and kind not in (int, float):  # neither generic nor a protocol
        return isinstance(value, kind)
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return any(_fits(value, part) for part in parts)
    if origin is Literal:
        return value in parts
    if origin is Callable or kind is Callable:
        return callable(value)
    if kind is None:
        return value is None
    if kind in (int, float) and hasattr(value, "__index__"):
        return True
    if getattr(kind, "_is_protocol", False) and origin is None:
        return all(hasattr(value, name) for name in vars(kind) if not name.startswith("_"))
    plain = origin or kind
    if not isinstance(plain, type):
        return True
    if not isinstance(value, plain):
        return False
    if not (parts and origin is not None and issubclass(origin, Iterable)):
        return True
    if isinstance(value, str):
        return parts[0] is str
    return not isinstance(value, Collection) or _all_fit(value, origin, parts)


def _all_fit(values: Collection[object], origin: type, parts: tuple[object, ...]) -> bool:
    """Whether the members of a collection are of the types named in its brackets."""
    if origin is tuple and parts[-1:] != (...,):
        return len(values) == len(parts) and all(map(_fits, values, parts))
    return all(_fits(value, parts[0]) for value in values)


def _named(kind: object) -> str:
    """A type as one writes it."""
    if get_origin(kind) in (Union, UnionType):
        return " or ".join(map(_named, get_args(kind)))
    if get_origin(kind) is Literal:
        return " or ".join(map(repr, get_args(kind)))
    if kind in (None, NoneType):
        return "None"
    return kind.__name__ if isinstance(kind, type) and not get_args(kind) else str(kind)
