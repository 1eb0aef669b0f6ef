"""Guards on what the instance was launched as and how it is set: some of that takes it away without asking."""

from cachewarden.codes import Code
from cachewarden.evidence.cluster import ClusterEvidence
from cachewarden.evidence.instance_settings import TERMINATE
from cachewarden.procedures.decision import Decision
from cachewarden.procedures.situation import Situation


def instance_is_unsuitable(situation: Situation) -> Decision | None:
    """Spot instances, members of an Auto Scaling group and instances that boot from instance store aren't operated."""
    ec2 = situation.node.ec2
    if ec2.unsuitable is None:
        return None
    told = unsuitable_told(situation.node.name, ec2.unsuitable, protectable=ec2.protectable)
    return situation.refuse(Code.INSTANCE_NOT_SUITABLE, told, who="whoever launched the instance")


def unsuitable_told(name: str, why: str, *, protectable: bool) -> str:
    """`why` is a sentence without its subject. What may have a cache on NVMe stays protected where EC2 allows it."""
    kept = "keeps it stop-protected and doesn't stop it" if protectable else "can neither protect nor stop it"
    return f"{name} {why}. CacheWarden {kept}"


def shutdown_terminates(situation: Situation) -> Decision | None:
    """A shutdown from inside Windows must stop the instance: terminated, it is gone, and its root volume with it."""
    told = shutdown_told(situation.evidence)
    return None if told is None else situation.refuse(Code.SHUTDOWN_TERMINATES, told, who="whoever owns the instance")


def shutdown_told(evidence: ClusterEvidence) -> str | None:
    """That a shutdown from inside would terminate the node; None where it wouldn't, or that isn't known."""
    settings = evidence.settings
    if settings is None or settings.shutdown_behavior != TERMINATE:
        return None
    return (
        f"EC2 terminates {evidence.node.name} when Windows is shut down from inside: its attribute "
        "instanceInitiatedShutdownBehavior is 'terminate', and no protection holds that"
    )
