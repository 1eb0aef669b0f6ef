"""Runs one case: `python -m rehearsal.engines.asl CASE.json` prints what its machine does.

Reads the case's definition (or definition_text), input and tasks, nothing else. Ends with 2 and a sentence on standard
error when the file is no case, a task has no answer, or the machine needs what this interpreter doesn't have.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from rehearsal.engines.asl.case import Case, CaseError, refusal, report
from rehearsal.engines.asl.errors import InvalidDefinitionError, UnsupportedBehaviourError, UnsupportedDefinitionError
from rehearsal.engines.asl.values import parse_json

NOT_RUN = 2


def main(arguments: Sequence[str]) -> int:
    """The exit code."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        return _refuse("usage: python -m rehearsal.engines.asl CASE.json")
    try:
        raw = parse_json(Path(arguments[0]).read_text("utf-8"))
    except OSError as error:
        return _refuse(f"{arguments[0]}: {error.strerror}")
    except ValueError as error:
        return _refuse(f"{arguments[0]}: not JSON: {error}")
    try:
        case = Case.read(raw)
        outcome = report(case.run())
    except InvalidDefinitionError as refused:
        outcome = refusal(refused)
    except (CaseError, UnsupportedDefinitionError, UnsupportedBehaviourError) as error:
        return _refuse(f"{arguments[0]}: {error}")
    else:
        for call in case.answers.unexpected:
            sys.stderr.write(f"{call}\n")
        if case.answers.left:
            sys.stderr.write(f"not called: {', '.join(answer['resource'] for answer in case.answers.left)}\n")
    sys.stdout.write(json.dumps(outcome) + "\n")
    return 0


def _refuse(sentence: str) -> int:
    sys.stderr.write(sentence + "\n")
    return NOT_RUN


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
