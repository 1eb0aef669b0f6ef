"""Resources that several tests deploy: a command, a runbook that runs it, a function for refused stops."""

import pytest
from account_scene import allow, function, role
from botocore.exceptions import ClientError

COMMAND = {
    "Type": "AWS::SSM::Document",
    "Properties": {
        "Name": "Probe-Host",
        "DocumentType": "Command",
        "Content": {
            "schemaVersion": "2.2",
            "description": "A probe.",
            "parameters": {
                "Token": {
                    "type": "String",
                    "allowedPattern": "^[0-9]{1,15}$",
                    "interpolationType": "ENV_VAR",
                    "default": "0",
                },
                "Mode": {"type": "String", "allowedValues": ["look", "act"], "interpolationType": "ENV_VAR"},
            },
            "mainSteps": [
                {
                    "name": "Probe",
                    "action": "aws:runPowerShellScript",
                    "inputs": {"timeoutSeconds": "120", "runCommand": ["$x = $env:SSM_Token", "exit 0"]},
                }
            ],
        },
    },
}
RUNBOOK = {
    "Type": "AWS::SSM::Document",
    "Properties": {
        "Name": "Probe",
        "DocumentType": "Automation",
        "Content": {
            "schemaVersion": "0.3",
            "description": "Runs the probe.",
            "assumeRole": "{{ AutomationAssumeRole }}",
            "parameters": {
                "InstanceId": {"type": "AWS::EC2::Instance::Id"},
                "AutomationAssumeRole": {
                    "type": "AWS::IAM::Role::Arn",
                    "default": {"Fn::GetAtt": ["RunbookRole", "Arn"]},
                },
                "Token": {"type": "String", "default": "0", "allowedPattern": "^[0-9]{1,15}$"},
            },
            "outputs": ["RunOnHost.CommandId", "ReadVerdict.Verdict"],
            "mainSteps": [
                {
                    "name": "RunOnHost",
                    "action": "aws:runCommand",
                    "timeoutSeconds": 300,
                    "onFailure": "Continue",
                    "isCritical": True,
                    "inputs": {
                        "DocumentName": "Probe-Host",
                        "InstanceIds": ["{{ InstanceId }}"],
                        "TimeoutSeconds": 60,
                        "Parameters": {"Token": "{{ Token }}", "Mode": "act"},
                    },
                    "nextStep": "ReadVerdict",
                },
                {
                    "name": "ReadVerdict",
                    "action": "aws:executeAwsApi",
                    "inputs": {
                        "Service": "ssm",
                        "Api": "GetCommandInvocation",
                        "CommandId": "{{ RunOnHost.CommandId }}",
                        "InstanceId": "{{ InstanceId }}",
                    },
                    "outputs": [
                        {"Name": "Verdict", "Selector": "$.StandardOutputContent", "Type": "String"},
                        {"Name": "ResponseCode", "Selector": "$.ResponseCode", "Type": "Integer"},
                    ],
                    "isEnd": True,
                },
            ],
        },
    },
}
RUNBOOK_ROLE = role(
    "ssm.amazonaws.com",
    allow(
        [
            "ssm:SendCommand",
            "ssm:GetCommandInvocation",
            "ssm:ListCommands",
            "ssm:ListCommandInvocations",
            "ssm:CancelCommand",
        ]
    ),
)
RESOURCES = {"Command": COMMAND, "Runbook": RUNBOOK, "RunbookRole": RUNBOOK_ROLE}

INGEST = {
    "IngestRole": role("lambda.amazonaws.com", allow("sqs:SendMessage")),
    "Ingest": function("echo", "IngestRole", SETTING="ingest"),
    "Undelivered": {"Type": "AWS::SQS::Queue", "Properties": {}},
    "RefusedStop": {
        "Type": "AWS::Events::Rule",
        "Properties": {
            "EventPattern": {
                "source": ["aws.ec2"],
                "detail-type": ["AWS API Call via CloudTrail"],
                "detail": {"eventName": ["StopInstances"], "errorCode": [{"suffix": "OperationNotPermitted"}]},
            },
            "Targets": [
                {
                    "Id": "Ingest",
                    "Arn": {"Fn::GetAtt": ["Ingest", "Arn"]},
                    "DeadLetterConfig": {"Arn": {"Fn::GetAtt": ["Undelivered", "Arn"]}},
                }
            ],
        },
    },
    "MayInvoke": {
        "Type": "AWS::Lambda::Permission",
        "Properties": {
            "Action": "lambda:InvokeFunction",
            "FunctionName": {"Fn::GetAtt": ["Ingest", "Arn"]},
            "Principal": "events.amazonaws.com",
            "SourceArn": {"Fn::GetAtt": ["RefusedStop", "Arn"]},
        },
    },
}


def refuse(scene):
    """A stop of the protected first instance, and the error that it gets."""
    scene.first.stop_protected = True
    dba = scene.account.person("dba")
    with pytest.raises(ClientError) as refused:
        scene.account.client("ec2", dba).stop_instances(InstanceIds=[scene.first.id])
    return refused.value
