"""The reminder of a document that waits for an approver's answer. Pure."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from cachewarden.codes import Code
from cachewarden.evidence.document_run import DocumentRun
from cachewarden.operation.consent import APPROVAL_LIFE
from cachewarden.requests.request import Notify

EVERY = timedelta(minutes=15)
"""Between two reminders: as often as the sweep comes by."""
TOO_LATE = timedelta(minutes=5)
"""Before the request expires: whoever is reminded then can't answer in time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminder:
    """`number`: the first is 1; each is sent once, so a request gets at most three."""

    number: int
    notify: Notify


def reminder_of(run: DocumentRun, now: datetime) -> Reminder | None:
    """What approvers are reminded of now; None before the first reminder, and shortly before the request expires.

    The run is one that asks approvers, of whom none has answered.
    """
    until = run.started_at + APPROVAL_LIFE
    number = int((now - run.started_at) / EVERY)
    if number < 1 or until - now < TOO_LATE:
        return None
    node = run.instance_id or "no single instance"
    minutes = int((until - now).total_seconds() // 60)
    return Reminder(
        number=number,
        notify=Notify(
            instance_id=node,
            code=Code.APPROVAL_WAITS,
            sentence=f"{run.document} for {node}, started by {run.started_by} at {run.started_at:%H:%M} UTC, waits "
            f"for an approval until {until:%H:%M} UTC ({minutes} minutes from now). Nothing is done before an approver "
            f"approves it (execution {run.id})",
        ),
    )
