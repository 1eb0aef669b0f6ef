-- Lets automatic seeding create the group's databases on this instance.
ALTER AVAILABILITY GROUP {AvailabilityGroup} GRANT CREATE ANY DATABASE;
