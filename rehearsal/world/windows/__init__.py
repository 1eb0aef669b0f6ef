"""A Windows Server as our scripts meet it: boot, processes, files, services, scheduled tasks, disks."""
