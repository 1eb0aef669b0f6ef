function Select-CwPossibleCopy {
    <#
    .SYNOPSIS
        Returns the databases of which a copy has room here and can be opened; before anything is dropped.
    .DESCRIPTION
        The parameter Copies has what the primary told (seed_databases, step look). The others keep what they have: one
        whose key is missing must not keep the rest without a second copy.
    .PARAMETER Selection
        Open-CwGroupSelection's answer.
    .PARAMETER Wanted
        group, database (ids) of each.
    .PARAMETER Letter
        The letter of the virtual disk's own volume, where the files go.
    .OUTPUTS
        System.Collections.Hashtable for each: group, database (ids). Without any the action ends with CW2043, CW2073 or
        CW2074, whichever was met first.
    .EXAMPLE
        $wanted = Select-CwPossibleCopy -Selection $selection -Wanted $wanted -Letter $facts.letter
    .NOTES
        Source: [reseeding#encrypted], [reseeding#room].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [hashtable] $Selection,
        [Parameter(Mandatory)] [AllowEmptyCollection()] [object[]] $Wanted,
        [Parameter(Mandatory)] [AllowEmptyString()] [string] $Letter
    )

    $one = '([0-9]{1,18}:(none|0x[0-9A-F]{2,40})|unknown)'
    $told = @((Get-CwParameter -Name 'Copies' -Pattern "$one(,$one){0,5}" -Required) -split ',')
    $asked = @(Get-CwWantedDatabase)
    $copies = @{}
    for ($number = 0; $number -lt $asked.Count; $number++) {
        $copies[$asked[$number].database] = $told[$number]
    }
    $keys = @(Invoke-CwSqlQuery -Connection $Selection.connection -Text $CwSql.encryptors |
            ForEach-Object { [string] $_['thumbprint'] })
    $room = @(Get-Volume -ErrorAction Stop | Where-Object { [string] $_.DriveLetter -eq $Letter } |
            ForEach-Object { [long] $_.SizeRemaining })
    $left = [long] 0
    if ($room.Count -eq 1) {
        $left = $room[0]
    }
    $found = @()
    $why = $null
    foreach ($entry in $Wanted) {
        $name = (Get-CwGroupDatabase -Selection $Selection -Wanted $entry).name
        $copy = @($copies[$entry.database] -split ':')
        $problem = $null
        if ($copy.Count -ne 2) {
            $problem = @{ Code = 'CW2043'; Message = "$($name): it isn't ONLINE on the primary." }
        }
        elseif ($copy[1] -ne 'none' -and $keys -notcontains $copy[1]) {
            $problem = @{ Code = 'CW2073'
                Message = "$name is encrypted with $($copy[1]), which master doesn't have here with its private key." }
        }
        elseif ([long] $copy[0] -gt $left) {
            $problem = @{ Code = 'CW2074'
                Message = "$name has $($copy[0]) bytes on the primary, drive '${Letter}:' here has $left left for it." }
        }
        if ($null -eq $problem) {
            $left -= [long] $copy[0]
            $found += $entry
            continue
        }
        Write-CwLog -Message "not copied: $($problem.Message)"
        if ($null -eq $why) {
            $why = $problem
        }
    }
    if ($null -ne $why -and $found.Count -eq 0) {
        Stop-CwAction @why -Outcome 'unsafe'
    }
    return $found
}
