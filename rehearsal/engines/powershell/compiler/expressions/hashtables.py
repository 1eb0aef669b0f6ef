"""@{…}, and what [ordered] and [pscustomobject] make of it, to closures."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.compiler.compilation import (
    EXPRESSIONS,
    Evaluate,
    Unit,
    compile_expression,
    compile_value,
)
from rehearsal.engines.powershell.conversion.conversion import to_text
from rehearsal.engines.powershell.objects.dictionaries import Hashtable, NetDictionary, OrderedDictionary
from rehearsal.engines.powershell.objects.errors import PSException, TerminatingError, runtime_error
from rehearsal.engines.powershell.objects.members import NoteProperty
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL, PSCustomObject
from rehearsal.engines.powershell.runtime.error_handling import located
from rehearsal.engines.powershell.runtime.frame import Frame
from rehearsal.engines.powershell.syntax import nodes


def _fixed_keys(node: nodes.Hashtable) -> list[tuple[str, str]] | None:
    """The literal's keys as written and in lower case; None when one is computed or stands twice."""
    keys = [pair.key.value for pair in node.pairs if isinstance(pair.key, nodes.StringConstant)]
    lowers = [key.lower() for key in keys]
    return list(zip(keys, lowers, strict=True)) if len(set(lowers)) == len(node.pairs) else None


def _compile_entry(node: nodes.Statement, unit: Unit) -> Evaluate:
    """The value of an entry; an error in it is reported at the entry, not at the statement around the literal."""
    value_of = compile_value(node, unit)
    plain = node.pure_expression() if isinstance(node, nodes.Pipeline) else None
    if isinstance(plain, nodes.StringConstant | nodes.Constant | nodes.Variable):
        return value_of
    extent = node.extent

    def entry(frame: Frame) -> Any:
        try:
            return value_of(frame)
        except (TerminatingError, PSException) as failure:
            raise located(failure, frame, extent) from None

    return entry


def compile_hashtable(node: nodes.Hashtable, unit: Unit, ordered: bool = False) -> Evaluate:
    """@{…} as a Hashtable, or as the OrderedDictionary that [ordered] makes."""
    kind: type[NetDictionary] = OrderedDictionary if ordered else Hashtable
    fixed = _fixed_keys(node)
    if fixed is not None:
        values = [_compile_entry(pair.value, unit) for pair in node.pairs]
        entries = [(key, lower, value_of) for (key, lower), value_of in zip(fixed, values, strict=True)]
        size = len(entries)

        def fixed_table(frame: Frame) -> NetDictionary:
            made = kind()
            made.entries = {lower: (key, value_of(frame)) for key, lower, value_of in entries}
            made.version = size
            return made

        return fixed_table
    pairs = [(compile_expression(pair.key, unit), _compile_entry(pair.value, unit)) for pair in node.pairs]

    def table(frame: Frame) -> NetDictionary:
        made = kind()
        for key_of, value_of in pairs:
            key = key_of(frame)
            if key is None or key is AUTOMATION_NULL:
                raise runtime_error("A null key is not allowed in a hash literal.", "InvalidNullKey", "InvalidArgument")
            if made.contains(key):
                text = to_text(key, frame.run)
                raise runtime_error(
                    f"Duplicate keys '{text}' are not allowed in hash literals.", "DuplicateKeyInHashLiteral",
                    "InvalidOperation", text,
                )  # fmt: skip
            made.set(key, value_of(frame))
        return made

    return table


def compile_custom_object(node: nodes.Hashtable, unit: Unit) -> Evaluate:
    """[pscustomobject]@{…}."""
    fixed = _fixed_keys(node)
    if fixed is not None and all(lower != "pstypename" for _, lower in fixed):
        values = [_compile_entry(pair.value, unit) for pair in node.pairs]
        members = [(name, lower, value_of) for (name, lower), value_of in zip(fixed, values, strict=True)]

        def fixed_object(frame: Frame) -> PSCustomObject:
            made = PSCustomObject()
            made.members = {lower: NoteProperty(name, value_of(frame)) for name, lower, value_of in members}
            return made

        return fixed_object
    pairs = [(compile_expression(pair.key, unit), _compile_entry(pair.value, unit)) for pair in node.pairs]

    def custom(frame: Frame) -> PSCustomObject:
        made = PSCustomObject()
        run = frame.run
        for key_of, value_of in pairs:
            key = key_of(frame)
            name = key if type(key) is str else to_text(key, run)
            value = value_of(frame)
            if name.lower() == "pstypename":
                made.type_names = [to_text(value, run)]
            elif name.lower() in made.members:
                raise runtime_error(
                    f"Duplicate keys '{name}' are not allowed in hash literals.", "DuplicateKeyInHashLiteral",
                    "InvalidOperation", name,
                )  # fmt: skip
            else:
                made.set(name, value)
        return made

    return custom


EXPRESSIONS.update(
    {
        nodes.Hashtable: compile_hashtable,
    }
)
