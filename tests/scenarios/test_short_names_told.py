"""With `short_names` no message, tag or log holds a name of the cluster, whatever the names are."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import pytest

from cachewarden.short_names import NameKind, short_id
from rehearsal.scenarios.story import StepKind
from rehearsal.world.sql.preset import DatabaseSpec, GroupSpec, add_group
from tests.attacks.attacked_cluster import Attacked, attacked

KEY = "51af3dc0-0000-11ef-9262-0242ac120002"
HOSTILE = ("O'Brien & Söhne", "a]b; DROP DATABASE [x]", "(.*)", "StartInstance", "two\nlines", "<b>pay<b>", "%s {0}")
OWN_TAGS = {"Name", "cachewarden:cluster"}
"""Tags that their owner wrote."""


@pytest.fixture(autouse=True)
def all_lines(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)


@contextmanager
def in_short(synthesized, **begun) -> Iterator[Attacked]:
    """The cluster with a second group of hostile names, deployed with `short_names`; a test of the stacks compares."""
    with attacked(synthesized, **begun) as scene:
        functions = scene.cluster.account.functions
        for function in map(functions.find, functions.names()):
            function.environment = {**function.environment, "NAME_KEY": KEY}
        databases = tuple(DatabaseSpec(name=name, data_bytes=1 << 30) for name in HOSTILE)
        add_group(scene.cluster.failover_cluster, GroupSpec(name="pay's [ag]", databases=databases))
        yield scene


def names_of(scene: Attacked) -> set[str]:
    """All that the setting promises to shorten."""
    failover_cluster = scene.cluster.failover_cluster
    groups = failover_cluster.groups.values()
    databases = {database.name for group in groups for database in group.databases.values()}
    people = {"user/dba", "user/approver"}
    return {failover_cluster.name, *failover_cluster.nodes, *(group.name for group in groups), *databases, *people}


def outlets(scene: Attacked, lines: Iterable[logging.LogRecord]) -> Iterator[tuple[str, str]]:
    """Where something is told, and what; of what people are told, without the documents that it names."""
    account = scene.cluster.account
    for each in scene.messages:
        yield "message", each
    for node, instance in scene.cluster.instances.items():
        yield f"tags of {node}", json.dumps({tag: value for tag, value in instance.tags.items() if tag not in OWN_TAGS})
    for record in lines:
        yield "log", record.getMessage()
    for record in account.executions:
        if record.result is not None and record.machine.name == "cachewarden-maintain-replica":
            yield "execution's output", json.dumps(record.result.output, ensure_ascii=False)
    for execution in account.automations.executions.values():
        yield "document", str(execution.run.message)


def leaks(scene: Attacked, caplog: pytest.LogCaptureFixture) -> list[tuple[str, str, str]]:
    found = []
    for outlet, text in outlets(scene, caplog.records):
        for name in names_of(scene):
            before = r"(?<![\w])(?<!\w-)" if name[0].isalnum() else ""
            after = r"(?![\w])(?!-\w)" if name[-1].isalnum() else ""
            for seen in re.finditer(before + re.escape(name) + after, text, re.IGNORECASE):
                found.append((outlet, name, text[max(seen.start() - 80, 0) : seen.end() + 40]))
    return found


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
        assert leaks(scene, caplog) == []
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
        assert leaks(scene, caplog) == []
        refused = next(each for each in scene.messages if "CW6251" in each and "Stopped" in each)
        assert short_id(KEY, NameKind.SERVER, "SALES3") in refused and document in refused
        assert short_id(KEY, NameKind.PERSON, "arn:aws:iam::111122223333:user/dba") in "\n".join(scene.messages)


def test_the_same_stories_without_the_setting_name_everything(synthesized, caplog):
    """The looks above find names where they are."""
    with attacked(synthesized) as scene:
        scene.perform(StepKind.STOP, "SALES1")
        scene.settle()
        assert {"message", "log", "execution's output"} <= {outlet for outlet, _, _ in leaks(scene, caplog)}
