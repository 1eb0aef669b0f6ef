"""Log positions in the form of SQL Server's numeric(25,0) LSNs: virtual log file, block, slot."""

from __future__ import annotations

from decimal import Decimal

_FIRST_FILE = 35
_FILE_KB = 65_536
_BLOCK = 100_000
_FILE = _BLOCK * 10_000_000_000


def lsn(position_kb: float) -> Decimal:
    """Grows with the position; 512-byte blocks inside 64 MB virtual log files."""
    number, rest = divmod(int(position_kb), _FILE_KB)
    return Decimal((_FIRST_FILE + number) * _FILE + rest * 2 * _BLOCK + 1)
