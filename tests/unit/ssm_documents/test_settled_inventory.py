"""inventory.json alone is damaged, or put away by a scanner: what its copy says must not make a built node another."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest
from host_procedures import HOST_PROCEDURES, PLAN, storage_end
from sales_scene import SalesScene

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.scenarios.host_installation import sealed_state

FOLDER = "C:\\ProgramData\\CacheWarden\\"
INVENTORY = FOLDER + "inventory.json"
COPY = INVENTORY + ".bak"
STARTED_BY_THE_BOOT_TASK = sorted(set(HOST_PROCEDURES) - {"build", "install", "uninstall"})
"""Those of procedures whose scene has SQL Server and, in the end, CacheWarden's tasks."""


def damage(scene: SalesScene) -> None:
    whole = scene.second.files.read_bytes(INVENTORY)
    scene.second.files.write_bytes(INVENTORY, whole[:40])


def put_away(scene: SalesScene) -> None:
    scene.second.files.remove(INVENTORY)


def settle(scene: SalesScene) -> None:
    """Of a node that was built without the documents: the copy that they leave."""
    if scene.second.files.exists(INVENTORY):
        scene.second.files.write_bytes(COPY, scene.second.files.read_bytes(INVENTORY))


def services(scene: SalesScene) -> list[tuple[int, int]]:
    return [(one["service"], one["agent"]) for one in scene.observe(scene.second)["sql"]["instances"]]


def restart(scene: SalesScene) -> None:
    scene.reboot(scene.second)
    scene.pass_time(1500)


def ended(name: str) -> SalesScene:
    """At the end of a procedure, with no write of the inventory since."""
    procedure = HOST_PROCEDURES[name]
    scene = SalesScene(**procedure.scene)
    settle(scene)
    procedure.begin(scene)
    if not scene.second.files.exists(INVENTORY) and scene.second.files.exists(COPY):
        scene.second.files.remove(COPY)
    procedure.run(scene, procedure)
    assert procedure.ended(scene)
    return scene


@pytest.mark.parametrize("name", sorted(set(HOST_PROCEDURES) - {"install"}))
def test_after_each_procedure_a_node_without_its_inventory_is_what_it_was(name):
    scene = ended(name)
    if name == "uninstall":
        assert scene.install(scene.second).exit_code == 0
    before = scene.storage(scene.second)
    copy = scene.second.files.read_bytes(COPY)
    assert json.loads(copy)["content"] == scene.file(scene.second, "inventory")
    damage(scene)
    assert scene.storage(scene.second) == before
    put_away(scene)
    assert scene.storage(scene.second) == before


@pytest.mark.parametrize("name", STARTED_BY_THE_BOOT_TASK)
def test_after_each_procedure_a_node_without_its_inventory_comes_up(name):
    scene = ended(name)
    classification = scene.storage(scene.second)["classification"]
    damage(scene)
    restart(scene)
    assert scene.file(scene.second, "boot")["code"] == "CW3014"
    ((service, _agent),) = services(scene)  # after a rebuild the Agent waits for the databases
    assert service == 4
    assert scene.storage(scene.second)["classification"] == classification


# -- a copy that is one write older: written by an earlier version, or the node was cut off between the two ------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsettled:
    """What the copy says, and how the file itself came to harm."""

    building: bool | str
    gone: bool


UNSETTLED = [Unsettled(building=flag, gone=gone) for flag in (True, "rebuild") for gone in (False, True)]


def unsettle(scene: SalesScene, case: Unsettled) -> None:
    """As the versions before this one left it right after building."""
    inventory = scene.file(scene.second, "inventory")
    removing = "{00000000-1111-2222-3333-444444444444}" if case.building == "rebuild" else ""
    former = {**inventory, "building": case.building, "pool": {**inventory["pool"], "removing": removing}}
    scene.second.files.write_bytes(COPY, sealed_state(former))
    (put_away if case.gone else damage)(scene)


@pytest.mark.parametrize("case", UNSETTLED, ids=str)
def test_a_built_storage_of_which_only_the_copy_from_its_building_is_left_serves_and_is_adopted(case):
    scene = SalesScene()
    unsettle(scene, case)
    storage = scene.storage(scene.second)
    assert (storage["classification"], storage["rebuilding"]) == ("AMBIGUOUS", False)
    assert "CacheWarden-AdoptStorage" in storage["reasons"][0]
    assert storage["dataVolume"]["usable"]
    databases = scene.second.files.list("D:\\Data")

    restart(scene)
    assert scene.file(scene.second, "boot")["code"] == "CW3014"
    assert services(scene) == [(4, 4)]
    assert scene.second.files.exists(INVENTORY) is not case.gone, "nobody but AdoptStorage writes what isn't known"
    assert scene.storage(scene.second)["classification"] == "AMBIGUOUS"

    assert scene.run(scene.second, "initialize_storage").code == "CW1008"
    assert scene.run(scene.second, "rebuild_storage").code == "CW1028"
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    assert scene.run(scene.second, "evacuate_cache").code == "CW1028"
    assert scene.run(scene.second, "start_sql_server").code == "CW2009"
    assert scene.second.files.list("D:\\Data") == databases

    assert adopt(scene)["code"] == "CW1015"
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"
    damage(scene)
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"


def adopt(scene: SalesScene) -> dict[str, Any]:
    given = {"SSM_DataVolumes": "none", "SSM_SwapVolume": "none", "SSM_Write": "yes"}
    answer = scene.run_raw(scene.second, "adopt_storage", given)
    return json.loads(answer.stdout.splitlines()[-1])


def test_with_the_cache_on_swap_it_serves_and_is_not_moved():
    scene = SalesScene()
    scene.evacuated(scene.second)
    unsettle(scene, Unsettled(building=True, gone=False))
    members = scene.storage(scene.second)["members"]
    restart(scene)
    assert services(scene) == [(4, 4)]
    storage = scene.storage(scene.second)
    assert (storage["classification"], storage["members"]) == ("AMBIGUOUS", members)
    assert scene.run(scene.second, "initialize_storage").code == "CW1008"
    assert scene.storage(scene.second)["members"] == members


def test_a_cache_that_is_lost_meanwhile_is_not_proven_lost_by_the_copy():
    scene = SalesScene()
    unsettle(scene, Unsettled(building="rebuild", gone=False))
    scene.stop_and_start(scene.second)
    scene.pass_time(1500)
    assert scene.storage(scene.second)["classification"] == "AMBIGUOUS"
    assert scene.run(scene.second, "rebuild_storage").code == "CW1028"
    assert scene.second.storage.virtual_disks


@pytest.mark.parametrize("point", ["storage.new-virtual-disk", "storage.initialize", "storage.new-partition"])
def test_a_building_that_was_cut_off_is_continued_from_the_copy(point):
    scene = SalesScene(Fault(point=point, kind=FaultKind.FAIL, error="4"), build=False, install=False)
    assert scene.run(scene.second, "initialize_storage", **PLAN).code == "CW1050"
    damage(scene)
    assert scene.storage(scene.second)["classification"] == "EMPTY"
    assert scene.run(scene.second, "initialize_storage", **PLAN).code == "CW1007"
    assert storage_end(scene)["classification"] == "CACHE_ON_NVME"


def test_what_is_observed_while_it_is_built_from_its_own_inventory_is_not_doubted():
    scene = SalesScene(Fault(point="storage.format", kind=FaultKind.FAIL, error="4"), build=False, install=False)
    assert scene.run(scene.second, "initialize_storage", **PLAN).code == "CW1050"
    assert scene.storage(scene.second)["classification"] == "EMPTY"


def copy_of_before_an_adoption(scene: SalesScene) -> None:
    """As a former version left it: its inventory was written once only, and the copy names a retired volume."""
    former = scene.file(scene.second, "inventory")
    for member in former["members"]:
        if member["serial"].endswith("202"):
            member["serial"], member["uniqueId"] = "vol00000000000000777", "retired"
    scene.second.files.write_bytes(COPY, sealed_state(former))


def test_an_upgrade_makes_the_copy_say_what_the_inventory_says():
    scene = SalesScene()
    copy_of_before_an_adoption(scene)
    before = scene.file(scene.second, "inventory")
    assert scene.install(scene.second).exit_code == 0
    assert json.loads(scene.second.files.read_bytes(COPY))["content"] == before
    assert scene.file(scene.second, "inventory") == before
    once = scene.second.files.read_bytes(INVENTORY)
    assert scene.install(scene.second).exit_code == 0
    assert scene.second.files.read_bytes(INVENTORY) == once, "written again without a reason"


def test_an_upgrade_does_not_make_a_copy_the_inventory():
    scene = SalesScene()
    copy_of_before_an_adoption(scene)
    damage(scene)
    damaged = scene.second.files.read_bytes(INVENTORY)
    assert scene.install(scene.second).exit_code == 0
    assert scene.second.files.read_bytes(INVENTORY) == damaged
