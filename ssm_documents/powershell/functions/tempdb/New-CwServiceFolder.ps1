function New-CwServiceFolder {
    <#
    .SYNOPSIS
        Guarantees a folder that SQL Server may write to: with its rights from the first moment, or not there at all.
    .PARAMETER Path
        The folder.
    .PARAMETER Account
        Accounts that get full control, beside SYSTEM and administrators.
    .OUTPUTS
        None
    .EXAMPLE
        New-CwServiceFolder -Path 'S:\tempdb' -Account 'NT SERVICE\MSSQLSERVER'
    .NOTES
        Source: [sql-server#service-sid]. Made under another name and renamed: a folder without the rights would look
        complete to a run after this one was cut off, and SQL Server would not start.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [string] $Path,
        [Parameter(Mandatory)] [AllowEmptyCollection()] [string[]] $Account
    )

    if ((Test-Path -LiteralPath $Path) -or -not $PSCmdlet.ShouldProcess($Path, 'Create the folder')) {
        return
    }
    $null = New-Item -Path "$Path.new" -ItemType 'Directory' -Force -ErrorAction Stop
    Set-CwFolderAccess -Path "$Path.new" -Account $Account
    [System.IO.Directory]::Move("$Path.new", $Path)
    Write-CwLog -Message "folder $Path created"
}
