"""From a syntax tree to closures: entry points; the parts register themselves in compilation.py's tables.

A compiled script is immutable and cached with its tree by content, so that thousands of runs share it.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import lru_cache

from rehearsal.engines.powershell.compiler import expressions, statements
from rehearsal.engines.powershell.compiler.compilation import Unit
from rehearsal.engines.powershell.compiler.functions import compile_script_block
from rehearsal.engines.powershell.runtime.script_block import CompiledBlock
from rehearsal.engines.powershell.syntax import nodes
from rehearsal.engines.powershell.syntax.parser.script import parse

for _package in (expressions, statements):
    for _part in pkgutil.iter_modules(_package.__path__):
        importlib.import_module(f"{_package.__name__}.{_part.name}")


@lru_cache(maxsize=512)
def compile_script(text: str, name: str, *, inside_function: bool = False) -> CompiledBlock:
    """A script file's code. Raises ParseError, and Unsupported for constructs refused at compile time."""
    tree = parse(text, name)
    namespaces = tuple(
        statement.name.value
        for statement in tree.using_statements
        if statement.kind is nodes.UsingKind.NAMESPACE and statement.name is not None
    )
    return compile_script_block(tree, Unit(name, namespaces, inside_function))
