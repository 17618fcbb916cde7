"""What a run leaves behind: records of matches, the store that keeps them, and the check that they hold."""
