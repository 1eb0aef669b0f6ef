"""With `short_names` no message, tag or log holds a name of the cluster, whatever the names are."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import pytest

from cachewarden.loop.own_events import SOURCE
from cachewarden.short_names import NameKind, short_id
from rehearsal.scenarios.cluster import Cluster
from rehearsal.scenarios.story import StepKind, load_story, story_names
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import run_story
from rehearsal.world.sql.preset import DatabaseSpec, GroupSpec, add_group
from tests.attacks.attacked_cluster import Attacked, attacked
from tests.campaigns import part
from tests.scenarios.undisturbed import SEED

KEY = "51af3dc0-0000-11ef-9262-0242ac120002"
HOSTILE = ("O'Brien & Söhne", "a]b; DROP DATABASE [x]", "(.*)", "StartInstance", "two\nlines", "<b>pay<b>", "%s {0}")
OWN_TAGS = {"Name", "cachewarden:cluster", "cachewarden:outside"}
"""Tags that their owner wrote."""
PEOPLE = {f"user/{name}" for name in ("dba", "approver", "admin", "operator")}
NAMES_AGREED = {"break-glass", "group-refused"}
"""They name on purpose (docs/security.md#short-names): who breaks the glass, and what a building document finds."""
LONG = "many-groups"
"""Two minutes: 183 names are looked for in each of its texts. The campaign plays it, and never the suite."""
TOLD_IN_SHORT = [name for name in story_names() if name not in NAMES_AGREED | {LONG} and load_story(name).after is None]
"""Without those that begin after another story, which was told with names."""


@pytest.fixture(autouse=True)
def all_lines(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)


def deployed_in_short(cluster: Cluster) -> None:
    """The functions as a deployment with `short_names` has them."""
    functions = cluster.account.functions
    for function in map(functions.find, functions.names()):
        function.environment = {**function.environment, "NAME_KEY": KEY}


@contextmanager
def in_short(synthesized, **begun) -> Iterator[Attacked]:
    """The cluster with a second group of hostile names, deployed with `short_names`; a test of the stacks compares."""
    with attacked(synthesized, **begun) as scene:
        deployed_in_short(scene.cluster)
        databases = tuple(DatabaseSpec(name=name, data_bytes=1 << 30) for name in HOSTILE)
        add_group(scene.cluster.failover_cluster, GroupSpec(name="pay's [ag]", databases=databases))
        yield scene


def names_of(cluster: Cluster) -> set[str]:
    """All that the setting promises to shorten."""
    failover_cluster = cluster.failover_cluster
    groups = failover_cluster.groups.values()
    databases = {database.name for group in groups for database in group.databases.values()}
    for host in cluster.hosts.values():
        local = host.sql.databases.values() if host.sql is not None else ()
        databases |= {database.name for database in local if not database.is_system}
    servers = {*failover_cluster.nodes, *cluster.hosts}
    return {failover_cluster.name, *servers, *(group.name for group in groups), *databases, *PEOPLE}


def outlets(cluster: Cluster, lines: Iterable[logging.LogRecord]) -> Iterator[tuple[str, str]]:
    """Where something is told, and what; of what people are told, without the documents that it names."""
    account, world = cluster.account, cluster.world
    for each in account.published:
        yield "message", f"{each['subject']}\n{each['message']}"
    for event in account.bus.events:
        if event["source"] == SOURCE:
            yield "event", json.dumps(event["detail"], ensure_ascii=False)
    for tagged in (*cluster.instances.values(), *world.volumes.values(), *world.snapshots.values()):
        yield f"tags of {tagged.id}", json.dumps({tag: tagged.tags[tag] for tag in tagged.tags if tag not in OWN_TAGS})
    for record in lines:
        yield "log", record.getMessage()
    for record in account.executions:
        if record.result is not None and record.machine.name == "cachewarden-maintain-replica":
            yield "execution's output", json.dumps(record.result.output, ensure_ascii=False)
    for execution in account.automations.executions.values():
        yield "document", str(execution.run.message)


def leaks(cluster: Cluster, caplog: pytest.LogCaptureFixture) -> list[tuple[str, str, str]]:
    found = []
    for outlet, text in outlets(cluster, caplog.records):
        for name in names_of(cluster):
            before = r"(?<![\w])(?<!\w-)" if name[0].isalnum() else ""
            after = r"(?![\w])(?!-\w)" if name[-1].isalnum() else ""
            for seen in re.finditer(before + re.escape(name) + after, text, re.IGNORECASE):
                found.append((outlet, name, text[max(seen.start() - 80, 0) : seen.end() + 40]))
    return found


def played_without_a_name(synthesized, caplog: pytest.LogCaptureFixture, name: str) -> None:
    run = run_story(
        load_story(name), seed=SEED, templates=synthesized, progress=SilentProgress(), prepare=deployed_in_short
    )
    assert leaks(run.cluster, caplog) == []
    assert {each.invariant for each in run.outcome.violations} <= {"messages-true"}, "which looks for names"


@pytest.mark.parametrize("name", sorted({*part(TOLD_IN_SHORT, 1, of="told in short"), "cancelled-act-document"}))
def test_no_story_tells_a_name(synthesized, caplog, name):
    played_without_a_name(synthesized, caplog, name)


@pytest.mark.campaign
def test_a_node_with_83_groups_is_stopped_and_comes_back_without_a_name(synthesized, caplog):
    played_without_a_name(synthesized, caplog, LONG)


@pytest.mark.campaign
def test_a_stop_and_return_and_a_rebuild_are_told_without_a_name(synthesized, caplog):
    with in_short(synthesized) as scene:
        scene.perform(StepKind.STOP, "SALES1")
        scene.settle()
        scene.perform(StepKind.START, "SALES1")
        scene.settle()
        scene.perform(StepKind.SHUT_DOWN, "SALES2")
        scene.settle()
        scene.sleep(1800)
        scene.perform(StepKind.START, "SALES2")
        scene.settle()
        assert {("Stopped", "Goal"), ("InService", "Goal")} <= set(scene.outcomes)
        assert "ReseedDatabases" in scene.entered and scene.cluster.synchronized()
        assert leaks(scene.cluster, caplog) == []
        assert {each.invariant for each in scene.watch.violations} <= {"messages-true"}, "which looks for names"
        everything = "\n".join(scene.messages)
        assert short_id(KEY, NameKind.SERVER, "SALES1") in everything and scene.instance_id("SALES1") in everything
        assert short_id(KEY, NameKind.GROUP, "pay's [ag]") in everything
        assert "start CacheWarden-StartInstance" in everything, "what to do is still said"


def test_refusals_say_what_to_do_without_a_name(synthesized, caplog):
    with in_short(synthesized, story="lost-node") as scene:
        scene.sleep(1800)
        scene.perform(StepKind.TERMINATE, "SALES3")
        scene.sleep(2700)
        scene.perform(StepKind.STOP, "SALES2")
        scene.settle()
        document = "CacheWarden-AcceptForgetReplicaAndStartInstance"
        scene.perform(StepKind.AUTOMATION, "SALES1", document=document)
        scene.settle()
        assert leaks(scene.cluster, caplog) == []
        refused = next(each for each in scene.messages if "CW6251" in each and "Stopped" in each)
        assert short_id(KEY, NameKind.SERVER, "SALES3") in refused and document in refused
        assert short_id(KEY, NameKind.PERSON, "arn:aws:iam::111122223333:user/dba") in "\n".join(scene.messages)


def test_the_same_stories_without_the_setting_name_everything(synthesized, caplog):
    """The looks above find names where they are."""
    with attacked(synthesized) as scene:
        scene.perform(StepKind.STOP, "SALES1")
        scene.settle()
        assert {"message", "log", "execution's output"} <= {outlet for outlet, _, _ in leaks(scene.cluster, caplog)}
