"""What AWS asks of a role when a function or a machine is made, and what it leaves out without a word."""

import pytest
from account_scene import allow, function, role, trusting

from rehearsal.aws.api.errors import ApiError

LOG = ["logs:CreateLogDelivery", "logs:GetLogDelivery", "logs:UpdateLogDelivery", "logs:DeleteLogDelivery"]
MORE_LOG = [
    "logs:ListLogDeliveries",
    "logs:PutResourcePolicy",
    "logs:DescribeResourcePolicies",
    "logs:DescribeLogGroups",
]
QUEUE = {"Type": "AWS::SQS::Queue", "Properties": {"QueueName": "q"}}
QUEUE_ARN = "arn:aws:sqs:eu-west-1:111122223333:q"
ON_FAILURE = {
    "Type": "AWS::Lambda::EventInvokeConfig",
    "Properties": {
        "FunctionName": {"Ref": "Probe"},
        "Qualifier": "$LATEST",
        "DestinationConfig": {"OnFailure": {"Destination": {"Fn::GetAtt": ["Queue", "Arn"]}}},
    },
}


def bare(service, *statements, conditions=None):
    trust = trusting(service)
    if conditions:
        trust["Statement"][0]["Condition"] = conditions
    policies = [{"PolicyName": "Own", "PolicyDocument": {"Version": "2012-10-17", "Statement": list(statements)}}]
    properties = {"AssumeRolePolicyDocument": trust, "Policies": policies if statements else []}
    return {"Type": "AWS::IAM::Role", "Properties": properties}


def machine(role_resource, **properties):
    definition = '{"QueryLanguage":"JSONata","StartAt":"End","States":{"End":{"Type":"Succeed"}}}'
    return {
        "Role": role_resource,
        "Machine": {
            "Type": "AWS::StepFunctions::StateMachine",
            "Properties": {
                "StateMachineName": "m",
                "DefinitionString": definition,
                "RoleArn": {"Fn::GetAtt": ["Role", "Arn"]},
                **properties,
            },
        },
    }


def refusal(scene, resources):
    with pytest.raises(ApiError) as raised:
        scene(resources)
    return f"{raised.value.code}: {raised.value.message}"


def test_a_function_whose_role_trusts_another_service_is_not_made(scene):
    found = refusal(scene, {"Role": bare("ec2.amazonaws.com"), "Probe": function("echo", "Role")})
    assert found == "InvalidParameterValueException: The role defined for the function cannot be assumed by Lambda."


def test_lambda_is_not_known_to_say_on_whose_behalf_it_assumes_a_role(scene):
    own = bare("lambda.amazonaws.com", conditions={"StringEquals": {"aws:SourceAccount": "111122223333"}})
    assert "cannot be assumed by Lambda" in refusal(scene, {"Role": own, "Probe": function("echo", "Role")})


@pytest.mark.parametrize(("account", "made"), [("111122223333", True), ("444455556666", False)])
def test_a_machine_is_made_only_if_its_role_lets_step_functions_in_for_this_account(scene, account, made):
    own = bare("states.amazonaws.com", conditions={"StringEquals": {"aws:SourceAccount": account}})
    if made:
        assert scene(machine(own)).account.denials == []
    else:
        assert "is authorized to assume the provided role" in refusal(scene, machine(own))


@pytest.mark.parametrize("lacking", LOG + MORE_LOG)
def test_a_machine_that_logs_is_not_made_without_every_permission_for_log_delivery(scene, lacking):
    own = bare("states.amazonaws.com", allow([action for action in LOG + MORE_LOG if action != lacking]))
    found = refusal(scene, machine(own, LoggingConfiguration={"Level": "ALL"}))
    assert found == "AccessDeniedException: The state machine IAM Role is not authorized to access the Log Destination"


def test_a_machine_that_does_not_log_needs_no_permission_for_it(scene):
    assert scene(machine(bare("states.amazonaws.com"))).account.denials == []


def test_traces_that_a_machine_or_function_may_not_write_are_noted(scene):
    s = scene(machine(bare("states.amazonaws.com"), TracingConfiguration={"Enabled": True}))
    assert {denial.action for denial in s.account.denials} == {
        "xray:PutTraceSegments", "xray:PutTelemetryRecords", "xray:GetSamplingRules", "xray:GetSamplingTargets",
    }  # fmt: skip


def test_a_function_without_permission_for_its_log_is_noted(scene):
    s = scene({"Role": bare("lambda.amazonaws.com"), "Probe": function("echo", "Role")})
    assert [denial.action for denial in s.account.denials] == ["logs:CreateLogStream", "logs:PutLogEvents"]


def test_an_on_failure_queue_that_the_role_may_not_send_to_is_not_set(scene):
    resources = {"Queue": QUEUE, "Probe": function("echo", "Role"), "OnFailure": ON_FAILURE}
    found = refusal(scene, {"Role": role("lambda.amazonaws.com"), **resources})
    assert found.startswith("InvalidParameterValueException: The function's execution role does not have permissions")
    may = role("lambda.amazonaws.com", allow("sqs:SendMessage", QUEUE_ARN))
    assert scene({"Role": may, **resources}).account.denials == []
