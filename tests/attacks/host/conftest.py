"""Lets the attacks use the two nodes of the host scripts' tests."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "unit" / "ssm_documents"))
