"""The numbers by which Windows says how its storage is are named once: no other function compares a status with one.

A function of the rooms that read storage asks Get-CwStatusNumber for the name. What else is compared with numbers there
has its reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from checks.check import Check, Finding
from checks.deployment import Deployment
from checks.host_scripts.sources import FUNCTIONS, HostScript, host_scripts, place
from rehearsal.engines.powershell.syntax import nodes
from rehearsal.engines.powershell.syntax.nodes import BinaryOperator

NAME = "host-status-numbers"
HOME = "Get-CwStatusNumber"
ROOMS = ("storage", "member_record", "classification", "cache", "provisioning", "tempdb", "worker", "facts")
OTHER_NUMBERS: Mapping[str, str] = {
    "Get-CwStoragePlan": "Units of ReFS in KiB.",
    "Get-CwWorkerEvidence": "State of a scheduled task.",
}
"""Functions that look for a number in a list, and what it is."""

STATUS = frozenset(
    {
        "health", "operational", "usage", "state", "detachedreason", "healthstatus", "operationalstatus", "jobstate",
        "cannotpoolreason",
    }
)  # fmt: skip
_LISTS = frozenset({BinaryOperator.IN, BinaryOperator.NOTIN, BinaryOperator.CONTAINS, BinaryOperator.NOTCONTAINS})
_ORDERS = frozenset(
    {BinaryOperator.EQ, BinaryOperator.NE, BinaryOperator.LT, BinaryOperator.LE, BinaryOperator.GT, BinaryOperator.GE}
)


def findings(deployment: Deployment) -> Iterator[Finding]:
    """Of every function in these rooms."""
    for script in host_scripts(deployment):
        if script.tree is None or script.stem == HOME or not script.path.startswith(_FOLDERS):
            continue
        for node in script.tree.descendants():
            if isinstance(node, nodes.BinaryExpression) and _is_bare(node, script):
                yield Finding(
                    check=NAME,
                    where=place(script.path, node.operator_extent),
                    problem=f"{script.stem} compares a status with a number of its own",
                    remedy=f"Name the number in {HOME}, and compare with that.",
                )


_FOLDERS = tuple(f"{FUNCTIONS}/{room}/" for room in ROOMS)


def _is_bare(node: nodes.BinaryExpression, script: HostScript) -> bool:
    if not _numbers(node.right) and not _numbers(node.left):
        return False
    if node.operator in _LISTS:
        return script.stem not in OTHER_NUMBERS
    return node.operator in _ORDERS and any(_names_a_status(side) for side in (node.left, node.right))


def _numbers(side: nodes.Expression) -> bool:
    """Whether it is a number, or a list of them."""
    if isinstance(side, nodes.ArrayLiteral):
        return all(isinstance(element, nodes.Constant) for element in side.elements)
    return isinstance(side, nodes.Constant)


def _names_a_status(side: nodes.Expression) -> bool:
    """Whether it is a status, or a part of one; how many there are of a status is none."""
    member = side.member if isinstance(side, nodes.Member) else None
    if isinstance(member, nodes.StringConstant) and member.value.lower() == "count":
        return False
    return any(_status_word(node) for node in (side, *side.descendants()))


def _status_word(node: nodes.Node) -> bool:
    match node:
        case nodes.StringConstant():
            return node.value.lower() in STATUS
        case nodes.Variable():
            return node.name.lower() in STATUS
        case _:
            return False


CHECK = Check(
    name=NAME,
    proves="Storage's status numbers are named in one function; no other compares a status with a number of its own.",
    findings=findings,
)
