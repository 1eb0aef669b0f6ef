function Confirm-CwCopyRoom {
    <#
    .SYNOPSIS
        Guarantees that this node has the folders of the databases' files, and room for them.
    .PARAMETER Place
        Open-CwBuildInstance's answer.
    .PARAMETER Order
        Get-CwBuildOrder's answer, with a partner.
    .OUTPUTS
        None
    .EXAMPLE
        Confirm-CwCopyRoom -Place $place -Order $order
    .NOTES
        Source: [reseeding#seeding-paths]. Not behind links.
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Place,
        [Parameter(Mandatory)] [hashtable] $Order
    )

    $there = @(Invoke-CwSqlQuery -Connection $Place.connection -Text $CwSql.build_databases)
    if (@($there | Where-Object { $_['name'] -in $Order.databases }).Count -gt 0) {
        return
    }
    $missing = @()
    $needed = @{}
    foreach ($file in $Order.partner.files) {
        $path = $file.folder
        if ($Place.folders.Contains($path)) {
            $path = $Place.folders[$path]
        }
        $letter = $path.Substring(0, 1)
        if ($null -eq (Get-CwItem -Path $path)) {
            $missing += "the folder $path"
        }
        while ($path.Length -gt 3 -and $null -eq (Get-CwLink -Item (Get-CwItem -Path $path))) {
            $path = $path -replace '\\[^\\]*\z', ''
        }
        if ($path.Length -le 3) {
            $needed[$letter] = [long] $needed[$letter] + $file.bytes
        }
    }
    foreach ($letter in $needed.Keys) {
        $found = @(Get-Volume -ErrorAction Stop | Where-Object { [string] $_.DriveLetter -eq $letter })
        if ($found.Count -ne 1 -or [long] $found[0].SizeRemaining -lt $needed[$letter]) {
            $missing += "$([long] ($needed[$letter] / 1GB)) GB of room at ${letter}:"
        }
    }
    if ($missing.Count -gt 0) {
        Stop-CwAction -Code 'CW2065' -Outcome 'refused' -Message "$($Place.server) lacks $($missing -join '; ')."
    }
}
