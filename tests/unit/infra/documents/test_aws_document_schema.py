"""AWS's own schema of Automation documents has no complaint about ours, but what is newer than the schema.

It is part of aws-ssm-document-language-service 1.0.0, and knows Automation documents alone.
"""

import copy
from pathlib import Path
from typing import Any

import pytest

from tests.unit.infra.documents.test_builder import DOCUMENTS, SUBSTITUTIONS
from tests.unit.rehearsal.engines.asl import npm_packages

SCRIPT = Path(__file__).with_name("complaints_of_aws_schema.js")
AUTOMATIONS = {document.name: document.content for document in DOCUMENTS.values() if document.kind == "Automation"}
MACHINE = SUBSTITUTIONS["MAINTAIN_REPLICA_ARN"]
NEWER = {
    ("enum", "AWS::EC2::Instance::Id"): "types of parameters that the console has pickers for",
    ("enum", "AWS::IAM::Role::Arn"): "the same",
    ("enum", "python3.11"): "runtime of aws:executeScript; the schema ends with python3.7",
    ("enum", "aws:loop"): "action that the schema doesn't list",
    ("additionalProperties", "onCancel"): "documented property of every action that the schema left out",
}
"""What AWS takes and its schema doesn't know: keyword and value, or property -> what it is."""
FOLLOWING = frozenset({"if", "oneOf"})
"""Keywords that repeat what another complaint about the same place says."""


def complaints(documents: list[dict[str, Any]]) -> list[set[tuple[str, str]]]:
    """Of each document, what isn't newer than the schema, as keyword and value."""
    package = npm_packages.MODULES / "aws-ssm-document-language-service"
    found = npm_packages.run(SCRIPT, package, documents)
    return [{_what(each) for each in of_one if each["keyword"] not in FOLLOWING} - NEWER.keys() for of_one in found]


def _what(complaint: dict[str, Any]) -> tuple[str, str]:
    # Of a runtime the schema takes a name that it knows, or a placeholder: one complaint for each.
    runtime = complaint["at"].endswith("/Runtime") and complaint["keyword"] == "pattern"
    return "enum" if runtime else complaint["keyword"], str(complaint["property"] or complaint["value"])


def deployed(content: dict[str, Any]) -> dict[str, Any]:
    """With a text where the deployment fills in the machine's ARN; the steps of a loop besides, as steps of its own."""
    copied = copy.deepcopy(content)
    for step in list(copied["mainSteps"]):
        if step["inputs"].get("stateMachineArn") == MACHINE:
            step["inputs"]["stateMachineArn"] = "arn:aws:states:eu-central-1:111122223333:stateMachine:M"
        if step["action"] == "aws:loop":
            copied["mainSteps"] += step["inputs"]["Steps"]
    return copied


def test_aws_schema_has_no_complaint_about_our_documents():
    names, contents = zip(*sorted(AUTOMATIONS.items()), strict=True)
    found = complaints([deployed(content) for content in contents])
    assert {name: what for name, what in zip(names, found, strict=True) if what} == {}


def test_everything_that_is_called_newer_is_in_a_document():
    package = npm_packages.MODULES / "aws-ssm-document-language-service"
    found = npm_packages.run(SCRIPT, package, [deployed(content) for content in AUTOMATIONS.values()])
    assert NEWER.keys() <= {_what(each) for of_one in found for each in of_one}


def _misspelt_action(document: dict[str, Any]) -> None:
    document["mainSteps"][0]["action"] = "aws:invokeLambda"


def _unknown_property(document: dict[str, Any]) -> None:
    document["mainSteps"][0]["onfailure"] = "Abort"


def _no_schema_version(document: dict[str, Any]) -> None:
    del document["schemaVersion"]


def _no_function(document: dict[str, Any]) -> None:
    del document["mainSteps"][0]["inputs"]["FunctionName"]


@pytest.mark.parametrize("change", [_misspelt_action, _unknown_property, _no_schema_version, _no_function])
def test_a_broken_document_is_complained_about(change):
    broken = deployed(AUTOMATIONS["CacheWarden-EvacuateCache"])
    change(broken)
    (found,) = complaints([broken])
    assert found
