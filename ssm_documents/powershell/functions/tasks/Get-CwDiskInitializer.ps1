function Get-CwDiskInitializer {
    <#
    .SYNOPSIS
        Lists what of Amazon's launch agents would partition blank disks, or give letters anew, when Windows starts.
    .DESCRIPTION
        Either takes the new instance-store disks that cache and tempdb drive need after a stop, and may give their
        letters to other volumes. What the instance's user data asks for isn't looked at.
    .OUTPUTS
        System.String for each; nothing where there is none
    .EXAMPLE
        @(Get-CwDiskInitializer).Count -eq 0
    .NOTES
        Source: [windows#ec2launch-v1], [windows#ec2launch-v2]. State 1 is that of a disabled task.
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param()

    $found = @(Get-ScheduledTask -TaskName '*Disk Initialization' -ErrorAction Stop | Where-Object {
            $_.TaskName -in 'Amazon Ec2 Launch - Disk Initialization', 'Disk Initialization' -and [int] $_.State -ne 1
        })
    if ($found.Count -gt 0) {
        "the scheduled task '$($found[0].TaskName)' of EC2Launch partitions blank disks at every start"
    }
    $path = Join-Path -Path $env:ProgramData -ChildPath 'Amazon\EC2Launch\config\agent-config.yml'
    if ($null -ne (Get-CwItem -Path $path)) {
        $text = Read-CwFile -Path $path
        if ($text -match '(?im)^\s*(-\s*)?task:\s*["'']?initializeVolume\b') {
            $does = 'partitions blank disks, or gives letters anew'
            if ($text -match '(?im)^\s*initialize:\s*["'']?devices\b' -and
                $text -notmatch '(?im)^\s*initialize:\s*["'']?all\b') {
                $does = 'gives letters anew to the devices that it names'
            }
            "the task initializeVolume in $path $does, at every start"
        }
    }
}
