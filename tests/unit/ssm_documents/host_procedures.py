"""What CacheWarden does on a host, each as a procedure that may be cut off anywhere: how it begins, runs and ends.

`ended` says whether it has come to its goal; `end` is what must be the same however often it was begun.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sales_scene import DRIVES, INSTALLERS, NOTHING_TO_BUILD, SalesScene

from rehearsal.world.windows.host import WindowsHost

PLAN = {
    "DataVolumes": "vol-00000000000000202,vol-00000000000000203", "SwapVolume": "vol-00000000000000204",
    "CacheGiB": "100", **DRIVES,
}  # fmt: skip
WORDS = "a stop of this instance destroys the data drive"
MENU = r"HKEY_LOCAL_MACHINE\SOFTWARE\Microsoft\PolicyManager\default\Start\HideShutDown"


def second(scene: SalesScene) -> WindowsHost:
    """SALES2, the secondary when a scene begins."""
    return scene.second


def run_documents(scene: SalesScene, procedure: Procedure) -> None:
    """All documents in order, and the worker to its end."""
    run_on(scene, procedure.host(scene), procedure.documents, procedure.parameters(scene))
    wait_for_worker(scene)


def run_on(scene: SalesScene, host: WindowsHost, documents: Sequence[str], parameters: Mapping[str, str]) -> None:
    """Runs documents on a host as the workflow does; their answers don't matter."""
    for stem in documents:
        fencing = {
            "SSM_Token": "7", "SSM_ActionToken": "none", "SSM_ClusterKey": "none", "SSM_Consent": "none",
            "SSM_SentBy": "workflow", "SSM_NotAfter": scene.soon(),
        }  # fmt: skip
        given = {f"SSM_{name}": value for name, value in parameters.items()}
        scene.run_raw(host, stem, fencing | given)


def wait_for_worker(scene: SalesScene) -> None:
    """To its end, if there is one."""
    task = scene.second.tasks.get("CacheWarden-Worker")
    if task is not None:
        scene.clock.run_until(lambda: not task.running)


def storage_end(scene: SalesScene) -> dict[str, Any]:
    """Where the cache is, what the drives and the pool are."""
    storage = scene.storage(scene.second)
    inventory = scene.file(scene.second, "inventory")
    return {
        "classification": storage["classification"],
        "proof": storage["proof"]["evacuated"],
        "drive": storage["dataVolume"],
        "tempdb drive": storage["tempdbVolume"],
        "members": sorted((member["role"], member["usage"]) for member in storage["members"]),
        "missing": storage["missing"],
        "jobs": [job for job in storage["jobs"] if job["state"] < 7],
        "pools": len(scene.second.storage.pools),
        "virtual disks": len(scene.second.storage.virtual_disks),
        "roles of the inventory": sorted(
            (member["role"], member["serial"]) for member in inventory["members"] if member["role"] != "cache"
        ),
        "half built": bool(inventory["building"]),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Procedure:
    """`begin` brings a scene to where it may run; `documents` are run in order on `host`, unless it has a `run`."""

    begin: Callable[[SalesScene], None]
    documents: tuple[str, ...] = ()
    ended: Callable[[SalesScene], bool]
    run: Callable[[SalesScene, Procedure], None] = run_documents
    end: Callable[[SalesScene], dict[str, Any]] = storage_end
    host: Callable[[SalesScene], WindowsHost] = second
    parameters: Callable[[SalesScene], Mapping[str, str]] = lambda _: NOTHING_TO_BUILD
    scene: Mapping[str, Any] = field(default_factory=dict)
    loses: bool = False
    """The procedure itself gives up what was lost before."""

    @property
    def scripts(self) -> frozenset[str]:
        """Of the scripts that must be killed somewhere in it."""
        return frozenset(self.documents) or frozenset({"boot_task"})


# -- how they begin ---------------------------------------------------------------------------------------------------


def _nothing(scene: SalesScene) -> None:
    del scene


def _quiet(scene: SalesScene) -> None:
    assert scene.run(scene.second, "stop_sql_server").exit_code == 0


def _evacuated(scene: SalesScene) -> None:
    scene.evacuated(scene.second)


def _on_swap(scene: SalesScene) -> None:
    scene.evacuated(scene.second)
    scene.stop_and_start(scene.second)
    scene.pass_time(300)
    assert scene.run(scene.second, "initialize_storage").exit_code == 0


def _lost(scene: SalesScene) -> None:
    scene.stop_and_start(scene.second)
    scene.pass_time(300)


def _without_inventory(scene: SalesScene) -> None:
    scene.second.files.remove(r"C:\ProgramData\CacheWarden\inventory.json")


def _changed_letter(scene: SalesScene) -> None:
    _quiet(scene)
    scene.name_volume(scene.second, "WCDB", "X")


def _drained(scene: SalesScene) -> None:
    assert scene.run(scene.second, "drain_cluster_node").code == "CW2017"


# -- how they run -----------------------------------------------------------------------------------------------------


def _restart(scene: SalesScene, procedure: Procedure) -> None:
    """Windows restarts, and the boot task runs."""
    del procedure
    scene.reboot(scene.second)
    scene.pass_time(300)


def _new_host(scene: SalesScene, procedure: Procedure) -> None:
    """The instance is stopped and started: the boot task makes the tempdb drive anew."""
    del procedure
    scene.stop_and_start(scene.second)
    scene.pass_time(300)
    scene.run_raw(scene.second, "initialize_storage", {
        **{f"SSM_{name}": value for name, value in NOTHING_TO_BUILD.items()},
        "SSM_Token": "8", "SSM_ActionToken": "none", "SSM_ClusterKey": "none", "SSM_NotAfter": scene.soon(),
    })  # fmt: skip


def _install(scene: SalesScene, procedure: Procedure) -> None:
    """The installers in their order, as far as they succeed."""
    del procedure
    for stem in INSTALLERS:
        if scene.run_raw(scene.second, stem, {}).exit_code != 0:
            break


def _adopt_by_hand(scene: SalesScene, procedure: Procedure) -> None:
    """After a restart Windows keeps the drives offline: a person brings them online where CacheWarden doesn't yet."""
    script = "\n".join(
        f"Get-Disk | Where-Object {{ $_.{shown} }} | ForEach-Object {{ Set-Disk -Number $_.Number -{shown} $false }}"
        for shown in ("IsOffline", "IsReadOnly")
    )
    assert scene.play(scene.second.run_script, script, "by_hand.ps1", {}).stderr == ""
    run_documents(scene, procedure)


# -- how they end -----------------------------------------------------------------------------------------------------


def _is(classification: str) -> Callable[[SalesScene], bool]:
    def ended(scene: SalesScene) -> bool:
        found = scene.storage(scene.second)["classification"]
        return found == classification and not scene.file(scene.second, "inventory")["building"]

    return ended


def _serves(running: bool) -> Callable[[SalesScene], bool]:
    wanted = 4 if running else 1

    def ended(scene: SalesScene) -> bool:
        instances = scene.observe(scene.second)["sql"]["instances"]
        return [(one["service"], one["agent"]) for one in instances] == [(wanted, wanted)]

    return ended


def _new_host_ready(scene: SalesScene) -> bool:
    storage = scene.storage(scene.second)
    return storage["classification"] == "EVACUATED" and storage["tempdbVolume"]["present"]


def _adopted(scene: SalesScene) -> bool:
    return scene.second.files.exists(r"C:\ProgramData\CacheWarden\inventory.json") and bool(
        scene.storage(scene.second)["dataVolume"]["usable"]
    )


def _installed_end(scene: SalesScene) -> dict[str, Any]:
    host = scene.observe(scene.second)["host"]
    tasks = {name: scene.second.tasks.get(f"CacheWarden-{name}") for name in ("Boot", "Worker")}
    return {
        "bundle": host["bundle"],
        "folder": host["folder"],
        "tasks": {name: task is not None and task.enabled for name, task in tasks.items()},
        "hidden": scene.second.registry.value(MENU, "value"),
        "start modes": {name: scene.second.services[name].start_mode for name in ("MSSQLSERVER", "SQLSERVERAGENT")},
        "bundles": scene.second.files.list(r"C:\ProgramData\CacheWarden\bundle"),
    }


def _installed(scene: SalesScene) -> bool:
    """A host on which the bundle isn't whole refuses to be observed."""
    answer = scene.run(scene.second, "observe_host")
    whole = answer.exit_code == 0 and answer.evidence["host"]["bundle"]["deployed"]
    return bool(whole) and scene.second.tasks.get("CacheWarden-Boot") is not None


def _uninstalled_end(scene: SalesScene) -> dict[str, Any]:
    return {
        "tasks": [scene.second.tasks.get(f"CacheWarden-{name}") for name in ("Boot", "Worker")],
        "bundle": scene.second.files.exists(r"C:\ProgramData\CacheWarden\bundle"),
        "hidden": scene.second.registry.value(MENU, "value"),
        "start modes": {name: scene.second.services[name].start_mode for name in ("MSSQLSERVER", "SQLSERVERAGENT")},
        "pools": len(scene.second.storage.pools),
    }


def _uninstalled(scene: SalesScene) -> bool:
    found = _uninstalled_end(scene)
    return found["tasks"] == [None, None] and not found["bundle"]


def _drain_end(scene: SalesScene) -> dict[str, Any]:
    assert scene.cluster is not None
    return {
        "paused": scene.cluster.nodes["SALES2"].paused,
        "remembered": scene.observe(scene.second)["host"]["drained"],
    }


HOST_PROCEDURES: Mapping[str, Procedure] = {
    # After a reboot SQL Server runs again: that it is stopped belongs to the procedure.
    "evacuate": Procedure(begin=_nothing, documents=("stop_sql_server", "evacuate_cache"), ended=_is("EVACUATED")),
    "restore": Procedure(begin=_on_swap, documents=("restore_cache",), ended=_is("CACHE_ON_NVME")),
    "turn back": Procedure(begin=_evacuated, documents=("restore_cache",), ended=_is("CACHE_ON_NVME")),
    "build": Procedure(
        begin=_nothing, documents=("initialize_storage",), ended=_is("CACHE_ON_NVME"), parameters=lambda _: PLAN,
        scene={"build": False},
    ),
    "rebuild": Procedure(
        begin=_lost, documents=("rebuild_storage", "initialize_storage"), ended=_is("CACHE_ON_NVME"), loses=True
    ),
    "adopt": Procedure(
        begin=_without_inventory, run=_adopt_by_hand, documents=("adopt_storage",), ended=_adopted,
        parameters=lambda _: {"Write": "yes", "DataVolumes": "none", "SwapVolume": "none"},
    ),
    "adopt a change": Procedure(
        begin=_changed_letter, documents=("adopt_storage",), ended=_adopted,
        parameters=lambda _: {"Write": "yes", "DataVolumes": "none", "SwapVolume": "none"},
    ),
    "install": Procedure(
        begin=_nothing, run=_install, documents=INSTALLERS, ended=_installed, end=_installed_end,
        scene={"bundle": False},
    ),
    "uninstall": Procedure(
        begin=_nothing, documents=("uninstall_host",), ended=_uninstalled, end=_uninstalled_end,
        parameters=lambda _: {"AcceptedLoss": WORDS},
    ),
    "boot": Procedure(begin=_nothing, run=_restart, ended=_serves(True)),
    "boot on a new host": Procedure(begin=_evacuated, run=_new_host, ended=_new_host_ready),
    "stop": Procedure(begin=_nothing, documents=("stop_sql_server",), ended=_serves(False)),
    "start": Procedure(begin=_quiet, documents=("start_sql_server",), ended=_serves(True)),
    "drain": Procedure(
        begin=_nothing, documents=("drain_cluster_node",), ended=lambda scene: all(_drain_end(scene).values()),
        end=_drain_end,
    ),
    "resume": Procedure(
        begin=_drained, documents=("resume_cluster_node",), ended=lambda scene: not any(_drain_end(scene).values()),
        end=_drain_end,
    ),
}  # fmt: skip
