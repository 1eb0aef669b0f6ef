"""What the host refuses of an evacuation for its storage, decide refuses of the stop, before anything is changed.

The states are generated: what the disks say, how large the Swap volume is, where the data drive is. The host says what
it sees while SQL Server runs, as for a preflight; then SQL Server is stopped, and it is asked to evacuate.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from sales_scene import GIB, SalesScene

from cachewarden.evidence.cluster import ClusterEvidence, parse_evidence
from cachewarden.evidence.storage import parse_storage
from cachewarden.json_reader import JsonReader
from cachewarden.operation.operation_json import parse_operation
from cachewarden.operation.policy import policy_from_tags
from cachewarden.procedures.decide import decide
from cachewarden.procedures.decision import Decision, Execute, Refuse, Wait
from rehearsal.world.storage.enumerations import Operational
from tests.in_one_test import in_one_test
from tests.unit.lambdas.loop_driver import request
from tests.unit.lambdas.sales_cluster import Sales
from tests.unit.lambdas.situations import ASKED, LEASED

ABOUT_SQL_SERVER = ("CW1030", "CW1046")
"""Refusals for what SQL Server does and has; decide asks SQL Server itself."""
AILING = (None, Operational.PREDICTIVE_FAILURE, Operational.IO_ERROR, Operational.IN_SERVICE, Operational.STARTING)
"""IN_SERVICE with Health Warning counts as ill, too: the host takes Healthy alone."""


@dataclass(frozen=True, slots=True)
class State:
    """What is odd about the node's storage; `cut` leaves the cache between two disks."""

    swap: Operational | None
    data: Operational | None
    cache_gib: int
    letter: str | None
    cut: bool

    def __str__(self) -> str:
        return f"swap {self.swap}, data {self.data}, cache {self.cache_gib}, drive {self.letter}, cut {self.cut}"


def states() -> Iterator[State]:
    for swap, cache_gib, letter, cut in product(AILING, (100, 148), ("D", "Q", None), (False, True)):
        # A move that was under way had room for the cache.
        if not cut or cache_gib == 100:
            yield State(swap, None, cache_gib, letter, cut)
    for data in AILING[1:]:
        yield State(None, data, 100, "D", cut=False)


def said_and_done(state: State) -> tuple[Decision, Decision, str]:
    """What a stop and a preflight are answered, and the code of the host's own answer."""
    scene = SalesScene(cache_bytes=state.cache_gib * GIB)
    host = scene.second
    if state.cut:
        assert scene.run(host, "stop_sql_server").code == "CW2007"
        assert scene.run(host, "evacuate_cache").code == "CW1003"
        scene.pass_time(100)
        host.tasks.stop(host.tasks.get("CacheWarden-Worker"))
        scene.pass_time(5)
    roles = scene.built[host.name].roles
    roles.swap.ailing = state.swap
    roles.data[0].ailing = state.data
    if state.letter != "D":
        scene.name_volume(host, "WCDB", state.letter)
    told = scene.storage(host)
    answers = [answered(told, goal) for goal in ("Stopped", "Preflight")]
    if not state.cut:
        scene.run(host, "stop_sql_server")
    return answers[0], answers[1], scene.run(host, "evacuate_cache").code


def answered(storage: dict[str, object], goal: str) -> Decision:
    """What is decided of a node whose host reports this storage, and with which all else is well."""
    sales = Sales()
    sales.primary = sales.two
    asked = request(sales.one, goal, sales, **(ASKED if goal == "Preflight" else LEASED))
    facts: ClusterEvidence = parse_evidence(sales.evidence(sales.one))
    subject = facts.replicas[0]
    assert subject.host is not None
    seen = replace(subject.host, storage=parse_storage(JsonReader.of(storage)))
    evidence = replace(facts, replicas=(replace(subject, host=seen), *facts.replicas[1:]))
    policy = policy_from_tags(facts.node.ec2.tags)
    return decide(evidence, parse_operation(asked), policy, sales.now)


@in_one_test("state", states())
def test_what_the_host_will_refuse_is_refused_before_anything_is_changed(state):
    stop, preflight, code = said_and_done(state)
    if code in ABOUT_SQL_SERVER or code in ("CW1002", "CW1003"):
        assert isinstance(stop, Execute), (code, stop)
        assert not isinstance(preflight, Refuse), (code, preflight)
        return
    for decision in (stop, preflight):
        if code == "CW1025":  # the pool is starting: both wait
            assert isinstance(decision, Wait), decision
            continue
        assert isinstance(decision, Refuse), (code, decision)
        assert code in decision.sentence or "the cache can't be evacuated from there" in decision.sentence, (
            code, decision,
        )  # fmt: skip


def test_the_generated_states_reach_every_refusal_of_the_storage():
    reached = {said_and_done(state)[2] for state in (
        State(None, None, 100, "D", cut=False), State(Operational.PREDICTIVE_FAILURE, None, 100, "D", cut=False),
        State(None, None, 148, "D", cut=False), State(None, None, 100, None, cut=False),
    )}  # fmt: skip
    assert reached == {"CW1003", "CW1023", "CW1031", "CW1035"}
