"""The lease of a cluster: who may act on it, with a fencing token that only grows. Pure transitions on records."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import chain, count

from cachewarden.evidence.identity import ClusterIdentity
from cachewarden.operation.fencing import highest_believed, next_token
from cachewarden.operation.goal import OF_CLUSTER, Goal, Purpose
from cachewarden.operation.operation import SavedMode
from cachewarden.operation.timing import ACT_LEASE_LIFE_S, LEASE_LIFE_S

CLOCKS_DIFFER = timedelta(seconds=5)
"""By so much the clocks of two functions may differ."""
NEVER_GIVEN = 0
"""The token of a host that never had one, as it reports it."""


class LeaseLostError(Exception):
    """The lease isn't the caller's any more: it must stop acting. Step Functions catches it by this name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Owner:
    """The execution that holds a lease, of maintain-replica or of a document for people, and what it wants."""

    execution_arn: str
    node: str
    purpose: Purpose
    request_id: str


FREE = "none: it was released"
NOT_ASKED_FOR = "not asked for"
"""Who holds a lease, for people, where no other owner was met."""


def holder_text(execution_arn: str, purpose: Purpose, node: str) -> str:
    """Who holds a lease, for people: the execution, and what it does on which node."""
    return f"{execution_arn} ({purpose.value} of {node})"


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaseRecord:
    """One cluster's record; it stays when the lease is released, for the token and the modes to put back.

    `released_at`: when its last owner let it go; None where it has one, or that isn't known. Invariant: `token` never
    falls, unless it was ahead of the time, and no two owners ever had the same one.
    """

    key: str
    token: int
    members: tuple[str, ...]
    identity: ClusterIdentity | None = None
    owner: Owner | None = None
    expires_at: datetime | None = None
    saved_modes: tuple[SavedMode, ...] | None = None
    released_at: datetime | None = None

    def held(self, now: datetime) -> bool:
        """Whether it has an owner and hasn't expired."""
        return self.owner is not None and self.expires_at is not None and now < self.expires_at

    @property
    def operated(self) -> tuple[str, ...]:
        """The nodes that its owner works on: the one that it was asked for, or all of the cluster."""
        if self.owner is None:
            return ()
        return self.members if self.owner.purpose in OF_CLUSTER else (self.owner.node,)

    def owned_by(self, execution_arn: str, token: int | None = None) -> bool:
        """Whether `execution_arn` is the owner, with `token` where one is given."""
        mine = self.owner is not None and self.owner.execution_arn == execution_arn
        return mine and (token is None or token == self.token)


def record_of(
    records: Iterable[LeaseRecord],
    *,
    node: str,
    identity: ClusterIdentity | None,
    members: Iterable[str],
    strangers: Iterable[str] = (),
) -> LeaseRecord | None:
    """The record of the `node`'s cluster among all: by a common instance, or by the identity that hosts reported.

    A group added since, or hosts that can't report because SQL Server is down, must not make a second lease. A
    record with an owner wins over one without. The identity alone is a host's word, which may name another cluster, or
    be that of a copy of it: one of the record's instances has to be among the `members`, or one that was taken for a
    member and is gone or none (`strangers`).

    An instance may be in common by its tag alone. So where the node has a record, one of another failover cluster isn't
    its cluster's, held or not; and among those without an owner the one with the node, and with the fewest instances
    that aren't members, is.
    """
    instances = set(members)
    known = instances | set(strangers)
    found = [
        record
        for record in records
        if instances & set(record.members)
        or (
            identity is not None
            and record.identity is not None
            and record.identity.same_cluster(identity)
            and (not record.members or known & set(record.members))
        )
    ]
    own = [record for record in found if node in record.members]
    named = {record.identity.cluster_name.casefold() for record in own if record.identity is not None}
    if identity is not None:
        cluster: str | None = identity.cluster_name.casefold()
    else:
        cluster = next(iter(named)) if len(named) == 1 else None
    if any(not _of_another(record, cluster) for record in own):
        found = [record for record in found if not _of_another(record, cluster)]

    def order(record: LeaseRecord) -> tuple[bool, bool, int, str]:
        return record.owner is None, node not in record.members, len(set(record.members) - instances), record.key

    return min(found, key=order, default=None)


def _of_another(record: LeaseRecord, cluster: str | None) -> bool:
    """Whether it is of another failover cluster than this one, in small letters; what isn't told is no other."""
    return cluster is not None and record.identity is not None and record.identity.cluster_name.casefold() != cluster


def namesake_of(records: Iterable[LeaseRecord], identity: ClusterIdentity | None) -> LeaseRecord | None:
    """The record with an owner that hosts name by their identity alone: a cluster that calls itself the same.

    It isn't theirs to take (`record_of`). While its owner runs nothing is begun beside it all the same: it may be one
    cluster whose instances carry two names.
    """
    if identity is None:
        return None
    named = [one for one in records if one.identity is not None and one.identity.same_cluster(identity)]
    return min((one for one in named if one.owner is not None), key=lambda record: record.key, default=None)


def new_record(
    *,
    identity: ClusterIdentity | None,
    members: Iterable[str],
    remembered_key: str | None = None,
    in_use: Iterable[str] = (),
) -> LeaseRecord:
    """A record for a cluster that has none, under a key that no other record has (`in_use`).

    `remembered_key`: the hosts' own, where the cluster's record was lost: for an hour after its last act a host lets no
    other lease's act, so under another key nobody could bring its nodes back. Else it is keyed by the identity, and by
    its instances while no host reports one; where those keys are in use, by a number as well.
    """
    ordered = tuple(sorted(members))
    reported = identity or ClusterIdentity(cluster_name="unreported", group_ids=ordered)
    by_members = ClusterIdentity(cluster_name=reported.cluster_name, group_ids=(*reported.group_ids, *ordered))
    taken = set(in_use)
    by_number = (replace(by_members, group_ids=(*by_members.group_ids, str(number))).key for number in count(2))
    keys = (key for key in chain((remembered_key, reported.key, by_members.key), by_number) if key is not None)
    return LeaseRecord(key=next(key for key in keys if key not in taken), token=0, members=ordered, identity=identity)


def acquired(
    record: LeaseRecord,
    *,
    owner: Owner,
    identity: ClusterIdentity | None,
    members: Iterable[str],
    strangers: Iterable[str] = (),
    now: datetime,
    seen_token: int | None = None,
) -> LeaseRecord:
    """The record with a new owner and the next token; the same owner asking again keeps its token.

    `strangers` were taken for members while that couldn't be told. `seen_token`, the highest that any host remembers,
    is exceeded in both cases: hosts outlive the table. One that no lease can have given out yet is
    ignored, whoever reports it: the record would carry it on for ever.
    """
    expires_at = life_end(now, owner.purpose)
    tokens = [record.token] if seen_token is None else [record.token, seen_token]
    known = highest_believed(tokens, now)
    if record.owned_by(owner.execution_arn) and known == record.token:
        return replace(record, expires_at=expires_at)
    token = next_token(known=known, now=now)
    if record.owned_by(owner.execution_arn):
        return replace(record, token=token, expires_at=expires_at)
    return replace(
        record,
        token=token,
        owner=owner,
        expires_at=expires_at,
        released_at=None,
        identity=identity or record.identity,
        members=tuple(sorted({*members, *record.members} - set(strangers))),
    )


def life_end(now: datetime, purpose: Purpose = Goal.STOPPED) -> datetime:
    """When a lease that is taken or renewed at `now` expires: an operation's of any goal, or a single act's."""
    return now + timedelta(seconds=LEASE_LIFE_S if isinstance(purpose, Goal) else ACT_LEASE_LIFE_S)


def released(record: LeaseRecord, now: datetime) -> LeaseRecord:
    """The record without an owner; token and saved modes stay."""
    return replace(record, owner=None, expires_at=None, released_at=now)


def undisturbed_since(
    observed_at: datetime,
    taken: LeaseRecord,
    former: LeaseRecord | None,
    others: Iterable[LeaseRecord],
    *,
    seen_token: int | None,
) -> bool:
    """Whether nobody else can have acted under the cluster's lease since its nodes were observed.

    Then what was observed before the lease was taken holds as if it had been observed after. `former`: the record that
    was taken over, None where the cluster had none. Without a record nobody has had the lease, unless the cluster has
    another one: one of the `others` that has its name, or hosts that don't tell that. A lease that has an owner proves
    nothing, though it is the taker: its first call may have taken it from another, and its answer was lost.
    `seen_token`: the highest that hosts remember; a record that knows less is of before the table was restored.
    """
    if seen_token is not None and seen_token > NEVER_GIVEN and (former is None or seen_token > former.token):
        return False
    if former is not None:
        if former.owner is not None:
            return False
        return former.released_at is not None and former.released_at + CLOCKS_DIFFER < observed_at
    identity = taken.identity
    return identity is not None and not any(
        other.identity is not None and other.identity.same_cluster(identity) for other in others
    )
