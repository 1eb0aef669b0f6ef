"""One invocation of a Storage cmdlet: which objects it means, what it reports, how long it takes.

Errors are the recorded ones: `StorageWMI <n>,<cmdlet>` in category NotSpecified for provider errors, non-terminating;
`CmdletizationQuery_NotFound_<property>,<cmdlet>` in category ObjectNotFound for look-ups without result.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar, TypeVarTuple

from rehearsal.engines.powershell.commands.registry import CmdletCall
from rehearsal.engines.powershell.objects.errors import ErrorRecord, PSException
from rehearsal.engines.powershell.objects.values import EnumValue, PSArray, unwrap
from rehearsal.world.storage.commands.arguments import BINDING_EXCEPTION, Arguments
from rehearsal.world.storage.errors import StorageError
from rehearsal.world.storage.presenter import Presenter
from rehearsal.world.storage.settings import ClusterView
from rehearsal.world.storage.spaces import StorageSpaces
from rehearsal.world.storage.state.device import Device
from rehearsal.world.storage.state.job import StorageJob
from rehearsal.world.storage.state.os_disk import OsDisk
from rehearsal.world.storage.state.pool import Pool
from rehearsal.world.storage.state.virtual_disk import VirtualDisk
from rehearsal.world.windows.cim.cim import CimObject
from rehearsal.world.windows.cim.cim_text import error_text
from rehearsal.world.windows.system.script_host import script_host

CIM_EXCEPTION = "Microsoft.Management.Infrastructure.CimException"
CIM_JOB_EXCEPTION = "Microsoft.PowerShell.Cmdletization.Cim.CimJobException"


Given = TypeVarTuple("Given")
Made = TypeVar("Made")


class Session(Arguments):
    """What a cmdlet's body works with."""

    def __init__(self, call: CmdletCall, *, loads_module: bool = True) -> None:
        super().__init__(call)
        host = script_host(call.host)
        self.windows = host.windows
        self.process = host.process
        self.storage = self.windows.storage
        if loads_module:
            self.process.loaded_modules.add("Storage")
        self.with_text = "Storage" in self.process.loaded_modules
        self.show = Presenter(self.storage, with_text=self.with_text)

    # -- time ---------------------------------------------------------------------------------------------------------

    def take_time(self, *, changes: bool) -> None:
        """A call of the storage provider; afterwards the model is up to date."""
        settings = self.storage.settings
        self.sleep(settings.change_s if changes else settings.query_s)

    def sleep(self, seconds: float) -> None:
        """Lets time pass, then settles what happened meanwhile."""
        if seconds:
            self.call.host.sleep(seconds)
        self.storage.settle()

    # -- objects given ------------------------------------------------------------------------------------------------

    def objects(self, *names: str) -> list[CimObject]:
        """Objects given by one of these parameters, or through the pipeline."""
        call = self.call
        for name in names:
            if name in call.bound:
                value = unwrap(call.bound[name])
                items = value.items if isinstance(value, PSArray) else [value]
                return [item for item in map(unwrap, items) if isinstance(item, CimObject)]
        return []

    def piped(self) -> CimObject | None:
        """The object that came through the pipeline, whatever parameter the binder put it under."""
        value = unwrap(self.call.pipeline_object) if self.call.has_pipeline_object else None
        return value if isinstance(value, CimObject) else None

    def source(self, **classes: str) -> CimObject | None:
        """The one object that narrows a query: given by name under its class's parameter, or piped.

        `classes`: parameter name -> CIM class. A wrong class is the binding error that it is in Windows.
        """
        piped = self.piped()
        if piped is not None:
            if piped.cim_class not in classes.values():
                self._mismatch("InputObject", piped)
            return piped
        for name, wanted in classes.items():
            if name in self.call.bound:
                value = unwrap(self.call.bound[name])
                if isinstance(value, CimObject) and value.cim_class == wanted:
                    return value
                self._mismatch(name, value, wanted)
        return None

    def _mismatch(self, parameter: str, value: object, wanted: str = "") -> None:
        what = getattr(value, "cim_class", type(value).__name__)
        record = ErrorRecord(
            PSException(
                BINDING_EXCEPTION,
                f"Cannot bind argument to parameter '{parameter}', because PSTypeNames of the argument do not match "
                f"the PSTypeName required by the parameter: Microsoft.Management.Infrastructure.CimInstance#{wanted}.",
            ),
            "MismatchedPSTypeName",
            "InvalidArgument",
            what,
        )
        self.call.throw(record)

    # -- reporting ----------------------------------------------------------------------------------------------------

    def report(self, error: StorageError, target_class: str) -> None:
        """A provider error: non-terminating."""
        self.call.write_error(self.record_of(error, target_class))

    def record_of(self, error: StorageError, target_class: str) -> ErrorRecord:
        """A provider error as PowerShell shows it, target the class's object."""
        text = error_text(error.number, error.text, self.storage.settings.language)
        record = ErrorRecord(PSException(CIM_EXCEPTION, text), f"StorageWMI {error.number}", "NotSpecified")
        record.target_name, record.target_type = "StorageWMI", f"ROOT/Microsoft/.../{target_class}"
        return record

    def not_found(self, cim_class: str, property_name: str, value: object) -> None:
        """The error of a look-up without result."""
        verb = "matching" if has_wildcard(str(value)) else "equal to"
        record = ErrorRecord(
            PSException(
                CIM_JOB_EXCEPTION,
                f"No {cim_class} objects found with property '{property_name}' {verb} '{value}'.  Verify the value "
                f"of the property and retry.",
            ),
            f"CmdletizationQuery_NotFound_{property_name}",
            "ObjectNotFound",
            value,
        )
        self.call.write_error(record)

    def unless_empty(self, cim_class: str, found: list[CimObject], *filters: str) -> list[CimObject]:
        """The result of a query narrowed by an object or these parameters; when empty, maybe an error (a setting)."""
        narrowed = self.piped() is not None or any(self.given(name) for name in filters)
        if not found and narrowed and self.storage.settings.empty_query_is_error:
            text = (
                f"No matching {cim_class} objects found by CIM query for instances of the "
                f"ROOT/Microsoft/Windows/Storage/{cim_class} class on the  CIM server. Verify "
                "query parameters and retry."
            )
            exception = PSException(CIM_JOB_EXCEPTION, text)
            self.call.write_error(ErrorRecord(exception, "CmdletizationQuery_NotFound", "ObjectNotFound", cim_class))
        return found

    def attempt(self, target_class: str, action: Callable[[*Given], Made], *given: *Given) -> Made | None:
        """The action's result, or None after reporting its provider error."""
        try:
            return action(*given)
        except StorageError as error:
            self.report(error, target_class)
            return None

    def may(self, target: str, *, dangerous: bool = False) -> bool:
        """-WhatIf and -Confirm. `dangerous`: prompts unless -Confirm:$false is given, which fails without a user."""
        if not self.call.should_process(target):
            return False
        if not dangerous or (self.given("Confirm") and self.flag("Confirm") is False):
            return True
        preference = unwrap(self.call.scope.value_of("confirmpreference", "High"))
        text = preference.ps_string() if isinstance(preference, EnumValue) else str(preference)
        if text == "None" and not self.flag("Confirm"):
            return True
        self.call.throw(
            PSException(
                "System.Management.Automation.PSInvalidOperationException",
                "Windows PowerShell is in NonInteractive mode. Read and Prompt functionality is not available.",
            ),
            "InvalidOperation",
            "InvalidOperation",
        )
        return False

    # -- finding things -----------------------------------------------------------------------------------------------

    def views(self) -> list[tuple[StorageSpaces, Presenter]]:
        """The storages an unscoped query sees: this node's, and on a cluster node maybe everybody's
        [failover-cluster#clustered-view]."""
        seen = [(self.storage, self.show)]
        if self.storage.cluster_name is not None and self.storage.settings.cluster_view is ClusterView.ALL_NODES:
            for other in self.storage.other_nodes():
                if other.running:
                    other.settle()
                    seen.append((other, Presenter(other, with_text=self.with_text)))
        return seen

    def mine(self, target: CimObject) -> None:
        """Refuses objects of another node (50002): only its owner controls their configuration."""
        if target.key[0] != self.storage.node:
            self.storage.record("foreign-object", f"{self.call.command_name} on {target.key}", key=list(target.key))
            raise StorageError(50002)

    def pool_of(self, target: CimObject) -> Pool:
        """The pool that an object stood for. 48000 for the primordial pool, 5 when it is gone."""
        self.mine(target)
        if target.key[1] in ("primordial", "cluster-primordial"):
            raise StorageError(48000)
        found = self.storage.pools.get(target.key[2])
        if found is None or not found.is_visible:
            raise StorageError(5, "the pool is gone")
        return found

    def space_of(self, target: CimObject) -> VirtualDisk:
        self.mine(target)
        found = self.storage.virtual_disks.get(target.key[2])
        if found is None:
            raise StorageError(5, "the virtual disk is gone")
        return found

    def device_of(self, target: CimObject) -> Device:
        self.mine(target)
        found = self.storage.devices.get(target.key[2])
        if found is None or found not in self.storage.listed_devices():
            raise StorageError(5, "the physical disk is gone")
        return found

    def job_of(self, target: CimObject) -> StorageJob:
        self.mine(target)
        found = self.storage.jobs.get(target.key[2])
        if found is None or found.hidden:
            raise StorageError(5, "the job is gone")
        return found

    def disk_of(self, target: CimObject) -> OsDisk:
        self.mine(target)
        for disk in self.storage.os_disks():
            if self.show.disk(disk).key[2] == target.key[2]:
                return disk
        raise StorageError(5, "the disk is gone")

    def search(
        self,
        cim_class: str,
        everything: Sequence[CimObject],
        parameters: Iterable[tuple[str, str]],
    ) -> list[CimObject] | None:
        """Objects by the first given of the parameters (parameter, property); None when none of them is given.

        A Get-* lets patterns match nothing in silence, a cmdlet that acts doesn't; a plain value without match is an
        error each.
        """
        silent = self.call.definition.name.startswith("Get-")
        for parameter, name in parameters:
            wanted = self.texts(parameter)
            if wanted is None:
                continue
            found: list[CimObject] = []
            for value in wanted:
                hits = [item for item in everything if matches(value, item.raw.get(name)) and item not in found]
                if not hits and not (silent and has_wildcard(value)):
                    self.not_found(cim_class, name, value)
                found.extend(hits)
            return found
        return None


def has_wildcard(text: str) -> bool:
    """Whether PowerShell takes the text as a pattern."""
    return bool(re.search(r"[*?\[\]]", text))


def matches(wanted: str, value: object) -> bool:
    """-like, ignoring case."""
    if value is None:
        return False
    text = str(value).lower()
    pattern = wanted.lower()
    return fnmatch.fnmatchcase(text, pattern) if has_wildcard(pattern) else text == pattern
