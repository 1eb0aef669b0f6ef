"""Whether Windows' storage queries are silent or report an error when they find nothing isn't documented: both do."""

from __future__ import annotations

import pytest

from rehearsal.scenarios.story import load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import run_story
from rehearsal.world.settings import Settings
from rehearsal.world.storage.settings import StorageSettings


@pytest.mark.parametrize("name", ["stop-and-return", "dirty-stop", "reboot-in-between"])
@pytest.mark.campaign(suite=1)
def test_stories_end_as_declared_where_finding_nothing_is_an_error(synthesized, name):
    settings = Settings([StorageSettings(empty_query_is_error=True)])

    run = run_story(load_story(name), seed=1, templates=synthesized, progress=SilentProgress(), settings=settings)

    assert run.outcome.as_expected, (run.outcome.mismatches, run.outcome.violations)
