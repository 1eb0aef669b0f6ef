"""Plays some stories in a process of its own: `python -m checks.policies.story_calls_player ORDER ANSWER` (files)."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

from checks.policies.story_calls import calls_of

if __name__ == "__main__":
    _order, _answer = map(Path, sys.argv[1:])
    _templates, _names = pickle.loads(_order.read_bytes())
    _answer.write_bytes(pickle.dumps([calls_of(name, _templates) for name in _names]))
