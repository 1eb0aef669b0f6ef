"""Which module of this repository imports which, read off the sources.

Imports under TYPE_CHECKING and inside functions count like all others: whoever reads the module has to know both.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import networkx as nx

from tests.repository import ROOT

TOP_FOLDERS = ("benchmarks", "checks", "cli", "infra", "lambdas", "rehearsal")
"""Everything but the tests. Modules below lambdas/ are named as the functions import them: without `lambdas`."""


@cache
def imports() -> Mapping[str, frozenset[str]]:
    """Module -> the repository's modules that it imports."""
    files = _modules()
    return {module: frozenset(_imported(module, path, files)) - {module} for module, path in files.items()}


def folder_of(module: str) -> str:
    """The package that a module lies in; a package's `__init__` lies in the package."""
    return module if _modules()[module].name == "__init__.py" else module.rpartition(".")[0]


def circles_across_folders() -> Iterator[frozenset[str]]:
    """Modules of several folders that import each other in a circle; one set for each circle."""
    for circle in _circles(imports()):
        if len({folder_of(module) for module in circle}) > 1:
            yield circle


def circles_of_neighbours() -> Iterator[frozenset[str]]:
    """Folders that import each other in a circle, though no module needs to; a folder and its subfolders are one."""
    neighbours: dict[str, set[str]] = {}
    for module, imported in imports().items():
        folder = folder_of(module)
        others = {folder_of(other) for other in imported}
        neighbours.setdefault(folder, set()).update(other for other in others if not _nested(folder, other))
    yield from _circles(neighbours)


def _nested(one: str, other: str) -> bool:
    return f"{one}.".startswith(f"{other}.") or f"{other}.".startswith(f"{one}.")


def _circles(arrows: Mapping[str, Iterable[str]]) -> Iterator[frozenset[str]]:
    graph = nx.DiGraph([(source, target) for source, targets in arrows.items() for target in targets])
    for component in nx.strongly_connected_components(graph):
        if len(component) > 1:
            yield frozenset(component)


@cache
def _modules() -> Mapping[str, Path]:
    found = {}
    for top in TOP_FOLDERS:
        for path in sorted((ROOT / top).rglob("*.py")):
            parts = path.relative_to(ROOT / "lambdas" if top == "lambdas" else ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def _imported(module: str, path: Path, files: Mapping[str, Path]) -> Iterator[str]:
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for name in imported_names(path.read_text("utf-8"), package):
        if name in files:
            yield name
        elif name.rpartition(".")[0] in files:
            yield name.rpartition(".")[0]


def imported_names(source: str, package: str) -> Iterator[str]:
    """What a module of this package imports, wherever the import stands: modules, and names with their module."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=aliases):
                yield from (alias.name for alias in aliases)
            case ast.ImportFrom(module=base, names=aliases, level=level):
                above = package.split(".")[: len(package.split(".")) - level + 1] if level else []
                origin = ".".join([*above, *filter(None, [base])])
                yield from (f"{origin}.{alias.name}" for alias in aliases)
