"""A distributed Map: where its items come from, what its executions get, how many may fail, where results go."""

import json

import pytest

from rehearsal.engines.asl import InvalidDefinitionError, Machine, Status, TaskError, UnsupportedDefinitionError
from tests.unit.rehearsal.engines.asl.virtual_time import VirtualClock, machine, run

PASS = {"Type": "Pass", "End": True}
GET = "arn:aws:states:::s3:getObject"
LIST = "arn:aws:states:::s3:listObjectsV2"
PUT = "arn:aws:states:::s3:putObject"


def flow(**state):
    return {"StartAt": "I", "States": {"I": PASS | state}}


def distributed(processor=None, **fields):
    mode = {"ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"}}
    return {"Type": "Map", "ItemProcessor": (processor or flow()) | mode, **fields}


def failing_at(*values):
    """Fails for these items, gives the others back."""
    return {
        "StartAt": "I",
        "States": {
            "I": {
                "Type": "Choice",
                "Choices": [{"Condition": f"{{% $states.input in {json.dumps(values)} %}}", "Next": "F"}],
                "Default": "P",
            },
            "F": {"Type": "Fail", "Error": "Item", "Cause": "told to"},
            "P": PASS,
        },
    }


class Bucket:
    """S3 as far as a Map uses it."""

    def __init__(self, **objects):
        self.objects = objects
        self.written = {}

    def __call__(self, resource, arguments, context):
        match resource:
            case _ if resource == GET:
                if arguments["Key"] not in self.objects:
                    raise TaskError("S3.NoSuchKeyException", "The specified key does not exist.")
                return {"Body": self.objects[arguments["Key"]]}
            case _ if resource == LIST:
                return {"Contents": [{"Key": key, "Size": len(text)} for key, text in self.objects.items()]}
            case _ if resource == PUT:
                self.written[arguments["Key"]] = arguments["Body"]
                return {"ETag": "x"}
        raise AssertionError(resource)


def reading(kind, **config):
    return {
        "Resource": GET,
        "Arguments": {"Bucket": "b", "Key": "{% $states.input.key %}"},
        "ReaderConfig": {"InputType": kind, **config},
    }


def types(result):
    return [event.type for event in result.history]


def test_every_item_is_an_execution_of_its_own_with_its_own_history():
    children = []
    result = run(machine(S=distributed(Items=[1, 2, 3])), on_child=children.append)
    assert result.output == [1, 2, 3]
    assert types(result) == [
        "ExecutionStarted",
        *("MapStateEntered", "MapStateStarted", "MapRunStarted", "MapRunSucceeded", "MapStateSucceeded"),
        *("MapStateExited", "ExecutionSucceeded"),
    ]
    assert [child.input for child in children] == [1, 2, 3]
    assert all(child.status is Status.SUCCEEDED for child in children)
    assert all(
        [e.type for e in child.history.events][1:3] == ["PassStateEntered", "PassStateExited"] for child in children
    )
    assert len({child.arn for child in children}) == 3
    assert children[0].arn.split(":")[-2] == "machine/S"


def test_a_child_has_the_context_of_its_own_execution_and_its_item():
    output = {
        "id": "{% $states.context.Execution.Id %}",
        "input": "{% $states.context.Execution.Input %}",
        "machine": "{% $states.context.StateMachine.Name %}",
        "item": "{% $states.context.Map.Item %}",
    }
    told = run(machine(S=distributed(flow(Output=output), Items=["x"], Label="each")), {"p": 1}).output[0]
    assert told["input"] == "x"
    assert told["machine"] == "machine/each"
    assert told["item"] == {"Index": 0, "Value": "x"}
    assert ":machine/each:" in told["id"]


def test_item_selector_sees_the_item_and_the_state_s_input():
    selector = {"n": "{% $states.context.Map.Item.Value * $states.input.factor %}"}
    assert run(machine(S=distributed(Items=[1, 2], ItemSelector=selector)), {"factor": 10}).output == [
        {"n": 10},
        {"n": 20},
    ]


def test_variables_of_the_outer_scope_are_not_visible_and_names_may_be_used_again():
    definition = machine(
        S={"Type": "Pass", "Assign": {"x": 1}, "Next": "M"},
        M=distributed(flow(Assign={"x": 2}, Output="{% $exists($x) %}"), Items=[1]),
    )
    assert run(definition).output == [False]


@pytest.mark.parametrize(
    ("fields", "limit"), [({}, 10_000), ({"MaxConcurrency": 0}, 10_000), ({"MaxConcurrency": 7}, 7)]
)
def test_ten_thousand_run_at_once_unless_fewer_are_asked_for(fields, limit):
    seen = []

    def runner(branches, at_once):
        seen.append(at_once)
        return [branch() for branch in branches]

    run(machine(S=distributed(Items=[1], **fields)), run_branches=runner)
    assert seen == [limit]


@pytest.mark.parametrize(
    ("kind", "config", "text", "items"),
    [
        ("JSON", {}, '[1, {"a": null}]', [1, {"a": None}]),
        ("JSON", {}, '{"a": 1, "b": 2}', [{"Key": "a", "Value": 1}, {"Key": "b", "Value": 2}]),
        ("JSON", {"ItemsPointer": "/deep/l~1ist"}, '{"deep": {"l/ist": [5]}}', [5]),
        ("JSON", {"MaxItems": 2}, "[1, 2, 3]", [1, 2]),
        ("JSON", {"MaxItems": "{% 1 + 1 %}"}, "[1, 2, 3]", [1, 2]),
        ("JSONL", {}, '{"a": 1}\n\n{"a": 2}\n', [{"a": 1}, {"a": 2}]),
        ("CSV", {"CSVHeaderLocation": "FIRST_ROW"}, 'a,b\n1,"x, y"\n2\n3,z,w\n', "rows"),
        (
            "CSV",
            {"CSVHeaderLocation": "GIVEN", "CSVHeaders": ["k"], "CSVDelimiter": "PIPE"},
            "1|2\n3\n",
            [{"k": "1"}, {"k": "3"}],
        ),
    ],
)
def test_items_are_read_from_an_object(kind, config, text, items):
    if items == "rows":
        items = [{"a": "1", "b": "x, y"}, {"a": "2", "b": ""}, {"a": "3", "b": "z"}]
    reader = reading(kind, **config)
    result = run(machine(S=distributed(ItemReader=reader)), {"key": "k"}, tasks=Bucket(k=text))
    assert result.output == items, result.cause


def test_a_bucket_s_list_is_a_list_of_items():
    reader = {"Resource": LIST, "Arguments": {"Bucket": "b"}}
    result = run(
        machine(S=distributed(flow(Output="{% $states.input.Key %}"), ItemReader=reader)), tasks=Bucket(a="1", b="2")
    )
    assert result.output == ["a", "b"]


@pytest.mark.parametrize("text", [None, "{", '"text"'])
def test_what_cannot_be_read_fails_the_map_under_its_own_name(text):
    bucket = Bucket() if text is None else Bucket(k=text)
    caught = machine(
        S=distributed(ItemReader=reading("JSON"), Catch=[{"ErrorEquals": ["States.ItemReaderFailed"], "Next": "C"}]),
        C={"Type": "Succeed"},
    )
    result = run(caught, {"key": "k"}, tasks=bucket)
    assert result.status is Status.SUCCEEDED
    assert result.output["Error"] == "States.ItemReaderFailed"
    assert "MapRunFailed" in types(result)


@pytest.mark.parametrize(
    ("batcher", "batches"),
    [
        ({"MaxItemsPerBatch": 2}, [[1, 2], [3, 4], [5]]),
        ({"MaxItemsPerBatch": "{% $states.input.n %}"}, [[1, 2, 3], [4, 5]]),
        ({"MaxInputBytesPerBatch": len('{"Items":[1,2]}')}, [[1, 2], [3, 4], [5]]),
        ({"MaxInputBytesPerBatch": 100, "MaxItemsPerBatch": 4}, [[1, 2, 3, 4], [5]]),
    ],
)
def test_items_go_in_batches(batcher, batches):
    result = run(machine(S=distributed(Items=[1, 2, 3, 4, 5], ItemBatcher=batcher)), {"n": 3})
    assert result.output == [{"Items": batch} for batch in batches]


def test_a_batch_carries_the_common_input():
    batcher = {"MaxItemsPerBatch": 9, "BatchInput": {"n": "{% $states.input.n %}"}}
    assert run(machine(S=distributed(Items=[1], ItemBatcher=batcher)), {"n": 3}).output == [
        {"BatchInput": {"n": 3}, "Items": [1]}
    ]


WRITER = {"Resource": PUT, "Arguments": {"Bucket": "out", "Prefix": "runs"}}


@pytest.mark.parametrize(
    ("tolerated", "failures", "status"),
    [
        ({}, [1], Status.FAILED),
        ({"ToleratedFailureCount": 0}, [1], Status.FAILED),
        ({"ToleratedFailureCount": 2}, [1, 2], Status.SUCCEEDED),
        ({"ToleratedFailureCount": 2}, [1, 2, 3], Status.FAILED),
        ({"ToleratedFailurePercentage": 50}, [1, 2], Status.SUCCEEDED),
        ({"ToleratedFailurePercentage": 49}, [1, 2], Status.FAILED),
        ({"ToleratedFailurePercentage": "{% 100 %}"}, [1, 2, 3, 4], Status.SUCCEEDED),
        ({"ToleratedFailureCount": 1, "ToleratedFailurePercentage": 100}, [1, 2], Status.FAILED),
    ],
)
def test_as_many_items_may_fail_as_are_tolerated(tolerated, failures, status):
    bucket = Bucket()
    state = distributed(failing_at(*failures), Items=[1, 2, 3, 4], ResultWriter=WRITER, **tolerated)
    result = run(machine(S=state), tasks=bucket)
    assert result.status is status
    if status is Status.FAILED:
        assert result.error == "States.ExceedToleratedFailureThreshold"
        assert not bucket.written


def test_a_failed_batch_counts_all_its_items():
    state = distributed(
        {"StartAt": "F", "States": {"F": {"Type": "Fail"}}},
        Items=[1, 2, 3, 4],
        ItemBatcher={"MaxItemsPerBatch": 2},
        ToleratedFailureCount=3,
        ResultWriter=WRITER,
    )
    assert run(machine(S=state), tasks=Bucket()).error == "States.ExceedToleratedFailureThreshold"


def test_results_are_written_with_a_manifest_that_names_the_files():
    bucket = Bucket()
    state = distributed(failing_at(2), Items=[1, 2, 3], ResultWriter=WRITER, ToleratedFailureCount=1)
    output = run(machine(S=state), tasks=bucket).output
    key = output["ResultWriterDetails"]["Key"]
    folder = key.removesuffix("/manifest.json")
    assert folder.startswith("runs/") and folder.endswith(output["MapRunArn"].rpartition(":")[2])
    manifest = json.loads(bucket.written[key])
    assert manifest["MapRunArn"] == output["MapRunArn"]
    assert manifest["ResultFiles"]["PENDING"] == []
    (succeeded,) = manifest["ResultFiles"]["SUCCEEDED"]
    assert succeeded == {"Key": f"{folder}/SUCCEEDED_0.json", "Size": len(bucket.written[succeeded["Key"]])}
    told = json.loads(bucket.written[succeeded["Key"]])
    assert [(one["Input"], one["Output"], one["Status"]) for one in told] == [
        ("1", "1", "SUCCEEDED"),
        ("3", "3", "SUCCEEDED"),
    ]
    (failed,) = json.loads(bucket.written[f"{folder}/FAILED_0.json"])
    assert (failed["Error"], failed["Cause"], failed["Status"]) == ("Item", "told to", "FAILED")


@pytest.mark.parametrize(
    ("config", "output"),
    [
        ({"Transformation": "COMPACT"}, [[1, 2], 3]),
        ({"Transformation": "FLATTEN"}, [1, 2, 3]),
    ],
)
def test_results_are_transformed_in_place(config, output):
    assert run(machine(S=distributed(Items=[[1, 2], 3], ResultWriter={"WriterConfig": config}))).output == output


def test_results_that_cannot_be_written_fail_the_map():
    def refusing(resource, arguments, context):
        raise TaskError("S3.S3Exception", "Access Denied")

    result = run(machine(S=distributed(Items=[1], ResultWriter=WRITER)), tasks=refusing)
    assert (result.error, result.cause) == ("States.ResultWriterFailed", "Access Denied")


def test_the_parent_s_timeout_ends_its_children():
    waiting = {"StartAt": "W", "States": {"W": {"Type": "Wait", "Seconds": 100, "End": True}}}
    clock, children = VirtualClock(), []
    result = run(machine(timeout_s=60, S=distributed(waiting, Items=[1])), clock=clock, on_child=children.append)
    assert (result.status, clock.passed_s) == (Status.TIMED_OUT, 60)
    assert [child.status for child in children] == [Status.TIMED_OUT]


REFUSED = {
    "no execution type": {"Type": "Map", "ItemProcessor": flow() | {"ProcessorConfig": {"Mode": "DISTRIBUTED"}}},
    "execution type": {
        "Type": "Map",
        "ItemProcessor": flow() | {"ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "FAST"}},
    },
    "inline with a reader": {"Type": "Map", "ItemProcessor": flow(), "ItemReader": reading("JSON")},
    "inline with a label": {"Type": "Map", "ItemProcessor": flow(), "Label": "l"},
    "items and reader": distributed(Items=[1], ItemReader=reading("JSON")),
    "long label": distributed(Label="x" * 41),
    "reader of a queue": distributed(ItemReader={"Resource": "arn:aws:states:::sqs:receiveMessage"}),
    "no input type": distributed(ItemReader={"Resource": GET}),
    "CSV without header": distributed(ItemReader=reading("CSV")),
    "CSV header not given": distributed(ItemReader=reading("CSV", CSVHeaderLocation="GIVEN")),
    "batch without limit": distributed(ItemBatcher={"BatchInput": {}}),
    "batch too large": distributed(ItemBatcher={"MaxInputBytesPerBatch": 262_145}),
    "writer without place": distributed(ResultWriter={}),
    "writer of a queue": distributed(ResultWriter={"Resource": "arn:aws:states:::sqs:sendMessage", "Arguments": {}}),
    "too many at once": distributed(MaxConcurrency=10_001),
}


@pytest.mark.parametrize("state", REFUSED.values(), ids=REFUSED)
def test_definition_is_refused(state):
    with pytest.raises(InvalidDefinitionError):
        Machine.parse(machine(S=state))


@pytest.mark.parametrize("kind", ["MANIFEST", "PARQUET"])
def test_inputs_that_we_cannot_read_are_refused_as_such(kind):
    with pytest.raises(UnsupportedDefinitionError, match=kind):
        Machine.parse(machine(S=distributed(ItemReader=reading(kind))))
