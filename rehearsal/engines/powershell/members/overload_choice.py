"""Which of several overloads a call means: by count first, then by how well the arguments fit."""

from __future__ import annotations

from typing import Any, NamedTuple

from rehearsal.engines.powershell.conversion.conversion import convert, to_text
from rehearsal.engines.powershell.members.member_errors import ambiguous_overload, no_overload
from rehearsal.engines.powershell.objects.errors import PSException, TerminatingError, runtime_error
from rehearsal.engines.powershell.objects.net_type import NetType, Overload
from rehearsal.engines.powershell.objects.type_table import NET_TYPE_OF, type_of
from rehearsal.engines.powershell.objects.values import (
    AUTOMATION_NULL,
    INTEGER_TYPES,
    PSArray,
    PSObject,
    PSReference,
)


class Ranking(NamedTuple):
    """Overloads to try in order. `exact`: the first takes the arguments as they are; `ambiguous`: none is best."""

    overloads: tuple[Overload, ...]
    exact: bool
    ambiguous: bool = False


def pick_overload(overloads: list[Overload], arguments: list[Any], name: str, run: Any) -> tuple[Overload, list[Any]]:
    """The overload whose parameters fit the arguments best, and the converted arguments."""
    kinds = _kinds(arguments)
    # kept by the arguments' Python classes where these decide, as long as the script defines no types
    known: Ranking | None = run.types.table.rankings.get((overloads[0], kinds)) if not run.types.script_types else None
    ranked = known or _ranked(overloads, arguments, kinds, run)
    if ranked is None:
        fitting = [overload for overload in overloads if _takes(overload, len(arguments))]
        found = _cheapest(fitting, arguments, run)
    elif ranked.exact:
        return ranked.overloads[0], arguments
    elif ranked.ambiguous:
        raise ambiguous_overload(name, len(arguments))
    else:
        found = _first_convertible(ranked.overloads, arguments, run)
    if found is not None:
        return found
    raise _no_overload(overloads, arguments, name, run)


def _kinds(arguments: list[Any]) -> tuple[object, ...]:
    kinds: tuple[object, ...] = tuple(map(type, arguments))
    if PSArray in kinds:
        return tuple([value.element if type(value) is PSArray else type(value) for value in arguments])
    return kinds


def _ranked(overloads: list[Overload], arguments: list[Any], kinds: tuple[object, ...], run: Any) -> Ranking | None:
    """The overloads of that many parameters, best first; None when one takes an array of the rest."""
    fitting = [overload for overload in overloads if _takes(overload, len(arguments))]
    if any(overload.params_array for overload in fitting):
        return None
    ranking = _rank_all(fitting, arguments, run)
    if _decided_by(kinds, fitting, ranking) and not run.types.script_types:
        run.types.table.rankings[overloads[0], kinds] = ranking
    return ranking


def _decided_by(kinds: tuple[object, ...], fitting: list[Overload], ranking: Ranking) -> bool:
    """Whether other arguments of these classes, arrays of these elements, are ranked the same."""
    if ranking.exact:
        return all(type(kind) is str or kind in NET_TYPE_OF for kind in kinds)
    if len(fitting) == 1:
        return True
    # a text's length tells whether it can be a Char
    return all(kind in NET_TYPE_OF for kind in kinds) and (str not in kinds or not any(map(_takes_char, fitting)))


def _rank_all(fitting: list[Overload], arguments: list[Any], run: Any) -> Ranking:
    costs: list[tuple[int, int]] = []
    for index, overload in enumerate(fitting):
        cost = _cost(overload, arguments, run)
        if cost == 0:
            return Ranking((overload,), exact=not any(type(value) is PSObject for value in arguments))
        if cost is not None or len(fitting) == 1:
            costs.append((cost or 0, index))
    ordered = tuple(fitting[index] for _, index in sorted(costs))
    tied = [overload for overload, (cost, _) in zip(ordered, sorted(costs), strict=True) if cost == min(costs)[0]]
    ambiguous = any(_as_good(tied[0], other, arguments, run) for other in tied[1:])
    return Ranking(ordered, exact=False, ambiguous=ambiguous)


def _as_good(one: Overload, other: Overload, arguments: list[Any], run: Any) -> bool:
    """Whether two overloads of one cost differ only in which enumeration a text becomes. Windows PowerShell finds a
    word equally near to each, whatever it says.
    """
    differing = [
        (argument, _parameter(left, run), _parameter(right, run))
        for argument, left, right in zip(arguments, one.parameters, other.parameters, strict=True)
        if left.lower() != right.lower()
    ]
    return bool(differing) and all(
        isinstance(argument.base if type(argument) is PSObject else argument, str)
        and left.enum_members is not None
        and right.enum_members is not None
        for argument, left, right in differing
    )


def _first_convertible(
    ranked: tuple[Overload, ...], arguments: list[Any], run: Any
) -> tuple[Overload, list[Any]] | None:
    """The cheapest overload whose conversions succeed, without trying those of the others."""
    for overload in ranked:
        made = try_overload(overload, arguments, run)
        if not isinstance(made[1], PSException):
            return overload, made[1]
    return None


def _cost(overload: Overload, arguments: list[Any], run: Any) -> int | None:
    """What the arguments' conversions would cost; None when one has no conversion at all."""
    total = 0
    for argument, parameter in zip(arguments, overload.parameters, strict=True):
        cost = rank(argument, parameter, run)
        if cost < 0:
            return None
        total += cost
    return total


def _cheapest(fitting: list[Overload], arguments: list[Any], run: Any) -> tuple[Overload, list[Any]] | None:
    best: tuple[int, Overload, list[Any]] | None = None
    for overload in fitting:
        cost, converted = try_overload(overload, arguments, run)
        if isinstance(converted, PSException):
            continue
        if best is None or cost < best[0]:
            best = (cost, overload, converted)
            if cost == 0:
                break
    return None if best is None else best[1:]


def _no_overload(overloads: list[Overload], arguments: list[Any], name: str, run: Any) -> TerminatingError:
    count = len(arguments)
    fitting = [overload for overload in overloads if _takes(overload, count)]
    if fitting:
        overload = fitting[0]
        position, cause = try_overload(overload, arguments, run)
        candidates = [o for o in overloads if len(o.parameters) == count and not o.params_array]
        if len(candidates) == 1 or all(o.parameters == candidates[0].parameters for o in candidates):
            wanted = run.types.resolve(overload.parameters[min(position, len(overload.parameters) - 1)])
            return runtime_error(
                f'Cannot convert argument "{position}", with value: '
                f'"{to_text(arguments[position], run)}", '
                f'for "{name}" to type "{wanted.full_name if wanted else "System.Object"}": "{cause.message}"',
                "MethodArgumentConversionInvalidCastArgument",
                "NotSpecified",
                type_name="System.Management.Automation.MethodException",
                inner=cause,
            )
    return no_overload(name, count)


def pick_method(group: list[Any], arguments: list[Any], name: str, run: Any) -> tuple[Any, list[Any]]:
    """The method of a script class whose parameters fit best, and the converted arguments."""
    count = len(arguments)
    best: tuple[int, Any, list[Any]] | None = None
    for method in group:
        specs = method.code.parameters
        if len(specs) != count:
            continue
        cost = 0
        values: list[Any] = []
        for argument, spec in zip(arguments, specs, strict=True):
            if not spec.type_name:
                cost += 20
                values.append(argument)
                continue
            one, value = fit(argument, spec.type_name, run)
            if one < 0:
                break
            cost += one
            values.append(value)
        else:
            if best is None or cost < best[0]:
                best = (cost, method, values)
    if best is not None:
        return best[1], best[2]
    raise no_overload(name, count)


def _takes(overload: Overload, count: int) -> bool:
    size = len(overload.parameters)
    return count >= size - 1 if overload.params_array else count == size


def _takes_char(overload: Overload) -> bool:
    return any(parameter.lower() in ("char", "system.char") for parameter in overload.parameters)


_SIGNED_SIZE: dict[str, int] = {"System.SByte": 1, "System.Int16": 2, "System.Int32": 3, "System.Int64": 4}
_UNSIGNED_SIZE: dict[str, int] = {"System.Byte": 1, "System.UInt16": 2, "System.UInt32": 3, "System.UInt64": 4}
_REAL_COST: dict[str, int] = {"System.Decimal": 14, "System.Single": 15, "System.Double": 16}
"""What a whole number's conversion costs: none loses anything, and the most specific type is preferred."""
_TEXT_COST: dict[str, int] = {
    "System.Double": 21, "System.Single": 22, "System.Decimal": 22,
    **dict.fromkeys((*_SIGNED_SIZE, *_UNSIGNED_SIZE), 23),
}  # fmt: skip
"""A text may hold anything: the most general number is preferred, and any before a Boolean or an enumeration."""
_EXPLICIT = 40


def _numeric_cost(source: str, wanted: str) -> int | None:
    """Conversions that lose nothing are implicit: to a larger integer (never from a signed to an unsigned one) and from
    any integer to a real number. None: these aren't numbers.
    """
    if wanted in _REAL_COST and source != "System.String":
        if source in _SIGNED_SIZE or source in _UNSIGNED_SIZE:
            return _REAL_COST[wanted]
        if source in _REAL_COST:
            return 6 if (source, wanted) == ("System.Single", "System.Double") else _EXPLICIT + 2
        return None
    if source == "System.String":
        return _TEXT_COST.get(wanted)
    to_signed, to_unsigned = _SIGNED_SIZE.get(wanted), _UNSIGNED_SIZE.get(wanted)
    size = to_signed or to_unsigned
    if size is None:
        return None
    if source in _REAL_COST:
        # to the most general, where something is lost
        return _EXPLICIT + 6 - size
    own = _SIGNED_SIZE.get(source) or _UNSIGNED_SIZE.get(source)
    if own is None:
        return None
    if size > own and (to_signed is not None or source in _UNSIGNED_SIZE):
        return 5 + 2 * (size - own) + (1 if to_unsigned is not None else 0)
    return _EXPLICIT + 6 - size


def try_overload(overload: Overload, arguments: list[Any], run: Any) -> tuple[int, Any]:
    parameters = overload.parameters
    size = len(parameters)
    converted: list[Any] = []
    cost = 0
    if overload.params_array:
        fixed = size - 1
        rest = arguments[fixed:]
        if len(rest) == 1 and type(rest[0]) is PSArray:
            made = _as_whole_array(rest[0], arguments[:fixed], parameters, run)
            if made is not None:
                return made
        element = parameters[-1].removesuffix("[]")
        head = _fit_all(arguments[:fixed], parameters[:fixed], run)
        if isinstance(head[1], PSException):
            return head
        tail = _fit_all(rest, tuple(element for _ in rest), run, fixed)
        if isinstance(tail[1], PSException):
            made = _as_whole_array(rest[0], arguments[:fixed], parameters, run) if len(rest) == 1 else None
            return tail if made is None else made
        of = run.types.resolve(element)
        array = PSArray(tail[1], of.full_name if of is not None else "System.Object")
        return head[0] + tail[0] + 5, [*head[1], array]
    for position, (argument, parameter) in enumerate(zip(arguments, parameters, strict=True)):
        one, value = fit(argument, parameter, run)
        if isinstance(value, PSException) and one < 0:
            return position, value
        cost += one
        converted.append(value)
    return cost, converted


def _as_whole_array(value: Any, fixed: list[Any], parameters: tuple[str, ...], run: Any) -> tuple[int, Any] | None:
    """The last argument taken as the params array itself; None when it doesn't fit."""
    cost, array = fit(value, parameters[-1], run)
    if isinstance(array, PSException):
        return None
    head = _fit_all(fixed, parameters[: len(fixed)], run)
    return head if isinstance(head[1], PSException) else (head[0] + cost, [*head[1], array])


def _fit_all(arguments: list[Any], parameters: tuple[str, ...], run: Any, offset: int = 0) -> tuple[int, Any]:
    cost = 0
    out: list[Any] = []
    for position, (argument, parameter) in enumerate(zip(arguments, parameters, strict=True)):
        one, value = fit(argument, parameter, run)
        if one < 0:
            return position + offset, value
        cost += one
        out.append(value)
    return cost, out


def rank(value: Any, parameter: str, run: Any) -> int:
    """How badly the argument fits: 0 exactly, negative not at all."""
    if type(value) is PSReference:
        return 0 if parameter == "ref" else -1
    if parameter == "ref":
        return -1
    wanted = _parameter(parameter, run)
    if NET_TYPE_OF.get(type(value)) is wanted and wanted.full_name != "System.Object":
        return 0
    if value is None or value is AUTOMATION_NULL:
        return 60 if wanted.value_type and wanted.full_name != "System.String" else 1
    if wanted.full_name == "System.Object":
        return 20
    if type(value) is PSObject:
        value = value.base
    source = type_of(value)
    if source is wanted:
        return 0
    if wanted.is_assignable_from(source):
        return 2 if not wanted.is_interface else 4
    return _conversion_cost(source, wanted, value)


def _parameter(name: str, run: Any) -> NetType:
    wanted: NetType | None = run.types.resolve(name)
    if wanted is None:
        raise run.refusal(f"type {name} of a method's parameter", None)
    return wanted


def fit(value: Any, parameter: str, run: Any) -> tuple[int, Any]:
    """The rank and the converted value; a negative rank and why not."""
    cost = rank(value, parameter, run)
    if cost == 0:
        return 0, value.base if type(value) is PSObject else value
    if cost < 0:
        return cost, PSException(
            "System.ArgumentException", "ref" if type(value) is PSReference else "A [ref] is needed."
        )
    wanted = _parameter(parameter, run)
    if value is None or value is AUTOMATION_NULL:
        if cost == 1:
            return 1, None
        value = None
    elif type(value) is PSObject and wanted.full_name != "System.Object":
        value = value.base
    if cost == 2 or cost == 4 or cost == 20:
        return cost, value
    try:
        return cost, convert(value, wanted, run)
    except PSException as failure:
        return -1, failure


def _conversion_cost(source: NetType, wanted: NetType, value: Any) -> int:
    number = _numeric_cost(source.full_name, wanted.full_name)
    if number is not None:
        return number
    if wanted.element is not None:
        if source.element is not None:
            return 30
        return 70
    if wanted.full_name == "System.String":
        return 35 if source.full_name == "System.Char" else 50
    if wanted.full_name == "System.Char" and source.full_name == "System.String":
        return 45 if len(value) == 1 else 90
    if source.full_name == "System.String" and wanted.full_name == "System.Boolean":
        # the language's own conversion, nearer than parsing the name of an enumeration's member
        return 24
    if wanted.enum_members is not None:
        return 25 if source.full_name == "System.String" else 55
    if type(value) in INTEGER_TYPES:
        return 55
    return 60
