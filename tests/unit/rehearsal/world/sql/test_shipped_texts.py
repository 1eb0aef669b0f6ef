"""Every T-SQL text that ships is executed here, on the primary and on a secondary, in each version that it is for."""

from __future__ import annotations

import re

import pytest

from rehearsal.engines.tsql import ResultSet, SqlError
from rehearsal.engines.tsql.values import types as t
from tests.repository import ROOT

TEXTS = sorted(path for path in (ROOT / "ssm_documents" / "sql").rglob("*.sql") if path.parent.name != "grants")
PLACES = {
    "DatabaseId": "N'00000000-0000-4000-8000-000000000001'",
    "AvailabilityGroup": "[sales-ag]",
    "Replica": "N'SALES2'",
    "Database": "[sales]",
    "AvailabilityMode": "SYNCHRONOUS_COMMIT",
    "FailoverMode": "MANUAL",
    "SeedingMode": "AUTOMATIC",
    "Account": "[SALES\\SALES2$]",
    "Endpoint": "[Hadr_endpoint]",
    "Server": "N'SALES1'",
    "Url": "N'TCP://sales1.sales.example:5022'",
    "Partner": "N'SALES2'",
    "PartnerUrl": "N'TCP://sales2.sales.example:5022'",
    "Login": "[NT AUTHORITY\\SYSTEM]",
    "Count": "0",
    "Secondaries": "1",
}
NEWER = {"observe_availability_groups"}
"""Texts with columns that SQL Server 2016 lacks; a sister text serves it."""


def _parameters(text):
    """Paths and names are text, everything else a number."""
    code = re.sub(r"--[^\n]*", "", text)
    names = re.findall(r"(?<!@)@\w+", code)
    values = {"@group": (t.nvarchar(100), "sales-ag"), "@account": (t.nvarchar(100), "sa")}
    return {
        name: (t.nvarchar(100), "D:\\%") if name.endswith("path") else values.get(name, (t.INT, 5)) for name in names
    }


def _filled(text):
    return re.sub(r"\{(\w+)\}", lambda match: PLACES[match.group(1)], text)


def test_there_are_texts():
    assert len(TEXTS) > 10


@pytest.mark.parametrize("version", [13, 14, 15, 16])
@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_it_runs(stage, path, number, version):
    if version == 13 and path.stem in NEWER:
        number_of_error = stage(major_version=13).error(number, path.read_text(encoding="utf-8"))
        assert number_of_error == 207
        return
    s = stage(major_version=version)
    text = _filled(path.read_text(encoding="utf-8"))
    building = path.parent.name == "group_creation"
    outputs = s.session(number, *(["sa"] if building else [])).execute(text, _parameters(text))
    wrong = [output for output in outputs if isinstance(output, SqlError)]
    wrong_place = {35240, 35251, 41140, 41122, 3752, 5011, 35242, 15151, 2812, 3701}
    if building:  # that each does what it is for is shown where the group is built from nothing
        wrong_place |= {7862, 41106, 35280, 41100}
    assert all(error.number in wrong_place for error in wrong), wrong
    if path.stem.startswith("observe"):
        assert not wrong
        assert any(isinstance(output, ResultSet) for output in outputs)
