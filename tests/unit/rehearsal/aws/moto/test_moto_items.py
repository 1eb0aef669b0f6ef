from collections.abc import Iterator
from typing import Any

import pytest
from botocore.exceptions import ClientError
from moto.backends import get_backend
from moto.core.models import botocore_stubber

from rehearsal.aws.api.clients import shared_client
from rehearsal.aws.api.errors import ApiError, UnsupportedError
from rehearsal.aws.moto import items as moto_items
from rehearsal.aws.moto.library import make_api_call
from rehearsal.world.context import ACCOUNT_ID, REGION

CALLS: list[tuple[str, dict[str, Any]]] = [
    ("PutItem", {"Item": {"key": {"S": "a"}, "version": {"N": "1"}, "members": {"L": [{"S": "x"}, {"NULL": True}]}}}),
    ("PutItem", {"Item": {"key": {"S": "b"}}, "ConditionExpression": "attribute_not_exists(#k)",
                 "ExpressionAttributeNames": {"#k": "key"}}),
    ("GetItem", {"Key": {"key": {"S": "a"}}}),
    ("GetItem", {"Key": {"key": {"S": "nobody"}}}),
    ("UpdateItem", {"Key": {"key": {"S": "a"}}, "UpdateExpression": "SET #o = :o ADD version :one",
                    "ConditionExpression": "version = :one", "ExpressionAttributeNames": {"#o": "owner"},
                    "ExpressionAttributeValues": {":o": {"S": "me"}, ":one": {"N": "1"}}, "ReturnValues": "ALL_NEW"}),
    ("UpdateItem", {"Key": {"key": {"S": "a"}}, "UpdateExpression": "REMOVE #o, members",
                    "ExpressionAttributeNames": {"#o": "owner"}, "ReturnConsumedCapacity": "TOTAL"}),
    ("Query", {"KeyConditionExpression": "#k = :k", "ExpressionAttributeNames": {"#k": "key"},
               "ExpressionAttributeValues": {":k": {"S": "a"}}}),
    ("Scan", {}),
    ("DeleteItem", {"Key": {"key": {"S": "b"}}, "ReturnValues": "ALL_OLD"}),
]  # fmt: skip
REFUSED: list[tuple[str, dict[str, Any]]] = [
    ("UpdateItem", {"Key": {"key": {"S": "a"}}, "UpdateExpression": "SET version = :one",
                    "ConditionExpression": "version = :two", "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
                    "ExpressionAttributeValues": {":one": {"N": "1"}, ":two": {"N": "2"}}}),
    ("UpdateItem", {"Key": {"key": {"S": "a"}}, "UpdateExpression": "SET"}),
    ("GetItem", {"Key": {"other": {"S": "a"}}}),
    ("Scan", {"TableName": "nowhere"}),
]  # fmt: skip


@pytest.fixture
def tables() -> Iterator[None]:
    backend = get_backend("dynamodb")[ACCOUNT_ID][REGION]
    backend.reset()
    before, botocore_stubber.enabled = botocore_stubber.enabled, True
    for name in ("wire", "direct"):
        shared_client("dynamodb").create_table(
            TableName=name,
            KeySchema=[{"AttributeName": "key", "KeyType": "HASH"}],
            AttributeDefinitions=[{"AttributeName": "key", "AttributeType": "S"}],
            BillingMode="PAY_PER_REQUEST",
        )
    yield
    botocore_stubber.enabled = before
    backend.reset()


def by_wire(operation: str, parameters: dict[str, Any]) -> dict[str, Any]:
    result: dict[str, Any] = make_api_call(shared_client("dynamodb"), operation, {"TableName": "wire", **parameters})
    return result


def directly(operation: str, parameters: dict[str, Any]) -> dict[str, Any]:
    model = shared_client("dynamodb").meta.service_model.operation_model(operation)
    return moto_items.answer(model, {"TableName": "direct", **parameters})


def without_ids(result: dict[str, Any]) -> dict[str, Any]:
    text = {key: value for key, value in result.items() if key != "ResponseMetadata"}
    text.get("ConsumedCapacity", {}).pop("TableName", None)
    return text


@pytest.mark.usefixtures("tables")
def test_every_operation_answers_as_it_does_on_the_wire() -> None:
    for operation, parameters in CALLS:
        expected = by_wire(operation, parameters)
        given = directly(operation, parameters)
        assert without_ids(given) == without_ids(expected), operation
        assert list(without_ids(given)) == list(without_ids(expected)), operation
        assert given["ResponseMetadata"]["HTTPStatusCode"] == 200
        assert len(given["ResponseMetadata"]["RequestId"]) == 52


@pytest.mark.usefixtures("tables")
@pytest.mark.parametrize(("operation", "parameters"), REFUSED, ids=lambda value: str(value)[:40])
def test_a_refusal_is_the_same_as_on_the_wire(operation: str, parameters: dict[str, Any]) -> None:
    for call in (by_wire, directly):
        call("PutItem", {"Item": {"key": {"S": "a"}, "version": {"N": "1"}}})
    with pytest.raises(ClientError) as expected:
        by_wire(operation, parameters)
    with pytest.raises(ApiError) as given:
        directly(operation, parameters)
    said = expected.value.response
    assert (given.value.code, given.value.message) == (said["Error"]["Code"], said["Error"]["Message"])
    assert given.value.status == said["ResponseMetadata"]["HTTPStatusCode"]
    assert given.value.fields.get("Item") == said.get("Item")


@pytest.mark.usefixtures("tables")
def test_what_is_answered_isn_t_the_table_s_own() -> None:
    directly("PutItem", {"Item": {"key": {"S": "a"}, "members": {"L": [{"S": "x"}]}}})
    directly("GetItem", {"Key": {"key": {"S": "a"}}})["Item"]["members"]["L"].clear()
    assert directly("GetItem", {"Key": {"key": {"S": "a"}}})["Item"]["members"] == {"L": [{"S": "x"}]}


@pytest.mark.usefixtures("tables")
def test_binary_values_are_refused_by_name() -> None:
    with pytest.raises(UnsupportedError, match="DynamoDB value"):
        directly("PutItem", {"Item": {"key": {"S": "a"}, "body": {"B": b"\0"}}})
