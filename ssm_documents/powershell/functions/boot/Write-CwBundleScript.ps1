function Write-CwBundleScript {
    <#
    .SYNOPSIS
        Guarantees that one of the host's own scripts lies on this node as it was deployed.
    .DESCRIPTION
        A new text replaces the old one as a whole. The folder belongs to administrators before anything is written,
        since SYSTEM runs what is in it.
    .PARAMETER Name
        The file's name, for example worker.ps1.
    .PARAMETER Text
        What it must hold, with line feeds alone.
    .OUTPUTS
        System.Boolean, true if it was written
    .EXAMPLE
        Write-CwBundleScript -Name 'worker.ps1' -Text $text
    .NOTES
        Source: [glossary#boot-task].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    param(
        [Parameter(Mandatory)] [string] $Name,
        [Parameter(Mandatory)] [string] $Text
    )

    $path = Get-CwDataPath -ChildPath "bundle\$Name"
    if (-not $PSCmdlet.ShouldProcess($path, 'Write the script')) {
        return $false
    }
    $folder = Get-CwDataPath -ChildPath 'bundle'
    $null = [System.IO.Directory]::CreateDirectory($folder)
    Set-CwFolderAccess -Path (Get-CwDataPath -ChildPath '').TrimEnd('\') -Exclusive
    Set-CwFolderAccess -Path $folder -Exclusive
    if (-not [System.IO.File]::Exists($path)) {
        [System.IO.File]::WriteAllText($path, $Text)
        return $true
    }
    if ([System.IO.File]::ReadAllText($path) -ceq $Text) {
        return $false
    }
    [System.IO.File]::WriteAllText("$path.new", $Text)
    [System.IO.File]::Replace("$path.new", $path, "$path.bak")
    return $true
}
