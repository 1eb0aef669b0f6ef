# What the scheduled task CacheWarden-Boot runs, as SYSTEM, when Windows starts ("run"). InstallHost puts this file on
# the node and has it register its task ("install").

if ($args -ccontains 'run') {
    exit (Invoke-CwBootTask)
}
if ($args -ccontains 'install') {
    $answer = Install-CwTask -Task 'boot_task' -Written ($args -ccontains 'written')
    $answer.Json
    exit $answer.ExitCode
}
