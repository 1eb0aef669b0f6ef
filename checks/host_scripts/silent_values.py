"""Where silence and zeros are right in the host scripts: script -> the text, spaces made one -> why."""

from __future__ import annotations

from collections.abc import Mapping

COUNTED = "A sum begins so; what is added is read, or ends the action."
UNMEASURED = "Nothing is moved or measured yet; the domain takes a total of 0 as not measured."
NEVER_SEEN = "The host has seen no token, or the file is void: the lowest there is."
CODE = "The number itself is meant: an exit code, or a redundancy of none."

ALLOWED: Mapping[str, Mapping[str, str]] = {
    "Add-CwFileEvidence": {
        "systemDatabases = 0": COUNTED,
        "userDatabasesOnTempdb = 0": COUNTED,
        "[long] 0": COUNTED,
    },
    "Confirm-CwBuildEndpoint": {"state = 0": "STARTED's own number."},
    "Select-CwPossibleCopy": {"[long] 0": COUNTED},
    "Confirm-CwToken": {"[long] 0": "Another cluster has its own count, from the beginning."},
    "ConvertTo-CwAnswer": {"'already' = 0": CODE, "'done' = 0": CODE, "'started' = 0": CODE},
    "Get-CwPoolMember": {"[long] 0": COUNTED},
    "Get-CwStatusNumber": {"healthy = 0": "Windows' own number of Healthy."},
    "Get-CwStorageJob": {"[long] 0": UNMEASURED},
    "Get-CwTokenState": {"[long] 0": NEVER_SEEN},
    "Get-CwWorkerEvidence": {
        "bytesDone = 0": UNMEASURED,
        "bytesPerSecond = 0": UNMEASURED,
        "bytesTotal = 0": UNMEASURED,
    },
    "Get-CwTrialState": {"[long] 0": COUNTED},
    "Get-CwUnopenedDatabase": {"files = 0": COUNTED, "missing = 0": COUNTED},
    "hold_replica_modes": {"AvailabilityMode = 0": "ASYNCHRONOUS_COMMIT's own number."},
    "Install-CwBundle": {
        "Remove-Item -LiteralPath $former -Recurse -Force -ErrorAction SilentlyContinue": (
            "A former bundle that somebody reads stays."
        ),
    },
    "Invoke-CwWorker": {"if ($null -eq $order) { return 0 }": CODE},
    "New-CwMoveWatch": {
        "[long] 0": UNMEASURED,
        "restarts = 0": COUNTED,
        "seconds = 0": COUNTED,
        "idleSeconds = 0": COUNTED,
        "workSeconds = 0": COUNTED,
    },
    "New-CwSpace": {"PhysicalDiskRedundancy = 0": CODE},
    "New-CwTrialSpace": {"PhysicalDiskRedundancy = 0": CODE},
    "Test-CwCacheFact": {"PhysicalDiskRedundancy = 0": CODE},
    "Remove-CwBundle": {
        "Remove-Item -LiteralPath $removed -Recurse -Force -ErrorAction SilentlyContinue": (
            "Under its other name a bundle that somebody reads does no harm."
        ),
    },
    "Restore-CwTempdbDrive": {
        "if ($null -eq $Inventory.tempdb) { return $false }": "The node was built without one: nothing to do.",
    },
    "Test-CwMoveFact": {"written = 0": COUNTED},
    "Test-CwPlanChanged": {"if ($null -eq $plan) { return $false }": "Nothing was given: the former plan holds."},
    "Update-CwMoveWatch": {"[long] 0": UNMEASURED},
    "Update-CwWorkerProgress": {"[long] 0": UNMEASURED},
}
