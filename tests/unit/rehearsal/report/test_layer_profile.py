"""`--profile` says where the CPU goes: each layer of the project is a folder that is there."""

from __future__ import annotations

from rehearsal.report.layer_profile import LAYERS, REST, lines, profile
from rehearsal.scenarios.story import load_story
from tests.repository import ROOT

OURS = ("/rehearsal/", "/lambdas/")


def test_every_layer_of_the_project_is_a_folder():
    folders = [part for _, part in LAYERS if part.startswith(OURS)]
    assert [part for part in folders if not (ROOT / part.strip("/")).is_dir()] == []


def test_a_story_spends_its_cpu_in_the_engines(synthesized):
    found = profile(load_story("target-behind"), seed=1, templates=synthesized)
    assert {"PowerShell engine", "T-SQL engine", "state machines (ASL, JSONata)", "AWS account", REST} <= set(
        found.shares
    )
    assert sum(found.shares.values()) > 0.999
    assert lines(found)[0].startswith("CPU of one run after imports: ")
