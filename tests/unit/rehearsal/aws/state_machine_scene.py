"""Short ways to write a state machine's resources and to run it, for tests."""

import json

from account_scene import allow, role


def machine(name, states, role_name="MachineRole", **substitutions):
    definition = {"QueryLanguage": "JSONata", "StartAt": next(iter(states)), "States": states}
    return {
        "Type": "AWS::StepFunctions::StateMachine",
        "Properties": {
            "StateMachineName": name,
            "RoleArn": {"Fn::GetAtt": [role_name, "Arn"]},
            "DefinitionString": json.dumps(definition),
            "DefinitionSubstitutions": substitutions,
        },
    }


def invoke(function_arn, payload, **more):
    return {
        "Type": "Task",
        "Resource": "arn:aws:states:::lambda:invoke",
        "Arguments": {"FunctionName": function_arn, "Payload": payload},
        "Output": "{% $states.result.Payload %}",
        **more,
    }


MACHINE_ROLE = role(
    "states.amazonaws.com",
    allow(["lambda:InvokeFunction", "states:*", "sns:Publish", "dynamodb:PutItem", "events:*", "ssm:GetParameter"]),
)


def run(scene, arn, value=None, name="run"):
    client = scene.account.client("stepfunctions", scene.account.person("dba"))
    execution = client.start_execution(stateMachineArn=arn, name=name, input=json.dumps(value or {}))["executionArn"]
    scene.clock.run_until()
    return client.describe_execution(executionArn=execution)


def arn(scene, logical_id):
    return scene.account.stacks.find("AWS::StepFunctions::StateMachine", logical_id).physical_id


WAITING = {"Wait": {"Type": "Wait", "Seconds": 100, "End": True}}
