"""`cachewarden endings` as a person meets it; what it runs is tested elsewhere."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from cli.main import app


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nope"], "'nope'"),
        (["--faults-of", "nope"], "'nope'"),
        (["--against", "missing.md"], "missing.md"),
    ],
)
def test_what_does_not_exist_is_named_and_the_exit_code_is_2(arguments, told, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, ["endings", *arguments])
    assert result.exit_code == 2
    assert told in result.output
