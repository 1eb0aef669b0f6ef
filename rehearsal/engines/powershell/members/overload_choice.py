"""Which of several overloads a call means: by count first, then by how well the arguments fit."""

from __future__ import annotations

from typing import Any, NamedTuple

from rehearsal.engines.powershell.conversion.conversion import to_text
from rehearsal.engines.powershell.members.argument_fit import fit, rank, try_overload
from rehearsal.engines.powershell.members.method_errors import no_overload
from rehearsal.engines.powershell.objects.errors import PSException, TerminatingError, runtime_error
from rehearsal.engines.powershell.objects.net_type import Overload
from rehearsal.engines.powershell.objects.type_table import NET_TYPE_OF
from rehearsal.engines.powershell.objects.values import PSObject


class Ranking(NamedTuple):
    """Overloads to try in order. `exact`: the first takes the arguments as they are."""

    overloads: tuple[Overload, ...]
    exact: bool


def pick_overload(overloads: list[Overload], arguments: list[Any], name: str, run: Any) -> tuple[Overload, list[Any]]:
    """The overload whose parameters fit the arguments best, and the converted arguments."""
    ranked = _ranked(overloads, arguments, run)
    if ranked is None:
        fitting = [overload for overload in overloads if _takes(overload, len(arguments))]
        found = _cheapest(fitting, arguments, run)
    elif ranked.exact:
        return ranked.overloads[0], arguments
    else:
        found = _first_convertible(ranked.overloads, arguments, run)
    if found is not None:
        return found
    raise _no_overload(overloads, arguments, name, run)


def _ranked(overloads: list[Overload], arguments: list[Any], run: Any) -> Ranking | None:
    """The overloads of that many parameters, best first; None when one takes an array of the rest.

    Kept by the arguments' Python classes where these decide, as long as the script defines no types.
    """
    kinds = tuple(map(type, arguments))
    table = run.types.table.rankings
    known: Ranking | None = table.get((overloads[0], kinds)) if not run.types.script_types else None
    if known is not None:
        return known
    fitting = [overload for overload in overloads if _takes(overload, len(arguments))]
    if any(overload.params_array for overload in fitting):
        return None
    ranking = _rank_all(fitting, arguments, run)
    by_class = len(fitting) == 1 and not ranking.exact
    if not by_class and all(kind in NET_TYPE_OF for kind in kinds):
        # a text's length tells whether it can be a Char
        by_class = str not in kinds or not any(map(_takes_char, fitting))
    if by_class and not run.types.script_types:
        table[overloads[0], kinds] = ranking
    return ranking


def _rank_all(fitting: list[Overload], arguments: list[Any], run: Any) -> Ranking:
    costs: list[tuple[int, int]] = []
    for index, overload in enumerate(fitting):
        cost = _cost(overload, arguments, run)
        if cost == 0:
            return Ranking((overload,), exact=not any(type(value) is PSObject for value in arguments))
        if cost is not None or len(fitting) == 1:
            costs.append((cost or 0, index))
    return Ranking(tuple(fitting[index] for _, index in sorted(costs)), exact=False)


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
