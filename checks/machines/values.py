"""What a machine's variables and tasks' results can hold, by the functions and child machines that give them.

Decide's answer differs by act; where a state is reached by one act only, its values are those of that act.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from cachewarden.operation.actions import Action, performer
from checks.deployment import DeployedFunction, DeployedMachine, Deployment
from checks.machines.states import edges, expression_of, flows, states
from checks.python_sources.json_shapes import ANYTHING, NOTHING, Shape, below, distinct
from checks.python_sources.modules import Modules, Place, dispatch_of
from checks.python_sources.returned_shapes import Facts, answers_of

Alternatives = tuple[Shape, ...]
Environment = Mapping[str, Alternatives]
ROUNDS = 3
"""How often what one state assigns is handed on to the next."""
ERROR_OUTPUT = (Shape({"Error": (ANYTHING,), "Cause": (ANYTHING,)}),)
CHILD_RESULT = dict.fromkeys(
    (
        "ExecutionArn", "Input", "InputDetails", "Name", "OutputDetails", "StartDate", "StateMachineArn", "Status",
        "StopDate",
    ),
    (ANYTHING,),
)  # fmt: skip
"""What startExecution.sync:2 gives besides Output (Step Functions developer guide)."""
INVOKED = dict.fromkeys(("ExecutedVersion", "StatusCode", "SdkHttpMetadata", "SdkResponseMetadata"), (ANYTHING,))
_PATH = re.compile(r"\$([A-Za-z_]\w*)((?:\.[A-Za-z_]\w*)*)")
_DECIDED = re.compile(r"\$decision\.(?:action = '(?P<action>\w+)'|kind (?:= |in \[)(?:'\w+', )*'(?P<kind>\w+)')")


class MachineValues:
    """Of one machine."""

    def __init__(self, deployment: Deployment, machine: DeployedMachine) -> None:
        self._deployment = deployment
        self._modules = Modules.of(deployment)
        self._answers = answers_of(self._modules)
        self._children: dict[str, Alternatives] = {}
        self._states = {name: raw for _, name, raw in states(machine.definition)}
        self._facts = _known_decisions(machine.definition)
        self._environments: dict[str, Environment] = {"": self._settled({})}
        for name, facts in self._facts.items():
            self._environments[name] = self._settled(facts)
        self.variables: Environment = self._collected(lambda name: (self.environment(name), self._facts.get(name, {})))

    def environment(self, state: str) -> Environment:
        """The variables as they are when the state runs."""
        return self._environments.get(state, self._environments[""])

    def payloads(self, state: str) -> Alternatives:
        """What a task gives its function."""
        arguments = self._states[state].get("Arguments", {})
        return (
            self.value(arguments.get("Payload", {}), self._seen(state)) if isinstance(arguments, dict) else (ANYTHING,)
        )

    def read(self, state: str, path: tuple[str, ...]) -> tuple[bool, Alternatives]:
        """(whether something is known of where the path begins, what is at its end)."""
        environment = {**self._seen(state), "states": (self._states_shape(state),)}
        base = environment.get(path[0], (ANYTHING,))
        return bool(base), below(base, path[1:])

    def outputs(self) -> Alternatives:
        """What the machine's ends give."""
        found: list[Shape] = []
        for name, raw in self._states.items():
            if raw.get("End") is True or raw.get("Type") == "Succeed":
                found += self.value(raw["Output"], self._seen(name)) if "Output" in raw else (ANYTHING,)
        return distinct(found)

    def value(self, raw: Any, environment: Environment) -> Alternatives:
        """The alternatives of a template."""
        match raw:
            case None:
                return NOTHING
            case dict():
                return (Shape({key: self.value(inner, environment) for key, inner in raw.items()}),)
            case str():
                query = expression_of(raw)
                if query is None:
                    return (Shape(open=True, text=raw),)
                found = _PATH.fullmatch(query)
                if found is None:
                    return (ANYTHING,)
                return below(environment.get(found[1], (ANYTHING,)), filter(None, found[2].split(".")))
        return (ANYTHING,)

    # -- assignments --------------------------------------------------------------------------------------------------

    def _seen(self, state: str) -> Environment:
        return self.environment(state) if state in self._facts else self.variables

    def _settled(self, facts: Facts) -> Environment:
        environment: Environment = {}
        for _ in range(ROUNDS):
            environment = self._collected_from(environment, facts)
        return environment

    def _collected_from(self, known: Environment, facts: Facts) -> Environment:
        return self._collected(lambda name: (known, facts))

    def _collected(self, view: Callable[[str], tuple[Environment, Facts]]) -> Environment:
        """What all states assign, each seen with its own (environment, facts)."""
        found: dict[str, list[Shape]] = {}
        for name, raw in self._states.items():
            environment, facts = view(name)
            for template, source in self._assignments(name, raw, environment, facts):
                for variable, value in template.items():
                    found.setdefault(variable, []).extend(self.value(value, source))
        return {variable: distinct(shapes) for variable, shapes in found.items()}

    def _assignments(
        self, name: str, raw: Mapping[str, Any], environment: Environment, facts: Facts
    ) -> Iterator[tuple[Mapping[str, Any], Environment]]:
        result = Shape({"result": self._result(raw, environment, facts)}, open=True)
        yield raw.get("Assign", {}), {**environment, "states": (result,)}
        for rule in raw.get("Choices", ()):
            yield rule.get("Assign", {}), environment
        for catcher in raw.get("Catch", ()):
            failed = Shape({"errorOutput": ERROR_OUTPUT}, open=True)
            yield catcher.get("Assign", {}), {**environment, "states": (failed,)}

    def _states_shape(self, state: str) -> Shape:
        result = self._result(self._states[state], self._seen(state), self._facts.get(state, {}))
        return Shape({"result": result, "errorOutput": ERROR_OUTPUT}, open=True)

    def _result(self, raw: Mapping[str, Any], environment: Environment, facts: Facts) -> Alternatives:
        arguments = raw.get("Arguments", {})
        if raw.get("Type") != "Task" or not isinstance(arguments, dict):
            return (ANYTHING,)
        resource = str(raw["Resource"])
        if resource.endswith(":lambda:invoke"):
            function = self.function(str(arguments.get("FunctionName")))
            answer = self._answer(function, self.value(arguments.get("Payload", {}), environment), facts)
            return (Shape({**INVOKED, "Payload": answer}),)
        if resource.endswith(":states:startExecution.sync:2"):
            child = self._deployment.machines.get(str(arguments.get("StateMachineArn")).rpartition(":")[2])
            output = self._child_outputs(child) if child is not None else (ANYTHING,)
            return (Shape({**CHILD_RESULT, "Output": output}),)
        return (ANYTHING,)

    def _child_outputs(self, child: DeployedMachine) -> Alternatives:
        if child.name not in self._children:
            self._children[child.name] = MachineValues(self._deployment, child).outputs()
        return self._children[child.name]

    def function(self, arn: str) -> DeployedFunction | None:
        """The function that a task calls."""
        return next((each for each in self._deployment.functions.values() if arn in (each.arn, each.name)
                     or arn.endswith(f":function:{each.name}")), None)  # fmt: skip

    def handler(self, function: DeployedFunction) -> Place | None:
        """Where the function's code begins."""
        return (
            self._modules.find(function.source, function.handler.rpartition(".")[2])
            if function.source in self._modules.files
            else None
        )

    def _answer(self, function: DeployedFunction | None, payloads: Alternatives, facts: Facts) -> Alternatives:
        place = self.handler(function) if function is not None else None
        if place is None:
            return (ANYTHING,)
        dispatch = dispatch_of(self._modules, place)
        if dispatch is None:
            return self._answers.of(place, facts)
        found: list[Shape] = []
        for payload in payloads:
            for chosen in payload.at(dispatch.key):
                name = dispatch.functions.get(chosen.text or "")
                if name is None:
                    return (ANYTHING,)
                modules = self._modules.with_alias(place.path, dispatch.local, name)
                found += answers_of(modules).of(place, facts)
        return distinct(found)

    @property
    def modules(self) -> Modules:
        """The functions' sources."""
        return self._modules


def _known_decisions(definition: Mapping[str, Any]) -> dict[str, Facts]:
    """State -> what is known of the decision there, where only one way leads to the state."""
    found: dict[str, list[Facts]] = {}
    for flow in flows(definition):
        for raw in flow.states.values():
            for edge in edges(raw, ()):
                chosen = list(_DECIDED.finditer(str(edge.raw.get("Condition", "")))) if edge.kind == "Choices" else []
                facts: Facts = {}
                for each in chosen:
                    facts = (
                        _facts_of_act(each["action"]) if each["action"] else facts or {"decision": f"{each['kind']}()"}
                    )
                found.setdefault(edge.target, []).append(facts)
    return {state: ways[0] for state, ways in found.items() if len(ways) == 1 and ways[0]}


def _facts_of_act(action: str) -> Facts:
    """What the code of Decide knows when it decided this act (lambdas/cachewarden/loop/step_json.py)."""
    try:
        act = Action(action)
    except ValueError:
        return {}
    return {
        "decision": "Execute()",
        "decision.action": f"Action.{act.name}",
        "performer(action)": f"Performer.{performer(act).name}",
    }
