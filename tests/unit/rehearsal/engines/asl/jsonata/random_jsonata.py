"""Random JSONata over a fixed set of variables: valid text, meaningful or not."""

from random import Random

DATA = {
    "s": "Hello wörld",
    "e": "",
    "n": 7,
    "f": 2.5,
    "neg": -3,
    "z": 0,
    "t": True,
    "fa": False,
    "nul": None,
    "a": [3, 1, 2],
    "ea": [],
    "one": [5],
    "mix": [1, "a", None, True, {"k": 1}],
    "nulls": [None, 1, None],
    "o": {"k": "v", "n": 1, "x": None, "é": "ü"},
    "eo": {},
    "objs": [
        {"id": "a", "v": 1, "tags": ["x", "y"]},
        {"id": "b", "v": 2, "tags": []},
        {"id": "c", "v": None},
        {"id": "d"},
    ],
    "nest": {"l": [{"m": [{"p": 1}, {"p": 2}]}, {"m": [{"p": 3}]}]},
    "flt": 0.1,
    "whole": 3.0,
    "d": "2026-02-03T04:05:06.789Z",
    "js": '{"a":[1,null,{"b":2.50}]}',
    "num": "12.5",
    "lst2": [[1, 2], [3]],
    "kv": [{"Key": "cachewarden:managed", "Value": "true"}, {"Key": "cachewarden:cluster", "Value": "sales"}],
}

_PATHS = (
    "$missing",
    "$objs.v",
    "$objs.tags",
    "$objs.id",
    "$nest.l",
    "$nest.l.m",
    "$nest.l.m.p",
    "$nest.none.x",
    "$o.k",
    "$o.x",
    "$o.zz",
    "$o.x.y",
    "$s.k",
    "$kv.Value",
    "$nulls.x",
)
_LITERALS = (
    "1",
    "0",
    "-2",
    "2.5",
    '"a"',
    '"x"',
    '""',
    "true",
    "false",
    "null",
    "[]",
    "{}",
    "[1,2]",
    '["a","b"]',
    "{'id':'a'}",
)
# None of them holds for undefined: 2.0.6 would put undefined into the array, which becomes null.
_PREDICATES = ("0", "-1", "1", "v > 1", "$exists(v)", "$ = 1", "id = $o.k", "$type($) = 'string'", "$ = $one")
_FUNCTIONS = (
    *("string", "number", "count", "sum", "max", "boolean", "not", "exists", "type", "keys", "reverse", "sort"),
    *("distinct", "merge", "spread", "uppercase", "length", "trim", "floor", "abs", "round", "join"),
)


def random_expression(rng: Random, depth: int) -> str:
    """At most `depth` operators inside one another."""
    if depth <= 0 or rng.random() < 0.15:
        return rng.choice(_LITERALS) if rng.random() < 0.25 else rng.choice((*(f"${name}" for name in DATA), *_PATHS))

    def inner() -> str:
        return random_expression(rng, depth - 1)

    shape = rng.choice(_SHAPES)
    return shape(rng, inner)


_SHAPES = (
    lambda rng, x: f"${rng.choice(_FUNCTIONS)}({x()})",
    lambda rng, x: f"({x()} {rng.choice('+-*')} {x()})",
    lambda rng, x: f"({x()} {rng.choice('/%')} {rng.choice(('2', '-3', '0.7', '$f'))})",
    lambda rng, x: f"({x()} in [{x()}, {rng.choice(_LITERALS)}])",
    lambda rng, x: f"({x()} {rng.choice(('=', '!=', '<', '<=', '>', '>=', 'in'))} {x()})",
    lambda rng, x: f"({x()} {rng.choice(('and', 'or'))} {x()})",
    lambda rng, x: f"({x()} & {x()})",
    lambda rng, x: f"({x()} ? {x()} : {x()})",
    lambda rng, x: f"[{x()}, {x()}]",
    lambda rng, x: f"{{'p': {x()}, 'q': {x()}}}",
    lambda rng, x: f"{rng.choice(_PATHS)}[{rng.choice(_PREDICATES)}]",
    lambda rng, x: f"({x()}).{rng.choice(('id', 'v', 'k', 'tags', 'x', '$', '*', 'l.m', '(' + x() + ')'))}",
    lambda rng, x: f"$map({x()}, function($v, $i){{{rng.choice(('$v', '$v.id', '$i', '$string($v)', '[$v]', x()))}}})",
    lambda rng, x: f"$filter({x()}, function($v, $i){{{rng.choice(('$v', '$v.id', '$i > 0', '$v = null', x()))}}})",
    lambda rng, x: f"$append({x()}, {x()})",
    lambda rng, x: f"({x()})[{rng.randrange(-2, 3)}]",
    lambda rng, x: f"$merge([{x()}, {x()}])",
    lambda rng, x: f"$reduce({x()}, function($p, $c){{{rng.choice(('$p', '$c', '[$p,$c]', '$p & $c'))}}}, {x()})",
    lambda rng, x: f"({x()}){{{rng.choice(('id: v', 'id: $count($)'))}}}",
    lambda rng, x: f"({x()})^({rng.choice(('id', '>id', 'v', '$'))})",
    lambda rng, x: f"($y := {x()}; {rng.choice(('$y', '[$y]', '$y.id', '$y[0]', '$count($y)'))})",
    lambda rng, x: f"$lookup({x()}, {rng.choice(('0.5', chr(39) + 'id' + chr(39), chr(39) + 'x' + chr(39)))})",
    lambda rng, x: f"$sift({x()}, function($v, $k){{{rng.choice(('$v', '$v != null', x()))}}})",
    lambda rng, x: f"({x()} ~> ${rng.choice(_FUNCTIONS)})",
)
