"""Joins of two sources: equal keys by a hash table, every other condition row by row."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rehearsal.engines.tsql.compiler.scope import Scope
from rehearsal.engines.tsql.runtime.compiled import Frame, FrameSource, Run, Test
from rehearsal.engines.tsql.syntax import nodes
from rehearsal.engines.tsql.syntax.nodes import Expression
from rehearsal.engines.tsql.values.types import CHARACTER, INTEGERS, Kind
from rehearsal.engines.tsql.values.values import equality_key

HashPair = tuple[Callable[[Frame, Run], object], Callable[[Frame, Run], object]]
"""How to read the key of a row of the left side, and of the right one."""


def hash_pair(scope: Scope, part: Expression, start: int, middle: int, end: int) -> HashPair | None:
    """For `left.column = right.column` of the same kind of type: how to read each side's key from its own rows."""
    match part:
        case nodes.Comparison(operator="=", left=nodes.Column() as one, right=nodes.Column() as two):
            pass
        case _:
            return None
    first, second = scope.locate(one), scope.locate(two)
    if first is None or second is None or first[0] is not scope or second[0] is not scope:
        return None
    if first[1] >= middle:
        first, second = second, first
    if not (start <= first[1] < middle <= second[1] < end):
        return None
    left_type = scope.sources[first[1]].columns[first[2]].type
    right_type = scope.sources[second[1]].columns[second[2]].type
    left_type, right_type = scope.context.collated(left_type), scope.context.collated(right_type)
    same = left_type.kind is right_type.kind or (
        {left_type.kind, right_type.kind} <= CHARACTER or {left_type.kind, right_type.kind} <= INTEGERS
    )
    if not same or left_type.kind is Kind.SQL_VARIANT or left_type.collation != right_type.collation:
        return None
    key = equality_key(left_type)
    return _key_reader(scope, first, key, start), _key_reader(scope, second, key, middle)


def _key_reader(
    scope: Scope, where: tuple[Scope, int, int], key: Callable[[object], object] | None, first_source: int
) -> Callable[[Frame, Run], object]:
    place = where[1] - first_source
    position = scope.sources[where[1]].position(where[2])
    if key is None:
        return lambda row, _run: row[place][position]
    return lambda row, _run: None if (value := row[place][position]) is None else key(value)


def joined(
    scope: Scope,
    kind: str,
    left: FrameSource,
    right: FrameSource,
    hash_keys: list[HashPair],
    test: Test | None,
    bounds: tuple[int, int, int],
) -> FrameSource:
    start, middle, end = bounds
    sources = scope.sources
    keep_left, keep_right = kind in ("LEFT", "FULL"), kind in ("RIGHT", "FULL")
    left_keys, right_keys = [pair[0] for pair in hash_keys], [pair[1] for pair in hash_keys]
    # a nested join's rows begin at its own first source, its condition counts from the first source of FROM
    padding: Frame = ((),) * start

    def run(at: Run) -> list[Frame]:
        left_rows, right_rows = left(at), right(at)
        candidates = _matcher(left_keys, right_keys, right_rows, at)
        found: list[Frame] = []
        used: set[int] = set()
        nothing_left = tuple((None,) * len(source.used) for source in sources[start:middle])
        nothing_right = tuple((None,) * len(source.used) for source in sources[middle:end])
        for row in left_rows:
            matched = False
            for number in candidates(row):
                combined = row + right_rows[number]
                if test is None or test(padding + combined, at):
                    matched = True
                    found.append(combined)
                    if keep_right:
                        used.add(number)
            if keep_left and not matched:
                found.append(row + nothing_right)
        if keep_right:
            found.extend(nothing_left + row for number, row in enumerate(right_rows) if number not in used)
        return found

    return run


def _matcher(
    left_keys: list[Callable[[Frame, Run], object]],
    right_keys: list[Callable[[Frame, Run], object]],
    right_rows: list[Frame],
    at: Run,
) -> Callable[[Frame], Iterator[int] | list[int] | range]:
    """For a left row the numbers of the right rows that may match, in order; NULL keys match nothing."""
    if not left_keys:
        everything = range(len(right_rows))
        return lambda _row: everything
    index: dict[tuple[object, ...], list[int]] = {}
    for number, row in enumerate(right_rows):
        key = tuple([read(row, at) for read in right_keys])
        if None not in key:
            index.setdefault(key, []).append(number)
    return lambda row: index.get(tuple([read(row, at) for read in left_keys]), [])


def conjuncts(node: Expression) -> list[Expression]:
    if isinstance(node, nodes.Connective) and node.operator == "AND":
        return [*conjuncts(node.left), *conjuncts(node.right)]
    return [node]


def conjunction(parts: list[Expression]) -> Expression:
    found = parts[0]
    for part in parts[1:]:
        found = nodes.Connective(place=part.place, operator="AND", left=found, right=part)
    return found
