# What the scheduled task CacheWarden-Boot runs, as SYSTEM, when Windows starts and every 15 minutes.

exit (Invoke-CwBootTask)
