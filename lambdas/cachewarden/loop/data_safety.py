"""The answer to "Is my data safe?" at the end of an operation: only what was observed, never what is hoped.

A code's own answer is the catalogue's, as on its page. Which codes answer here, and which leave it to the outcome,
is below. Where that isn't the code's own answer, its page has both (checks/documentation/error_pages.py).
"""

import re
from collections.abc import Mapping

from cachewarden.codes import CATALOGUE, Code
from cachewarden.procedures.decision import Outcome

UNCHANGED = "Nothing was changed by this request"
_UNCHANGED = re.compile("(Nothing was changed(?: by this request)?)(,? and)?")
REFUSED_UNEXAMINED = (
    f"{UNCHANGED}. The reason above came before the node's storage was judged, so this says nothing about it."
)

OF_CODE: frozenset[Code] = frozenset(
    {
        Code.STOPPED_BEHIND_OUR_BACK,
        Code.STOPPED_AFTER_EVACUATION,
        Code.DATA_LOSS_SEEN,
        Code.CACHE_LOST_ON_BOTH,
        Code.STORAGE_NOT_PLANNABLE,
        Code.STORAGE_NEEDS_PERSON,
        Code.SQL_SERVER_NOT_STARTED,
        Code.NOT_OBSERVABLE,
        Code.CACHE_UNREADABLE,
        Code.REBUILD_NEEDS_APPROVAL,
        Code.NO_GOOD_COPY,
        Code.RESTORE_BY_HAND,
        Code.SEEDING_FAILED,
        Code.INSTANCE_GONE,
        Code.STOP_STUCK,
        Code.PARTNER_DOWN,
        Code.PARTNER_BUSY,
        Code.TARGET_NOT_READY,
        Code.NOT_SYNCHRONIZED_IN_TIME,
        Code.REQUIRED_STAYS_LOWERED,
        Code.STORAGE_UNCLEAR,
        Code.CLUSTER_NODE_PAUSED,
        Code.ONLY_COPY,
        Code.NOT_STARTED,
        Code.NO_NVME_DISK,
        Code.CACHE_AWAITS_MAINTENANCE,
        Code.NO_TEMPDB_DISK,
        Code.NO_DISK_FOR_REBUILD,
        Code.REBUILD_LACKS_DISKS,
    }
)
"""Codes that say more than the outcome does, whichever way the operation ended."""

ATTENTION_OF_CODE: frozenset[Code] = frozenset({Code.CACHE_NOT_RESTORED})
"""Codes whose answer holds whatever the operation had begun, though it promises something."""
_PROMISES_NOTHING = re.compile(r"Unknown\b|No[,:]|Not\b")
"""How an answer begins that may be given whatever the operation had begun."""

REFUSED_OF_CODE: frozenset[Code] = frozenset({Code.SYSTEM_DATABASES_ON_CACHE})
"""Refusals that come after the storage was seen whole and that put no data in question as the node runs now."""

GOAL_OF_CODE: frozenset[Code] = frozenset({Code.PREFLIGHT_PASSED, Code.STOPPED_UNEXAMINED, Code.STOPPED_WITHOUT_CACHE})
"""Goals that were reached, and of which `Yes` would say too much."""

OF_OUTCOME: Mapping[Outcome, str] = {
    Outcome.GOAL: "Yes.",
    Outcome.IN_SERVICE: "Yes. The node is back in service.",
    Outcome.ATTENTION: "Unknown until you have read the reason. Don't start, stop or rebuild anything before.",
    Outcome.REFUSED: REFUSED_UNEXAMINED,
    Outcome.EXPIRED: f"{UNCHANGED}, and nothing was examined for it.",
    Outcome.JOINED: "The operation that runs already reports separately.",
}


def data_safety(outcome: Outcome, code: Code, *, acted: bool = False) -> str:
    """The answer; `code` is the ending decision's own, not that of a goal given up before.

    `acted`: whether anything was begun that the message lists as done, if only stop protection that was put on.
    """
    answer = _answer(outcome, code)
    return _UNCHANGED.sub(_but_what_is_listed, answer) if acted else answer


def _but_what_is_listed(found: re.Match[str]) -> str:
    return f"{found[1]} but what is listed as done{', and' if found[2] else ''}"


def _answer(outcome: Outcome, code: Code) -> str:
    answer = CATALOGUE[code].data
    if outcome in (Outcome.IN_SERVICE, Outcome.EXPIRED, Outcome.JOINED):
        return OF_OUTCOME[outcome]
    if outcome is Outcome.GOAL:
        return answer if code in GOAL_OF_CODE else OF_OUTCOME[outcome]
    if outcome is Outcome.REFUSED and code in REFUSED_OF_CODE:
        return answer
    if outcome is Outcome.REFUSED and code in OF_CODE:
        return f"{answer} {UNCHANGED}."
    own = code in OF_CODE or code in ATTENTION_OF_CODE or _PROMISES_NOTHING.match(answer) is not None
    return answer if own else OF_OUTCOME[outcome]
