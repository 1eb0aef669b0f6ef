"""One attempt of a Parallel or Map state: its branches' outputs in order, or the first branch's error."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from rehearsal.engines.asl.errors import TaskError, UnsupportedBehaviourError
from rehearsal.engines.asl.history import Chain
from rehearsal.engines.asl.jsonata.expression import Variables
from rehearsal.engines.asl.run.item_source import state_items
from rehearsal.engines.asl.run.map_run import attempt_map_run
from rehearsal.engines.asl.run.visit import Visit
from rehearsal.engines.asl.syntax.states import SECONDS_MAX, Flow, MapState, ParallelState
from rehearsal.engines.asl.syntax.template import evaluate, evaluate_integer
from rehearsal.engines.asl.values import Json

RunFlow: TypeAlias = Callable[[Flow, Json, Variables, Chain, Mapping[str, Json] | None], Json]
"""Runs the states of a branch or iteration to their end."""

INLINE_CONCURRENCY_MAX = 40


def attempt_parallel(visit: Visit, state: ParallelState, run_flow: RunFlow) -> Json:
    chain = visit.chain
    value = visit.input if state.arguments is None else visit.query(evaluate, state.arguments, visit.view())
    chain.add("ParallelStateStarted", state.name)

    def branch(flow: Flow) -> Callable[[], Json]:
        return lambda: run_flow(flow, value, visit.variables.inner(), chain.fork(), visit.item)

    try:
        outputs = visit.run.run_branches([branch(flow) for flow in state.branches], 0)
    except TaskError as failure:
        chain.join()
        chain.add("ParallelStateFailed", state.name, error=failure.error, cause=failure.cause)
        raise
    chain.join()
    chain.add("ParallelStateSucceeded", state.name)
    return outputs


def attempt_map(visit: Visit, state: MapState, run_flow: RunFlow) -> Json:
    if state.distribution is not None:
        return attempt_map_run(visit, state, state.distribution)
    chain = visit.chain
    items = state_items(visit, state)
    limit = _number(visit, state, "max_concurrency", SECONDS_MAX) or INLINE_CONCURRENCY_MAX
    tolerant = [
        _number(visit, state, "tolerated_failure_count", SECONDS_MAX),
        _number(visit, state, "tolerated_failure_percentage", 100),
    ]
    chain.add("MapStateStarted", state.name, length=len(items))

    def iteration(index: int, item: Json) -> Callable[[], Json]:
        def run() -> Json:
            context = {"Index": index, "Value": item}
            value = item
            if state.item_selector is not None:
                value = visit.query(evaluate, state.item_selector, visit.view(context))
            own = chain.fork()
            own.add("MapIterationStarted", state.name, index=index)
            try:
                output = run_flow(state.processor, value, visit.variables.inner(), own, context)
            except TaskError as failure:
                own.add("MapIterationFailed", state.name, index=index)
                if any(tolerant):
                    raise UnsupportedBehaviourError(
                        f"{state.name}: an iteration failed with {failure.error} under a tolerated failure "
                        "threshold, which is documented for distributed Map states only"
                    ) from failure
                raise
            own.add("MapIterationSucceeded", state.name, index=index)
            return output

        return run

    try:
        outputs = visit.run.run_branches(
            [iteration(index, item) for index, item in enumerate(items)], min(limit, INLINE_CONCURRENCY_MAX)
        )
    except TaskError as failure:
        chain.join()
        chain.add("MapStateFailed", state.name, error=failure.error, cause=failure.cause)
        raise
    chain.join()
    chain.add("MapStateSucceeded", state.name)
    return outputs


def _number(visit: Visit, state: MapState, field: str, most: int) -> int:
    template = getattr(state, field)
    if template is None:
        return 0
    return visit.query(evaluate_integer, template, visit.view(), least=0, most=most)
