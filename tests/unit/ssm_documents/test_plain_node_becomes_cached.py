"""How the node of a secondary on plain EBS gets a cached volume, with the documents that are there (README.md)."""

from sales_scene import DRIVES, SalesScene, ebs

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.scenarios.host_installation import write_inventory
from rehearsal.world.sql import preset as sql_preset
from rehearsal.world.storage import hardware
from rehearsal.world.storage import preset as storage_preset
from rehearsal.world.windows.system.services import ServiceState, StartMode

VOLUMES = {
    "DataVolumes": "vol-00000000000000202,vol-00000000000000203", "SwapVolume": "vol-00000000000000204",
    "CacheGiB": "100", **DRIVES, "TempdbLetter": "none",
}  # fmt: skip
PLAIN = """
foreach ($drive in @(@{ serial = '*205_*'; letter = 'D' }, @{ serial = 'AWS*2001_*'; letter = 'S' })) {
    Get-Disk | Where-Object { $_.SerialNumber -like $drive.serial } | Initialize-Disk -PartitionStyle GPT -PassThru |
        New-Partition -DriveLetter $drive.letter -UseMaximumSize |
        Format-Volume -FileSystem NTFS -AllocationUnitSize 64KB -Confirm:$false | Out-Null
}
$null = New-Item -Path 'S:\\tempdb' -ItemType Directory
"""


def by_hand(scene: SalesScene, script: str) -> None:
    assert scene.play(scene.second.run_script, script, "by_hand.ps1", {}).stderr == ""


def plain_secondary(*faults: Fault) -> SalesScene:
    """SALES2 has D: on one EBS volume, tempdb on an NVMe disk, and the blank volumes that were attached for it."""
    scene = SalesScene(*faults, build=False, install=False, faults_enabled=False)
    scene.extra[2].append(ebs(2, 5, 900, "xvde"))
    hardware.plug_in(scene.second.storage, tuple(scene.disks(2)), cold=False)
    by_hand(scene, PLAIN)
    scene.built["SALES1"] = storage_preset.build(scene.first.storage)
    write_inventory(scene.first, scene.built["SALES1"])
    scene.cluster = sql_preset.sales(scene.world, scene.hosts)
    for host in scene.hosts:
        assert scene.run(host, "install_host").exit_code == 0
    return scene


def test_the_node_of_a_plain_secondary_becomes_a_cached_one():
    scene = plain_secondary()
    assert scene.storage(scene.second)["classification"] == "EMPTY"
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    by_hand(scene, "Get-Partition -DriveLetter D | Set-Partition -NewDriveLetter O")
    assert scene.run(scene.second, "initialize_storage", **VOLUMES).code == "CW1007"
    assert scene.run(scene.second, "start_sql_server").exit_code == 0
    scene.pass_time(60)
    (group,) = scene.observe(scene.second)["sql"]["availabilityGroups"]
    (replica,) = group["replicas"]
    databases = ",".join(f"{group['id']}/{item['id']}" for item in replica["worst"])
    assert scene.reseed(databases).code == "CW2011"
    assert scene.run(scene.first, "seed_databases", SeedStep="seed", Databases=databases, Restart="no").exit_code == 0
    scene.pass_time(4 * 3600)
    (group,) = scene.observe(scene.first)["sql"]["availabilityGroups"]
    (copies,) = [replica["databases"] for replica in group["replicas"] if replica["server"] == "SALES2"]
    assert (copies["joined"], copies["synchronized"]) == (2, 2)
    parameters = {"SSM_Write": "yes", "SSM_DataVolumes": "none", "SSM_SwapVolume": "none"}
    result = scene.run_raw(scene.second, "adopt_storage", parameters)
    assert "inventory: tempdb drive: was none, is S:, folders S:\\tempdb" in result.stdout.splitlines()
    storage = scene.storage(scene.second)
    assert (storage["classification"], storage["tempdbVolume"]["present"]) == ("CACHE_ON_NVME", True)
    scene.evacuated(scene.second)
    assert scene.storage(scene.second)["proof"]["evacuated"]


def test_a_building_that_was_cut_off_leaves_sql_server_to_windows_whatever_is_installed_meanwhile():
    """Every new version is installed by the next operation."""
    fails = Fault(point="storage.new-virtual-disk", kind=FaultKind.FAIL, error="4", where={"node": "SALES2"})
    scene = plain_secondary(fails)
    engine = scene.second.services["MSSQLSERVER"]
    engine.start_mode = StartMode.AUTOMATIC
    scene.world.faults.begin()
    assert scene.run(scene.second, "initialize_storage", **{**VOLUMES, "DataLetter": "F"}).exit_code != 0
    assert scene.file(scene.second, "inventory")["building"] is True
    scene.install(scene.second)
    assert engine.start_mode is StartMode.AUTOMATIC
    scene.reboot(scene.second)
    scene.pass_time(600)
    assert engine.state is ServiceState.RUNNING
