"""aws:invokeLambdaFunction: invokes a function and waits for its answer.

What a selector of a declared output starts from, and whether a function that raises fails the step, AWS's pages leave
open [automation#lambda-outputs]: both are the account's to say. Cancelling doesn't end an invocation.
"""

from __future__ import annotations

import json
from typing import Any

from rehearsal.engines.automation.actions.api_calls import write_outputs
from rehearsal.engines.automation.actions.context import ActionContext
from rehearsal.engines.automation.document.placeholders import as_text
from rehearsal.engines.automation.errors import StepFailedError, invalid_input
from rehearsal.engines.automation.run.execution import AutomationRun
from rehearsal.engines.automation.run.step_record import StepRecord


class LambdaFunction:
    """Performs aws:invokeLambdaFunction."""

    def __init__(self, context: ActionContext) -> None:
        self._context = context

    def run(self, record: StepRecord, run: AutomationRun) -> None:
        """Raises StepFailedError when the function can't be invoked, or raises."""
        answer = self._context.invoke_function(as_text(record.inputs["FunctionName"]), _payload(record))
        record.outputs |= {"StatusCode": "200", "Payload": json.dumps(answer.payload)}
        if answer.error is not None:
            record.outputs |= {"FunctionError": "Unhandled", "Payload": json.dumps(answer.error)}
            if self._context.function_errors_fail:
                raise StepFailedError(
                    f"Lambda function {record.inputs['FunctionName']} failed: {json.dumps(answer.error)}"
                )
            return
        write_outputs(record, answer.payload if self._context.selects_in_payload else {"Payload": answer.payload})


def _payload(record: StepRecord) -> Any:
    if "InputPayload" in record.inputs:
        return record.inputs["InputPayload"]
    try:
        return json.loads(as_text(record.inputs.get("Payload", "{}")))
    except ValueError as error:
        raise invalid_input(f"Payload is no JSON: {error}") from None
