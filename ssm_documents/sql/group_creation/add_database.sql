-- On the primary: seeding begins.
ALTER AVAILABILITY GROUP {AvailabilityGroup} ADD DATABASE {Database};
