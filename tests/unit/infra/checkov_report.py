"""`make checkov`: checkov finds nothing in the templates but what is listed with its reason.

Checkov pins releases of boto3 and networkx that ours exclude: it lives in a virtual environment of its own; its program
is the argument. It takes 20 seconds of CPU and a hundred packages, so the suite doesn't run it.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from rehearsal.aws.cloudformation.synthesis import templates

EXCEPTIONS = Path(__file__).with_name("checkov_exceptions.yaml")


def found(program: str, synthesized: Mapping[str, Mapping[str, Any]]) -> tuple[dict[str, list[str]], int]:
    """Each failed check with its resources, and the number of those that passed."""
    with tempfile.TemporaryDirectory() as folder:
        for name, template in synthesized.items():
            (Path(folder) / f"{name}.json").write_text(json.dumps(template, indent=1), "utf-8")
        command = [program, "--directory", folder, "--framework", "cloudformation", "--compact", "--quiet",
                   "--output", "json", "--skip-download"]  # fmt: skip
        run = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        report = json.loads(run.stdout)
    except ValueError:
        raise SystemExit(f"checkov didn't report: {run.stderr[-2_000:]}") from None
    failed: dict[str, list[str]] = {}
    for each in report["results"]["failed_checks"]:
        failed.setdefault(f"{each['check_id']} {each['check_name']}", []).append(each["resource"])
    return failed, report["summary"]["passed"]


def complaints(failed: Mapping[str, Sequence[str]], passed: int, exceptions: Sequence[Mapping[str, str]]) -> list[str]:
    """What isn't excused, and what is excused in vain; a run that looked at nothing is a complaint, too."""
    excused = {each["finding"] for each in exceptions}
    told = [f"{check}: {', '.join(where)}" for check, where in failed.items() if check.split()[0] not in excused]
    needed = {check.split()[0] for check in failed}
    told += [
        f"{each['finding']} is excused, and nothing needs it" for each in exceptions if each["finding"] not in needed
    ]
    told += [f"{each['finding']} has no reason" for each in exceptions if not each["reason"].strip().endswith(".")]
    return told if passed else [*told, "checkov looked at nothing"]


if __name__ == "__main__":
    failed, passed = found(sys.argv[1], templates())
    told = complaints(failed, passed, yaml.safe_load(EXCEPTIONS.read_text("utf-8")))
    print("\n".join(told))
    print(f"checkov: {passed} passed, {sum(map(len, failed.values()))} failed, {len(told)} unexcused")
    sys.exit(1 if told else 0)
