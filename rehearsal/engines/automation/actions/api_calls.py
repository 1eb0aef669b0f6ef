"""aws:executeAwsApi, aws:assertAwsResourceProperty, aws:waitForAwsResourceProperty.

A selector that finds nothing leaves its output without a value, and the step succeeds; a step that needs the value
later fails (SSM user guide: the examples branch on outputs that may be missing). A value of another type than declared
fails the step.
"""

from __future__ import annotations

from typing import Any

from rehearsal.engines.automation.actions.calls import call, listed, operation
from rehearsal.engines.automation.actions.context import ActionContext
from rehearsal.engines.automation.document.data_types import as_output
from rehearsal.engines.automation.document.placeholders import as_text
from rehearsal.engines.automation.document.selectors import select
from rehearsal.engines.automation.errors import FailureStage, FailureType, StepFailedError, invalid_input
from rehearsal.engines.automation.run.execution import AutomationRun
from rehearsal.engines.automation.run.step_record import StepRecord, pause

OWN_INPUTS = frozenset({"Service", "Api", "PropertySelector", "DesiredValues"})


class ApiCalls:
    """The three actions that call an API of the document's choice."""

    def __init__(self, context: ActionContext) -> None:
        self._context = context

    def execute(self, record: StepRecord, run: AutomationRun) -> None:
        """Calls once and takes the declared outputs from the response."""
        write_outputs(record, self._response(record))

    def check(self, record: StepRecord, run: AutomationRun) -> None:
        """aws:assertAwsResourceProperty: compares once."""
        have, wanted = self._property(record), _wanted(record)
        if have not in wanted:
            raise StepFailedError(
                f"{record.inputs['PropertySelector']} is {have!r}, wanted one of {wanted}",
                stage=FailureStage.POST_VERIFICATION,
                kind=FailureType.VERIFICATION,
            )

    def wait(self, record: StepRecord, run: AutomationRun) -> None:
        """aws:waitForAwsResourceProperty: polls until the property has a desired value."""
        wanted = _wanted(record)
        while self._property(record) not in wanted:
            pause(run.clock, record, self._context.poll_s(), f"waiting for {record.inputs['PropertySelector']}")

    def _property(self, record: StepRecord) -> str | None:
        try:
            return as_text(select(self._response(record), record.inputs["PropertySelector"]))
        except LookupError:
            return None
        except ValueError as error:
            raise invalid_input(f"PropertySelector: {error}") from None

    def _response(self, record: StepRecord) -> Any:
        inputs = record.inputs
        client = call(lambda: self._context.client(str(inputs["Service"]).lower()))
        name = operation(client, str(inputs["Api"]))
        if name is None:
            raise invalid_input(f"{inputs['Service']} has no API {inputs['Api']}")
        arguments = {key: value for key, value in inputs.items() if key not in OWN_INPUTS}
        return call(lambda: client._make_api_call(name, arguments))


def write_outputs(record: StepRecord, response: Any) -> None:
    """The step's declared outputs, as far as their selectors find something."""
    for output in record.step.outputs:
        try:
            value = output.selector.find(response)
        except LookupError:
            continue
        if value is not None:
            record.outputs[output.name] = as_output(value, output.type, output.name)


def _wanted(record: StepRecord) -> list[str]:
    return [as_text(value) for value in listed(record.inputs["DesiredValues"])]
