"""The engine: what all games share, tested on the games that there are."""
