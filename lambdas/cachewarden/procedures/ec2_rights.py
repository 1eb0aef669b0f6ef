"""Whether EC2 permits what a stop and a start need: asked by dry runs in a preflight, before anything stops."""

from cachewarden.codes import Code
from cachewarden.evidence.ec2_rights import CallRight, Permission
from cachewarden.evidence.instance import InstanceState
from cachewarden.operation.actions import Action
from cachewarden.procedures.decision import Decision, Execute
from cachewarden.procedures.situation import Situation


def rights_not_asked_for(situation: Situation) -> Decision | None:
    """EC2 is asked once, by dry runs that change nothing, whether it permits the calls of a stop and a start."""
    settled = situation.is_in(InstanceState.RUNNING, InstanceState.STOPPED)
    if not settled or Action.CHECK_RIGHTS in situation.operation.attempts:
        return None
    return Execute(
        action=Action.CHECK_RIGHTS,
        node=situation.node.instance_id,
        sentence=f"EC2 is asked by dry runs, which change nothing, whether CacheWarden may stop and start "
        f"{situation.node.name}",
    )


def call_is_denied(situation: Situation) -> Decision | None:
    """A call that EC2 denies is a finding: a stop would notice it with the roles moved, or the instance down."""
    rights = situation.operation.call_rights
    if rights is None:
        return None
    denied = _calls(rights, Permission.DENIED)
    if not denied:
        return None
    return situation.refuse(
        Code.CALL_DENIED,
        f"EC2 denies CacheWarden {denied} for {situation.node.name}: it answered the dry run with "
        "UnauthorizedOperation",
        who="whoever owns the account's policies",
    )


def rights_not_known(situation: Situation) -> str:
    """Whether a call is permitted that neither of EC2's two answers was given for; empty where all is known."""
    rights = situation.operation.call_rights
    if rights is None:
        return ". Not known: whether EC2 permits CacheWarden to stop and start the node, because EC2 couldn't be asked"
    unknown = _calls(rights, Permission.UNKNOWN)
    return f". Not known: whether EC2 permits CacheWarden {unknown}" if unknown else ""


def told_of_rights(rights: tuple[CallRight, ...]) -> str:
    """What EC2 answered, for the report's list of what was done."""
    told = ((permission.value, _calls(rights, permission)) for permission in Permission)
    return "; ".join(f"{answer}: {calls}" for answer, calls in told if calls)


def _calls(rights: tuple[CallRight, ...], permission: Permission) -> str:
    """The calls with this permission; of those that aren't known what EC2 answered, too."""
    return ", ".join(
        f"{each.call} ({each.answer})" if permission is Permission.UNKNOWN else each.call
        for each in rights
        if each.permission is permission
    )
