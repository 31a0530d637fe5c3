"""Slow and obvious readings of the rulebooks, to compare the package with; horse_envs is not imported."""
