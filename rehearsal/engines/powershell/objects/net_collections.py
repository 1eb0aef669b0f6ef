"""Collection`1[PSObject]: what .ForEach() and .Where() return."""

from __future__ import annotations

from rehearsal.engines.powershell.objects.dictionaries import NetList


class PSCollection(NetList):
    """System.Collections.ObjectModel.Collection`1[System.Management.Automation.PSObject]."""

    net_name = "System.Collections.ObjectModel.Collection`1"

    def ps_type_name(self) -> str:
        return "System.Collections.ObjectModel.Collection`1[System.Management.Automation.PSObject]"
