"""Which instance a computer of a failover cluster is, as the sweep notes it while the computer answers. Pure.

A note may be wrong: of before a table was restored, or of a host that once called itself so. Hence it is given to
another instance, or dropped, only once the instance that it names has ended, too; or while EC2 shows that one stopped
and the failover cluster has the other as its node.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from cachewarden.evidence.instance import InstanceState

NOT_LISTED_FOR = timedelta(hours=3)
"""So old must a note be before EC2's not knowing its instance any more says that it ended: a terminated one is usually
shown for less than an hour [ec2#terminated-instances]."""
RENEWED_AFTER = timedelta(hours=1)
"""So old may a note be before it is written again, though nothing has changed but the time: EC2 hasn't listed an
instance that ended by `NOT_LISTED_FOR` for at least two hours."""
MISSED_FOR = timedelta(minutes=20)
"""So long must a computer be missed: two sweeps in a row and whoever looks then see neither it nor its link."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComputerNote:
    """`known_at`: when EC2 last listed the instance, not terminated. `terminated`: since then it showed it as that.

    `missed_since`: when the first of the sweeps came by that all found that no instance answers as the computer and no
    other node sees it; None where the last one found otherwise.
    """

    instance_id: str
    known_at: datetime
    terminated: bool
    missed_since: datetime | None = None

    def after(self, state: InstanceState | None, now: datetime) -> "ComputerNote":
        """With what EC2 says now; None: it doesn't know the instance."""
        if state is None:
            return self
        terminated = state is InstanceState.TERMINATED
        return replace(self, terminated=terminated, known_at=self.known_at if terminated else now)

    def ended(self, now: datetime) -> bool:
        """Whether the instance never comes back."""
        return self.terminated or now - self.known_at >= NOT_LISTED_FOR

    def missed(self, now: datetime) -> bool:
        """Whether the computer was missed for long enough: a link that breaks for a moment proves nothing."""
        return self.missed_since is not None and now - self.missed_since >= MISSED_FOR


def renewed_notes(
    before: Mapping[str, ComputerNote],
    *,
    named: Collection[str],
    answering: Mapping[str, str],
    missing: Collection[str],
    seen_up: Collection[str],
    states: Mapping[str, InstanceState],
    replaced: Mapping[str, str],
    now: datetime,
) -> dict[str, ComputerNote]:
    """The notes after a sweep: `named` are the cluster's computers, `answering` says which instance answers as which.

    `missing`: those as which none does. `replaced`: which instance is a computer's node now, by another node's word,
    in the place of the noted one. `states`: what EC2 lists of the instances that answer and that are noted.
    """
    notes: dict[str, ComputerNote] = {}
    for computer in sorted(before.keys() | (answering.keys() & set(named))):
        instance_id = answering.get(computer) if computer in named else None
        noted = before.get(computer)
        note = noted.after(states.get(noted.instance_id), now) if noted is not None else None
        # What is stopped is up nowhere: the computer that another node sees up is the one that answers.
        moved = (
            noted is not None
            and instance_id is not None
            and replaced.get(computer) == instance_id
            and states.get(noted.instance_id) is InstanceState.STOPPED
        )
        if instance_id is not None and (note is None or note.ended(now) or moved):
            notes[computer] = ComputerNote(instance_id=instance_id, known_at=now, terminated=False)
        elif noted is not None and note is not None and not _dropped(noted, note, computer, named, seen_up, now):
            missed = computer in missing and computer not in seen_up
            notes[computer] = replace(note, missed_since=(noted.missed_since or now) if missed else None)
    return notes


def worth_writing(before: Mapping[str, ComputerNote], after: Mapping[str, ComputerNote]) -> bool:
    """Whether more has changed than the time, or that for long."""
    return before.keys() != after.keys() or any(
        note.known_at - before[computer].known_at >= RENEWED_AFTER
        or replace(note, known_at=before[computer].known_at) != before[computer]
        for computer, note in after.items()
    )


def _dropped(
    before: ComputerNote,
    note: ComputerNote,
    computer: str,
    named: Collection[str],
    seen_up: Collection[str],
    now: datetime,
) -> bool:
    """A note of an instance that ended means nothing once the cluster doesn't name the computer any more, or sees it:
    something else has its name then. Seen so by the same sweep that finds the end, it may be the last trace of itself.
    """
    return note.ended(now) and (computer not in named or (before.ended(now) and computer in seen_up))
