"""What the service can do on this machine, as ratios and counts taken in one run."""
