"""docs/errors: a page for each code of the catalogue, for whoever has just got a message with it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml

from cachewarden.codes import Code
from cachewarden.evidence.verdict import SUCCEEDED
from cachewarden.loop.data_safety import data_safety
from cachewarden.procedures.decision import Outcome

ROOT: Final = Path(__file__).resolve().parents[2]
SOURCES: Final = ROOT / "ssm_documents"
FOLDER: Final = "errors"

MEANING: Final = {
    0: "This stops no operation: it was done, was so already, goes on, or is a finding that you should read",
    10: "A condition isn't met. Nothing was changed",
    11: "A condition isn't met, and a person is needed. Nothing was changed, unless the message says so",
    20: "It may be otherwise soon. An operation that meets this tries the same again",
    30: "It is partly done. The same document, started again, goes on from what it finds",
    40: "Something went wrong while something was being changed, or in what follows from it",
    50: "Data loss was seen. Nothing goes on by itself",
}
"""By exit code."""
OF_AN_OPERATION: Final = "Where the message's subject begins with ACTION REQUIRED, an operation had begun something:"
"""Stands before its answer where that isn't the code's own."""
HOST_CODES: Final = "123"
"""First digits of the codes with which an act on a node may end."""
_LINKED: Final = re.compile(
    r"(?P<document>CacheWarden-(?:Host-)?[A-Z]\w+)|(?P<tag>cachewarden:[a-z-]+)|(?P<code>\bCW\d{4}\b)"
    r"|(?P<page>\bdocs/[\w-]+\.md(?:#[\w-]+)?)|(?P<readme>\bREADME\.md)"
)
_ANCHOR: Final = re.compile(r'<a id="([\w-]+)"></a>')


def pages() -> dict[str, str]:
    """Every page by its name below docs/."""
    catalogue = _read("codes.yaml")
    beside = _read("code_pages.yaml")
    classes, entries = beside["classes"], beside["codes"]
    return {
        f"{FOLDER}/{code}.md": "\n".join(
            _page(
                code,
                entry,
                data=classes["data"].get(entries[code]["data"], entries[code]["data"]),
                never=classes["never"].get(entries[code]["never"], entries[code]["never"]),
                disposable=classes["data"]["disposable"],
            )
        )
        for code, entry in catalogue.items()
    }


def _page(code: str, entry: Mapping[str, Any], *, data: str, never: str, disposable: str) -> Iterator[str]:
    yield f"# {code} {entry['name']}\n"
    yield f"## What happened\n\n{_with_links(entry['sentence'])}\n"
    event = ""
    if code[2] in HOST_CODES:
        event = f" On the node whose act ended with it, it is event {code[2:]} of the source CacheWarden"
        event += " in Windows' log Application."
    yield f"{MEANING[entry['exit']]} (outcome `{entry['outcome']}`, exit code {entry['exit']}).{event}\n"
    yield f"## Is my data safe?\n\n{_with_links(data)}\n"
    at_an_end = data_safety(Outcome.ATTENTION, Code(code))
    if at_an_end != data and entry["outcome"] not in SUCCEEDED and data != disposable:
        yield f"{OF_AN_OPERATION} {_with_links(at_an_end)}\n"
    yield f"## What to do\n\n{_with_links(entry['remedy'])}\n"
    named = dict.fromkeys(found["document"] for found in _LINKED.finditer(entry["remedy"]) if found["document"])
    if told := [f"| `{name}` | {what} |" for name in named if (what := _what_it_does(name))]:
        yield "\n".join(("| document | what it does |", "|---|---|", *told, ""))
    yield f"## What not to do\n\n{_with_links(never)}\n"
    yield "The message with this code knows your node, and this page doesn't: where they differ, believe the message."
    yield "[All codes](../error-codes.md)\n"


def _with_links(text: str) -> str:
    return _LINKED.sub(_link, text)


def _link(found: re.Match[str]) -> str:
    text = found[0]
    match found.lastgroup:
        case "document":
            return f"`{text}`"
        case "tag":
            name = text.removeprefix("cachewarden:")
            return f"[`{text}`](../tags.md#{name})" if name in _tag_anchors() else f"`{text}`"
        case "code":
            return f"[{text}]({text}.md)"
        case "page":
            return f"[{text}](../{text.removeprefix('docs/')})"
        case _:
            return f"[{text}](../../{text})"


@cache
def _tag_anchors() -> frozenset[str]:
    return frozenset(_ANCHOR.findall((ROOT / "docs" / "tags.md").read_text(encoding="utf-8")))


def _what_it_does(document: str) -> str:
    """The first sentence of its description; a document of the workflow's has its act's."""
    name = document.removeprefix("CacheWarden-")
    stem = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.removeprefix("Host-")).lower()
    for folder in ("command",) if name.startswith("Host-") else ("automation", "command"):
        path = SOURCES / folder / f"{stem}.yaml"
        if path.exists() and (description := yaml.safe_load(path.read_text(encoding="utf-8")).get("description")):
            first: str = re.split(r"(?<=\.)\s", description.strip(), maxsplit=1)[0]
            return first
    return ""


def _read(name: str) -> Mapping[str, Any]:
    read: Mapping[str, Any] = yaml.safe_load((SOURCES / name).read_text(encoding="utf-8"))
    return read
