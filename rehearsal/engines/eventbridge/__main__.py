"""Answers one case: `python -m rehearsal.engines.eventbridge CASE.json` prints `match`, `no-match` or `invalid`.

Reads the case's pattern and event, nothing else; either may also be JSON text, as in TestEventPattern. Ends with 2 and
a sentence on standard error when the file is no case.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rehearsal.engines.eventbridge.errors import InvalidPatternError
from rehearsal.engines.eventbridge.pattern import compile_pattern

NO_CASE = 2


def main(arguments: Sequence[str]) -> int:
    """The exit code."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        return _refuse("usage: python -m rehearsal.engines.eventbridge CASE.json")
    try:
        case = json.loads(Path(arguments[0]).read_text("utf-8"))
    except OSError as error:
        return _refuse(f"{arguments[0]}: {error.strerror}")
    except ValueError as error:
        return _refuse(f"{arguments[0]}: not JSON: {error}")
    if not isinstance(case, dict) or not {"pattern", "event"} <= set(case):
        return _refuse(f"{arguments[0]}: a case has pattern and event")
    try:
        event = json.loads(case["event"]) if isinstance(case["event"], str) else case["event"]
    except ValueError as error:
        return _refuse(f"{arguments[0]}: the event is not JSON: {error}")
    if not isinstance(event, dict):
        return _refuse(f"{arguments[0]}: the event is no object")
    sys.stdout.write(answer(case["pattern"], event) + "\n")
    return 0


def answer(pattern: Any, event: dict[str, Any]) -> str:
    """What TestEventPattern says of them."""
    try:
        return "match" if compile_pattern(pattern).matches(event) else "no-match"
    except InvalidPatternError:
        return "invalid"


def _refuse(sentence: str) -> int:
    sys.stderr.write(sentence + "\n")
    return NO_CASE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
