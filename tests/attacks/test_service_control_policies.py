"""The service control policies that docs/security.md offers: with them, who may set our tags and change our documents,
and who no longer may."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from rehearsal.aws.api import principal as principals
from rehearsal.aws.api.principal import Principal
from rehearsal.aws.iam.evaluate import policy_set
from rehearsal.aws.iam.policy import parse_policy
from tests.attacks.attacked_cluster import Attacked, attacked
from tests.repository import ROOT

TAGS, DOCUMENTS = (
    policy_set(parse_policy(json.loads((ROOT / "docs" / f"{name}-guard-scp.json").read_text("utf-8")), name))
    for name in ("tag", "document")
)


@pytest.fixture(scope="module")
def scene(synthesized) -> Iterator[Attacked]:
    with attacked(synthesized) as cluster:
        yield cluster


def denied(scene: Attacked, who: Principal, operation: str, *keys: str) -> bool:
    parameters: dict[str, Any] = {"Resources": [scene.instance_id("SALES1")]}
    if keys:
        parameters["Tags"] = [{"Key": key, "Value": "true"} for key in keys]
    authorizer = scene.cluster.account.authorizer
    asked = authorizer.requests.requests(who, "ec2", operation, parameters)
    return any(TAGS.decide(each).explicit_deny for each in asked)


def developer(scene: Attacked) -> Principal:
    return scene.cluster.account.person("developer")


@pytest.mark.parametrize("operation", ["CreateTags", "DeleteTags"])
@pytest.mark.parametrize("keys", [("cachewarden:managed",), ("Name", "cachewarden:cluster"), ("cachewarden:consent",)])
def test_others_neither_set_nor_take_our_tags(scene, operation, keys):
    assert denied(scene, developer(scene), operation, *keys)
    assert denied(scene, principals.role("Developers", "dana"), operation, *keys)


def test_others_don_t_take_all_tags_of_a_node_at_once(scene):
    """DeleteTags without keys takes every tag, and a condition on the keys doesn't see it."""
    assert denied(scene, developer(scene), "DeleteTags")


def test_other_tags_are_everybodys(scene):
    assert not denied(scene, developer(scene), "CreateTags", "Name")
    assert not denied(scene, developer(scene), "DeleteTags", "Name", "CostCentre")


def test_administrators_and_each_of_our_own_roles_go_on(scene):
    """Volumes are marked, snapshots tagged, nodes opted in and out with this policy as without it."""
    authorizer = scene.cluster.account.authorizer
    ours = [
        (name, operation)
        for name in authorizer.role_names
        for operation in ("CreateTags", "DeleteTags")
        if any(each.names_action(f"ec2:{operation}") for each in authorizer.permissions(name).statements)
    ]
    assert len(ours) >= 6
    for name, operation in (*ours, ("CacheWardenAdministrators", "CreateTags")):
        assert not denied(scene, principals.role(name, "ours"), operation, "cachewarden:managed"), name


CHANGES = ("CreateDocument", "DeleteDocument", "UpdateDocument", "UpdateDocumentDefaultVersion")


def may_not_change(scene: Attacked, who: Principal, operation: str, document: str) -> bool:
    asked = scene.cluster.account.authorizer.requests.requests(who, "ssm", "UpdateDocument", {"Name": document})
    # All of them name the document as their only resource.
    return any(DOCUMENTS.decide(replace(each, action=f"ssm:{operation}")).explicit_deny for each in asked)


@pytest.mark.parametrize("operation", CHANGES)
@pytest.mark.parametrize("document", ["CacheWarden-OptOut", "CacheWarden-Host-ObserveHost"])
def test_others_change_none_of_our_documents(scene, operation, document):
    assert may_not_change(scene, developer(scene), operation, document)
    assert may_not_change(scene, principals.role("Developers", "dana"), operation, document)


def test_other_documents_are_everybodys_and_deployments_change_ours(scene):
    assert not may_not_change(scene, developer(scene), "UpdateDocument", "Own-Document")
    for role in ("cdk-hnb659fds-cfn-exec-role-111122223333-eu-west-1", "CacheWardenAdministrators"):
        for operation in CHANGES:
            assert not may_not_change(scene, principals.role(role, "deploys"), operation, "CacheWarden-OptOut")
