"""Trick Stakes, for four players and for three with the dummy."""
