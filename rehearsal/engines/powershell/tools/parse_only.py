"""`python -m rehearsal.engines.powershell --parse-only FILE…`: one line per file, exit code 1 if any failed."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from rehearsal.engines.powershell.syntax.parse_errors import ParseError
from rehearsal.engines.powershell.syntax.parser.script import parse
from rehearsal.engines.powershell.tools.script_files import decoded


def main(argv: Sequence[str]) -> int:
    """`argv` holds the files only. `<file>: ok` or `<file>:<line>:<column>: <what>`."""
    failed = False
    for name in argv:
        try:
            parse(decoded(Path(name).read_bytes()), name)
        except ParseError as error:
            failed = True
            sys.stdout.write(f"{error.file}:{error.line}:{error.column}: {error.message}\n")
        except OSError as error:
            failed = True
            sys.stdout.write(f"{name}:1:1: cannot be read: {error.strerror}\n")
        else:
            sys.stdout.write(f"{name}: ok\n")
    return 1 if failed or not argv else 0
