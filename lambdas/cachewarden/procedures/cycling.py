"""The way to `Cycled`: first Stopped, then InService; EC2's launch time tells which leg it is."""

from cachewarden.evidence.cluster import InstanceState
from cachewarden.operation.operation import Goal
from cachewarden.procedures.situation import Situation


def leg_of(situation: Situation) -> Goal:
    """Which goal counts now.

    An instance that was started after the request was made has been cycled; a stopped one only has to come back. No
    memory of having stopped it is needed, so a resumed request goes on where it was.
    """
    if situation.is_in(InstanceState.STOPPED):
        return Goal.IN_SERVICE
    if situation.is_in(InstanceState.STOPPING):
        return Goal.STOPPED
    launched_since = situation.subject.ec2.launch_time > situation.operation.requested_at
    return Goal.IN_SERVICE if launched_since else Goal.STOPPED
