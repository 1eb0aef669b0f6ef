"""A denied call reads as at AWS, and leaves nothing behind but a note of it."""

import pytest
from account_scene import allow, make_instance, make_world
from botocore.exceptions import ClientError

QUEUE = {"Type": "AWS::SQS::Queue", "Properties": {"QueueName": "q"}}
TOPIC = {"Type": "AWS::SNS::Topic", "Properties": {"TopicName": "t"}}
QUEUE_ARN = "arn:aws:sqs:eu-west-1:111122223333:q"
QUEUE_URL = "https://sqs.eu-west-1.amazonaws.com/111122223333/q"
TOPIC_ARN = "arn:aws:sns:eu-west-1:111122223333:t"
CLERK = "arn:aws:iam::111122223333:user/clerk"


def policy(*statements):
    return {"Version": "2012-10-17", "Statement": list(statements)}


def of_queue(*statements):
    about = {"Queues": [{"Ref": "Queue"}], "PolicyDocument": policy(*statements)}
    return {"Queue": QUEUE, "Policy": {"Type": "AWS::SQS::QueuePolicy", "Properties": about}}


def client(s, service, *statements):
    return s.account.client(service, s.account.person("clerk", policy(*statements)))


def error_of(call, **parameters):
    with pytest.raises(ClientError) as raised:
        call(**parameters)
    return raised.value.response["Error"]


def test_ec2_denies_under_its_own_code_with_an_encoded_message_for_what_changes(scene):
    s = scene()
    error = error_of(client(s, "ec2", allow("ec2:DescribeInstances")).stop_instances, InstanceIds=[s.first.id])
    assert error["Code"] == "UnauthorizedOperation"
    text, _, encoded = error["Message"].partition(" Encoded authorization failure message: ")
    assert text == (
        f"You are not authorized to perform this operation. User: {CLERK} is not authorized to perform: "
        f"ec2:StopInstances on resource: arn:aws:ec2:eu-west-1:111122223333:instance/{s.first.id} because no "
        "identity-based policy allows the ec2:StopInstances action."
    )
    assert len(encoded) > 100
    assert s.first.state.api_name == "running"


def test_ec2_names_no_resource_where_the_action_knows_none(scene):
    error = error_of(client(scene(), "ec2", allow("ec2:StopInstances")).describe_instances)
    assert error["Message"] == (
        f"You are not authorized to perform this operation. User: {CLERK} is not authorized to perform: "
        "ec2:DescribeInstances because no identity-based policy allows the ec2:DescribeInstances action"
    )


def test_systems_manager_names_all_of_its_own_where_the_action_knows_no_resource(scene):
    error = error_of(client(scene(), "ssm", allow("ec2:StopInstances")).list_commands)
    assert error == {
        "Code": "AccessDeniedException",
        "Message": f"User: {CLERK} is not authorized to perform: ssm:ListCommands on resource: "
        "arn:aws:ssm:eu-west-1:111122223333:* because no identity-based policy allows the ssm:ListCommands action",
    }


def test_sns_and_sqs_write_the_action_their_own_way(scene):
    s = scene({"Queue": QUEUE, "Topic": TOPIC})
    error = error_of(client(s, "sns", allow("sqs:*")).publish, TopicArn=TOPIC_ARN, Message="m")
    assert error["Code"] == "AuthorizationError"
    assert f"perform: SNS:Publish on resource: {TOPIC_ARN} because no identity-based" in error["Message"]
    error = error_of(client(s, "sqs", allow("sns:*")).send_message, QueueUrl=QUEUE_URL, MessageBody="m")
    assert error["Code"] == "AccessDenied"
    assert error["Message"].endswith("because no identity-based policy allows the sqs:sendmessage action")


def test_an_explicit_deny_is_called_so_by_the_kind_of_its_policy(scene):
    no = {"Sid": "No", "Effect": "Deny", "Action": "ec2:StopInstances", "Resource": "*"}
    s = scene(of_queue({**no, "Action": "sqs:SendMessage", "Resource": QUEUE_ARN, "Principal": "*"}))
    error = error_of(client(s, "ec2", allow("*"), no).stop_instances, InstanceIds=[s.first.id])
    assert "with an explicit deny in an identity-based policy." in error["Message"]
    error = error_of(client(s, "sqs", allow("*")).send_message, QueueUrl=QUEUE_URL, MessageBody="m")
    assert error["Message"].endswith("with an explicit deny in a resource-based policy")
    assert [denial.why for denial in s.account.denials] == [
        "with an explicit deny in user/clerk/No",
        "with an explicit deny in Policy/No",
    ]


def test_a_resource_policy_that_names_the_caller_is_enough_and_the_account_as_principal_is_not(scene):
    grant = {"Effect": "Allow", "Action": "sqs:SendMessage", "Resource": QUEUE_ARN}
    s = scene(of_queue({**grant, "Principal": {"AWS": CLERK}}))
    client(s, "sqs", allow("sns:Publish")).send_message(QueueUrl=QUEUE_URL, MessageBody="m")
    assert s.account.messages("q") == ["m"]


def test_the_account_as_principal_leaves_it_to_the_callers_own_policy(scene):
    root = {"AWS": "arn:aws:iam::111122223333:root"}
    s = scene(of_queue({"Effect": "Allow", "Action": "sqs:*", "Resource": QUEUE_ARN, "Principal": root}))
    error_of(client(s, "sqs", allow("sns:Publish")).send_message, QueueUrl=QUEUE_URL, MessageBody="m")
    client(s, "sqs", allow("sqs:SendMessage")).send_message(QueueUrl=QUEUE_URL, MessageBody="m")


def test_the_account_as_principal_of_a_deny_means_everybody_in_it(scene):
    root = {"AWS": "111122223333"}
    s = scene(of_queue({"Effect": "Deny", "Action": "sqs:*", "Resource": QUEUE_ARN, "Principal": root}))
    error_of(client(s, "sqs", allow("*")).send_message, QueueUrl=QUEUE_URL, MessageBody="m")


def test_a_person_without_a_policy_may_do_everything_and_nothing_is_noted(scene):
    s = scene()
    s.account.client("ec2", s.account.person("dba")).stop_instances(InstanceIds=[s.first.id])
    assert s.account.denials == []


def test_the_same_denial_reads_the_same_in_every_run(scene):
    texts = set()
    for _ in range(2):
        s = scene()
        texts.add(error_of(client(s, "ec2", allow("sns:*")).stop_instances, InstanceIds=[s.first.id])["Message"])
    assert len(texts) == 1
    assert make_instance(make_world(), "X", "eu-west-1a") is not None
