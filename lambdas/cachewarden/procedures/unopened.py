"""Databases that SQL Server couldn't open although files are there: opened by a restart, never thrown away."""

from cachewarden.codes import Code
from cachewarden.evidence.sql import UnopenedDatabase
from cachewarden.operation.actions import Action
from cachewarden.operation.consent import NO_CONSENT
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decision import Decision, Execute
from cachewarden.procedures.guards.cluster import away_beside
from cachewarden.procedures.guards.silent_partner import partner_is_silent
from cachewarden.procedures.return_sql import lacks_nothing
from cachewarden.procedures.situation import Situation
from cachewarden.procedures.worker_watch import moves_cache

OPENED_WITHIN_S = 45.0
"""A database that is being opened may look like one that can't be."""


def restart_to_open_databases(situation: Situation) -> Decision | None:
    """Copies whose files are all there are opened by one restart of a secondary [reseeding#pending-with-files]."""
    sql = situation.host.sql
    whole = _opened_by_a_restart(situation)
    if not whole or sql is None or not situation.storage.data_usable or moves_cache(situation):
        return None
    if situation.only_copies is not None or not all(view.online for view in situation.node_groups):
        return None
    if _is_needed(situation):
        return None
    waited_s = situation.operation.waited_s(WaitReason.SYNCHRONIZATION, situation.now)
    if waited_s < OPENED_WITHIN_S:
        return situation.wait(
            WaitReason.SYNCHRONIZATION,
            f"{_names(whole)} on {situation.node.name} can't be opened yet; their files are there",
            since=None,
            estimate_s=OPENED_WITHIN_S,
        )
    return situation.attempt(
        Execute(
            action=Action.STOP_SQL_SERVER,
            node=situation.node.instance_id,
            parameters={"Consent": NO_CONSENT},
            sentence=f"{_names(whole)} on {situation.node.name} couldn't be opened, and their files are there: "
            "SQL Server started before its drive did; it is started again",
        )
    )


def copies_do_not_open(situation: Situation) -> Decision | None:
    """A copy that has files left and can't be opened is a person's: it may be the better one."""
    left = [each for each in unopened(situation) if each.in_group and not each.lost]
    if not left or moves_cache(situation):
        return None
    if situation.only_copies is None and _opened_by_a_restart(situation) and _is_needed(situation):
        # Only here: what is seeded meanwhile is watched first.
        silent = partner_is_silent(situation)
        if silent is not None:
            return silent
    return situation.refuse(Code.DATABASE_NOT_OPENED, f"{_told(situation, left)}{_why_not_restarted(situation)}")


def _why_not_restarted(situation: Situation) -> str:
    """For the end of a sentence; empty where no restart is put off: one isn't due, or wouldn't open them."""
    alone = situation.only_copies
    if alone is not None:
        return f". SQL Server isn't restarted for them, which would be an outage. {alone}"
    if not _opened_by_a_restart(situation) or not _is_needed(situation):
        return ""
    away = away_beside(situation)
    return (
        f". SQL Server isn't restarted for them: other Availability Groups are healthy on {situation.node.name}, and "
        f"{', '.join(each.told for each in away)}. Bring {' and '.join(each.name for each in away)} into service "
        f"first, then start CacheWarden-StartInstance for {situation.node.name}"
    )


def _opened_by_a_restart(situation: Situation) -> list[UnopenedDatabase]:
    """Databases of groups whose files are all there, on a secondary that wasn't restarted for them before."""
    if situation.led_groups or _restarted(situation):
        return []
    return [each for each in unopened(situation) if each.in_group and each.missing == 0]


def _is_needed(situation: Situation) -> bool:
    """Whether a copy here lacks nothing while another node is away: a restart would leave one copy the fewer."""
    node = situation.node.instance_id
    current = any(lacks_nothing(view, one) for view in situation.node_groups for one in view.replicas_on(node))
    return current and bool(away_beside(situation))


def other_databases_do_not_open(situation: Situation) -> Decision | None:
    """In service, but for a database of no group: it is never seeded, and nothing of it is changed."""
    outside = [each for each in unopened(situation) if not each.in_group]
    if not outside:
        return None
    return situation.refuse(Code.DATABASE_NOT_OPENED, _told(situation, outside))


def unopened(situation: Situation) -> tuple[UnopenedDatabase, ...]:
    """As the node's own SQL Server says."""
    sql = situation.host.sql
    return sql.unopened if sql is not None else ()


def _restarted(situation: Situation) -> bool:
    """Whether SQL Server was stopped since the instance came up; a goal that was given up has stopped it, too."""
    since = situation.node.ec2.launch_time
    stops = [taken for taken in situation.operation.actions if taken.action is Action.STOP_SQL_SERVER]
    return sum(taken.at > since for taken in stops) > (1 if situation.operation.abandoned else 0)


def _names(databases: list[UnopenedDatabase]) -> str:
    return ", ".join(each.name for each in databases)


def _told(situation: Situation, databases: list[UnopenedDatabase]) -> str:
    files = "; ".join(f"{each.name}: {each.files - each.missing} of {each.files} files are there" for each in databases)
    return f"SQL Server on {situation.node.name} can't open {files}. Nothing of them was changed"
