"""Each sample of tests/events on the rehearsed account's bus: what becomes of nodes, leases and people, duplicates too.

The events go through the patterns of the synthesized templates, the queue, the functions and the workflow. What is
asserted is the world: which executions began, what people were told, and how nodes, tags and leases stand afterwards.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from typing import Any
from unittest.mock import patch

import pytest
from moto.backends import get_backend

from rehearsal.scenarios.story import StepKind
from rehearsal.simulation.cache_location import locate_cache
from rehearsal.simulation.unsafe_states import unsafe_states
from rehearsal.simulation.workflow_log import WorkflowLog
from rehearsal.world.context import ACCOUNT_ID, REGION, no_listener
from rehearsal.world.ec2.instance_types import INSTANCE_TYPES
from rehearsal.world.ec2.instances import Instance
from tests.attacks.attacked_cluster import LEASES, WORKFLOW, Attacked, attacked
from tests.repository import EVENTS
from tests.scenarios.delivered_sample import delivered
from tests.scenarios.sample_expectations import EXPECTED, Before, Expected

MANAGED = "cachewarden:managed"
OTHER_ACCOUNT = "444455556666"
OURS_TO_WRITE = frozenset({"state", "last-operation", "last-error", "stop-proven"})
"""Tags `cachewarden:*` that operations write back."""
QUIET_S = 40.0
"""An event that begins nothing is through by then: the batching window of the queue is ten seconds."""
OF_A_RULE = [each for each in EXPECTED if each.rule is not None]
OF_NO_RULE = [each for each in EXPECTED if each.rule is None]


def test_no_sample_is_left_out():
    samples = {path.stem for path in EVENTS.glob("*.json")} - {"index"}
    assert len(samples) == 81
    assert {each.sample for each in EXPECTED} == samples


@pytest.mark.parametrize("expected", OF_A_RULE, ids=lambda each: f"{each.sample}: {each.because}")
@pytest.mark.campaign(suite=24)
def test_what_a_rule_takes_comes_to_what_it_must_however_often_it_is_delivered(synthesized, expected):
    with account(synthesized) as scene:
        texts = prepared(scene, expected.before)
        for instance in scene.cluster.instances.values():
            instance.tags.update(expected.tags)
        event = event_of(scene, expected, texts)
        before, calls = world(scene), calls_made(scene)

        for delay_s in (0.0, 2.0):  # at least once, says EventBridge: again while the first one is at work
            scene.sleep(delay_s)
            put(scene, event)
        assert rules_of(scene, event) == {expected.rule}
        scene.sleep(QUIET_S)
        if expected.began or expected.calls is None:
            scene.settle()

        after = world(scene)
        assert after["began"][len(before["began"]) :] == list(expected.began)
        assert after["told"][len(before["told"]) :] == list(expected.told)
        assert after["nodes"] == expected.ends
        assert after["protected"] == {"SALES1": True, "SALES2": True}
        assert after["leased"] == []
        assert after["others"] == before["others"]
        assert not scene.watch.violations and not scene.cluster.account.denials
        assert undelivered(scene) == []
        if expected.calls is not None and not expected.began:
            assert after["tags"] == before["tags"]
            assert {name for name, made in calls_made(scene).items() if made > calls.get(name, 0)} <= expected.calls

        put(scene, event)  # and again when all is over
        scene.sleep(QUIET_S)
        assert world(scene) == after


def test_what_no_rule_takes_changes_nothing_and_calls_nothing(synthesized):
    """One account for all: none of them reaches anything that another could meet."""
    with account(synthesized) as scene:
        before, calls = world(scene), calls_made(scene)
        for expected in chain(OF_NO_RULE, OF_NO_RULE):
            event = event_of(scene, expected, {})
            put(scene, event)
            scene.sleep(1.0)
            assert rules_of(scene, event) == set(), expected.sample
            assert (world(scene), calls_made(scene)) == (before, calls), expected.sample
        assert scene.messages == [] and undelivered(scene) == []


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.campaign(suite=1)
def test_all_of_them_in_any_order_and_twice_end_safely(synthesized, seed):
    """Stops, starts, notices and tags at once: one operation at a time, and whatever was begun comes to its end."""
    draw = random.Random(seed)
    with account(synthesized) as scene:
        log = WorkflowLog(scene.cluster.world)
        scene.cluster.account.machines.observers.append(log.observe)
        names = sorted({each.sample: each for each in EXPECTED})
        events: dict[str, dict[str, Any]] = {}
        for name in draw.sample(names * 2, k=2 * len(names)):
            if name not in events:
                events[name] = event_of(scene, Expected(sample=name, because="any order"), {})
            put(scene, events[name])  # a second delivery says the same time: in another minute it would be another stop
            scene.sleep(draw.choice((0.0, 1.0, 20.0)))
        scene.settle()

        after = world(scene)
        asked = Counter({"Stopped SALES1": 3, "Stopped SALES2": 2, "InService SALES1": 1, "Preflight SALES2": 2})
        assert Counter(after["began"]) <= asked, "each once; some join, or come when there is nothing to do any more"
        assert after["nodes"]["SALES2"] == "running nvme" or after["nodes"]["SALES1"] == "running nvme"
        assert [*unsafe_states(scene.cluster, log)] == []
        assert not scene.watch.violations and not scene.cluster.account.denials
        assert undelivered(scene) == [] and after["leased"] == []


@contextmanager
def account(templates: Any) -> Iterator[Attacked]:
    """Two nodes in service, and two instances of other people beside them. Nothing fails until the faults begin."""
    with attacked(templates, faults=["lambda.cachewarden-document-lease fail count=99"]) as scene:
        first = next(iter(scene.cluster.instances.values()))
        for number, name in enumerate(("WEB1", "WEB2")):
            Instance(
                scene.cluster.world,
                instance_id=scene.cluster.world.hex_id("i-"),
                kind=INSTANCE_TYPES[first.type.name],
                zone=first.zone,
                tags={"Name": name},
                private_ip=f"10.0.9.{number}",
            ).run_from_the_start()
        yield scene


def others(scene: Attacked) -> dict[str, Instance]:
    known = set(scene.cluster.instances.values())
    return {each.name: each for each in scene.cluster.world.instances.values() if each not in known}


def prepared(scene: Attacked, before: Before) -> dict[str, str]:
    """Brings it about, with no event of AWS's heard that the sample stands for; what stands for what in the sample."""
    account, world = scene.cluster.account, scene.cluster.world
    states, unheard = (
        account.client("stepfunctions", account.person("dba")),
        patch.object(world, "announce", no_listener),
    )
    match before:
        case Before.IN_SERVICE:
            pass
        case Before.STOPPED_BY_US:
            stop(scene)
            scene.settle()
        case Before.STARTED:
            stop(scene)
            scene.settle()
            with unheard:
                scene.perform(StepKind.START, "SALES1")
                scene.run_until(lambda: scene.cluster.instances["SALES1"].state.api_name == "running")
        case Before.SHUT_DOWN:
            with unheard:
                scene.perform(StepKind.SHUT_DOWN, "SALES1")
                scene.run_until(lambda: scene.cluster.instances["SALES1"].state.api_name == "stopped")
        case Before.UNPROTECTED:
            scene.cluster.instances["SALES2"].stop_protected = False
        case Before.OPTED_OUT:
            del scene.cluster.instances["SALES2"].tags[MANAGED]
        case Before.ABORTED | Before.ABORTED_BY_NOW:
            stop(scene)
            scene.run_until_state("StopSqlServer" if before is Before.ABORTED else "EvacuateCache")
            scene.sleep(20.0)
            (record,) = [each for each in account.executions if each.machine.name == WORKFLOW]
            with unheard:
                states.stop_execution(executionArn=record.arn)
                scene.sleep(1.0)
            if before is Before.ABORTED_BY_NOW:
                admin = account.client("ssm", account.person("admin"))
                admin.put_parameter(Name="/cachewarden/mode", Value="off", Overwrite=True)
            return execution_texts(record)
        case Before.DOCUMENT:
            scene.perform(StepKind.AUTOMATION, "SALES2", document="CacheWarden-StopSqlServer")
            scene.settle()
            scene.perform(StepKind.AUTOMATION, "SALES2", document="CacheWarden-EvacuateCache")
            scene.sleep(60.0)
            *_, document = account.automations.executions.values()
            world.faults.begin()
            with unheard:
                scene.run_until(lambda: document.ended is not None)
            assert document.status.value == "Failed"
            return {"8d2b6f14-90ac-4e57-b3d1-6c1f0a7e2945": document.id}
    return {}


def stop(scene: Attacked) -> None:
    scene.perform(StepKind.STOP, "SALES1")


def execution_texts(record: Any) -> dict[str, str]:
    """The samples' executions and machines stand for this one of ours."""
    names = ("state-machine-name:execution-name", "maintain-replica:6a0dd3f19b58c742")
    machines = ("stateMachine:state-machine", "stateMachine:maintain-replica")
    texts = {f"execution:{name}": record.arn.partition(":states:")[2].split(":", 2)[2] for name in names}
    return texts | dict.fromkeys(machines, f"stateMachine:{record.machine.name}")


def event_of(scene: Attacked, expected: Expected, texts: dict[str, str]) -> dict[str, Any]:
    """The sample about this account's instances, as it happens now."""
    instances = {**scene.cluster.instances, **others(scene)}
    ids = {theirs: instances[name].id for theirs, name in expected.about.items()}
    if expected.sample == "health-org-view-delegated-admin":  # this account is the one that sees another's
        texts = {OTHER_ACCOUNT: "*", ACCOUNT_ID: OTHER_ACCOUNT, "*": ACCOUNT_ID}
    return delivered(expected.sample, texts={**texts, **ids}, now=scene.cluster.world.clock.now())


def put(scene: Attacked, event: dict[str, Any]) -> None:
    scene.cluster.account.bus.put(event)


def rules_of(scene: Attacked, event: dict[str, Any]) -> set[str]:
    """Construct names of the rules that took it at each delivery."""
    seen = [each for each in scene.cluster.world.trace.of("event") if each.facts["event_id"] == event["id"]]
    assert seen
    kinds = (
        "RefusedStop", "InstanceState", "HealthNotice", "OptIn", "WorkflowEnded", "DocumentEnded", "ChangeRequest",
    )  # fmt: skip
    return {kind for each in seen for rule in each.facts["rules"] for kind in kinds if f"Rules{kind}Rule" in rule}


def calls_made(scene: Attacked) -> dict[str, int]:
    return {name: count.calls for name, count in scene.cluster.account.api_calls.items()}


def codes(messages: list[str]) -> list[str]:
    """The code of each message: the first that it has."""
    return [re.search(r"CW\d{4}", message)[0] for message in messages]


def world(scene: Attacked) -> dict[str, Any]:
    """Whatever an event could change."""
    cluster, account = scene.cluster, scene.cluster.account
    names = {instance.id: name for name, instance in cluster.instances.items()}
    nodes = cluster.instances
    runs = [each for each in account.executions if each.machine.name == WORKFLOW]
    requests = [json.loads(each.input) for each in runs]
    return {
        "began": [f"{each['goal']} {names[each['instanceId']]}" for each in requests],
        "running": [each.name for each in runs if each.status.value == "RUNNING"],
        "told": codes(scene.messages),
        "nodes": {name: f"{each.state.api_name} {_cache(scene, name)}" for name, each in nodes.items()},
        "protected": {name: each.stop_protected for name, each in nodes.items()},
        "launched": {name: each.launch_time for name, each in nodes.items()},
        "tags": {name: dict(each.tags) for name, each in nodes.items()},
        "modes": cluster.changed_modes(),
        "leased": [item["cluster"]["S"] for item in account.items(LEASES) if "owner" in item],
        "others": {name: (each.state, each.stop_protected, dict(each.tags)) for name, each in others(scene).items()},
    }


def _cache(scene: Attacked, node: str) -> str:
    """Where the node's cache is: `nvme`, `swap`, `moving`, or `lost` with the instance store of a stopped instance."""
    stopped = scene.cluster.instances[node].state.api_name == "stopped"
    return locate_cache(scene.cluster.hosts[node].storage, instance_store_gone=stopped).place


def undelivered(scene: Attacked) -> list[str]:
    """What lies in any queue of the account."""
    queues = get_backend("sqs")[ACCOUNT_ID][REGION].queues
    return [message.body for name in queues for message in scene.cluster.account.messages(name)]
