"""EC2 is asked by dry runs what it permits: every call says so, and every answer is told by its code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from botocore.exceptions import ClientError, EndpointConnectionError

from adapters import ec2_rights
from adapters.ec2_rights import call_rights

NODE = "i-0123456789abcdef0"
CALLS = ["create_tags", "modify_instance_attribute", "stop_instances", "start_instances"]


class Ec2:
    """A client that only notes what it is called with, and raises what the test says."""

    def __init__(self, answer: Exception | None) -> None:
        self.answer = answer
        self.calls: list[tuple[str, dict[str, Any]]] = []

    def __getattr__(self, name: str) -> Callable[..., dict[str, Any]]:
        def call(**parameters: Any) -> dict[str, Any]:
            self.calls.append((name, parameters))
            if self.answer is not None:
                raise self.answer
            return {}

        return call


@pytest.fixture
def answering(monkeypatch: pytest.MonkeyPatch) -> Callable[[Exception | None], Ec2]:
    def client(answer: Exception | None) -> Ec2:
        ec2 = Ec2(answer)
        monkeypatch.setattr(ec2_rights, "ec2", lambda: ec2)
        return ec2

    return client


def refused(code: str) -> ClientError:
    return ClientError({"Error": {"Code": code, "Message": "scripted"}}, "any")


def test_no_call_is_made_without_dry_run(answering):
    ec2 = answering(refused("DryRunOperation"))
    call_rights(NODE, tags=["cachewarden:state"])
    assert [name for name, _ in ec2.calls] == CALLS
    assert all(parameters["DryRun"] is True for _, parameters in ec2.calls)
    assert "Force" not in {key for _, parameters in ec2.calls for key in parameters}


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (refused("DryRunOperation"), "DryRunOperation"),
        (refused("UnauthorizedOperation"), "UnauthorizedOperation"),
        (refused("OperationNotPermitted"), "OperationNotPermitted"),
        (EndpointConnectionError(endpoint_url="https://ec2.example"), "EndpointConnectionError"),
        (None, "no error"),
    ],
)
def test_every_answer_is_told_by_its_code_and_the_next_call_is_asked_all_the_same(answering, answer, told):
    answering(answer)
    assert [right.answer for right in call_rights(NODE, tags=["cachewarden:state"])] == [told] * len(CALLS)
