"""Each stolen right against each contract by the shortest way: a call that writes what the contract rests on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from tests.attacks.attacked_cluster import Attacked, attacked
from tests.attacks.rights import RIGHTS, Call, direct_calls

CONTRACTS = ("consent", "token", "lease", "proof", "host", "bundle")
OPEN: Mapping[tuple[str, str], set[str]] = {
    ("send-command", "token"): {"name one in a command"},
    ("send-command", "bundle"): {"bring the deployed one"},
    ("update-document", "proof"): {"change what observes"},
    ("update-act-document", "host"): {"change what runs there"},
    ("update-automation-document", "proof"): {"change what opts out"},
    ("start-accept-documents", "consent"): {
        "start AcceptDetachedPoolAndStartInstance", "start AcceptFewerCopiesAndStopInstance",
        "start AcceptAsynchronousAndStopInstance", "start AcceptOutageAndStopInstance",
        "start AcceptRebuildAndStartInstance", "start AcceptWholeClusterAndStopCluster",
    },
    ("send-automation-signal", "consent"): {"answer what approvers are asked"},
    ("start-single-acts", "lease"): {"take it by a document"},
    ("start-execution", "lease"): {"take it by an execution"},
    ("create-tags", "consent"): {"set the tag"},
    ("role-operate-instance", "proof"): {"write the record", "lift protection", "stop the instance"},
    ("role-pool-volumes", "proof"): {"write the record", "lift protection", "stop the instance"},
    ("role-lease", "token"): {"change the record"},
    ("role-lease", "lease"): {"write the record", "change the record"},
    ("role-document-lease", "token"): {"change the record"},
    ("role-document-lease", "lease"): {"write the record", "change the record"},
    ("role-ingest", "lease"): {"take it by an execution"},
    ("role-janitor", "consent"): {"write the record"},
    ("role-janitor", "token"): {"change the record"},
    ("role-janitor", "lease"): {"change the record", "take it by an execution"},
    ("role-sweep", "lease"): {"take it by an execution"},
}  # fmt: skip
"""What each right reaches at once, and nothing besides; docs/stolen-rights.md says what can be done with it."""


@pytest.fixture(scope="module")
def scene(synthesized) -> Iterator[Attacked]:
    with attacked(synthesized) as cluster:
        yield cluster


def allowed(scene: Attacked, right: str, call: Call) -> bool:
    """Whether the evaluator grants everything that AWS asks of this call."""
    service, operation, parameters = call
    authorizer, caller = scene.cluster.account.authorizer, RIGHTS[right](scene)
    asked = list(authorizer.requests.requests(caller, service, operation, parameters))
    return bool(asked) and all(authorizer.decide(caller, request).allowed for request in asked)


@pytest.mark.parametrize("contract", CONTRACTS)
@pytest.mark.parametrize("right", RIGHTS)
def test_a_right_reaches_a_contract_by_these_calls_and_no_other(scene, right, contract):
    reached = {name for name, call in direct_calls(scene)[contract].items() if allowed(scene, right, call)}
    assert reached == OPEN.get((right, contract), set())
