"""Room on Python's own stack, so that deep calls don't map and unmap memory at every turn of a loop.

CPython keeps frames in chunks of 16 KiB. A call that doesn't fit maps a new chunk, and its return unmaps it: where a
loop calls across the end of a chunk, each turn pays for both and for a page fault. The interpreters here call deep and
loop much: a story mapped 35,000 chunks, a seventh of its CPU. A chunk is as large as the frame that asks for it needs,
in powers of two, and the frames above use what is left: a frame that says it needs a little more than half of
`CHUNK_BYTES` leaves the rest to them. Only what is used is ever touched.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

CHUNK_BYTES = 2 * 1024 * 1024
SLOT_BYTES = 8


def call_with_room(function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    """`function(*args)`, at the beginning of a large chunk."""
    return function(*args)


call_with_room.__code__ = call_with_room.__code__.replace(co_stacksize=CHUNK_BYTES // SLOT_BYTES // 2 + 1024)
