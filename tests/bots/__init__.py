"""Bots: legal, honest, and as good as they say."""
