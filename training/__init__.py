"""Training: teaching by search, self-play with Stable-Baselines3, evaluation, export. Needs the extra `train`."""
