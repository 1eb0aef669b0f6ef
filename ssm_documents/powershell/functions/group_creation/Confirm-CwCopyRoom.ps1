function Confirm-CwCopyRoom {
    <#
    .SYNOPSIS
        Guarantees that this node has the folders of the databases' files, and room for them; changes nothing.
    .DESCRIPTION
        Where a database of these names is there already, a run that was cut off has begun with the copies: then
        nothing is asked. A folder behind a link or a mount point is on another volume, whose room isn't looked at.
    .PARAMETER Place
        Open-CwBuildInstance's answer.
    .PARAMETER Order
        Get-CwBuildOrder's answer, with a partner that told of its files.
    .OUTPUTS
        None; what is missing ends the action with CW2065.
    .EXAMPLE
        Confirm-CwCopyRoom -Place $place -Order $order
    .NOTES
        Source: [reseeding#seeding-paths].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Place,
        [Parameter(Mandatory)] [hashtable] $Order
    )

    $begun = @(Invoke-CwSqlQuery -Connection $Place.connection -Text $CwSql.build_databases |
            Where-Object { $_['name'] -in $Order.databases })
    if ($begun.Count -gt 0) {
        return
    }
    $missing = @()
    $needed = @{}
    foreach ($file in $Order.partner.files) {
        $folder = $file.folder
        if ($Place.folders.Contains($folder)) {
            $folder = $Place.folders[$folder]
        }
        if ($null -eq (Get-CwItem -Path $folder)) {
            $missing += "the folder $folder"
            continue
        }
        $isLinked = $false
        $path = $folder
        while ($path.Length -gt 3) {
            $isLinked = $isLinked -or $null -ne (Get-CwLink -Item (Get-CwItem -Path $path))
            $path = $path -replace '\\[^\\]*\z', ''
        }
        if (-not $isLinked) {
            $letter = $folder.Substring(0, 1).ToUpperInvariant()
            $needed[$letter] = [long] $needed[$letter] + $file.bytes
        }
    }
    $volumes = @(Get-Volume -ErrorAction Stop)
    foreach ($letter in @($needed.Keys | Sort-Object)) {
        $free = @($volumes | Where-Object { [string] $_.DriveLetter -eq $letter } | ForEach-Object { $_.SizeRemaining })
        if ($free.Count -ne 1) {
            $missing += "a volume at ${letter}: that says its free space"
        }
        elseif ([long] $free[0] -lt $needed[$letter]) {
            $neededGb, $freeGb = ($needed[$letter], $free[0] | ForEach-Object { [long] ($_ / 1GB) })
            $missing += "room at ${letter}: ($neededGb GB needed, $freeGb GB free)"
        }
    }
    if ($missing.Count -gt 0) {
        Stop-CwAction -Code 'CW2065' -Outcome 'refused' -Message "$($Place.server) lacks $($missing -join '; ')."
    }
}
