"""A step's answer with ids in the place of names: in all that people read and that is logged, and in nothing that acts.

What the next step decides by stays as it is: identities, replica modes, parameters of acts, evidence.
"""

import json
from collections.abc import Mapping
from dataclasses import replace

from cachewarden.codes import CATALOGUE
from cachewarden.evidence.verdict import SUCCEEDED, Verdict
from cachewarden.json_reader import Json
from cachewarden.loop.action_result import ActionResult
from cachewarden.loop.notification import subject_line
from cachewarden.short_names import ShortNames

OF_DECISION = ("sentence", "notification", "why", "preflight")
OF_OPERATION = ("requestedBy", "reason", "dataLoss", "databasesAlone")
SENTENCES = ("message", "sentence")
"""Of each failure and act that an operation remembers. Findings stay as they are: by its text one is known again."""
REMEMBERED = ("lastFailure", "abandoned", "leftBehind", "actions")


def shortened(answer: Mapping[str, Json], short: ShortNames) -> dict[str, Json]:
    """The three variables of `step_to_json`; without a key unchanged."""
    if short.key is None:
        return dict(answer)
    decision = {
        name: short.texts(value) if name in OF_DECISION else value for name, value in answer["decision"].items()
    }
    if decision.get("notification"):
        decision["notification"] = _notification(answer["decision"]["notification"], short)
    operation = {name: _of_operation(name, value, short) for name, value in answer["operation"].items()}
    return {**answer, "decision": decision, "operation": operation}


def without_host_words(result: ActionResult) -> ActionResult:
    """Why a host refused or failed, in the catalogue's words: its own may name databases that no evidence has.

    They stand in the output of its command.
    """
    outcome = result.outcome
    if not isinstance(outcome, Verdict) or outcome.outcome in SUCCEEDED:
        return result
    entry = CATALOGUE[outcome.code]
    told = f"{entry.sentence} The node's own words are in the output of its command in Systems Manager"
    return replace(result, outcome=replace(outcome, message=told))


def _notification(forms: Mapping[str, Json], short: ShortNames) -> dict[str, Json]:
    """The form for programs is JSON in a text: names are replaced before they are escaped. An id may be longer than its
    name, and SNS refuses a subject that is too long."""
    facts = json.dumps(short.texts(json.loads(str(forms["facts"]))), ensure_ascii=False)
    subject = subject_line(short.text(str(forms["subject"])))
    return {**{name: short.texts(value) for name, value in forms.items()}, "subject": subject, "facts": facts}


def _of_operation(name: str, value: Json, short: ShortNames) -> Json:
    if name in OF_OPERATION:
        return short.texts(value)
    if name not in REMEMBERED:
        return value
    if isinstance(value, list):
        return [_sentences(each, short) for each in value]
    return _sentences(value, short) if value is not None else None


def _sentences(item: Mapping[str, Json], short: ShortNames) -> dict[str, Json]:
    return {name: short.texts(value) if name in SENTENCES else value for name, value in item.items()}
