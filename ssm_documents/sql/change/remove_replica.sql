-- Runs on the primary: the replica leaves the group, and the primary keeps no log for it any more.
ALTER AVAILABILITY GROUP {AvailabilityGroup} REMOVE REPLICA ON {Replica};
