"""What a function's environment holds is what its code reads, and its handler exists."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache, lru_cache

from checks.check import Check, Finding
from checks.deployment import DeployedFunction, Deployment
from checks.python_sources.modules import SETTINGS, modules_used
from checks.python_sources.source import functions, parsed

NAME = "function-environment"


def findings(deployment: Deployment) -> Iterator[Finding]:
    """Of every function."""
    for function in deployment.functions.values():
        name = function.handler.rpartition(".")[2]
        text = deployment.files.get(function.source)
        if text is None or name not in functions(text):
            problem = f"{function.name} is to run {function.handler}, which doesn't exist"
            yield Finding(check=NAME, where=function.source, problem=problem, remedy="Name a function in lambdas/.")
            continue
        read = variables_read(deployment, function)
        for variable, where in read.items():
            if not function.environment.get(variable, "").strip():
                problem = f"{function.name} reads {variable}, which its environment lacks"
                yield Finding(
                    check=NAME, where=where, problem=problem, remedy="Set it in infra/constructs/functions.py."
                )
        for variable in function.environment:
            if variable not in read and variable not in powertools_variables():
                problem = f"{function.name} has the variable {variable}, which nothing in it reads"
                yield Finding(check=NAME, where=function.source, problem=problem, remedy="Read it, or don't set it.")


def variables_read(deployment: Deployment, function: DeployedFunction) -> dict[str, str]:
    """Variable -> place, of the handler's module and the modules below lambdas/ that it uses."""
    read: dict[str, str] = {}
    for path in modules_used(deployment, function.source):
        for node in _naming_the_environment(deployment.files[path]):
            for variable in _read_by(deployment, node):
                read.setdefault(variable, f"{path}:{node.lineno}")
    return read


@lru_cache(maxsize=512)
def _naming_the_environment(text: str) -> tuple[ast.expr, ...]:
    """The few expressions of a module that can read it: every function's modules are looked at for every function."""
    return tuple(
        node
        for node in ast.walk(parsed(text))
        if isinstance(node, ast.Call | ast.Subscript)
        and any(isinstance(inner, ast.Attribute) and inner.attr in ("environ", "getenv") for inner in ast.walk(node))
    )


def _read_by(deployment: Deployment, node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="of"), args=[argument]) if _is_environ(argument):
            yield from _settings(deployment, name)
        case ast.Subscript(value=value, slice=ast.Constant(value=str(name))) if _is_environ(value):
            yield name
        case ast.Call(func=ast.Attribute(value=value, attr="get"), args=[ast.Constant(value=str(name)), *_]) if (
            _is_environ(value)
        ):
            yield name
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id="os"), attr="getenv"), args=[ast.Constant(value=str(name)), *_]
        ):
            yield name


def _settings(deployment: Deployment, class_name: str) -> Iterator[str]:
    """The variables that a settings class reads: every text in capitals in its `of`."""
    for node in parsed(deployment.files[SETTINGS]).body:
        if isinstance(node, ast.ClassDef) and node.name == class_name:
            for inner in ast.walk(node):
                match inner:
                    case ast.Call(args=[ast.Name(id="environment"), ast.Constant(value=str(name)), *_]):
                        yield name
                    case ast.Subscript(value=ast.Name(id="environment"), slice=ast.Constant(value=str(name))):
                        yield name
                    case ast.Call(
                        func=ast.Attribute(value=ast.Name(id="environment"), attr="get"),
                        args=[ast.Constant(value=str(name)), *_],
                    ):
                        yield name


def _is_environ(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "environ"


@cache
def powertools_variables() -> frozenset[str]:
    """The variables that Powertools for AWS Lambda reads."""
    from aws_lambda_powertools.shared import constants

    return frozenset(
        value for name, value in vars(constants).items() if name.endswith("_ENV") and isinstance(value, str)
    )


CHECK = Check(
    name=NAME,
    proves="Every function's handler exists; its environment has each variable that the code reads, and no other.",
    findings=findings,
)
