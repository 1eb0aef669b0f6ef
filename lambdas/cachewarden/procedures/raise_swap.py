"""Asking EC2 for a faster Swap volume right before the cache moves, where the node's owner wants that."""

from cachewarden.evidence.storage import StorageClassification
from cachewarden.operation.actions import Action
from cachewarden.procedures.decision import Decision, Execute
from cachewarden.procedures.situation import Situation
from cachewarden.procedures.unreadable_cache import is_given_up


def raise_swap_throughput(situation: Situation) -> Decision | None:
    """Where its owner wants that, EC2 is asked once for a faster Swap volume; whatever it answers, the stop goes on."""
    storage = situation.host.storage
    if not situation.policy.raises_swap or Action.RAISE_SWAP_THROUGHPUT in situation.operation.attempts:
        return None
    if storage is None or storage.classification is not StorageClassification.CACHE_ON_NVME or is_given_up(situation):
        return None
    if storage.swap is None or not storage.write_cache_bytes:
        return None
    return Execute(
        action=Action.RAISE_SWAP_THROUGHPUT,
        node=situation.node.instance_id,
        parameters={"swap": storage.swap, "cacheBytes": str(storage.write_cache_bytes)},
        sentence=f"{situation.node.name} is to get a faster Swap volume for the move of its cache, if EC2 grants it",
    )
