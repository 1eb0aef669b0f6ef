"""Nothing on a node calls AWS: what does is denied and noted, whoever started it."""

import boto3
import pytest
from account_scene import ScriptResult
from botocore.exceptions import ClientError

from rehearsal.aws.api.principal import PrincipalKind, calling

COMMAND = {
    "Type": "AWS::SSM::Document",
    "Properties": {
        "Name": "Probe",
        "DocumentType": "Command",
        "Content": {
            "schemaVersion": "2.2",
            "description": "Runs one script",
            "mainSteps": [
                {"action": "aws:runPowerShellScript", "name": "Run", "inputs": {"runCommand": ["Write-Output x"]}}
            ],
        },
    },
}


def test_a_script_on_a_node_calls_as_the_node_and_is_denied_although_an_administrator_sent_it(scene):
    s = scene({"Command": COMMAND})
    seen = []

    def script(_):
        seen.append(calling())
        with pytest.raises(ClientError) as raised:
            boto3.client("ec2", region_name="eu-west-1").describe_instances()
        seen.append(raised.value.response["Error"]["Code"])
        return ScriptResult("done")

    s.first.host.scripts["Probe"] = script
    dba = s.account.client("ssm", s.account.person("dba"))
    dba.send_command(DocumentName="Probe", InstanceIds=[s.first.id])
    s.clock.run_until()
    principal, code = seen
    assert (principal.kind, principal.session, code) == (PrincipalKind.NODE, s.first.id, "UnauthorizedOperation")
    (denial,) = s.account.denials
    assert denial.principal == f"arn:aws:sts::111122223333:assumed-role/no-profile/{s.first.id}"
    assert denial.action == "ec2:DescribeInstances"


def test_a_node_with_a_profile_calls_under_its_name(scene):
    s = scene()
    s.first.profile_role = "SqlNode"
    with s.world.on_node(s.first):
        assert calling().arn.endswith(f"assumed-role/SqlNode/{s.first.id}")
