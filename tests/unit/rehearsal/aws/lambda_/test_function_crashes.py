"""A function dies before its work, after it, or works twice: who asked learns what Lambda tells."""

import json

from account_scene import allow, function, role

from rehearsal.kernel.faults import Fault, FaultKind

NAME = "probe"


def probe(scene, *faults):
    resources = {
        "Role": role("lambda.amazonaws.com", allow("sqs:SendMessage")),
        "Slow": function("slow", "Role", SETTING="mine"),
        "Failures": {"Type": "AWS::SQS::Queue", "Properties": {}},
        "Invocation": {
            "Type": "AWS::Lambda::EventInvokeConfig",
            "Properties": {
                "FunctionName": {"Ref": "Slow"},
                "Qualifier": "$LATEST",
                "DestinationConfig": {"OnFailure": {"Destination": {"Fn::GetAtt": ["Failures", "Arn"]}}},
            },
        },
    }
    resources["Slow"]["Properties"]["FunctionName"] = NAME
    return scene(resources, faults=faults)


def send(scene):
    client = scene.account.client("lambda", scene.account.person("dba"))
    client.invoke(FunctionName=NAME, InvocationType="Event", Payload=b'{"seconds": 5}')
    scene.clock.run_until()


def reports(scene):
    queue = scene.account.stacks.find("AWS::SQS::Queue", "Failures")
    return [json.loads(body) for body in scene.account.messages(queue.physical_id)]


def test_a_crash_before_the_work_is_tried_twice_more_and_then_reported(scene):
    s = probe(scene, Fault(point=f"lambda.{NAME}", kind=FaultKind.FAIL, count=9))
    send(s)
    [report] = reports(s)
    assert report["requestContext"]["condition"] == "RetriesExhausted"
    assert report["requestContext"]["approximateInvokeCount"] == 3
    assert report["responsePayload"]["errorType"] == "Runtime.ExitError"
    assert report["requestPayload"] == {"seconds": 5}
    assert 180 < s.clock.monotonic() < 200


def test_a_crash_after_the_work_makes_lambda_do_the_work_again(scene):
    s = probe(scene, Fault(point=f"lambda.{NAME}", kind=FaultKind.LOST))
    send(s)
    assert s.account.functions.find(NAME).invocations == 2
    assert reports(s) == []
    assert s.clock.monotonic() > 60 + 2 * 5


def test_an_event_that_lambda_runs_twice_does_its_work_twice(scene):
    s = probe(scene, Fault(point=f"lambda.{NAME}", kind=FaultKind.REPEAT))
    send(s)
    assert 10 < s.clock.monotonic() < 20
    assert reports(s) == []
