"""Expressions to closures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rehearsal.powershell import nodes
from rehearsal.powershell.compilation import (
    EXPRESSIONS,
    Evaluate,
    Unit,
    collapse,
    compile_expression,
    compile_value,
    refused,
)
from rehearsal.powershell.compiler_blocks import compile_block
from rehearsal.powershell.conversion import to_bool, to_text
from rehearsal.powershell.dictionaries import Hashtable, NetDictionary, OrderedDictionary
from rehearsal.powershell.emission import emit
from rehearsal.powershell.errors import runtime_error
from rehearsal.powershell.frame import Frame
from rehearsal.powershell.members import CimProperty, NoteProperty
from rehearsal.powershell.number_types import Int64
from rehearsal.powershell.operators_arithmetic import (
    add,
    band,
    bnot,
    bor,
    bxor,
    divide,
    multiply,
    negate,
    positive,
    remainder,
    shift_left,
    shift_right,
    subtract,
)
from rehearsal.powershell.operators_comparison import TESTS, comparison, contains
from rehearsal.powershell.operators_text import (
    join_operator,
    like,
    match_operator,
    replace_operator,
    split_operator,
    split_unary,
)
from rehearsal.powershell.ranges import make_range
from rehearsal.powershell.script_block import CompiledBlock, ScriptBlock
from rehearsal.powershell.values import AUTOMATION_NULL, CimInstance, PSArray, PSCustomObject, PSReference

B = nodes.BinaryOperator
U = nodes.UnaryOperator


# --- constants and text


def _constant(node: nodes.Constant, unit: Unit) -> Evaluate:
    value: Any = node.value
    if node.type is nodes.NumberType.INT64:
        value = Int64(value)
    return lambda frame: value


def _string(node: nodes.StringConstant, unit: Unit) -> Evaluate:
    value = node.value
    return lambda frame: value


def _expandable(node: nodes.ExpandableString, unit: Unit) -> Evaluate:
    parts: list[str | Evaluate] = [part if isinstance(part, str) else _string_part(part, unit) for part in node.parts]

    def expand(frame: Frame) -> str:
        run = frame.run
        out: list[str] = []
        for part in parts:
            if type(part) is str:
                out.append(part)
            else:
                value = part(frame)  # type: ignore[operator]
                out.append(value if type(value) is str else to_text(value, run))
        return "".join(out)

    return expand


def _string_part(part: nodes.Expression, unit: Unit) -> Evaluate:
    if isinstance(part, nodes.Variable) and part.scope is None and part.drive is None:
        from rehearsal.powershell.compiler_variables import compile_variable

        return compile_variable(part, unit, in_string=True)
    if isinstance(part, nodes.SubExpression):
        return _sub_expression(part, unit)
    return compile_expression(part, unit)


# --- operators

_BINARY: dict[nodes.BinaryOperator, Callable[[Any, Any, Any], Any]] = {
    B.ADD: add,
    B.SUBTRACT: subtract,
    B.MULTIPLY: multiply,
    B.DIVIDE: divide,
    B.REMAINDER: remainder,
    B.RANGE: make_range,
    B.JOIN: join_operator,
    B.BAND: band,
    B.BOR: bor,
    B.BXOR: bxor,
    B.SHL: shift_left,
    B.SHR: shift_right,
}
_COMPARISONS = {B.EQ: "-eq", B.NE: "-ne", B.LT: "-lt", B.LE: "-le", B.GT: "-gt", B.GE: "-ge"}


def _binary(node: nodes.BinaryExpression, unit: Unit) -> Evaluate:
    operator = node.operator
    left = compile_expression(node.left, unit)
    if operator is B.AND:
        right = compile_expression(node.right, unit)
        first, second = truth_of(left), truth_of(right)
        return lambda frame: first(frame) and second(frame)
    if operator is B.OR:
        right = compile_expression(node.right, unit)
        first, second = truth_of(left), truth_of(right)
        return lambda frame: first(frame) or second(frame)
    if operator in (B.IS, B.ISNOT, B.AS):
        return _type_operator(node, left, unit)
    right = compile_expression(node.right, unit)
    direct = _BINARY.get(operator)
    if direct is not None:
        return lambda frame: direct(left(frame), right(frame), frame.run)
    ignore_case = not node.case_sensitive
    if operator in _COMPARISONS:
        compare = comparison(TESTS[ignore_case][_COMPARISONS[operator]])
        if operator is B.EQ or operator is B.NE:
            return _equality(left, right, compare, operator is B.EQ, ignore_case)
        return lambda frame: compare(left(frame), right(frame), frame.run)
    match operator:
        case B.XOR:
            return lambda frame: to_bool(left(frame)) != to_bool(right(frame))
        case B.FORMAT:
            return lambda frame: frame.run.format_operator(left(frame), right(frame))
        case B.LIKE | B.NOTLIKE:
            wanted = operator is B.LIKE
            test = comparison(lambda one, other, run: like(one, other, ignore_case, run) == wanted)
            return lambda frame: test(left(frame), right(frame), frame.run)
        case B.MATCH | B.NOTMATCH:
            negated = operator is B.NOTMATCH
            return lambda frame: match_operator(left(frame), right(frame), ignore_case, negated, frame)
        case B.REPLACE:
            return lambda frame: replace_operator(left(frame), right(frame), ignore_case, frame.run)
        case B.SPLIT:
            return lambda frame: split_operator(left(frame), right(frame), ignore_case, frame.run)
        case B.CONTAINS | B.NOTCONTAINS:
            wanted = operator is B.CONTAINS
            return lambda frame: contains(left(frame), right(frame), ignore_case, frame.run) == wanted
        case B.IN | B.NOTIN:
            wanted = operator is B.IN

            def is_in(frame: Frame) -> bool:
                item = left(frame)
                return contains(right(frame), item, ignore_case, frame.run) == wanted

            return is_in
    raise refused(f"operator {operator}", node)


def truth_of(evaluate: Evaluate) -> Callable[[Frame], bool]:
    """The expression as a condition; most are Booleans already."""

    def truth(frame: Frame) -> bool:
        value = evaluate(frame)
        return value if value is True or value is False else to_bool(value)

    return truth


def _equality(
    left: Evaluate, right: Evaluate, general: Callable[[Any, Any, Any], Any], wanted: bool, ignore_case: bool
) -> Evaluate:
    def equal(frame: Frame) -> Any:
        first = left(frame)
        second = right(frame)
        kind = type(first)
        if kind is type(second):
            if kind is str:
                return (first == second or (ignore_case and first.lower() == second.lower())) is wanted
            if kind is int:
                return (first == second) is wanted
        return general(first, second, frame.run)

    return equal


def _type_operator(node: nodes.BinaryExpression, left: Evaluate, unit: Unit) -> Evaluate:
    right = compile_expression(node.right, unit)
    if node.operator is B.AS:

        def as_type(frame: Frame) -> Any:
            value = left(frame)
            return frame.run.as_type(value, frame.run.type_operand(right(frame), unit.namespaces))

        return as_type
    wanted = node.operator is B.IS

    def is_type(frame: Frame) -> bool:
        value = left(frame)
        return frame.run.is_of_type(value, frame.run.type_operand(right(frame), unit.namespaces)) == wanted

    return is_type


def _unary(node: nodes.UnaryExpression, unit: Unit) -> Evaluate:
    operator = node.operator
    if operator in (U.PRE_INCREMENT, U.PRE_DECREMENT, U.POST_INCREMENT, U.POST_DECREMENT):
        from rehearsal.powershell.compiler_assignments import compile_increment

        return compile_increment(node, unit)
    child = compile_expression(node.child, unit)
    match operator:
        case U.NOT:
            truth = truth_of(child)
            return lambda frame: not truth(frame)
        case U.MINUS:
            return lambda frame: negate(child(frame), frame.run)
        case U.PLUS:
            return lambda frame: positive(child(frame), frame.run)
        case U.BNOT:
            return lambda frame: bnot(child(frame), frame.run)
        case U.JOIN:
            return lambda frame: join_operator(child(frame), "", frame.run)
        case U.SPLIT:
            return lambda frame: split_unary(child(frame), frame.run)
    raise refused(f"operator {operator}", node)


# --- conversions and types


def _convert(node: nodes.ConvertExpression, unit: Unit) -> Evaluate:
    name = node.type.type_name.full_name
    lower = name.lower()
    child_node = node.child
    if lower == "ordered" and isinstance(child_node, nodes.Hashtable):
        return _hashtable(child_node, unit, ordered=True)
    if lower in ("pscustomobject", "system.management.automation.pscustomobject") and isinstance(
        child_node, nodes.Hashtable
    ):
        return _custom_object(child_node, unit)
    if lower in ("ref", "system.management.automation.psreference"):
        return _reference(child_node, unit)
    child = compile_expression(child_node, unit)
    if lower in ("void", "system.void"):

        def discard(frame: Frame) -> Any:
            child(frame)
            return AUTOMATION_NULL

        return discard
    if lower in ("psobject", "system.management.automation.psobject") and isinstance(child_node, nodes.Hashtable):
        return child
    namespaces = unit.namespaces
    extent = node.type.extent
    if lower == "string":

        def to_string(frame: Frame) -> str:
            value = child(frame)
            return value if type(value) is str else to_text(value, frame.run)

        return to_string
    return lambda frame: frame.run.cast(child(frame), name, namespaces, extent)


def _reference(node: nodes.Expression, unit: Unit) -> Evaluate:
    if isinstance(node, nodes.Variable) and node.drive is None and node.name.lower() not in ("null", "true", "false"):
        lower = node.name.lower()
        name = node.name
        qualifier = node.scope

        def reference(frame: Frame) -> PSReference:
            scope = frame.scope.named(qualifier) if qualifier else frame.scope
            found = scope.find(lower)
            if found is None:
                raise runtime_error(
                    "[ref] cannot be applied to a variable that does not exist.",
                    "NonExistingVariableReference",
                    "InvalidOperation",
                    name,
                )
            cell = found

            def put(value: Any) -> None:
                cell.value = value if cell.constraint is None else cell.constraint(value)

            return PSReference(lambda: cell.value, put)

        return reference
    child = compile_expression(node, unit)

    def temporary(frame: Frame) -> PSReference:
        box = [child(frame)]

        def put(value: Any) -> None:
            box[0] = value

        return PSReference(lambda: box[0], put)

    return temporary


def _attributed(node: nodes.AttributedExpression, unit: Unit) -> Evaluate:
    raise refused(f"attribute [{node.attribute.type_name.full_name}] on an expression", node)


def _type_expression(node: nodes.TypeExpression, unit: Unit) -> Evaluate:
    name = node.type_name.full_name
    namespaces = unit.namespaces
    extent = node.extent
    return lambda frame: frame.run.type_literal(name, namespaces, extent)


# --- collections


def _array_literal(node: nodes.ArrayLiteral, unit: Unit) -> Evaluate:
    elements = [compile_expression(element, unit) for element in node.elements]
    constants = [element for element in node.elements if isinstance(element, nodes.Constant | nodes.StringConstant)]
    if len(constants) == len(elements):
        fixed = [element(None) for element in elements]  # type: ignore[arg-type]
        return lambda frame: PSArray(fixed.copy())

    def array(frame: Frame) -> PSArray:
        return PSArray([None if (value := element(frame)) is AUTOMATION_NULL else value for element in elements])

    return array


def _array_expression(node: nodes.ArrayExpression, unit: Unit) -> Evaluate:
    block = node.block
    if len(block.statements) == 1 and not block.traps:
        only = block.statements[0]
        if isinstance(only, nodes.Pipeline):
            pure = only.pure_expression()
            if isinstance(pure, nodes.ArrayLiteral):
                return _array_literal(pure, unit)
            if pure is not None and not writes_nothing(pure):
                value_of = compile_expression(pure, unit)

                def wrap(frame: Frame) -> PSArray:
                    value = value_of(frame)
                    if getattr(value, "wrapped", False) and type(value) is not PSArray:
                        raise _argument_types_do_not_match()
                    items: list[Any] = []
                    emit(value, items.append)
                    frame.run.ok = True
                    return PSArray(items)

                return wrap
    if not block.statements:
        return lambda frame: PSArray([])
    execute = compile_block(block.statements, block.traps, unit)

    def collect(frame: Frame) -> PSArray:
        items: list[Any] = []
        execute(frame.writing_to(items.append))
        return PSArray(items)

    return collect


def _argument_types_do_not_match() -> Exception:
    message = "Argument types do not match"
    return runtime_error(message, "System.ArgumentException", "OperationStopped", type_name="System.ArgumentException")


def writes_nothing(node: nodes.Expression) -> bool:
    """Expressions that as statements put nothing into the pipeline: $x++ and parenthesized assignments aside."""
    return isinstance(node, nodes.UnaryExpression) and node.operator in (
        U.PRE_INCREMENT,
        U.PRE_DECREMENT,
        U.POST_INCREMENT,
        U.POST_DECREMENT,
    )


def _sub_expression(node: nodes.SubExpression, unit: Unit) -> Evaluate:
    block = node.block
    if len(block.statements) == 1 and not block.traps:
        only = block.statements[0]
        if isinstance(only, nodes.Pipeline):
            pure = only.pure_expression()
            if pure is not None and not writes_nothing(pure):
                return compile_block_value(block, unit)
    execute = compile_block(block.statements, block.traps, unit)

    def collect(frame: Frame) -> Any:
        items: list[Any] = []
        execute(frame.writing_to(items.append))
        frame.run.ok = True
        return collapse(items)

    return collect


def compile_block_value(block: nodes.StatementBlock, unit: Unit) -> Evaluate:
    """`$(expression)`: the expression's output as one value, errors handled as of a statement."""
    execute = compile_block(block.statements, (), unit)

    def collect(frame: Frame) -> Any:
        items: list[Any] = []
        execute(frame.writing_to(items.append))
        frame.run.ok = True
        return collapse(items)

    return collect


def _paren(node: nodes.ParenExpression, unit: Unit) -> Evaluate:
    value = compile_value(node.pipeline, unit)

    def paren(frame: Frame) -> Any:
        result = value(frame)
        frame.run.ok = True
        return result

    return paren


def _key_of(node: nodes.Expression, unit: Unit) -> Evaluate:
    if isinstance(node, nodes.StringConstant):
        return _string(node, unit)
    return compile_expression(node, unit)


def _fixed_keys(node: nodes.Hashtable) -> list[tuple[str, str]] | None:
    """The literal's keys as written and in lower case; None when one is computed or stands twice."""
    keys = [pair.key.value for pair in node.pairs if isinstance(pair.key, nodes.StringConstant)]
    lowers = [key.lower() for key in keys]
    return list(zip(keys, lowers, strict=True)) if len(set(lowers)) == len(node.pairs) else None


def _hashtable(node: nodes.Hashtable, unit: Unit, ordered: bool = False) -> Evaluate:
    kind: type[NetDictionary] = OrderedDictionary if ordered else Hashtable
    fixed = _fixed_keys(node)
    if fixed is not None:
        values = [compile_value(pair.value, unit) for pair in node.pairs]
        entries = [(key, lower, value_of) for (key, lower), value_of in zip(fixed, values, strict=True)]
        size = len(entries)

        def fixed_table(frame: Frame) -> NetDictionary:
            made = kind()
            made.entries = {lower: (key, value_of(frame)) for key, lower, value_of in entries}
            made.version = size
            return made

        return fixed_table
    pairs = [(_key_of(pair.key, unit), compile_value(pair.value, unit)) for pair in node.pairs]

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


def _custom_object(node: nodes.Hashtable, unit: Unit) -> Evaluate:
    fixed = _fixed_keys(node)
    if fixed is not None and all(lower != "pstypename" for _, lower in fixed):
        values = [compile_value(pair.value, unit) for pair in node.pairs]
        members = [(name, lower, value_of) for (name, lower), value_of in zip(fixed, values, strict=True)]

        def fixed_object(frame: Frame) -> PSCustomObject:
            made = PSCustomObject()
            made.members = {lower: NoteProperty(name, value_of(frame)) for name, lower, value_of in members}
            return made

        return fixed_object
    pairs = [(_key_of(pair.key, unit), compile_value(pair.value, unit)) for pair in node.pairs]

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


# --- members and indexes

_STORING = (PSCustomObject, CimInstance)
"""Objects whose properties are extended members, most of them stored values."""


def member_name(node: nodes.Expression, unit: Unit) -> str | Evaluate:
    """A fixed member name, or the closure of a computed one."""
    if isinstance(node, nodes.StringConstant):
        return node.value
    return compile_expression(node, unit)


def _member(node: nodes.Member, unit: Unit) -> Evaluate:
    if node.static:
        return _static_member(node, unit)
    target = compile_expression(node.expression, unit)
    name = member_name(node.member, unit)
    if isinstance(name, str):
        lower = name.lower()
        fixed = name

        def get(frame: Frame) -> Any:
            value = target(frame)
            kind = type(value)
            if kind is Hashtable or kind is OrderedDictionary:
                if value.ignore_case:
                    entry = value.entries.get(lower)
                    if entry is not None:
                        return entry[1]
            elif isinstance(value, _STORING):
                found = value.members.get(lower)
                if type(found) is NoteProperty or type(found) is CimProperty:
                    return found.value
            return frame.run.get_member(value, fixed, lower, frame)

        return get

    def get_computed(frame: Frame) -> Any:
        value = target(frame)
        key = name(frame)
        if isinstance(value, NetDictionary) and type(key) is not str:
            found = value.get(key, AUTOMATION_NULL)
            if found is not AUTOMATION_NULL:
                return found
        text = key if type(key) is str else to_text(key, frame.run)
        return frame.run.get_member(value, text, text.lower(), frame)

    return get_computed


def _static_member(node: nodes.Member, unit: Unit) -> Evaluate:
    target = compile_expression(node.expression, unit)
    name = member_name(node.member, unit)

    def get(frame: Frame) -> Any:
        owner = target(frame)
        text = name if isinstance(name, str) else to_text(name(frame), frame.run)
        return frame.run.get_static_member(owner, text, frame)

    return get


def _is_base_call(node: nodes.InvokeMember) -> bool:
    """`([Base]$this).Method()` calls the base class's method, not the overriding one."""
    if not isinstance(node.expression, nodes.ParenExpression) or not isinstance(
        node.expression.pipeline, nodes.Pipeline
    ):
        return False
    inner = node.expression.pipeline.pure_expression()
    return (
        isinstance(inner, nodes.ConvertExpression)
        and isinstance(inner.child, nodes.Variable)
        and inner.child.name.lower() == "this"
    )


def _base_call(node: nodes.InvokeMember, unit: Unit) -> Evaluate:
    target = compile_expression(node.expression, unit)
    convert = node.expression.pipeline.pure_expression()  # type: ignore[attr-defined]
    type_name = convert.type.type_name.full_name
    name = member_name(node.member, unit)
    arguments = [_argument(argument, unit) for argument in node.arguments]
    extent = node.extent
    namespaces = unit.namespaces

    def call(frame: Frame) -> Any:
        run = frame.run
        value = target(frame)
        text = name if isinstance(name, str) else run.member_name_text(name(frame))
        given = [argument(frame) for argument in arguments]
        definition = run.type_literal(type_name, namespaces, extent).script_class
        group = definition.all_methods().get(text.lower()) if definition is not None else None
        if group is None:
            return run.call_method(value, text, given, frame, extent)
        return run.call_class_method(value, group, given, frame)

    return call


def _invoke_member(node: nodes.InvokeMember, unit: Unit) -> Evaluate:
    if _is_base_call(node) and not node.static:
        return _base_call(node, unit)
    target = compile_expression(node.expression, unit)
    name = member_name(node.member, unit)
    arguments = [_argument(argument, unit) for argument in node.arguments]
    extent = node.extent
    if node.static:

        def call_static(frame: Frame) -> Any:
            owner = target(frame)
            text = name if isinstance(name, str) else to_text(name(frame), frame.run)
            return frame.run.call_static(owner, text, [argument(frame) for argument in arguments], frame, extent)

        return call_static

    def call(frame: Frame) -> Any:
        value = target(frame)
        text = name if isinstance(name, str) else frame.run.member_name_text(name(frame))
        return frame.run.call_method(value, text, [argument(frame) for argument in arguments], frame, extent)

    return call


def _argument(node: nodes.Expression, unit: Unit) -> Evaluate:
    evaluate = compile_expression(node, unit)

    def argument(frame: Frame) -> Any:
        value = evaluate(frame)
        return None if value is AUTOMATION_NULL else value

    return argument


def _index(node: nodes.Index, unit: Unit) -> Evaluate:
    target = compile_expression(node.target, unit)
    index = compile_expression(node.index, unit)

    def get(frame: Frame) -> Any:
        value = target(frame)
        key = index(frame)
        if type(value) is PSArray and type(key) is int:
            items = value.items
            if -len(items) <= key < len(items):
                return items[key]
        elif type(value) is Hashtable and type(key) is str:
            return value.get(key)
        return frame.run.get_index(value, key, frame)

    return get


# --- script blocks


def _script_block(node: nodes.ScriptBlockExpression, unit: Unit) -> Evaluate:
    from rehearsal.powershell.compiler_functions import compile_script_block

    code: CompiledBlock = compile_script_block(node.script_block, unit.inside_function())
    return lambda frame: ScriptBlock(code, frame.run.captured_scope(frame))


def _using(node: nodes.UsingExpression, unit: Unit) -> Evaluate:
    raise refused("$using:", node)


def _variable(node: nodes.Variable, unit: Unit) -> Evaluate:
    from rehearsal.powershell.compiler_variables import compile_variable

    return compile_variable(node, unit)


EXPRESSIONS.update(
    {
        nodes.Constant: _constant,
        nodes.StringConstant: _string,
        nodes.ExpandableString: _expandable,
        nodes.BinaryExpression: _binary,
        nodes.UnaryExpression: _unary,
        nodes.ConvertExpression: _convert,
        nodes.AttributedExpression: _attributed,
        nodes.TypeExpression: _type_expression,
        nodes.ArrayLiteral: _array_literal,
        nodes.ArrayExpression: _array_expression,
        nodes.SubExpression: _sub_expression,
        nodes.ParenExpression: _paren,
        nodes.Hashtable: _hashtable,
        nodes.Member: _member,
        nodes.InvokeMember: _invoke_member,
        nodes.Index: _index,
        nodes.ScriptBlockExpression: _script_block,
        nodes.UsingExpression: _using,
        nodes.Variable: _variable,
    }
)
