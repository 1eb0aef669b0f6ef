"""The pure domain of CacheWarden: evidence in, decisions out; no I/O, no clock, no AWS client."""
