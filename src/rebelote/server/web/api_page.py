"""The description of the HTTP interface as a page: nothing on it is fetched, no script runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from markupsafe import Markup

from rebelote.server.web import asyncapi
from rebelote.server.web.described import Schema
from rebelote.server.web.pages import whole_page

_NOTHING = Markup()
_BODY = Markup(
    "<p>{text}</p>"
    '<p>For programs: <a href="{document}">openapi.json</a>; the socket: '
    '<a href="{socket}">asyncapi.json</a>. {way}</p>'
    "<nav>{tags}</nav>{operations}<h2>Types</h2>{types}"
)
_OPERATION = Markup(
    '<section><h3 id="{name}"><code>{method} {path}</code></h3>'
    "<p><strong>{summary}.</strong> {text}</p>{parts}</section>"
)


def page(document: Schema, path: str) -> str:
    """Return the page of a description that is served at a path."""
    body = _BODY.format(
        text=_prose(document["info"]["description"]),
        document=path,
        socket=asyncapi.PATH,
        way=_prose(document["components"]["securitySchemes"]["cookie"]["description"]),
        tags=_NOTHING.join(_link(f"tag-{tag['name']}", tag["name"]) for tag in document["tags"]),
        operations=_NOTHING.join(_tags(document)),
        types=_NOTHING.join(map(_type, document["components"]["schemas"].items())),
    )
    return whole_page("en", "Rebelote over HTTP", body)


def _link(anchor: str, text: str) -> Markup:
    return Markup('<a href="#{}">{}</a>').format(anchor, text)


def _prose(text: str) -> Markup:
    """Return a text with its `code` marked, and its paragraphs and lists apart."""
    code = Markup("<code>{}</code>")
    parts = enumerate(text.replace("\n\n", "\n").split("`"))
    return _NOTHING.join(code.format(part) if odd % 2 else part for odd, part in parts)


def _tags(document: Schema) -> Iterator[Markup]:
    """Yield the operations of each feature under its name."""
    for tag in document["tags"]:
        head = Markup('<h2 id="tag-{0}">{0}</h2><p>{1}</p>')
        yield head.format(tag["name"], _prose(tag["description"]))
        for path, operations in document["paths"].items():
            for method, details in operations.items():
                if tag["name"] in details["tags"]:
                    yield _operation(path, method, details, document)


def _operation(path: str, method: str, details: Schema, document: Schema) -> Markup:
    return _OPERATION.format(
        name=details["operationId"],
        method=method.upper(),
        path=path,
        summary=details["summary"],
        text=_prose(details["description"]),
        parts=_NOTHING.join(_parts(details, document)),
    )


def _parts(details: Schema, document: Schema) -> Iterator[Markup]:
    """Yield the parameters, the answers and the refusals of an operation."""
    item, entry = Markup("<li>{}</li>"), Markup("<code>{}</code> {}. {}")
    given = [
        entry.format(one["name"], _shape(one["schema"]), _prose(one.get("description", "")))
        for one in details["parameters"]
    ]
    if body := details.get("requestBody"):
        given += [Markup("Body: {}").format(_content(body["content"]))]
    answers, refused = [], []
    for status, response in details["responses"].items():
        if int(status) < 400:
            answers.append(Markup("{} {}").format(status, _content(response.get("content", {}))))
        else:
            resolved = _resolved(response, document)
            refused += [
                Markup("{} {}").format(status, _prose(line.removeprefix("- ")))
                for line in resolved["description"].splitlines()
            ]
    if len(details["security"]) == 1 and details["security"][0]:
        yield Markup("<p>Needs a session.</p>")
    for title, lines in (("Given", given), ("Answered", answers)):
        if lines:
            items = _NOTHING.join(map(item.format, lines))
            yield Markup("<h4>{}</h4><ul>{}</ul>").format(title, items)
    items = _NOTHING.join(map(item.format, refused))
    yield Markup("<details><summary>Refusals</summary><ul>{}</ul></details>").format(items)


def _resolved(response: Schema, document: Schema) -> Schema:
    if "$ref" not in response:
        return response
    name = response["$ref"].rpartition("/")[2]
    schema: Schema = document["components"]["responses"][name]
    return schema


def _content(content: Mapping[str, Schema]) -> Markup:
    """Return the content of a body by media type, with its examples."""
    by_type = Markup("<code>{}</code> {}{}")
    return Markup(", ").join(
        by_type.format(media, _shape(one["schema"]), _NOTHING.join(_examples(one)))
        for media, one in content.items()
    )


def _examples(content: Schema) -> Iterator[Markup]:
    for name, example in content.get("examples", {}).items():
        text = msgspec.json.format(msgspec.json.encode(example["value"])).decode()
        yield Markup("<p>Example, {}:</p><pre>{}</pre>").format(name, text)


def _type(member: tuple[str, Schema]) -> Markup:
    """Return a type: what it is, and its fields."""
    name, schema = member
    entry = Markup("<dt><code>{}</code></dt><dd>{}{}</dd>")
    needed = schema.get("required", [])
    fields = _NOTHING.join(
        entry.format(field, _shape(part), "" if field in needed else _default(part))
        for field, part in schema.get("properties", {}).items()
    )
    shape = _NOTHING if fields else Markup("<p>{}</p>").format(_shape(schema))
    head = Markup('<section><h3 id="type-{}">{}</h3><p>{}</p>').format(
        name, name, _prose(schema.get("description", ""))
    )
    return Markup("{}{}<dl>{}</dl></section>").format(head, shape, fields)


def _default(schema: Schema) -> str:
    if "default" not in schema:
        return ", may be left out"
    return f", else {msgspec.json.encode(schema['default']).decode()}"


def _shape(schema: Schema) -> Markup:
    """Describe the values that a schema allows, in a few words."""
    code = Markup("<code>{}</code>")
    if reference := schema.get("$ref"):
        name = reference.rpartition("/")[2]
        return _link(f"type-{name}", name)
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return Markup(" or ").join(map(_shape, schema[key]))
    if "const" in schema or "enum" in schema:
        values = schema.get("enum", [schema.get("const")])
        return Markup(", ").join(code.format("null" if one is None else one) for one in values)
    kind = schema.get("type", "any value")
    if kind == "array":
        items = schema.get("items") or {"anyOf": schema.get("prefixItems", [])}
        return Markup("list of {}").format(_shape(items) if items != {"anyOf": []} else "values")
    if isinstance(schema.get("additionalProperties"), dict):
        return Markup("object of {}").format(_shape(schema["additionalProperties"]))
    return Markup("{}{}").format(kind, _limits(schema))


def _limits(schema: Schema) -> str:
    """Return the bounds of a number or a text."""
    words = {
        "minimum": "at least",
        "maximum": "at most",
        "exclusiveMaximum": "below",
        "maxLength": "at most, characters:",
        "pattern": "as",
    }
    bounds = [f"{word} {schema[key]}" for key, word in words.items() if key in schema]
    return f" ({', '.join(bounds)})" if bounds else ""
