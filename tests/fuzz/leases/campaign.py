"""Lease records that no function of CacheWarden wrote: other clusters go on, and the record's own begins nothing.

The oracle: a record beside the broken one is read whole whatever the other holds; the broken one is read, or refused by
name, and is never passed over for an instance that it names.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any
from unittest.mock import patch

from adapters import lease_table
from tests.fuzz import hostile
from tests.fuzz.summary import Finding, Summary

MEMBERS = ("i-0a1b2c3d4e5f60718", "i-0a1b2c3d4e5f60719")
OWNER = "arn:aws:states:eu-west-1:111122223333:execution:cachewarden-maintain-replica:Stopped-1"
GROUP = "6f9619ff-8b86-d011-b42d-00c04fc964ff"
MODE = {
    "ag": GROUP, "replica": GROUP, "server": "SALES1", "availabilityMode": 1, "failoverMode": 0, "seedingMode": 0,
    "led": True,
}  # fmt: skip
HEALTHY: Mapping[str, Any] = {
    "cluster": {"S": "healthy"},
    "token": {"N": "12"},
    "version": {"N": "40"},
    "members": {"S": "i-00000000000000001"},
}
RECORD: Mapping[str, Any] = {
    "cluster": {"S": "0123456789abcdef"},
    "token": {"N": "7"},
    "version": {"N": "31"},
    "members": {"S": ",".join(MEMBERS)},
    "identity": {"S": json.dumps({"clusterName": "sales", "groupIds": [GROUP]})},
    "owner": {"S": OWNER},
    "ownerSubject": {"S": MEMBERS[0]},
    "ownerGoal": {"S": "Stopped"},
    "ownerRequest": {"S": "Stopped-1"},
    "expiresAt": {"S": "2026-02-03T22:10:00.000Z"},
    "savedModes": {"S": json.dumps([MODE])},
}
KINDS = ("S", "N")


def run(templates: Mapping[str, Mapping[str, Any]], *, seed: int, count: int, tell: Callable[[int], None]) -> Summary:
    """`templates` aren't needed."""
    summary = Summary(name="leases", seed=seed)
    assert len(lease_table.leases_in([dict(RECORD), dict(HEALTHY)])) == 2
    with patch.object(lease_table, "count"), patch.object(lease_table, "logger"):  # no invocation, so no metrics
        for number in range(count):
            _judge(summary, f"{number}", drawn(random.Random(f"leases/{seed}/{number}")))
            tell(number + 1)
    return summary


def drawn(draw: random.Random) -> dict[str, Any]:
    """The record with one to three attributes removed, of another type, or with hostile text; DynamoDB takes it."""
    record: dict[str, Any] = deepcopy(dict(RECORD))
    for _ in range(draw.randint(1, 3)):
        name = draw.choice(sorted(record))
        match draw.randrange(6):
            case 0 if name != "cluster":
                record[name] = {"S": hostile.text(draw)}
            case 1 if name != "cluster":
                record[name] = {"N": draw.choice(["0", "-1", "7.5", "1E+30", "99999999999999999999999999999999999999"])}
            case 2 if name not in ("cluster", "members"):
                del record[name]
            case 3 if name != "cluster":
                record[name] = draw.choice(
                    [{"NULL": True}, {"BOOL": False}, {"L": []}, {"M": {"S": {"S": "x"}}}, {"SS": ["x"]}]
                )
            case _ if name in record and record[name] == RECORD[name] and name in ("identity", "savedModes"):
                shape = json.loads(record[name]["S"])
                hostile.mutate(shape, draw, 2)
                record[name] = {"S": json.dumps(shape)}
            case _ if name != "cluster":
                record[name] = {"S": draw.choice(["[" * 5_000, "{", "null", "[null]", '{"clusterName": 3}', ",,,", ""])}
    return record


def _judge(summary: Summary, number: str, record: Mapping[str, Any]) -> None:
    seen = summary.seen
    seen["records"] += 1
    found: list[tuple[str, str]] = []
    try:
        read = {each.record.key for each in lease_table.leases_in([dict(record), dict(HEALTHY)])}
        seen["read"] += RECORD["cluster"]["S"] in read
        seen["passed over"] += RECORD["cluster"]["S"] not in read
        if "healthy" not in read:
            found.append(("wrong act", "the other cluster's record isn't there"))
    except Exception as error:
        read = set()
        found.append(("undeclared error", f"another cluster is kept up: {type(error).__name__}: {error}"))
    named = [each for each in MEMBERS if each in json.dumps(record)]
    try:
        needed = {each.record.key for each in lease_table.leases_in([dict(record), dict(HEALTHY)], needed=named)}
        if named and RECORD["cluster"]["S"] not in needed:
            found.append(("wrong act", "its own cluster would get a second lease"))
    except lease_table.UnreadableLeaseError:
        seen["refused for its own cluster"] += 1
    except Exception as error:
        found.append(("undeclared error", f"{type(error).__name__}: {error}"))
    for what, why in found:
        summary.findings.append(Finding(what=what, why=why, where=number, given=json.dumps(record)))
