"""Ready Set Bet, with and without a House, for 2 to 9 players."""
