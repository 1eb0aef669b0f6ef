"""How long parsing takes: one 300-line script, and every host script and recorded program, without the cache.

python -m benchmarks.powershell_parsing
"""

from __future__ import annotations

import time
from pathlib import Path

from rehearsal.engines.powershell.syntax.parser.script import parse
from rehearsal.engines.powershell.tools.script_files import decoded

ROOT = Path(__file__).resolve().parents[1]
ROUNDS = 7


def best_ms(texts: list[str]) -> float:
    """The fastest of some rounds: what the machine's other work leaves out."""
    rounds: list[float] = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        for text in texts:
            parse.__wrapped__(text, "benchmark.ps1")
        rounds.append(time.perf_counter() - started)
    return min(rounds) * 1000


def scripts(*folders: str) -> list[str]:
    return [decoded(path.read_bytes()) for folder in folders for path in sorted((ROOT / folder).rglob("*.ps1"))]


def main() -> None:
    programs = scripts("tests/conformance/powershell/13-programs")
    long_script = ""
    for program in programs:
        if long_script.count("\n") < 300:
            long_script += f"& {{\n{program}\n}}\n"
    everything = scripts("ssm_documents/powershell", "tests/conformance/powershell")
    lines = sum(text.count("\n") for text in everything)
    print(f"one script of {long_script.count(chr(10))} lines: {best_ms([long_script]):.1f} ms")
    print(f"{len(everything)} scripts, {lines} lines: {best_ms(everything):.0f} ms")


if __name__ == "__main__":
    main()
