"""Groups laid out as a table are those that a host with few of them tells; a table that doesn't fit is refused."""

from typing import Any

import pytest

from cachewarden.evidence.availability_groups import parse_group
from cachewarden.evidence.group_table import groups_in
from cachewarden.json_reader import JsonReader, UnexpectedJsonError
from tests.unit.lambdas.sales_cluster import Sales
from tests.unit.lambdas.situations import host


def told() -> dict[str, Any]:
    sales = Sales()
    return host(sales.evidence(sales.one), 0)["sql"]["availabilityGroups"][0]


def table(group: dict[str, Any]) -> dict[str, Any]:
    """As ConvertTo-CwGroupTable lays it out."""
    own = {key: value for key, value in group.items() if key not in ("log", "replicas")}
    replicas = [
        [[value for key, value in replica.items() if key != "databases"], list(replica["databases"].values())]
        for replica in group["replicas"]
    ]
    first = group["replicas"][0]
    return {
        "group": list(own), "log": list(group["log"]), "replica": [key for key in first if key != "databases"],
        "databases": list(first["databases"]), "rows": [[list(own.values()), list(group["log"].values()), replicas]],
    }  # fmt: skip


def read(value: dict[str, Any]) -> list[JsonReader]:
    return list(groups_in(JsonReader.of(value)))


def test_a_table_says_what_the_groups_say():
    (group,) = read(table(told()))
    assert parse_group(group) == parse_group(JsonReader.of(told()))


def test_a_secondarys_group_has_no_log():
    value = table(told())
    value["rows"][0][1] = value["log"] = None
    assert parse_group(read(value)[0]).log is None


@pytest.mark.parametrize(
    "spoil",
    [
        lambda value: value.pop("rows"),
        lambda value: value["rows"].append([]),
        lambda value: value["rows"][0][0].pop(),
        lambda value: value["rows"][0][1].append(1),
        lambda value: value["rows"][0].__setitem__(2, None),
        lambda value: value["rows"][0][2][0].pop(),
        lambda value: value["rows"][0][2][0][1].pop(),
        lambda value: value.__setitem__("replica", None),
    ],
)
def test_a_table_that_does_not_fit_is_refused(spoil):
    value = table(told())
    spoil(value)
    with pytest.raises(UnexpectedJsonError):
        read(value)
