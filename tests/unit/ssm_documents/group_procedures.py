"""What CacheWarden does with Availability Groups on a host, each as a procedure that may be cut off anywhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from host_procedures import Procedure, run_documents, run_on
from sales_scene import SalesScene

from rehearsal.world.sql import preset
from rehearsal.world.sql.preset import DatabaseSpec, GroupSpec
from rehearsal.world.windows.host import WindowsHost

SEEDED_WITHIN_S = 1800

# -- how they begin ---------------------------------------------------------------------------------------------------


def _nothing(scene: SalesScene) -> None:
    del scene


def _three_groups(scene: SalesScene) -> None:
    groups = [
        GroupSpec(name=f"ag {number}]'", databases=(DatabaseSpec(name=f"db {number}", data_bytes=1 << 20),))
        for number in range(3)
    ]
    scene.cluster = preset.build(scene.world, scene.hosts, groups=groups)


def _one_secondary_required(scene: SalesScene) -> None:
    for group in scene.cluster.groups.values():
        group.required_synchronized = 1


def _held(scene: SalesScene) -> None:
    assert scene.run(scene.first, "hold_replica_modes", AvailabilityGroups=scene.group_ids()).code == "CW2001"


def _without_automatic_failover_of_first(scene: SalesScene) -> None:
    """So that a restart of the primary moves no role: then there would be nothing to make asynchronous."""
    changed = {"Modes": ",".join(f"{each}/1/1" for each in _replicas(scene, "SALES1"))}
    assert scene.run(scene.first, "restore_replica_modes", **changed).code == "CW2003"


def _asynchronous_and_seeded_by_hand(scene: SalesScene) -> None:
    changed = {"Modes": ",".join(f"{each}/0/1/1" for each in _replicas(scene, "SALES2"))}
    assert scene.run(scene.first, "restore_replica_modes", **changed).code == "CW2003"


def _without_files(scene: SalesScene) -> None:
    scene.stop_and_start(scene.second)
    scene.pass_time(200)
    for stem in ("rebuild_storage", "initialize_storage", "start_sql_server"):
        assert scene.run(scene.second, stem).exit_code == 0
    scene.pass_time(60)


def _without_databases(scene: SalesScene) -> None:
    _without_files(scene)
    assert scene.reseed(_databases(scene)["Databases"]).code == "CW2011"


def _without_second(scene: SalesScene) -> None:
    scene.play(scene.second.power_off)
    scene.pass_time(60)


# -- how they run -----------------------------------------------------------------------------------------------------


def _reseed(scene: SalesScene, procedure: Procedure) -> None:
    """The primary is asked, the secondary drops, the primary seeds, as ReseedDatabases does; it takes its time."""
    del procedure
    given = _databases(scene)
    looked = scene.run(scene.first, "seed_databases", SeedStep="look", **given)
    copies = looked.verdict["detail"]["told"] if looked.exit_code == 0 else "none"
    run_on(scene, scene.second, ("reseed_databases",), given | {"Copies": copies})
    run_on(scene, scene.first, ("seed_databases",), given | {"SeedStep": "seed"})
    scene.pass_time(SEEDED_WITHIN_S)


def _seed(scene: SalesScene, procedure: Procedure) -> None:
    run_documents(scene, procedure)
    scene.pass_time(SEEDED_WITHIN_S)


def _on_each_primary(scene: SalesScene, procedure: Procedure) -> None:
    """As the workflow does: a command for the groups that one node leads; a restart in between may part them."""
    for host in scene.hosts:
        led = [group["id"] for group in _seen(scene, host) if group["role"] == 1]
        if led:
            run_on(scene, host, procedure.documents, {"AvailabilityGroups": ",".join(led), "Replicas": "none"})


# -- what they are given ----------------------------------------------------------------------------------------------


def _seeded(scene: SalesScene) -> dict[str, str]:
    return {**_databases(scene), "SeedStep": "seed"}


def _databases(scene: SalesScene) -> dict[str, str]:
    """Those that the secondary lacks, as the workflow reads them before each act."""
    (group,) = _seen(scene, scene.second)
    (replica,) = group["replicas"]
    return {"Databases": ",".join(f"{group['id']}/{each['id']}" for each in replica["worst"]), "Restart": "no"}


def _groups(scene: SalesScene) -> dict[str, str]:
    ids = ",".join(group["id"] for group in _seen(scene, _primary(scene)))
    return {"AvailabilityGroups": ids, "Replicas": "none", "MaxRedoSeconds": "60"}


def _second_asynchronous(scene: SalesScene) -> dict[str, str]:
    (replica,) = _replicas(scene, "SALES2")
    return {**_groups(scene), "Replicas": replica.partition("/")[2], "Consent": scene.online()}


def _second_removed(scene: SalesScene) -> dict[str, str]:
    query = "SELECT group_id, replica_id FROM sys.availability_replicas WHERE replica_server_name = N'SALES2'"
    found = scene.sql_rows(scene.first, query)
    # Once it is gone, what the operation wrote down beforehand is sent again.
    (group, replica) = found[0] if found else (_groups(scene)["AvailabilityGroups"], GONE)
    return {"AvailabilityGroups": str(group).lower(), "Replicas": str(replica).lower()}


GONE = "00000000-0000-4000-8000-000000000000"


def _saved(scene: SalesScene) -> dict[str, str]:
    modes = ",".join(f"{each}/1/0/0" for name in ("SALES1", "SALES2") for each in _replicas(scene, name))
    return {"Modes": modes, "RequiredSynchronized": "none"}


def _none_required(scene: SalesScene) -> dict[str, str]:
    ids = _groups(scene)["AvailabilityGroups"].split(",")
    return {"Modes": "none", "RequiredSynchronized": ",".join(f"{each}/0" for each in ids)}


# -- how they end -----------------------------------------------------------------------------------------------------


def _seen(scene: SalesScene, host: WindowsHost) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] | None = scene.observe(host)["sql"]["availabilityGroups"] if host.up else None
    return found or []


def _primary(scene: SalesScene) -> WindowsHost:
    return next(host for host in scene.hosts if any(group["role"] == 1 for group in _seen(scene, host)))


def _replicas(scene: SalesScene, server: str) -> list[str]:
    """`group/replica` of a server's replicas."""
    return [
        f"{group['id']}/{replica['id']}"
        for group in _seen(scene, _primary(scene))
        for replica in group["replicas"]
        if replica["server"] == server
    ]


def _modes(scene: SalesScene) -> dict[str, Any]:
    """Of every replica, as the primary of its group sees them."""
    return {
        f"{group['name']} on {each['server']}": (each["availabilityMode"], each["failoverMode"], each["seedingMode"])
        for host in scene.hosts
        for group in _seen(scene, host)
        if group["role"] == 1
        for each in group["replicas"]
    }


def _modes_are(*modes: tuple[int, int, int]) -> Callable[[SalesScene], bool]:
    return lambda scene: set(_modes(scene).values()) == set(modes)


def _required(scene: SalesScene) -> dict[str, Any]:
    return {name: group.required_synchronized for name, group in scene.cluster.groups.items()}


def _led_by_second(scene: SalesScene) -> bool:
    found = _seen(scene, scene.second)
    return bool(found) and {group["role"] for group in found} == {1}


def _synchronized(scene: SalesScene) -> bool:
    return all(
        replica["databases"]["count"] == replica["databases"]["synchronized"] == 2
        for group in _seen(scene, scene.first)
        for replica in group["replicas"]
    )


def _first(scene: SalesScene) -> WindowsHost:
    return scene.first


SEEDS_WHEN_TOLD = {"sql": {"seeding_restarts_after_drop": False}}
GROUP_PROCEDURES: Mapping[str, Procedure] = {
    "hold": Procedure(
        begin=_nothing, documents=("hold_replica_modes",), ended=_modes_are((1, 1, 0)), end=_modes, host=_primary,
        parameters=_groups,
    ),
    "hold three groups": Procedure(
        begin=_three_groups, documents=("hold_replica_modes",), run=_on_each_primary, ended=_modes_are((1, 1, 0)),
        end=_modes, host=_primary, scene={"cluster": False},
    ),
    "make asynchronous": Procedure(
        begin=_without_automatic_failover_of_first, documents=("hold_replica_modes",),
        ended=_modes_are((1, 1, 0), (0, 1, 0)), end=_modes, host=_first, parameters=_second_asynchronous,
    ),
    "put modes back": Procedure(
        begin=_held, documents=("restore_replica_modes",), ended=_modes_are((1, 0, 0)), end=_modes, host=_primary,
        parameters=_saved,
    ),
    "require fewer secondaries": Procedure(
        begin=_one_secondary_required, documents=("restore_replica_modes",), host=_primary, end=_required,
        ended=lambda scene: set(_required(scene).values()) == {0}, parameters=_none_required,
    ),
    "put all modes back": Procedure(
        begin=_asynchronous_and_seeded_by_hand, documents=("restore_replica_modes",), ended=_modes_are((1, 0, 0)),
        end=_modes, host=_primary, parameters=_saved,
    ),
    "fail over": Procedure(
        begin=_nothing, documents=("fail_over_availability_groups",), end=_modes, parameters=_groups,
        ended=_led_by_second,
    ),
    "fail three groups over": Procedure(
        begin=_three_groups, documents=("fail_over_availability_groups",), end=_modes, parameters=_groups,
        ended=_led_by_second, scene={"cluster": False},
    ),
    "remove a replica": Procedure(
        begin=_without_second, documents=("remove_replicas",), end=_modes, host=_first, parameters=_second_removed,
        ended=lambda scene: len(_seen(scene, scene.first)[0]["replicas"]) == 1,
    ),
    "reseed": Procedure(
        begin=_without_files, documents=("reseed_databases",), run=_reseed, end=_modes, ended=_synchronized,
        scene=SEEDS_WHEN_TOLD, loses=True,
    ),
    "seed": Procedure(
        begin=_without_databases, documents=("seed_databases",), run=_seed, end=_modes, ended=_synchronized,
        host=_first, parameters=_seeded, scene=SEEDS_WHEN_TOLD, loses=True,
    ),
}  # fmt: skip
