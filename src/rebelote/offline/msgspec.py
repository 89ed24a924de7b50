"""A stand-in for msgspec in the page, where native modules are not to be had.

It has the part of msgspec that the table in the page uses, on top of dataclasses, and is written
there as the module `msgspec`. A test holds it against the real one on every type and rule set.
"""

from __future__ import annotations

import dataclasses
import enum
import json as _json
import math
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from inspect import get_annotations
from types import NoneType, SimpleNamespace, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NamedTuple,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

Hook = Callable[[Any], Any]
DecodeHook = Callable[[type, Any], Any]
Decode = Callable[[Any, DecodeHook | None], Any]
"""Turns plain JSON into a value of one type, or raises ValidationError."""


class MsgspecError(ValueError):
    """Whatever cannot be read or written."""


class DecodeError(MsgspecError):
    """What is no JSON."""


class ValidationError(DecodeError):
    """JSON of another form than the one asked for."""


# --- structs --------------------------------------------------------------------------------------


class Meta(NamedTuple):
    """Constraints of a type, within `Annotated`."""

    pattern: str | None = None
    ge: float | None = None
    le: float | None = None
    gt: float | None = None
    lt: float | None = None
    min_length: int | None = None
    max_length: int | None = None

    def check(self, value: Any) -> Any:
        """The value, where it keeps to them. Raises ValidationError."""
        broken = (
            (self.pattern is not None and not re.search(self.pattern, value))
            or (self.ge is not None and value < self.ge)
            or (self.le is not None and value > self.le)
            or (self.gt is not None and value <= self.gt)
            or (self.lt is not None and value >= self.lt)
            or (self.min_length is not None and len(value) < self.min_length)
            or (self.max_length is not None and len(value) > self.max_length)
        )
        if broken:
            raise ValidationError(f"{value!r} is outside its bounds")
        return value


class StructConfig(NamedTuple):
    """What is said beside the bases of a struct, as far as it matters here."""

    frozen: bool = False
    eq: bool = True
    order: bool = False
    kw_only: bool = False
    omit_defaults: bool = False
    forbid_unknown_fields: bool = False
    tag: str | bool | None = None
    tag_field: str | None = None
    rename: Mapping[str, str] = {}
    cache_hash: bool = False
    gc: bool = True
    weakref: bool = False

    def encoded(self, name: str) -> str:
        """The name of a field in JSON."""
        return self.rename.get(name, name)


def field(*, default: Any = dataclasses.MISSING, default_factory: Any = dataclasses.MISSING) -> Any:
    """A field with a default, or with what makes one."""
    return dataclasses.field(default=default, default_factory=default_factory)


@dataclass_transform(field_specifiers=(field,))
class _StructMeta(type):
    """Makes a dataclass of every struct: the fields of its bases come first, then its own."""

    __struct_config__: StructConfig
    __struct_fields__: tuple[str, ...]

    def __new__(
        meta, name: str, bases: tuple[type, ...], body: dict[str, Any], **config: Any
    ) -> _StructMeta:
        made = super().__new__(meta, name, bases, body)
        if not bases:
            made.__struct_config__, made.__struct_fields__ = StructConfig(), ()
            return made
        made.__struct_config__ = found = _tagged(made.__struct_config__, name, config)
        shadowing = _prepared(made, body)
        said = {name: getattr(found, name) for name in ("frozen", "eq", "order", "kw_only")}
        prepare: Any = dataclasses.dataclass(**said)
        prepare(made)
        for own in shadowing:
            setattr(made, own, _Held(own))
        if found.cache_hash:
            _keep_hash(made)
        made.__struct_fields__ = tuple(one.name for one in dataclasses.fields(made))  # type: ignore[arg-type]
        return made

    def __init__(
        cls, name: str, bases: tuple[type, ...], body: dict[str, Any], **config: Any
    ) -> None:
        super().__init__(name, bases, body)


def _prepared(made: type, body: Mapping[str, Any]) -> list[str]:
    """Give a dataclass what it asks for, and return the fields that shadow something of a base."""
    shadowing = []
    for own in get_annotations(made):
        if isinstance(body.get(own), list | dict | set):
            setattr(made, own, dataclasses.field(default_factory=type(body[own])))
        elif own not in body and hasattr(made, own):
            shadowing.append(own)
            setattr(made, own, dataclasses.field())
    return shadowing


class _Held:
    """A field where a base has a property of that name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, struct: Any, of: type | None = None) -> Any:
        return self if struct is None else struct.__dict__[self.name]

    def __set__(self, struct: Any, value: Any) -> None:
        struct.__dict__[self.name] = value


def _keep_hash(made: Any) -> None:
    """Reckon the hash of each value once."""
    reckon = made.__hash__

    def kept(self: Any) -> int:
        held = self.__dict__
        if "__kept_hash__" not in held:
            held["__kept_hash__"] = reckon(self)
        return int(held["__kept_hash__"])

    made.__hash__ = kept


def _tagged(base: StructConfig, name: str, config: dict[str, Any]) -> StructConfig:
    """The config of a base with that of a struct; with a tag where it has a field for one."""
    tag = config.pop("tag", None)
    found = base._replace(**{"kw_only": False, **config})
    if tag is None and found.tag_field is None:
        return found
    tag = name if tag is None or tag is True else tag
    return found._replace(tag=tag, tag_field=found.tag_field or "type")


class Struct(metaclass=_StructMeta):
    """The base of every struct."""

    __slots__ = ()


# --- to plain values ------------------------------------------------------------------------------


def to_builtins(value: Any, *, enc_hook: Hook | None = None) -> Any:
    """A value as plain dicts, lists and scalars; tuples stay what they are."""
    match value:
        case Struct():
            return {key: to_builtins(one, enc_hook=enc_hook) for key, one in _items(value)}
        case enum.Enum():
            return value.value
        case None | bool() | int() | float() | str():
            return value
        case Mapping():
            return {_key(key): to_builtins(one, enc_hook=enc_hook) for key, one in value.items()}
        case tuple():
            return tuple(to_builtins(one, enc_hook=enc_hook) for one in value)
        case list() | set() | frozenset():
            return [to_builtins(one, enc_hook=enc_hook) for one in value]
    if enc_hook is None:
        raise TypeError(f"Encoding objects of type {type(value).__name__} is unsupported")
    return to_builtins(enc_hook(value), enc_hook=enc_hook)


def _items(struct: Struct) -> Iterable[tuple[str, Any]]:
    """The tag of a struct and its fields, but for those left out."""
    config = type(struct).__struct_config__
    if config.tag_field is not None:
        yield config.tag_field, config.tag
    for one in dataclasses.fields(struct):
        value = getattr(struct, one.name)
        if not (config.omit_defaults and _is_default(value, one)):
            yield config.encoded(one.name), value


def _is_default(value: Any, of: dataclasses.Field[Any]) -> bool:
    """Whether it is the very default, or an empty collection where an empty one is."""
    if of.default_factory is dataclasses.MISSING:
        return value is of.default
    factory: Any = of.default_factory
    return factory is type(value) and factory in (list, dict, set) and not value


def _key(key: Any) -> Any:
    return key.value if isinstance(key, enum.Enum) else key


# --- from plain values ----------------------------------------------------------------------------


def convert(value: Any, type: Any, *, dec_hook: DecodeHook | None = None) -> Any:
    """Plain values as a type says. Raises ValidationError."""
    return _decoding(type)(value, dec_hook)


def _expected(what: str, value: Any) -> ValidationError:
    return ValidationError(f"Expected `{what}`, got `{type(value).__name__}`")


@cache
def _decoding(kind: Any) -> Decode:
    """What reads a type."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _constrained(parts[0], parts[1:])
    if origin in (Union, UnionType):
        return _union(parts)
    if origin is Literal:
        return _literal(parts)
    if (kind if origin is None else origin) in _COLLECTIONS:
        return _COLLECTIONS[kind if origin is None else origin](parts)
    return _of_class(kind)


def _of_class(kind: Any) -> Decode:
    """What reads a type without parts."""
    if kind in (Any, object):
        return lambda value, hook: value
    if kind in _SCALARS:
        return _scalar(kind)
    if isinstance(kind, _StructMeta):
        return _struct(kind)
    if issubclass(kind, enum.Enum):
        return _enum(kind)
    return _named_tuple(kind) if issubclass(kind, tuple) else _custom(kind)


_SCALARS: Final = (int, float, str, bool, NoneType)


def _scalar(kind: Any) -> Decode:
    whole = kind is not float
    allowed: tuple[type, ...] = (kind,) if whole else (int, float)

    def decode(value: Any, hook: DecodeHook | None) -> Any:
        found: Any = value
        if not isinstance(value, allowed) or (isinstance(value, bool) and kind is not bool):
            raise _expected(kind.__name__, value)
        return found if whole else float(found)

    return decode


def _literal(allowed: tuple[Any, ...]) -> Decode:
    def decode(value: Any, hook: DecodeHook | None) -> Any:
        if not any(type(one) is type(value) and one == value for one in allowed):
            raise ValidationError(f"Invalid enum value {value!r}")
        return value

    return decode


def _enum(kind: type[enum.Enum]) -> Decode:
    def decode(value: Any, hook: DecodeHook | None) -> Any:
        if isinstance(value, kind):
            return value
        if not any(type(one.value) is type(value) and one.value == value for one in kind):
            raise ValidationError(f"Invalid enum value {value!r}")
        return kind(value)

    return decode


def _custom(kind: type) -> Decode:
    """A type of ours that is no struct: the hook reads it."""

    def decode(value: Any, hook: DecodeHook | None) -> Any:
        if isinstance(value, kind):
            return value
        if hook is None:
            raise _expected(kind.__name__, value)
        try:
            return hook(kind, value)
        except (ValueError, TypeError) as error:
            raise ValidationError(str(error)) from error

    return decode


def _constrained(kind: Any, constraints: tuple[Any, ...]) -> Decode:
    inner, metas = _decoding(kind), [one for one in constraints if isinstance(one, Meta)]

    def decode(value: Any, hook: DecodeHook | None) -> Any:
        found = inner(value, hook)
        for meta in metas:
            meta.check(found)
        return found

    return decode


def _sequence(value: Any) -> list[Any] | tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise _expected("array", value)
    return value


def _array(make: Callable[[Iterable[Any]], Any], kind: Any) -> Decode:
    """A collection of any number of the same."""
    inner = _decoding(kind)
    return lambda value, hook: make(inner(one, hook) for one in _sequence(value))


def _tuple(parts: tuple[Any, ...]) -> Decode:
    if not parts or (len(parts) == 2 and parts[1] is ...):
        return _array(tuple, parts[0] if parts else Any)
    return _fixed(tuple, parts, len(parts))


def _fixed(make: Callable[[Iterable[Any]], Any], parts: tuple[Any, ...], least: int) -> Decode:
    """An array of so many, each of its own type."""
    inner = [_decoding(part) for part in parts]

    def decode(value: Any, hook: DecodeHook | None) -> Any:
        found = _sequence(value)
        if not least <= len(found) <= len(parts):
            raise ValidationError(f"Expected `array` of length {len(parts)}, got {len(found)}")
        return make(read(one, hook) for read, one in zip(inner, found, strict=False))

    return decode


def _named_tuple(kind: Any) -> Decode:
    hints = get_type_hints(kind, include_extras=True)
    parts = tuple(hints[name] for name in kind._fields)
    return _fixed(lambda found: kind(*found), parts, len(parts) - len(kind._field_defaults))


def _dict(parts: tuple[Any, ...]) -> Decode:
    key, inner = (_decoding(part) for part in parts or (Any, Any))

    def decode(value: Any, hook: DecodeHook | None) -> Any:
        if not isinstance(value, dict):
            raise _expected("object", value)
        return {key(name, hook): inner(one, hook) for name, one in value.items()}

    return decode


_COLLECTIONS: Final[Mapping[Any, Callable[[tuple[Any, ...]], Decode]]] = {
    tuple: _tuple,
    list: lambda parts: _array(list, *(parts or (Any,))),
    set: lambda parts: _array(set, *(parts or (Any,))),
    frozenset: lambda parts: _array(frozenset, *(parts or (Any,))),
    dict: _dict,
    Mapping: _dict,
}


def _union(parts: tuple[Any, ...]) -> Decode:
    """The struct that the tag names, where it is an object; else whatever can read it."""
    structs = [part for part in parts if isinstance(part, _StructMeta)]
    by_tag = {one.__struct_config__.tag: _decoding(one) for one in structs}
    tag_field = structs[0].__struct_config__.tag_field if structs else None
    others = [_decoding(p) for p in sorted(parts, key=lambda p: p is float) if p not in structs]

    def decode(value: Any, hook: DecodeHook | None) -> Any:
        if structs and isinstance(value, dict):
            return _by_tag(by_tag, value.get(tag_field) if tag_field else None)(value, hook)
        if isinstance(value, tuple(structs)):
            return value
        for read in others:
            try:
                return read(value, hook)
            except ValidationError:
                continue
        raise _expected(" | ".join(map(str, parts)), value)

    return decode


def _by_tag(by_tag: Mapping[Any, Decode], tag: Any) -> Decode:
    if not isinstance(tag, str | None) or tag not in by_tag:
        raise ValidationError(f"Invalid value {tag!r}")
    return by_tag[tag]


def _struct(kind: Any) -> Decode:
    """An object as a struct."""
    plan: list[_StructPlan] = []

    def decode(value: Any, hook: DecodeHook | None) -> Any:
        if isinstance(value, kind):
            return value
        if not isinstance(value, dict):
            raise _expected("object", value)
        if not plan:  # made at first use: a struct may hold others of its kind
            plan.append(_StructPlan.of(kind))
        return plan[0].read(value, hook)

    return decode


class _StructPlan(NamedTuple):
    """How each field of a struct is read."""

    kind: _StructMeta
    fields: dict[str, tuple[str, Decode]]
    required: frozenset[str]

    @classmethod
    def of(cls, kind: _StructMeta) -> _StructPlan:
        hints, encoded = get_type_hints(kind, include_extras=True), kind.__struct_config__.encoded
        names = kind.__struct_fields__
        fields = {encoded(name): (name, _decoding(hints[name])) for name in names}
        missing = dataclasses.MISSING
        required = frozenset(
            encoded(one.name)
            for one in dataclasses.fields(kind)  # type: ignore[arg-type]
            if one.default is missing and one.default_factory is missing
        )
        return cls(kind, fields, required)

    def read(self, value: dict[str, Any], hook: DecodeHook | None) -> Any:
        """The struct that an object stands for."""
        config = self.kind.__struct_config__
        if config.tag_field is not None and value.get(config.tag_field, config.tag) != config.tag:
            raise ValidationError(f"Invalid value {value[config.tag_field]!r}")
        if absent := self.required - value.keys():
            raise ValidationError(f"Object missing required field `{min(absent)}`")
        unknown = value.keys() - self.fields.keys() - {config.tag_field}
        if unknown and config.forbid_unknown_fields:
            raise ValidationError(f"Object contains unknown field `{min(unknown)}`")
        known = ((self.fields[key], one) for key, one in value.items() if key in self.fields)
        return _made(self.kind, {name: read(one, hook) for (name, read), one in known})


def _made(kind: Any, known: dict[str, Any]) -> Any:
    """The struct of these fields; what its own check refuses is invalid."""
    try:
        return kind(**known)
    except (ValueError, TypeError) as error:
        raise ValidationError(str(error)) from error


# --- JSON -----------------------------------------------------------------------------------------


class Encoder:
    """Writes values as JSON."""

    def __init__(self, *, enc_hook: Hook | None = None) -> None:
        self.enc_hook = enc_hook

    def encode(self, value: Any) -> bytes:
        """A value as JSON in UTF-8."""
        plain = _finite(to_builtins(value, enc_hook=self.enc_hook))
        return _json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode()


def _finite(value: Any) -> Any:
    """The same with null in place of numbers that JSON does not have."""
    match value:
        case float():
            return value if math.isfinite(value) else None
        case dict():
            return {key: _finite(one) for key, one in value.items()}
        case list() | tuple():
            return [_finite(one) for one in value]
    return value


class Decoder:
    """Reads JSON as values of one type."""

    def __init__(self, type: Any = Any, *, dec_hook: DecodeHook | None = None) -> None:
        self.type, self.dec_hook = type, dec_hook

    def __class_getitem__(cls, kind: Any) -> type[Decoder]:
        return cls

    def decode(self, text: bytes | str) -> Any:
        """The value that JSON stands for. Raises DecodeError."""
        return _decoding(self.type)(_parsed(text), self.dec_hook)


def _parsed(text: bytes | str) -> Any:
    try:
        return _json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise DecodeError(f"JSON is malformed: {error}") from error


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no number")


def _encode(value: Any, *, enc_hook: Hook | None = None) -> bytes:
    return Encoder(enc_hook=enc_hook).encode(value)


def _decode(text: bytes | str, *, type: Any = Any, dec_hook: DecodeHook | None = None) -> Any:
    return Decoder(type, dec_hook=dec_hook).decode(text)


def _replace(struct: Any, /, **changes: Any) -> Any:
    return dataclasses.replace(struct, **changes)


def _asdict(struct: Any) -> dict[str, Any]:
    return {name: getattr(struct, name) for name in struct.__struct_fields__}


json: Final = SimpleNamespace(encode=_encode, decode=_decode, Encoder=Encoder, Decoder=Decoder)
structs: Final = SimpleNamespace(replace=_replace, asdict=_asdict)
