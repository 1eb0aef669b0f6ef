"""while, do, for and foreach to closures."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.compiler.blocks import compile_body
from rehearsal.engines.powershell.compiler.compilation import STATEMENTS, Execute, Unit, compile_value
from rehearsal.engines.powershell.compiler.expressions.assignments import compile_store
from rehearsal.engines.powershell.compiler.statements.branches import compile_condition
from rehearsal.engines.powershell.objects.dictionaries import NetDictionary
from rehearsal.engines.powershell.objects.enumeration import modified_in_foreach, watched_items
from rehearsal.engines.powershell.objects.errors import PSException, TerminatingError
from rehearsal.engines.powershell.objects.pipeline_output import enumerable_items
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL, PSArray
from rehearsal.engines.powershell.runtime.control import LoopControl
from rehearsal.engines.powershell.runtime.error_handling import located
from rehearsal.engines.powershell.runtime.frame import Frame
from rehearsal.engines.powershell.syntax import nodes


def loop_label(node: Any) -> str:
    """The label before a loop or switch in lower case, "" without."""
    return (node.label or "").lower()


def _while(node: nodes.While, unit: Unit) -> Execute:
    condition = compile_condition(node.condition, unit)
    body = compile_body(node.body, unit)
    label = loop_label(node)
    extent = node.condition.extent

    def execute(frame: Frame) -> None:
        run = frame.run
        while True:
            run.step(extent)
            try:
                holds = condition(frame)
            except (TerminatingError, PSException) as failure:
                raise located(failure, frame, extent) from None
            if not holds:
                return
            try:
                body(frame)
            except LoopControl as jump:
                if jump.ends(label):
                    return

    return execute


def _do(node: nodes.DoWhile | nodes.DoUntil, unit: Unit) -> Execute:
    condition = compile_condition(node.condition, unit)
    body = compile_body(node.body, unit)
    label = loop_label(node)
    until = isinstance(node, nodes.DoUntil)
    extent = node.condition.extent

    def execute(frame: Frame) -> None:
        run = frame.run
        while True:
            try:
                body(frame)
            except LoopControl as jump:
                if jump.ends(label):
                    return
            run.step(extent)
            try:
                holds = condition(frame)
            except (TerminatingError, PSException) as failure:
                raise located(failure, frame, extent) from None
            if holds is until:
                return

    return execute


def _for(node: nodes.For, unit: Unit) -> Execute:
    initializer = compile_value(node.initializer, unit) if node.initializer is not None else None
    condition = compile_condition(node.condition, unit) if node.condition is not None else None
    iterator = compile_value(node.iterator, unit) if node.iterator is not None else None
    body = compile_body(node.body, unit)
    label = loop_label(node)
    extent = node.extent

    def execute(frame: Frame) -> None:
        run = frame.run
        if initializer is not None:
            initializer(frame)
        while True:
            run.step(extent)
            if condition is not None and not condition(frame):
                return
            try:
                body(frame)
            except LoopControl as jump:
                if jump.ends(label):
                    return
            if iterator is not None:
                iterator(frame)

    return execute


def _foreach(node: nodes.ForEach, unit: Unit) -> Execute:
    value_of = compile_value(node.condition, unit)
    body = compile_body(node.body, unit)
    store = compile_store(node.variable, unit)
    label = loop_label(node)
    extent = node.extent

    def execute(frame: Frame) -> None:
        run = frame.run
        value = value_of(frame)
        run.ok = True
        for item in iterated(value):
            run.step(extent)
            store(frame, item)
            try:
                body(frame)
            except LoopControl as jump:
                if jump.ends(label):
                    return

    return execute


def iterated(value: Any) -> Any:
    """What foreach visits: elements of enumerables, a single object itself, nothing for null. Changes are noticed."""
    if value is None or value is AUTOMATION_NULL:
        return ()
    kind = type(value)
    if kind is PSArray:
        return value.items
    if isinstance(value, NetDictionary):
        return (value,)
    items = watched_items(value, modified_in_foreach)
    if items is None:
        items = enumerable_items(value)
    return (value,) if items is None else items


STATEMENTS.update(
    {
        nodes.While: _while,
        nodes.DoWhile: _do,
        nodes.DoUntil: _do,
        nodes.For: _for,
        nodes.ForEach: _foreach,
    }
)
