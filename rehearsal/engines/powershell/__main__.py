"""python -m rehearsal.engines.powershell FILE.ps1 [args…] | --parse-only FILE…"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from rehearsal.engines.powershell import Engine, ScriptResult, Unsupported
from rehearsal.engines.powershell.tools.real_machine import RealHost
from rehearsal.engines.powershell.tools.script_files import decoded

REFUSED = 120
USAGE = "usage: python -m rehearsal.engines.powershell FILE.ps1 [args...] | --parse-only FILE..."


def main(arguments: list[str]) -> int:
    """Runs one script with this machine's files and clock; returns the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace", newline="\n")
    if not arguments or arguments == ["--parse-only"]:
        sys.stderr.write(f"{USAGE}\n")
        return 2
    if arguments[0] == "--parse-only":
        from rehearsal.engines.powershell.tools.parse_only import main as parse_only

        return parse_only(arguments[1:])
    path = Path(arguments[0])
    try:
        text = decoded(path.read_bytes())
    except OSError as error:
        sys.stderr.write(f"cannot read {arguments[0]}: {error.strerror}\n")
        return 2
    try:
        result = Engine(host=RealHost()).run_script(
            text, name=path.name, arguments=arguments[1:], path=str(path.resolve())
        )
    except Unsupported as refusal:
        partial = getattr(refusal, "partial", None)
        if isinstance(partial, ScriptResult):
            sys.stdout.write(partial.stdout)
            sys.stderr.write(partial.stderr)
        sys.stdout.flush()
        sys.stderr.write(f"{refusal}\n")
        return REFUSED
    sys.stdout.write(result.stdout)
    sys.stderr.write(result.stderr)
    return result.exit_code


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
