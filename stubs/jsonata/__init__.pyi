# The types of jsonata-python 0.7, as far as rehearsal/engines/asl/jsonata uses it: the library ships none.
