"""Every source of chance in the process follows the run's seed: random, uuid, secrets, moto's own generator.

moto makes backends and imports modules when they are first needed, drawing ids as it does; a process's first run would
draw more than its second. So each call to moto has a stream of its own, and the run's stream doesn't notice.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from moto.moto_api._internal import mock_random


class SeededProcess:
    """Replaces the process's randomness between `install` and `uninstall`.

    `uuid.uuid4` and `secrets` read `os.urandom` (uuid) and `random._urandom` (SystemRandom): both are drawn from one
    generator then. String hashes aren't covered: PYTHONHASHSEED must be fixed before the process begins, or nothing may
    depend on the order of sets.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._state: Any = None
        self._urandom: Callable[[int], bytes] = os.urandom
        self._random_urandom: Callable[[int], bytes] = random._urandom  # type: ignore[attr-defined]

    def install(self) -> None:
        """From now on everything is drawn from the seed."""
        generator = random.Random(self._seed)
        self._state = random.getstate()
        self._urandom, self._random_urandom = os.urandom, random._urandom  # type: ignore[attr-defined]
        random.seed(generator.getrandbits(64))
        os.urandom = generator.randbytes  # type: ignore[assignment]
        random._urandom = generator.randbytes  # type: ignore[attr-defined]

    def uninstall(self) -> None:
        """The process's own randomness again."""
        os.urandom = self._urandom  # type: ignore[assignment]
        random._urandom = self._random_urandom  # type: ignore[attr-defined]
        random.setstate(self._state)


@contextmanager
def moto_randomness(seed: int) -> Iterator[None]:
    """Inside the block moto, and what it imports, draws from `seed`; the run's own stream stays where it was."""
    before, os.urandom = os.urandom, random.Random(seed).randbytes  # type: ignore[assignment]
    mock_random.seed(seed)
    try:
        yield
    finally:
        os.urandom = before  # type: ignore[assignment]
