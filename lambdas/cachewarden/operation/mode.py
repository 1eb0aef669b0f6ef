"""The brake: what CacheWarden may begin by itself, as one parameter of the deployment says."""

from enum import StrEnum

from cachewarden.operation.actions import Action, PersonsAct
from cachewarden.operation.goal import WAYS_BACK, Goal

TAKES_OUT_OF_SERVICE = frozenset(
    {
        Action.HOLD_REPLICA_MODES,
        Action.FAIL_OVER_AVAILABILITY_GROUPS,
        Action.DRAIN_CLUSTER_NODE,
        Action.STOP_SQL_SERVER,
        Action.EVACUATE_CACHE,
    }
)
"""Host acts of a stop; the others bring a node back."""


class Mode(StrEnum):
    """What is begun; whatever was begun before goes on to its safe end in every mode, and protection is always kept."""

    AUTOMATIC = "automatic"
    """Events and people begin operations."""
    NOTIFY = "notify"
    """Only people do; events become messages."""
    OFF = "off"
    """Nothing takes a node out of service, whoever asks and by whichever document; an ended operation isn't taken up
    again. People may still bring a node back into service, and break the glass."""
    UNKNOWN = "unknown"
    """The parameter can't be read, or names no mode: as NOTIFY, and people hear why."""

    @property
    def told(self) -> str:
        """After "CacheWarden", for people."""
        if self is Mode.UNKNOWN:
            return (
                "can't read its mode, which is the parameter /cachewarden/mode (automatic, notify or off), and begins "
                "nothing by itself"
            )
        return f"is set to {self.value!r}"


def mode_of(text: str) -> Mode:
    """The mode that the parameter names; one that isn't known begins nothing by itself."""
    try:
        return Mode(text.strip().lower())
    except ValueError:
        return Mode.UNKNOWN


def may_begin(mode: Mode, goal: Goal, *, by_event: bool) -> bool:
    """Whether an operation with this goal may begin now."""
    if goal is Goal.PREFLIGHT or mode is Mode.AUTOMATIC:
        return True
    if by_event:
        return False
    return mode is not Mode.OFF or goal in WAYS_BACK


def may_begin_act(mode: Mode, action: Action | PersonsAct) -> bool:
    """Whether a document that a person starts for this one act may begin now."""
    return mode is not Mode.OFF or action not in TAKES_OUT_OF_SERVICE
