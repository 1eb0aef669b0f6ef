"""What a run may vary: the world's uncertain facts by name, each part's in a frozen class of its own.

`Settings(parts=(Latencies(cloudtrail_delivery_s=5), StorageSettings(...)))`; a part that isn't given has its defaults.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from enum import Enum, StrEnum
from typing import Any, TypeVar

from rehearsal.world.latency import Latencies

Part = TypeVar("Part")


class SystemReboot(StrEnum):
    """What becomes of the instance store where AWS moves an instance to another host by a `system-reboot`."""

    KEPT = "kept"
    """Its data, under the serial numbers that it had."""
    OTHER_SERIALS = "kept under other serial numbers"
    BLANK = "blank"
    """Other disks, as after a stop and start."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ec2Settings:
    """Uncertain facts of EC2; the procedure must be right under every value."""

    refused_stop_names_instance: bool = True
    """The refusal's message holds the instance id (CLI) or not (console drops it). [events#refused-stop-record]"""
    cloudtrail_error_code_prefix: str = "Client."
    """`Client.OperationNotPermitted` or without the prefix. [events#refused-stop-record]"""
    dry_run_meets_protection: bool = False
    """A dry run of StopInstances on a protected instance answers OperationNotPermitted, else DryRunOperation.
    [ec2#dry-run-protected]"""
    instance_store_serial_changes: bool = True
    """Stop and start bring new physical disks with new serials. [windows#new-nvme-serial]"""
    system_reboot_store: SystemReboot = SystemReboot.KEPT
    """What the instance store is after a `system-reboot`, which moves the instance to another host.
    [ec2#system-reboot-store]"""


@dataclass(frozen=True, slots=True, kw_only=True)
class VolumeSettings:
    """How EBS modifies volumes: the worst that is documented. [ec2#modify-volume] [ec2#modification-takes-effect]"""

    modifying_s: float = 5.0
    optimizing_s: float = 6 * 3600.0
    """From a few minutes to more than 24 hours; 6 hours for a volume of 1 TiB that is full."""
    faster_while_optimizing: bool = False
    """Meanwhile a volume has at least its former performance, at most the new one; one that is lowered has no more than
    the new one at once."""
    modifications_in_24_hours: int = 4
    modification_fails: bool = False
    """It ends as failed, with the volume as it was; rare."""
    lowering_fails: bool = False
    """The same, where the throughput is lowered."""


class ShownApprover(StrEnum):
    """How the record of a decision names the approver."""

    CALLER = "caller"
    """ARN of the user or the role's session."""
    ENTRY = "entry"
    """As the step's list writes it."""
    NAME = "name"


@dataclass(frozen=True, slots=True, kw_only=True)
class SsmSettings:
    """Uncertain facts of Systems Manager."""

    agent_version: str = "3.3.3050.0"
    """Under 3.3.2746.0 the agent ignores `interpolationType: ENV_VAR`. [run-command#env-var]"""
    ping_status_stale_s: float = 0.0
    """How long `Online` is still reported after the instance stopped. [run-command#ping-status]"""
    interrupted_command_resumes: bool = False
    """After a reboot the agent takes up a command whose script died with the host (agent source: in-progress documents
    are kept on disk) or it is lost until its timeout. [run-command#interrupted-command]"""
    enforce_512_characters: bool = True
    """Automation parameter values over 512 characters are refused. [automation#value-length]"""
    invocation_appears_s: float = 0.3
    """How long GetCommandInvocation answers InvocationDoesNotExist after SendCommand. [run-command#invocation-delay]"""
    stopped_node_is_refused: bool = True
    """SendCommand to a stopped node is InvalidInstanceId, else it waits for delivery. [run-command#stopped-node]"""
    undelivered_until_total: bool = True
    """A command that no agent took in reads DeliveryTimedOut only when delivery and execution timeouts are over, or
    already after the delivery timeout. [run-command#delivery-timeout]"""
    late_report_is_taken: bool = False
    """An agent's report after DeliveryTimedOut still makes it Success or Failed. [run-command#late-report]"""

    lambda_selectors_start_in_payload: bool = True
    """Selectors of aws:invokeLambdaFunction start from the function's answer, else from Lambda's whole response.
    [automation#lambda-outputs]"""
    lambda_errors_fail_steps: bool = True
    """A function that raises fails its step of a runbook. [automation#lambda-outputs]"""
    approver_is_shown_as: ShownApprover = ShownApprover.CALLER
    """How the record of a decision names the approver. [automation#approve-record]"""
    decisions_in_one_text: bool = False
    """ApproverDecisions is one text with a list, else a text for each approver. [automation#approve-record]"""
    rejected_is_failed: bool = True
    """A step that an approver rejected, and its automation, end as Failed, else as Rejected.
    [automation#approve-record]"""


class Settings:
    """All parts; `part(cls)` gives the run's instance of a part, its defaults when nothing was said."""

    def __init__(self, parts: Iterable[Any] = ()) -> None:
        """Raises TypeError for a text where the part has an enumeration: the world compares members by identity."""
        self._parts: dict[type, object] = {type(part): _checked(part) for part in parts}
        self._overridden: set[tuple[type, str]] = set()

    def part(self, kind: type[Part]) -> Part:
        """The settings of one part of the world; `kind` is its frozen class."""
        found = self._parts.get(kind)
        if not isinstance(found, kind):
            found = self._parts[kind] = kind()
        return found

    @property
    def latency(self) -> Latencies:
        """How long AWS takes."""
        return self.part(Latencies)

    @property
    def ec2(self) -> Ec2Settings:
        """EC2's uncertain facts."""
        return self.part(Ec2Settings)

    @property
    def volumes(self) -> VolumeSettings:
        """How EBS modifies volumes."""
        return self.part(VolumeSettings)

    @property
    def ssm(self) -> SsmSettings:
        """Systems Manager's uncertain facts."""
        return self.part(SsmSettings)

    def listen(self, kind: type[Any], read: Callable[[str], None]) -> None:
        """From now on `read` gets the name of each field of the part whenever somebody reads it."""
        part, names = self.part(kind), {each.name for each in fields(kind)}

        def reading(listened: object, name: str) -> object:
            if name in names:
                read(name)
            return object.__getattribute__(listened, name)

        listening = type(kind.__name__, (kind,), {"__slots__": (), "__getattribute__": reading})
        self._parts[kind] = listening(**{name: getattr(part, name) for name in names})

    def override(self, kind: type[Any], **values: Any) -> None:
        """Sets fields of one part by name. Raises AttributeError, naming the part's fields, for an unknown one."""
        known = {f.name for f in fields(kind)}
        if unknown := sorted(set(values) - known):
            raise AttributeError(f"{kind.__name__} has no {', '.join(unknown)}; it has {', '.join(sorted(known))}")
        part = self.part(kind)
        # Read past `listen`: the world hasn't asked.
        had = {name: object.__getattribute__(part, name) for name in known}
        self._parts[kind] = _checked(type(part)(**{**had, **values}))
        self._overridden |= {(kind, name) for name in values}

    def turn(self, kind: type[Any], name: str, value: object) -> None:
        """Sets one field in the middle of a run, for everybody who has the part: it hasn't been read yet."""
        object.__setattr__(self.part(kind), name, value)

    def begin_with(self, kind: type[Any], values: Mapping[str, Any]) -> None:
        """What a story sets: as `override`, but for the fields that were overridden before."""
        left = {name: value for name, value in values.items() if (kind, name) not in self._overridden}
        self.override(kind, **left)


def _checked(part: Any) -> Any:
    for each in fields(part):
        value, default = object.__getattribute__(part, each.name), each.default
        if isinstance(default, Enum) and not isinstance(value, type(default)):
            raise TypeError(f"{type(part).__name__}.{each.name} is {value!r}, which is no {type(default).__name__}")
    return part
