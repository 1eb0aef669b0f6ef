function New-CwFolder {
    <#
    .SYNOPSIS
        Guarantees CacheWarden's folder, or one in it; what is new is the administrators' from the first moment.
    .PARAMETER ChildPath
        Path below C:\ProgramData\CacheWarden, or nothing.
    .OUTPUTS
        None
    .EXAMPLE
        New-CwFolder -ChildPath 'log'
    .NOTES
        Source: [windows#programdata]. A folder that is there already stays as it is: Confirm-CwFolder judges it.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [string] $ChildPath = ''
    )

    $path = Get-CwDataPath -ChildPath $ChildPath
    if ((Test-Path -LiteralPath $path) -or -not $PSCmdlet.ShouldProcess($path, 'Create the folder')) {
        return
    }
    $acl = New-Object -TypeName System.Security.AccessControl.DirectorySecurity
    $acl.SetSecurityDescriptorSddlForm((Get-CwFolderRight))
    $null = [System.IO.Directory]::CreateDirectory((Get-CwDataPath -ChildPath ''), $acl)
    $null = [System.IO.Directory]::CreateDirectory($path)
}
