"""Change templates of Change Manager, as plain objects: which runbooks they run, and who approves them."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from infra.documents.audience import Audience
from infra.documents.builder import ROOT, BuiltDocument
from infra.documents.templates import filled, load

CHANGE = "CacheWarden-PlannedChange"
EMERGENCY = "CacheWarden-EmergencyChange"
DESCRIPTIONS = {
    CHANGE: "A planned change of a node with CacheWarden's runbooks: approved first, only while the calendar is open.",
    EMERGENCY: "The same in an emergency: it may run while the calendar is closed, and is approved first all the same.",
}
KINDS = {"user": "IamUser", "role": "IamRole"}
"""Resource type of an ARN -> type of an approver [change-management#templates]."""
MAINTAIN_REPLICA_STEP = "MaintainReplica"


def build_change_templates(
    documents: Iterable[BuiltDocument], approvers: Iterable[str], topic_arn: object, *, root: Path = ROOT
) -> dict[str, dict[str, Any]]:
    """Both templates by name. `approvers`: ARNs of users and roles; each alone is enough.

    Their runbooks are the operator's documents of the whole workflow: single acts and consents aren't among them.
    """
    runbooks = [
        {"name": document.name, "version": "$DEFAULT"}
        for document in documents
        if document.audience is Audience.OPERATOR
        and any(step["name"] == MAINTAIN_REPLICA_STEP for step in document.content["mainSteps"])
    ]
    asked = [_approver(arn) for arn in approvers]
    template = load(root / "templates" / "change_template.yaml")
    return {
        name: filled(
            template,
            {
                "DESCRIPTION": description,
                "EMERGENCY": name == EMERGENCY,
                "RUNBOOKS": runbooks,
                "TOPIC_ARN": topic_arn,
                "APPROVERS": asked,
            },
        )
        for name, description in DESCRIPTIONS.items()
    }


def _approver(arn: str) -> dict[str, object]:
    kind, _, path = arn.rpartition(":")[2].partition("/")
    return {"approver": path.rpartition("/")[2], "type": KINDS[kind], "minRequiredApprovals": 0}
