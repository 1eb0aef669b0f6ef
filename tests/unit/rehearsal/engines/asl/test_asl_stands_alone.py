"""The interpreter and the event matcher know nothing of the rest of the project."""

import ast

import pytest

from tests.repository import ROOT

ENGINES = ROOT / "rehearsal" / "engines"
PACKAGES = ("asl", "eventbridge")
PROJECT = ("rehearsal", "cachewarden", "handlers", "adapters", "infra", "cli", "checks")


def imported(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module


@pytest.mark.parametrize("package", PACKAGES)
def test_package_imports_nothing_else_of_the_project(package):
    files = sorted((ENGINES / package).glob("**/*.py"))
    assert files
    foreign = [
        (path.name, name)
        for path in files
        for name in imported(path)
        if name.split(".")[0] in PROJECT and name.split(".")[:3] != ["rehearsal", "engines", package]
    ]
    assert not foreign
