"""How long one decision takes on many Availability Groups, beside the bound of 5 ms: `python -m benchmarks.deciding`.

Three nodes, each group with a replica on each, led by the node that is asked to stop. Four steps of the way are decided
on, once with one group and once with 83. What counts is the least CPU time of many rounds, since others on the machine
can only add to it. Reading the evidence, which comes before a decision in the function, is printed beside it. Exit code
1 when a decision on 83 groups is over the bound.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from uuid import UUID

from cachewarden.evidence.cluster import ClusterEvidence, parse_evidence
from cachewarden.json_reader import Json
from cachewarden.operation.actions import HOST_ACTIONS, Action
from cachewarden.operation.goal import Goal
from cachewarden.operation.host_commands import documents_of
from cachewarden.operation.operation import Operation
from cachewarden.operation.policy import Policy, policy_from_tags
from cachewarden.procedures.decide import decide
from cachewarden.procedures.decision import Decision, Execute
from cachewarden.procedures.replica_modes import modes_of
from cachewarden.procedures.situation import Situation

NODES = ("SALES1", "SALES2", "SALES3")
GROUPS = 83
ROUNDS = 60
BOUND_MS = 5.0
NOW = datetime(2026, 2, 3, 4, 0, tzinfo=UTC)
SEEN = "2026-02-03T03:59:50.000Z"
TOKEN = 7


def evidence(groups: int, *, manual: bool = False, primary: int = 0) -> ClusterEvidence:
    """The cluster with that many groups, as observe tells it; `manual`: the modes are held already."""
    return parse_evidence(
        {
            "observedAt": SEEN,
            "answeredAt": SEEN,
            "subject": "i-1",
            "clusterName": "sales",
            "replicas": [_replica(node, groups, manual=manual, primary=primary) for node in range(len(NODES))],
            "documents": {
                "deployed": "as here",
                "versions": {name: "1" for action in HOST_ACTIONS for name in documents_of(action)},
                "wanted": [],
            },
        }
    )


def _replica(node: int, groups: int, *, manual: bool, primary: int) -> dict[str, Json]:
    tags = {"cachewarden:managed": "true", "cachewarden:cluster": "sales"}
    return {
        "instanceId": f"i-{node + 1}",
        "ec2": {
            "observedAt": SEEN, "state": "running", "stopProtected": True, "launchTime": "2026-01-01T00:00:00.000Z",
            "availabilityZone": f"eu-central-1{'abc'[node]}", "instanceType": "r5d.4xlarge", "tags": tags,
        },
        "agent": {"ping": "Online", "lastPingAt": SEEN},
        "host": {
            "observedAt": SEEN, "hostClock": SEEN, "commandId": "c",
            "evidence": {
                "host": {
                    "computer": NODES[node], "bootId": "1", "drained": False, "folder": {"faults": []},
                    "bundle": {"deployed": True, "bootTaskFaults": [], "workerFaults": []},
                },
                "token": {"highest": TOKEN},
                "storage": {
                    "classification": "CACHE_ON_NVME", "reasons": [], "uncached": False, "rebuilding": False,
                    "virtualDisk": {"writeCacheBytes": 100 << 30},
                    "instanceStore": [], "freeInstanceStore": [],
                    "members": [], "missing": [], "warnings": [], "jobs": [],
                    "dataVolume": {"letter": "D", "readable": True, "usable": True, "offline": False},
                    "tempdbVolume": {"letter": "S", "expected": True, "present": True},
                    "otherPools": [],
                    "notEvacuated": [],
                    "proof": {"evacuated": False, "unreadable": False, "why": "the cache is on NVMe"},
                },
                "worker": {"work": "none", "state": "idle"},
                "sql": _sql(node, groups, manual=manual, primary=primary),
            },
        },
    }  # fmt: skip


def _sql(node: int, groups: int, *, manual: bool, primary: int) -> dict[str, Json]:
    members = [{"name": name, "type": 0, "state": 1, "votes": 1} for name in NODES]
    return {
        "instances": [{"name": "MSSQLSERVER", "service": 4, "agent": 4, "startMode": "Manual"}],
        "server": NODES[node],
        "permissions": {"viewServerState": True, "viewAnyDefinition": True, "alterAnyAvailabilityGroup": True},
        "cluster": {"name": "SALESWSFC", "quorumState": 1, "quorumType": 2, "members": members},
        "availabilityGroups": [
            {
                "id": str(UUID(int=number)), "name": f"ag-{number}", "clusterType": 0, "distributed": False,
                "contained": False,
                "requiredSynchronized": 0, "role": 1 if node == primary else 2, "operational": 2,
                "primary": NODES[primary], "backupPreference": 2,
                "log": {
                    "databases": 1, "measured": 1, "rateKb": 100, "roomS": 10**6, "located": 1, "diskFreeKb": 1 << 30,
                    "backedUp": 1, "backupAgeS": 60,
                } if node == primary else None,
                "replicas": [
                    _group_replica(number, each, local=each == node, leads=each == primary, manual=manual)
                    for each in range(len(NODES)) if node == primary or each == node
                ],
            }
            for number in range(groups)
        ],
        "filesOnCache": {"systemDatabases": 0, "userDatabasesOnTempdb": 0},
        "disabled": [],
    }  # fmt: skip


def _group_replica(number: int, node: int, *, local: bool, leads: bool, manual: bool) -> dict[str, Json]:
    counts = ("count", "joined", "synchronized", "failoverReady", "online")
    return {
        "id": str(UUID(int=(number << 8) + node + 1)), "server": NODES[node], "local": local, "availabilityMode": 1,
        "failoverMode": 1 if manual and node == 0 else 0, "role": 1 if leads else 2, "connected": 1, "health": 2,
        "databases": {
            **dict.fromkeys(counts, 1), "suspended": 0, "sendQueueKb": 0, "sendRateKb": 1000, "redoQueueKb": 0,
            "redoRateKb": 1000, "redoS": 0,
        },
        "worst": [],
    }  # fmt: skip


def _operation(seen: ClusterEvidence, goal: Goal, *, saved: bool = True, failed_over: bool = False) -> Operation:
    operation = Operation(
        execution_arn="arn:aws:states:eu-central-1:111122223333:execution:maintain-replica:e",
        request_id="e", goal=goal, node_id="i-1", requested_at=NOW, requested_by="a DBA", reason="maintenance",
        lease_key="k", lease_token=TOKEN, attempts={Action.MARK_OPERATING: 1, Action.SAVE_MODES: 1},
    )  # fmt: skip
    if failed_over:
        attempts = {**operation.attempts, Action.FAIL_OVER_AVAILABILITY_GROUPS: 7}
        operation = replace(operation, attempts=attempts)
    if not saved:
        return operation
    views = Situation.of(seen, operation, _policy(seen), NOW, None).groups
    modes = tuple(replace(mode, failover_mode=0) for mode in modes_of(views, "i-1"))
    return replace(operation, saved_modes=modes)


def _policy(seen: ClusterEvidence) -> Policy:
    return policy_from_tags(seen.node.ec2.tags)


Step = tuple[ClusterEvidence, Operation, Action | None]


def steps(groups: int) -> Mapping[str, Step]:
    """Situations on the way, each with the act that has to follow: a decision on something else would be no measure."""
    fresh, held = evidence(groups), evidence(groups, manual=True)
    led_elsewhere = evidence(groups, manual=True, primary=1)
    return {
        "save modes": (fresh, _operation(fresh, Goal.STOPPED, saved=False), Action.SAVE_MODES),
        "fail over": (held, _operation(held, Goal.STOPPED), Action.FAIL_OVER_AVAILABILITY_GROUPS),
        "stop SQL Server": (
            led_elsewhere, _operation(led_elsewhere, Goal.STOPPED, failed_over=True), Action.STOP_SQL_SERVER,
        ),
        "modes back": (led_elsewhere, _operation(led_elsewhere, Goal.IN_SERVICE), Action.RESTORE_REPLICA_MODES),
    }  # fmt: skip


def decided(step: Step) -> Decision:
    """The step's decision; raises AssertionError when another act follows."""
    seen, operation, act = step
    decision = decide(seen, operation, _policy(seen), NOW + timedelta(seconds=1))
    if not isinstance(decision, Execute) or decision.action is not act:
        raise AssertionError(f"expected {act}, decided {decision}")
    return decision


def least_ms(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """The fastest of `rounds`."""
    times: list[float] = []
    for _ in range(rounds):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return min(times) * 1000


def main() -> int:
    """Prints a line for each step."""
    few, many = steps(1), steps(GROUPS)
    print(f"{'':<18} {'1 group':>10} {f'{GROUPS} groups':>10} {'ratio':>7}   (bound {BOUND_MS:.0f} ms)")
    over = 0
    for name, step in many.items():
        one, every = least_ms(partial(decided, few[name])), least_ms(partial(decided, step))
        over += every > BOUND_MS
        print(f"{name:<18} {one:>7.2f} ms {every:>7.2f} ms {every / one:>7.1f}{'   OVER' if every > BOUND_MS else ''}")
    one, every = least_ms(partial(evidence, 1)), least_ms(partial(evidence, GROUPS))
    print(f"{'reading evidence':<18} {one:>7.2f} ms {every:>7.2f} ms {every / one:>7.1f}")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
