"""Janitor: an execution or a document ended without its last step; clear up behind it, and see to its node."""

import os
from typing import Any

from aws_lambda_powertools.utilities.typing import LambdaContext

from adapters.ec2 import now
from adapters.ended_records import record_cleared
from adapters.ended_requests import with_request
from adapters.mode_parameter import read_mode
from adapters.observability import count, instrumented, logger
from adapters.owners import is_running
from adapters.recovery import Recovery
from cachewarden.events.envelope import Home
from cachewarden.events.event import DocumentEnded, ExecutionEnded
from cachewarden.events.read import read_event
from handlers.settings import JanitorSettings


@instrumented
def handler(event: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
    """A status event of maintain-replica, or of a document for one act; returns what was cleared up.

    Lambda retries the event.
    """
    settings = JanitorSettings.of(os.environ)
    ended = read_event(event, home=Home.of_arn(context.invoked_function_arn))
    recovery = Recovery(
        lease_table=settings.lease_table,
        state_machine_arn=settings.state_machine_arn,
        topic_arn=settings.topic_arn,
        documents=settings.documents,
        mode=read_mode(settings.mode_parameter),
        approvers=settings.approvers,
    )
    if isinstance(ended, DocumentEnded):
        return {"cleared": list(recovery.recover_document(ended)), "resumed": None}
    if not isinstance(ended, ExecutionEnded) or ended.state_machine_arn != settings.state_machine_arn:
        count("EventIgnored")
        logger().info("no bad end of an execution of this workflow", extra={"event_id": event.get("id")})
        return {"cleared": [], "resumed": None}
    if is_running(ended.execution_arn):
        # A redrive, or an event that overtook its cause: the owner may still act, so nothing is taken from it.
        logger().warning("%s is running, in spite of the event", ended.execution_arn)
        return {"cleared": [], "resumed": None}
    ended = with_request(ended)
    cleared, resumed = recovery.recover(ended)
    record_cleared(settings.lease_table, ended.execution_arn, at=now())
    return {"cleared": list(cleared), "resumed": resumed}
