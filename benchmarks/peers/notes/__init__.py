"""One table with an indexed id, as every peer of the benchmark reads it."""
