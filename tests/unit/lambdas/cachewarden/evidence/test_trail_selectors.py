"""Which event selectors of a trail let a refused StopInstances through."""

import pytest

from cachewarden.evidence.trail_selectors import stops_are_logged

MANAGEMENT = {"Field": "eventCategory", "Equals": ["Management"]}


@pytest.mark.parametrize(
    ("selector", "logged"),
    [
        ({"ReadWriteType": "All", "IncludeManagementEvents": True}, True),
        ({"ReadWriteType": "WriteOnly", "IncludeManagementEvents": True}, True),
        ({}, True),
        ({"ReadWriteType": "ReadOnly", "IncludeManagementEvents": True}, False),
        ({"ReadWriteType": "All", "IncludeManagementEvents": False}, False),
    ],
)
def test_basic_selectors(selector, logged):
    assert stops_are_logged(selectors=[selector], advanced=[]) is logged


@pytest.mark.parametrize(
    ("fields", "logged"),
    [
        ([MANAGEMENT], True),
        ([MANAGEMENT, {"Field": "readOnly", "Equals": ["false"]}], True),
        ([MANAGEMENT, {"Field": "readOnly", "Equals": ["true"]}], False),
        ([MANAGEMENT, {"Field": "eventSource", "NotEquals": ["kms.amazonaws.com", "rdsdata.amazonaws.com"]}], True),
        ([MANAGEMENT, {"Field": "eventSource", "NotEquals": ["ec2.amazonaws.com"]}], False),
        ([MANAGEMENT, {"Field": "eventName", "StartsWith": ["Run", "Stop"], "NotEndsWith": ["Image"]}], True),
        ([MANAGEMENT, {"Field": "eventName", "NotStartsWith": ["Stop"]}], False),
        ([MANAGEMENT, {"Field": "userIdentity.arn", "NotEquals": ["arn:aws:iam::111122223333:user/dba"]}], False),
        ([{"Field": "eventCategory", "Equals": ["Data"]}, {"Field": "resources.type", "Equals": ["AWS::S3"]}], False),
    ],
)
def test_advanced_selectors(fields, logged):
    assert stops_are_logged(selectors=[], advanced=[{"FieldSelectors": fields}]) is logged


def test_one_selector_of_several_is_enough_and_none_logs_nothing():
    data = {"FieldSelectors": [{"Field": "eventCategory", "Equals": ["Data"]}]}
    assert stops_are_logged(selectors=[], advanced=[data, {"FieldSelectors": [MANAGEMENT]}])
    assert not stops_are_logged(selectors=[], advanced=[])
