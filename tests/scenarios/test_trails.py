"""Without a CloudTrail trail that logs them, refused stops begin nothing: preflight and the sweep say so."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest

from rehearsal.aws.api.errors import ApiError
from rehearsal.aws.cloudtrail.trails import Trail
from rehearsal.scenarios.story import StepKind
from rehearsal.world.context import ACCOUNT_ID
from tests.attacks.attacked_cluster import Attacked, attacked
from tests.scenarios.test_opting_in_and_out_by_document import ended

MANAGEMENT = {"Field": "eventCategory", "Equals": ["Management"]}
READ_ONLY = ({"ReadWriteType": "ReadOnly", "IncludeManagementEvents": True},)
READS_ADVANCED = ({"Name": "reads", "FieldSelectors": [MANAGEMENT, {"Field": "readOnly", "Equals": ["true"]}]},)
NOT_KMS = {"Field": "eventSource", "NotEquals": ["kms.amazonaws.com"]}
WRITES_ADVANCED = ({"Name": "all", "FieldSelectors": [MANAGEMENT, NOT_KMS]},)
ORGANIZATION = Trail(name="org", owner="999999999999", home_region="us-east-1", organization=True)


@pytest.fixture
def scene(synthesized) -> Iterator[Attacked]:
    with attacked(synthesized) as cluster:
        yield cluster


@pytest.mark.parametrize(
    ("trails", "reason"),
    [
        ([], "no CloudTrail trail records this account and region"),
        ([Trail(name="elsewhere", home_region="us-east-1", multi_region=False)], "no CloudTrail trail"),
        ([Trail(name="off", logging=False)], "the logging of off is off"),
        ([Trail(name="reads", selectors=READ_ONLY)], "reads may not log EC2's management write events"),
        ([Trail(name="reads", advanced=READS_ADVANCED), Trail(name="off", logging=False)], "off is off; reads may not"),
    ],
    ids=["none", "elsewhere", "off", "reads", "both"],
)
def test_a_refused_stop_begins_nothing_and_preflight_had_said_why(scene, trails, reason):
    scene.cluster.account.trails.all = trails
    assert ended(scene, "Preflight", "SALES1").status.value == "Success"
    assert "CW6185" in scene.messages[-1] and reason in scene.messages[-1]
    scene.perform(StepKind.STOP, "SALES1")
    scene.settle()
    assert scene.outcomes == [("Preflight", "Goal")]
    assert scene.whole("SALES1")


@pytest.mark.parametrize(
    "trails",
    [
        [replace(ORGANIZATION, owner=ACCOUNT_ID)],
        [ORGANIZATION, Trail(name="own")],
        [Trail(name="off", logging=False), Trail(name="writes", advanced=WRITES_ADVANCED)],
    ],
    ids=["management account", "behind one that can't be read", "advanced"],
)
def test_with_a_trail_that_logs_it_the_stop_begins_its_operation_and_nothing_is_said(scene, trails):
    scene.cluster.account.trails.all = trails
    assert ended(scene, "Preflight", "SALES1").status.value == "Success"
    assert "CW6185" not in scene.messages[-1] and "Not known" not in scene.messages[-1]
    scene.perform(StepKind.STOP, "SALES1")
    scene.settle()
    assert scene.outcomes[-1] == ("Stopped", "Goal")


@pytest.mark.parametrize(
    ("trails", "answer"),
    [
        ([Trail(name="own")], "a CloudTrail trail logs them"),
        ([], "nothing begins for them: no CloudTrail trail records this account and region"),
        ([ORGANIZATION], "not known whether a trail logs them: org"),
    ],
    ids=["own", "none", "organization"],
)
def test_what_a_deployment_says_to_run_tells_whether_refused_stops_arrive(synthesized, scene, trails, answer):
    scene.cluster.account.trails.all = trails
    command = synthesized["CacheWarden"]["Outputs"]["TrailProof"]["Value"]
    said = re.fullmatch(r"aws lambda invoke --function-name (\S+) .* --payload '(.*)' /dev/stdout", command)
    functions = scene.cluster.account.functions
    asked = scene.cluster.world.clock.spawn("cli", functions.invoke, functions.find(said[1]), json.loads(said[2]))
    scene.run_until(lambda: asked.result is not None)
    assert asked.result.payload["refusedStops"].startswith(answer)
    assert scene.messages == [] and scene.outcomes == []


def test_of_a_trail_that_is_switched_off_the_sweep_tells_once(scene):
    scene.cluster.account.trails.all[0].logging = False
    scene.sleep(timedelta(hours=3).total_seconds())
    assert len([each for each in scene.messages if "CW6185" in each]) == 1


def test_in_a_member_account_the_organizations_trail_is_not_known_and_the_sweep_goes_on(scene):
    scene.cluster.account.trails.all = [ORGANIZATION]
    assert ended(scene, "Preflight", "SALES1").status.value == "Success"
    assert "Not known: whether a CloudTrail trail logs refused stops" in scene.messages[-1]
    told = len(scene.messages)
    scene.cluster.instances["SALES2"].stop_protected = False
    scene.sleep(timedelta(hours=1).total_seconds())
    assert scene.cluster.instances["SALES2"].stop_protected
    assert not [each for each in scene.messages[told:] if "CW5117" in each or "CW6185" in each]


def test_a_trail_whose_selectors_may_not_be_read_is_not_taken_for_one_that_logs_stops(scene):
    scene.cluster.account.trails.all = [ORGANIZATION]

    def denied(parameters: object) -> None:
        raise ApiError("AccessDeniedException", "not the management account")

    scene.cluster.account.gateway.before("cloudtrail", "GetEventSelectors", denied)
    assert ended(scene, "Preflight", "SALES1").status.value == "Success"
    assert "Not known: whether a CloudTrail trail logs refused stops" in scene.messages[-1]
