"""Lambda sources as syntax trees, parsed once for each text."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import lru_cache


@lru_cache(maxsize=256)
def parsed(text: str) -> ast.Module:
    """The module's tree. Raises SyntaxError."""
    return ast.parse(text)


@lru_cache(maxsize=256)
def imported(text: str) -> tuple[str, ...]:
    """Dotted names that the module imports: modules, and whatever is imported from them."""
    names: dict[str, None] = {}
    for node in ast.walk(parsed(text)):
        if isinstance(node, ast.ImportFrom) and node.module:
            names[node.module] = None
            names |= dict.fromkeys(f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            names |= dict.fromkeys(alias.name for alias in node.names)
    return tuple(names)


def functions(text: str) -> Mapping[str, ast.FunctionDef]:
    """Functions of the module by name, methods left out."""
    return {node.name: node for node in parsed(text).body if isinstance(node, ast.FunctionDef)}


def keyword(call: ast.Call, name: str) -> ast.expr | None:
    """The value that a call gives under a name."""
    return next((each.value for each in call.keywords if each.arg == name), None)


def literal_keys(node: ast.expr | None) -> dict[str, ast.expr] | None:
    """Keys and values of a dict display; None when it isn't one, or not all keys are texts (`**` is left out)."""
    if not isinstance(node, ast.Dict):
        return None
    found: dict[str, ast.expr] = {}
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            continue
        if not (isinstance(key, ast.Constant) and isinstance(key.value, str)):
            return None
        found[key.value] = value
    return found


def called_name(call: ast.Call) -> str:
    """`send_command` for `ssm().send_command(…)` and for `send_command(…)`."""
    match call.func:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""
