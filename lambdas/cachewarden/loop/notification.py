"""The message at an operation's end: what happened, why, whether their data is safe, and what to do next."""

from dataclasses import dataclass

from cachewarden.codes import CATALOGUE, Code
from cachewarden.json_reader import format_time
from cachewarden.loop.data_safety import data_safety
from cachewarden.operation.operation import Operation
from cachewarden.procedures.decision import Outcome

SUBJECT_MAX = 99
"""SNS takes fewer than 100 ASCII characters (Publish, API reference)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notification:
    """An SNS message."""

    subject: str
    message: str


DID: dict[Outcome, str] = {
    Outcome.GOAL: "reached",
    Outcome.IN_SERVICE: "not reached, back in service",
    Outcome.ATTENTION: "needs you",
    Outcome.REFUSED: "refused",
    Outcome.EXPIRED: "expired",
    Outcome.JOINED: "joined",
}


def final_notification(
    operation: Operation, *, outcome: Outcome, name: str, who: str, code: Code, sentence: str
) -> Notification:
    """The message with which an operation ends."""
    goal = operation.goal.value
    why = f"{code.value} {sentence}"
    safe = data_safety(outcome, code)
    if operation.abandoned is not None:
        why = f"{operation.abandoned.code.value} {operation.abandoned.message}\nNow: {sentence}"
        code = operation.abandoned.code
    steps = [
        f"  {format_time(taken.at)} {taken.action.value} on {taken.node}: {taken.sentence}"
        for taken in operation.actions
    ]
    message = "\n".join(
        (
            f"What:  {goal} of {name} {DID[outcome]}",
            f"Asked: {operation.requested_by} at {format_time(operation.requested_at)}"
            + (f", {operation.reason}" if operation.reason else ""),
            f"Why:   {why}",
            f"Is my data safe? {safe}",
            f"Next:  {_next_step(outcome, code, who)}",
            *(
                f"Also:  {each.code.value} {each.sentence}. {CATALOGUE[each.code].remedy}"
                for each in operation.findings
            ),
            f"Execution: {operation.execution_arn}",
            "Done:" if steps else "Done:  nothing",
            *steps,
        )
    )
    subject = f"CacheWarden: {goal} of {operation.node_id} {DID[outcome]}"
    return Notification(subject=_ascii(subject)[:SUBJECT_MAX], message=message)


def _next_step(outcome: Outcome, code: Code, who: str) -> str:
    if outcome in (Outcome.GOAL, Outcome.JOINED):
        return "nothing to do."
    return f"{who}: {CATALOGUE[code].remedy}"


def _ascii(text: str) -> str:
    return text.encode("ascii", "replace").decode("ascii").replace("\n", " ")
