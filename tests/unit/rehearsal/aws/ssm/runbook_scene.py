"""A runbook of given steps in an account, and ways to play it."""

from account_scene import allow, role

EVERYTHING = role("ssm.amazonaws.com", allow(["ec2:*", "sns:*", "states:*", "ssm:*", "iam:PassRole"]))


def runbook(*steps, outputs=(), name="Probe", variables=None, **parameters):
    content = {
        "schemaVersion": "0.3",
        "assumeRole": {"Fn::GetAtt": ["RunbookRole", "Arn"]},
        "parameters": {"InstanceId": {"type": "String", "default": "none"}, **parameters},
        "outputs": list(outputs),
        "mainSteps": list(steps),
    }
    if variables:
        content["variables"] = variables
    return {
        "Type": "AWS::SSM::Document",
        "Properties": {"Name": name, "DocumentType": "Automation", "Content": content},
    }


def begin(scene, *steps, more=None, faults=(), settings=(), **document):
    resources = {"RunbookRole": EVERYTHING, "Probe": runbook(*steps, **document), **(more or {})}
    return scene(resources, faults=faults, settings=settings)


def dba(s):
    return s.account.client("ssm", s.account.person("dba"))


def start(s, document="Probe", **parameters):
    given = {"InstanceId": [s.first.id], **parameters}
    return dba(s).start_automation_execution(DocumentName=document, Parameters=given)["AutomationExecutionId"]


def got(s, execution_id):
    return dba(s).get_automation_execution(AutomationExecutionId=execution_id)["AutomationExecution"]


def play(s, until=None, **parameters):
    execution_id = start(s, **parameters)
    s.clock.run_until(until)
    return got(s, execution_id)


def step(name, action, /, **inputs):
    return {"name": name, "action": action, "inputs": inputs}
