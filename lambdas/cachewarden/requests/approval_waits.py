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
    """`number`: the first is 1; each is told once, so that a request has three at most."""

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
    minutes = int((until - now).total_seconds() // 60)
    return Reminder(
        number=number,
        notify=Notify(
            instance_id=run.instance_id or "no single instance",
            code=Code.APPROVAL_WAITS,
            sentence=f"{run.document} for {run.instance_id}, started by {run.started_by}, waits since "
            f"{run.started_at:%H:%M} UTC and ends at {until:%H:%M} UTC, in {minutes} minutes. Nothing is done before "
            f"(execution {run.id})",
        ),
    )
