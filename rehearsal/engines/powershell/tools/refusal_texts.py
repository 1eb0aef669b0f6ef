"""Which refusals the engine's sources contain, read off the sources themselves: for the page on what is covered."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[1]
_BEFORE = frozenset({"refused"})
_WHEN_REACHED = frozenset({"refusal", "Unsupported", "unsupported"})


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class RefusalText:
    """`construct` as the message names it, with an ellipsis for what the script decides."""

    construct: str
    before_anything_ran: bool


def refusal_texts(folder: Path = FOLDER) -> tuple[RefusalText, ...]:
    """Every construct that a source file below `folder` refuses by name, in the order of their names."""
    found: set[RefusalText] = set()
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            construct = _text(node.args[0])
            if construct is not None and name in _BEFORE | _WHEN_REACHED:
                found.add(RefusalText(construct=construct, before_anything_ran=name in _BEFORE))
    return tuple(sorted(found))


def only_refuses(maker: Callable[..., Any]) -> bool:
    """Whether the function does nothing but raise."""
    (definition,) = ast.parse(textwrap.dedent(inspect.getsource(maker))).body
    return isinstance(definition, ast.FunctionDef) and isinstance(definition.body[0], ast.Raise)


def _text(node: ast.expr) -> str | None:
    match node:
        case ast.Constant(value=str() as text):
            return text
        case ast.JoinedStr(values=parts):
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in parts)
            return text if text.strip("…") else None
        case _:
            return None
