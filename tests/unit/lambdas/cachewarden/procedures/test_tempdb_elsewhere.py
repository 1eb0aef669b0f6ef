"""A tempdb drive that is missing isn't waited for where SQL Server itself says that tempdb lies elsewhere."""

from typing import Any

import pytest

from cachewarden.operation.actions import Action
from cachewarden.procedures.decision import Execute, Refuse
from tests.unit.lambdas.situations import decided, host, set_node

FILES: dict[str, Any] = {"systemDatabases": 0, "userDatabasesOnTempdb": 0}


CLUSTERED = {"name": "FCI", "service": 1, "agent": 1, "startMode": "Manual", "clustered": True}


def in_service(
    *,
    tempdb_bytes: int | None = 0,
    files: dict[str, Any] | None = FILES,
    running: bool = True,
    beside: tuple[dict[str, Any], ...] = (),
):
    def edit(evidence: dict[str, Any]) -> None:
        reported = host(evidence, 0)
        reported["storage"]["tempdbVolume"] = {"letter": "S", "expected": True, "present": False}
        reported["sql"] |= {"tempdbBytes": tempdb_bytes, "filesOnCache": files}
        reported["sql"]["instances"] += beside

    down = {} if running else {"sql_running": False, "synchronized": False}
    return decided(set_node(0, classification="EVACUATED", uptime_s=86_400, **down), goal="InService", edit=edit)


def test_what_a_dba_moved_is_served_and_told_with_the_document_that_takes_it_in():
    decision = in_service()
    assert isinstance(decision, Refuse) and decision.code.value == "CW6213"
    assert "tempdb isn't on the drive S: any more" in decision.sentence
    assert "CacheWarden-AdoptStorage" in decision.sentence


@pytest.mark.parametrize(
    "unproven",
    [{"tempdb_bytes": 1}, {"tempdb_bytes": None}, {"files": None}, {"running": False}, {"beside": (CLUSTERED,)}],
    ids=str,
)
def test_without_that_proof_the_drive_is_made_again(unproven):
    decision = in_service(**unproven)
    assert isinstance(decision, Execute) and decision.action is Action.INITIALIZE_STORAGE
