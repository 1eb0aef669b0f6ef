function Confirm-CwCopyPossible {
    <#
    .SYNOPSIS
        Guarantees that copies of the primary's databases have room here, and can be opened; before anything is dropped.
    .DESCRIPTION
        The parameter Copies has what the primary told (seed_databases, step look).
    .PARAMETER Selection
        Open-CwGroupSelection's answer.
    .PARAMETER Wanted
        group, database (ids) of each.
    .PARAMETER Letter
        The letter of the virtual disk's own volume, where the files go.
    .OUTPUTS
        None; otherwise the action ends with CW2043, CW2073 or CW2074.
    .EXAMPLE
        Confirm-CwCopyPossible -Selection $selection -Wanted $wanted -Letter $facts.letter
    .NOTES
        Source: [reseeding#encrypted], [reseeding#room].
    #>
    [CmdletBinding()]
    [OutputType([void])]
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
    $bytes = [long] 0
    foreach ($entry in $Wanted) {
        $name = (Get-CwGroupDatabase -Selection $Selection -Wanted $entry).name
        $copy = @($copies[$entry.database] -split ':')
        if ($copy.Count -ne 2) {
            Stop-CwAction -Code 'CW2043' -Outcome 'unsafe' -Message "$($name): it isn't ONLINE on the primary."
        }
        if ($copy[1] -ne 'none' -and $keys -notcontains $copy[1]) {
            Stop-CwAction -Code 'CW2073' -Outcome 'unsafe' -Message (
                "$name is encrypted with $($copy[1]), which master doesn't have here with its private key.")
        }
        $bytes += [long] $copy[0]
    }
    $room = @(Get-Volume -ErrorAction Stop | Where-Object { [string] $_.DriveLetter -eq $Letter } |
            ForEach-Object { [long] $_.SizeRemaining })
    if ($Wanted.Count -gt 0 -and ($room.Count -ne 1 -or $room[0] -lt $bytes)) {
        Stop-CwAction -Code 'CW2074' -Outcome 'unsafe' -Message (
            "The databases have $bytes bytes on the primary, drive '${Letter}:' here has $($room -join ', ') free.")
    }
}
