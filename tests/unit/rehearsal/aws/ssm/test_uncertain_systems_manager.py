"""What AWS doesn't say about Systems Manager is a setting: a story must come to the same end under every value."""

from dataclasses import fields

import pytest

from rehearsal.scenarios.story import load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import run_story
from rehearsal.world.settings import Settings, ShownApprover, SsmSettings

OTHER_VALUES = {
    "ping_status_stale_s": 300.0,
    "interrupted_command_resumes": True,
    "enforce_512_characters": False,
    "invocation_appears_s": 5.0,
    "stopped_node_is_refused": False,
    "undelivered_until_total": False,
    "late_report_is_taken": True,
    "lambda_selectors_start_in_payload": False,
    "lambda_errors_fail_steps": False,
    "approver_is_shown_as": ShownApprover.NAME,
    "decisions_in_one_text": True,
    "rejected_is_failed": False,
}
ABOUT_APPROVALS = {"approver_is_shown_as", "decisions_in_one_text"}


def run_with(templates, story="stop-request", **values):
    settings = Settings((SsmSettings(**values),))
    return run_story(load_story(story), seed=1, templates=templates, progress=SilentProgress(), settings=settings)


def test_every_setting_has_another_value_here():
    assert {field.name for field in fields(SsmSettings)} == {*OTHER_VALUES, "agent_version"}
    assert all(getattr(SsmSettings(), name) != value for name, value in OTHER_VALUES.items())


@pytest.mark.parametrize("name", list(OTHER_VALUES))
@pytest.mark.campaign(suite=4)
def test_a_story_ends_as_expected_under_the_other_value(synthesized, name):
    story = "outage-approved" if name in ABOUT_APPROVALS else "stop-request"
    done = run_with(synthesized, story, **{name: OTHER_VALUES[name]})
    assert (done.outcome.as_expected, list(map(str, done.outcome.mismatches))) == (True, [])


def test_with_an_agent_that_hands_no_parameters_over_the_node_stays_in_service(synthesized):
    done = run_with(synthesized, agent_version="3.3.2745.9")
    assert done.outcome.safe
    assert not done.outcome.as_expected
    assert {instance.state.api_name for instance in done.cluster.world.instances.values()} == {"running"}
    assert "CW3006" in "".join(
        event.text + str(event.why) + str(event.facts) for event in done.cluster.world.trace.events
    )
