"""People's documents that act on hosts: those of single acts may own a cluster's lease, the others need none."""

from collections.abc import Mapping

from cachewarden.operation.actions import HOST_ACTIONS, Action, PersonsAct
from cachewarden.operation.deployed_documents import DeployedDocuments
from cachewarden.operation.host_commands import HOST_PREFIX, LAST_INSTALLER, documents_of

PRODUCT_PREFIX = "CacheWarden-"

ACT_DOCUMENTS: Mapping[str, Action | PersonsAct] = {
    f"{PRODUCT_PREFIX}{action.value}": action for action in (*sorted(HOST_ACTIONS), *PersonsAct)
}
"""Deployed name -> act."""

TAKING, RELEASING = "TakeLease", "ReleaseLease"
"""Steps of these documents (ssm_documents/templates/operator.yaml, opt_out.yaml): only in them a lease is taken and
released."""

SNAPSHOTTING, SNAPSHOTTED_FIRST = "TakeSnapshots", frozenset({Action.REBUILD_STORAGE})
"""Step of them, and the acts that destroy what only snapshots of the EBS volumes still hold."""

WITHOUT_LEASE: frozenset[str] = frozenset(
    {
        "CacheWarden-AdoptStorage",
        "CacheWarden-BuildAvailabilityGroup",
        "CacheWarden-GrantRights",
        "CacheWarden-InstallHost",
        "CacheWarden-RecordHostFacts",
        "CacheWarden-RecordPairFacts",
        "CacheWarden-RecordRestartFacts",
        "CacheWarden-UninstallHost",
        "CacheWarden-ValidateAvailabilityGroups",
    }
)
"""Documents that need no lease and are told at their end how that was, as those of single acts are."""

ON_DISPOSABLE_NODES: frozenset[str] = frozenset(
    {"CacheWarden-RecordHostFacts", "CacheWarden-RecordPairFacts", "CacheWarden-RecordRestartFacts"}
)
"""Those of them that nothing goes on with, or tidies up after, where they break off: no sweep looks at their nodes."""

CONFIRMING, ANSWERING = "ConfirmCommands", "ReadOutcome"
"""Steps of theirs (ssm_documents/templates/confirm_commands.yaml, outcome.yaml): in the first they learn that what they
send next is what was deployed; only in the second they are told how they ended."""

_OF_PERSONS: Mapping[PersonsAct, tuple[str, ...]] = {PersonsAct.OPT_OUT: (f"{HOST_PREFIX}UninstallHost",)}


def documents_sent_by(act: Action | PersonsAct) -> tuple[str, ...]:
    """The Command documents that the act's document runs."""
    return _OF_PERSONS[act] if isinstance(act, PersonsAct) else documents_of(act)


def commands_sent_by(document: str, deployed: DeployedDocuments) -> tuple[str, ...]:
    """The Command documents that people's document sends."""
    if document in ACT_DOCUMENTS:
        return documents_sent_by(ACT_DOCUMENTS[document])
    own = f"{HOST_PREFIX}{document.removeprefix(PRODUCT_PREFIX)}"
    return deployed.installers if own == LAST_INSTALLER else (own,)
