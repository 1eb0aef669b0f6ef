"""How break, continue, return, exit and a stopped upstream unwind the Python stack. A script's `finally` runs for all
of these.
"""

from __future__ import annotations


class ControlFlow(Exception):  # noqa: N818 - not an error
    """Base of every non-error unwinding."""


class LoopControl(ControlFlow):
    """break or continue; `label` is lower-case, "" for the innermost loop."""

    ends_loop: bool

    def __init__(self, label: str) -> None:
        self.label = label

    def ends(self, label: str) -> bool:
        """Whether the loop with this label is over, or only this round of it; raises itself to leave for an outer
        loop.
        """
        if self.label and self.label != label:
            raise self
        return self.ends_loop


class BreakLoop(LoopControl):
    """`break [label]`."""

    ends_loop = True


class ContinueLoop(LoopControl):
    """`continue [label]`."""

    ends_loop = False


class ReturnFromBlock(ControlFlow):
    """`return`; its value has already been written to the output."""


class ExitScript(ControlFlow):
    """`exit N`; ends the innermost script file, the whole run when it is the only one."""

    def __init__(self, code: int) -> None:
        self.code = code


class StopUpstream(ControlFlow):
    """Select-Object -First has enough: everything left of `stage` stops without its end blocks."""

    def __init__(self, stage: object) -> None:
        self.stage = stage
