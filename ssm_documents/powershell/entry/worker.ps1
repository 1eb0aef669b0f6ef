# What the scheduled task CacheWarden-Worker runs, as SYSTEM, once a command has written a work order ("run").
# InstallWorker puts this file on the node and has it register its task ("install").

if ($args -ccontains 'run') {
    exit (Invoke-CwWorker)
}
if ($args -ccontains 'install') {
    $answer = Install-CwTask -Task 'worker' -Written ($args -ccontains 'written')
    $answer.Json
    exit $answer.ExitCode
}
