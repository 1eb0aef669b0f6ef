"""Runs tests in a tree, again and again, without importing everything each time: each run is a fork of this process.

Started in the tree by `trial`; a line of JSON on standard input names tests and report, a line on standard output gives
pytest's exit code. What a mutant changes here isn't Python, so that what was imported before the fork stays right.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from importlib import import_module
from pathlib import Path

IMPORTED = ("infra.documents.builder", "rehearsal.scenarios.host_installation", "rehearsal.world.windows.host", "moto")
"""What tests of host scripts begin with; nothing here reads a script before it is asked to."""
TIMED_OUT = 124


def serve() -> None:
    """Until standard input ends."""
    import pytest

    for name in IMPORTED:
        import_module(name)
    for line in sys.stdin:
        asked = json.loads(line)
        child = os.fork()
        if child == 0:
            output = os.open(asked["output"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(output, 1)
            os.dup2(output, 2)
            code = int(pytest.main(asked["arguments"]))
            sys.stdout.flush()
            os._exit(code)
        print(_code_of(child, asked["seconds"]), flush=True)


def _code_of(child: int, seconds: float) -> int:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.05)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return TIMED_OUT


if __name__ == "__main__":
    sys.path.insert(0, str(Path.cwd()))
    serve()
