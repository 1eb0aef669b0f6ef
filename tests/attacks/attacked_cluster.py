"""The rehearsed account under attack: everything is deployed, IAM is on, the attacker is a principal with one right."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from rehearsal.aws.api.principal import Principal
from rehearsal.faults import fault_from_text
from rehearsal.scenarios.cluster import Cluster, build_cluster, install_hosts
from rehearsal.scenarios.steps import perform
from rehearsal.scenarios.story import Step, StepKind, load_story
from rehearsal.simulation.expectation import cache_of
from rehearsal.simulation.idle import run_until_idle
from rehearsal.simulation.invariants.watch import Watch
from rehearsal.simulation.progress import SilentProgress
from rehearsal.world.context import ACCOUNT_ID, REGION
from rehearsal.world.settings import Settings
from tests.repository import EVENTS

LEASES = "cachewarden-leases"
WORKFLOW = "cachewarden-maintain-replica"
OPERATE_INSTANCE = "cachewarden-operate-instance"
LEASE = "cachewarden-lease"
UNENDING_S = 6 * 3600


@dataclass(frozen=True, slots=True)
class Attacked:
    """The cluster SALES1 and SALES2, and what an attack needs of it."""

    cluster: Cluster
    watch: Watch
    entered: list[str] = field(default_factory=list)
    """States of the workflow, in the order in which they were entered."""

    @property
    def messages(self) -> list[str]:
        """What people were told, in order."""
        return [f"{each['subject']}\n{each['message']}" for each in self.cluster.account.published]

    @property
    def outcomes(self) -> list[tuple[str, str]]:
        """Goal and outcome of each execution of the workflow that has ended; its status where it didn't succeed."""
        ended: list[tuple[str, str]] = []
        for record in self.cluster.account.executions:
            if record.machine.name != WORKFLOW or record.status.value == "RUNNING":
                continue
            output = (record.result.output if record.result is not None else None) or {}
            ended.append((output.get("goal", "?"), output.get("outcome", record.status.value)))
        return ended

    def instance_id(self, node: str) -> str:
        """EC2's id of the node."""
        return self.cluster.instances[node].id

    def whole(self, node: str) -> bool:
        """Whether it runs, is protected, and its volume is whole with the cache on NVMe, where it was."""
        instance = self.cluster.instances[node]
        return (
            instance.state.api_name == "running" and instance.stop_protected and cache_of(self.cluster, node) == "nvme"
        )

    def principal(self, name: str, *actions: str, resource: str | list[str] = "*") -> Principal:
        """A user who may do these actions and nothing else."""
        statement = {"Effect": "Allow", "Action": list(actions), "Resource": resource}
        return self.cluster.account.person(name, {"Version": "2012-10-17", "Statement": [statement]})

    def invoker(self, function: str) -> Principal:
        """A user whose only right is to invoke this one function."""
        arn = f"arn:aws:lambda:{REGION}:{ACCOUNT_ID}:function:{function}"
        return self.principal(f"invokes-{function}", "lambda:InvokeFunction", resource=arn)

    def invoke(self, function: str, payload: Mapping[str, Any]) -> None:
        """Invokes the function as somebody with this right alone, asynchronously; Lambda tries three times."""
        client = self.cluster.account.client("lambda", self.invoker(function))
        client.invoke(FunctionName=function, InvocationType="Event", Payload=json.dumps(payload).encode())

    def invoke_janitor(self, ended: str, **request: Any) -> None:
        """Says as AWS would that the execution of this name, whose input is `request`, has failed."""
        event = json.loads((EVENTS / "sfn-status-failed-redrivable.json").read_text("utf-8"))
        event["account"], event["region"] = ACCOUNT_ID, REGION
        machine = f"arn:aws:states:{REGION}:{ACCOUNT_ID}:stateMachine:{WORKFLOW}"
        event["detail"] |= {
            "executionArn": f"{machine.replace(':stateMachine:', ':execution:')}:{ended}",
            "stateMachineArn": machine,
            "input": json.dumps(request),
        }
        self.invoke("cachewarden-janitor", event)

    def perform(self, kind: StepKind, node: str, **details: Any) -> None:
        """A step of a story, as `rehearsal.scenarios.steps` performs it."""
        perform(self.cluster, Step(kind=kind, node=node, **details))

    def soon(self) -> str:
        """Until when a command that somebody sends now may be valid."""
        return (self.cluster.world.clock.now() + timedelta(minutes=5)).strftime("%Y-%m-%dT%H:%M:%SZ")

    def sleep(self, seconds: float) -> None:
        """Lets virtual time pass."""
        self.cluster.world.clock.sleep(seconds)

    def run_until(self, condition: Callable[[], bool], *, limit_s: float = UNENDING_S) -> None:
        """Lets time pass until the condition holds; it must hold within the limit."""
        until = self.cluster.world.clock.monotonic() + limit_s
        while not condition():
            assert self.cluster.world.clock.monotonic() < until, "what the attack waits for never came"
            self.sleep(0.5)

    def run_until_state(self, state: str) -> None:
        """Until the workflow enters a state of this name, from now on."""
        seen = len(self.entered)
        self.run_until(lambda: state in self.entered[seen:])

    def settle(self) -> None:
        """Until nothing is under way any more."""
        run_until_idle(self.cluster, self.cluster.story, SilentProgress(), share=(0.0, 0.0))

    def lease(self) -> dict[str, Any]:
        """The cluster's lease record as the table has it, values as text."""
        (item,) = [item for item in self.cluster.account.items(LEASES) if "members" in item]
        return {name: next(iter(value.values())) for name, value in item.items()}

    def claim(self) -> dict[str, Any]:
        """What an attacker could learn about the operation under way: what its workflow says of its lease."""
        record = self.lease()
        return {"owner": record["owner"], "leaseKey": record["cluster"], "token": int(record["token"])}


@contextmanager
def attacked(
    templates: Mapping[str, Mapping[str, Any]],
    *,
    seed: int = 1,
    story: str = "stop-request",
    settings: Settings | None = None,
    faults: Sequence[str] = (),
    **changes: Any,
) -> Iterator[Attacked]:
    """The cluster of the story in service, nothing under way; all invariants are watched from here on.

    `faults`, as the command line takes them, strike once `world.faults.begin()` was called. `changes`: fields of the
    story that are otherwise.
    """
    begun = replace(load_story(story), faults=tuple(fault_from_text(text) for text in faults), **changes)
    cluster = build_cluster(begun, seed=seed, templates=templates, settings=settings or Settings())
    cluster.world.faults.enabled = False
    with cluster.world.clock, cluster.account:
        install_hosts(cluster, templates)
        watch = Watch(cluster)
        cluster.world.observers.append(watch.look)
        scene = Attacked(cluster, watch)

        def note(record: Any, event: Any) -> None:
            if record.machine.name == WORKFLOW and event.type.endswith("StateEntered"):
                scene.entered.append(event.state)

        cluster.account.machines.observers.append(note)
        yield scene
