"""An instance that runs and can't be asked is unknown: waited for, then refused; the storage goes on coming back."""

import pytest

from cachewarden.codes import Code
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decision import Abandon, Refuse, Wait
from tests.unit.lambdas.situations import decided, host

WHY = "Connecting to MSSQLSERVER failed with SQL Server error 18401: Login failed"


def unreadable(index: int):
    """As the host reports it: the service runs, and nothing is known of what it holds."""

    def edit(evidence):
        sql = host(evidence, index)["sql"]
        sql["instances"][0]["error"] = WHY
        sql.update(server=None, permissions=None, cluster=None, availabilityGroups=None, filesOnCache=None)

    return edit


@pytest.mark.parametrize("index", [0, 1])
def test_a_stop_waits_for_it_and_then_says_why_there_is_none(index):
    first = decided(edit=unreadable(index))
    assert isinstance(first, Wait) and "18401" in first.sentence
    waiting = {"topic": WaitReason.PARTNER.value, "since": "2020-01-01T00:00:00.000Z"}
    last = decided(edit=unreadable(index), waiting=waiting)
    assert isinstance(last, Refuse | Abandon) and last.code is Code.FACT_UNKNOWN and "18401" in last.sentence


def test_a_node_is_not_in_service_while_its_instance_cannot_be_asked():
    decision = decided(edit=unreadable(0), goal="InService")
    assert isinstance(decision, Wait) and decision.reason is WaitReason.HOST
