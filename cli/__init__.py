"""The console script `cachewarden`."""
