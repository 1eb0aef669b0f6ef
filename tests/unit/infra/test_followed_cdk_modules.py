"""mypy passes over the modules of aws_cdk that infra doesn't need: it must read every one that infra does need.

Needed are those that infra imports, and those that they name in their signatures: a type of a module that isn't read
would be Any, and Any is never wrong.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from tests.repository import ROOT

NAMED = re.compile(r"^    import (aws_cdk[\w.]*) as _", re.MULTILINE)
"""In each module of aws_cdk the imports for a type checker stand together in one block."""
INTERFACES = "aws_cdk.interfaces.*"
RUNTIME = "aws_cdk._jsii"
"""Each module of aws_cdk imports it."""


@cache
def folder() -> Path:
    """Where aws_cdk is. It is never imported here: that would start Node.js."""
    spec = find_spec("aws_cdk")
    assert spec is not None and spec.origin is not None
    return Path(spec.origin).parent


def source_of(module: str) -> Path | None:
    path = folder().joinpath(*module.split(".")[1:])
    return next((file for file in (path / "__init__.py", path.with_suffix(".py")) if file.is_file()), None)


def imported_by_infra() -> set[str]:
    return {name for path in (ROOT / "infra").rglob("*.py") for name in imported(ast.parse(path.read_text("utf-8")))}


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        else:
            continue
        yield from (name for name in names if name.split(".")[0] == "aws_cdk" and source_of(name))


def named_by(module: str) -> set[str]:
    source = source_of(module)
    assert source is not None
    return set(NAMED.findall(source.read_text("utf-8")))


def test_mypy_reads_every_module_that_infra_imports_and_what_they_name_and_no_other():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["mypy"]
    skipped, followed = [each for each in settings["overrides"] if "follow_imports" in each]
    assert (skipped["module"], skipped["follow_imports"]) == ("aws_cdk.*", "skip")
    assert followed["follow_imports"] == "normal"

    used = imported_by_infra()
    assert {"aws_cdk", "aws_cdk.aws_iam", "aws_cdk.aws_lambda"} <= used
    needed = used.union(*map(named_by, used))
    assert {"aws_cdk.aws_ec2", "aws_cdk.interfaces.aws_iam"} <= needed
    apart = {name for name in needed if not f"{name}.".startswith(INTERFACES.removesuffix("*"))}
    assert set(followed["module"]) == {*apart, INTERFACES, RUNTIME}
