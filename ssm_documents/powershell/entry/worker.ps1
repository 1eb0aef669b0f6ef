# What the scheduled task CacheWarden-Worker runs, as SYSTEM, once a command has written a work order ("run").
# InstallWorker has this text put itself on the node ("install", then the text).

if ($args.Count -eq 1 -and $args[0] -ceq 'run') {
    exit (Invoke-CwWorker -Path $PSCommandPath)
}
if ($args.Count -eq 2 -and $args[0] -ceq 'install') {
    $answer = Install-CwScript -Task 'worker' -Text $args[1]
    $answer.Json
    exit $answer.ExitCode
}
