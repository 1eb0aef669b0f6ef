"""Get-CimInstance and Invoke-CimMethod: Win32 classes of the host and the classes of the Storage namespace."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rehearsal.engines.powershell.commands.registry import CmdletCall
from rehearsal.engines.powershell.objects.dictionaries import NetDictionary
from rehearsal.engines.powershell.objects.errors import ErrorRecord, PSException
from rehearsal.engines.powershell.objects.values import CimInstance, PSCustomObject, UInt32, unwrap
from rehearsal.world.storage.commands import disks, jobs, partitions, physical_disks, pools, subsystems, virtual_disks
from rehearsal.world.storage.commands.session import Session
from rehearsal.world.storage.errors import StorageError
from rehearsal.world.storage.pools import repair, virtual_disk_operations
from rehearsal.world.windows.cim import wql
from rehearsal.world.windows.cim.cim import CimObject, view
from rehearsal.world.windows.cim.tables import WINDOWS_COMMANDS
from rehearsal.world.windows.commands.win32 import computer_system, operating_system, services
from rehearsal.world.windows.system.script_host import script_host

_MODULE = "CimCmdlets"
_EXCEPTION = "Microsoft.Management.Infrastructure.CimException"
_GET = "Microsoft.Management.Infrastructure.CimCmdlets.GetCimInstanceCommand"
_INVOKE = "Microsoft.Management.Infrastructure.CimCmdlets.InvokeCimMethodCommand"

Source = Callable[[CmdletCall], list[CimObject]]


def _storage(listing: Callable[[Session], list[CimObject]]) -> Source:
    def look(call: CmdletCall) -> list[CimObject]:
        session = Session(call, loads_module=False)
        session.take_time(changes=False)
        return listing(session)

    return look


def _volumes(session: Session) -> list[CimObject]:
    return [
        session.show.volume(disk, part, part.volume)
        for disk, part in partitions.all_places(session)
        if part.volume is not None
    ]


STORAGE_CLASSES: dict[str, Source] = {
    "msft_storagesubsystem": _storage(subsystems.all_subsystems),
    "msft_storagepool": _storage(pools.all_pools),
    "msft_physicaldisk": _storage(physical_disks.all_disks),
    "msft_virtualdisk": _storage(virtual_disks.all_virtual_disks),
    "msft_storagejob": _storage(jobs.all_jobs),
    "msft_disk": _storage(disks.all_os_disks),
    "msft_partition": _storage(
        lambda session: [session.show.partition(disk, part) for disk, part in partitions.all_places(session)]
    ),
    "msft_volume": _storage(_volumes),
}


def _page_files(class_name: str, paths: Sequence[str]) -> list[CimObject]:
    return [view(class_name).make(None, {"Name": path, "Caption": path}) for path in paths]


WIN32_CLASSES: dict[str, Callable[[Any], list[CimObject]]] = {
    "win32_operatingsystem": lambda windows: [operating_system(windows)],
    "win32_computersystem": lambda windows: [computer_system(windows)],
    "win32_service": services,
    "win32_pagefileusage": lambda windows: _page_files("Win32_PageFileUsage", windows.page_files),
    "win32_pagefilesetting": lambda windows: _page_files("Win32_PageFileSetting", windows.page_file_settings),
}


def _normal(namespace: str) -> str:
    return namespace.replace("\\", "/").strip("/").lower()


def _listing(call: CmdletCall, namespace: str, name: str) -> list[CimObject] | None:
    """All instances of a class; None when the namespace has no such class."""
    windows = script_host(call.host).windows
    if namespace == "root/microsoft/windows/storage":
        source = STORAGE_CLASSES.get(name.lower())
        return None if source is None else source(call)
    if namespace != "root/cimv2" or name.lower() not in WIN32_CLASSES:
        return None
    if windows.settings.cim_query_s:
        call.host.sleep(windows.settings.cim_query_s)
    return WIN32_CLASSES[name.lower()](windows)


def _fail(call: CmdletCall, text: str, code: int, category: str, target: object = None) -> None:
    call.write_error(ErrorRecord(PSException(_EXCEPTION, text), f"HRESULT 0x{code:08x}", category, target))


@WINDOWS_COMMANDS.cmdlet(
    _MODULE, "Get-CimInstance", aliases=("gcim",), implementing_type=_GET,
    honours=("ClassName", "Namespace", "Filter", "Query", "Property", "InputObject", "OperationTimeoutSec"),
)  # fmt: skip
def get_cim_instance(call: CmdletCall) -> list[CimObject]:
    namespace = _normal(str(unwrap(call.get("Namespace")) or "root/cimv2"))
    given = unwrap(call.get("InputObject"))
    condition = unwrap(call.get("Filter"))
    name = str(unwrap(call.get("ClassName")) or "")
    if isinstance(given, CimInstance):
        name, namespace = given.cim_class, _normal(given.cim_namespace)
    try:
        if "Query" in call.bound:
            name, condition = wql.select(str(unwrap(call.bound["Query"])))
        test = None if condition is None else wql.where(str(condition))
        windows = script_host(call.host).windows
        if windows.world.fault("cim.query", node=windows.name, name=name) is not None:
            _fail(call, "Provider load failure ", 0x80041013, "NotSpecified")
            return []
        found = _listing(call, namespace, name)
        if found is None:
            known = name.lower() in STORAGE_CLASSES or name.lower() in WIN32_CLASSES
            if not known and name.lower().startswith(("win32_", "msft_", "cim_")):
                call.unsupported(f"Get-CimInstance {name}")
            _fail(call, "Invalid class ", 0x80041010, "MetadataError", f"{namespace}:{name}")
            return []
        if test is not None:
            found = [item for item in found if test(dict.fromkeys(item.view.shape.properties) | dict(item.raw))]
    except wql.InvalidQueryError:
        _fail(call, "Invalid query ", 0x80041017, "InvalidArgument")
        return []
    if isinstance(given, CimObject):
        found = [item for item in found if item.key == given.key]
    wanted = {str(unwrap(text)).lower() for text in call.strings("Property")}
    if wanted:
        found = [
            item.view.make(item.key, {key: value for key, value in item.raw.items() if key.lower() in wanted})
            for item in found
        ]
    return found


@WINDOWS_COMMANDS.cmdlet(
    _MODULE, "Invoke-CimMethod", aliases=("icim",), implementing_type=_INVOKE,
    honours=("ClassName", "Namespace", "InputObject", "MethodName", "Arguments", "WhatIf", "Confirm"),
)  # fmt: skip
def invoke_cim_method(call: CmdletCall) -> list[Any]:
    target = unwrap(call.get("InputObject"))
    method = str(unwrap(call.get("MethodName")))
    name = target.cim_class if isinstance(target, CimObject) else str(unwrap(call.get("ClassName")) or "")
    if not call.should_process(f"{name}: {method}"):
        return []
    windows = script_host(call.host).windows
    match name.lower(), method.lower():
        case "win32_operatingsystem", "reboot":
            windows.reboot()
        case "win32_operatingsystem", "shutdown":
            windows.shut_down_from_inside()
        case "msft_virtualdisk", "repair" | "attach" | "detach" if isinstance(target, CimObject):
            return [_on_virtual_disk(call, target, method.lower())]
        case _:
            call.unsupported(f"Invoke-CimMethod {name}.{method}")
    return [_answer(0)]


def _answer(code: int) -> PSCustomObject:
    return PSCustomObject(
        {"ReturnValue": UInt32(code), "PSComputerName": None},
        "Microsoft.Management.Infrastructure.CimMethodResult",
    )


def _on_virtual_disk(call: CmdletCall, target: CimObject, method: str) -> PSCustomObject:
    """The method's return code; RunAsJob makes Repair answer 4096."""
    session = Session(call, loads_module=False)
    session.take_time(changes=True)
    arguments = unwrap(call.get("Arguments"))
    as_job = False
    if isinstance(arguments, NetDictionary):
        as_job = any(str(key).lower() == "runasjob" and bool(unwrap(value)) for key, value in arguments.pairs())
    try:
        space = session.space_of(target)
        match method:
            case "attach":
                virtual_disk_operations.connect(session.storage, space)
            case "detach":
                virtual_disk_operations.disconnect(session.storage, space)
            case _:
                job = repair.start(session.storage, space)
                if job is not None and as_job:
                    return _answer(4096)
                if job is not None:
                    repair.wait(session.storage, space, job)
    except StorageError as error:
        return _answer(error.number)
    return _answer(0)
