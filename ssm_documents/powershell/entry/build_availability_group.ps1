# One step of building an Availability Group; automation/build_availability_group.yaml says in which order they come.
# No lease: no step moves a role or a cache, or touches a database's files; what an operation does meanwhile only cuts
# the build off.

$answer = Invoke-CwEntry -Action 'build_availability_group' -Body {
    param($Context)

    $steps = 'see-secondary|see-primary|open-endpoint|create-group|join-group|add-databases|watch-seeding'
    $step = Get-CwParameter -Name 'BuildStep' -Pattern $steps -Required
    $order = Get-CwBuildOrder
    if ($null -eq $order.partner -and $step -ne 'see-secondary') {
        Stop-CwAction -Code 'CW3007' -Outcome 'unsafe' -Message "The step $step needs the parameter Partner."
    }
    $act = {
        $place = Open-CwBuildInstance
        try {
            switch ($step) {
                'see-secondary' { Confirm-CwFutureSecondary -Place $place -Order $order }
                'see-primary' { Confirm-CwFuturePrimary -Place $place -Order $order }
                'open-endpoint' { Open-CwEndpoint -Place $place -Order $order }
                'create-group' { New-CwAvailabilityGroup -Place $place -Order $order }
                'join-group' { Join-CwAvailabilityGroup -Place $place -Order $order }
                'add-databases' { Add-CwGroupDatabase -Place $place -Order $order }
                'watch-seeding' { Wait-CwGroupBuilt -Place $place -Order $order }
            }
        }
        finally {
            $place.connection.Dispose()
        }
    }
    if ($step -in 'see-secondary', 'see-primary', 'watch-seeding') {
        & $act
        return
    }
    Invoke-CwExclusively -TimeoutSeconds 20 -ScriptBlock $act
}
if ($answer.Json -like '*"code":"CW2066"*') {
    # For a person to read and to run as sysadmin; the verdict is the last line, as always.
    $CwSql.build_rights
}
$answer.Json
exit $answer.ExitCode
