function Set-CwFolderRight {
    <#
    .SYNOPSIS
        Gives a file or folder of CacheWarden its owner and rights anew.
    .PARAMETER Path
        The file or folder.
    .OUTPUTS
        None
    .EXAMPLE
        Set-CwFolderRight -Path 'C:\ProgramData\CacheWarden'
    .NOTES
        Source: [windows#programdata], [windows#sddl].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [string] $Path
    )

    if (-not $PSCmdlet.ShouldProcess($Path, 'Set owner and access rights')) {
        return
    }
    $acl = Get-Acl -LiteralPath $Path -ErrorAction Stop
    $rights = Get-CwFolderRight
    if ($acl -isnot [System.Security.AccessControl.DirectorySecurity]) {
        $rights = $rights.Replace('OICI', '')
    }
    $acl.SetSecurityDescriptorSddlForm($rights)
    Set-Acl -LiteralPath $Path -AclObject $acl -ErrorAction Stop
}
