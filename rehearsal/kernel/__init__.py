"""The discrete-event kernel: time, trace and what a fault is."""
