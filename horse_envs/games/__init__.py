"""The games, one folder each; they know the engine's contract and nothing of bots, matches or training."""
