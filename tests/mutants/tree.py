"""A copy of the checkout, in which mutants are tried: the checkout itself is never changed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import yaml

from infra.documents.builder import DocumentError, build_documents
from rehearsal.engines.powershell.syntax.parse_errors import ParseError
from rehearsal.engines.powershell.syntax.parser.script import parse
from tests.mutants.mutant import Mutant, MutantError

SHIPPED = ("infra", "lambdas", "ssm_documents", "state_machines")
"""Where a mutant may change something."""


class Tree:
    """One copy. Only one mutant at a time lives in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._server: PytestServer | None = None

    def server(self) -> PytestServer:
        """What runs tests here; another one after each change of Python."""
        if self._server is None:
            self._server = PytestServer(self.root)
        return self._server

    def close(self) -> None:
        """Ends what runs tests here."""
        if self._server is not None:
            self._server.close()
            self._server = None

    @classmethod
    def of_checkout(cls, checkout: Path, root: Path) -> Tree:
        """What git knows of the checkout or would take, as it lies there, and Python's caches of it."""
        names = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listing = subprocess.run(["git", *names], cwd=checkout, capture_output=True, text=True, check=True)
        for name in filter(None, listing.stdout.split("\0")):
            source = checkout / name
            if source.is_file():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, root / name)
        return cls(root)

    def twin(self, root: Path) -> Tree:
        """Another copy, with the caches that this one has by now."""
        shutil.copytree(self.root, root)
        return Tree(root)

    def file(self, ending: str) -> Path:
        """The one shipped file whose path ends with this."""
        found = [
            path
            for name in SHIPPED
            for path in (self.root / name).rglob(ending.rpartition("/")[2])
            if f"/{path.relative_to(self.root).as_posix()}".endswith(f"/{ending}")
        ]
        if len(found) != 1:
            raise MutantError(f"{len(found)} shipped files are called {ending}, expected one")
        return found[0]

    def changed(self, mutant: Mutant) -> dict[Path, str]:
        """What the files of the mutant become. Raises `MutantError` where its text doesn't apply any more."""
        texts: dict[Path, str] = {}
        for edit in mutant.edits:
            path = self.file(edit.file)
            texts[path] = edit.applied_to(texts.get(path) or path.read_text("utf-8"))
        return texts

    @contextmanager
    def holding(self, mutant: Mutant) -> Iterator[None]:
        """The mutant lives here meanwhile. Raises `MutantError` for one that isn't a program any more."""
        texts = self.changed(mutant)
        former = {path: path.read_text("utf-8") for path in texts}
        try:
            self._write(texts)
            self._refuse_unbuildable(texts)
            yield
        finally:
            self._write(former)

    def _write(self, texts: Mapping[Path, str]) -> None:
        for path, text in texts.items():
            path.write_text(text, "utf-8")
            if path.suffix == ".py":
                # Python trusts a cache by its source's second and size, and a mutant may have both of the original.
                for cached in (path.parent / "__pycache__").glob(f"{path.stem}.*"):
                    cached.unlink()
                self.close()

    def _refuse_unbuildable(self, texts: dict[Path, str]) -> None:
        """A mutant that doesn't parse or build is caught by everything, and proves nothing."""
        try:
            for path, text in texts.items():
                if path.suffix == ".ps1":
                    parse(text, path.name)
                elif path.suffix == ".py":
                    compile(text, path.name, "exec")
                elif path.suffix == ".yaml":
                    yaml.safe_load(text)
            if any("ssm_documents" in path.parts for path in texts):
                build_documents(root=self.root / "ssm_documents")
        except (ParseError, SyntaxError, yaml.YAMLError, DocumentError) as error:
            raise MutantError(f"the mutant doesn't build: {error}") from error


class PytestServer:
    """The process that runs tests in a tree."""

    def __init__(self, root: Path) -> None:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COV_"))}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.mutants.pytest_server"],
            cwd=root,
            env={**kept, "CAMPAIGNS": "whole", "PYTHONPATH": os.pathsep.join([str(root), str(root / "lambdas")])},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, question: Mapping[str, Any]) -> int:
        """pytest's exit code. Raises `MutantError` when the process is gone."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise MutantError("what runs the tests has ended by itself")
        return int(answer)

    def close(self) -> None:
        """Ends it."""
        self._process.communicate()
