"""The numbers: estimates with honest intervals, ratings, the leaderboard and the gate. Pure: values in, values out."""
