"""Synthesizes the CDK app in a process of its own and keeps the templates by the content they came from."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from rehearsal.aws.kms.keys import OWNERS_KEY
from rehearsal.world.context import ACCOUNT_ID

ROOT = Path(__file__).resolve().parents[3]
CACHE = ROOT / ".cache" / "synthesis"
SOURCES = ("cdk.json", "constraints.txt", "infra", "lambdas", "ssm_documents", "state_machines")
"""Everything a template depends on; a change in any of these synthesizes anew."""
KEPT_SYNTHESES = 8
APPROVERS = f"arn:aws:iam::{ACCOUNT_ID}:user/approver,arn:aws:iam::{ACCOUNT_ID}:role/OnCall"
OWNERS_CONTEXT: Mapping[str, str] = {
    "cachewarden:consent_approvers": APPROVERS,
    "cachewarden:change_approvers": APPROVERS,
    "cachewarden:at_rest_key_arn": OWNERS_KEY,
}
"""What the rehearsed owner sets beside the defaults: without approvers no document asks them, nor has Change Manager a
template, and without a key no policy of one is tried."""


class SynthesisError(Exception):
    """The CDK app did not synthesize; the text is what it said."""


def templates() -> dict[str, dict[str, Any]]:
    """Stack name -> synthesized template, from the cache when nothing changed. Raises `SynthesisError`."""
    folder = CACHE / content_hash()
    if not folder.is_dir():
        _synthesize_into(folder)
    return read_templates(folder)


@lru_cache(maxsize=2)
def read_templates(folder: Path) -> dict[str, dict[str, Any]]:
    """Stack name -> template. The same object again and again: who has resolved it for one run has it for the next."""
    return {
        path.name.removesuffix(".template.json"): json.loads(path.read_text("utf-8"))
        for path in sorted(folder.glob("*.template.json"))
    }


def content_hash(root: Path = ROOT) -> str:
    """Hash over paths and bytes of all sources of the templates."""
    digest = hashlib.sha256(json.dumps(dict(OWNERS_CONTEXT)).encode())
    for path in _source_files(root):
        digest.update(f"{path.relative_to(root).as_posix()}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:24]


def _source_files(root: Path) -> Iterator[Path]:
    for name in SOURCES:
        source = root / name
        if source.is_file():
            yield source
            continue
        for path in sorted(source.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path


def _synthesize_into(folder: Path) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
        outdir = Path(scratch) / "assembly"
        context = json.loads((ROOT / "cdk.json").read_text("utf-8"))["context"]
        environment = {
            **{key: value for key, value in os.environ.items() if not key.startswith(("AWS_", "CDK_"))},
            "CDK_OUTDIR": str(outdir),
            "CDK_CONTEXT_JSON": json.dumps({**context, **OWNERS_CONTEXT, "aws:cdk:disable-asset-staging": True}),
        }
        run = subprocess.run(  # the app's own entry point, as the CDK CLI would start it
            [sys.executable, "-m", "infra.app"], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
        if run.returncode != 0:
            raise SynthesisError(run.stderr.strip() or run.stdout.strip())
        kept = Path(scratch) / "kept"
        kept.mkdir()
        for template in outdir.glob("*.template.json"):
            shutil.copy(template, kept)
        try:
            kept.rename(folder)
        except OSError:
            if not folder.is_dir():
                raise
    _forget_old_syntheses(folder.parent)


def _forget_old_syntheses(parent: Path) -> None:
    by_age = sorted((path for path in parent.iterdir() if path.is_dir()), key=lambda path: path.stat().st_mtime)
    for path in by_age[:-KEPT_SYNTHESES]:
        shutil.rmtree(path, ignore_errors=True)
