"""People's documents for single acts: each may own a cluster's lease while it runs."""

from collections.abc import Mapping

from cachewarden.operation.actions import HOST_ACTIONS, Action, PersonsAct

ACT_DOCUMENTS: Mapping[str, Action | PersonsAct] = {
    f"CacheWarden-{action.value}": action for action in (*sorted(HOST_ACTIONS), *PersonsAct)
}
"""Deployed name -> act."""

TAKING, RELEASING = "TakeLease", "ReleaseLease"
"""Steps of these documents (ssm_documents/templates/operator.yaml, opt_out.yaml): only in them a lease is taken and
released."""
