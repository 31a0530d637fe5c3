"""Huuue! against its rulebook, through the public doors only."""
