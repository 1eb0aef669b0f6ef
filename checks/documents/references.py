"""Inside each Automation document: steps that are named exist, and every `{{ name }}` has a value when it is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import networkx as nx

from checks.check import Check, Finding
from checks.deployment import DeployedDocument, Deployment
from checks.machines.states import texts
from rehearsal.engines.automation.document.action_forms import ACTION_FORMS
from rehearsal.engines.automation.document.placeholders import placeholders

NAME = "document-references"
GLOBALS = frozenset({"global:DATE", "global:DATE_TIME", "global:REGION", "automation:EXECUTION_ID"})
"""SSM user guide, "Automation system variables"."""

LOOP = "aws:loop"

Path = tuple[str | int, ...]


def findings(deployment: Deployment) -> Iterator[Finding]:
    """Of every document; in Command documents `{{ }}` may name parameters alone."""
    for document in deployment.documents.values():
        missing_steps = list(_step_names(document))
        for path, problem, remedy in (*_names(document), *(missing_steps or _order(document))):
            yield Finding(check=NAME, where=deployment.place(document.source, *path), problem=problem, remedy=remedy)


def outputs(document: DeployedDocument) -> set[str]:
    """Every `Step.Output` that the steps can give."""
    found: set[str] = set()
    for _, step in steps_within(document):
        form = ACTION_FORMS.get(step["action"])
        declared = {output["Name"] for output in step.get("outputs", ()) if isinstance(output, dict)}
        found |= {f"{step['name']}.{name}" for name in (form.writes if form else frozenset()) | declared}
    return found


def steps_within(document: DeployedDocument) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    """Every step with its place, those of loops right behind theirs."""
    for number, step in enumerate(document.steps):
        yield ("mainSteps", number), step
        for inside, nested in enumerate(step.get("inputs", {}).get("Steps", ()) if step["action"] == LOOP else ()):
            yield ("mainSteps", number, "inputs", "Steps", inside), nested


def _step_names(document: DeployedDocument) -> Iterator[tuple[Path, str, str]]:
    found = list(steps_within(document))
    names = [step["name"] for _, step in found]
    remedy = f"Name one of: {', '.join(names)}."
    for number, (path, step) in enumerate(found):
        if names.index(step["name"]) < number:
            yield (*path, "name"), f"a second step is called {step['name']}", "Give each step a name of its own."
        for inside, target in _targets(step):
            if target not in names:
                yield (*path, *inside), f"there is no step {target}", remedy


def _targets(step: Mapping[str, Any]) -> Iterator[tuple[Path, str]]:
    if "nextStep" in step:
        yield ("nextStep",), step["nextStep"]
    for field in ("onFailure", "onCancel"):
        if str(step.get(field, "")).startswith("step:"):
            yield (field,), step[field].removeprefix("step:")
    inputs = step.get("inputs", {})
    for number, choice in enumerate(inputs.get("Choices", ()) if step["action"] == "aws:branch" else ()):
        yield ("inputs", "Choices", number, "NextStep"), choice.get("NextStep", "")
    if step["action"] == "aws:branch" and "Default" in inputs:
        yield ("inputs", "Default"), inputs["Default"]


def _names(document: DeployedDocument) -> Iterator[tuple[Path, str, str]]:
    known = set(document.parameters)
    if document.kind == "Automation":
        known |= GLOBALS | outputs(document) | {f"variable:{name}" for name in document.content.get("variables", {})}
    for path, text in texts(document.content):
        for name in placeholders(text):
            if name not in known and name.partition(".")[0] not in known:
                problem = f"{{{{ {name} }}}} is neither a parameter nor an output of a step"
                yield path, problem, "Declare it, or correct the name."
    for number, name in enumerate(document.content.get("outputs", ())):
        if document.kind == "Automation" and name not in known:
            yield ("outputs", number), f"no step gives {name}", "Name an output as Step.Output."


def _order(document: DeployedDocument) -> Iterator[tuple[Path, str, str]]:
    """Steps that nothing reaches, and outputs read where their step can't have run yet."""
    if document.kind != "Automation" or not document.steps:
        return
    graph = _graph(document)
    first = document.steps[0]["name"]
    reached = {first} | nx.descendants(graph, first)
    for number, step in enumerate(document.steps):
        if step["name"] not in reached:
            problem = f"no way leads from {first} to {step['name']}"
            yield ("mainSteps", number), problem, "Let a step go there, or delete it."
            continue
        before = nx.ancestors(graph, step["name"])
        for path, text in texts(step, ("mainSteps", number)):
            for name in placeholders(text):
                giver, dot, _ = name.partition(".")
                if dot and giver in graph and giver not in before:
                    problem = f"{{{{ {name} }}}} is read before {giver} can have run"
                    yield path, problem, f"Let {giver} come before {step['name']}."


def _graph(document: DeployedDocument) -> nx.DiGraph[Any]:
    graph: nx.DiGraph[Any] = nx.DiGraph()
    for number, step in enumerate(document.steps):
        graph.add_node(step["name"])
        targets = [target for _, target in _targets(step)]
        for nested in step["inputs"]["Steps"] if step["action"] == LOOP else ():
            # A step of a loop may lead out of it, and whatever follows the loop follows its steps.
            graph.add_edge(step["name"], nested["name"])
            graph.add_edges_from((nested["name"], target) for _, target in _targets(nested))
            graph.add_edge(nested["name"], step["name"])
        ends = step.get("isEnd") or "nextStep" in step or step["action"] == "aws:branch"
        if not ends and number + 1 < len(document.steps):
            targets.append(document.steps[number + 1]["name"])
        graph.add_edges_from((step["name"], target) for target in targets)
    return graph


CHECK = Check(
    name=NAME,
    proves="Every step that a document names exists and is reached; every {{ name }} in it is given before it is read.",
    findings=findings,
)
