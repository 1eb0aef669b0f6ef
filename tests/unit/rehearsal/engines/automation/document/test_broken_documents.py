"""Our own documents are taken as they are, and refused with their name once something in them is broken."""

import copy

import pytest

from infra.documents.builder import build_documents
from rehearsal.aws.ssm.document_parameters import DocumentRefusedError
from rehearsal.aws.ssm.documents import declared
from rehearsal.engines.automation.document.runbook import parse_runbook
from rehearsal.engines.automation.errors import RunbookRefusedError

ROLE = "arn:aws:iam::111122223333:role/R"
MACHINE = "arn:aws:states:eu-central-1:111122223333:stateMachine:M"
DOCUMENTS = build_documents(
    {
        "ASSUME_ROLE_ARN": ROLE,
        "MAINTAIN_REPLICA_ARN": MACHINE,
        "DOCUMENT_LEASE_FUNCTION": "lease",
        "DOCS_URL": "docs",
        "TOPIC_ARN": "arn:aws:sns:eu-central-1:111122223333:AutomationCacheWarden",
        "APPROVERS": ["arn:aws:iam::111122223333:user/boss"],
    }
)
RUNBOOKS = [document for document in DOCUMENTS.values() if document.kind == "Automation"]
COMMANDS = [document for document in DOCUMENTS.values() if document.kind == "Command"]


def take(document, content):
    declared(document.name, document.kind, content)
    if document.kind == "Automation":
        parse_runbook(document.name, content)


@pytest.mark.parametrize("document", DOCUMENTS.values(), ids=lambda document: document.name)
def test_our_documents_are_taken(document):
    take(document, document.content)


def _first(content):
    return content["mainSteps"][0]


def _unknown_next(content):
    _first(content).pop("isEnd", None)
    _first(content)["nextStep"] = "Nowhere"


def _twice(content):
    content["mainSteps"].append(copy.deepcopy(content["mainSteps"][-1]))


def _pattern(content):
    content["parameters"]["Broken"] = {"type": "String", "allowedPattern": "^[0-9$"}


def _default(content):
    content["parameters"]["Broken"] = {"type": "String", "default": "{", "allowedPattern": "^[0-9]$"}


BREAKS = {
    "no steps": lambda content: content.update(mainSteps=[]),
    "another schema": lambda content: content.update(schemaVersion="9.9"),
    "an unknown part": lambda content: content.update(mainStep=[]),
    "a step without a name": lambda content: _first(content).pop("name"),
    "a step without an action": lambda content: _first(content).pop("action"),
    "a wrong name": lambda content: _first(content).update(name="a-b"),
    "a name twice": _twice,
    "an unknown action": lambda content: _first(content).update(action="aws:teleport"),
    "an unknown property": lambda content: _first(content).update(onSuccess="x"),
    "no inputs": lambda content: _first(content).update(inputs={}),
    "an unknown reference": lambda content: _first(content)["inputs"].update(
        {
            key: "{{ Nobody }}"
            for key in ("runCommand", "input", "DocumentName", "FunctionName", "AutomationExecutionId")
            if key in _first(content)["inputs"]
        }
    ),
    "a pattern that is none": _pattern,
    "a default that isn't allowed": _default,
    "a parameter with an underscore": lambda content: content["parameters"].update(A_B={"type": "String"}),
    "an unknown type": lambda content: content["parameters"].update(Broken={"type": "Number"}),
    "too many bytes": lambda content: content.update(description="x" * 70_000),
}
RUNBOOK_BREAKS = {
    "an unknown step": _unknown_next,
    "an unknown step after a failure": lambda content: _first(content).update(onFailure="step:Nowhere"),
    "an output that is none": lambda content: content["outputs"].append("Nowhere.Nothing"),
    "a role that is no parameter": lambda content: content.update(assumeRole="{{ Nobody }}"),
    "a timeout that is none": lambda content: _first(content).update(timeoutSeconds="soon"),
}


CASES = [(document, how) for document in RUNBOOKS[:5] for how in [*BREAKS, *RUNBOOK_BREAKS]]
CASES += [(document, how) for document in COMMANDS[:5] for how in BREAKS]


@pytest.mark.parametrize(("document", "how"), CASES, ids=[f"{document.name}-{how}" for document, how in CASES])
def test_a_broken_document_is_refused_with_its_name(document, how):
    content = copy.deepcopy(document.content)
    content.setdefault("parameters", {})
    {**BREAKS, **RUNBOOK_BREAKS}[how](content)
    with pytest.raises((DocumentRefusedError, RunbookRefusedError)) as error:
        take(document, content)
    assert str(error.value).startswith(document.name)
