"""The Python of aws:executeScript: compiled once for each text."""

from __future__ import annotations

import ast
from functools import lru_cache
from types import CodeType

RUNTIMES = frozenset({"python3.6", "python3.7", "python3.8", "python3.9", "python3.10", "python3.11"})


@lru_cache(maxsize=256)
def compiled(script: str) -> CodeType:
    """Raises SyntaxError with the line."""
    return compile(script, "customer_script.py", "exec")


@lru_cache(maxsize=256)
def functions_of(script: str) -> tuple[str, ...]:
    """Functions at the top of the script. Raises SyntaxError with the line."""
    return tuple(node.name for node in ast.parse(script).body if isinstance(node, ast.FunctionDef))
