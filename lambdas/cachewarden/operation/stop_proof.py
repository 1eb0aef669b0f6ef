"""What stays known of a stop by CacheWarden: the tag that StopInstance writes once EC2 has taken the call.

Its value is the launch time of the run that was stopped. Each start gives the instance another one [ec2#launch-time],
so the tag never speaks for a later run, nobody has to take it off, and an operation that is taken up again finds it.
"""

from collections.abc import Mapping
from datetime import datetime

from cachewarden.json_reader import format_time
from cachewarden.operation.policy import STOP_PROVEN


def stop_proof(launch_time: datetime) -> dict[str, str]:
    """The tag that says: this run was stopped by us, on the proof that nothing was on NVMe."""
    return {STOP_PROVEN: format_time(launch_time)}


def stop_is_proven(tags: Mapping[str, str], launch_time: datetime) -> bool:
    """Whether the run that began at `launch_time` was stopped by CacheWarden; the state tag doesn't say that."""
    return tags.get(STOP_PROVEN) == format_time(launch_time)
