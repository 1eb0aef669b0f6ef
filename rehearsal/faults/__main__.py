"""`python -m rehearsal.faults`: prints docs/faults.md."""

import sys

from rehearsal.faults.glossary import markdown

sys.stdout.write(markdown())
