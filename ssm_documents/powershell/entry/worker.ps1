# What the scheduled task CacheWarden-Worker runs, as SYSTEM, once a command has written a work order.

exit (Invoke-CwWorker)
