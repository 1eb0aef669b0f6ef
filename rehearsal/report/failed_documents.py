"""People's documents cancelled, timed out, with a wrong parameter and without the right, each really played."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from botocore.exceptions import ClientError

from cachewarden.operation.host_commands import OBSERVE_DOCUMENT
from rehearsal.aws.api.principal import Principal, PrincipalKind
from rehearsal.aws.cloudformation.synthesis import templates
from rehearsal.aws.ssm.automation_shapes import AutomationExecution
from rehearsal.aws.ssm.documents import DocumentVersion
from rehearsal.faults import fault_from_text
from rehearsal.scenarios.cluster import Cluster
from rehearsal.scenarios.steps import value_of
from rehearsal.scenarios.story import DEFAULT_STORY, Expectation, Step, StepKind, load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import Run, run_story
from rehearsal.world.context import REGION

NODE = "SALES2"
"""A secondary in service, opted in; its name in small letters is what a person may type in the place of its id."""
DISPOSABLE_NODES = {
    "CacheWarden-RecordHostFacts": "TRIAL",
    "CacheWarden-RecordRestartFacts": "RESTART",
    "CacheWarden-RecordPairFacts": "TRIAL2",
}
"""For the documents that run on disposable instances alone: on which one of the story WITH_DISPOSABLE_NODES."""
WITH_DISPOSABLE_NODES = "facts-recorded"
"""In its world documents for disposable instances are played; it has four more machines than the default story's."""
REBUILDS = "CacheWarden-RebuildStorage"
"""On a node whose cache is lost; on any other it refuses at once."""
AT_ONCE_S, WITH_A_LEASE_S = 9.0, 15.0
"""When a document is cancelled: while its workflow looks, or its command runs; once it has a lease. After 6 seconds a
document without a lease is still between its first steps, and cancelled there it has no outputs."""
LATER_S = {
    "CacheWarden-StopInstance": 150.0,
    "CacheWarden-RebuildStorage": 30.0,
    "CacheWarden-BuildAvailabilityGroup": 12.0,
}
"""While the cache moves; behind the snapshots; while the first node looks."""
LAST = ("CacheWarden-OptOut", "CacheWarden-UninstallHost", "CacheWarden-InstallHost")
"""Cancelled after the others, which need the host as it is."""
LIMIT_HOURS = 60.0
SNOOZED = {"cachewarden:snooze-until": "2026-03-01T00:00:00Z"}
"""Tags of the node as CacheWarden-OptOut asks for them."""
ASKED = {**SNOOZED, "cachewarden:rebuild": "approve"}
"""Nothing rebuilds a pool that lost its cache but a person."""
LOSE_THE_CACHE = tuple(Step(kind=kind, node=NODE) for kind in (StepKind.SHUT_DOWN, StepKind.START))
"""Windows is shut down from inside, and the instance started again."""
OF_A_NODE = re.compile(r"(?<= of )\w+(?=\}$)")
WORKFLOW = "MaintainReplica"
"""The step that runs it."""


def cancelled(
    documents: Mapping[str, DocumentVersion], given: Mapping[str, Mapping[str, str]]
) -> dict[str, tuple[AutomationExecution, list[str]]]:
    """Each document that was cancelled before it ended, and the subjects of the messages that told of it.

    `given`: name -> what is given for its parameters beside the node.
    """
    order = sorted(documents, key=lambda name: (LAST.index(name) + 1 if name in LAST else 0, name))
    steps = {name: list(_begun_and_cancelled(documents[name], given[name])) for name in order}
    runs = [_played([*LOSE_THE_CACHE, *steps.pop(REBUILDS)], tags=ASKED)] if REBUILDS in steps else []
    runs.append(_played([step for each in steps.values() for step in each]))
    return {
        each.document.name: (
            each,
            [told["subject"] for told in run.cluster.account.published if each.id in told["message"]],
        )
        for run in runs
        for each in _ended(run, "Cancelled")
    }


def timed_out(
    documents: Mapping[str, DocumentVersion], given: Mapping[str, Mapping[str, str]]
) -> dict[str, AutomationExecution]:
    """Each document whose command the node's agent never takes, whose function gets no answer from the node for that
    reason, that no approver answers, or whose workflow Systems Manager doesn't get begun for as long as the step may
    take. It ends TimedOut, or Failed where later steps say what that left."""
    waiting: list[Step] = []
    commanding: list[Step] = []
    rebuilding: list[Step] = []
    asking: list[Step] = []
    faults: dict[str, None] = {}
    for name, document in documents.items():
        steps = {step["name"]: step for step in document.content["mainSteps"]}
        node = DISPOSABLE_NODES.get(name, NODE)
        begun = Step(kind=StepKind.AUTOMATION, node=node, document=name, parameters=given[name])
        sent = [step["inputs"]["DocumentName"] for step in steps.values() if step["action"] == "aws:runCommand"]
        if sent:
            (rebuilding if name == REBUILDS else commanding).append(begun)
            named = (each.replace("{{ Act }}", given[name].get("Act", "")) for each in sent)
            faults |= dict.fromkeys(f"ssm.delivery lost document={each} count=9" for each in named)
        elif WORKFLOW in steps:
            waiting.append(begun if not waiting else replace(begun, delay=float(len(waiting))))
            if "AskApprovers" not in steps:
                late_s = steps[WORKFLOW]["timeoutSeconds"] + 100
                faults[f"automation.step late document={name} step={WORKFLOW} seconds={late_s}"] = None
        else:
            asking.append(begun)
    runs = [_played(steps, faults=faults, tags=SNOOZED) for steps in (waiting, commanding) if steps]
    if rebuilding:
        runs.append(_played([*LOSE_THE_CACHE, *rebuilding], faults=faults, tags=ASKED))
    if asking:
        runs.append(_played(asking, faults=[f"ssm.delivery lost document={OBSERVE_DOCUMENT} node={NODE} count=99"]))
    return {
        each.document.name: each
        for run in runs
        for each in (*_ended(run, "TimedOut"), *_ended(run, "Failed"))
        if each.document.name in {step.document for step in asking}
        or any(record.status.value == "TimedOut" for record in each.run.records)
    }


def wrong_parameter(documents: Iterable[str], given: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """What Systems Manager answers to a person who gives the node's name in the place of its instance's id."""
    return _answers(documents, given, lambda cluster: (cluster.account.person("dba"), NODE.lower()))


def without_right(documents: Iterable[str], given: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """What it answers to a person who may read everything of CacheWarden's, and start nothing."""
    policy = f"CacheWardenViewer-{REGION}"
    return _answers(
        documents, given, lambda cluster: (cluster.account.holder("viewer", policy), cluster.instances[NODE].id)
    )


def _answers(
    documents: Iterable[str],
    given: Mapping[str, Mapping[str, str]],
    asking: Callable[[Cluster], tuple[Principal, str]],
) -> dict[str, str]:
    said: dict[str, str] = {}

    def ask(cluster: Cluster) -> None:
        person, node = asking(cluster)
        client = cluster.account.client("ssm", person)
        for name in documents:
            # Nothing is begun, so that the node's own volumes do in the place of a disposable instance's.
            own = {key: OF_A_NODE.sub(NODE, text) for key, text in given[name].items()}
            parameters = {key: [value_of(cluster, text)] for key, text in {"InstanceId": node, **own}.items()}
            try:
                client.start_automation_execution(DocumentName=name, Parameters=parameters)
            except ClientError as error:
                said[name] = f"{error.response['Error']['Code']}: {error.response['Error']['Message']}"

    _played([], prepare=ask)
    return said


def _begun_and_cancelled(document: DocumentVersion, given: Mapping[str, str]) -> Iterator[Step]:
    names = {step["name"] for step in document.content["mainSteps"]}
    after_s = LATER_S.get(document.name, WITH_A_LEASE_S if "TakeLease" in names else AT_ONCE_S)
    node = DISPOSABLE_NODES.get(document.name, NODE)
    yield Step(kind=StepKind.AUTOMATION, node=node, document=document.name, parameters=given)
    yield Step(kind=StepKind.CANCEL, node=node, delay=after_s)


def _ended(run: Run, status: str) -> Iterator[AutomationExecution]:
    for execution in run.cluster.account.automations.executions.values():
        if execution.caller.kind is PrincipalKind.USER and execution.status.value == status:
            yield execution


def _played(
    steps: Sequence[Step],
    *,
    faults: Iterable[str] = (),
    tags: Mapping[str, str] | None = None,
    prepare: Callable[[Cluster], None] | None = None,
) -> Run:
    """`tags`: further ones of the node."""
    disposable = any(step.document in DISPOSABLE_NODES for step in steps)
    world = load_story(WITH_DISPOSABLE_NODES if disposable else DEFAULT_STORY)
    story = replace(
        world,
        name="failed-documents",
        steps=tuple(steps),
        faults=tuple(fault_from_text(text) for text in faults),
        expect=Expectation(outcome="none", goal=None),
        tags={**world.tags, NODE: tags or {}},
        limit_hours=LIMIT_HOURS,
    )
    return run_story(story, seed=1, templates=templates(), progress=SilentProgress(), prepare=prepare)
