"""Where the tests find what isn't code."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CONFORMANCE = ROOT / "tests" / "conformance"
EVENTS = ROOT / "tests" / "events"
REFERENCE = ROOT / "rehearsal" / "reference"
