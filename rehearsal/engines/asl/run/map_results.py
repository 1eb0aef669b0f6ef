"""The results of a Map Run: the state's output, or files in a bucket and the location of their manifest.

Source: page "ResultWriter (Map)".
"""

from collections.abc import Mapping, Sequence
from typing import Any

from rehearsal.engines.asl.clock import format_timestamp
from rehearsal.engines.asl.errors import StateError, States, TaskError
from rehearsal.engines.asl.run.result import ExecutionResult
from rehearsal.engines.asl.run.visit import Visit
from rehearsal.engines.asl.syntax.states import ResultWriter
from rehearsal.engines.asl.syntax.template import evaluate
from rehearsal.engines.asl.values import Json, json_text

KINDS = ("FAILED", "PENDING", "SUCCEEDED")


def map_output(visit: Visit, writer: ResultWriter | None, results: Sequence[ExecutionResult], map_run_arn: str) -> Json:
    """Raises StateError States.ResultWriterFailed."""
    if writer is None:
        return [result.output for result in results]
    if writer.resource is None:
        return _transformed(writer, results)
    given = {} if writer.arguments is None else visit.query(evaluate, writer.arguments, visit.view())
    folder = "/".join(part for part in (given.get("Prefix"), map_run_arn.rpartition(":")[2]) if part)
    files: dict[str, list[Json]] = {kind: [] for kind in KINDS}
    for kind in ("SUCCEEDED", "FAILED"):
        chosen = [result for result in results if (result.status == "SUCCEEDED") == (kind == "SUCCEEDED")]
        if chosen:
            values = _transformed(writer, chosen) if kind == "SUCCEEDED" else [_described(one) for one in chosen]
            body = "\n".join(map(json_text, values)) if writer.lines else json_text(values)
            key = f"{folder}/{kind}_0.json{'l' if writer.lines else ''}"
            _put(visit, writer.resource, given["Bucket"], key, body)
            files[kind].append({"Key": key, "Size": len(body.encode())})
    manifest = {"DestinationBucket": given["Bucket"], "MapRunArn": map_run_arn, "ResultFiles": files}
    key = f"{folder}/manifest.json"
    _put(visit, writer.resource, given["Bucket"], key, json_text(manifest))
    return {"MapRunArn": map_run_arn, "ResultWriterDetails": {"Bucket": given["Bucket"], "Key": key}}


def _transformed(writer: ResultWriter, results: Sequence[ExecutionResult]) -> list[Json]:
    outputs = [result.output for result in results]
    match writer.transformation:
        case "NONE":
            return [_described(result) for result in results]
        case "FLATTEN":
            return [item for output in outputs for item in (output if isinstance(output, list) else [output])]
        case _:
            return outputs


def _described(result: ExecutionResult) -> dict[str, Any]:
    """The fields of DescribeExecution, capitalized as in the exported files."""
    described: dict[str, Any] = {
        "ExecutionArn": result.arn,
        "Input": json_text(result.input),
        "InputDetails": {"Included": True},
        "Name": result.arn.rpartition(":")[2],
        "RedriveCount": 0,
        "StartDate": format_timestamp(result.started_at),
        "StateMachineArn": result.arn.replace(":execution:", ":stateMachine:").rpartition(":")[0],
        "Status": result.status.value,
        "StopDate": format_timestamp(result.ended_at),
    }
    if result.status == "SUCCEEDED":
        return described | {"Output": json_text(result.output), "OutputDetails": {"Included": True}}
    failure: Mapping[str, str | None] = {"Error": result.error, "Cause": result.cause}
    return described | {name: text for name, text in failure.items() if text is not None}


def _put(visit: Visit, resource: str, bucket: str, key: str, body: str) -> None:
    try:
        visit.run.tasks(resource, {"Bucket": bucket, "Key": key, "Body": body}, visit.service_context())
    except TaskError as failure:
        raise StateError(States.RESULT_WRITER_FAILED, failure.cause or failure.error) from failure
