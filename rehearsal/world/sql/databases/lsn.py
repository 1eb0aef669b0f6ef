"""Log positions in the form of SQL Server's numeric(25,0) LSNs: virtual log file, block, slot."""

from __future__ import annotations

from decimal import Decimal

_FIRST_FILE = 35
LOG_FILE_KB = 65_536
"""Size of a virtual log file."""
_BLOCK = 100_000
_FILE = _BLOCK * 10_000_000_000


def lsn(position_kb: float) -> Decimal:
    """Grows with the position; 512-byte blocks inside 64 MB virtual log files."""
    number, rest = divmod(int(position_kb), LOG_FILE_KB)
    return Decimal((_FIRST_FILE + number) * _FILE + rest * 2 * _BLOCK + 1)


def lsn_text(position_kb: float) -> str:
    """The form of log views: `00000023:00000010:0001`, hexadecimal."""
    number, rest = divmod(max(0, int(position_kb)), LOG_FILE_KB)
    return f"{_FIRST_FILE + number:08x}:{rest * 2:08x}:0001"
