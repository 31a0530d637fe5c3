"""Huuue!, with its three variants, for 2 to 7 players."""
