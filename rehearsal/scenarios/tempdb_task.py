"""A customer's own start-up task that makes a tempdb drive of instance store, as many nodes on EC2 have one."""

from __future__ import annotations

from rehearsal.world.windows.host import WindowsHost

SCRIPT = r"C:\scripts\tempdb.ps1"
MAKES_DRIVE = r"""
if (-not (Test-Path -LiteralPath 'S:\')) {
    $disks = @(Get-Disk | Where-Object { $_.SerialNumber -like 'AWS*' } | Sort-Object -Property Number)
    Initialize-Disk -Number $disks[0].Number -PartitionStyle GPT
    $null = New-Partition -DiskNumber $disks[0].Number -DriveLetter S -UseMaximumSize |
        Format-Volume -FileSystem NTFS -AllocationUnitSize 65536 -Confirm:$false
}
if (-not (Test-Path -LiteralPath 'S:\tempdb')) {
    $null = New-Item -Path 'S:\tempdb' -ItemType Directory
    $access = Get-Acl -LiteralPath 'S:\tempdb'
    $account = New-Object -TypeName System.Security.Principal.NTAccount -ArgumentList 'NT SERVICE\MSSQLSERVER'
    $rights = $account, 'FullControl', 'ContainerInherit, ObjectInherit', 'None', 'Allow'
    $rule = New-Object -TypeName System.Security.AccessControl.FileSystemAccessRule -ArgumentList $rights
    $access.AddAccessRule($rule)
    Set-Acl -LiteralPath 'S:\tempdb' -AclObject $access
}
Start-Service -Name 'MSSQLSERVER'
"""
REGISTERS_TASK = r"""
$registration = @{
    TaskName = 'Prepare tempdb'
    Action = New-ScheduledTaskAction -Execute 'powershell.exe' -Argument '-NoProfile -File "C:\scripts\tempdb.ps1"'
    Trigger = New-ScheduledTaskTrigger -AtStartup
    Principal = New-ScheduledTaskPrincipal -UserId 'SYSTEM' -LogonType ServiceAccount -RunLevel Highest
}
$null = Register-ScheduledTask @registration
"""


def register(host: WindowsHost) -> None:
    """Writes the script and registers the task. Raises RuntimeError where Windows refuses."""
    host.files.make_directories(SCRIPT.rpartition("\\")[0])
    host.files.write_bytes(SCRIPT, MAKES_DRIVE.encode("ascii"))
    result = host.run_script(REGISTERS_TASK, "register.ps1", {})
    if result.stderr:
        raise RuntimeError(result.stderr)
