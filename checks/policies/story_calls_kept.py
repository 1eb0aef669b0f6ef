"""The calls of each story as IAM saw them, kept by the content that was played: an unchanged tree isn't played again.

The content: the templates, every source of theirs, and the rehearsal. Kept is only what was played
to the end while none of it changed. The process that plays holds a lock; others wait for it and read its answer. The
tests of stories keep what they play, so that the whole suite plays no story twice for this.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from checks.policies.story_calls import StoryCalls, Templates, play_all, runs
from rehearsal.aws.cloudformation import synthesis
from rehearsal.aws.cloudformation.synthesis import ROOT
from rehearsal.aws.iam.authorizer import GrantUse
from rehearsal.aws.iam.denial import Denial

CACHE = ROOT / ".cache" / "story-calls"
KEPT_CONTENTS = 8
OWN_SOURCES = "story_calls"
"""Files of the checks whose names begin so decide what is played; the others only read the answer."""

Player = Callable[[Templates, tuple[str, ...]], tuple[StoryCalls, ...]]

_asked: list[tuple[Templates, Future[tuple[StoryCalls, ...]]]] = []
"""The last answer of this process: its checks judge the same plays, those too that aren't kept."""


def play_ahead(templates: Templates) -> None:
    """Has them played in the background, while this process does something else."""
    _answer(templates)


def story_calls(templates: Templates) -> tuple[StoryCalls, ...]:
    """Of all runs, in their order."""
    return _answer(templates).result()


def _answer(templates: Templates) -> Future[tuple[StoryCalls, ...]]:
    """One for the same templates. The thread only waits: other processes play."""
    if not _asked or _asked[0][0] is not templates:
        executor = ThreadPoolExecutor(max_workers=1)
        _asked[:] = [(templates, executor.submit(kept_or_played, templates, CACHE, play_all))]
        executor.shutdown(wait=False)
    return _asked[0][1]


def kept_or_played(templates: Templates, cache: Path, player: Player) -> tuple[StoryCalls, ...]:
    """From the folder `cache` what it has of this content, the rest from the player; the folder gets what is new."""
    names = runs()
    kept = _read_all(cache / content_hash(templates), names)
    if set(kept) < set(names):
        with _alone(cache):
            content = content_hash(templates)
            kept = _read_all(cache / content, names)
            missing = tuple(name for name in names if name not in kept)
            played = player(templates, missing) if missing else ()
            if content_hash(templates) == content:
                for calls in played:
                    _keep(cache / content, calls)
            kept |= {calls.story: calls for calls in played}
    return tuple(kept[name] for name in names)


def keep(calls: StoryCalls, *, content: str, cache: Path = CACHE) -> None:
    """Keeps what another played with the checks' seed; `content`: the hash of what it played, unchanged since."""
    with _alone(cache):
        _keep(cache / content, calls)


def content_hash(templates: Templates, root: Path = ROOT) -> str:
    """Of all that decides which calls a story makes, this Python's version included."""
    digest = hashlib.sha256(f"{sys.version}\0{synthesis.content_hash(root)}\0".encode())
    digest.update(json.dumps(templates, sort_keys=True, separators=(",", ":")).encode())
    for path in _played_files(root):
        digest.update(f"\0{path.relative_to(root).as_posix()}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:24]


def _played_files(root: Path) -> Iterator[Path]:
    for parent, folders, names in os.walk(root / "rehearsal"):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        yield from (Path(parent, name) for name in sorted(names))
    yield from sorted((root / "checks" / "policies").glob(f"{OWN_SOURCES}*.py"))


@contextmanager
def _alone(cache: Path) -> Iterator[None]:
    """The lock goes with its process, however that ends."""
    cache.mkdir(parents=True, exist_ok=True)
    with (cache / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _read_all(folder: Path, names: tuple[str, ...]) -> dict[str, StoryCalls]:
    found = {}
    for name in names:
        with suppress(FileNotFoundError):
            found[name] = _calls(json.loads(_file(folder, name).read_text("utf-8")))
    return found


def _file(folder: Path, name: str) -> Path:
    return folder / f"{name.replace(' ', '-')}.json"


def _calls(shape: dict[str, Any]) -> StoryCalls:
    return StoryCalls(
        story=shape["story"],
        grants=frozenset(GrantUse(**grant) for grant in shape["grants"]),
        denials=tuple(Denial(**denial) for denial in shape["denials"]),
        complaints=tuple(shape["complaints"]),
    )


def _keep(folder: Path, calls: StoryCalls) -> None:
    """Whole or not at all; a story that couldn't be played isn't kept."""
    if calls.failure is not None:
        return
    grants = sorted(calls.grants, key=lambda one: (one.holder, one.sid, one.action))
    shape = {
        "story": calls.story,
        "grants": [asdict(grant) for grant in grants],
        "denials": [asdict(denial) for denial in calls.denials],
        "complaints": list(calls.complaints),
    }
    if not folder.exists():
        folder.mkdir(parents=True)
        by_age = sorted(
            (path for path in folder.parent.iterdir() if path.is_dir()), key=lambda path: path.stat().st_mtime
        )
        for former in by_age[:-KEPT_CONTENTS]:
            shutil.rmtree(former, ignore_errors=True)
    file = _file(folder, calls.story)
    unfinished = file.with_suffix(".unfinished")
    unfinished.write_text(json.dumps(shape), "utf-8")
    unfinished.rename(file)
