"""The functions' code as modules that know each other: where a name that one module uses is defined."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from checks.deployment import Deployment
from checks.python_sources.source import imported, parsed

LAMBDAS = "lambdas"
SETTINGS = "lambdas/handlers/settings.py"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A definition: the file, and the function or the value that it binds at its top level."""

    path: str
    node: ast.FunctionDef | ast.ClassDef | ast.expr


@dataclass(eq=False, slots=True)
class Modules:
    """Looks names up by file; `files` are the texts below lambdas/."""

    files: Mapping[str, str]
    aliases: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """(file, name) -> the function of that file which the name stands for: what a dispatch table chose."""
    _tables: dict[str, dict[str, Place | tuple[str, str]]] = field(default_factory=dict)
    _aliased: dict[tuple[str, str, str], Modules] = field(default_factory=dict)

    @classmethod
    def of(cls, deployment: Deployment) -> Modules:
        """Of what ships; the same object for the same texts."""
        return _modules(tuple(deployment.below(LAMBDAS, ".py").items()))

    def find(self, path: str, name: str) -> Place | None:
        """What `name` means in the file, through imports of our own modules; None for anything else."""
        found = self._table(path).get(self.aliases.get((path, name), name))
        if isinstance(found, tuple):
            return self.find(*found) if found[0] in self.files else None
        return found

    def _table(self, path: str) -> dict[str, Place | tuple[str, str]]:
        if path not in self._tables:
            table: dict[str, Place | tuple[str, str]] = {}
            for node in parsed(self.files[path]).body:
                match node:
                    case ast.FunctionDef() | ast.ClassDef():
                        table[node.name] = Place(path=path, node=node)
                    case ast.Assign(targets=[ast.Name(id=name)]):
                        table[name] = Place(path=path, node=node.value)
                    case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                        table[name] = Place(path=path, node=value)
                    case ast.ImportFrom(module=str(module)):
                        for alias in node.names:
                            imported = f"{LAMBDAS}/{module.replace('.', '/')}"
                            if f"{imported}/{alias.name}.py" in self.files:
                                continue
                            table[alias.asname or alias.name] = (f"{imported}.py", alias.name)
            self._tables[path] = table
        return self._tables[path]

    def submodule(self, path: str, name: str) -> str | None:
        """The file that `from handlers import lease_store` binds to `lease_store`; None for any other name."""
        for node in parsed(self.files[path]).body:
            if isinstance(node, ast.ImportFrom) and node.module is not None:
                for alias in node.names:
                    file = f"{LAMBDAS}/{node.module.replace('.', '/')}/{alias.name}.py"
                    if (alias.asname or alias.name) == name and file in self.files:
                        return file
        return None

    def called(self, path: str, call: ast.Call) -> Place | None:
        """The repository's function that a call runs; None for a library's or a method."""
        match call.func:
            case ast.Name(id=name):
                found = self.find(path, name)
            case ast.Attribute(value=ast.Name(id=owner), attr=name) if (
                file := self.submodule(path, owner)
            ) is not None:
                found = self.find(file, name)
            case _:
                return None
        return found if found is not None and isinstance(found.node, ast.FunctionDef) else None

    def with_alias(self, path: str, name: str, stands_for: str) -> Modules:
        """The same modules, a local name of one file known for one of its functions."""
        key = (path, name, stands_for)
        if key not in self._aliased:
            self._aliased[key] = Modules(self.files, {**self.aliases, (path, name): stands_for}, self._tables)
        return self._aliased[key]


def modules_used(deployment: Deployment, path: str) -> list[str]:
    """The module and all modules below lambdas/ that it imports, directly or not; settings are read by class."""
    found = [path]
    for module in found:
        for name in imported(deployment.files[module]):
            file = f"lambdas/{name.replace('.', '/')}.py"
            if file in deployment.files and file not in found and file != SETTINGS:
                found.append(file)
    return found


@lru_cache(maxsize=8)
def _modules(files: tuple[tuple[str, str], ...]) -> Modules:
    return Modules(dict(files))


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispatch:
    """A function that does what a key of its input says: `local = TABLE[<text of key>]`, or with `.get`."""

    key: str
    local: str
    functions: Mapping[str, str]


def dispatch_of(modules: Modules, place: Place) -> Dispatch | None:
    """How the function chooses among others of its file; None when it doesn't."""
    assert isinstance(place.node, ast.FunctionDef)
    keys: dict[str, str] = {}
    for statement in ast.walk(place.node):
        match statement:
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                pairs = list(zip(names, values, strict=True))
            case ast.Assign(targets=[target], value=value):
                pairs = [(target, value)]
            case _:
                continue
        for target, value in pairs:
            match target, value:
                case ast.Name(id=name), ast.Call(func=ast.Attribute(attr="text"), args=[ast.Constant(value=str(key))]):
                    keys[name] = key
                case (
                    ast.Name(id=local),
                    ast.Call(func=ast.Attribute(value=ast.Name(id=table), attr="get"), args=[ast.Name(id=asked), *_])
                    | ast.Subscript(value=ast.Name(id=table), slice=ast.Name(id=asked)),
                ) if asked in keys:
                    found = modules.find(place.path, table)
                    if found is not None and isinstance(found.node, ast.Dict):
                        functions = {
                            each.value: function.id
                            for each, function in zip(found.node.keys, found.node.values, strict=True)
                            if isinstance(each, ast.Constant) and isinstance(function, ast.Name)
                            if isinstance(each.value, str)
                        }
                        return Dispatch(key=keys[asked], local=local, functions=functions)
    return None


def parameter_names(function: ast.FunctionDef) -> list[str]:
    """Positional ones first, then those by name only."""
    arguments = function.args
    return [each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]


def bound(function: ast.FunctionDef, call: ast.Call) -> dict[str, ast.expr]:
    """Parameter -> what the call gives for it."""
    names = parameter_names(function)
    given = dict(zip(names, call.args, strict=False))
    return given | {each.arg: each.value for each in call.keywords if each.arg is not None}
