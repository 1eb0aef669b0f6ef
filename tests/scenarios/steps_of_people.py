"""What people do to a node in more than one test: they start a document, stop and start the node, attach volumes."""

from __future__ import annotations

from rehearsal.aws.ssm.automation_shapes import AutomationExecution
from rehearsal.scenarios.story import StepKind
from rehearsal.world.ec2.disks import Volume
from rehearsal.world.storage.facts import cache_places
from rehearsal.world.storage.state.virtual_disk import VirtualDisk
from tests.attacks.attacked_cluster import Attacked
from tests.scenarios.commands_of_pages import aws, commands, with_ids

GROWTH = "storage-growth.md"


def document(scene: Attacked, act: str, node: str, **parameters: str) -> AutomationExecution:
    """CacheWarden-<act> is started for the node; its run, once nothing is under way any more."""
    scene.perform(StepKind.AUTOMATION, node, document=f"CacheWarden-{act}", parameters=parameters)
    scene.settle()
    return list(scene.cluster.account.automations.executions.values())[-1]


def succeeded(scene: Attacked, act: str, node: str, **parameters: str) -> None:
    """As `document`, and it must end as Success."""
    execution = document(scene, act, node, **parameters)
    assert execution.status.value == "Success", (act, execution.run.message)


def stop_and_start(scene: Attacked, node: str) -> None:
    """A stop in EC2, and a start when it has ended."""
    for kind in (StepKind.STOP, StepKind.START):
        scene.perform(kind, node)
        scene.settle()


def new_volumes(scene: Attacked, node: str, *devices: str) -> list[str]:
    """Volumes that the commands of docs/storage-growth.md make and attach, by these names."""
    (block,) = commands(GROWTH, "aws: a blank volume")
    make, attach = block.strip().splitlines()
    instance = scene.cluster.instances[node]
    made = []
    for device in devices:
        volume = aws(scene, with_ids(make, {"eu-west-1a": instance.zone}))
        ids = {"vol-0123456789abcdef0": volume, "i-0123456789abcdef0": instance.id, "xvdm": device}
        aws(scene, with_ids(attach, ids))
        made.append(volume)
    scene.sleep(60)
    return made


def on_new_volumes(scene: Attacked, node: str) -> tuple[list[Volume], dict[str, str]]:
    """Detaches the stopped node's volumes and attaches new ones by docs/storage-growth.md, and starts it. Returns the
    former volumes, and the new ones as parameters of InitializeStorage."""
    instance = scene.cluster.instances[node]
    former = [each for each in instance.volumes if each.device in ("xvdf", "xvdg", "xvdh")]
    put_aside(scene, node, [each.id for each in former])
    *data, swap = new_volumes(scene, node, "xvdm", "xvdn", "xvdo")
    (start,) = commands(GROWTH, "aws: start")
    aws(scene, with_ids(start, {"i-0123456789abcdef0": instance.id}))
    scene.settle()
    return former, {"DataVolumes": ",".join(data), "SwapVolume": swap}


def put_aside(scene: Attacked, node: str, volumes: list[str]) -> None:
    """Detaches them by the command of docs/storage-growth.md."""
    (block,) = commands(GROWTH, "aws: put aside")
    for volume in volumes:
        ids = {"vol-0123456789abcdef0": volume, "i-0123456789abcdef0": scene.cluster.instances[node].id}
        aws(scene, with_ids(block, ids))
    scene.sleep(60)


def data_disk(scene: Attacked, node: str) -> VirtualDisk:
    """Of the pool that is there: volumes that were put aside keep theirs."""
    (space,) = [each for each in scene.cluster.hosts[node].storage.visible_virtual_disks() if each.write_cache_bytes]
    return space


def cache_on_nvme(scene: Attacked, node: str) -> bool:
    """The whole write cache is on instance store."""
    places = cache_places(scene.cluster.hosts[node].storage, data_disk(scene, node))
    return all(each.present and not each.persistent for each in places)
