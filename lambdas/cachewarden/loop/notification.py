"""The message at an operation's end: what happened, why, whether their data is safe, and what to do next."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import assert_never

from cachewarden.code_page import IN_THE_REPOSITORY, page_of
from cachewarden.codes import CATALOGUE, Code
from cachewarden.json_reader import Json, format_time
from cachewarden.loop.as_of import AsOf
from cachewarden.loop.data_safety import OF_OUTCOME, data_safety
from cachewarden.loop.message_forms import chat_text, structured
from cachewarden.operation.actions import Action
from cachewarden.operation.consent import TERMS, Consent, GivenConsent, VoidConsent
from cachewarden.operation.goal import OF_CLUSTER, Goal
from cachewarden.operation.operation import Operation
from cachewarden.procedures.decision import Outcome

SUBJECT_MAX = 99
"""SNS takes fewer than 100 ASCII characters (Publish, API reference)."""
CHANGE_NOTHING = frozenset({Action.ACQUIRE_LEASE, Action.CHECK_RIGHTS})
"""After these alone everything is as before, tags and stop protection too."""
CUT = " ..."
"""At the end of a subject that was too long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notification:
    """An SNS message; `why`, `data_is_safe`, `next_step` and `page` are those parts of it that documents show, too.

    `message` is the mail, `chat` and `facts` (JSON) are its other forms.
    """

    subject: str
    message: str
    chat: str
    facts: str
    why: str
    data_is_safe: str
    next_step: str
    page: str


WANTED: dict[Goal, str] = {
    Goal.STOPPED: "stop",
    Goal.IN_SERVICE: "return into service",
    Goal.CYCLED: "stop and return",
    Goal.RESIZED: "change of the instance type",
    Goal.SNAPSHOTTED: "snapshot of all volumes",
    Goal.FAILED_OVER: "failover",
    Goal.PREFLIGHT: "preflight",
    Goal.CLUSTER_STOPPED: "stop",
    Goal.CLUSTER_IN_SERVICE: "return into service",
}
REACHED: dict[Goal, str] = {
    Goal.STOPPED: "is stopped, safely",
    Goal.IN_SERVICE: "is in service",
    Goal.CYCLED: "was stopped and is back in service",
    Goal.RESIZED: "is in service with the instance type that was asked for",
    Goal.SNAPSHOTTED: "is in service, with snapshots of all volumes",
    Goal.FAILED_OVER: "leads no Availability Group",
    Goal.PREFLIGHT: "could be stopped safely now",
    Goal.CLUSTER_STOPPED: "is stopped, safely",
    Goal.CLUSTER_IN_SERVICE: "is in service",
}
REACHED_OTHERWISE: dict[Code, str] = {Code.STOPPED_UNEXAMINED: "is stopped, so it wasn't examined"}
"""Where the goal's own words would say too much."""
AFTER: dict[Goal, str] = {
    Goal.STOPPED: "start CacheWarden-StartInstance, or the instance in EC2, when the node should serve again: "
    "either way CacheWarden brings it back into service.",
    Goal.IN_SERVICE: "no step is left. What was done is listed with its times.",
    Goal.CYCLED: "no step is left. What was done is listed with its times.",
    Goal.RESIZED: "no step is left. What was done is listed with its times.",
    Goal.SNAPSHOTTED: "see that the snapshots become completed, and delete those that you no longer need: nothing else "
    "deletes them. docs/backups.md says how a node is restored from them.",
    Goal.FAILED_OVER: "let the reboot happen: the node comes back by itself afterwards. Its roles "
    "stay where they are now; to move them back afterwards start CacheWarden-FailOverAvailabilityGroups for the node.",
    Goal.PREFLIGHT: CATALOGUE[Code.PREFLIGHT_PASSED].remedy,
    Goal.CLUSTER_STOPPED: "start CacheWarden-StartCluster for one of its nodes when the databases should serve again: "
    "it starts the node first that went down last. Nothing is started by itself meanwhile.",
    Goal.CLUSTER_IN_SERVICE: "no step is left. What was done is listed with its times.",
}
"""What is left to do once a goal is reached."""
_SEEN_IN_SERVICE = (
    "Yes. The node itself reported its volumes and SQL Server before this was decided; the reason says what was seen."
)
KNOWN_BY: dict[Goal, str] = {
    Goal.STOPPED: "Yes. Nothing of it was on the instance-store disk when the instance stopped: that was proven "
    "before.",
    Goal.CLUSTER_STOPPED: "Yes. Nothing of it was on an instance-store disk when an instance stopped: that was proven "
    "before for each node.",
    Goal.IN_SERVICE: _SEEN_IN_SERVICE,
    Goal.CYCLED: _SEEN_IN_SERVICE,
    Goal.RESIZED: _SEEN_IN_SERVICE,
    Goal.SNAPSHOTTED: _SEEN_IN_SERVICE,
    Goal.FAILED_OVER: _SEEN_IN_SERVICE,
    Goal.CLUSTER_IN_SERVICE: "Yes. Every node itself reported its volumes and SQL Server before this was decided.",
}
"""How it is known, where a goal was reached and the data is safe."""
OF_WHOLE_CLUSTER: dict[tuple[Outcome, Code], str] = {
    (
        Outcome.IN_SERVICE,
        Code.CLUSTER_NOT_WHOLE,
    ): "every node is in service again. Find out why the one in the reason was down, then ask again.",
    (
        Outcome.ATTENTION,
        Code.STOPPED_BEHIND_OUR_BACK,
    ): "start CacheWarden-StartCluster for one of its nodes: each node's "
    "storage is looked at, and rebuilt where that is safe.",
}
"""What is left to do where the catalogue's remedy is for one node, or would bring back what is back already."""
RETURN = "CacheWarden-StartInstance"
AFTER_THE_CAUSE = f"Then start {RETURN}."
"""Where the remedy of an act's code doesn't say how the operation goes on."""
OF_SNAPSHOTS: dict[Code, str] = {
    Code.REQUIRED_SYNCHRONIZED: "take the snapshots while enough other secondaries are SYNCHRONIZED: bring another "
    "synchronous replica up. Or lower REQUIRED_SYNCHRONIZED_SECONDARIES_TO_COMMIT on the primary yourself, ask again, "
    "and raise it once the snapshots have begun and the node is SYNCHRONIZED: no consent lowers it for snapshots.",
}
"""What is left to do where the catalogue's remedy would stop the node."""
DID: dict[Outcome, str] = {
    Outcome.GOAL: "was reached",
    Outcome.IN_SERVICE: "was not reached, and the node is back in service",
    Outcome.ATTENTION: "was not reached, and a person is needed",
    Outcome.REFUSED: "was refused",
    Outcome.EXPIRED: "came too late, and nothing was done",
    Outcome.JOINED: "is being reached by another operation already",
}
"""What became of a goal."""


def final_notification(
    operation: Operation,
    *,
    outcome: Outcome,
    who: str,
    code: Code,
    sentence: str,
    as_of: AsOf,
    cause: Code | None = None,
    holds: tuple[str, ...] = (),
    docs: str = IN_THE_REPOSITORY,
) -> Notification:
    """The message with which an operation ends; `holds` are sentences about what was so at `as_of`.

    `cause`: the code of the act that failed too often: its remedy and page are the way on. `docs`: where the pages
    about codes lie. Of a goal that was given up they are the first reason's; where a person is needed, they and the
    answer about the data are about the node as it is now.
    """
    goal = operation.goal.value
    why = f"{code.value} {sentence}"
    safe = data_safety(outcome, cause or code, acted=bool(set(operation.attempts) - CHANGE_NOTHING))
    if outcome is Outcome.GOAL and safe == OF_OUTCOME[Outcome.GOAL]:
        safe = KNOWN_BY.get(operation.goal, safe)
    given_up = operation.abandoned
    if given_up is not None:
        why = f"{given_up.code.value} {given_up.message}\nNow: {why if outcome is Outcome.ATTENTION else sentence}"
        if outcome is not Outcome.ATTENTION:
            code, cause = given_up.code, given_up.cause
    page = page_of(cause or code, docs)
    next_step = next_step_after(operation.goal, outcome, code, who, cause=cause)
    steps = [
        f"  {format_time(taken.at)} {taken.action.value} on {taken.node}: {taken.sentence}"
        for taken in operation.actions
    ]
    message = "\n".join(
        (
            f"What:  the goal {goal} of {operation.node_name} {DID[outcome]}",
            asked_line(operation),
            *(f"Consent: {each}" for each in _consents(operation)),
            f"Why:   {why}",
            f"Is my data safe? {safe}",
            *(f"Now:   {each}" for each in holds),
            *as_of.lines(),
            f"Next:  {next_step}",
            f"Page:  {page}",
            *_of_what_was_given_up(operation, outcome, code, docs),
            *(
                f"Also:  {each.code.value} {each.sentence}. {CATALOGUE[each.code].remedy} {page_of(each.code, docs)}"
                for each in operation.findings
                if each.sentence not in sentence
            ),
            f"Execution: {operation.execution_arn}",
            "Done:" if steps else "Done:  nothing",
            *steps,
        )
    )
    return in_every_form(
        operation,
        subject=subject_line(_subject(operation, outcome, code)),
        message=message,
        outcome=outcome.value,
        action_required=outcome is Outcome.ATTENTION,
        code=code,
        why=why,
        safe=safe,
        next_step=next_step,
        page=page,
        as_of=as_of.short(),
        as_of_facts=as_of.facts(),
    )


def _of_what_was_given_up(operation: Operation, outcome: Outcome, code: Code, docs: str) -> Iterator[str]:
    """What to do about the first reason, where `Next` is about another one."""
    given_up = operation.abandoned
    if given_up is None or outcome is not Outcome.ATTENTION or given_up.code is code:
        return
    told = given_up.cause or given_up.code
    yield f"Also:  {told.value} {CATALOGUE[told].sentence} {CATALOGUE[told].remedy} {page_of(told, docs)}"


def in_every_form(
    operation: Operation,
    *,
    subject: str,
    message: str,
    outcome: str,
    action_required: bool,
    code: Code,
    why: str,
    safe: str,
    next_step: str,
    page: str,
    as_of: str,
    as_of_facts: Mapping[str, Json],
) -> Notification:
    """A message about the operation as mail (`message`), as short text, and as facts for programs.

    `as_of`, `as_of_facts`: the time that an operation's end speaks of, in the two; empty for other messages.
    """
    return Notification(
        subject=subject,
        message=message,
        chat=chat_text(subject, safe=safe, next_step=next_step, page=page, as_of=as_of),
        facts=structured(
            {
                "node": operation.node_name,
                "instanceId": operation.node_id,
                "goal": operation.goal.value,
                "execution": operation.execution_arn,
                "outcome": outcome,
                "actionRequired": action_required,
                "code": code.value,
                "why": why,
                "dataIsSafe": safe,
                "next": next_step,
                "page": page,
                **as_of_facts,
            }
        ),
        why=why,
        data_is_safe=safe,
        next_step=next_step,
        page=page,
    )


def asked_line(operation: Operation) -> str:
    """Who asked for it, when and why: a line of a mail."""
    reason = f", {operation.reason}" if operation.reason else ""
    return f"Asked: {operation.requested_by} at {format_time(operation.requested_at)}{reason}"


def _consents(operation: Operation) -> Iterator[str]:
    """What was consented to for this operation: the word, what it means, of whom and until when; and what was none."""
    for each in operation.consents:
        match each:
            case GivenConsent():
                until = f"an act that needs it may begin until {each.expires_at:%Y-%m-%d %H:%M:%S} UTC"
                yield f"{each.told}; {until}. {TERMS[each.word].accepts}{_covers(each, operation)}"
            case VoidConsent():
                yield f"none through {each.through}: {each.why}"
            case _:
                assert_never(each)


def _covers(consent: GivenConsent, operation: Operation) -> str:
    """Whose replicas the consent to forget covers, for sentences; empty for other words."""
    if consent.word is not Consent.FORGET_REPLICA:
        return ""
    if operation.forgets is None:
        return ""
    lost = ", ".join(computer.upper() for computer in operation.forgets)
    return f" It covers what is on {lost}." if lost else " It covers none: no instance was gone."


def _subject(operation: Operation, outcome: Outcome, code: Code) -> str:
    """Node and outcome, since more isn't read on a telephone at night."""
    name, wanted = operation.node_name, WANTED[operation.goal]
    short = name.partition(" (")[0]
    match outcome:
        case Outcome.GOAL:
            return f"CacheWarden: {name} {REACHED_OTHERWISE.get(code, REACHED[operation.goal])}"
        case Outcome.IN_SERVICE:
            return f"CacheWarden: {name} is back in service, without the {wanted}"
        case Outcome.ATTENTION:
            return f"ACTION REQUIRED: {short}: {wanted} failed: {CATALOGUE[code].sentence}"
        case Outcome.REFUSED:
            return f"CacheWarden: {wanted} of {short} refused: {CATALOGUE[code].sentence}"
        case Outcome.EXPIRED:
            return f"CacheWarden: {wanted} of {name} came too late, nothing done"
        case Outcome.JOINED:
            return f"CacheWarden: {wanted} of {name} is under way already"
        case _:
            assert_never(outcome)


def next_step_after(goal: Goal, outcome: Outcome, code: Code, who: str, *, cause: Code | None = None) -> str:
    """What is left to do: of a whole cluster with the documents for clusters, and only what isn't done already.

    `cause`: as in `final_notification`.
    """
    if outcome is Outcome.GOAL:
        return CATALOGUE[code].remedy if code in REACHED_OTHERWISE else AFTER[goal]
    remedy = CATALOGUE[cause or code].remedy
    if cause is not None and outcome is Outcome.ATTENTION and RETURN not in remedy:
        remedy = f"{remedy} {AFTER_THE_CAUSE}"
    if goal in OF_CLUSTER:
        remedy = remedy.replace("CacheWarden-StartInstance", "CacheWarden-StartCluster")
        remedy = OF_WHOLE_CLUSTER.get((outcome, code), remedy)
    if goal is Goal.SNAPSHOTTED:
        remedy = OF_SNAPSHOTS.get(code, remedy)
    return remedy if outcome is Outcome.JOINED else f"{who}: {remedy}"


def subject_line(text: str) -> str:
    """The text as SNS takes it for a subject, whatever names came from outside: one line of printable ASCII.

    One that is too long ends with a whole word.
    """
    line = "".join(letter if " " <= letter <= "~" else "?" for letter in text)
    if len(line) <= SUBJECT_MAX:
        return line
    kept = line[: SUBJECT_MAX - len(CUT)]
    return (kept.rpartition(" ")[0] or kept) + CUT
