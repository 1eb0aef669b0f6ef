"""A run of a document that a person started to act on hosts, as Systems Manager knows it: one of a single act may own a
lease."""

from __future__ import annotations

import time
from collections.abc import Container
from dataclasses import dataclass
from typing import TYPE_CHECKING

from adapters.documents.executions import read_execution
from cachewarden.loop.act_answer import ActRecord
from cachewarden.operation.act_documents import ACT_DOCUMENTS
from cachewarden.operation.actions import Action, PersonsAct
from cachewarden.operation.authority import CallRefusedError
from cachewarden.operation.lease import Owner

if TYPE_CHECKING:
    from types_boto3_ssm.literals import AutomationExecutionStatusType
    from types_boto3_ssm.type_defs import AutomationExecutionTypeDef

UNENDED: tuple[AutomationExecutionStatusType, ...] = ("Pending", "InProgress", "Waiting", "Cancelling")
STEPS_SETTLE_S = 5
"""How long a step may be missing among those that run: that the answer is up to date at once isn't documented."""
NODES = ("InstanceId", "PrimaryInstanceId")
"""Parameters that name instances, the one that the document is about first."""
BROKE_OFF = frozenset({"Failed", "TimedOut"})
_RESOURCE = ":automation-execution/"


@dataclass(frozen=True, slots=True, kw_only=True)
class ActRun:
    """`nodes`: the instances that it was started for, the one that it is about first; `steps`: those that run now;
    `record`: what its steps have said so far."""

    arn: str
    execution_id: str
    document: str
    document_version: str
    nodes: tuple[str, ...]
    running: bool
    cancelling: bool
    steps: frozenset[str]
    record: ActRecord

    @property
    def node(self) -> str:
        """The instance that it is about."""
        return self.nodes[0]

    @property
    def action(self) -> Action | PersonsAct:
        """The act of a document for a single one."""
        return ACT_DOCUMENTS[self.document]

    @property
    def owner(self) -> Owner:
        """As the owner of a lease."""
        return Owner(execution_arn=self.arn, node=self.node, purpose=self.action, request_id=self.execution_id)


def is_act_run(owner: str) -> bool:
    """Whether a lease's owner is called as Automation executions are."""
    return _RESOURCE in owner


def act_run(execution_id: str, *, state_machine_arn: str, documents: Container[str] = ACT_DOCUMENTS) -> ActRun | None:
    """The run; None where Systems Manager knows no such execution, or it is of none of the documents.

    A document's name is the account's own: one that another account shares is called by its ARN. `state_machine_arn`
    tells partition, region and account.
    """
    execution = read_execution(execution_id)
    if execution is None or execution["DocumentName"] not in documents:
        return None
    _, partition, _, region, account, *_ = state_machine_arn.split(":")
    parameters = execution["Parameters"]
    status = execution["AutomationExecutionStatus"]
    return ActRun(
        arn=f"arn:{partition}:ssm:{region}:{account}{_RESOURCE}{execution_id}",
        execution_id=execution_id,
        document=execution["DocumentName"],
        document_version=execution["DocumentVersion"],
        nodes=tuple(node for name in NODES if name in parameters for node in parameters[name]),
        running=status in UNENDED,
        cancelling=status == "Cancelling",
        steps=_steps(execution),
        record=_record(execution),
    )


def running_act(
    execution_id: str, *, state_machine_arn: str, step: str | None = None, documents: Container[str] = ACT_DOCUMENTS
) -> ActRun:
    """The run, if it is of one of the documents, runs, and is in `step` now. Raises `CallRefusedError`."""
    for looked_s in range(STEPS_SETTLE_S):
        if looked_s:
            time.sleep(1)
        run = act_run(execution_id, state_machine_arn=state_machine_arn, documents=documents)
        if run is None or not run.running:
            raise CallRefusedError(f"{execution_id[:64]} is no document of CacheWarden that runs")
        if step is None or step in run.steps:
            return run
    raise CallRefusedError(f"{execution_id} isn't in its step {step}")


def still_in_step(run: ActRun, step: str) -> bool:
    """Whether it is in this step even now, and has not been cancelled."""
    execution = read_execution(run.execution_id)
    return (
        execution is not None and execution["AutomationExecutionStatus"] == "InProgress" and step in _steps(execution)
    )


def act_runs(owner: str) -> bool:
    """Whether the run that owns a lease hasn't ended; one that Systems Manager has forgotten has."""
    execution = read_execution(owner.rsplit("/", 1)[-1])
    return execution is not None and execution["AutomationExecutionStatus"] in UNENDED


def _record(execution: AutomationExecutionTypeDef) -> ActRecord:
    steps = execution["StepExecutions"]
    return ActRecord(
        outputs={
            step["StepName"]: {name: "".join(values) for name, values in step.get("Outputs", {}).items()}
            for step in steps
        },
        failures={
            step["StepName"]: step.get("FailureMessage", step["StepStatus"])
            for step in steps
            if step["StepStatus"] in BROKE_OFF and step.get("IsCritical", True)
        },
        parameters={name: ",".join(values) for name, values in execution["Parameters"].items()},
        cancelling=execution["AutomationExecutionStatus"] == "Cancelling",
    )


def _steps(execution: AutomationExecutionTypeDef) -> frozenset[str]:
    return frozenset(step["StepName"] for step in execution["StepExecutions"] if step["StepStatus"] == "InProgress")
