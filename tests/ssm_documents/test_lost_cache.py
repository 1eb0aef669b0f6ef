"""Rebuild and reseed: only what is lost, only where it can come back from."""

from sales_scene import SalesScene

from rehearsal.world.faults import Fault, FaultKind


def dirty(*faults, **named) -> SalesScene:
    scene = SalesScene(*faults, **named)
    scene.stop_and_start(scene.second)
    scene.pass_time(200)
    return scene


def rebuild(scene: SalesScene):
    """What the RebuildStorage document does: remove the lost pool, then build."""
    removed = scene.run(scene.second, "rebuild_storage")
    if removed.exit_code != 0:
        return removed
    none = {"DataVolumes": "none", "SwapVolume": "none", "CacheGiB": "0", "AllocationUnitKiB": "64"}
    return scene.run(scene.second, "initialize_storage", **none)


def lost(scene: SalesScene) -> str:
    (group,) = scene.observe(scene.second)["sql"]["availabilityGroups"]
    (replica,) = group["replicas"]
    assert {item["state"] for item in replica["worst"]} <= {3, 4}
    return ",".join(f"{group['id']}/{item['id']}" for item in replica["worst"])


def test_a_secondary_is_rebuilt_and_reseeded():
    scene = dirty()
    assert scene.storage(scene.second)["classification"] == "CACHE_LOST"
    answer = rebuild(scene)
    assert answer.code == "CW1007", answer
    storage = scene.storage(scene.second)
    assert storage["classification"] == "CACHE_ON_NVME" and storage["tempdbVolume"]["present"]
    assert scene.run(scene.second, "start_sql_server").exit_code == 0
    scene.pass_time(60)
    databases = lost(scene)
    assert databases.count("/") == 2
    prepared = scene.run(scene.second, "reseed_databases", Databases=databases)
    assert (prepared.code, prepared.verdict["changed"]) == ("CW2011", True), prepared
    assert scene.run(scene.second, "reseed_databases", Databases=databases).code == "CW2012"
    seeded = scene.run(scene.first, "seed_databases", Databases=databases)
    assert seeded.code in ("CW2013", "CW2014"), seeded  # the grant alone may have begun it
    scene.pass_time(120)
    seeding = scene.observe(scene.first)["sql"]["seeding"]
    assert seeding and seeding[0]["bytesTotal"] > 0 and seeding[0]["remote"] == "SALES2"
    assert scene.run(scene.first, "seed_databases", Databases=databases).code == "CW2014"
    scene.pass_time(4 * 3600)
    (group,) = scene.observe(scene.first)["sql"]["availabilityGroups"]
    assert [item["databases"]["synchronized"] for item in group["replicas"]] == [2, 2]


def test_a_primary_is_never_rebuilt():
    scene = SalesScene()
    scene.make_secondary(scene.first)
    held = scene.run(scene.second, "hold_replica_modes", AvailabilityGroups=scene.group_ids())
    assert held.exit_code == 0
    scene.stop_and_start(scene.second)
    scene.pass_time(200)
    answer = scene.run(scene.second, "rebuild_storage")
    assert answer.exit_code in (11, 20), answer
    assert answer.verdict["changed"] is False
    assert scene.storage(scene.second)["classification"] == "CACHE_LOST"


def test_a_rebuild_without_a_partner_is_refused():
    scene = SalesScene()
    scene.play(lambda: scene.first.power_off())
    scene.stop_and_start(scene.second)
    scene.pass_time(200)
    answer = scene.run(scene.second, "rebuild_storage")
    assert answer.exit_code in (11, 20), answer
    assert scene.storage(scene.second)["classification"] == "CACHE_LOST"


def test_a_whole_storage_is_not_rebuilt():
    scene = SalesScene()
    answer = scene.run(scene.second, "rebuild_storage")
    assert (answer.code, answer.verdict["changed"]) == ("CW1012", False)


def test_an_evacuated_storage_is_not_rebuilt():
    scene = SalesScene()
    scene.evacuated(scene.second)
    answer = scene.run(scene.second, "rebuild_storage")
    assert answer.exit_code != 0 and answer.verdict["changed"] is False
    assert scene.storage(scene.second)["classification"] == "EVACUATED"


def test_a_rebuild_that_is_cut_off_is_continued():
    scene = dirty(Fault(point="storage.remove-pool", kind=FaultKind.FAIL, error="4"))
    answer = rebuild(scene)
    assert (answer.code, answer.exit_code) == ("CW1050", 40), answer
    assert scene.storage(scene.second)["classification"] == "CACHE_LOST"
    assert scene.run(scene.second, "initialize_storage").code == "CW1056"
    assert rebuild(scene).code == "CW1007"
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"


def test_an_online_database_is_never_dropped():
    scene = SalesScene()
    (group,) = scene.observe(scene.second)["sql"]["availabilityGroups"]
    query = "SELECT group_database_id FROM sys.availability_databases_cluster"
    ids = [str(row[0]).lower() for row in scene.sql_rows(scene.second, query)]
    for database in ids:
        answer = scene.run(scene.second, "reseed_databases", Databases=f"{group['id']}/{database}")
        assert (answer.code, answer.verdict["changed"]) == ("CW2043", False), answer
    replica = scene.observe(scene.second)["sql"]["availabilityGroups"][0]["replicas"][0]
    assert replica["databases"]["online"] == 2


def test_a_database_with_a_file_left_is_not_dropped():
    scene = SalesScene()
    scene.run(scene.second, "stop_sql_server")
    data = next(name for name in scene.second.files.list("D:\\Data") if name.endswith(".mdf"))
    scene.second.files.remove(f"D:\\Data\\{data}")
    scene.run(scene.second, "start_sql_server")
    scene.pass_time(30)
    answer = scene.run(scene.second, "reseed_databases", Databases=lost(scene))
    assert (answer.code, answer.verdict["changed"]) == ("CW2043", False), answer
    assert "1 of 2 files" in answer.message
