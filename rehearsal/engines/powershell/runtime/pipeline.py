"""How objects stream: each stage pushes every object into the next at once; Select-Object -First can stop what is
upstream.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rehearsal.engines.powershell.binding.binding_plans import ArgumentShape
from rehearsal.engines.powershell.objects.errors import PSException, TerminatingError
from rehearsal.engines.powershell.runtime.control import ControlFlow, StopUpstream


class Placement:
    """Where and how a command stands: the name as written, its text, its place in the pipeline, whether it
    is dot-sourced, how its arguments are written (None: a splatted one among them, or no script wrote them).
    """

    __slots__ = ("dotted", "extent", "has_input", "length", "position", "shape", "shown")

    def __init__(
        self,
        shown: str,
        extent: Any,
        position: int,
        length: int,
        has_input: bool,
        dotted: bool,
        shape: ArgumentShape | None = None,
    ) -> None:
        self.shown = shown
        self.extent = extent
        self.position = position
        self.length = length
        self.has_input = has_input
        self.dotted = dotted
        self.shape = shape

    def named(self, shown: str) -> Placement:
        """The same place with a command that is only known now."""
        return Placement(shown, self.extent, self.position, self.length, self.has_input, self.dotted, self.shape)


class Stage:
    """One command of a running pipeline. `process` takes one object; a stage writes downstream with what
    it was given.
    """

    __slots__ = ("failed", "finish")

    def __init__(self) -> None:
        self.failed = False
        """A non-terminating error was written: $? will be false."""
        self.finish: Callable[[], None] | None = None

    def begin(self) -> None:
        """Before the first object."""

    def process(self, value: Any) -> None:
        """One object from upstream."""

    def run_without_input(self) -> None:
        """Instead of process when nothing is piped into the first command."""

    def end(self) -> None:
        """After the last object."""

    def release(self) -> None:
        """After the pipeline: lets go of what refers back to this stage, so that reference counting frees the call.

        A story makes 5,600 calls; left to the cyclic collector they are 200,000 objects and a fifth of its CPU.
        """


def run_stages(run: Any, stages: list[Stage], items: Iterable[Any] | None, *, begun: bool = False) -> None:
    """Runs a pipeline: begin left to right, the input (None: the first command runs by itself), end left to right.

    Sets $? to whether no stage reported an error.
    """
    run.ok = True
    try:
        _run(stages, items, begun)
    except (ControlFlow, TerminatingError, PSException):
        # not for a killed process or a refusal: those leave files as they are
        _finish(stages)
        raise
    _finish(stages)
    run.ok = not any(stage.failed for stage in stages)


def run_stage(run: Any, stage: Stage) -> None:
    """Runs a pipeline of one command without input, as most are."""
    run.ok = True
    try:
        try:
            stage.begin()
            stage.run_without_input()
        except StopUpstream as stop:
            _resume([stage], stop)
        stage.end()
    except (ControlFlow, TerminatingError, PSException):
        _finish((stage,))
        raise
    if stage.finish is not None:
        stage.finish()
    stage.release()
    run.ok = not stage.failed


def _finish(stages: Iterable[Stage]) -> None:
    for stage in stages:
        if stage.finish is not None:
            stage.finish()
        stage.release()


def _run(stages: list[Stage], items: Iterable[Any] | None, begun: bool) -> None:
    start = 0
    try:
        if not begun:
            for stage in stages:
                stage.begin()
        if items is None:
            stages[0].run_without_input()
        elif stages:
            first = stages[0]
            process = first.process
            for item in items:
                process(item)
    except StopUpstream as stop:
        start = _resume(stages, stop)
    while start < len(stages):
        stage = stages[start]
        start += 1
        try:
            stage.end()
        except StopUpstream as stop:
            start = _resume(stages, stop)


def _resume(stages: list[Stage], stop: StopUpstream) -> int:
    for index, stage in enumerate(stages):
        if stage is stop.stage:
            return index
    raise stop
