"""Runs tests in a tree, again and again, without importing everything each time: each run is a fork of this process.

Started in the tree by `trial`; a line of JSON on standard input names tests and report, a line on standard output gives
pytest's exit code. What a mutant changes here isn't Python, so that what was imported before the fork stays right.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
from importlib import import_module
from pathlib import Path

IMPORTED = ("infra.documents.builder", "rehearsal.scenarios.host_installation", "rehearsal.world.windows.host", "moto")
"""What tests of host scripts begin with; nothing here reads a script before it is asked to."""
OUT_OF_TIME = -signal.SIGXCPU


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
            # Of CPU time: how busy the machine is must not decide.
            resource.setrlimit(resource.RLIMIT_CPU, (asked["seconds"], asked["seconds"] + 5))
            code = int(pytest.main(asked["arguments"]))
            sys.stdout.flush()
            os._exit(code)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    sys.path.insert(0, str(Path.cwd()))
    serve()
