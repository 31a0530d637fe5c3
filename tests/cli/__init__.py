"""The command horse-envs."""
