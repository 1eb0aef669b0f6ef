"""The actions of schema 0.3 that are executed: inputs, outputs, timeouts, where onCancel may lead.

Source: SSM user guide, "Systems Manager Automation actions reference", one page an action. An input that AWS has and
this engine doesn't model is named as such; one that AWS doesn't know is called unknown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

DAY_S = 86_400.0
UNDOCUMENTED_TIMEOUT_S = 3_600.0
"""Where AWS documents no default; the product's documents always set one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionForm:
    """What a step of one action may hold. `timeout_s` None: the action ends by itself."""

    required: frozenset[str] = frozenset()
    optional: frozenset[str] = frozenset()
    unmodelled: frozenset[str] = frozenset()
    calls_api: bool = False
    """Takes the inputs of the API that it calls, in addition to its own."""
    writes: frozenset[str] = frozenset()
    """Outputs that exist without being declared."""
    declares: bool = False
    """May have an `outputs` section with selectors."""
    timeout_s: float | None = UNDOCUMENTED_TIMEOUT_S
    timeout_max_s: float | None = None
    has_on_cancel: bool = True
    reached_by_cancel: bool = True
    """onCancel of other steps may lead here."""


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


ACTION_FORMS: Mapping[str, ActionForm] = {
    "aws:approve": ActionForm(
        required=_names("Approvers"),
        optional=_names("NotificationArn Message MinRequiredApprovals"),
        writes=_names("ApprovalStatus ApproverDecisions"),
        timeout_s=7 * DAY_S,
        timeout_max_s=30 * DAY_S,
        reached_by_cancel=False,
    ),
    "aws:assertAwsResourceProperty": ActionForm(
        required=_names("Service Api PropertySelector DesiredValues"), calls_api=True
    ),
    "aws:branch": ActionForm(required=_names("Choices"), optional=_names("Default")),
    "aws:changeInstanceState": ActionForm(
        required=_names("InstanceIds DesiredState"),
        optional=_names("CheckStateOnly"),
        unmodelled=_names("Force AdditionalInfo"),
        writes=_names("InstanceStates"),
        timeout_s=3_600.0,
    ),
    "aws:createTags": ActionForm(
        required=_names("ResourceIds Tags"), optional=_names("ResourceType"), reached_by_cancel=False
    ),
    "aws:executeAutomation": ActionForm(
        required=_names("DocumentName"),
        optional=_names("DocumentVersion RuntimeParameters"),
        unmodelled=_names("MaxConcurrency MaxErrors Tags TargetLocations TargetMaps TargetParameterName Targets"),
        writes=_names("Output ExecutionId Status"),
    ),
    "aws:executeAwsApi": ActionForm(required=_names("Service Api"), calls_api=True, declares=True),
    "aws:executeScript": ActionForm(
        required=_names("Runtime Script Handler"),
        optional=_names("InputPayload"),
        unmodelled=_names("Attachment"),
        writes=_names("Payload OutputPayload"),
        declares=True,
        timeout_s=600.0,
        timeout_max_s=600.0,
    ),
    "aws:executeStateMachine": ActionForm(
        required=_names("stateMachineArn"),
        optional=_names("name input"),
        writes=_names("executionArn input name output startDate stateMachineArn status stopDate"),
    ),
    "aws:invokeLambdaFunction": ActionForm(
        required=_names("FunctionName"),
        optional=_names("InputPayload Payload"),
        unmodelled=_names("Qualifier InvocationType LogType ClientContext"),
        writes=_names("StatusCode FunctionError Payload"),
        declares=True,
        timeout_s=300.0,
        timeout_max_s=300.0,
    ),
    "aws:loop": ActionForm(
        required=_names("Steps"),
        optional=_names("Iterators IteratorDataType LoopCondition MaxIterations"),
        writes=_names("CurrentIteration CurrentIteratorValue"),
        timeout_s=None,
        has_on_cancel=False,
        reached_by_cancel=False,
    ),
    "aws:pause": ActionForm(timeout_s=7 * DAY_S, timeout_max_s=30 * DAY_S, reached_by_cancel=False),
    "aws:runCommand": ActionForm(
        required=_names("DocumentName InstanceIds"),
        optional=_names("Parameters TimeoutSeconds Comment CloudWatchOutputConfig DocumentHash DocumentHashType"),
        unmodelled=_names(
            "Targets MaxConcurrency MaxErrors NotificationConfig OutputS3BucketName OutputS3KeyPrefix ServiceRoleArn"
        ),
        writes=_names("CommandId Status ResponseCode Output OutputPayload"),
    ),
    "aws:sleep": ActionForm(optional=_names("Duration Timestamp"), timeout_s=None, reached_by_cancel=False),
    "aws:updateVariable": ActionForm(required=_names("Name Value"), has_on_cancel=False),
    "aws:waitForAwsResourceProperty": ActionForm(
        required=_names("Service Api PropertySelector DesiredValues"), calls_api=True, timeout_s=3_600.0
    ),
}
UNMODELLED_ACTIONS = frozenset(
    {
        "aws:copyImage", "aws:createImage", "aws:createStack", "aws:deleteImage", "aws:deleteStack",
        "aws:invokeWebhook", "aws:runInstances",
    }
)  # fmt: skip
"""AWS has these too; a document that uses one is refused as not modelled, not as wrong."""
CLOUDWATCH_CONFIG = frozenset({"CloudWatchLogGroupName", "CloudWatchOutputEnabled"})
