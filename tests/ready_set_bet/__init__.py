"""Ready Set Bet against its rulebook, through the public doors only."""
