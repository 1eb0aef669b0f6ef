"""Every way in which Systems Manager can fail an action of a refused stop: the run comes to rest where it must."""

from dataclasses import replace

import pytest

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.scenarios.story import load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import run_story

DOCUMENTS = ("FailOverAvailabilityGroups", "StopSqlServer", "EvacuateCache")
COMMAND_FAULTS = (
    ("ssm.delivery", FaultKind.LOST, 0.0),
    ("ssm.delivery", FaultKind.FAIL, 0.0),
    ("ssm.delivery", FaultKind.LATE, 100.0),
    ("ssm.delivery", FaultKind.REPEAT, 0.0),
    ("ssm.script", FaultKind.HANG, 0.0),
    ("ssm.report", FaultKind.LOST, 0.0),
    ("ssm.report", FaultKind.LATE, 900.0),
)


def rests(templates, fault):
    story = replace(load_story("stop-request"), faults=(fault,))
    done = run_story(story, seed=1, templates=templates, progress=SilentProgress())
    assert done.cluster.world.faults.injected == [fault]
    outcome = done.outcome
    return outcome.safe, [str(each) for each in (*outcome.violations, *outcome.unsafe_states)]


@pytest.mark.parametrize("document", DOCUMENTS)
@pytest.mark.parametrize(("point", "kind", "seconds"), COMMAND_FAULTS)
@pytest.mark.campaign(suite=4)
def test_a_command_that_goes_wrong_leaves_nothing_unsafe(synthesized, document, point, kind, seconds):
    where = {"document": f"CacheWarden-Host-{document}"}
    assert rests(synthesized, Fault(point=point, kind=kind, seconds=seconds, where=where)) == (True, [])
