"""Which Windows PowerShell this engine says it is: Windows Server 2019's."""

from __future__ import annotations

POWERSHELL_VERSION = "5.1.17763.6189"
BUILD_VERSION = "10.0.17763.6189"
CLR_VERSION = "4.0.30319.42000"
