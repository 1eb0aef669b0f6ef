"""Every source of chance in the process follows the run's seed: random, uuid, secrets."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch


@contextmanager
def seeded_process(seed: int) -> Iterator[None]:
    """Inside the block all of them draw from `seed`.

    `uuid.uuid4` and `secrets` read `os.urandom` (uuid) and `random._urandom` (SystemRandom): both are drawn from one
    generator. String hashes aren't covered: PYTHONHASHSEED must be fixed before the process begins, or nothing may
    depend on the order of sets.
    """
    generator = random.Random(seed)
    state = random.getstate()
    random.seed(generator.getrandbits(64))
    try:
        with (
            patch.object(os, "urandom", generator.randbytes),
            patch.object(random, "_urandom", generator.randbytes),
        ):
            yield
    finally:
        random.setstate(state)
