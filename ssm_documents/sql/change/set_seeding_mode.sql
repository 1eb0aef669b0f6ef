-- Runs on the primary. {SeedingMode} is AUTOMATIC or MANUAL; setting AUTOMATIC starts what is missing.
ALTER AVAILABILITY GROUP {AvailabilityGroup} MODIFY REPLICA ON {Replica} WITH (SEEDING_MODE = {SeedingMode});
