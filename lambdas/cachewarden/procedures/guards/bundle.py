"""Guard on a node that answers and runs no document of the deployed version: its bundle is another's, or there is none.

The workflow installs the deployed bundle by itself wherever it meets another version's, at most three times in an
execution (`WhatIsNext` of maintain_replica). CloudFormation updates documents one after the other, so an
installation in the middle of a deployment may bring the former version once more: each try is followed by a wait.
"""

from cachewarden.codes import Code
from cachewarden.evidence.instance import ReplicaEvidence
from cachewarden.operation.timing import BUNDLE_OVERDUE_S, BUNDLE_SETTLES_S
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decision import Decision
from cachewarden.procedures.situation import Situation


def bundle_is_missing(situation: Situation, replica: ReplicaEvidence, refusal: Code) -> Decision | None:
    """Wait while the workflow may still install it, then `refusal`; at once where no bundle was ever installed."""
    error = replica.bundle_error
    if error is None:
        return None
    told = f"{replica.name} can't be observed: {error.message}"
    waited_s = situation.operation.waited_s(WaitReason.BUNDLE, situation.now)
    if error.code is Code.BUNDLE_DIFFERS and waited_s < BUNDLE_OVERDUE_S:
        again = "the deployed version is installed again, since a deployment may be under way"
        return situation.wait(WaitReason.BUNDLE, f"{told}; {again}", since=None, estimate_s=waited_s + BUNDLE_SETTLES_S)
    if error.code is Code.ACT_NOT_DEPLOYED:
        return situation.refuse(error.code, told)
    return situation.refuse(refusal, f"{told}; start CacheWarden-InstallHost for it")
