"""A new version is deployed and nobody visits the nodes: the workflow brings the bundle to each that it meets."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.scenarios.cluster import Cluster
from rehearsal.scenarios.host_installation import run_installers
from rehearsal.scenarios.story import load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import run_story


def complaints(run) -> list[str]:
    return [f"{v.invariant}: {v.observed}" for v in run.outcome.violations] + [str(s) for s in run.outcome.mismatches]


def bundles(cluster: Cluster) -> dict[str, list[str]]:
    return {name: host.files.list(r"C:\ProgramData\CacheWarden\bundle") for name, host in cluster.hosts.items()}


def with_former_on(synthesized, node: str):
    """The node goes back to another version's bundle: what a deployment leaves."""

    def prepare(cluster: Cluster) -> None:
        clock = cluster.world.clock
        actor = clock.spawn("former version", run_installers, cluster.hosts[node], synthesized, True)
        clock.run_until(lambda: not actor.alive)
        actor.join()

    return prepare


@pytest.mark.parametrize(("story", "node"), [("return", "SALES2"), ("stop-and-return", "SALES1")])
@pytest.mark.campaign(suite=1)
def test_a_version_that_was_deployed_meanwhile_is_installed_on_the_way(synthesized, story, node):
    prepare = with_former_on(synthesized, node)
    run = run_story(load_story(story), seed=1, templates=synthesized, progress=SilentProgress(), prepare=prepare)
    assert complaints(run) == []
    left = bundles(run.cluster)
    assert left["SALES1"] == left["SALES2"] and len(left["SALES1"]) == 1


def with_installations_killed(count: int):
    """The story of a new version; the first `count` statements that write the bundle end with their process."""
    killed = Fault(
        point="process.statement", kind=FaultKind.KILL, count=count,
        where={"script": "install_bundle_storage", "function": "Save-CwBundleFile"},
    )  # fmt: skip
    return replace(load_story("new-version"), faults=(killed,))


@pytest.mark.campaign
def test_an_installation_that_fails_twice_is_tried_again_and_the_goal_is_reached(synthesized):
    """A deployment that is under way brings the former version: nobody is called for it.

    In between the repeating boot task may run, and protection go on once more until it has ended.
    """
    run = run_story(with_installations_killed(2), seed=1, templates=synthesized, progress=SilentProgress())
    assert [each for each in complaints(run) if not each.startswith("order of actions")] == []


def test_an_installation_that_fails_is_told_and_nothing_is_stopped(synthesized):
    """Three times in an execution: it doesn't try for ever."""
    story = with_installations_killed(99)
    run = run_story(story, seed=1, templates=synthesized, progress=SilentProgress())
    assert run.log.actions == ()
    assert any("CacheWarden-InstallHost" in message["message"] for message in run.cluster.account.published)
    assert all(run.cluster.in_service(node) for node in run.cluster.instances)
