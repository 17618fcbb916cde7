"""Live pages over a run: read-only, for the browser on this machine."""
