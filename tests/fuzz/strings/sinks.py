"""Where a text from outside ends up, and what is wrong about what comes out there. Each judge has its rule from AWS."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import partial

from cachewarden.loop.notification import subject_line
from cachewarden.operation.idempotency import action_token, execution_name
from cachewarden.operation.last_operation import tag_value
from cachewarden.operation.operation_json import parse_operation
from cachewarden.operation.policy import OWNER_TAGS, Answer, policy_from_tags
from rehearsal.aws.ssm.document_parameters import Parameter
from rehearsal.aws.ssm.documents import Documents
from tests.unit.lambdas.loop_driver import request
from tests.unit.lambdas.sales_cluster import Sales

Judge = Callable[[str], str | None]
"""What is wrong; None when nothing is. What it raises is an undeclared error."""

HARMLESS = re.compile(r"[A-Za-z0-9 .,:_()/@#+-]*")
"""Nothing of it means something to PowerShell's environment, JSON, JSONata, YAML or a terminal."""
_SALES = Sales()


def sns_subject(text: str) -> str | None:
    """SNS API reference, Publish: ASCII, begins with a letter, number or punctuation mark, under 100, no line break."""
    subject = subject_line(f"CacheWarden: {text} is stopped")
    return None if re.fullmatch(r"[!-~][ -~]{0,98}", subject) else f"no subject: {subject!r}"


def tag(text: str) -> str | None:
    """EC2 user guide, Tag restrictions: letters, spaces, numbers and _ . : / = + - @, at most 256."""
    asked = request(_SALES.one, "Stopped", _SALES) | {"requestId": text, "requestedBy": text, "reason": text}
    written = tag_value(parse_operation(asked), text)
    bad = [one for one in written if unicodedata.category(one)[0] not in "LN" and one not in " _.:/=+-@"]
    return f"a tag's value has {bad!r}" if bad or len(written) > 256 else None


def owner_tag(text: str) -> str | None:
    """docs/tags.md: only `true` opts in, and an answer that isn't one is the most careful."""
    for name in sorted(OWNER_TAGS):
        policy = policy_from_tags({name: text})
        if policy.managed and not (name == "cachewarden:managed" and text == "true"):
            return f"{name}={text!r} opts in"
        word = text.strip().lower()
        if policy.on_health is Answer.AUTO and (name, word) != ("cachewarden:on-health", "auto"):
            return f"{name}={text!r} lets AWS's notices be answered"
        if name == "cachewarden:on-stop" and word not in ("", "auto") and policy.on_stop is Answer.AUTO:
            return f"{name}={text!r} lets refused stops be answered"
    return None


def name_of_execution(text: str) -> str | None:
    """Step Functions API reference, StartExecution: here only letters, digits, - and _, at most 80."""
    name = execution_name(goal="Preflight", instance_id="i-0123456789abcdef0", kind="opt-in", event_id=text)
    return None if re.fullmatch(r"[A-Za-z0-9_-]{1,80}", name) else f"no name: {name!r}"


def token_of_action(text: str) -> str | None:
    """Systems Manager's ClientToken is a UUID."""
    token = action_token(execution_arn=text, action=text, node=text, attempt=1)
    return None if re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", token) else f"no UUID: {token!r}"


def document_parameters(documents: Documents) -> Mapping[str, Judge]:
    """A judge for each parameter of each deployed document: what it takes is harmless wherever it goes."""
    judges: dict[str, Judge] = {}
    for document in documents.by_name.values():
        version = document.version(None)
        for name, parameter in version.parameters.items():
            if name == "AutomationAssumeRole":
                continue
            judges[f"{document.name}/{name}"] = partial(_taken, parameter, f"{document.name}/{name}")
    return judges


def _taken(parameter: Parameter, where: str, text: str) -> str | None:
    harmful = parameter.check([text]) is None and not HARMLESS.fullmatch(text)
    return f"{where} takes {text!r}" if harmful else None


SINKS: Mapping[str, Judge] = {
    "SNS subjects": sns_subject,
    "tags": tag,
    "owner's tags": owner_tag,
    "execution names": name_of_execution,
    "action tokens": token_of_action,
}
