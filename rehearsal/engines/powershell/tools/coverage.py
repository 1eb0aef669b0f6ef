"""Writes docs/powershell.md, the page on what the engine covers and refuses, from the tables the engine runs by.

python -m rehearsal.engines.powershell.tools.coverage > docs/powershell.md
"""

from __future__ import annotations

import importlib
import io
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from rehearsal.engines.powershell.commands.registry import BUILTIN_COMMANDS, CommandDefinition, CommandTable
from rehearsal.engines.powershell.compiler import compiler
from rehearsal.engines.powershell.compiler.compilation import EXPRESSIONS, STATEMENTS
from rehearsal.engines.powershell.engine import load_declarations
from rehearsal.engines.powershell.objects.net_type import NetType, Overload
from rehearsal.engines.powershell.objects.type_table import BUILTIN_TYPES, TypeTable
from rehearsal.engines.powershell.syntax import nodes
from rehearsal.engines.powershell.syntax.refused_syntax import RefusedConstruct
from rehearsal.engines.powershell.tools.refusal_texts import only_refuses, refusal_texts

DIFFERENCES = Path(__file__).resolve().parents[4] / "tests" / "conformance" / "powershell" / "version-differs"
WORLD = "rehearsal.world.windows.command_table"
"""Imported by name: the engine knows no world, only this page does."""
ELSEWHERE = {nodes.AttributedExpression}
"""Executed as the target of an assignment, refused as a value (its refusal is in the list)."""

INTRODUCTION = """\
# PowerShell in the rehearsal: what is covered, what is refused

Generated from the code by `python -m rehearsal.engines.powershell.tools.coverage > docs/powershell.md`; a test checks
that it is current.

The rehearsal runs the host scripts in an interpreter of Windows PowerShell 5.1's language
(`rehearsal/engines/powershell/`).
Whatever it lacks is refused by name and position (`unsupported: <construct> at <file>:<line>:<column>`, exit code 120),
before the script runs wherever that can be seen beforehand. It is compared with outputs recorded from real PowerShell
(`tests/conformance/powershell/`), and its parser with the verdicts of PowerShell's own parser
(`tests/conformance/powershell-parse/`).
"""
LANES = """\
## Real PowerShell

When `pwsh` is on PATH, `make test` runs every recorded case under it, too, compares, and has its parser read every host
script. Without it the summary says `skipped: no pwsh`.

PyPI offers no engine for Linux. `pwshpy` 1.9.0 (looked into on 2026-11-21: one wheel of 423 kB, only Python files and
two templates of shell scripts) wraps native APIs. Its `[full]` extra hosts PowerShell 7.6 through pythonnet, but brings
no assembly: it loads `System.Management.Automation.dll` from an installed PowerShell, found by `pwsh` on PATH, and
needs a .NET 10 runtime. Where it works, `pwsh` is there; so it is no lane of its own.
"""


def page() -> str:
    """The whole page, ending in a newline."""
    load_declarations()
    world = importlib.import_module(WORLD)
    parts = [
        INTRODUCTION,
        _language(),
        _differences(),
        LANES,
        _commands("Built-in cmdlets", BUILTIN_COMMANDS, skip=CommandTable()),
        _commands("Cmdlets of the simulated world", world.world_commands(), skip=BUILTIN_COMMANDS),
        _types(".NET types", BUILTIN_TYPES),
        _types(".NET types of the simulated world", world.world_types()),
    ]
    return "\n".join(parts)


def _language() -> str:
    assert compiler.compile_script, "importing the compiler fills its tables"
    statements = _concrete(nodes.Statement)
    expressions = _concrete(nodes.Expression)
    makers = {**STATEMENTS, **EXPRESSIONS}
    handled = {kind for kind, maker in makers.items() if not only_refuses(maker)} | ELSEWHERE
    lines = [
        "## Language",
        "",
        "Every construct of the 5.1 grammar parses. Names are those of PowerShell's own syntax tree.",
        "",
        f"Statements executed: {_listed(kind.__name__ for kind in statements if kind in handled)}.",
        "",
        f"Expressions executed: {_listed(kind.__name__ for kind in expressions if kind in handled)}.",
        "",
        f"Operators: {_listed(f'`{operator.value}`' for operator in nodes.BinaryOperator)}; "
        f"unary {_listed(f'`{operator.value}`' for operator in nodes.UnaryOperator)}; "
        f"assignment {_listed(f'`{operator.value}`' for operator in nodes.AssignmentOperator)}.",
        "",
    ]
    missing = [kind.__name__ for kind in (*statements, *expressions) if kind not in handled]
    if missing:
        lines += [f"Parsed and refused before the script runs: {_listed(missing)}.", ""]
    lines += ["### Refused when the script is parsed", "", "| construct | why |", "|---|---|"]
    for construct in RefusedConstruct:
        why = "only PowerShell 7 knows it" if construct.only_powershell_7 else "5.1's own, not covered"
        lines.append(f"| {_cell(construct.title)} | {why} |")
    texts = refusal_texts()
    lines += ["", "### Refused by name before anything runs", ""]
    lines += [
        "- a command of 5.1 that is in none of the tables below",
        "- a type of .NET that is in none of the tables below",
        *(f"- {_cell(text.construct)}" for text in texts if text.before_anything_ran),
        "",
        "### Refused by name when reached",
        "",
        *(f"- {_cell(text.construct)}" for text in texts if not text.before_anything_ran),
        "",
    ]
    return "\n".join(lines)


def _differences() -> str:
    lines = [
        "## Where 5.1 and 7 differ",
        "",
        "The engine does as 5.1 does (`tests/conformance/powershell/version-differs/` shows what 7 prints).",
        "",
        "| case | difference |",
        "|---|---|",
    ]
    for path in sorted(DIFFERENCES.glob("*.ps1")):
        first = path.read_text(encoding="utf-8").partition("\n")[0]
        lines.append(f"| {path.stem} | {_cell(first.lstrip('# '))} |")
    return "\n".join([*lines, ""])


def _commands(title: str, table: CommandTable, skip: CommandTable) -> str:
    by_module: dict[str, list[CommandDefinition]] = {}
    for name in sorted(table.commands):
        if table.commands[name] is not skip.commands.get(name):
            by_module.setdefault(table.commands[name].module, []).append(table.commands[name])
    lines = [
        f"## {title}",
        "",
        "Each takes the parameters, types and sets of 5.1's and the common parameters; one that isn't honoured is",
        "refused by name when it is bound.",
        "",
    ]
    for module in sorted(by_module):
        lines += [f"### {module}", "", "| cmdlet | honoured | refused |", "|---|---|---|"]
        for definition in by_module[module]:
            honoured, refused = _parameters(definition)
            lines.append(f"| {definition.name} | {honoured} | {refused} |")
        lines.append("")
    return "\n".join(lines)


def _parameters(definition: CommandDefinition) -> tuple[str, str]:
    names = [parameter.name for parameter in definition.signature.parameters.values()]
    if definition.honours is None:
        return f"all: {_listed(names)}" if names else "has none", ""
    served = [name for name in names if name.lower() in definition.honours]
    return _listed(served), _listed(name for name in names if name.lower() not in definition.honours)


def _types(title: str, table: TypeTable) -> str:
    lines = [
        f"## {title}",
        "",
        "A member that isn't here is refused by name, unless the real type is known to lack it, too. In parentheses:",
        "the number of overloads, where there are several.",
        "",
        "| type | static | constructors | members |",
        "|---|---|---|---|",
    ]
    enumerations: list[str] = []
    for name in sorted(table.types):
        made = table.types[name]
        if made.enum_members is not None:
            enumerations.append(f"| {_type_name(made)} | {_listed(made.enum_members)} |")
            continue
        static = [*_properties(made.static_properties), *_methods(made.static_methods)]
        members = [*_properties(made.properties), *_methods(made.methods)]
        if static or members or made.constructors:
            count = str(len(made.constructors)) if made.constructors else ""
            lines.append(f"| {_type_name(made)} | {_listed(static)} | {count} | {_listed(members)} |")
    return "\n".join([*lines, "", "| enumeration | values |", "|---|---|", *enumerations, ""])


def _type_name(made: NetType) -> str:
    return made.full_name.replace("`", "\\`")


def _properties(table: Mapping[str, object]) -> Iterator[str]:
    for lower in sorted(table):
        yield getattr(table[lower], "name", lower)


def _methods(table: Mapping[str, list[Overload]]) -> Iterator[str]:
    for lower in sorted(table):
        overloads = table[lower]
        yield f"{overloads[0].name}()" if len(overloads) == 1 else f"{overloads[0].name}({len(overloads)})"


def _concrete(base: type[nodes.Node]) -> list[type[nodes.Node]]:
    """The node classes under `base` that a parser makes, by name."""
    return sorted(
        (
            kind
            for kind in vars(nodes).values()
            if isinstance(kind, type) and issubclass(kind, base) and kind is not base
        ),
        key=lambda kind: kind.__name__,
    )


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    sys.stdout.write(page())
