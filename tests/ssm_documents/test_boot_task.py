"""What a node does by itself when Windows starts."""

from sales_scene import SalesScene


def synchronized(scene: SalesScene) -> int:
    (group,) = scene.observe(scene.first)["sql"]["availabilityGroups"]
    return next(item["databases"]["synchronized"] for item in group["replicas"] if not item["local"])


def service(scene: SalesScene) -> int:
    return scene.observe(scene.second)["sql"]["instances"][0]["service"]


def test_a_restart_of_windows_ends_in_service_without_anybody():
    scene = SalesScene()
    scene.reboot(scene.second)
    scene.pass_time(180)
    assert service(scene) == 4
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"
    assert synchronized(scene) == 2


def test_while_an_operation_is_under_way_the_cache_stays_where_it_was_moved():
    scene = SalesScene()
    scene.evacuated(scene.second)
    before = scene.storage(scene.second)
    scene.reboot(scene.second)
    scene.pass_time(180)
    after = scene.observe(scene.second)
    assert before["proof"]["evacuated"] and after["storage"]["classification"] == "EVACUATED"
    assert after["worker"]["work"] == "evacuate"
    assert service(scene) == 4


def test_on_a_new_host_an_operation_under_way_restores_the_cache_itself():
    scene = SalesScene()
    scene.evacuated(scene.second)
    scene.stop_and_start(scene.second)
    scene.pass_time(300)
    after = scene.observe(scene.second)
    assert after["storage"]["classification"] == "EVACUATED" and after["worker"]["work"] == "evacuate"
    assert after["storage"]["tempdbVolume"]["present"] and service(scene) == 4


def test_on_the_same_instance_store_the_cache_is_never_brought_back():
    scene = SalesScene()
    scene.evacuated(scene.second)
    scene.pass_time(4000)
    scene.reboot(scene.second)
    scene.pass_time(900)
    assert scene.storage(scene.second)["classification"] == "EVACUATED"


def test_on_a_new_host_with_nobody_at_work_everything_comes_back():
    scene = SalesScene()
    scene.evacuated(scene.second)
    scene.pass_time(4000)
    scene.stop_and_start(scene.second)
    scene.pass_time(60)
    assert service(scene) == 4
    assert scene.wait_for_worker(scene.second)["work"] == "restore"
    storage = scene.storage(scene.second)
    assert storage["classification"] == "CACHE_ON_NVME" and storage["tempdbVolume"]["present"]
    scene.pass_time(120)
    assert synchronized(scene) == 2


def test_a_lost_cache_is_never_rebuilt_at_boot():
    scene = SalesScene()
    scene.stop_and_start(scene.second)
    scene.pass_time(1200)
    assert scene.storage(scene.second)["classification"] == "CACHE_LOST"
    assert service(scene) == 1
    assert "CW1021" in scene.log(scene.second)


def test_a_node_without_our_storage_is_left_alone():
    scene = SalesScene()
    scene.second.files.remove(r"C:\ProgramData\CacheWarden\inventory.json")
    scene.reboot(scene.second)
    scene.pass_time(60)
    assert "CW3013" in scene.log(scene.second)
