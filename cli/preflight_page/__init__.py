"""The page that `cachewarden report` writes."""
