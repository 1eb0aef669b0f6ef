# What the scheduled task CacheWarden-Boot runs, as SYSTEM, when Windows starts ("run"). InstallHost has this text put
# itself on the node ("install", then the text).

if ($args.Count -eq 1 -and $args[0] -ceq 'run') {
    exit (Invoke-CwBootTask -Path $PSCommandPath)
}
if ($args.Count -eq 2 -and $args[0] -ceq 'install') {
    $answer = Install-CwScript -Task 'boot_task' -Text $args[1]
    $answer.Json
    exit $answer.ExitCode
}
