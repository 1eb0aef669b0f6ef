"""The message about a change request that was closed before its runbook began."""

from cachewarden.codes import Code
from cachewarden.events.event import ChangeRequestClosed
from cachewarden.requests.request import Notify


def change_not_done(event: ChangeRequestClosed) -> Notify:
    """Which change, whose, and how it was closed. What a runbook does, its own operation tells."""
    return Notify(
        instance_id=event.ops_item,
        code=Code.CHANGE_NOT_APPROVED,
        sentence=f"The change request {event.title!r} ({event.ops_item}) of {event.created_by}, template "
        f"{event.template}, is {event.status}: {event.runbook} isn't started, and nothing was changed",
    )
