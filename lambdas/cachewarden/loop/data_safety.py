"""The answer to "Is my data safe?" at the end of an operation: only what was observed, never what is hoped."""

from collections.abc import Mapping

from cachewarden.codes import Code
from cachewarden.procedures.decision import Outcome

REFUSED_UNEXAMINED = (
    "Nothing was changed by this request. The reason above came before the node's storage was judged, so this says "
    "nothing about it."
)
STORAGE_IN_QUESTION = (
    "Unknown: the storage of this node isn't whole, or can't be read. Don't stop, "
    "reboot or rebuild anything before you have read the reason."
)
PARTNER_IN_QUESTION = (
    "Unknown: another node is down, behind or can't be asked, so this node may hold the only complete copy. "
    "Keep this node running."
)
UNPROVEN_STOP = (
    "Unknown: this node's cache was not proven to be on EBS when it stopped, so its data volume may be lost. "
    "The other replicas' copies count now."
)
PREFLIGHT_ANSWER = "Nothing was changed and stop protection is on. What was examined is in the reason above."
CACHE_GIVEN_UP = (
    "Not on this node: its cache could not be read any more. The other replicas' copies count until it is started and "
    "seeded again."
)
LOST_HERE = "No, not on this node: data loss was seen. Destroy nothing; what other replicas and backups hold counts."

OF_CODE: Mapping[Code, str] = {
    Code.STOPPED_BEHIND_OUR_BACK: UNPROVEN_STOP,
    Code.STOPPED_AFTER_EVACUATION: "Unknown, with nothing against it: when each node was last seen running, "
    "SQL Server was stopped and its cache was on EBS. Nobody looked between then and the stop that wasn't ours.",
    Code.DATA_LOSS_SEEN: LOST_HERE,
    Code.CACHE_LOST_ON_BOTH: "No: two nodes lost their cache. Destroy nothing; keep all volumes.",
    Code.STORAGE_NOT_PLANNABLE: STORAGE_IN_QUESTION,
    Code.STORAGE_NEEDS_PERSON: STORAGE_IN_QUESTION,
    Code.NOT_OBSERVABLE: STORAGE_IN_QUESTION,
    Code.CACHE_UNREADABLE: "Not on this node, as far as can be seen: its cache can't be read. The other replicas' "
    "copies count. Keep this node running until you have read the reason.",
    Code.REBUILD_NEEDS_APPROVAL: "Not on this node: its cache is lost. Nothing was rebuilt; the other replicas' "
    "copies count.",
    Code.NO_GOOD_COPY: "Unknown: this node's cache is lost and no other replica is proven to hold the data. Nothing "
    "was rebuilt; keep all volumes.",
    Code.RESTORE_BY_HAND: "Not on this node yet: the other replicas' copies count until its databases are restored.",
    Code.SEEDING_FAILED: "Not on this node yet: the other replicas' copies count until it is seeded.",
    Code.INSTANCE_GONE: "Unknown: the instance is terminated, and its instance store is gone with it.",
    Code.STOP_STUCK: "Unknown until EC2 has stopped the instance. Read the reason before you force anything.",
    Code.PARTNER_DOWN: PARTNER_IN_QUESTION,
    Code.PARTNER_BUSY: PARTNER_IN_QUESTION,
    Code.TARGET_NOT_READY: PARTNER_IN_QUESTION,
    Code.NOT_SYNCHRONIZED_IN_TIME: "Unknown: one of the replicas is behind, so the primary may hold the only complete "
    "copy. Keep it running.",
    Code.STORAGE_UNCLEAR: "The node runs, and its data volume can be written and read. Don't stop it, and move or "
    "rebuild nothing, before you have read the reason.",
    Code.CLUSTER_NODE_PAUSED: "The node runs, its data volume can be written and read, and its databases in "
    "Availability Groups have caught up. It can't take over from another node until it is resumed.",
    Code.ONLY_COPY: "This node holds the only copy that is known. Stop it only with a backup.",
}
"""Codes that say more than the outcome does, whichever way the operation ended."""

REFUSED_OF_CODE: Mapping[Code, str] = {
    Code.SYSTEM_DATABASES_ON_CACHE: "Yes. Nothing was changed. The system databases lie where a lost cache or a stop "
    "would take them along.",
}
"""Refusals that come after the storage was seen whole and that put no data in question as the node runs now."""

GOAL_OF_CODE: Mapping[Code, str] = {
    Code.PREFLIGHT_PASSED: PREFLIGHT_ANSWER,
    Code.STOPPED_WITHOUT_CACHE: CACHE_GIVEN_UP,
}
"""Goals that were reached, and of which `Yes` would say too much."""

OF_OUTCOME: Mapping[Outcome, str] = {
    Outcome.GOAL: "Yes.",
    Outcome.IN_SERVICE: "Yes. The node is back in service.",
    Outcome.ATTENTION: "Unknown until you have read the reason. Don't start, stop or rebuild anything before.",
    Outcome.REFUSED: REFUSED_UNEXAMINED,
    Outcome.EXPIRED: "Nothing was changed by this request, and nothing was examined for it.",
    Outcome.JOINED: "The operation that runs already reports separately.",
}


def data_safety(outcome: Outcome, code: Code) -> str:
    """The answer; `code` is the ending decision's own, not that of a goal given up before."""
    if outcome in (Outcome.IN_SERVICE, Outcome.EXPIRED, Outcome.JOINED):
        return OF_OUTCOME[outcome]
    if outcome is Outcome.GOAL:
        return GOAL_OF_CODE.get(code, OF_OUTCOME[outcome])
    if outcome is Outcome.REFUSED and code in REFUSED_OF_CODE:
        return REFUSED_OF_CODE[code]
    if outcome is Outcome.REFUSED and code in OF_CODE:
        return f"{OF_CODE[code]} Nothing was changed by this request."
    return OF_CODE.get(code, OF_OUTCOME[outcome])
