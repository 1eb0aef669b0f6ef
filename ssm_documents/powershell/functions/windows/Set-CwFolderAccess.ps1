function Set-CwFolderAccess {
    <#
    .SYNOPSIS
        Gives SYSTEM, the administrators and further accounts full control of a folder and what is in it.
    .PARAMETER Path
        The folder.
    .PARAMETER Account
        Further accounts, for example NT SERVICE\MSSQLSERVER, the engine's own identity whatever account it runs under.
    .OUTPUTS
        None
    .EXAMPLE
        Set-CwFolderAccess -Path 'S:\tempdb' -Account 'NT SERVICE\MSSQLSERVER'
    .NOTES
        Source: [sql-server#service-sid]. SYSTEM and administrators by SID: their names are translated.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [string] $Path,
        [string[]] $Account = @()
    )

    if (-not $PSCmdlet.ShouldProcess($Path, 'Set access rights')) {
        return
    }
    $acl = Get-Acl -LiteralPath $Path -ErrorAction Stop
    $identities = @(foreach ($sid in 'S-1-5-18', 'S-1-5-32-544') {
            New-Object -TypeName System.Security.Principal.SecurityIdentifier -ArgumentList $sid
        })
    foreach ($name in $Account) {
        $identities += New-Object -TypeName System.Security.Principal.NTAccount -ArgumentList $name
    }
    foreach ($identity in $identities) {
        $rights = $identity, 'FullControl', 'ContainerInherit, ObjectInherit', 'None', 'Allow'
        $rule = New-Object -TypeName System.Security.AccessControl.FileSystemAccessRule -ArgumentList $rights
        $acl.AddAccessRule($rule)
    }
    Set-Acl -LiteralPath $Path -AclObject $acl -ErrorAction Stop
}
