"""All invariants, in the order in which they are checked."""

from __future__ import annotations

from rehearsal.simulation.invariants.backups_whole import BackupsAreWhole
from rehearsal.simulation.invariants.committed_transactions import CommittedTransactionsKept
from rehearsal.simulation.invariants.foreign_disks import ForeignDisksUntouched
from rehearsal.simulation.invariants.instance_store_files import InstanceStoreFilesKept
from rehearsal.simulation.invariants.invariant import Invariant
from rehearsal.simulation.invariants.log_warned import LogWarnedBeforeFull
from rehearsal.simulation.invariants.messages_true import MessagesTrue
from rehearsal.simulation.invariants.nothing_recoverable_destroyed import NothingRecoverableDestroyed
from rehearsal.simulation.invariants.one_node_down import OneNodeDownAtMost
from rehearsal.simulation.invariants.permissions import NoCallBeyondTheRole
from rehearsal.simulation.invariants.protection import ProtectedWhileCacheIsOnNvme
from rehearsal.simulation.invariants.stop_needs_proof import StopNeedsProof

INVARIANTS: tuple[type[Invariant], ...] = (
    CommittedTransactionsKept,
    OneNodeDownAtMost,
    StopNeedsProof,
    InstanceStoreFilesKept,
    ProtectedWhileCacheIsOnNvme,
    NothingRecoverableDestroyed,
    ForeignDisksUntouched,
    NoCallBeyondTheRole,
    MessagesTrue,
    LogWarnedBeforeFull,
    BackupsAreWhole,
)
