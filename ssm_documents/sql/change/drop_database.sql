-- Removes what is left of a database whose files are lost.
DROP DATABASE {Database};
