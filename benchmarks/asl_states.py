"""What one state costs here and in moto's own Step Functions engine, side by side on the same definition.

python -m benchmarks.asl_states

Measured is CPU of all threads while an execution runs: no parsing, no API, no waiting. The definition holds what both
accept: moto's engine evaluates JSONata in a Java VM, so its states carry literals only, which favours moto. Both report
the same states in the same number and the same output before anything is timed. The two take turns; medians count.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from rehearsal.engines.asl import Execution, Machine
from rehearsal.engines.asl.virtual_time import VirtualTime

ROUNDS = 7
RATIO_MIN = 10.0
CHAIN = 60
ITEMS = 20
START = datetime(2026, 1, 1, tzinfo=UTC)


def definition() -> dict[str, Any]:
    """A chain of Pass, Choice and Wait states, then a Map, then a Parallel."""
    states: dict[str, Any] = {}
    for number in range(CHAIN):
        states[f"Pass{number}"] = {
            "Type": "Pass",
            "Assign": {"number": number},
            "Output": {"number": number, "text": "as it is", "list": [1, 2, 3]},
            "Next": f"Choice{number}",
        }
        states[f"Choice{number}"] = {
            "Type": "Choice",
            "Choices": [{"Condition": False, "Next": "Never"}, {"Condition": True, "Next": f"Wait{number}"}],
            "Default": "Never",
        }
        following = f"Pass{number + 1}" if number + 1 < CHAIN else "Each"
        states[f"Wait{number}"] = {"Type": "Wait", "Seconds": 0, "Next": following}
    states["Each"] = {
        "Type": "Map",
        "Items": list(range(ITEMS)),
        "MaxConcurrency": 1,
        "ItemProcessor": {"ProcessorConfig": {"Mode": "INLINE"}, **chain("Item", 3)},
        "Next": "Both",
    }
    states["Both"] = {"Type": "Parallel", "Branches": [chain("Left", 5), chain("Right", 5)], "Next": "Done"}
    states["Done"] = {"Type": "Succeed"}
    states["Never"] = {"Type": "Fail", "Error": "Never"}
    return {"QueryLanguage": "JSONata", "StartAt": "Pass0", "States": states}


def chain(name: str, length: int) -> dict[str, Any]:
    """Pass states, one after another."""
    states: dict[str, Any] = {}
    for number in range(length):
        last = number + 1 == length
        states[f"{name}{number}"] = {"Type": "Pass"} | ({"End": True} if last else {"Next": f"{name}{number + 1}"})
    return {"StartAt": f"{name}0", "States": states}


def ours(text: str) -> Callable[[], tuple[Counter[str], Any]]:
    """Runs the machine once, parsed before; gives the states entered and the output."""
    machine = Machine.parse(text)

    def no_tasks(*_: Any) -> Any:
        raise AssertionError("there is no task")

    def run() -> tuple[Counter[str], Any]:
        clock = VirtualTime(START)
        execution = Execution(
            machine, {}, name="benchmark", tasks=no_tasks, clock=clock, run_branches=clock.run_branches
        )
        result = clock.run(execution.run)
        return Counter(event.type for event in result.history if event.type.endswith("Entered")), result.output

    return run


def motos(text: str) -> Callable[[], tuple[Counter[str], Any]]:
    """The same in moto's engine: its worker's program and environment, without its API and store."""
    try:
        import antlr4  # noqa: F401
    except ImportError:
        raise SystemExit("moto's engine isn't installed: pip install 'moto[stepfunctions]'") from None
    from moto.stepfunctions.parser.api import StateMachineType
    from moto.stepfunctions.parser.asl.eval.evaluation_details import (
        AWSExecutionDetails,
        EvaluationDetails,
        ExecutionDetails,
        StateMachineDetails,
    )
    from moto.stepfunctions.parser.backend.execution_worker import SyncExecutionWorker

    role = "arn:aws:iam::111122223333:role/r"
    details = EvaluationDetails(
        AWSExecutionDetails(account="111122223333", region="eu-west-1", role_arn=role),
        ExecutionDetails(arn="arn:x", name="benchmark", role_arn=role, inpt={}, start_time="2026-01-01T00:00:00.000Z"),
        StateMachineDetails(arn="arn:y", name="m", typ=StateMachineType.STANDARD, definition=text),
    )
    worker = SyncExecutionWorker(details, None, None, {})  # type: ignore[arg-type]
    program = worker._get_evaluation_entrypoint()

    def run() -> tuple[Counter[str], Any]:
        environment = worker._get_evaluation_environment()
        program.eval(environment)
        events = environment.event_manager.get_event_history()
        kinds = [event["type"].value for event in events]
        entered = Counter(kind for kind in kinds if kind.endswith("Entered"))
        return entered, environment.states.get_input()

    return run


def cpu_s(work: Callable[[], object]) -> float:
    """CPU of this process, all threads."""
    started = time.process_time()
    work()
    return time.process_time() - started


def main() -> int:
    """Prints both and the ratio; 1 when ours isn't fast enough."""
    text = json.dumps(definition())
    mine, theirs = ours(text), motos(text)
    (entered, output), (their_states, their_output) = mine(), theirs()
    assert entered == their_states, (entered, their_states)
    assert output == their_output, (output, their_output)
    states = sum(entered.values())
    times = [(cpu_s(mine), cpu_s(theirs)) for _ in range(ROUNDS)]
    us = [1e6 * statistics.median(column) / states for column in zip(*times, strict=True)]
    ratio = statistics.median(their_s / own_s for own_s, their_s in times)
    print(f"{states} states, {ROUNDS} rounds, CPU per state")
    print(f"ours   {us[0]:7.1f} us")
    print(f"moto's {us[1]:7.1f} us")
    print(f"moto's takes {ratio:.0f} times as long; required are {RATIO_MIN:.0f}")
    return 0 if ratio >= RATIO_MIN else 1


if __name__ == "__main__":
    sys.exit(main())
