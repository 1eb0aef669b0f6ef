"""Handlers for tests of the account: each does one small thing that a real handler may do."""

import os
import time

import boto3

CALLS = []


def echo(event, context):
    """Gives back what it got, with what it sees of its environment."""
    print("echo was here")
    return {
        "event": event,
        "setting": os.environ.get("SETTING"),
        "function": context.function_name,
        "left_ms": context.get_remaining_time_in_millis(),
    }


def slow(event, context):
    """Sleeps in virtual time and then looks at its environment again."""
    time.sleep(event["seconds"])
    return {"setting": os.environ["SETTING"]}


def failing(event, context):
    """Fails as often as it is called."""
    CALLS.append(time.time())
    raise KeyError("no such thing")


def stops(event, context):
    """Calls EC2 as its role; errors get AWS's code as their class."""
    try:
        boto3.client("ec2").stop_instances(InstanceIds=[event["instanceId"]])
    except Exception as error:
        code = error.response["Error"]["Code"]
        raise type(code, (Exception,), {})(str(error)) from None
    return {"stopped": event["instanceId"]}


def starts(event, context):
    """Starts the machine under a name made of the event's id."""
    arn = boto3.client("stepfunctions").start_execution(
        stateMachineArn=os.environ["MACHINE_ARN"], name=event["id"], input="{}"
    )["executionArn"]
    return {"executionArn": arn}


def counts(event, context):
    """Raises a counter in a table, on a condition."""
    table = os.environ["TABLE"]
    boto3.client("dynamodb").update_item(
        TableName=table,
        Key={"id": {"S": event["id"]}},
        UpdateExpression="SET #n = if_not_exists(#n, :zero) + :one",
        ConditionExpression="attribute_not_exists(#n) OR #n < :most",
        ExpressionAttributeNames={"#n": "n"},
        ExpressionAttributeValues={":zero": {"N": "0"}, ":one": {"N": "1"}, ":most": {"N": "2"}},
    )
    return {}


def batches(event, context):
    """Notes the bodies of a batch; reports those messages that say so."""
    bodies = [record["body"] for record in event["Records"]]
    CALLS.append(bodies)
    if any("crash" in body for body in bodies):
        raise KeyError("no such thing")
    failed = [record["messageId"] for record in event["Records"] if "fail" in record["body"]]
    return {"batchItemFailures": [{"itemIdentifier": each} for each in failed]}
