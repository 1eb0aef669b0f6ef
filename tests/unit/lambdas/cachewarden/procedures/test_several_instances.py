"""A node with several SQL Server instances: one command reaches one of them."""

from copy import deepcopy
from typing import Any

import pytest

from cachewarden.procedures.decision import Decision, Execute
from tests.unit.lambdas.sales_cluster import GROUP, Sales
from tests.unit.lambdas.situations import BEGUN, LEASED, decided, host

OTHER = GROUP[:-1] + "2"
"""The second group; its replicas are on the nodes' instances SECOND."""


def two_instances(evidence: dict[str, Any]) -> None:
    """Each node runs the instances FIRST and SECOND, each with a group of its own."""
    for index in (0, 1):
        sql = host(evidence, index)["sql"]
        (group,) = sql["availabilityGroups"]
        second = deepcopy(group) | {"id": OTHER, "name": "second-ag"}
        for replica in second["replicas"]:
            replica["id"] += "-second"
        for each, instance in ((group, "FIRST"), (second, "SECOND")):
            for replica in each["replicas"]:
                replica["server"] += f"\\{instance}"
        sql["availabilityGroups"].append(second)


SAVED = [
    {"ag": group, "replica": replica, "server": "SALES1", "availabilityMode": 1, "failoverMode": 0}
    for group, replica in ((GROUP, "r1"), (OTHER, "r1-second"))
]
HELD = {**BEGUN, "savedModes": SAVED}


def asked(change: Any = lambda sales: None, **operation: Any) -> Decision:
    return decided(change, edit=two_instances, **operation)


def manual(sales: Sales) -> None:
    sales.one.failover_mode = 1


@pytest.mark.parametrize(
    ("act", "change", "operation"),
    [("HoldReplicaModes", lambda sales: None, HELD), ("FailOverAvailabilityGroups", manual, HELD)],
)
def test_a_command_takes_the_groups_of_one_instance_only(act, change, operation):
    decision = asked(change, **operation)

    assert isinstance(decision, Execute) and decision.action == act
    assert decision.parameters["AvailabilityGroups"] == GROUP


def test_modes_come_back_instance_by_instance():
    decision = asked(manual, goal="InService", **LEASED, savedModes=SAVED)

    assert isinstance(decision, Execute) and decision.action == "RestoreReplicaModes"
    assert decision.parameters["Modes"] == f"{GROUP}/r1/1/0"
