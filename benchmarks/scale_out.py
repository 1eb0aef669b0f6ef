"""What 1,000 instances that aren't opted in cost when they start: `python -m benchmarks.scale_out`.

Their state changes come in one minute, as those of an Auto Scaling group do. They go through the deployed rule, and,
side by side, to the function one by one, as a rule without a queue would send them. Both ways the calls of AWS and of
the function are counted. Exit code 1 when the batches save less than nine in ten.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import partial

from rehearsal.aws.cloudformation.synthesis import templates
from rehearsal.aws.eventbridge.delivery import envelope
from rehearsal.scenarios.cluster import Cluster, build_cluster
from rehearsal.scenarios.story import load_story
from rehearsal.world.settings import Settings

INSTANCES = 1000
SPREAD_S = 60.0
RATIO_BOUND = 0.1
FUNCTION = "cachewarden-ingest"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """Of one way: calls of the function, and calls of AWS that it made."""

    invocations: int
    aws_calls: int


def measured(*, batched: bool) -> Cost:
    """Plays the scale-out in an account of its own, in virtual time."""
    cluster = build_cluster(load_story("stop-request"), seed=1, templates=templates(), settings=Settings())
    world = cluster.world
    with world.clock, cluster.account:
        function = cluster.account.functions.find(FUNCTION)
        before = _aws_calls(cluster)
        for number in range(INSTANCES):
            detail = {"instance-id": f"i-{number:017x}", "state": "running"}
            event = envelope(world, "aws.ec2", "EC2 Instance State-change Notification", detail, ())
            if batched:
                world.clock.call_later(number * SPREAD_S / INSTANCES, partial(cluster.account.bus.put, event))
            else:
                cluster.account.functions.invoke_later(function, event)
        world.clock.run_until(lambda: world.in_flight == 0 and world.clock.monotonic() > SPREAD_S)
        return Cost(invocations=function.invocations, aws_calls=_aws_calls(cluster) - before)


def _aws_calls(cluster: Cluster) -> int:
    return sum(count.calls for name, count in cluster.account.api_calls.items())


def main() -> int:
    """Measures both ways; prints a line for each, and their ratio."""
    ways = {"one by one": measured(batched=False), "in batches": measured(batched=True)}
    for name, cost in ways.items():
        print(f"{name}: {cost.invocations} calls of the function, {cost.aws_calls} calls of AWS")
    ratio = ways["in batches"].aws_calls / ways["one by one"].aws_calls
    print(f"calls of AWS, batches to one by one: {ratio:.4f} (bound {RATIO_BOUND})")
    return 1 if ratio > RATIO_BOUND else 0


if __name__ == "__main__":
    sys.exit(main())
