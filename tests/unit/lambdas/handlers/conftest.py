"""The account that every handler test works in."""

import json
import os
from collections.abc import Iterator
from typing import Any

import pytest
from moto import mock_aws

from adapters import clients, observability
from tests.unit.lambdas.handlers.account import (
    APPROVER,
    DEPLOYED,
    MACHINE_ARN,
    OBSERVE_CONTENT,
    OWN_ROLE,
    REGION,
    SERVICE,
    TABLE,
    Aws,
    Context,
    Scripted,
)

CREDENTIALS = {
    "AWS_DEFAULT_REGION": REGION,
    "AWS_ACCESS_KEY_ID": "testing",
    "AWS_SECRET_ACCESS_KEY": "testing",
}

os.environ.setdefault("MOTO_EC2_LOAD_DEFAULT_AMIS", "false")


@pytest.fixture(scope="module")
def scripted() -> Iterator[tuple[Scripted, Scripted, list[dict[str, Any]]]]:
    """Clients are made once for a file's tests, as a warm function has them; moto resets what is behind them.

    Nobody else may meet clients with scripted answers, so they are forgotten before and after.
    """
    made = (clients.ec2, clients.ssm, clients.dynamodb, clients.stepfunctions, clients.sns, clients.events)
    for cached in made:
        cached.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        for name, value in CREDENTIALS.items():
            patch.setenv(name, value)
        ssm, states = Scripted("ssm"), Scripted("stepfunctions")
        messages: list[dict[str, Any]] = []
        ssm.attach(clients.ssm())
        states.attach(clients.stepfunctions())
        clients.sns().meta.events.register(
            "provide-client-params.sns.Publish", lambda params, **_: messages.append(params)
        )
        clients.ec2()
        clients.dynamodb()
    yield ssm, states, messages
    for cached in made:
        cached.cache_clear()


@pytest.fixture
def aws(monkeypatch: pytest.MonkeyPatch, scripted: tuple[Scripted, Scripted, list[dict[str, Any]]]) -> Iterator[Aws]:
    ssm, states, messages = scripted
    ssm.begin()
    states.begin()
    messages.clear()
    for name in [name for name in os.environ if name.startswith(("AWS_", "POWERTOOLS_"))]:
        monkeypatch.delenv(name)
    for name, value in CREDENTIALS.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("POWERTOOLS_TRACE_DISABLED", "true")
    monkeypatch.setenv("POWERTOOLS_SERVICE_NAME", f"test-{next(SERVICE)}")
    monkeypatch.setenv("POWERTOOLS_METRICS_NAMESPACE", "CacheWarden")
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    for cached in (observability.logger, observability.metrics, observability.tracer):
        cached.cache_clear()
    with mock_aws():
        clients.dynamodb().create_table(
            TableName=TABLE,
            KeySchema=[{"AttributeName": "cluster", "KeyType": "HASH"}],
            AttributeDefinitions=[{"AttributeName": "cluster", "AttributeType": "S"}],
            BillingMode="PAY_PER_REQUEST",
        )
        topic_arn = clients.sns().create_topic(Name="AutomationCacheWarden")["TopicArn"]
        monkeypatch.setenv("LEASE_TABLE", TABLE)
        monkeypatch.setenv("ONLINE_BUILDS", "none")
        monkeypatch.setenv("KMS_KEYS", "none")
        monkeypatch.setenv("LICENCES", "none")
        monkeypatch.setenv("TOPIC_ARN", topic_arn)
        monkeypatch.setenv("STATE_MACHINE_ARN", MACHINE_ARN)
        monkeypatch.setenv("OWN_ROLE_ARNS", OWN_ROLE)
        monkeypatch.setenv("DEPLOYED_DOCUMENTS", DEPLOYED)
        monkeypatch.setenv("APPROVERS", APPROVER)
        monkeypatch.setenv("MODE_PARAMETER", "/cachewarden/mode")
        ssm.operations["GetDocument"] = lambda given: {
            "Name": given["Name"],
            "DocumentVersion": "3",
            "Content": json.dumps(OBSERVE_CONTENT),
        }
        ssm.operations["GetParameter"] = lambda given: {"Parameter": {"Name": given["Name"], "Value": "automatic"}}
        states.operations["StartExecution"] = lambda given: {"executionArn": given["name"]}
        states.operations["GetExecutionHistory"] = lambda given: {"events": []}
        yield Aws(clients.ec2(), clients.dynamodb(), ssm, states, messages, topic_arn)
    for cached in (observability.logger, observability.metrics, observability.tracer):
        cached.cache_clear()


@pytest.fixture
def context() -> Context:
    return Context()
