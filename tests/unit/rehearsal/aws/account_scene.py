"""A world with two instances and an account, for tests; and short ways to write template resources."""

import random
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from rehearsal.aws.account import Account
from rehearsal.kernel.clock import Clock
from rehearsal.kernel.faults import Faults
from rehearsal.kernel.trace import Trace
from rehearsal.world.ec2 import instances as ec2
from rehearsal.world.ec2.instance_types import R5D_4XLARGE
from rehearsal.world.settings import Settings
from rehearsal.world.world import World

START = datetime(2026, 2, 3, 4, 5, 6, tzinfo=UTC)
HANDLERS = Path(__file__).parent / "functions"


@dataclass
class ScriptResult:
    stdout: str = ""
    stderr: str = ""
    exit_code: int = 0


@dataclass
class PlainHost:
    """A host without Windows: scripts are Python functions by document name."""

    name: str
    world: World
    up: bool = True
    scripts: dict = field(default_factory=dict)
    ran: list = field(default_factory=list)
    disks: tuple = ()
    agent_online_at: datetime | None = None
    shutdown_s: float = 10.0
    arrived: list = field(default_factory=list)
    unreachable_since: datetime | None = None

    def __post_init__(self):
        self.agent_online_at = self.world.clock.now()

    @property
    def agent_online(self):
        return self.up and self.agent_online_at is not None and self.world.clock.now() >= self.agent_online_at

    def run_script(self, text, name, environment, arguments=()):
        self.ran.append((name, text, dict(environment)))
        return self.scripts.get(name, lambda environment: ScriptResult(stdout="{}"))(environment)

    def power_on(self, disks):
        self.disks = tuple(disks)
        self.up = True

    def shut_down(self, on_done):
        def off():
            self.up = False
            on_done()

        self.world.clock.call_later(self.shutdown_s, off)

    def power_off(self):
        self.up = False

    def images(self):
        return {}

    def plug(self, disk):
        self.arrived.append(disk)


@dataclass
class Scene:
    """A world with two instances of a cluster, and an account with a template in it."""

    world: World
    account: Account
    first: ec2.Instance
    second: ec2.Instance

    @property
    def clock(self):
        return self.world.clock


def make_world(seed=1, faults=(), settings=()):
    clock = Clock(START, random.Random(seed))
    return World(clock, random.Random(seed + 1), Settings(settings), Trace(clock), Faults(faults))


def make_instance(world, name, zone):
    instance = ec2.Instance(
        world,
        instance_id=world.hex_id("i-"),
        kind=R5D_4XLARGE,
        zone=zone,
        tags={"Name": name, "cachewarden:managed": "true", "cachewarden:cluster": "sales"},
        private_ip="10.0.0.10",
    )
    ec2.attach_new_volume(world, instance, 100, "/dev/sda1", delete_on_termination=True)
    ec2.attach_new_volume(world, instance, 500, "xvdb")
    instance.host = PlainHost(name, world)
    instance.run_from_the_start()
    return instance


def trusting(service):
    return {
        "Version": "2012-10-17",
        "Statement": [{"Effect": "Allow", "Principal": {"Service": service}, "Action": "sts:AssumeRole"}],
    }


WRITE_LOG = {
    "Sid": "WriteLog",
    "Effect": "Allow",
    "Action": ["logs:CreateLogStream", "logs:PutLogEvents"],
    "Resource": "arn:aws:logs:*:*:log-group:/aws/lambda/*",
}


def role(service, *statements):
    if service == "lambda.amazonaws.com":
        statements = (WRITE_LOG, *statements)
    policy = {"Version": "2012-10-17", "Statement": list(statements)}
    return {
        "Type": "AWS::IAM::Role",
        "Properties": {
            "AssumeRolePolicyDocument": trusting(service),
            "Policies": [{"PolicyName": "Own", "PolicyDocument": policy}] if statements else [],
        },
    }


def allow(actions, resources="*", condition=None):
    statement = {"Effect": "Allow", "Action": actions, "Resource": resources}
    return statement if condition is None else {**statement, "Condition": condition}


def function(handler, role_name, timeout=30, **variables):
    return {
        "Type": "AWS::Lambda::Function",
        "Properties": {
            "Code": {"S3Bucket": "assets", "S3Key": "asset.zip"},
            "Handler": f"probe_handlers.{handler}",
            "Role": {"Fn::GetAtt": [role_name, "Arn"]},
            "Runtime": "python3.13",
            "Timeout": timeout,
            "Environment": {"Variables": variables},
        },
    }
