"""The SSM agents of the nodes as Systems Manager sees them: who answers, and what DescribeInstanceInformation says."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from rehearsal.aws.api.errors import UnsupportedError
from rehearsal.aws.api.gateway import Handler
from rehearsal.aws.api.paging import SYSTEMS_MANAGER
from rehearsal.aws.api.principal import acting_as, node
from rehearsal.aws.iam.authorizer import Authorizer
from rehearsal.world.ec2.instances import Instance, InstanceState
from rehearsal.world.world import World

NEEDED_ACTIONS = ("ssm:UpdateInstanceInformation", "ssmmessages:OpenControlChannel", "ec2messages:GetMessages")
"""Without these the agent neither registers nor receives commands (AmazonSSMManagedInstanceCore)."""

EXPORTS_FROM = (3, 3, 2746, 0)
"""The first agent that knows `interpolationType: ENV_VAR` [run-command#env-var]."""


def _profile(instance: Instance | None) -> str:
    return "no-profile" if instance is None or instance.profile_role is None else instance.profile_role


class Agents:
    """What Systems Manager knows of each node's agent."""

    def __init__(self, world: World, authorizer: Authorizer) -> None:
        self._world = world
        self._authorizer = authorizer
        self._allowed: dict[str, bool] = {}
        self._last_ping: dict[str, datetime] = {}
        world.observers.append(self._observe)
        world.on_node = lambda instance: acting_as(node(_profile(instance), instance.id if instance else "no instance"))

    @property
    def operations(self) -> Mapping[str, Handler]:
        """By AWS's name."""
        return {"DescribeInstanceInformation": self.describe_instance_information}

    def online(self, instance: Instance) -> bool:
        """Whether a command would reach the agent now."""
        return instance.state is InstanceState.RUNNING and self._answers(instance)

    def exports_parameters(self, instance: Instance) -> bool:
        """Whether the node's agent exports ENV_VAR parameters; an older one leaves the script without them."""
        return tuple(int(part) for part in self._version(instance).split(".")) >= EXPORTS_FROM

    def _version(self, instance: Instance) -> str:
        """The host's own agent version, where it has one."""
        return str(getattr(instance.host, "agent_version", self._world.settings.ssm.agent_version))

    def _answers(self, instance: Instance) -> bool:
        host: Any = instance.host
        return host is not None and bool(host.agent_online) and self._may_register(instance)

    def _observe(self, kind: str, facts: Mapping[str, Any]) -> None:
        """Keeps the last ping of an agent whose instance leaves `running`, or whose Windows goes down."""
        if kind == "ec2.state" and facts["before"] == "running" and self._answers(facts["instance"]):
            self._last_ping[facts["instance"].id] = self._ping(facts["instance"])
        if kind in ("host.shutting-down", "host.crash"):
            host: Any = facts["host"]
            called = host.agent_online_at is not None and host.agent_online_at <= self._world.clock.now()
            if host.instance is not None and called and self._may_register(host.instance):
                self._last_ping[host.instance.id] = self._ping(host.instance)

    def _ping(self, instance: Instance) -> datetime:
        """The latest of the agent's pings: one when it came up, then one every `agent_ping_s`."""
        host: Any = instance.host
        up_since: datetime = host.agent_online_at
        period = self._world.settings.latency.agent_ping_s
        return up_since + timedelta(seconds=period * ((self._world.clock.now() - up_since).total_seconds() // period))

    def describe_instance_information(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Every node that was ever online; a stopped one's PingStatus may be stale for a while
        [run-command#ping-status]."""
        wanted: set[str] | None = None
        for item in parameters.get("Filters", ()):
            if item["Key"] != "InstanceIds":
                raise UnsupportedError(f"ssm:DescribeInstanceInformation filter {item['Key']}")
            wanted = set(item["Values"])
        if parameters.get("InstanceInformationFilterList"):
            raise UnsupportedError("ssm:DescribeInstanceInformation InstanceInformationFilterList")
        shapes = []
        for instance in self._world.instances.values():
            if wanted is not None and instance.id not in wanted:
                continue
            online = self.online(instance)
            if online:
                self._last_ping[instance.id] = self._ping(instance)
            if instance.id not in self._last_ping:
                continue
            last = self._last_ping[instance.id]
            stale = timedelta(seconds=self._world.settings.ssm.ping_status_stale_s)
            seen_online = online or self._world.clock.now() - last < stale
            shapes.append(
                {
                    "InstanceId": instance.id,
                    "PingStatus": "Online" if seen_online else "ConnectionLost",
                    "LastPingDateTime": last,
                    "AgentVersion": self._version(instance),
                    "IsLatestVersion": True,
                    "PlatformType": "Windows",
                    "PlatformName": "Microsoft Windows Server 2022 Datacenter",
                    "PlatformVersion": "10.0.20348",
                    "ResourceType": "EC2Instance",
                    "IPAddress": instance.private_ip,
                    "ComputerName": getattr(instance.host, "name", instance.name),
                }
            )
        page, more = SYSTEMS_MANAGER.page(shapes, parameters)
        return {"InstanceInformationList": list(page), **more}

    def _may_register(self, instance: Instance) -> bool:
        """Whether its profile's role lets the agent work.

        `profile_role` names a deployed role, or a deployed managed policy: then it is a role with that policy alone.
        An instance without one is taken to have AWS's own AmazonSSMManagedInstanceCore.
        """
        name = instance.profile_role
        if name is None:
            return True
        if name not in self._allowed:
            self._allowed[name] = all(
                self._authorizer.agent_may(node(name, instance.id), one) for one in NEEDED_ACTIONS
            )
        return self._allowed[name]
