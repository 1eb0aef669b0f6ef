"""What was packed comes back unchanged; what isn't whole, or unfolds without end, is refused."""

import base64
import zlib

import pytest

from cachewarden.evidence.sql import GROUPS_UNPACKED_MAX, parse_sql, sql_to_json
from cachewarden.json_reader import JsonReader, UnexpectedJsonError
from cachewarden.packed_json import UNPACKED_MAX_BYTES, packed, unpacked
from tests.unit.lambdas.sales_cluster import Sales


def deflated(data: bytes) -> str:
    compressor = zlib.compressobj(wbits=-15)
    return base64.b64encode(compressor.compress(data) + compressor.flush()).decode()


def test_what_was_packed_comes_back():
    value = {"groups": [{"name": "ag ]'$(x)", "role": 1, "primary": None}] * 100}
    assert unpacked(packed(value), "$") == value
    assert len(packed(value)) < 300


@pytest.mark.parametrize(
    "text",
    [
        "", "{}", "not base64", packed({"a": [1] * 500})[:-8], base64.b64encode(b"{}").decode(), deflated(b"{"),
        deflated(b'"' + b"a" * UNPACKED_MAX_BYTES + b'"'),
    ],
    ids=["nothing", "plain", "no base64", "cut off", "not compressed", "half an object", "unfolds without end"],
)  # fmt: skip
def test_what_is_not_whole_is_refused_and_named(text):
    with pytest.raises(UnexpectedJsonError, match=r"\$\.packedGroups"):
        unpacked(text, "$.packedGroups")


def test_many_groups_travel_packed_and_a_torn_one_is_no_empty_list():
    sales = Sales()
    told = sales.host_evidence(sales.one)["sql"]
    (group,) = told["availabilityGroups"]
    told["availabilityGroups"] = [group | {"id": f"group{number}"} for number in range(GROUPS_UNPACKED_MAX + 1)]
    sql = parse_sql(JsonReader.of(told))
    again = sql_to_json(sql)

    assert again["availabilityGroups"] is None
    assert parse_sql(JsonReader.of(again)) == sql
    with pytest.raises(UnexpectedJsonError):
        parse_sql(JsonReader.of(again | {"packedGroups": str(again["packedGroups"])[:-10]}))
