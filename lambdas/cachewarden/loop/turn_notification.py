"""The message that a stop waits for its turn: another operation works on the cluster, and its owner lets it wait."""

from datetime import datetime

from cachewarden.code_page import page_of
from cachewarden.codes import Code
from cachewarden.loop.notification import WANTED, Notification, asked_line, in_every_form, subject_line
from cachewarden.operation.operation import Operation

NOTHING_DONE = "Nothing was changed by this request so far."


def turn_notification(operation: Operation, *, until: datetime, sentence: str, docs: str) -> Notification:
    """`sentence`: who works on which node; `until`: when the request gives up; `docs`: where the pages of codes lie."""
    page, why = page_of(Code.CLUSTER_BUSY, docs), f"{Code.CLUSTER_BUSY.value} {sentence}"
    next_step = (
        f"nothing, if it may wait until {until:%H:%M} UTC: another message says how it ended. To take it back, cancel "
        "the document that asked for it, or stop the execution; the request is also refused soon after the tag "
        "by which it waits, cachewarden:max-wait or cachewarden:consent, is taken off the node"
    )
    subject = subject_line(
        f"CacheWarden: {WANTED[operation.goal]} of {operation.node_name.partition(' (')[0]} waits for its turn"
    )
    message = "\n".join(
        (
            f"What:  the goal {operation.goal.value} of {operation.node_name} waits for its turn",
            asked_line(operation),
            f"Why:   {why}",
            f"Is my data safe? {NOTHING_DONE}",
            f"Next:  {next_step}",
            f"Page:  {page}",
            f"Execution: {operation.execution_arn}",
        )
    )
    return in_every_form(
        operation,
        subject=subject,
        message=message,
        outcome="Waiting",
        action_required=False,
        code=Code.CLUSTER_BUSY,
        why=why,
        safe=NOTHING_DONE,
        next_step=next_step,
        page=page,
        as_of="",
        as_of_facts={},
    )
