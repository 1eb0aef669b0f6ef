"""Our machines' expressions give what JSONata 2.0.6 gives, on what they were really given while stories played.

The answers compared are those of the run itself, shortcuts and all. One Node process evaluates everything.
"""

import json
from dataclasses import replace

import pytest

from rehearsal.aws.cloudformation.template import load
from rehearsal.engines.asl.case import same
from rehearsal.engines.asl.jsonata import expression as jsonata
from rehearsal.engines.asl.jsonata.tree import all_nodes
from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.scenarios.story import load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import run_story
from tests.unit.rehearsal.engines.asl import npm_packages
from tests.unit.state_machines.machine_harness import expressions

SAMPLES_PER_EXPRESSION = 8

FAILS = {"kind": FaultKind.FAIL, "count": 99}
SEND, BY_ACTS = "api.ssm.SendCommand", {"caller": "ActOnHostRole"}
"""Observing nodes sends commands, too, in another role."""
PLAYED = {
    "stop-and-return": (),
    "target-behind": (),
    "dirty-stop": (),
    "new-version": (),
    "stop-request, nothing can be observed": (Fault(point="lambda.cachewarden-observe", error="Broken", **FAILS),),
    "stop-request, no act is sent": (Fault(point=SEND, where=BY_ACTS, error="InternalServerError", **FAILS),),
    "stop-request, an act's answer is lost": (Fault(point=SEND, where=BY_ACTS, kind=FaultKind.LOST),),
    "stop-request, acts are refused": (Fault(point=SEND, where=BY_ACTS, error="InvalidDocument", **FAILS),),
    "stop-request, commands aren't listed": (
        Fault(point=SEND, where=BY_ACTS, kind=FaultKind.LOST),
        Fault(point="api.ssm.ListCommands", where=BY_ACTS, error="InvalidFilterKey", **FAILS),
    ),
}
"""Stories that together reach all expressions but the excused; a name's part before the comma is the file."""

NOT_JSONATA = {"$uuid()"}
"""Functions that Step Functions adds to JSONata: npm's doesn't know them."""

UNREACHED = {
    "'no state for ' & $string($decision)": "Decide gives no decision without a state, as test_machine_texts proves",
    "$decision.kind in ['Refuse', 'Complete']": "an end without a lease of which nobody is told",
}


class Recorder:
    """Samples of what expressions saw and gave, a few different ones of each."""

    def __init__(self):
        self.samples = {}
        self._evaluate = jsonata.Expression.evaluate

    def evaluate(self, expression, view):
        value = self._evaluate(expression, view)
        kept = self.samples.setdefault(expression.text, {})
        if len(kept) < SAMPLES_PER_EXPRESSION:
            bindings = mentioned(expression, view)
            kept.setdefault(json.dumps(bindings), (bindings, value))
        return value


def mentioned(expression, view):
    """The variables and fields of $states that the expression names."""
    names = {node.value for node in all_nodes(expression.tree) if node.type == "variable"}
    fields = jsonata.states_fields(expression.tree)
    states = {name: value for name, value in view.states.items() if name in fields}
    return {name: value for name, value in view.variables.values.items() if name in names} | {"states": states}


def by_name(where, templates):
    """A caller by the name that CloudFormation gives the role, instead of by its construct's."""
    names = [each.physical_id for each in load(templates).resources if each.type == "AWS::IAM::Role"]
    return {key: next(name for name in names if value in name) for key, value in where.items()}


@pytest.fixture(scope="module")
def samples(synthesized):
    recorder = Recorder()
    before = jsonata.Expression.evaluate
    jsonata.Expression.evaluate = lambda expression, view: recorder.evaluate(expression, view)
    try:
        for name, given in PLAYED.items():
            story = load_story(name.partition(",")[0])
            faults = tuple(replace(each, where=by_name(each.where, synthesized)) for each in given)
            run_story(
                replace(story, faults=story.faults + faults), seed=1, templates=synthesized, progress=SilentProgress()
            )
    finally:
        jsonata.Expression.evaluate = before
    return {text: list(kept.values()) for text, kept in recorder.samples.items()}


def ours(templates):
    """The text of every expression, with what CloudFormation fills in."""
    resources = [each for template in templates.values() for each in template["Resources"].values()]
    machines = [each for each in resources if each["Type"] == "AWS::StepFunctions::StateMachine"]
    filled = [each["Properties"].get("DefinitionSubstitutions", {}) for each in machines]
    (given,) = [each for each in filled if "InstallHostDocuments" in each]
    texts = expressions()
    for name in ("DocsUrl", "InstallHostDocuments"):
        texts = {text.replace(f"${{{name}}}", given[name]) for text in texts}
    return texts


def test_stories_reach_every_expression_but_the_excused(samples, synthesized):
    assert set(UNREACHED) <= ours(synthesized)
    assert ours(synthesized) - samples.keys() == set(UNREACHED)


def test_every_value_in_a_story_is_what_jsonata_gives(samples, synthesized, capsys):
    compared = ours(synthesized) - NOT_JSONATA
    cases = [(text, *sample) for text, kept in samples.items() if text in compared for sample in kept]
    answers = npm_packages.evaluate([{"expression": text, "bindings": bindings} for text, bindings, _ in cases])
    wrong = [
        (text, bindings, value, answer)
        for (text, bindings, value), answer in zip(cases, answers, strict=True)
        if not ("value" in answer and same(value, answer["value"]))
    ]
    with capsys.disabled():
        print(f"\n{len(cases)} values of {len(samples)} expressions in {len(PLAYED)} runs compared with npm's jsonata")
    assert len(cases) > 200
    assert not wrong, f"{len(wrong)} differ, first: {wrong[0]}"
