"""A copied scene plays as one that was made anew, and two copies know nothing of each other."""

from sales_scene import SalesScene

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.settings import Settings


def anew(*faults: Fault) -> SalesScene:
    """With settings of its own a scene isn't kept."""
    return SalesScene(*faults, settings=Settings())


def played(scene: SalesScene) -> tuple[str, ...]:
    """There and back, an hour of the boot task's own looks, and whatever shows where it came to."""
    scene.evacuated(scene.second)
    scene.stop_and_start(scene.second)
    scene.pass_time(120)
    assert scene.run(scene.second, "initialize_storage").exit_code == 0
    scene.run(scene.second, "restore_cache")
    scene.wait_for_worker(scene.second)
    scene.pass_time(3600)
    hosts = scene.hosts
    return (
        scene.world.trace.lines(),
        *(scene.log(host) for host in hosts),
        *(str(scene.observe(host)) for host in hosts),
    )


def test_a_copy_plays_as_a_scene_made_anew_whatever_was_played_with_another_copy():
    first = played(SalesScene())
    assert first == played(anew()) == played(SalesScene())


def test_a_fault_of_a_later_script_strikes_a_copy_where_it_strikes_a_scene_made_anew():
    killed = Fault(point="process.statement", kind=FaultKind.KILL, where={"node": "SALES2", "script": "worker"})
    answers = []
    for scene in (SalesScene(killed), anew(killed)):
        scene.run(scene.second, "stop_sql_server")
        scene.run(scene.second, "evacuate_cache")
        scene.wait_for_worker(scene.second)
        answers.append((scene.world.faults.injected, scene.world.faults.points, scene.log(scene.second)))
    assert answers[0] == answers[1] and answers[0][0] == [killed]
