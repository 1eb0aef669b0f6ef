"""All invariants, in the order in which they are looked at."""

from __future__ import annotations

from rehearsal.invariants.committed_transactions import CommittedTransactionsKept
from rehearsal.invariants.foreign_disks import ForeignDisksUntouched
from rehearsal.invariants.invariant import Invariant
from rehearsal.invariants.nothing_recoverable_destroyed import NothingRecoverableDestroyed
from rehearsal.invariants.one_node_down import OneNodeDownAtMost
from rehearsal.invariants.permissions import NoCallBeyondTheRole
from rehearsal.invariants.protection import ProtectedWhileCacheIsOnNvme
from rehearsal.invariants.safe_ending import SafeEnding
from rehearsal.invariants.stop_needs_proof import StopNeedsProof

INVARIANTS: tuple[type[Invariant], ...] = (
    CommittedTransactionsKept,
    OneNodeDownAtMost,
    StopNeedsProof,
    ProtectedWhileCacheIsOnNvme,
    NothingRecoverableDestroyed,
    ForeignDisksUntouched,
    NoCallBeyondTheRole,
    SafeEnding,
)
