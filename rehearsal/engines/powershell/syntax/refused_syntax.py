"""Every construct that is refused by name when a script is parsed: the whole list, for parser and documentation.

What only PowerShell 7 knows is refused by Windows PowerShell 5.1, too, with the error id given here; DSC configurations
and workflows are 5.1's own, and not covered.
"""

from __future__ import annotations

from enum import Enum

from rehearsal.engines.powershell.syntax.extents import Extent
from rehearsal.engines.powershell.syntax.parse_errors import RefusedSyntaxError


class RefusedConstruct(Enum):
    """(name, PowerShell's error id, only PowerShell 7 knows it)."""

    CHAIN_AND = ("the chain operator &&", "InvalidEndOfLine", True)
    CHAIN_OR = ("the chain operator ||", "InvalidEndOfLine", True)
    BACKGROUND = ("the background operator &", "AmpersandNotAllowed", True)
    TERNARY = ("the ternary operator ? :", "UnexpectedToken", True)
    NULL_COALESCING = ("the null-coalescing operator ??", "UnexpectedToken", True)
    NULL_CONDITIONAL_MEMBER = ("the null-conditional operator ?.", "UnexpectedToken", True)
    NULL_CONDITIONAL_INDEX = ("the null-conditional operator ?[", "UnexpectedToken", True)
    CLEAN_BLOCK = ("the clean block", "UnexpectedToken", True)
    PIPE_AT_LINE_START = ("a pipeline continued by | at the start of a line", "EmptyPipeElement", True)
    FOREACH_OBJECT_PARALLEL = ("ForEach-Object -Parallel", "NamedParameterNotFound", True)
    FOREACH_PARALLEL = ("foreach -Parallel", "KeywordParameterReservedForFutureUse", False)
    WORKFLOW = ("workflow", "UnexpectedToken", False)
    CONFIGURATION = ("DSC configuration", "UnexpectedToken", False)

    @property
    def title(self) -> str:
        return self.value[0]

    @property
    def only_powershell_7(self) -> bool:
        return self.value[2]


def refused(extent: Extent, construct: RefusedConstruct) -> RefusedSyntaxError:
    title, error_id, only_powershell_7 = construct.value
    return RefusedSyntaxError(
        construct=title,
        file=extent.file,
        line=extent.start_line,
        column=extent.start_column,
        message=f"{title} is syntax of PowerShell 7, unknown to 5.1" if only_powershell_7 else f"{title}: not covered",
        error_id=error_id,
    )
