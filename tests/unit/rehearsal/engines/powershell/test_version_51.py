"""Where Windows PowerShell 5.1 and 7 differ, the engine does as 5.1: the first line of each script says what."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from rehearsal.engines.powershell import Engine
from tests.unit.rehearsal.engines.powershell.corpus import CORPUS, ScratchHost

FOLDER = CORPUS / "version-differs"
EXPECTED = {
    "command-not-found-text": ["True"],
    "csv-typeinfo": ["3"],
    "dollar-question-parentheses": ["True", "True"],
    "double-format-operator-digits": ["0.333333333333333", "0.3", "0.1"],
    "group-object-order": ["b", "a"],
    "json-array-pipeline-unrolling": ["1", "Object[]", "1"],
    "json-automationnull-property": ['{"disks":{}}', '{"disks":null}'],
    "json-dates": ["String"],
    "json-depth-warning": ['{"a":{"b":"System.Collections.Hashtable"}}'],
    "json-double-integral": ['{"sum":2147483648,"one":1,"floor":3}'],
    "json-null-input": ['"a"'],
    "json-number-types": ["Int32", "Int64", "Decimal"],
    "json-quote-and-angle-escapes": ['"O\\u0027Brien \\u003ca\\u003e \\u0026 co"'],
    "json-unary-comma-array": ['{"value":[1],"Count":1}', '{"a":{"value":[1,2],"Count":2}}'],
    "json-unterminated-array": ["invalid json"],
    "negative-zero": ["0", "0"],
    "pscustomobject-count": ["[]", "[]", "[1]"],
    "range-of-chars": ["Int32", "InvalidCastFromStringToInteger"],
    "replace-with-scriptblock": ["a [int]a1.Value + 1"],
    "select-object-on-hashtable": [],
    "select-object-unique-and-where-not": ["AmbiguousParameter,Microsoft.PowerShell.Commands.WhereObjectCommand"],
    # x, its line end, and a byte order mark, each two bytes
    "set-content-default-encoding": ["6"],
    "splat-duplicate-parameter": ["ParameterAlreadyBound,Strict"],
    "string-split-string-argument": ["3", "3"],
}


def test_every_recorded_difference_is_claimed() -> None:
    assert sorted(EXPECTED) == sorted(path.stem for path in FOLDER.glob("*.ps1"))


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_does_as_windows_powershell_5_1(name: str) -> None:
    script = FOLDER / f"{name}.ps1"
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as temporary:
        host = ScratchHost(Path(folder), Path(temporary))
        result = Engine(host=host).run_script(script.read_text(encoding="utf-8"), name=script.name, path=str(script))
    assert [line.rstrip() for line in result.stdout.splitlines()] == EXPECTED[name]
    assert result.exit_code == 0
