"""Brings a node of the preset under CacheWarden's care: inventory on its system drive, bundle, tasks registered.

Scripts and bundle come from the synthesized templates, as everything else does. The inventory is written here, in the
form that InitializeStorage leaves (New-CwInventory.ps1 of the host scripts), since the preset builds the storage in no
time; so are the bundle's files, as the documents that bring them write them. The stories `first-boot` and `opt-in` have
the documents themselves do both, and tests compare.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from rehearsal.scenarios.host_bundle import bundle_hash, bundle_named, carried_files
from rehearsal.world.storage.preset import ALLOCATION_UNIT_BYTES, INTERLEAVE_BYTES, NodeStorage
from rehearsal.world.windows.files import sddl
from rehearsal.world.windows.host import WindowsHost

DATA_FOLDER = r"C:\ProgramData\CacheWarden"
FOLDER_RIGHTS = "O:BAD:P(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)"
"""Administrators own it; they and SYSTEM have full control (Get-CwFolderRight.ps1)."""
INSTALLER = "CacheWarden-Host-InstallHost"


class InstallationError(Exception):
    """An install script didn't end with exit code 0; the text is its verdict."""


def command_text(templates: Mapping[str, Mapping[str, Any]], document: str) -> str:
    """The script of a synthesized Command document, as the agent runs it. Raises KeyError for an unknown name."""
    for template in templates.values():
        for resource in template["Resources"].values():
            properties = resource.get("Properties", {})
            if resource["Type"] == "AWS::SSM::Document" and properties.get("Name") == document:
                return "\n".join(properties["Content"]["mainSteps"][0]["inputs"]["runCommand"])
    raise KeyError(document)


def command_texts(templates: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """The script of every synthesized Command document, by its name."""
    return {
        resource["Properties"]["Name"]: "\n".join(
            resource["Properties"]["Content"]["mainSteps"][0]["inputs"]["runCommand"]
        )
        for template in templates.values()
        for resource in template["Resources"].values()
        if resource["Type"] == "AWS::SSM::Document" and resource["Properties"]["DocumentType"] == "Command"
    }


def write_bundle(host: WindowsHost, files: Mapping[str, str], digits: str) -> None:
    """What the documents that bring the bundle leave, in no time."""
    folder = f"{DATA_FOLDER}\\bundle\\{digits}"
    host.files.make_directories(DATA_FOLDER)
    host.files.itself(DATA_FOLDER).access = sddl.read(FOLDER_RIGHTS)
    host.files.make_directories(folder)
    for name, text in files.items():
        host.files.write_bytes(f"{folder}\\{name}", text.encode("ascii"))


def write_inventory(host: WindowsHost, storage: NodeStorage) -> None:
    """What was built, by serial number and role."""
    members = [_member(device, "data") for device in storage.roles.data]
    if storage.roles.swap is not None:
        members.append(_member(storage.roles.swap, "swap"))
    if storage.roles.cache is not None:
        members.append(_member(storage.roles.cache, "cache"))
    instance_store = [device for device in host.storage.devices.values() if device.present and not device.persistent]
    space = storage.data_disk
    inventory = {
        "v": 1,
        "writtenAt": host.world.clock.iso(),
        "building": False,
        "pool": {"uniqueId": storage.data_pool.unique_id, "friendlyName": "Data", "removing": ""},
        "virtualDisk": {
            "uniqueId": space.unique_id,
            "friendlyName": space.friendly_name,
            "letter": "D",
            "fileSystem": "NTFS",
            "folders": [],
            "writeCacheBytes": space.write_cache_bytes,
            "columns": len(storage.roles.data),
            "interleaveBytes": INTERLEAVE_BYTES,
            "allocationUnitBytes": ALLOCATION_UNIT_BYTES,
        },
        "members": members,
        "instanceStore": sorted(_serial(device) for device in instance_store),
        "tempdb": {"letter": "S", "folders": [r"S:\tempdb"]} if storage.roles.tempdb is not None else None,
    }
    host.files.make_directories(DATA_FOLDER)
    host.files.itself(DATA_FOLDER).access = sddl.read(FOLDER_RIGHTS)
    host.files.write_bytes(DATA_FOLDER + r"\inventory.json", sealed_state(inventory))
    record = {
        "pool": storage.data_pool.unique_id,
        "members": _usages(host, members),
        "uncounted": _counts_no_cache(host),
        "moving": False,
        "systemDisk": next(_serial(device) for device in host.storage.devices.values() if device.is_system),
    }
    host.files.write_bytes(DATA_FOLDER + r"\members.json", sealed_state(record))


def sealed_state(content: Mapping[str, object], sequence: int = 1) -> bytes:
    """A state file of the host scripts: numbered, with the hash of its content (Write-CwStateFile.ps1)."""
    text = json.dumps(content, separators=(",", ":"))
    digits = hashlib.sha256(text.encode("ascii")).hexdigest()
    return f'{{"seq":{sequence},"sha256":"{digits}","content":{text}}}'.encode("ascii")


def _member(device: Any, role: str) -> dict[str, object]:
    return {
        "serial": _serial(device),
        "uniqueId": device.unique_id,
        "role": role,
        "sizeBytes": device.size_bytes,
    }


def _usages(host: WindowsHost, members: list[dict[str, object]]) -> list[dict[str, object]]:
    """The EBS volumes as the boot task writes them down every quarter of an hour (Save-CwMemberRecord.ps1)."""
    found = {_serial(device): device for device in host.storage.devices.values()}
    usage = {
        serial: pool.members[device.unique_id].usage
        for serial, device in found.items()
        if (pool := host.storage.pool_of(device)) is not None
    }
    return [
        {"serial": member["serial"], "usage": int(usage[str(member["serial"])]), "missing": False}
        for member in members
        if member["role"] != "cache"
    ]


def _counts_no_cache(host: WindowsHost) -> bool:
    """Whether Windows shows the cache in no way on the disk that has it (Read-CwMemberRecord.ps1)."""
    settings = host.storage.settings
    return not (settings.allocated_counts_cache or settings.footprint_counts_cache or settings.extents_list_cache)


def _serial(device: Any) -> str:
    return str(device.serial.partition("_")[0])


def run_installers(host: WindowsHost, templates: Mapping[str, Mapping[str, Any]], former: bool) -> None:
    """Writes the bundle, and runs the deployed document that registers the tasks, in the calling actor.

    `former`: a bundle of another version, which does the same. Raises `InstallationError`.
    """
    texts = command_texts(templates)
    files, script = carried_files(texts.values()), texts[INSTALLER]
    if former:
        files = {name: f"# Another version.\n{text}" for name, text in files.items()}
        script = script.replace(str(bundle_named(script)), bundle_hash(files, script))
    write_bundle(host, files, str(bundle_named(script)))
    result = host.run_script(script, INSTALLER, {})
    if result.exit_code != 0:
        raise InstallationError(f"{INSTALLER} on {host.name}: {result.exit_code} {result.stdout} {result.stderr}")
