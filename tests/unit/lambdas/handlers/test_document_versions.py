"""Observe finds out once which version of each document was deployed, and passes it on with the evidence."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from cachewarden.operation.goal import Goal
from cachewarden.operation.host_commands import OBSERVE_DOCUMENT
from cachewarden.operation.usual_documents import usual_documents
from handlers.observe import handler
from tests.unit.lambdas.handlers.account import DEPLOYED, INSTALLER, OBSERVE_CONTENT, Aws, Context, ServiceError
from tests.unit.lambdas.sales_cluster import Sales

EVACUATE = "CacheWarden-Host-EvacuateCache"
RESTORE = "CacheWarden-Host-RestoreCache"
DRAIN = "CacheWarden-Host-DrainClusterNode"
OTHER = {"schemaVersion": "2.2", "mainSteps": [{"name": "Other"}]}
ANOTHER_BUNDLE = '{"v":1,"code":"CW3019","outcome":"refused","message":"another bundle"}'


@pytest.fixture
def node(aws: Aws) -> str:
    sales = Sales()
    said = json.dumps({**sales.verdict(sales.one, "done"), "evidence": sales.host_evidence(sales.one)})
    answers_with(aws, said)
    instance = aws.node()
    aws.agents_online(instance)
    return instance


def answers_with(aws: Aws, said: str) -> None:
    aws.ssm.operations["SendCommand"] = lambda given: {"Command": {"CommandId": "5f0c1a7e-2b84-4d39-9e61-c8a7f3d20b15"}}
    aws.ssm.operations["GetCommandInvocation"] = lambda given: {
        "Status": "Success", "StatusDetails": "Success", "StandardOutputContent": said, "StandardErrorContent": "",
    }  # fmt: skip


def keeps(aws: Aws, name: str, *contents: dict[str, Any] | None, default: int | None = None) -> None:
    """The document has these versions, 1 and so on; None was deleted. All others say what was deployed."""

    def get(given: dict[str, Any]) -> dict[str, Any]:
        if given["Name"] != name:
            return {"Name": given["Name"], "DocumentVersion": "3", "Content": json.dumps(OBSERVE_CONTENT)}
        wanted = given["DocumentVersion"]
        number = {"$DEFAULT": default or len(contents), "$LATEST": len(contents)}.get(wanted) or int(wanted)
        if contents[number - 1] is None:
            raise ServiceError("InvalidDocumentVersion")
        return {"Name": name, "DocumentVersion": str(number), "Content": json.dumps(contents[number - 1])}

    aws.ssm.operations["GetDocument"] = get


def looked(context: Context, node: str, known: Any = None, *, look: str = "all", goal: Goal = Goal.STOPPED) -> Any:
    return handler({"subject": node, "look": look, "known": known, "goal": goal.value}, context)


def found(evidence: Any) -> dict[str, str | None]:
    return evidence["documents"]["versions"]


def read(aws: Aws) -> list[str]:
    return [call["Name"] for call in aws.ssm.of("GetDocument")]


def test_the_first_look_finds_those_that_the_goal_sends_and_later_ones_ask_for_none(aws, context, node):
    first = looked(context, node)
    assert found(first) == dict.fromkeys((OBSERVE_DOCUMENT, *usual_documents(Goal.STOPPED)), "3")
    calls = len(read(aws))
    assert calls == len(found(first))

    later = looked(context, node, first)
    assert later["documents"] == first["documents"] and len(read(aws)) == calls
    assert [call["DocumentVersion"] for call in aws.ssm.of("SendCommand")] == ["3", "3"]


def test_what_decide_wants_is_looked_up_without_asking_a_host(aws, context, node):
    first = looked(context, node)
    first["documents"]["wanted"] = [DRAIN]
    sent = len(aws.ssm.of("SendCommand"))

    later = looked(context, node, first, look="ec2")
    assert found(later) == {**found(first), DRAIN: "3"} and later["documents"]["wanted"] == []
    assert len(aws.ssm.of("SendCommand")) == sent


def test_once_something_else_is_deployed_nothing_counts_that_was_found_before(aws, context, node, monkeypatch):
    first = looked(context, node)
    aws.ssm.operations["GetDocument"] = lambda given: {
        "Name": given["Name"], "DocumentVersion": "4", "Content": json.dumps(OBSERVE_CONTENT),
    }  # fmt: skip
    monkeypatch.setenv("DEPLOYED_DOCUMENTS", f"{DEPLOYED},Further=0a")

    later = looked(context, node, first)
    assert set(found(later)) == set(found(first)) and set(found(later).values()) == {"4"}
    assert later["documents"]["deployed"] != first["documents"]["deployed"]


@pytest.mark.parametrize(
    ("versions", "default", "expected"),
    [
        ((OBSERVE_CONTENT, OTHER, OTHER), None, "1"),
        ((OTHER, OBSERVE_CONTENT, None, OTHER), 1, "2"),
        ((OTHER, OTHER), None, None),
        ((None, OTHER), None, None),
        ((OBSERVE_CONTENT, *(OTHER,) * 99), None, "1"),
        ((OBSERVE_CONTENT, *(OTHER,) * 100), None, None),
    ],
)
def test_it_is_found_by_its_content_whatever_is_the_default(aws, context, node, versions, default, expected):
    keeps(aws, EVACUATE, *versions, default=default)
    assert found(looked(context, node))[EVACUATE] == expected


def test_a_document_that_is_gone_has_no_version(aws, context, node):
    def get(given: dict[str, Any]) -> dict[str, Any]:
        if given["Name"] == EVACUATE:
            raise ServiceError("InvalidDocument")
        return {"Name": given["Name"], "DocumentVersion": "3", "Content": json.dumps(OBSERVE_CONTENT)}

    aws.ssm.operations["GetDocument"] = get
    assert found(looked(context, node))[EVACUATE] is None


def test_what_could_not_be_read_stays_unknown_and_wanted_with_what_follows_it(aws, context, node):
    def get(given: dict[str, Any]) -> dict[str, Any]:
        if given["Name"] == EVACUATE:
            raise ServiceError("AccessDeniedException")
        return {"Name": given["Name"], "DocumentVersion": "3", "Content": json.dumps(OBSERVE_CONTENT)}

    aws.ssm.operations["GetDocument"] = get
    evidence = looked(context, node)
    assert EVACUATE not in found(evidence) and evidence["documents"]["wanted"] == [EVACUATE, RESTORE]


def test_those_that_bring_the_bundle_are_looked_up_where_a_node_has_another(aws, context, node):
    assert INSTALLER not in found(looked(context, node))
    answers_with(aws, ANOTHER_BUNDLE)
    evidence = looked(context, node)
    assert found(evidence)[INSTALLER] == "3" and evidence["replicas"][0]["hostError"]["code"] == "CW3019"


def test_a_bundle_whose_documents_are_not_deployed_is_not_brought(aws, context, node):
    answers_with(aws, ANOTHER_BUNDLE)
    keeps(aws, INSTALLER, OTHER)
    error = looked(context, node)["replicas"][0]["hostError"]
    assert error["code"] == "CW6169" and INSTALLER in error["message"]


def test_a_version_of_the_look_that_was_deleted_meanwhile_is_found_anew(aws, context, node):
    first = looked(context, node)
    send: Callable[[dict[str, Any]], Any] = aws.ssm.operations["SendCommand"]

    def refuse(given: dict[str, Any]) -> dict[str, Any]:
        raise ServiceError("InvalidDocumentVersion")

    aws.ssm.operations["SendCommand"] = refuse
    second = looked(context, node, first)
    assert second["replicas"][0]["host"] is None and OBSERVE_DOCUMENT not in found(second)

    aws.ssm.operations["SendCommand"] = send
    assert looked(context, node, second)["replicas"][0]["host"] is not None
