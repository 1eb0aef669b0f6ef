"""Deterministic names: the same request or act has the same, another one another."""

import re
import uuid

from hypothesis import given
from hypothesis import strategies as st

from cachewarden.operation.idempotency import action_token, execution_name

INSTANCE = st.from_regex(r"i-[0-9a-f]{17}", fullmatch=True)
GOALS = st.sampled_from(["Preflight", "Stopped", "InService", "Cycled"])


@given(goal=GOALS, instance=INSTANCE, event=st.text(max_size=3000))
def test_a_name_fits_step_functions_whatever_the_event_id_is(goal, instance, event):
    name = execution_name(goal=goal, instance_id=instance, kind="health", event_id=event)

    assert re.fullmatch(r"[0-9A-Za-z\-_]{1,80}", name)


@given(event=st.text(min_size=1), other=st.text(min_size=1))
def test_names_differ_exactly_when_the_events_do(event, other):
    def name(text: str) -> str:
        return execution_name(goal="Stopped", instance_id="i-1", kind="k", event_id=text)

    assert (name(event) == name(other)) == (event == other)


def test_another_kind_of_request_is_another_name():
    names = {
        execution_name(goal="Cycled", instance_id=instance, kind=kind, event_id="e")
        for instance in ("i-1", "i-2")
        for kind in ("health", "refused-stop")
    }

    assert len(names) == 4


def test_a_token_is_a_uuid_of_execution_act_node_and_attempt():
    base = {"execution_arn": "arn", "action": "EvacuateCache", "node": "i-1", "attempt": 1}
    tokens = {action_token(**base)} | {
        action_token(**{**base, key: value})
        for key, value in {"execution_arn": "b", "action": "RestoreCache", "node": "i-2", "attempt": 2}.items()
    }

    assert len(tokens) == 5
    assert all(uuid.UUID(token).version == 5 for token in tokens)
    assert action_token(**base) == action_token(**base)
