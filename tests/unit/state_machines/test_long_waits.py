"""A seeding of days fits into one execution, and so does waiting for one: it takes fewer events than a history has."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from cachewarden.operation.timing import OPERATION_LIFE_S
from rehearsal.engines.asl import Machine
from rehearsal.engines.asl.history import EVENTS_MAX
from tests.unit.lambdas.sales_cluster import GROUP, Node, Sales
from tests.unit.state_machines.machine_harness import Services, definition, run

DEFINITION = definition("maintain_replica")
TOTAL_BYTES = 10 * 1024**4
FOR_THE_REST = 3_000
"""Events of everything but the waiting: three times what the rest of an operation with a rebuild takes."""


class LongSeeding(Sales):
    """Node one's database is being seeded, evenly, for so long."""

    def __init__(self, takes: timedelta) -> None:
        super().__init__()
        self.begun, self.takes = self.now, takes
        self.primary = self.two
        self.log["roomS"] = 30 * 86_400

    def evidence(self, subject: Node, **look: Any) -> dict[str, Any]:
        share = (self.now - self.begun) / self.takes
        self.seeding = [self._row(share)] if share < 1 else []
        self.one.synchronized = share >= 1
        return super().evidence(subject, **look)

    def _row(self, share: float) -> dict[str, Any]:
        return {
            "ag": GROUP, "database": "orders", "remote": "SALES1", "state": "SEEDING", "failure": None,
            "bytesDone": int(TOTAL_BYTES * share), "bytesTotal": TOTAL_BYTES,
            "bytesPerSecond": int(TOTAL_BYTES / self.takes.total_seconds()),
        }  # fmt: skip


def test_a_seeding_that_takes_as_long_as_an_execution_may_live_ends_in_it():
    life = timedelta(seconds=OPERATION_LIFE_S)
    assert DEFINITION["TimeoutSeconds"] == OPERATION_LIFE_S
    sales = LongSeeding(life - timedelta(hours=1))
    services = Services(sales)
    result = run(Machine.parse(DEFINITION), {"goal": "InService", "instanceId": sales.one.instance_id}, services)
    assert life > timedelta(hours=60) and result.output["outcome"] == "Goal"
    assert sales.now - sales.begun < life
    assert len(result.history) < EVENTS_MAX - FOR_THE_REST
    assert [record.owner for record in services.leases.records] == [None]


def test_waiting_for_the_lease_of_an_operation_of_that_length_fits_into_one_execution():
    sales = Sales()
    sales.primary, sales.one.synchronized = sales.two, False
    services = Services(sales)
    begun, until = sales.now, sales.now + timedelta(seconds=OPERATION_LIFE_S) - timedelta(hours=1)
    leased = services.leases.call
    asked: list[timedelta] = []

    def held(payload: dict[str, Any], services: Services) -> dict[str, Any]:
        if payload["action"] != "acquire":
            return leased(payload, services)
        asked.append(sales.now - begun)
        if sales.now < until:
            other = {"owner": "other", "subject": sales.two.instance_id, "goal": "InService"}
            return {"acquired": False, "holder": other}
        sales.one.synchronized = True
        return leased(payload, services)

    services.leases.call = held  # type: ignore[method-assign]
    result = run(Machine.parse(DEFINITION), {"goal": "InService", "instanceId": sales.one.instance_id}, services)
    assert result.output["outcome"] == "Goal"
    assert len(result.history) < EVENTS_MAX - FOR_THE_REST
    assert asked[5] < timedelta(minutes=7), "a short operation is waited for by the minute"
    assert asked[-1] - asked[-2] < timedelta(minutes=11)
