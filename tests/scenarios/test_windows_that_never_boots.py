"""A node of Windows Server 2025 that doesn't come up: what its way back never does, and where it ends at the worst."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.scenarios.cluster import Cluster
from rehearsal.scenarios.story import Story, load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import Run, run_story


def played(
    synthesized: dict[str, dict[str, Any]], story: Story, prepare: Callable[[Cluster], None] | None = None
) -> Run:
    return run_story(story, seed=1, templates=synthesized, progress=SilentProgress(), prepare=prepare)


def attached(run: Run) -> dict[str | None, str]:
    """Device -> role of SALES2's volumes, without the root's."""
    volumes = run.cluster.instances["SALES2"].volumes
    return {volume.device: volume.tags["cachewarden:role"] for volume in volumes if volume.device != "/dev/sda1"}


def test_windows_that_stops_as_soon_as_the_volumes_arrive_is_left_to_a_person_with_all_of_them(synthesized):
    """The worst that is documented: a pool that arrives with a member missing."""
    story = load_story("boot-without-pool")

    run = played(synthesized, replace(story, windows={"build_number": 26100}))

    assert run.outcome.violations == ()
    endings = [each.output for each in run.log.endings]
    assert {each["outcome"] for each in endings} == {"Attention"}
    (by_consent,) = [each for each in endings if each["code"] == "CW6218"]
    assert "Windows came up" in by_consent["sentence"]
    assert run.log.actions.count("AttachPoolVolumes") == 1
    assert attached(run) == {"xvdf": "data", "xvdg": "data", "xvdh": "swap", "xvdz": "other"}
    assert run.cluster.instances["SALES2"].stop_protected


def test_windows_that_came_up_and_hangs_with_its_cache_on_nvme_is_not_stopped(synthesized):
    """The consent is given for a node that a stop would destroy: its agent has called since the start."""
    story = load_story("boot-without-pool")
    (asked,) = [step for step in story.steps if step.document]
    hangs = Fault(point="host.boot", kind=FaultKind.HANG, where={"node": "SALES2"})

    def restart(cluster: Cluster) -> None:
        cluster.hosts["SALES2"].reboot()
        cluster.world.clock.sleep(1200)

    run = played(synthesized, replace(story, steps=(asked,), faults=(hangs,)), restart)

    assert run.outcome.violations == ()
    ending = run.log.endings[-1].output
    assert (ending["outcome"], ending["code"]) == ("Attention", "CW6218"), ending
    assert "a stop would destroy it" in ending["sentence"]
    assert run.cluster.instances["SALES2"].state.api_name == "running"
    assert run.cluster.instances["SALES2"].instance_store_generation == 1


def test_preflight_names_tags_that_are_missing_while_windows_still_runs(synthesized):
    """After a lost cache nobody can ask the node which volumes are its pool's."""
    story = load_story("preflight")

    def ending(story: Story) -> dict[str, Any]:
        run = played(synthesized, story)
        assert run.outcome.violations == ()
        return run.log.endings[-1].output

    untagged = ending(replace(story, volume_roles=()))
    assert untagged["outcome"] == "Goal" and "CW6163" in untagged["sentence"], untagged
    assert "has no tag cachewarden:role" in untagged["sentence"]
    assert "CW6163" not in ending(story)["sentence"]
