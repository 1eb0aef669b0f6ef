"""docs/deployed-rights.md names every right to change something that a deployed policy gives, and what it permits."""

from __future__ import annotations

import re

from checks.documentation import deployed_rights, stolen_rights
from rehearsal.aws.cloudformation.template import load


def test_every_right_that_a_policy_gives_has_its_worst_outcome_and_no_other_has_one():
    given = {right for rights in deployed_rights.changing_rights().values() for right in rights}
    assert given == set(deployed_rights.worst_outcomes())
    assert {"ec2:StopInstances", "ssm:SendCommand", "dynamodb:PutItem"} <= given
    assert "ec2:DescribeInstances" not in given


def test_every_role_and_every_policy_for_people_and_nodes_is_a_principal_of_the_page(synthesized):
    resources = load(synthesized).resources
    holders = sum(each.type in ("AWS::IAM::Role", "AWS::IAM::ManagedPolicy") for each in resources)
    found = deployed_rights.changing_rights()
    # Whoever may only look changes nothing: one policy for people.
    assert "CacheWardenViewer" not in found and len(found) == holders - 1
    page = deployed_rights.page()
    assert all(f'### <a id="{holder.lower()}"></a>`{holder}`' in page for holder in found)


def test_an_outcome_points_at_a_row_of_what_was_tried():
    rows = {right.id for right in stolen_rights.declared().rights}
    named = re.findall(r"stolen-rights\.md#([\w-]+)", " ".join(deployed_rights.worst_outcomes().values()))
    assert named and set(named) <= rows
