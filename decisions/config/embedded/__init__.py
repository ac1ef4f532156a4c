"""The embedded mode: web, worker and beat as one foreground command, with no service to install."""
