"""People's documents for single acts: each may own a cluster's lease while it runs."""

from collections.abc import Mapping

from cachewarden.operation.actions import HOST_ACTIONS, Action, PersonsAct
from cachewarden.operation.host_commands import HOST_PREFIX, documents_of

ACT_DOCUMENTS: Mapping[str, Action | PersonsAct] = {
    f"CacheWarden-{action.value}": action for action in (*sorted(HOST_ACTIONS), *PersonsAct)
}
"""Deployed name -> act."""

TAKING, RELEASING = "TakeLease", "ReleaseLease"
"""Steps of these documents (ssm_documents/templates/operator.yaml, opt_out.yaml): only in them a lease is taken and
released."""

_OF_PERSONS: Mapping[PersonsAct, tuple[str, ...]] = {PersonsAct.OPT_OUT: (f"{HOST_PREFIX}UninstallHost",)}


def documents_sent_by(act: Action | PersonsAct) -> tuple[str, ...]:
    """The Command documents that the act's document runs."""
    return _OF_PERSONS[act] if isinstance(act, PersonsAct) else documents_of(act)
