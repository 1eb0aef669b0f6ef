"""A node whose databases are seeded for sixty hours comes back in the execution that began it; campaigns play it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rehearsal.engines.asl.history import EVENTS_MAX
from rehearsal.scenarios.story import load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import run_story
from tests.attacks.attacked_cluster import WORKFLOW

SLOWLY = {"seeding_bytes_s": 1_000_000.0, "log_max_kb": 64.0 * 1024 * 1024 * 20}
"""A thin line to the other region, and room for what the primary writes meanwhile."""


@pytest.mark.campaign
def test_sixty_hours_of_seeding_are_one_execution(synthesized):
    story = replace(load_story("dirty-stop"), limit_hours=80, sql=SLOWLY)
    run = run_story(story, seed=1, templates=synthesized, progress=SilentProgress())
    assert not run.outcome.violations and not run.outcome.mismatches and run.virtual_seconds > 60 * 3600
    (execution,) = [record for record in run.cluster.account.executions if record.machine.name == WORKFLOW]
    assert execution.result is not None and len(execution.result.history) < 0.7 * EVENTS_MAX
