"""The proof that a stop loses nothing though no node says so: Windows never came up since the instance was started.

The start followed a stop, and a stop blanks the instance store [ec2#instance-store-lifetime]: what the cache held on
NVMe before is gone, and without Windows nobody has moved a cache there since. Pure; as EC2 and Systems Manager tell.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from cachewarden.evidence.instance import InstanceState
from cachewarden.operation.timing import BOOT_OVERDUE_S

IMPAIRED = "impaired"
FAILS_FROM_THE_START = timedelta(minutes=15)
"""EC2 dates the failure of an instance that never passed its check by its launch [ec2#status-checks]."""


class MayHaveBootedError(Exception):
    """It isn't proven that Windows never came up; the text says why not. Nothing was changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFacts:
    """What is known from outside of the run that an instance is in.

    `instance_check`, `system_check`: EC2's words for its two status checks, None where it shows none.
    `impaired_since`: since when Windows isn't reachable, by the former. `last_ping_at`: of the SSM agent.
    """

    state: InstanceState
    launch_time: datetime
    instance_check: str | None
    system_check: str | None
    impaired_since: datetime | None
    last_ping_at: datetime | None


def confirm_never_called(facts: RunFacts) -> None:
    """Returns when the agent hasn't called since the start. Raises `MayHaveBootedError`."""
    if facts.last_ping_at is None:
        raise MayHaveBootedError("Systems Manager doesn't know when its agent called last")
    if facts.last_ping_at > facts.launch_time:
        raise MayHaveBootedError(
            f"its agent called {facts.last_ping_at:%Y-%m-%d %H:%M:%S} UTC, after the start of "
            f"{facts.launch_time:%Y-%m-%d %H:%M:%S} UTC: Windows came up, its cache may be on NVMe, and a stop would "
            "destroy it"
        )


def confirm_never_booted(facts: RunFacts, now: datetime) -> None:
    """Returns when Windows can't have come up since the start. Raises `MayHaveBootedError`."""
    launched = f"{facts.launch_time:%Y-%m-%d %H:%M:%S} UTC"
    if facts.state is not InstanceState.RUNNING:
        raise MayHaveBootedError(f"the instance is {facts.state.value}")
    if now - facts.launch_time < timedelta(seconds=BOOT_OVERDUE_S):
        minutes = BOOT_OVERDUE_S / 60
        raise MayHaveBootedError(f"it was started {launched}; a boot may take {minutes:.0f} minutes")
    confirm_never_called(facts)
    if facts.system_check != "ok":
        raise MayHaveBootedError(f"EC2's system status check is {facts.system_check}: that is AWS's host, not Windows")
    if facts.instance_check != IMPAIRED:
        raise MayHaveBootedError(f"EC2's instance status check is {facts.instance_check}, not {IMPAIRED}")
    if facts.impaired_since is None or facts.impaired_since - facts.launch_time > FAILS_FROM_THE_START:
        since = f"{facts.impaired_since:%Y-%m-%d %H:%M:%S} UTC" if facts.impaired_since else "an unknown time"
        raise MayHaveBootedError(f"its instance status check fails since {since}, not since the start of {launched}")
