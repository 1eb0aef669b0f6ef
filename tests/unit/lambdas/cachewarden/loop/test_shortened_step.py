"""Of a step only what people read gets ids; what acts, and what the next step decides by, stays as it is."""

import json
from dataclasses import replace

import pytest

from cachewarden.codes import CATALOGUE, Code
from cachewarden.evidence.instance import HostError
from cachewarden.evidence.verdict import Verdict, VerdictOutcome
from cachewarden.loop.action_result import ActionResult
from cachewarden.loop.known_names import names_in_evidence, names_in_operation
from cachewarden.loop.notification import subject_line
from cachewarden.loop.reconcile import reconcile
from cachewarden.loop.shortened_step import shortened, without_host_words
from cachewarden.loop.step_json import step_to_json
from cachewarden.operation.actions import Action
from cachewarden.operation.operation_json import parse_operation
from cachewarden.short_names import NameKind, ShortNames
from tests.in_one_test import in_one_test
from tests.unit.lambdas.situations import LEASED, situation

KEY = "51af3dc0"


def texts_of(goal, key=KEY, edit=lambda evidence: None):
    """The answer as it is, and with ids."""
    seen = situation(goal=goal, edit=edit, **LEASED)
    step = reconcile(seen.evidence, seen.operation, None, seen.now)
    answer = step_to_json(step)
    names = names_in_evidence(seen.evidence) | names_in_operation(seen.operation)
    return answer, shortened(answer, ShortNames(key, names))


@pytest.mark.parametrize("goal", ["Stopped", "InService", "Preflight"])
def test_evidence_requests_and_identities_stay(goal):
    answer, short = texts_of(goal)
    assert short["evidence"] == answer["evidence"]
    read = {"sentence", "notification", "why", "preflight"}
    assert {name: value for name, value in short["decision"].items() if name not in read} == {
        name: value for name, value in answer["decision"].items() if name not in read
    }
    for name in ("identity", "savedModes", "computer", "forgets", "attempts", "leaseKey"):
        assert short["operation"][name] == answer["operation"][name]
    assert short["decision"]["sentence"] != answer["decision"]["sentence"]


def members(value):
    """Names of members, at every depth."""
    if isinstance(value, dict):
        return {name: members(each) for name, each in value.items()}
    return [members(each) for each in value] if isinstance(value, list) else None


@pytest.mark.parametrize("goal", ["Stopped", "InService", "Preflight"])
def test_every_member_stays(goal):
    """The check `function-calls` relies on it: it reads the members where they are made."""
    answer, short = texts_of(goal)
    assert members(short) == members(answer)


@pytest.mark.parametrize("goal", ["Stopped", "InService", "Preflight"])
def test_the_operation_with_ids_is_one_that_can_be_read(goal):
    answer, short = texts_of(goal)
    before, after = parse_operation(answer["operation"]), parse_operation(short["operation"])
    told = {"actions": (), "findings": (), "requested_by": "", "reason": "", "databases_alone": None}
    assert replace(before, **told) == replace(after, **told)


def test_without_a_key_the_answer_is_the_same():
    answer, short = texts_of("InService", key=None)
    assert answer == short


@in_one_test("code", Code)
def test_a_subject_with_ids_is_one_that_sns_takes(code):
    subject = subject_line(f"ACTION REQUIRED: DB-A (i-1c9102b60ab965945): {CATALOGUE[code].sentence}")
    forms = {"subject": subject, "message": "", "chat": "", "facts": "{}"}
    answer = {"decision": {"notification": forms}, "operation": {}, "evidence": {}}
    short = shortened(answer, ShortNames(KEY, {"DB-A": NameKind.SERVER}))["decision"]["notification"]["subject"]
    assert "DB-A" not in short and len(short) < 100


def test_names_in_the_form_for_programs_are_replaced_before_they_are_escaped():
    name = 'a"b\\c'
    forms = {"subject": "", "message": "", "chat": "", "facts": json.dumps({"why": f"{name} is away"})}
    answer = {"decision": {"notification": forms}, "operation": {}, "evidence": {}}
    facts = shortened(answer, ShortNames(KEY, {name: NameKind.DATABASE}))["decision"]["notification"]["facts"]
    assert json.loads(facts)["why"].startswith("db-")


def test_what_is_found_at_every_look_is_remembered_once():
    answer, short = texts_of("InService")
    assert short["operation"]["findings"] == answer["operation"]["findings"]


def verdict(outcome: VerdictOutcome) -> ActionResult:
    seen = situation(goal="InService", **LEASED)
    said = Verdict(
        outcome=outcome,
        code=Code.NO_GOOD_COPY,
        message="No Availability Group has a copy of payroll elsewhere.",
        boot_id=None,
        observed_at=None,
        seen=HostError(code=Code.HOST_DID_NOT_ANSWER, message=""),
    )
    node = seen.node.instance_id
    return ActionResult(action=Action.REBUILD_STORAGE, node=node, answered_by=node, asked_at=seen.now, outcome=said)


def test_a_hosts_words_for_a_refusal_are_left_out_and_it_is_said_where_they_are():
    told = without_host_words(verdict(VerdictOutcome.REFUSED)).outcome.message
    assert "payroll" not in told and told.startswith(CATALOGUE[Code.NO_GOOD_COPY].sentence)
    assert "output of its command" in told
    assert without_host_words(verdict(VerdictOutcome.DONE)) == verdict(VerdictOutcome.DONE)
