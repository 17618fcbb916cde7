"""The gate: candidate and baseline play each other until the deals say whether the candidate is weaker."""
