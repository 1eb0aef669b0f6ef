"""A cache whose disk died on its own host: it can't be evacuated, and only a stop, by consent, brings another disk."""

from cachewarden.codes import Code
from cachewarden.evidence.storage import EvacuationProof
from cachewarden.operation.actions import Action
from cachewarden.operation.consent import Consent
from cachewarden.procedures.decision import Abandon, Decision, Refuse
from cachewarden.procedures.instance_type import type_told
from cachewarden.procedures.rebuild import lost_on_a_partner_too, no_good_copy
from cachewarden.procedures.situation import Situation, first_answer


def cache_is_dead(situation: Situation) -> Decision | None:
    """The cache's disk died: a secondary is stopped without evacuation by consent, once a restart didn't help."""
    proof = _proof(situation)
    if proof is None or proof.dead_cache is None:
        return None
    told = dead_cache_told(situation, proof)
    if not proof.unreadable:
        return situation.refuse(Code.CACHE_UNREADABLE, told)
    for view in situation.led_groups:
        return situation.refuse(
            Code.CACHE_UNREADABLE, f"{told}. It leads {view.name}, and only the cache of a secondary is given up"
        )
    no_copy = first_answer((lost_on_a_partner_too, no_good_copy), situation)
    if isinstance(no_copy, Refuse | Abandon):
        return situation.refuse(no_copy.code, f"{told}. {no_copy.sentence}")
    if no_copy is not None:
        return no_copy
    if not is_given_up(situation):
        return situation.refuse(
            Code.CACHE_UNREADABLE,
            f"{told}{situation.void_consents(Consent.UNREADABLE_CACHE)}",
        )
    return None


def is_given_up(situation: Situation) -> bool:
    """Whether the node may be stopped with the cache where it is: proven unreadable, and consented to."""
    proof = _proof(situation)
    if proof is None or not proof.unreadable:
        return False
    return situation.consent(Consent.UNREADABLE_CACHE, allows=Action.LIFT_PROTECTION) is not None


def dead_cache_told(situation: Situation, proof: EvacuationProof) -> str:
    """What happened, and the next step of a person."""
    told = f"Disk {proof.dead_cache} of {situation.node.name}, with its write-back cache, doesn't answer any more"
    if proof.unreadable:
        return (
            f"{told}, not even after a restart of Windows: it can't be evacuated. With the consent "
            f"'{Consent.UNREADABLE_CACHE.value}' the node is stopped without that, to get another disk"
            f"{_disks_gone(situation)}"
        )
    gone = _disks_gone(situation)
    restart = "If not, restart Windows" if gone else "Restart Windows"
    return (
        f"{told}{gone}. {restart}, which keeps what is on such disks, and ask again half an hour later: only a cache "
        "that a restart doesn't bring back is given up"
    )


def _disks_gone(situation: Situation) -> str:
    """What a host without any NVMe disk may be: one of another type, whose disks no restart brings back."""
    storage = situation.host.storage
    if storage is None or storage.instance_store:
        return ""
    return (
        f". No NVMe disk answers on it at all{type_told(situation)}. If the type was changed, shut Windows down, "
        "change it back, or to a type with NVMe disks for cache and tempdb, and start it: its cache is lost, and the "
        "node is rebuilt"
    )


def _proof(situation: Situation) -> EvacuationProof | None:
    storage = situation.host.storage
    return None if storage is None else storage.proof
