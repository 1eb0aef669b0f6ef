-- Takes this secondary's copy out of its Availability Group; the other replicas keep theirs.
ALTER DATABASE {Database} SET HADR OFF;
