"""The JSONata functions that Step Functions adds or changes, on an injected source of randomness.

Source: page "Transforming data with JSONata in Step Functions"; where it is silent, what floci measured on AWS
(github.com/floci-io/floci, docs/services/step-functions.md): fractions are cut off; a chunk size of 0, nothing to
split and a range without members give undefined, as undefined arguments do. The numbers that AWS draws for a `$random`
seed aren't published: here they are the same for the same seed, but not AWS's.
"""

import hashlib
import json
import math
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any
from uuid import UUID

from jsonata.jsonata import Jsonata
from jsonata.utils import Utils

from rehearsal.engines.asl.jsonata.corrections import CORRECTIONS
from rehearsal.engines.asl.jsonata.evaluator import Frame, with_nulls
from rehearsal.engines.asl.jsonata.native import ArgumentError, NativeFunction, null_aware

RANGE_ITEMS_MAX = 360_145
_HASHES = {"MD5": "md5", "SHA-1": "sha1", "SHA-256": "sha256", "SHA-384": "sha384", "SHA-512": "sha512"}


def function_frame(rng: Random) -> Frame:
    """A frame of all functions, the random ones drawing from `rng`."""
    frame = Frame(None)
    frame.bindings.update(_fixed_functions())
    for function in _random_functions(rng):
        frame.bindings[function.function_name] = function
    return frame


@cache
def _fixed_functions() -> dict[str, Jsonata.JFunction]:
    bindings = Jsonata.static_frame.bindings.items()
    library = {name: null_aware(function) for name, function in bindings if name != "eval"}
    return library | {function.function_name: function for function in (*CORRECTIONS, *_PURE)}


def _partition(items: Any = None, size: Any = None) -> Any:
    if items is None or size is None:
        return None
    if not isinstance(items, list):
        items = [items]
    step = math.trunc(size)
    if step < 0:
        raise ArgumentError(f"$partition takes a positive chunk size, not {size}")
    if step == 0 or not items:
        return None
    return [list(items[start : start + step]) for start in range(0, len(items), step)]


def _range(first: Any = None, last: Any = None, step: Any = None) -> Any:
    if first is None or last is None or step is None:
        return None
    start, stop, stride = math.trunc(first), math.trunc(last), math.trunc(step)
    if stride == 0:
        raise ArgumentError("$range takes no step of 0")
    numbers = range(start, stop + (1 if stride > 0 else -1), stride)
    if len(numbers) > RANGE_ITEMS_MAX:
        raise ArgumentError("Expression evaluation memory limit exceeded")
    # A sequence, as recorded from AWS: a single number comes out bare, none as undefined.
    return Utils.create_sequence_from_iter(numbers)


def _hash(text: Any = None, algorithm: Any = None) -> Any:
    if text is None or algorithm is None:
        return None
    if algorithm not in _HASHES:
        raise ArgumentError(f"$hash knows {', '.join(_HASHES)}, not {algorithm}")
    return hashlib.new(_HASHES[algorithm], text.encode(), usedforsecurity=False).hexdigest()


def _parse(text: Any = None) -> Any:
    return None if text is None else with_nulls(json.loads(text, parse_constant=_no_constant))


def _no_constant(name: str) -> Any:
    raise ArgumentError(f"{name} isn't JSON")


_PURE = (
    NativeFunction("partition", "<an?:a>", _partition, 2),
    NativeFunction("range", "<nnn?:a>", _range, 3),
    NativeFunction("hash", "<ss?:s>", _hash, 2),
    NativeFunction("parse", "<s:x>", _parse, 1),
)


def _random_functions(rng: Random) -> tuple[NativeFunction, ...]:
    def random(seed: Any = None) -> float:
        return rng.random() if seed is None else Random(math.floor(seed)).random()

    def uuid() -> str:
        return str(UUID(int=rng.getrandbits(128), version=4))

    def shuffle(items: Any = None) -> Any:
        if items is None:
            return None
        shuffled = list(items)
        rng.shuffle(shuffled)
        return shuffled

    bodies: tuple[Callable[..., Any], ...] = (random, uuid, shuffle)
    return tuple(function.doing(body) for function, body in zip(_RANDOM, bodies, strict=True))


def _without_source(*_: Any) -> Any:
    raise AssertionError("a random function needs its execution's generator")


_RANDOM = (
    NativeFunction("random", "<n?:n>", _without_source, 1),
    NativeFunction("uuid", "<:s>", _without_source, 0),
    NativeFunction("shuffle", "<a:a>", _without_source, 1),
)

FUNCTION_NAMES = frozenset(function_frame(Random(0)).bindings)
