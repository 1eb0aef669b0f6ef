"""Nobody gets a wheel that can't run: building one says in a sentence what to do instead."""

from __future__ import annotations

import subprocess
import sys

from tests.repository import ROOT


def test_a_wheel_is_refused_with_one_sentence(tmp_path):
    command = [
        sys.executable, "-m", "pip", "wheel", "--disable-pip-version-check", "--no-deps", "--no-build-isolation",
        "--wheel-dir", str(tmp_path), str(ROOT),
    ]  # fmt: skip
    result = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert result.returncode != 0
    said = result.stdout + result.stderr
    assert said.count("No wheel of cachewarden is built: clone the repository and work from the checkout") == 1
    assert "Traceback" not in said
    assert list(tmp_path.iterdir()) == []
